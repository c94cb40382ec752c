// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordPact
import AccordSchema
import Testing

@Suite("Pact format")
struct PactFormatTests {
    static func load(_ text: String) -> LoadResult {
        ContractLoader.load(
            "pact.json", files: MemoryFiles(["pact.json": text]), formats: ContractFormats([PactFormat()]))
    }

    @Test("reads interactions as cases with their states, pending and comments")
    func interactions() throws {
        let result = Self.load(
            #"""
            { "consumer": { "name": "web" }, "provider": { "name": "shop" },
              "interactions": [
                { "type": "Synchronous/HTTP", "description": "a request for a user", "key": "k1", "pending": true,
                  "providerStates": [{ "name": "user 7 exists", "params": { "id": 7 } }],
                  "comments": { "text": ["agreed in May"], "testname": "UserTests" },
                  "request": { "method": "get", "path": "/users/7", "query": { "q": ["a", "b"] } },
                  "response": { "status": 200, "headers": { "Content-Type": ["application/json"] },
                    "body": { "contentType": "application/json", "encoded": false, "content": { "price": "${x}" } } } },
                { "type": "Synchronous/HTTP", "description": "a request for a user",
                  "request": { "method": "GET", "path": "/users/7" }, "response": { "status": 404 } }
              ], "metadata": { "pactSpecification": { "version": "4.0" } } }
            """#)
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        let contract = try #require(result.contract)
        let operation = try #require(contract.operations.first)
        #expect(contract.operations.count == 1)
        #expect(operation.request.method == "GET")
        #expect(operation.cases.map(\.name) == ["a request for a user", "a request for a user 2"])
        let first = operation.cases[0]
        #expect(first.given.map(\.name) == ["user 7 exists"])
        #expect(first.pending?.reason == "the pact marks this interaction as pending")
        #expect(first.summary == "a request for a user\nagreed in May\ntest: UserTests")
        #expect(first.tags == ["pact:k1"])
        #expect(first.location.line == 3)
        #expect(operation.responses.map(\.status.description) == ["200", "404"])
    }

    @Test(
        "opens the segments of a path that a regular expression leaves open",
        arguments: [
            (#"^\/users\/\d+$"#, "/users/{p1}"), (#"/users/7"#, "/users/7"), (#".*"#, "/{+path}"),
            (#"/u.*/\d+"#, "/{+path}"),
        ])
    func path(_ pattern: String, _ template: String) throws {
        let escaped = JSON.string(pattern).compact
        let result = Self.load(
            #"""
            { "consumer": { "name": "web" }, "provider": { "name": "shop" }, "interactions": [
              { "description": "a", "request": { "method": "GET", "path": "/users/7",
                "matchingRules": { "path": { "matchers": [{ "match": "regex", "regex": \#(escaped) }] } } },
                "response": { "status": 200 } } ], "metadata": { "pactSpecification": { "version": "3.0.0" } } }
            """#)
        #expect(result.contract?.operations.first?.request.path.description == template)
    }

    @Test(
        "the body of a binary media type is base64 before version 4",
        arguments: [
            ("3.0.0", "image/png", "AQI=", [1, 2]), ("3.0.0", "text/plain", "AQI=", Array("AQI=".utf8)),
            ("3.0.0", "image/png", "no base64!", Array("no base64!".utf8)),
        ] as [(String, String, String, [UInt8])])
    func binary(_ version: String, _ type: String, _ body: String, _ bytes: [UInt8]) throws {
        let result = Self.load(
            #"""
            { "consumer": { "name": "web" }, "provider": { "name": "shop" }, "interactions": [
              { "description": "a", "request": { "method": "GET", "path": "/" },
                "response": { "status": 200, "headers": { "Content-Type": "\#(type)" }, "body": "\#(body)" } } ],
              "metadata": { "pactSpecification": { "version": "\#(version)" } } }
            """#)
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
        let testCase = try #require(CasePlan(contract, operations: []).cases.first)
        guard case .answer(let response) = try testCase.reply(0, scope: testCase.scope()) else {
            Issue.record("expected a response")
            return
        }
        #expect(response.body == bytes)
    }

    @Test("derives the schema of a response from its body and its matchers, and ignores the matchers of a request")
    func schemas() throws {
        let rules = #"""
            { "body": { "$.id": { "matchers": [{ "match": "integer" }] },
              "$.code": { "matchers": [{ "match": "regex", "regex": "^[A-Z]+$" }] },
              "$.other": { "matchers": [{ "match": "regex", "regex": "^no$" }] },
              "$.labels": { "matchers": [{ "match": "eachValue", "rules": [{ "match": "type" }] }] },
              "$.lines": { "matchers": [{ "match": "type", "min": 1 }] },
              "$.lines[*].n": { "matchers": [{ "match": "integer" }] } } }
            """#
        let body =
            #"{ "id": 7, "code": "AB", "other": "x", "labels": { "a": "x" }, "lines": [{ "n": 1 }], "total": 2 }"#
        let result = Self.load(
            #"""
            { "consumer": { "name": "web" }, "provider": { "name": "shop" }, "interactions": [
              { "description": "a", "request": { "method": "POST", "path": "/", "matchingRules": \#(rules),
                  "headers": { "Content-Type": "application/json" }, "body": \#(body) },
                "response": { "status": 200, "matchingRules": \#(rules),
                  "headers": { "Content-Type": "application/json" }, "body": \#(body) } } ],
              "metadata": { "pactSpecification": { "version": "3.0.0" } } }
            """#)
        let operation = try #require(result.contract?.operations.first, "\(result.diagnostics.map(\.rendered))")
        let response = try #require(operation.responses.first?.body?.content.first?.schema.map { JSON($0.source) })
        let properties = try #require(response["properties"])
        #expect(properties["id"] == ["type": "integer"] && properties["total"] == ["type": "number"])
        #expect(properties["code"] == ["type": "string", "pattern": "^[A-Z]+$"])
        #expect(properties["other"] == ["type": "string"])
        #expect(properties["labels"] == ["type": "object", "additionalProperties": ["type": "string"]])
        #expect(properties["lines"]?["minItems"] == 1)
        #expect(properties["lines"]?["items"]?["properties"] == ["n": ["type": "integer"]])
        let request = try #require(operation.request.body?.content.first?.schema.map { JSON($0.source) })
        #expect(request["properties"]?["id"] == ["type": "number"])
        #expect(request["properties"]?["code"] == ["type": "string"])
    }

    @Test("reads a synchronous message as a case whose request contains the message's request")
    func synchronous() throws {
        func pact(_ response: String) -> LoadResult {
            Self.load(
                #"""
                { "consumer": { "name": "web" }, "provider": { "name": "shop" }, "interactions": [
                  { "type": "Synchronous/HTTP", "description": "b",
                    "request": { "method": "GET", "path": "/" }, "response": { "status": 200 } },
                  { "type": "Synchronous/Messages", "description": "a price",
                    "request": { "contents": { "contentType": "application/json", "content": { "sku": "${A1}" } } },
                    "response": \#(response) } ],
                  "metadata": { "pactSpecification": { "version": "4.0" } } }
                """#)
        }
        let reply = #"{ "contents": { "contentType": "application/json", "content": { "price": 1 } } }"#
        let contract = try #require(pact("[\(reply)]").contract)
        let operation = try #require(contract.operations.first { $0.id == "postMessage" })
        #expect(operation.request.path.description == "/" && operation.cases.map(\.name) == ["a price"])
        #expect(contract.leftOut.isEmpty)

        let several = try #require(pact("[\(reply), \(reply)]").contract)
        #expect(several.operations.count == 1)
        #expect(several.leftOut.map(\.location.line) == [4])
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        var request: String
        var message: String
        var testDescription: String { message }
    }

    static let mistakes: [Mistake] = [
        Mistake(
            request: #"{ "matchingRules": { "body": { "$.a": { "matchers": [{ "match": "fuzzy" }] } } } }"#,
            message: "unknown matcher “fuzzy”"),
        Mistake(
            request: #"{ "matchingRules": { "body": { "$.a[": { "matchers": [{ "match": "type" }] } } } }"#,
            message: "“$.a[”, column 5: “[” without “]”"),
        Mistake(
            request:
                #"{ "matchingRules": { "body": { "$.a": { "matchers": [{ "match": "regex", "regex": "(" }] } } } }"#,
            message: "invalid regular expression “(”"),
        Mistake(
            request: #"{ "matchingRules": { "bodi": { "$.a": { "matchers": [{ "match": "type" }] } } } }"#,
            message: "“matchingRules”: expected “path”, “query”, “header”, “body” or “status”, got “bodi”"),
        Mistake(request: #"{ "method": 5 }"#, message: "“method”: expected a string, got a number"),
        Mistake(
            request: #"{ "generators": { "body": { "$.a": { "type": "Magic" } } } }"#,
            message: "unknown generator “Magic”"),
        Mistake(
            request:
                #"{ "matchingRules": { "body": { "$.a": { "matchers": [{ "match": "date", "format": "jj" }] } } } }"#,
            message: "unknown letter “j” in the date format “jj”"),
    ]

    @Test("reports a mistake at its line, and doesn't use the pact", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws {
        let result = Self.load(
            #"""
            { "consumer": { "name": "web" }, "provider": { "name": "shop" },
              "interactions": [ { "description": "a",
                "request": \#(mistake.request),
                "response": { "status": 200 } } ],
              "metadata": { "pactSpecification": { "version": "3.0.0" } } }
            """#)
        #expect(result.contract == nil)
        let error = try #require(result.diagnostics.first { $0.severity == .error })
        #expect(error.message.hasPrefix(mistake.message))
        #expect(error.location.line == 3)
    }

    @Test(
        "doesn't use a pact of an unknown version, or without interactions",
        arguments: [
            (#""interactions": [], "metadata": {}"#, "contract.empty"),
            (#""interactions": [{}], "metadata": { "pactSpecification": { "version": "5" } }"#, "contract.version"),
            (#""interactions": [5]"#, "contract.wrong-type"),
            (#""interactions": {}"#, "contract.wrong-type"),
            (#""interactions": [{ "description": "a" }]"#, "contract.missing-key"),
        ])
    func unusable(_ members: String, _ rule: String) {
        let result = Self.load(#"{ "consumer": {}, "provider": {}, \#(members) }"#)
        #expect(result.contract == nil)
        #expect(result.diagnostics.contains { $0.rule == rule && $0.severity == .error })
    }
}
