// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

/// Mistakes that an editor can show while they are typed, each of which lint finds, too.
@Suite("Misspelled keys and values")
struct EditorMistakes {
    @Test("a misspelling is reported", arguments: all)
    func isFound(contract: BrokenContract) {
        let found = Contracts.load(contract.text).diagnostics
        #expect(
            found.contains { $0.severity == .error && $0.rule == contract.rule.rawValue }, "\(found.map(\.rendered))")
    }

    private typealias Operations = OperationTests

    private static func schema(_ label: String, _ text: String, _ rule: ContractRule = .schema) -> BrokenContract {
        Operations.query(label, rule, text)
    }

    private static func path(_ label: String, _ path: String) -> BrokenContract {
        Operations.request(label, .path, #""method": "GET", "path": "\#(path)""#)
    }

    private static func server(_ label: String, _ url: String) -> BrokenContract {
        BrokenContract(
            label: label, rule: .badValue,
            text: FormTests.top(FormTests.info + ", \"servers\": [{ \"url\": \"\(url)\" }]"))
    }

    private static func output(_ label: String, _ expression: String) -> BrokenContract {
        .cases(
            label, .expression,
            #""a": { \#(CaseTests.ask), \#(CaseTests.answer), "outputs": { "id": "\#(expression)" } }"#)
    }

    private static func scheme(_ label: String, _ rule: ContractRule, _ text: String) -> BrokenContract {
        BrokenContract(
            label: label, rule: rule,
            text: FormTests.top(
                FormTests.info
                    + ", \"security\": [{ \"a\": [] }], \"components\": { \"securitySchemes\": { \"a\": \(text) } }"))
    }

    static let all: [BrokenContract] = [
        schema("a keyword of an older draft", #"{ "type": "array", "additionalItems": false }"#, .unknownKey),
        schema("OpenAPI 3.0's nullable", #"{ "type": "string", "nullable": true }"#, .unknownKey),
        schema(
            "a keyword mistyped deep inside", #"{ "properties": { "a": { "items": { "maxmum": 1 } } } }"#, .unknownKey),
        schema("a negative length", #"{ "minLength": -1 }"#),
        schema("a length that is a text", #"{ "maxLength": "5" }"#),
        schema("a minimum that is a text", #"{ "minimum": "1" }"#),
        schema("a type in a list that isn't there", #"{ "type": ["string", "nul"] }"#),
        schema("properties as a list", #"{ "properties": ["a"] }"#),
        schema("enum as a text", #"{ "enum": "a" }"#),
        schema("anyOf as an object", #"{ "anyOf": {} }"#),
        schema("anyOf of nothing", #"{ "anyOf": [] }"#),
        schema("a multiple of nothing", #"{ "multipleOf": 0 }"#),
        schema("a format that is a number", #"{ "format": 1 }"#),
        schema("a pattern of names that is none", #"{ "patternProperties": { "(": {} } }"#),
        path("a brace that isn't opened", "/id}"), path("a parameter without a name", "/{}"),
        path("a parameter with a slash", "/{a/b}"), path("a percent sign by itself", "/100%"),
        path("a fragment in the path", "/x#y"),
        server("a server that is a path", "/v1"), server("a server with a query", "https://api.example/?a=1"),
        server("a server of another scheme", "ftp://api.example"), server("a server without a host", "https:///v1"),
        server("a server with a space", "https://api example"),
        output("a part of a response that isn't there", "$response.bodi#/id"),
        output("a part of a request that isn't there", "$request.param.x"),
        output("a pointer without a hash", "$response.body/id"), output("a header without a name", "$response.header."),
        output("a path that goes nowhere", "$.items["), output("a name without a dollar", "id"),
        scheme("a scheme of another type", .badValue, #"{ "type": "openIdConnect" }"#),
        scheme("an API key that goes into the body", .badValue, #"{ "type": "apiKey", "name": "k", "in": "body" }"#),
        scheme("an API key without a name", .missingKey, #"{ "type": "apiKey", "in": "header" }"#),
        scheme("a flow that isn't supported", .unknownKey, #"{ "type": "oauth2", "flows": { "implicit": {} } }"#),
        scheme(
            "credentials of a bearer token for a key", .unknownKey,
            #"{ "type": "apiKey", "name": "k", "in": "header", "credentials": { "token": "${env.T}" } }"#),
        Operations.request(
            "a path parameter that is optional", .badValue,
            #""method": "GET", "path": "/{id}", "pathParameters": { "id": { "required": false, "schema": {} } }"#),
        Operations.request(
            "a style of queries in a path", .badValue,
            #""method": "GET", "path": "/{id}", "pathParameters": { "id": { "style": "form", "schema": {} } }"#),
        Operations.request(
            "a style of queries in a cookie", .badValue,
            #""method": "GET", "path": "/x", "cookies": { "id": { "style": "deepObject", "schema": {} } }"#),
        Operations.query(
            "two media types of a query item", .badValue,
            #"{ "content": { "application/json": { "schema": {} }, "text/plain": { "schema": {} } } }"#),
        Operations.query("a media type without a schema", .missingKey, #"{ "content": { "application/json": {} } }"#),
        Operations.answer(
            "a class of statuses in small letters", .badValue, #""4xx": { "description": "x" }"#),
        Operations.answer(
            "a media type with a space", .badValue,
            #""200": { "description": "x", "body": { "content": { "text / plain": {} } } }"#),
        .operation(
            "a retry on a status that can't be", .unknownEntry,
            #"\#(Operations.get), "client": { "retry": { "on": ["600"], "retryLimit": 1 } }, \#(Operations.fine)"#),
        .operation(
            "a waiver that throws", .badValue,
            #"\#(Operations.get), "derived": { "syntax": { "skip": { "reason": "x" }, "throws": true } }, \#(Operations.fine)"#
        ),
        CaseTests.asking("an environment variable without a name", .unknownName, #""query": { "page": "${env}" }"#),
        CaseTests.asking("a state where none is given", .unknownName, #""query": { "page": "${given.page}" }"#),
        CaseTests.asking(
            "an assertion with a mistyped keyword", .unknownKey, #""asserts": { "$.name": { "minLenght": 1 } }"#),
    ]
}
