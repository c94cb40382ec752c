// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation
import Testing

@Suite("Diagnostics of operations")
struct OperationTests {
    @Test("a mistake is reported at its place", arguments: broken)
    func isFound(contract: BrokenContract) {
        contract.check()
    }

    @Test("a query item with an unknown value has no diagnostics")
    func unknownQueryItem() {
        let text = #"""
            "request": { "method": "GET", "path": "/x",
              "query": { "a": { "required": false, "schema": { "minLength": 3 } }, "b": { "required": false, "schema": true } },
              "querySchema": { "anyOf": [ { "required": ["a"] }, { "required": ["b"] } ] } },
            "responses": { "200": { "description": "Fine." } },
            "cases": { "a": { "request": { "query": { "a": "${env.NAME}" } }, "response": { "status": 200 } } }
            """#
        #expect(Contracts.load(Contracts.withOperation(text)).diagnostics.map(\.rendered) == [])
    }

    @Test(
        "a request that HTTP allows has no diagnostics",
        arguments: [
            #""method": "GET", "path": "/x", "body": false"#, #""method": "DELETE", "path": "/x", "body": true"#,
            #""method": "POST", "path": "/x", "headers": { "Idempotency-Key": { "type": "string", "fresh": true } }"#,
            #""method": "POST", "path": "/x", "headers": { "Idempotency-Key": { "const": "1" } }"#,
        ])
    func allowed(request: String) {
        let contract = Self.request("", .badValue, request)
        #expect(Contracts.load(contract.text).diagnostics.map(\.rendered) == [])
    }

    static let cases = #""cases": { "a": { "response": { "status": 200 } } }"#
    static let fine = #""responses": { "200": { "description": "Fine." } }, \#(cases)"#
    static let get = #""request": { "method": "GET", "path": "/x" }"#

    static func request(_ label: String, _ rule: ContractRule, mentions: String = "", _ text: String) -> BrokenContract
    {
        .operation(label, rule, mentions: mentions, "\"request\": { \(text) }, \(fine)")
    }

    static func query(_ label: String, _ rule: ContractRule, mentions: String = "", _ text: String) -> BrokenContract {
        request(label, rule, mentions: mentions, "\"method\": \"GET\", \"path\": \"/x\", \"query\": { \"q\": \(text) }")
    }

    static func answer(_ label: String, _ rule: ContractRule, mentions: String = "", _ text: String) -> BrokenContract {
        .operation(label, rule, mentions: mentions, "\(get), \"responses\": { \(text) }, \(cases)")
    }

    static let broken: [BrokenContract] = requests + parameters + answers + others

    static let requests: [BrokenContract] = [
        .operation("no request", .missingKey, mentions: "request", "▶\(fine)").shifted(),
        request("a method in small letters", .badValue, mentions: "GET", #""method": ▶"get", "path": "/x""#),
        request("a method that nobody registered", .badValue, mentions: "GET", #""method": ▶"GETT", "path": "/x""#),
        request("a path that leads elsewhere", .path, mentions: "“..”", #""method": "GET", "path": ▶"/a/../b""#),
        request("a path that does so encoded", .path, mentions: "“%2e”", #""method": "GET", "path": ▶"/a/%2e""#),
        request("no path", .missingKey, mentions: "path", #""method": "GET""#).marking("{ \"method\""),
        request("a path without a slash", .path, mentions: "column 1", #""method": "GET", "path": ▶"x""#),
        request("a query in the path", .path, mentions: "column 3", #""method": "GET", "path": ▶"/x?y=1""#),
        request("an unclosed parameter", .path, mentions: "column 2", #""method": "GET", "path": ▶"/{id""#),
        request("a parameter twice", .path, mentions: "duplicate parameter", #""method": "GET", "path": ▶"/{a}/{a}""#),
        request("two parameters side by side", .path, mentions: "ambiguous", #""method": "GET", "path": ▶"/{a}{b}""#),
        request(
            "a place without a schema", .path, mentions: "pathParameters", #""method": "GET", "path": ▶"/{id}""#),
        request(
            "a schema without a place", .path, mentions: "doesn't contain",
            #""method": "GET", "path": "/x", "pathParameters": { "id": ▶{ "type": "string" } }"#),
        request(
            "an unknown key", .unknownKey, mentions: "“headers”",
            #""method": "GET", "path": "/x", ▶"header": {}"#),
        request(
            "an unknown keyword for all query items", .unknownKey, mentions: "oneOf",
            #""method": "GET", "path": "/x", "querySchema": { ▶"oneOff": [] }"#),
        request(
            "a broken schema of all query items", .schema,
            #""method": "GET", "path": "/x", "query": { "a": true }, "querySchema": { "oneOf": ▶{} }"#),
        request(
            "a query item that nobody documents", .undocumented, mentions: "“since”",
            #""method": "GET", "path": "/x", "query": { "since": true }, "querySchema": { "not": { "required": [▶"sinse"] } }"#
        ),
        .operation(
            "a case whose query items don't go together", .requestValue, mentions: "the query of “op/a”",
            #""request": { "method": "GET", "path": "/x", "query": { "a": { "required": false, "schema": true }, "b": { "required": false, "schema": true } }, "querySchema": { "not": { "required": ["a", "b"] } } }, "responses": { "200": { "description": "Fine." } }, "cases": { "a": { "request": { "query": { "a": ▶1, "b": 2 } }, "response": { "status": 200 } } }"#
        ),
        request(
            "a body of GET", .badValue, mentions: "QUERY",
            #""method": "GET", "path": "/x", "body": ▶{ "type": "object" }"#),
        request(
            "an idempotency key that may repeat", .noAssertion, mentions: "fresh",
            #""method": "POST", "path": "/x", "headers": { "idempotency-key": ▶{ "type": "string" } }"#),
        request(
            "a name of a request header with a space", .badValue, mentions: "Api Version",
            #""method": "POST", "path": "/x", "headers": { "Api Version": ▶true }"#),
        request(
            "a pattern that backtracks", .backtracking, mentions: "^a+$",
            #""method": "POST", "path": "/x", "body": { "type": "string", "pattern": ▶"^(a+)+$" }"#),
        request(
            "headers that differ only in case", .duplicateID, mentions: "differ only in case",
            #""method": "GET", "path": "/x", "headers": { "A-b": {}, "a-B": ▶{} }"#),
    ]

    static let parameters: [BrokenContract] = [
        query("an unknown keyword", .unknownKey, mentions: "minLength", #"{ "type": "string", ▶"minLenght": 1 }"#),
        query("a type that isn't there", .schema, mentions: "", #"{ "type": ▶"strin" }"#),
        query("a bad pattern", .schema, #"{ "pattern": ▶"(" }"#),
        query("a schema that is a string", .wrongType, mentions: "a schema", #"▶"string""#),
        query("required beside a bare schema", .schema, mentions: "wrap", #"{ "required": ▶false, "type": "string" }"#),
        query("schema and content", .badValue, mentions: "mutually exclusive", #"{ "schema": {}, "content": ▶{} }"#),
        query(
            "a style of paths in a query", .badValue, mentions: "form", #"{ "style": ▶"simple", "schema": {} }"#),
        query("a default that breaks the schema", .example, #"{ "type": "integer", "default": ▶"one" }"#),
        query("an example that breaks the schema", .example, #"{ "schema": { "minimum": 1 }, "example": ▶0 }"#),
        query(
            "a reference that leads nowhere", .unresolvedReference, mentions: "has no “components”",
            ##"{ "$ref": ▶"#/nothing/x" }"##
        ).saying("nothing"),
        query(
            "a reference to a network", .unresolvedReference, mentions: "network",
            #"{ "$ref": ▶"https://example.com/x.json" }"#),
        query("a file that isn't there", .unresolvedReference, mentions: "doesn't exist", #"{ "$ref": ▶"no.json" }"#),
        .operation(
            "a name mistyped in a reference", .unresolvedReference, mentions: "#/components/schemas/Token",
            components: #"{ "schemas": { "Token": { "type": "string" } } }"#,
            """
            "request": { "method": "GET", "path": "/x", "query": { "a": { "$ref": "#/components/schemas/Token" },
            "b": { "$ref": ▶"#/components/schemas/Tokem" } } }, \(fine)
            """),
        .operation(
            "a parameter that refers to itself", .referenceCycle, mentions: "itself",
            components:
                ##"{ "parameters": { "A": { "$ref": "#/components/parameters/B" }, "B": { "$ref": "#/components/parameters/A" } } }"##,
            ##"\##(get), "responses": { "200": { "$ref": "#/components/parameters/A" } }, \##(cases)"##
        ).marking(##""#/components/parameters/A" } } }"##),
    ]

    static let answers: [BrokenContract] = [
        answer("no answer", .empty, "").marking("{  }"),
        answer("a status that can't be", .badValue, mentions: "404", #"▶"20": { "description": "x" }"#),
        answer("no description", .missingKey, mentions: "description", #""200": ▶{}"#),
        answer(
            "keys beside a reference", .unknownKey, mentions: "no effect",
            ##""200": { "$ref": "#/x-answer", ▶"headers": {} }"##
        ).with(top: #""x-answer": { "description": "Fine." },"#),
        answer(
            "a body on 204", .badValue, mentions: "204",
            #""200": { "description": "x" }, "204": { "description": "x", "body": ▶{ "type": "string" } }"#),
        answer(
            "a header whose name is none", .badValue, mentions: "X Space",
            #""200": { "description": "x", "headers": { "X Space": ▶{ "required": false, "schema": {} } } }"#),
        answer("a body that is no schema", .wrongType, #""200": { "description": "x", "body": ▶[] }"#),
        answer(
            "no media type", .badValue, mentions: "no media type",
            #""200": { "description": "x", "body": { "content": ▶{} } }"#),
        answer(
            "a media type that isn't one", .badValue, mentions: "application/json",
            #""200": { "description": "x", "body": { "content": { ▶"json": {} } } }"#),
        answer(
            "a client that returns and throws", .badValue, mentions: "mutually exclusive",
            #""200": { "description": "x", "client": { "returns": 1, "throws": ▶true } }"#),
        answer(
            "a client that throws false", .badValue, mentions: "must not be false",
            #""200": { "description": "x", "client": { "throws": ▶false } }"#),
        answer(
            "a client that says nothing", .noAssertion, #""200": { "description": "x", "client": ▶{} }"#),
        answer(
            "an error with two names", .badValue,
            #""200": { "description": "x", "client": { "throws": ▶{ "a": 1, "b": 2 } } }"#),
    ]

    static let others: [BrokenContract] = [
        .operation(
            "a derived group that isn't there", .unknownEntry, mentions: "Did you mean “syntax”?",
            #"\#(get), "derived": { ▶"sintax": { "throws": true } }, \#(fine)"#),
        .operation(
            "a derived entry that isn't there", .unknownEntry, mentions: "syntax.trailing-comma",
            #"\#(get), "derived": { ▶"syntax.trailing-coma": { "throws": true } }, \#(fine)"#),
        .operation(
            "a waiver without a reason", .missingKey, mentions: "reason",
            #"\#(get), "derived": { "syntax": { "skip": ▶{} } }, \#(fine)"#),
        .operation(
            "a waiver until no day", .badValue, mentions: "date",
            #"\#(get), "derived": { "syntax": { "skip": { "reason": "x", "until": ▶"2027-02-30" } } }, \#(fine)"#),
        .operation(
            "a retry on nothing known", .unknownEntry, mentions: "Did you mean “connect”?",
            #"\#(get), "client": { "retry": { "on": [▶"conect"], "retryLimit": 1 } }, \#(fine)"#),
        .operation(
            "a retry of no times", .badValue,
            #"\#(get), "client": { "retry": { "on": ["5XX"], "retryLimit": ▶0 } }, \#(fine)"#),
    ]
}

extension BrokenContract {
    /// The first place where `text` stands is the marked one.
    func marking(_ text: String) -> BrokenContract {
        var copy = self
        if let range = copy.text.range(of: text) { copy.text.insert("▶", at: range.lowerBound) }
        return copy
    }

    func saying(_ text: String) -> BrokenContract {
        var copy = self
        copy.mentions = text
        return copy
    }

    func with(top: String) -> BrokenContract {
        var copy = self
        if let range = copy.text.range(of: "\"operations\"") { copy.text.insert(contentsOf: top, at: range.lowerBound) }
        return copy
    }

    /// The mark moved to the brace of the operation that it stands in.
    func shifted() -> BrokenContract {
        var copy = self
        copy.text = copy.text.replacingOccurrences(of: "▶", with: "")
        return copy.marking("{\n\"responses\"")
    }
}
