// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordVerifier
import Testing

@Suite("Empty values that aren't sent")
struct EmptyValueTests {
    /// Returns a contract of one operation with a request.
    private func contract(_ request: String) throws -> Contract {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Empty", "version": "1" },
              "servers": [ { "url": "https://empty.example" } ],
              "operations": { "find": {
                "request": { \#(request) },
                "responses": { "200": { "description": "Some." }, "400": { "description": "No." } },
                "cases": { "finds": { "response": { "status": 200 } } }
              } }
            }
            """#
        let result = ContractLoader.load("empty.json", files: MemoryFiles(["empty.json": text]))
        return try #require(result.contract, "\(result.diagnostics.map(\.message))")
    }

    private func rules(_ contract: Contract, _ request: HTTPRequest) throws -> [String] {
        let operation = try #require(contract.operation("find"))
        return Judge.judge(request, documentedBy: operation).findings.map(\.rule.id)
    }

    private static let strings = #"{ "type": "array", "items": { "type": "string" } }"#
    private static let some = #"{ "type": "array", "minItems": 1, "items": { "type": "string" } }"#
    private static let loose = #"{ "type": "object", "properties": { "a": { "type": "integer" } } }"#
    private static let strict =
        #"{ "type": "object", "required": ["a"], "properties": { "a": { "type": "integer" } } }"#

    @Test(
        "an empty value isn't missing if the schema allows it, and has no refusal",
        arguments: [
            (#""explode": true, "schema": \#(strings)"#, true), (#""explode": true, "schema": \#(some)"#, false),
            (#""explode": false, "schema": \#(strings)"#, false),
            (#""explode": true, "schema": \#(loose)"#, true), (#""explode": true, "schema": \#(strict)"#, false),
            (#""style": "deepObject", "schema": \#(loose)"#, true),
            (#""style": "deepObject", "schema": \#(strict)"#, false),
            (#""schema": { "type": "string" }"#, false),
            (#""content": { "application/json": { "schema": \#(loose) } }"#, false),
        ] as [(String, Bool)])
    func query(parameter: String, mayBeEmpty: Bool) throws {
        let contract = try contract(#""method": "GET", "path": "/", "query": { "q": { \#(parameter) } }"#)
        let bare = HTTPRequest(method: "GET", url: "https://empty.example/")
        #expect(try rules(contract, bare) == (mayBeEmpty ? [] : ["request.query.missing"]))
        let refusals = CasePlan(contract, operations: [], refusals: RefusalOptions()).cases.map(\.id)
        #expect(refusals.contains("find~refuse.missing:query.q") == !mayBeEmpty)
        let omissions = Omission.all(in: contract, refusals: RefusalOptions()).map(\.what)
        #expect(omissions.contains("refuse.missing:query.q") == mayBeEmpty, "\(omissions)")
    }

    @Test("a value that isn't empty is judged as usual")
    func broken() throws {
        let contract = try contract(
            #""method": "GET", "path": "/", "query": { "q": { "explode": true, "schema": { "type": "array", "items": { "type": "integer" } } } }"#
        )
        let request = HTTPRequest(method: "GET", url: "https://empty.example/?q=x")
        #expect(try rules(contract, request) == ["request.query.schema"])
    }

    @Test("a name without a value passes only with “allowEmptyValue”", arguments: [true, false])
    func emptyValue(isAllowed: Bool) throws {
        let contract = try contract(
            #""method": "GET", "path": "/", "query": { "q": { "allowEmptyValue": \#(isAllowed), "schema": { "type": "integer" } } }"#
        )
        for query in ["q", "q="] {
            let request = HTTPRequest(method: "GET", url: "https://empty.example/?\(query)")
            #expect(try rules(contract, request) == (isAllowed ? [] : ["request.query.schema"]), "\(query)")
        }
    }

    private static let form = "application/x-www-form-urlencoded"

    @Test(
        "an empty body is missing unless it represents an allowed value",
        arguments: [
            (form, loose, true), (form, strict, false),
            (form, #"{ "type": "object", "required": ["a"], "properties": { "a": \#(strings) } }"#, true),
            (form, #"{ "type": "object", "required": ["a"], "properties": { "a": \#(some) } }"#, false),
            ("text/plain", #"{ "type": "string" }"#, true),
            ("text/plain", #"{ "type": "string", "minLength": 1 }"#, false),
            ("application/x-ndjson", #"{ "type": "array" }"#, true),
            ("application/x-ndjson", #"{ "type": "array", "minItems": 1 }"#, false),
            ("application/json", #"{ "type": "object" }"#, false),
        ] as [(String, String, Bool)])
    func body(type: String, schema: String, mayBeEmpty: Bool) throws {
        let contract = try contract(
            #""method": "POST", "path": "/", "body": { "content": { "\#(type)": { "schema": \#(schema) } } }"#)
        var request = HTTPRequest(method: "POST", url: "https://empty.example/")
        #expect(try rules(contract, request) == ["request.body.missing"], "nothing says which empty body it is")
        request.headers = [HTTPField("Content-Type", type)]
        #expect(try rules(contract, request) == (mayBeEmpty ? [] : ["request.body.missing"]))
        let options = RefusalOptions(allowsUnsafe: true)
        let refusals = CasePlan(contract, operations: [], refusals: options).cases.map(\.id)
        #expect(refusals.contains("find~refuse.missing:body") == !mayBeEmpty)
        #expect(Omission.all(in: contract, refusals: options).map(\.what).contains("refuse.missing:body") == mayBeEmpty)
    }

    @Test(
        "an empty body of a documented range is judged as the media type that the message declares",
        arguments: [
            ("text/*", "text/plain", [:], true), ("*/*", "text/csv", [:], true), ("image/*", "image/png", nil, true),
            ("text/*", "text/plain", ["minLength": 1], false), ("*/*", "application/json", [:], false),
            ("*/*", "application/problem+json", nil, false), ("*/*", "multipart/form-data; boundary=x", nil, false),
            ("*/*", "text/plain", ["type": "object"], false),
        ] as [(String, String, JSON?, Bool)])
    func range(type: String, declared: String, schema: JSON?, mayBeEmpty: Bool) throws {
        let content = schema.map { #""schema": \#($0.compact)"# } ?? ""
        let contract = try contract(
            #""method": "POST", "path": "/", "body": { "content": { "\#(type)": { \#(content) } } }"#)
        let request = HTTPRequest(
            method: "POST", url: "https://empty.example/", headers: [HTTPField("Content-Type", declared)])
        #expect(try rules(contract, request) == (mayBeEmpty ? [] : ["request.body.missing"]))
    }

    @Test(
        "a required list in a form or multipart body may have no field",
        arguments: [
            (strings, true), (some, false), (#"{ "oneOf": [\#(strings), { "type": "string" }] }"#, true),
            (#"{ "oneOf": [\#(some), { "type": "string" }] }"#, false),
        ], ["form", "multipart"])
    func fields(list: (schema: String, mayBeEmpty: Bool), kind: String) throws {
        let type = kind == "form" ? Self.form : "multipart/form-data"
        let schema =
            #"{ "type": "object", "required": ["a", "b"], "properties": { "a": \#(list.schema), "b": { "type": "string" } } }"#
        let contract = try contract(
            #""method": "POST", "path": "/", "body": { "content": { "\#(type)": { "schema": \#(schema) } } }"#)
        let part = "--x\r\nContent-Disposition: form-data; name=b\r\n\r\n1\r\n--x--\r\n"
        let request = HTTPRequest(
            method: "POST", url: "https://empty.example/",
            headers: [HTTPField("Content-Type", kind == "form" ? type : "\(type); boundary=x")],
            body: Array((kind == "form" ? "b=1" : part).utf8))
        #expect(try rules(contract, request) == (list.mayBeEmpty ? [] : ["request.body.schema"]))
        let options = RefusalOptions(allowsUnsafe: true)
        let refusals = CasePlan(contract, operations: [], refusals: options).cases.map(\.id)
        #expect(refusals.contains("find~refuse.schema:body:required.without-a") == !list.mayBeEmpty, "\(refusals)")
        #expect(refusals.contains("find~refuse.schema:body:required.without-b"), "\(refusals)")
    }

    @Test("the request with a wrong media type has a body, even if the body is optional")
    func mediaType() throws {
        let contract = try contract(
            #""method": "POST", "path": "/", "body": { "required": false, "content": { "application/json": { "schema": { "type": "object" } } } }"#
        )
        let cases = CasePlan(contract, operations: [], refusals: RefusalOptions(allowsUnsafe: true)).cases
        let refusal = try #require(cases.first { $0.id == "find~refuse.media-type" })
        let request = try refusal.request(0, scope: refusal.scope(), baseURL: "https://empty.example")
        #expect(request.body == Array("{}".utf8))
    }

    @Test(
        "an empty response is an empty text if the schema allows it",
        arguments: [(0, []), (1, ["response.body.missing"])])
    func answer(least: Int, rules: [String]) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Empty", "version": "1" },
              "servers": [ { "url": "https://empty.example" } ],
              "operations": { "read": {
                "request": { "method": "GET", "path": "/" },
                "responses": { "200": { "description": "A text.", "body": { "content": {
                  "text/plain": { "schema": { "type": "string", "minLength": \#(least) } } } } } },
                "cases": { "reads": { "response": { "status": 200 } } }
              } }
            }
            """#
        let result = ContractLoader.load("empty.json", files: MemoryFiles(["empty.json": text]))
        let operation = try #require(result.contract?.operation("read"))
        let response = HTTPResponse(status: 200, headers: [HTTPField("Content-Type", "text/plain")])
        #expect(Judge.judge(response, documentedBy: operation).findings.map(\.rule.id) == rules)
        let bare = Judge.judge(HTTPResponse(status: 200), documentedBy: operation)
        #expect(bare.findings.map(\.rule.id) == ["response.body.missing"])
    }
}
