// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@Suite("Coverage of the documentation")
struct CoverageTests {
    private static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Items", "version": "1" },
          "servers": [ { "url": "https://items.example" } ],
          "operations": {
            "list": {
              "request": {
                "method": "GET", "path": "/items/{shop}", "pathParameters": { "shop": { "type": "string" } },
                "query": { "limit": { "required": false, "schema": { "type": "integer" } } },
                "headers": { "X-Trace": { "required": false, "schema": { "type": "string" } } }
              },
              "responses": {
                "200": {
                  "description": "Some.", "headers": { "ETag": { "required": false, "schema": { "type": "string" } } },
                  "body": {
                    "type": "object",
                    "properties": { "items": { "type": "array", "items": { "$ref": "#/components/schemas/Item" } } }
                  }
                },
                "404": { "description": "None." }
              },
              "cases": {
                "lists": { "request": { "pathParameters": { "shop": "a" } }, "response": { "status": 200, "body": {} } }
              }
            }
          },
          "components": {
            "schemas": {
              "Item": {
                "type": "object",
                "properties": {
                  "name": { "type": "string" }, "secret": { "type": "string", "writeOnly": true },
                  "parts": { "type": "array", "items": { "$ref": "#/components/schemas/Item" } }
                }
              }
            }
          }
        }
        """#

    private func contract() throws -> Contract {
        let result = ContractLoader.load("items.json", files: MemoryFiles(["items.json": Self.text]))
        return try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
    }

    private func answer(_ status: Int, _ json: String = "") -> HTTPResponse {
        HTTPResponse(status: status, headers: [HTTPField("Content-Type", "application/json")], body: Array(json.utf8))
    }

    @Test("coverage lists each documented element once, even of recursive schemas")
    func elements() throws {
        let coverage = CoverageTally([try contract()]).coverage
        #expect(
            coverage.first?.elements.map(\.name) == [
                "path.shop", "query.limit", "header.X-Trace", "200", "200 ETag", "200 application/json", "200 /items",
                "200 /items/*/name", "200 /items/*/parts", "404",
            ])
        #expect(coverage.percentage == 0)
        #expect(coverage.first?.lacksSuccess == true)
        #expect(coverage.first?.elements.last?.location.line == 20)
    }

    @Test("coverage marks the elements in messages, and lists undocumented status codes")
    func shown() throws {
        var tally = CoverageTally([try contract()])
        let request = HTTPRequest(method: "GET", url: "https://items.example/items/a?limit=1")
        tally.record(request, answer(200, #"{"items":[{},{"name":"x"}]}"#), operation: "list", file: "items.json")
        tally.record(request, answer(500), operation: "list", file: "items.json")
        let coverage = try #require(tally.coverage.first)
        let missing = coverage.elements.filter { !$0.isShown }.map(\.name)
        #expect(missing == ["header.X-Trace", "200 ETag", "200 /items/*/parts", "404"])
        #expect(coverage.undocumentedStatuses == [500])
        #expect(!coverage.lacksSuccess)
    }

    @Test(
        "a body covers only the most specific documented media type",
        arguments: [("application/json", "200 application/json"), ("text/csv", "200 text/*"), ("image/png", "200 */*")])
    func mediaTypes(sent: String, covered: String) throws {
        let content = #"{ "content": { "*/*": {}, "text/*": {}, "application/json": {} } }"#
        let text = Self.text.replacing(#/"body": \{\s+"type": "object",(.|\n)*?\}\s+\}\s+\},/#) { _ in
            #""body": \#(content) },"#
        }
        let loaded = ContractLoader.load("items.json", files: MemoryFiles(["items.json": text]))
        var tally = CoverageTally([try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")])
        let request = HTTPRequest(method: "GET", url: "https://items.example/items/a")
        let response = HTTPResponse(status: 200, headers: [HTTPField("Content-Type", sent)], body: Array("{}".utf8))
        tally.record(request, response, operation: "list", file: "items.json")
        #expect(tally.coverage.first?.elements.filter(\.isShown).map(\.name) == ["path.shop", "200", covered])
    }

    @Test("coverage ignores requests that are invalid on purpose, but counts their responses")
    func invalid() throws {
        var tally = CoverageTally([try contract()])
        let request = HTTPRequest(method: "GET", url: "https://items.example/items/a?limit=x")
        tally.record(request, answer(404), operation: "list", file: "items.json", isInvalid: true)
        #expect(tally.coverage.first?.elements.filter(\.isShown).map(\.name) == ["404"])
    }

    @Test("coverage is merged, kept in report.json, and fails a run below the threshold")
    func report() throws {
        var one = CoverageTally([try contract()])
        var other = CoverageTally([try contract()])
        let request = HTTPRequest(method: "GET", url: "https://items.example/items/a")
        one.record(request, answer(404), operation: "list", file: "items.json")
        other.record(request, answer(200, "{}"), operation: "list", file: "items.json")
        let merged = [OperationCoverage].merged([one.coverage, other.coverage])
        #expect(merged.totals == (4, 10))
        var report = SampleReport.report
        report.cases = [SampleReport.passing]
        report.summary = .init(report.cases)
        report.coverage = merged
        report.coverageThreshold = 40
        #expect(report.verdict == .passed)
        report.coverageThreshold = 41
        #expect(report.verdict == .failed)
        let again = try RunReport(parsing: report.json())
        #expect(again.coverage == merged)
        #expect(again.coverageThreshold == 41)
    }
}
