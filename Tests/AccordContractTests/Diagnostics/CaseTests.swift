// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("Diagnostics of cases")
struct CaseTests {
    @Test("a mistake is reported at its place", arguments: broken)
    func isFound(contract: BrokenContract) {
        contract.check()
    }

    @Test("a valid contract has no diagnostics", arguments: right)
    func isNotFound(contract: BrokenContract) {
        contract.check()
    }

    static let ask = #""request": { "pathParameters": { "shop": "a" }, "body": { "name": "n" } }"#
    static let answer = #""response": { "status": 200, "headers": { "Total": 1 }, "body": { "id": 1 } }"#

    static func account(_ label: String, _ text: String) -> BrokenContract {
        .operation(
            label, label.contains("sends") ? .requestValue : .responseValue,
            components: """
                { "schemas": { "Account": { "type": "object", "required": ["id", "password"], "properties": {
                  "id": { "type": "string", "readOnly": true }, "password": { "type": "string", "writeOnly": true } } } } }
                """,
            """
            "request": { "method": "POST", "path": "/x", "body": { "$ref": "#/components/schemas/Account" } },
            "responses": { "200": { "description": "Fine.", "body": { "$ref": "#/components/schemas/Account" } } },
            "cases": { "a": \(text) }
            """)
    }

    static let omissions: [BrokenContract] = [
        account(
            "sends what is only read",
            """
            { "request": { "body": { ▶"id": "1", "password": "p" } }, "response": { "status": 200, "body": { "id": "1" } } }
            """),
        account(
            "answers what is only written",
            """
            { "request": { "body": { "password": "p" } }, "response": { "status": 200, "body": { "id": "1", ▶"password": "p" } } }
            """),
        account("misses what must be sent", #"{ "request": { "body": ▶{} }, "response": { "status": 200 } }"#)
            .ruled(.requestValue),
    ]

    static let broken: [BrokenContract] = omissions + names + requests + responses + flows + others

    static let names: [BrokenContract] = [
        .cases("a name with a slash", .badValue, mentions: "summary", #"▶"a/b": { \#(ask), \#(answer) }"#),
        .cases("a name in another language", .badValue, #"▶"größer": { \#(ask), \#(answer) }"#),
        .cases(
            "a name that is too long", .badValue, "▶\"\(String(repeating: "a", count: 81))\": { \(ask), \(answer) }"),
        .cases("an unknown key", .unknownKey, mentions: "“response”", #""a": { \#(ask), \#(answer), ▶"reponse": {} }"#),
        .cases("nothing expected", .noAssertion, mentions: "response", #""a": ▶{ \#(ask) }"#),
        .cases("no status", .missingKey, mentions: "status", #""a": { \#(ask), "response": ▶{} }"#),
        .cases("a status that can't be", .badValue, #""a": { \#(ask), "response": { "status": ▶99 } }"#),
        .cases("a status as text", .wrongType, #""a": { \#(ask), "response": { "status": ▶"200" } }"#),
        .cases(
            "nobody that it applies to", .badValue, mentions: "client",
            #""a": { "appliesTo": ▶"clients", \#(ask), \#(answer) }"#),
        .cases(
            "rows of one label", .duplicateID, mentions: "duplicate row",
            #""a": { "each": [{ "label": "x" }, { "label": ▶"x" }], \#(ask), \#(answer) }"#),
        .cases("no row", .empty, #""a": { "each": ▶[], \#(ask), \#(answer) }"#),
        .cases("a label with a bracket", .badValue, #""a": { "each": [{ "label": ▶"[x]" }], \#(ask), \#(answer) }"#),
        .cases("a state without a name", .missingKey, #""a": { "given": [▶{ "params": {} }], \#(ask), \#(answer) }"#),
        .cases("a state that is a number", .wrongType, #""a": { "given": [▶1], \#(ask), \#(answer) }"#),
        .cases("a poll of no times", .badValue, #""a": { "poll": { "retryLimit": ▶0 }, \#(ask), \#(answer) }"#),
        .cases(
            "a skip on a server that isn't there", .badValue, mentions: "unknown server",
            #""a": { "skip": ▶{ "reason": "x", "servers": ["prod"] }, \#(ask), \#(answer) }"#),
    ]

    static func asking(_ label: String, _ rule: ContractRule, mentions: String = "", _ request: String)
        -> BrokenContract
    {
        .cases(label, rule, mentions: mentions, #""a": { "request": { \#(request) }, \#(answer) }"#)
    }

    static let requests: [BrokenContract] = [
        asking("a query item that isn't documented", .undocumented, mentions: "“page”", #""query": { "pgae": ▶1 }"#),
        asking("a header that isn't documented", .undocumented, #""headers": { "Other": ▶"x" }"#),
        asking("a query item out of range", .requestValue, mentions: "page", #""query": { "page": ▶0 }"#),
        asking("a query item of another type", .requestValue, #""query": { "page": ▶"one" }"#),
        asking("an empty path parameter", .requestValue, #""pathParameters": { "shop": ▶"" }"#),
        asking(
            "a required one left out", .requestValue, mentions: "omits it", #""pathParameters": { "shop": ▶null }"#),
        asking("a body without what is required", .requestValue, mentions: "name", #""body": ▶{}"#),
        asking("a body with a value out of range", .requestValue, #""body": { "name": ▶"" }"#),
        asking("no body where one is required", .requestValue, mentions: "must have a body", #""bodyText": ▶"""#),
        asking("two bodies", .badValue, mentions: "mutually exclusive", #""body": { "name": "n" }, "bodyText": ▶"x""#),
        asking("a text that is no JSON", .requestValue, mentions: "isn't JSON", #""bodyText": ▶"{""#),
        asking("bytes that aren't base64", .badValue, mentions: "base64", #""bodyBase64": ▶"a""#),
        asking("a file that isn't there", .bodyFile, mentions: "doesn't exist", #""bodyFile": ▶"bodies/no.json""#),
        asking("a file above the contract", .bodyFile, mentions: "outside", #""bodyFile": ▶"../secret""#),
        asking("a file from the root", .bodyFile, mentions: "outside", #""bodyFile": ▶"/etc/passwd""#),
        asking(
            "another media type", .undocumented, mentions: "application/json",
            #""headers": { "Content-Type": ▶"text/plain" }, "bodyText": "x""#),
        asking("parts of what has none", .requestValue, mentions: "parts", #""parts": ▶{ "a": { "bodyText": "x" } }"#),
        asking("a path that is none", .jsonPath, mentions: "column", #""asserts": { ▶"$.[": {} }"#),
        asking(
            "assertions that it breaks itself", .requestValue, mentions: "$.name",
            #""body": { "name": "n" }, "asserts": { ▶"$.name": { "const": "m" } }"#),
        asking("no assertion in asserts", .noAssertion, #""asserts": ▶{}"#),
    ]

    static func answering(_ label: String, _ rule: ContractRule, mentions: String = "", _ text: String)
        -> BrokenContract
    {
        .cases(label, rule, mentions: mentions, #""a": { \#(ask), "response": \#(text) }"#)
    }

    static let responses: [BrokenContract] = [
        answering("an undocumented status", .undocumentedStatus, mentions: "200, 204, 400", #"▶{ "status": 404 }"#),
        answering(
            "an undocumented header", .undocumented, mentions: "“Total”",
            #"{ "status": 200, "headers": { "Totla": ▶1 } }"#),
        answering("a header of another type", .responseValue, #"{ "status": 200, "headers": { "Total": ▶"many" } }"#),
        answering(
            "a required header left out", .responseValue, mentions: "omits it",
            #"{ "status": 200, "headers": { "Total": ▶null } }"#),
        answering(
            "a body of another type", .responseValue, mentions: "id", #"{ "status": 200, "body": { "id": ▶"one" } }"#),
        answering("a body that must not be", .responseValue, mentions: "no body", #"{ "status": 204, "body": ▶{} }"#),
        answering("a body that must be", .responseValue, mentions: "must have", #"{ "status": 200, "bodyText": ▶"" }"#),
        answering(
            "an assertion that nothing meets", .responseValue, mentions: "nothing matches",
            #"{ "status": 200, "body": { "id": 1 }, "asserts": { ▶"$.no": {} } }"#),
        answering(
            "an assertion that forbids what is there", .responseValue, mentions: "matches",
            #"{ "status": 200, "body": { "id": 1 }, "asserts": { ▶"$.id": false } }"#),
        answering(
            "a fault that isn't there", .unknownEntry, mentions: "Did you mean “offline”?", #"{ "fault": ▶"offlin" }"#),
        answering("a fault and a status", .unknownKey, #"{ "fault": "offline", ▶"status": 200 }"#),
        answering("a wait of no time", .badValue, #"{ "status": 200, "within": ▶0 }"#),
        .cases(
            "a file that breaks the schema", .responseValue, mentions: "id",
            files: ["Specs/bodies/a.json": "{ \"id\": \"one\" }"],
            #""a": { \#(ask), "response": { "status": 200, "bodyFile": "bodies/a.json" } }"#
        ).inFile("Specs/bodies/a.json", "1:9"),
    ]

    static let flows: [BrokenContract] = [
        .cases(
            "a case before that isn't there", .unknownCase, mentions: "Did you mean “op/a”?",
            #""a": { \#(ask), \#(answer) }, "b": { "after": [▶"op/aa"], \#(ask), \#(answer) }"#),
        .cases(
            "a case before that has rows", .unknownCase, mentions: "op/a[0]",
            #""a": { "each": [{}], \#(ask), \#(answer) }, "b": { "after": [▶"op/a"], \#(ask), \#(answer) }"#),
        .cases(
            "a case that waits for itself", .caseCycle, mentions: "op/a → op/b → op/a",
            #""a": { "after": [▶"op/b"], \#(ask), \#(answer) }, "b": { "after": ["op/a"], \#(ask), \#(answer) }"#),
        .cases(
            "an output twice in a flow", .duplicateOutput,
            #""a": { \#(ask), \#(answer), "outputs": { "id": "$response.body#/id" } }, "b": { "after": ["op/a"], \#(ask), \#(answer), "outputs": { ▶"id": "$response.body#/id" } }"#
        ),
        .cases(
            "an expression that is none", .expression, mentions: "body",
            #""a": { \#(ask), \#(answer), "outputs": { "id": ▶"$response.bdy" } }"#),
        .cases(
            "a JSONPath that is none", .expression, mentions: "column",
            #""a": { \#(ask), \#(answer), "outputs": { "id": ▶"$.[" } }"#),
        .cases(
            "a pattern without a group", .expression, mentions: "parentheses",
            #""a": { \#(ask), \#(answer), "outputs": { "id": { "from": "$.id", "pattern": ▶"x" } } }"#),
        .cases("one step", .badValue, mentions: "two steps", #""a": { "steps": ▶[{ \#(ask), \#(answer) }] }"#),
        .cases(
            "steps and a response", .badValue, mentions: "mutually exclusive",
            #""a": { "steps": [{ \#(ask), \#(answer) }, { \#(answer) }], "response": ▶{ "status": 200 } }"#),
        .cases(
            "a step of an operation that isn't there", .unknownOperation, mentions: "“op”",
            #""a": { "steps": [{ \#(ask), \#(answer) }, ▶{ "operationId": "opp", \#(answer) }] }"#),
    ]

    static let others: [BrokenContract] = [
        asking("a row where there is none", .unknownName, mentions: "each", #""query": { "page": ▶"${row.page}" }"#),
        asking(
            "an output that nothing gives", .unknownName, mentions: "after", #""query": { "page": ▶"${outputs.page}" }"#
        ),
        asking("a name that means nothing", .unknownName, mentions: "${env.", #""query": { "page": ▶"${evn.PAGE}" }"#),
        asking("an unclosed name", .unknownName, mentions: "$${", #""body": { "name": ▶"${row.x" }"#),
        asking(
            "an answer that isn't there yet", .unknownName, mentions: "client",
            #""body": { "name": ▶"${response.body}" }"#),
        .cases(
            "a key that the row hasn't", .unknownName, mentions: "${row.page}",
            #""a": { "each": [{ "page": 1 }], "request": { "query": { "page": ▶"${row.pgae}" } }, \#(answer) }"#),
        .cases(
            "a parameter that no state has", .unknownName, mentions: "${given.id}",
            #""a": { "given": [{ "name": "x", "params": { "id": "1" } }], "request": { "pathParameters": { "shop": ▶"${given.di}" } }, \#(answer) }"#
        ),
        .cases(
            "two answers to one question", .ambiguousCases, mentions: "given",
            #""a": { \#(ask), \#(answer) }, ▶"b": { \#(ask), "response": { "status": 400 } }"#),
        .cases(
            "two answers to one row", .ambiguousCases,
            #""a": { "each": [{ "id": "1" }], "request": { "pathParameters": { "shop": "${row.id}" } }, \#(answer) }, ▶"b": { "request": { "pathParameters": { "shop": "1" } }, "response": { "status": 400 } }"#
        ),
        .cases(
            "a client for the server", .noAssertion,
            #""a": { "appliesTo": "server", \#(ask), \#(answer), "client": ▶{ "returns": 1 } }"#),
        .cases(
            "a fault for the server", .noAssertion,
            #""a": { "appliesTo": "server", \#(ask), "response": ▶{ "fault": "offline" } }"#),
        .cases(
            "a poll for the client", .noAssertion,
            #""a": { "appliesTo": "client", \#(ask), \#(answer), "poll": ▶{ "retryLimit": 1 } }"#),
        asking(
            "a GitHub token", .secret, mentions: "GitHub",
            #""headers": { "Authorization": ▶"Bearer ghp_\#(String(repeating: "aB3", count: 12))" }"#),
        asking(
            "an AWS access key", .secret, mentions: "AWS", #""headers": { "Trace": ▶"AKIA\#("IOSFODNN7EXAMPLE")" }"#),
        asking(
            "a random text", .secret, mentions: "random",
            #""headers": { "Trace": ▶"q7Zk2Xw9LmB4tR8vN1cY5hJ6pD3sF0gA" }"#),
    ]

    static func right(_ label: String, files: [String: String] = [:], _ text: String) -> BrokenContract {
        .cases(label, .badValue, files: files, text)
    }

    static let right: [BrokenContract] = [
        right("a simple case", #""a": { \#(ask), \#(answer) }"#),
        right("nothing asked that is optional", #""a": { \#(answer) }"#),
        right("a number as text", #""a": { "request": { "query": { "page": "2" } }, \#(answer) }"#),
        right("an optional one left out", #""a": { "request": { "query": { "page": null } }, \#(answer) }"#),
        right(
            "a broken request that is refused",
            #""a": { "appliesTo": "server", "request": { "query": { "page": "x" }, "bodyText": "{" }, "response": { "status": 400 } }"#
        ),
        right(
            "an undocumented answer for the client",
            #""a": { "appliesTo": "client", \#(ask), "response": { "status": 418, "bodyText": "x" } }"#),
        right("an undocumented body", #""a": { \#(ask), "response": { "status": 400, "bodyText": "whatever" } }"#),
        right(
            "a fault beside an answer",
            #""a": { \#(ask), \#(answer) }, "b": { \#(ask), "response": { "fault": "offline" } }"#),
        right(
            "two answers in two states",
            #""a": { \#(ask), \#(answer) }, "b": { "given": ["x"], \#(ask), "response": { "status": 400 } }"#),
        right(
            "two answers, one for the client",
            #""a": { \#(ask), \#(answer) }, "b": { "appliesTo": "client", \#(ask), "response": { "status": 400 } }"#),
        right(
            "two answers for the client",
            #""a": { "appliesTo": "client", \#(ask), "response": { "status": 500 } }, "b": { "appliesTo": "client", \#(ask), "response": { "status": 400 } }"#
        ),
        right(
            "rows told apart by a state's parameter",
            #""a": { "each": [{ "t": 1 }, { "t": 2 }], "given": [{ "name": "x", "params": { "t": "${row.t}" } }], \#(ask), "response": { "status": 200, "body": { "id": "${row.t}" } } }"#
        ),
        right("two cases of one answer", #""a": { \#(ask), \#(answer) }, "b": { \#(ask), \#(answer) }"#),
        right(
            "a status from a row", #""a": { "each": [{ "s": 200 }], \#(ask), "response": { "status": "${row.s}" } }"#),
        right(
            "a bound from a row",
            #""a": { "each": [{ "m": 0 }], \#(ask), "response": { "status": 200, "body": { "id": 1 }, "asserts": { "$.id": { "minimum": "${row.m}" } } } }"#
        ),
        right("a literal dollar", #""a": { "request": { "body": { "name": "$${row.x} $5 {y}" } }, \#(answer) }"#),
        right(
            "environment and run", #""a": { "request": { "body": { "name": "${env.NAME}-${run.id}" } }, \#(answer) }"#),
        right(
            "outputs of what comes before",
            #""a": { \#(ask), \#(answer), "outputs": { "id": "$response.body#/id" } }, "b": { "after": ["op/a"], "request": { "query": { "page": "${outputs.id}" } }, \#(answer), "client": { "returns": "${response.body#/id}" } }"#
        ),
        right(
            "outputs of an earlier step",
            #""a": { "steps": [{ \#(ask), \#(answer), "outputs": { "id": "$.id" } }, { "request": { "query": { "page": "${outputs.id}" } }, \#(answer) }] }"#
        ),
        right(
            "the same request again", #""a": { "steps": [{ \#(ask), "response": { "status": 400 } }, { \#(answer) }] }"#
        ),
        right(
            "a body from a file", files: ["Specs/bodies/a.json": "{ \"id\": 1 }"],
            #""a": { \#(ask), "response": { "status": 200, "bodyFile": "bodies/a.json" } }"#),
        right(
            "identifiers and digests",
            #""a": { "request": { "headers": { "Trace": "b4f5c8c2-9a3f-4a52-9a41-2d3a3e6f0c11 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" } }, \#(answer) }"#
        ),
        right(
            "long names",
            #""a": { "request": { "headers": { "Trace": "getUserAccountDetailsByIdentifierVersion2AndRegion3" } }, \#(answer) }"#
        ),
    ]
}

extension BrokenContract {
    func ruled(_ rule: ContractRule) -> BrokenContract {
        var copy = self
        copy.rule = rule
        return copy
    }

    /// The mistake is in another file.
    func inFile(_ file: String, _ place: String) -> BrokenContract {
        var copy = self
        copy.otherPlaces = ["\(file):\(place)"]
        return copy
    }
}

@Suite("Diagnostics of cases that HTTP doesn't allow")
struct UnsendableCaseTests {
    private static func messages(_ response: String) -> [String] {
        let text = """
            { "contract": "1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "https://t.example" }],
              "operations": { "x": { "request": { "method": "GET", "path": "/x" },
                "responses": { "200": { "description": "D." }, "204": { "description": "D." } },
                "cases": { "a": { "response": { \(response) } } } } } }
            """
        let result = ContractLoader.load("t.json", files: MemoryFiles(["t.json": text]))
        return result.diagnostics.filter { $0.severity == .error }.map(\.message)
    }

    @Test("invalid fields, lengths and bodies are errors")
    func isFound() {
        let wrong = [
            (#""status": 200, "headers": { "X-A": "a\r\nX-B: b" }"#, "line break"),
            (#""status": 200, "headers": { "X A": "a" }"#, "invalid field name"),
            (#""status": 200, "headers": { "Content-Length": "3" }"#, "the length of the body"),
            (#""status": 200, "headers": { "transfer-encoding": "chunked" }"#, "the length of the body"),
            (#""status": 204, "body": { "a": 1 }"#, "status 204 has no body"),
        ]
        for (response, message) in wrong {
            #expect(Self.messages(response).contains { $0.contains(message) }, "\(response)")
        }
    }

    @Test("a valid response has no diagnostics")
    func isRight() {
        #expect(Self.messages(#""status": 200"#) == [])
        #expect(Self.messages(#""status": 204"#) == [])
    }
}
