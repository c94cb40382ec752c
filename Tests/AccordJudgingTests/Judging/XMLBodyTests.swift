// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema
import AccordVerifier
import Testing

@testable import AccordCore

/// XML bodies whose schemas describe their elements, as in OpenAPI documents.
struct XMLBodyTests {
    private static func contract(_ schema: String, type: String = "application/xml") -> String {
        #"""
        {
          "contract": "1.0", "info": { "title": "Reports", "version": "1" },
          "servers": [ { "url": "https://reports.example" } ],
          "operations": { "show": {
            "request": { "method": "GET", "path": "/report" },
            "responses": { "200": { "description": "It.", "body": { "content": { "\#(type)": { "schema": \#(schema) } } } } },
            "cases": { "shows": { "response": { "status": 200 } } }
          } }
        }
        """#
    }

    private static func operation(_ text: String) throws -> AccordContract.Operation {
        let loaded = ContractLoader.load("reports.json", files: MemoryFiles(["reports.json": text]))
        return try #require(loaded.contract?.operations.first, "\(loaded.diagnostics.map(\.rendered))")
    }

    private static func judge(_ body: String, _ type: String, _ operation: AccordContract.Operation) -> [Finding] {
        let response = HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", type)], body: Array(body.utf8))
        return Judge.judge(response, documentedBy: operation).findings.filter { $0.severity == .error }
    }

    @Test("XML bodies follow the schema's xml")
    func written() throws {
        let schema = #"""
            {
              "type": "object", "required": ["id", "title", "tags", "authors", "2 notes"],
              "xml": { "name": "report", "namespace": "https://reports.example/ns", "prefix": "r" },
              "properties": {
                "id": { "type": "integer", "const": 7, "xml": { "attribute": true } },
                "title": { "type": "string", "const": "a < b & \"c\"" },
                "tags": { "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": "string", "const": "t" } },
                "authors": {
                  "type": "array", "minItems": 1, "maxItems": 1, "xml": { "wrapped": true },
                  "items": { "type": "string", "const": "ann", "xml": { "name": "author" } }
                },
                "2 notes": { "const": null }
              },
              "additionalProperties": false
            }
            """#
        let answer = try Self.operation(Self.contract(schema)).answer(status: 200, mediaType: nil, seed: 0)
        #expect(
            String(decoding: answer.body, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?><r:report xmlns:r="https://reports.example/ns" id="7">\
                <title>a &lt; b &amp; &quot;c&quot;</title><tags>t</tags><tags>t</tags>\
                <authors><author>ann</author></authors><_2_notes/></r:report>
                """)
        #expect(answer.headers.first("Content-Type") == "application/xml")
    }

    @Test("the schema of an XML body isn't checked")
    func structured() throws {
        let operation = try Self.operation(
            Self.contract(#"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }"#))
        #expect(Self.judge("<report><id>7</id></report>", "application/xml", operation).isEmpty)
        #expect(
            Self.judge("{}", "application/json", operation).map(\.rule.id) == ["response.body.media-type"])
    }

    @Test(
        "rows of a table, a YAML text and parts by position aren't checked by a schema of their structure",
        arguments: [
            ("text/csv", "text/csv", "a,b\n1,2"), ("text/yaml", "text/yaml", "- a: 1"),
            ("multipart/mixed", "multipart/mixed; boundary=b", "--b\r\n\r\n{}\r\n--b--\r\n"),
        ])
    func otherFormats(type: String, sent: String, body: String) throws {
        let list = try Self.operation(Self.contract(#"{ "type": "array", "items": { "type": "object" } }"#, type: type))
        #expect(Self.judge(body, sent, list).isEmpty)
        #expect(
            Omission.unjudged(list.responses[0].body?.content, "response", of: list).map(\.reason) == [
                "Accord doesn't check the schema of a \(type) body"
            ])
    }

    @Test("a text of a table is checked by a schema for strings, and a JSON text by a schema of its structure")
    func readFormats() throws {
        let text = try Self.operation(Self.contract(#"{ "type": "string", "pattern": "^a," }"#, type: "text/csv"))
        #expect(Self.judge("a,b", "text/csv", text).isEmpty)
        #expect(Self.judge("b,a", "text/csv", text).map(\.rule.id) == ["response.body.schema"])
        let list = try Self.operation(Self.contract(#"{ "type": "array" }"#, type: "text/plain"))
        #expect(Self.judge("[]", "text/plain", list).isEmpty)
        #expect(Self.judge("{}", "text/plain", list).map(\.rule.id) == ["response.body.schema"])
    }

    @Test("XML and text bodies are checked by a schema for strings")
    func texts() throws {
        let pattern = try Self.operation(Self.contract(#"{ "type": "string", "pattern": "^<" }"#))
        #expect(Self.judge("<report/>", "application/xml", pattern).isEmpty)
        #expect(Self.judge("report", "application/xml", pattern).map(\.rule.id) == ["response.body.schema"])
        let number = try Self.operation(Self.contract(#"{ "type": "integer" }"#, type: "text/plain"))
        #expect(Self.judge("7", "text/plain", number).isEmpty)
        #expect(Self.judge("seven", "text/plain", number).map(\.rule.id) == ["response.body.schema"])
        #expect(Self.judge("7.5", "text/plain", number).map(\.rule.id) == ["response.body.schema"])
    }

    @Test("unchecked XML bodies are reported")
    func said() throws {
        let loaded = ContractLoader.load(
            "reports.json", files: MemoryFiles(["reports.json": Self.contract(#"{ "type": "object" }"#)]))
        let omissions = Omission.all(in: try #require(loaded.contract), refusals: nil)
        #expect(omissions.map(\.what) == ["200 application/xml"])
    }
}
