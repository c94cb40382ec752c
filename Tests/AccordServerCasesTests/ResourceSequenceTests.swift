// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordContract
@testable import AccordCore
@testable import AccordVerifier

@Suite("Sequences of requests for created resources")
struct ResourceSequenceTests {
    private static let text = #"""
        { "contract": "1.0", "info": { "title": "Life", "version": "1" }, "servers": [ { "url": "https://life.example" } ],
          "operations": {
            "add": {
              "request": { "method": "POST", "path": "/notes", "body": { "$ref": "#/components/schemas/New" } },
              "responses": { "201": { "description": "It.", "body": { "$ref": "#/components/schemas/Note" } } },
              "cases": { "adds": { "request": { "body": { "text": "a" } }, "response": { "status": 201, "body": { "id": "1", "text": "a" } } } } },
            "list": {
              "request": { "method": "GET", "path": "/notes", "query": { "done": { "required": false, "schema": { "type": "boolean" } } } },
              "responses": { "200": { "description": "All.", "body": { "type": "array", "items": { "$ref": "#/components/schemas/Note" } } } },
              "cases": { "lists": { "request": { "query": { "done": true } }, "response": { "status": 200, "body": [] } } } },
            "get": {
              "request": { "method": "GET", "path": "/notes/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Note" } }, "404": { "description": "None." } },
              "cases": { "reads": { "request": { "pathParameters": { "id": "1" } }, "response": { "status": 200 } } } },
            "put": {
              "request": { "method": "PUT", "path": "/notes/{id}", "pathParameters": { "id": { "type": "string" } }, "body": { "$ref": "#/components/schemas/New" } },
              "responses": { "204": { "description": "Done." }, "404": { "description": "None." } },
              "cases": { "changes": { "request": { "pathParameters": { "id": "1" }, "body": { "text": "b" } }, "response": { "status": 204 } } } },
            "remove": {
              "request": { "method": "DELETE", "path": "/notes/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "204": { "description": "Gone." }, "404": { "description": "None." } },
              "cases": { "removes": { "request": { "pathParameters": { "id": "1" } }, "response": { "status": 204 } } } }
          },
          "components": { "schemas": {
            "New": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
            "Note": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" }, "text": { "type": "string" } } }
          } } }
        """#

    private func cases(
        _ options: FuzzOptions, _ text: String = text, replaying ids: [String] = []
    ) throws -> [Case] {
        let result = ContractLoader.load("life.json", files: MemoryFiles(["life.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        return FuzzPlan([contract], options: options, replaying: ids).cases.joined()
            .filter { FuzzID($0.id)?.isSequence == true }
    }

    /// Two sequences, and 200 other requests.
    private static let two = FuzzOptions(count: 200, seed: 7, allowsUnsafe: true)
    /// One sequence, and one other request.
    private static let one = FuzzOptions(count: 1, seed: 7, allowsUnsafe: true)

    /// Returns five sequences without the requests of a run.
    private func sequences(_ text: String = text, of operation: String = "add") throws -> [Case] {
        try cases(
            FuzzOptions(count: 0, seed: 7), text, replaying: (1...5).map { "\(operation)~fuzz.7-sequence-\($0)" })
    }

    /// Returns a sequence without the requests of a run.
    private func sequence(_ number: Int, _ text: String = text) throws -> Case {
        let id = "add~fuzz.7-sequence-\(number)"
        return try #require(cases(FuzzOptions(count: 0, seed: 7), text, replaying: [id]).first)
    }

    @Test(
        "a resource in an envelope has sequences, too",
        arguments: [
            (##""data": { "$ref": "#/components/schemas/Note" }"##, true),
            (##""data": { "$ref": "#/components/schemas/Note" }, "included": {}"##, true),
            (##""note": { "$ref": "#/components/schemas/Note" }, "extra": {}"##, false),
            (#""data": { "type": "object", "properties": { "name": {} } }"#, false),
        ])
    func envelope(properties: String, isFound: Bool) throws {
        let note = ##""201": { "description": "It.", "body": { "$ref": "#/components/schemas/Note" } }"##
        let text = Self.text.replacing(
            note,
            with: #""201": { "description": "It.", "body": { "type": "object", "properties": { \#(properties) } } }"#
        ).replacing(#""body": { "id": "1", "text": "a" }"#, with: #""body": { "data": { "id": "1" }, "extra": 1 }"#)
        let cases = try cases(Self.one, text)
        #expect(cases.isEmpty != isFound)
        let names = cases.first?.steps.first?.outputs.map(\.name)
        #expect(names == (isFound ? ["add_id"] : nil))
    }

    @Test("sequences contain no generated id of another resource, unless it is required", arguments: [false, true])
    func otherIDs(isRequired: Bool) throws {
        let (name, value) = isRequired ? (#", "shelfId""#, #", "shelfId": 1 }"#) : ("", " }")
        let text = Self.text.replacing(
            #""required": ["text"], "properties": { "#,
            with: #""required": ["text"\#(name)], "properties": { "shelfId": { "type": "integer" }, "#
        ).replacing(#""body": { "text": "a" }"#, with: #""body": { "text": "a"\#(value)"#)
            .replacing(#""body": { "text": "b" }"#, with: #""body": { "text": "b"\#(value)"#)
        let creations = try sequences(text).dropFirst().flatMap(\.steps)
            .filter { $0.operation.request.method == "POST" }
        let bodies = creations.compactMap { step in
            if case .json(let value)? = step.request?.body?.content { JSON(value) } else { nil }
        }
        #expect(!bodies.isEmpty && bodies.allSatisfy { ($0.object?["shelfId"] != nil) == isRequired }, "\(bodies)")
    }

    @Test("the first sequence is the life of one resource, and later ones use up to three resources")
    func life() throws {
        let two = try self.cases(Self.two).map(\.id)
        let cases = try sequences()
        #expect(two == ["add~fuzz.7-sequence-1", "add~fuzz.7-sequence-2"])
        #expect(cases.map(\.id).starts(with: two) && cases.count == 5)
        #expect(
            cases[0].steps.map(\.operation.request.method) == [
                "POST", "GET", "PUT", "GET", "GET", "DELETE", "GET", "GET", "DELETE",
            ])
        #expect(cases[0].steps[4].operation.id == "list" && cases[0].steps[4].request?.query.isEmpty == true)
        #expect(
            cases[0].steps.compactMap(\.resourceUse?.isDeleted) == [
                false, false, false, false, false, false, true, true, true,
            ])
        let uses = cases.dropFirst().flatMap(\.steps).compactMap(\.resourceUse)
        #expect(Set(uses.map(\.resource)).isSubset(of: [0, 1, 2]) && uses.contains { $0.resource > 0 })
        #expect(cases.allSatisfy(RunPlan.isForServers))
    }

    @Test(
        "the first sequence sets an optional property to null, if the schema allows null",
        arguments: [(#"["string", "null"]"#, [#"{"text":null}"#]), (#""string""#, [])])
    func cleared(type: String, bodies: [String]) throws {
        let text = Self.text.replacing(#""method": "PUT""#, with: #""method": "PATCH""#).replacing(
            ##""pathParameters": { "id": { "type": "string" } }, "body": { "$ref": "#/components/schemas/New" }"##,
            with: """
                "pathParameters": { "id": { "type": "string" } },
                "body": { "type": "object", "properties": { "text": { "type": \(type), "example": "x" } } }
                """)
        let changes = try sequence(1, text).steps.filter { $0.operation.request.method == "PATCH" }
        let sent = changes.compactMap { step in
            if case .json(let value)? = step.request?.body?.content { value.text } else { nil }
        }
        #expect(sent.filter { $0.contains("null") } == bodies)
    }

    @Test("a sequence depends only on its id, and is repeated by the id")
    func deterministic() throws {
        func texts(_ cases: [Case]) throws -> [String] {
            try cases.flatMap { testCase in
                try testCase.steps.indices.map { step in
                    let request = try testCase.request(
                        step, scope: testCase.scope(outputs: ["add_id": "9"]), baseURL: "https://l.example")
                    return "\(request.method) \(request.url) \(String(decoding: request.body, as: UTF8.self))"
                }
            }
        }
        let all = try sequences()
        #expect(all.count == 5)
        #expect(try texts(sequences()) == texts(all))
        let none = FuzzOptions(count: 0, seed: 1)
        for testCase in all {
            let again = try cases(none, replaying: [testCase.qualifiedID])
            #expect(again.map(\.id) == [testCase.id])
            #expect(try texts(again) == texts([testCase]))
        }
        #expect(Set(try texts(all).filter { $0.hasPrefix("PUT") }).count > 1)
    }

    @Test("no sequence is sent without permission, without an id, and if an operation deletes all resources")
    func omitted() throws {
        #expect(try cases(Self.one).count == 1)
        #expect(try cases(FuzzOptions(count: 1, seed: 7)).isEmpty)
        #expect(
            try cases(
                Self.one,
                Self.text.replacing(#""id": { "type": "string" }, "text""#, with: #""text""#)
                    .replacing(#""required": ["id"], "properties""#, with: #""properties""#)
            ).isEmpty)
        let all = #"""
            "clear": { "request": { "method": "DELETE", "path": "/notes" }, "responses": { "204": { "description": "Gone." } },
              "cases": { "clears": { "response": { "status": 204 } } } }, "add": {
            """#
        #expect(try cases(Self.one, Self.text.replacing(#""add": {"#, with: all)).isEmpty)
        let waived = #""add": { "derived": { "fuzz": { "skip": { "reason": "no" } } },"#
        #expect(try cases(Self.one, Self.text.replacing(#""add": {"#, with: waived)).isEmpty)
    }

    /// The responses of a server to the first sequence, with one defect or none.
    struct Defect: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var step: Int
        var status = 200
        var body: String?
        var rule: String?
    }

    static let defects = [
        Defect(testDescription: "reads the created resource", step: 1, body: #"{"id":"9","text":"a"}"#),
        Defect(testDescription: "loses the created resource", step: 1, status: 404, rule: "resource.lost"),
        Defect(
            testDescription: "returns a different text", step: 1, body: #"{"id":"9","text":"z"}"#,
            rule: "resource.stale"),
        Defect(testDescription: "normalizes the text", step: 1, body: #"{"id":"9","text":" A."}"#),
        Defect(testDescription: "loses the resource before its change", step: 2, status: 404, rule: "resource.lost"),
        Defect(testDescription: "fails on the change", step: 2, status: 500, rule: "fuzz.crashed"),
        Defect(testDescription: "shows the change", step: 3),
        Defect(testDescription: "hides the change", step: 3, body: #"{"id":"9","text":"a"}"#, rule: "resource.stale"),
        Defect(testDescription: "stores a third value", step: 3, body: #"{"id":"9","text":"other"}"#),
        Defect(testDescription: "lists the resource", step: 4, body: #"[{"id":"3"},{"id":"9"}]"#),
        Defect(
            testDescription: "doesn't list the resource", step: 4, body: #"[{"id":"3"}]"#, rule: "resource.unlisted"),
        Defect(testDescription: "returns an empty list", step: 4, body: "[]", rule: "resource.unlisted"),
        Defect(
            testDescription: "returns the deleted resource", step: 6, body: #"{"id":"9"}"#, rule: "refusal.accepted"),
        Defect(testDescription: "knows no deleted resource", step: 6, status: 404),
        Defect(testDescription: "lists the deleted resource", step: 7, rule: "resource.listed"),
        Defect(testDescription: "doesn't list the deleted resource", step: 7, body: #"[{"id":"3"}]"#),
        Defect(testDescription: "deletes again", step: 8, status: 204),
    ]

    @Test("a response of a sequence may not contradict the earlier responses", arguments: defects)
    func judged(defect: Defect) throws {
        let testCase = try sequence(1)
        let json = [HTTPField("Content-Type", "application/json")]
        func response(_ status: Int, _ body: String) -> HTTPResponse {
            HTTPResponse(status: status, headers: body.isEmpty ? [] : json, body: Array(body.utf8))
        }
        let scope = testCase.scope(outputs: ["add_id": "9"])
        let exchanges = try (0...defect.step).map { step in
            let request = try testCase.request(step, scope: scope, baseURL: "https://l.example")
            let sent = String(decoding: request.body, as: UTF8.self)
            var answer: HTTPResponse
            switch testCase.steps[step].resourceUse?.action {
            case .create: answer = response(201, #"{"id":"9",\#(sent.dropFirst())"#)
            case .change, .delete: answer = response(204, "")
            case .read:
                let put = try testCase.request(2, scope: scope, baseURL: "https://l.example").body
                let text = step == 1 ? #"{"text":"a"}"# : String(decoding: put, as: UTF8.self)
                answer = response(200, #"{"id":"9",\#(text.dropFirst())"#)
            case .list, nil: answer = response(200, #"[{"id":"9"}]"#)
            }
            if step == defect.step, defect.body != nil || defect.status != 200 {
                answer = response(defect.status, defect.status == 404 ? "" : defect.body ?? "")
            }
            return StepExchange(step: step, request: request, response: answer)
        }
        let judgement = Judge.judge(
            exchanges[defect.step].response, of: testCase, step: defect.step, scope: scope, exchanges: exchanges)
        #expect(judgement.findings.map(\.rule.id) == (defect.rule.map { [$0] } ?? []), "\(judgement.findings)")
        #expect(judgement.assertions > 0)
        let isFound = judgement.findings.first?.message == "GET /notes/{id} found a deleted resource"
        #expect(isFound == (defect.rule == "refusal.accepted"))
    }

    @Test(
        "an incomplete list may lack a resource",
        arguments: [
            ("[]", "", true), (#"{"items":[],"total":0}"#, "", false), (#"{"items":[]}"#, "", true),
            ("[]", #""limit": { "required": false, "schema": { "type": "integer" } }"#, false),
            ("[]", #""limit": { "required": false, "schema": { "type": "integer", "default": 20 } }"#, true),
            (
                #"{"items":[],"has_more":true}"#,
                #""limit": { "required": false, "schema": { "type": "integer", "default": 20 } }"#, false
            ),
            (
                #"{"items":[],"has_more":false}"#,
                #""limit": { "required": false, "schema": { "type": "integer", "default": 20 } }"#, true
            ),
            (#"{"items":[],"others":[]}"#, "", false), (#"[{"name":"x"}]"#, "", false),
            // Without a query, the list has only elements with the default.
            ("[]", #""text": { "required": false, "schema": { "type": "string", "default": "b" } }"#, false),
            ("[]", #""text": { "required": false, "schema": { "type": "string", "default": "a" } }"#, true),
            ("[]", #""done_only": { "required": false, "schema": { "type": "boolean", "default": true } }"#, false),
        ])
    func pages(body: String, parameter: String, isComplete: Bool) throws {
        let text = Self.text
            .replacing(
                ##""body": { "type": "array", "items": { "$ref": "#/components/schemas/Note" } }"##,
                with: #""body": {}"#
            )
            .replacing(
                #""query": { "done": {"#, with: #""query": { \#(parameter)\#(parameter.isEmpty ? "" : ", ")"done": {"#)
        let testCase = try sequence(1, text)
        let json = [HTTPField("Content-Type", "application/json")]
        let created = HTTPResponse(status: 201, headers: json, body: Array(#"{"id":"9","text":"a"}"#.utf8))
        let listed = HTTPResponse(status: 200, headers: json, body: Array(body.utf8))
        let scope = testCase.scope(outputs: ["add_id": "9"])
        let exchanges = try [(0, created), (4, listed)].map { step, response in
            StepExchange(
                step: step, request: try testCase.request(step, scope: scope, baseURL: "https://l.example"),
                response: response)
        }
        let rules = Judge.judge(listed, of: testCase, step: 4, scope: scope, exchanges: exchanges).findings.map(
            \.rule.id)
        #expect(rules == (isComplete ? ["resource.unlisted"] : []))
    }

    private static let richText = text.replacing(
        ##""properties": { "text": { "type": "string" } } },"##,
        with:
            ##""properties": { "id": { "type": "string", "readOnly": true }, "text": { "type": "string" }, "name": { "type": "string" }, "count": { "type": "integer" }, "done": { "type": "boolean" }, "due": { "type": "string", "format": "date-time" }, "day": { "type": "string", "format": "date" }, "state": { "enum": ["a", "b"] }, "part": { "type": "object" } } },"##
    )

    /// Returns the rules that a GET violates after a POST, and after a PATCH if there is one. A request that isn't JSON
    /// is a form.
    private func rules(created: String, confirmed: String? = nil, patch: String? = nil, read: String) throws -> [String]
    {
        let testCase = try sequence(1, Self.richText)
        let json = [HTTPField("Content-Type", "application/json")]
        let form = [HTTPField("Content-Type", "application/x-www-form-urlencoded")]
        func exchange(_ step: Int, _ method: String, _ sent: String, _ status: Int, _ body: String) -> StepExchange {
            let request = HTTPRequest(
                method: method, url: "https://l.example", headers: sent.hasPrefix("{") ? json : form,
                body: Array(sent.utf8))
            return StepExchange(
                step: step, request: request,
                response: HTTPResponse(status: status, headers: json, body: Array(body.utf8)))
        }
        var exchanges = [exchange(0, "POST", created, 201, confirmed ?? #"{"id":"9"}"#)]
        if let patch {
            exchanges += [exchange(1, "GET", "", 200, created), exchange(2, "PATCH", patch, 200, #"{"id":"9"}"#)]
        }
        exchanges.append(exchange(3, "GET", "", 200, read))
        return Judge.judge(
            exchanges[exchanges.count - 1].response, of: testCase, step: 3, scope: testCase.scope(),
            exchanges: exchanges
        ).findings.map(\.rule.id)
    }

    @Test(
        "a server stores what a client sends, in its own notation",
        arguments: [
            // Letters that aren't ASCII. A server may change the letter case.
            (#"{"name":"Füße"}"#, #"{"id":"9","name":"F??e"}"#, true),
            (#"{"name":"Füße"}"#, #"{"id":"9","name":"Fe"}"#, true),
            (#"{"name":"Füße"}"#, #"{"id":"9","name":"Fuesse"}"#, false),
            (#"{"name":"A Word"}"#, #"{"id":"9","name":"a word"}"#, false),
            // Two properties with each other's value.
            (#"{"name":"x","text":"y"}"#, #"{"id":"9","name":"y","text":"x"}"#, true),
            (#"{"name":"x","text":"y"}"#, #"{"id":"9","name":"x","text":"x"}"#, false),
            // The same time in a different time zone, and a different time.
            (#"{"due":"2026-03-29T01:30:00+05:30"}"#, #"{"id":"9","due":"2026-03-28T20:00:00Z"}"#, false),
            (#"{"due":"2026-03-29T01:30:00+05:30"}"#, #"{"id":"9","due":"2026-03-29T01:30:00Z"}"#, true),
            (#"{"due":"2026-03-29T01:30:00.250Z"}"#, #"{"id":"9","due":"2026-03-29T01:30:00Z"}"#, false),
            (#"{"day":"2026-03-29"}"#, #"{"id":"9","day":"2026-03-28"}"#, true),
            (#"{"day":"2026-03-29"}"#, #"{"id":"9","day":"2026-03-29"}"#, false),
            // A form.
            ("name=F%C3%BC%C3%9Fe&count=7", #"{"id":"9","name":"Füße","count":7}"#, false),
            ("name=F%C3%BC%C3%9Fe&count=7", #"{"id":"9","name":"Fe","count":7}"#, true),
            // An envelope with the attributes of JSON:API.
            (#"{"data":{"attributes":{"name":"Füße"}}}"#, #"{"id":"9","name":"Fe"}"#, true),
        ])
    func stored(sent: String, read: String, isWrong: Bool) throws {
        #expect(try rules(created: sent, read: read) == (isWrong ? ["resource.stale"] : []))
    }

    @Test(
        "a value that the server confirmed doesn't change by itself, except for a state",
        arguments: [
            (#"{"count":7}"#, #"{"id":"9","count":8}"#, true), (#"{"count":7}"#, #"{"id":"9","count":7}"#, false),
            (#"{"done":true}"#, #"{"id":"9","done":false}"#, true),
            (#"{"state":"a"}"#, #"{"id":"9","state":"b"}"#, false),
        ])
    func confirmed(sent: String, read: String, isWrong: Bool) throws {
        #expect(try rules(created: sent, confirmed: sent, read: read) == (isWrong ? ["resource.stale"] : []))
    }

    @Test(
        "a PATCH changes the values that it contains, also if these are a part of an inner object",
        arguments: [
            (#"{"name":"new"}"#, #"{"id":"9","name":"new","text":"b","count":8}"#, false),
            (#"{"name":"new"}"#, #"{"id":"9","name":"x","text":"a","count":7}"#, true),
            (#"{"part":{}}"#, #"{"id":"9","name":"x","text":"a","count":7,"part":{"x":1}}"#, false),
            // One of two changes is missing, which is a warning.
            (#"{"name":"new","count":8}"#, #"{"id":"9","name":"new","text":"a","count":7}"#, true),
            (#"{"name":"new","text":null}"#, #"{"id":"9","name":"new","count":7}"#, false),
            // The path identifies the resource.
            (#"{"id":"8"}"#, #"{"id":"9","name":"x","text":"a","count":7}"#, false),
        ])
    func patched(patch: String, read: String, isWrong: Bool) throws {
        let created = #"{"id":"9","name":"x","text":"a","count":7,"part":{"x":1}}"#
        #expect(try rules(created: created, patch: patch, read: read) == (isWrong ? ["resource.stale"] : []))
    }

    @Test("a server may still work on a resource that it accepted with 202, and keep it after a DELETE")
    func accepted() throws {
        let text = Self.text.replacing(#""responses": { "201""#, with: #""responses": { "202""#)
            .replacing(#""response": { "status": 201,"#, with: #""response": { "status": 202,"#)
        let testCase = try sequence(1, text)
        let json = [HTTPField("Content-Type", "application/json")]
        func rules(_ step: Int, _ status: Int, creating: Int) throws -> [String] {
            let request = HTTPRequest(method: "GET", url: "https://l.example", body: Array(#"{"text":"a"}"#.utf8))
            let exchanges = [(0, creating), (step, status)].map { step, status in
                StepExchange(
                    step: step, request: request,
                    response: HTTPResponse(status: status, headers: json, body: Array(#"{"id":"9"}"#.utf8)))
            }
            return Judge.judge(
                exchanges[1].response, of: testCase, step: step, scope: testCase.scope(), exchanges: exchanges
            ).findings.map(\.rule.id)
        }
        #expect(try rules(1, 404, creating: 202) == [])
        #expect(try rules(1, 404, creating: 201) == ["resource.lost"])
        #expect(try rules(6, 200, creating: 202) == [])
        #expect(try rules(6, 200, creating: 201) == ["refusal.accepted"])
        let use = try #require(testCase.steps[0].resourceUse)
        #expect(use.obstacle(HTTPResponse(status: 202), to: HTTPRequest(method: "POST", url: "/")) == nil)
    }

    @Test("a PUT that documents 201 creates resources with other ids, and each change sends the newest ETag")
    func chosenPaths() throws {
        let note = ##""body": { "$ref": "#/components/schemas/Note" }"##
        let text = ##"""
            { "contract": "1.0", "info": { "title": "Life", "version": "1" },
              "servers": [ { "url": "https://life.example" } ],
              "operations": {
                "put": {
                  "request": { "method": "PUT", "path": "/notes/{key}", "pathParameters": { "key": { "type": "string" } },
                    "headers": { "If-Match": { "required": false, "schema": { "type": "string" } } },
                    "body": { "$ref": "#/components/schemas/New" } },
                  "responses": { "201": { "description": "New.", "headers": { "ETag": { "type": "string" } }, \##(note) },
                    "412": { "description": "Changed." } },
                  "cases": { "makes": { "request": { "pathParameters": { "key": "1" }, "headers": { "If-Match": "x" }, "body": { "text": "a" } },
                    "response": { "status": 201, "headers": { "ETag": "x" }, "body": { "key": "1", "text": "a" } } } } },
                "get": {
                  "request": { "method": "GET", "path": "/notes/{key}", "pathParameters": { "key": { "type": "string" } } },
                  "responses": { "200": { "description": "It.", \##(note) }, "404": { "description": "None." } },
                  "cases": { "reads": { "request": { "pathParameters": { "key": "1" } }, "response": { "status": 200, "body": { "key": "1" } } } } }
              },
              "components": { "schemas": {
                "New": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
                "Note": { "type": "object", "required": ["key"], "properties": { "key": { "type": "string" } } } } } }
            """##
        let cases = try sequences(text, of: "put")
        #expect(cases.map(\.id) == (1...5).map { "put~fuzz.7-sequence-\($0)" })
        let creations = cases.flatMap(\.steps).filter { $0.resourceUse?.action == .create }
        let ids = creations.map { $0.request?.pathParameters.first?.value.string }
        #expect(ids.count > 5 && Set(ids).count == ids.count)
        #expect(creations.allSatisfy { $0.request?.headers.isEmpty == true })
        let change = try #require(cases[0].steps.first { $0.resourceUse?.action == .change })
        #expect(change.request?.pathParameters.first?.value.string == "${outputs.put_key}")
        #expect(change.request?.headers.first?.value.string == "${outputs.put_ETag}")
        #expect(change.resourceUse?.idName == "key")
    }

    @Test(
        "a list in the opposite order differs, unless its values are equal",
        arguments: [
            (#"[{"name":"a"},{"name":"b"}]"#, #"[{"name":"b"},{"name":"a"}]"#, false),
            (#"[{"name":"a"},{"name":"b"}]"#, #"[{"name":"a"},{"name":"b"}]"#, true),
            (
                #"{"data":[{"name":"a"},{"name":"b"}],"next":"n"}"#,
                #"{"data":[{"name":"a"},{"name":"b"}],"next":"-n"}"#, true
            ),
            (
                #"{"data":[{"name":"a"},{"name":"b"}],"next":"n"}"#,
                #"{"data":[{"name":"b"},{"name":"a"}],"next":"-n"}"#, false
            ),
            (#"[{"name":"a"},{"name":"a"}]"#, #"[{"name":"a"},{"name":"a"}]"#, false),
            (#"[{"name":"a"}]"#, #"[{"name":"a"}]"#, false),
        ])
    func orders(first: String, second: String, isWrong: Bool) throws {
        let text = Self.text.replacing(
            #""query": { "done": {"#,
            with: #""query": { "sort": { "required": false, "schema": { "enum": ["id", "name", "-name"] } }, "done": {"#
        ).replacing(
            ##""body": { "type": "array", "items": { "$ref": "#/components/schemas/Note" } }"##, with: #""body": {}"#)
        let testCase = try sequence(1, text)
        let lists = testCase.steps.indices.filter { testCase.steps[$0].resourceUse?.isSelection == true }
        #expect(lists.map { testCase.steps[$0].request?.query.first?.value.string } == ["name", "-name"])
        let exchanges = zip(lists, [("name", first), ("-name", second)]).map { step, list in
            StepExchange(
                step: step, request: HTTPRequest(method: "GET", url: "https://l.example/notes?sort=\(list.0)"),
                response: HTTPResponse(
                    status: 200, headers: [HTTPField("Content-Type", "application/json")], body: Array(list.1.utf8)))
        }
        let rules = Judge.judge(
            exchanges[1].response, of: testCase, step: lists[1], scope: testCase.scope(), exchanges: exchanges
        ).findings.map(\.rule.id)
        #expect(rules == (isWrong ? ["resource.selection"] : []))
    }

    @Test(
        "a list is sorted by a property that the requests set, if there is one",
        arguments: [
            (#""id", "name", "-name""#, ["name", "-name"]), (#""new", "-new", "text", "-text""#, ["text", "-text"]),
        ])
    func orderedProperty(values: String, orders: [String]) throws {
        let text = Self.text.replacing(
            #""query": { "done": {"#,
            with: #""query": { "sort": { "required": false, "schema": { "enum": [\#(values)] } }, "done": {"#)
        let lists = try sequence(1, text).steps.filter { $0.resourceUse?.isSelection == true }
        #expect(lists.map { $0.request?.query.first?.value.string } == orders)
    }

    @Test("the first sequence sends each change, and a PATCH that sets a property")
    func changes() throws {
        let put = ##""put": {"##
        let patch = ##"""
            "patch": {
              "request": { "method": "PATCH", "path": "/notes/{id}", "pathParameters": { "id": { "type": "string" } },
                "body": { "type": "object", "properties": { "text": { "type": "string" } } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Note" } } },
              "cases": { "patches": { "request": { "pathParameters": { "id": "1" }, "body": {} }, "response": { "status": 200 } } } },
            """##
        let steps = try sequence(1, Self.text.replacing(put, with: patch + put)).steps
        let methods = steps.filter { $0.resourceUse?.action == .change }.map(\.operation.request.method)
        #expect(methods == ["PATCH", "PUT"])
        let body = steps.first { $0.operation.id == "patch" }?.request?.body?.content
        guard case .json(let value)? = body else {
            Issue.record("the PATCH has no body")
            return
        }
        #expect(value["text"] != nil)
    }

    @Test(
        "the values that a server reads are the values that were sent",
        arguments: [
            ("a text of more than twenty characters", nil, "a text of more than ", "resource.stale"),
            ("a text of more than twenty characters", "a text of more than ", "a text of more than ", "resource.stale"),
            ("a text of more than twenty characters", nil, "A TEXT of more than twenty characters!", nil),
            ("long title", nil, "long", nil), ("new", "old", "old", "resource.stale"), ("new", "new", "new", nil),
            ("new", "other", "other", nil),
        ] as [(String, String?, String, String?)])
    func values(sent: String, confirmed: String?, read: String, rule: String?) throws {
        let testCase = try sequence(1)
        let json = [HTTPField("Content-Type", "application/json")]
        func exchange(_ step: Int, _ text: String, _ response: HTTPResponse) -> StepExchange {
            let request = HTTPRequest(
                method: "PUT", url: "https://l.example", body: Array(#"{"text":"\#(text)"}"#.utf8))
            return StepExchange(step: step, request: request, response: response)
        }
        func note(_ status: Int, _ text: String) -> HTTPResponse {
            HTTPResponse(status: status, headers: json, body: Array(#"{"id":"9","text":"\#(text)"}"#.utf8))
        }
        let changed = confirmed.map { note(200, $0) } ?? HTTPResponse(status: 204)
        let exchanges = [
            exchange(0, "old", note(201, "old")), exchange(1, "", note(200, "old")), exchange(2, sent, changed),
            exchange(3, "", note(200, read)),
        ]
        let rules = Judge.judge(
            exchanges[3].response, of: testCase, step: 3, scope: testCase.scope(), exchanges: exchanges
        ).findings.map(\.rule.id)
        #expect(rules == (rule.map { [$0] } ?? []))
    }

    @Test(
        "the only member of a request is an envelope, unless the resource has a member with this name",
        arguments: [(#"{"owner":{"text":"new"}}"#, []), (#"{"data":{"text":"new"}}"#, ["resource.stale"])])
    func envelopes(sent: String, rules: [String]) throws {
        let testCase = try sequence(1)
        func exchange(_ step: Int, _ body: String, _ status: Int, _ owner: String) -> StepExchange {
            let note = #"{"id":"9","text":"old","owner":{"text":"\#(owner)"}}"#
            return StepExchange(
                step: step, request: HTTPRequest(method: "PUT", url: "https://l.example", body: Array(body.utf8)),
                response: HTTPResponse(
                    status: status, headers: [HTTPField("Content-Type", "application/json")],
                    body: Array(note.utf8)))
        }
        let exchanges = [
            exchange(0, #"{"text":"old"}"#, 201, "old"), exchange(1, "", 200, "old"), exchange(2, sent, 200, "new"),
            exchange(3, "", 200, "new"),
        ]
        let judgement = Judge.judge(
            exchanges[3].response, of: testCase, step: 3, scope: testCase.scope(), exchanges: exchanges)
        #expect(judgement.findings.map(\.rule.id) == rules)
    }

    @Test(
        "a list applies a limit and the value of a property",
        arguments: [
            ("limit=1", #"[{"id":"9"}]"#, false), ("limit=1", #"[{"id":"9"},{"id":"8"}]"#, true),
            ("page[size]=1", #"[{"id":"9"}]"#, false), ("page[size]=1", #"[{"id":"9"},{"id":"8"}]"#, true),
            ("page[limit]=1", #"[{"id":"9"}]"#, false), ("page[limit]=1", #"[{"id":"9"},{"id":"8"}]"#, true),
            ("done=true", #"[{"id":"9","done":true}]"#, false), ("done=true", #"[{"id":"9","done":false}]"#, true),
            ("done=true", #"{"items":[{"id":"9","done":null}]}"#, false),
        ])
    func selections(query: String, body: String, isWrong: Bool) throws {
        let name = query.hasPrefix("done") ? "limit" : String(query.dropLast("=1".count))
        let text = Self.text.replacing(
            #""query": { "done": {"#,
            with: #""query": { "\#(name)": { "required": false, "schema": { "type": "integer" } }, "done": {"#
        ).replacing(
            ##""body": { "type": "array", "items": { "$ref": "#/components/schemas/Note" } }"##, with: #""body": {}"#
        ).replacing(
            #""text": { "type": "string" } } },"#,
            with: #""text": { "type": "string" }, "done": { "type": "boolean" } } },"#)
        let testCase = try sequence(1, text)
        let lists = testCase.steps.indices.filter { testCase.steps[$0].resourceUse?.isSelection == true }
        let step = try #require(lists.first)
        let limit = testCase.steps[step].request?.query.map { "\($0.name)=\($0.value.text)" }
        #expect(limit == ["\(name)=1"])
        let listed = HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", "application/json")], body: Array(body.utf8))
        let exchange = StepExchange(
            step: step, request: HTTPRequest(method: "GET", url: "https://l.example/notes?\(query)"), response: listed)
        let rules = Judge.judge(
            listed, of: testCase, step: step, scope: testCase.scope(), exchanges: [exchange]
        ).findings.map(\.rule.id)
        #expect(rules == (isWrong ? ["resource.selection"] : []))
    }

    @Test(
        "a list with an offset beyond its end has no element of the list",
        arguments: [("[]", false), (#"[{"id":"7"}]"#, false), (#"[{"id":"9"}]"#, true)])
    func offsets(body: String, isWrong: Bool) throws {
        let offset = #""offset": { "required": false, "schema": { "type": "integer" } }"#
        let text = Self.text.replacing(#""query": { "done": {"#, with: #""query": { \#(offset), "done": {"#)
        let testCase = try sequence(1, text)
        let step = try #require(testCase.steps.firstIndex { $0.resourceUse?.isSelection == true })
        #expect(testCase.steps[step].request?.query.map { "\($0.name)=\($0.value.text)" } == ["offset=1000"])
        #expect(testCase.steps[step - 1].operation.id == "list")
        let exchanges = [(step - 1, "", #"[{"id":"9"}]"#), (step, "?offset=1000", body)].map { step, query, body in
            StepExchange(
                step: step, request: HTTPRequest(method: "GET", url: "https://l.example/notes\(query)"),
                response: HTTPResponse(
                    status: 200, headers: [HTTPField("Content-Type", "application/json")], body: Array(body.utf8)))
        }
        let rules = Judge.judge(
            exchanges[1].response, of: testCase, step: step, scope: testCase.scope(), exchanges: exchanges
        ).findings.map(\.rule.id)
        #expect(rules == (isWrong ? ["resource.selection"] : []))
    }

    @Test(
        "a server may return a deleted resource that says so in a documented property",
        arguments: [(true, []), (false, ["refusal.accepted"])])
    func marked(isDocumented: Bool, rules: [String]) throws {
        let properties = #""properties": { "id": { "type": "string" }, "text""#
        let marked = #""properties": { "id": { "type": "string" }, "deleted": { "type": "boolean" }, "text""#
        let testCase = try sequence(1, isDocumented ? Self.text.replacing(properties, with: marked) : Self.text)
        let scope = testCase.scope(outputs: ["add_id": "9"])
        let answers = [(0, 201, #"{"id":"9","text":"a"}"#), (5, 204, ""), (6, 200, #"{"id":"9","deleted":true}"#)]
        let exchanges = try answers.map { step, status, body in
            let json = [HTTPField("Content-Type", "application/json")]
            return StepExchange(
                step: step, request: try testCase.request(step, scope: scope, baseURL: "https://l.example"),
                response: HTTPResponse(status: status, headers: body.isEmpty ? [] : json, body: Array(body.utf8)))
        }
        let judgement = Judge.judge(
            exchanges[2].response, of: testCase, step: 6, scope: scope, exchanges: exchanges)
        #expect(judgement.findings.map(\.rule.id) == rules)
    }

    @Test("each sequence chooses other ids if the client chooses the ids, or there is only one sequence")
    func chosenIDs() throws {
        func ids(_ schema: String, _ cases: (String) throws -> [Case]) throws -> [JSON?] {
            let text = Self.text.replacing(
                #""New": { "type": "object", "required": ["text"], "properties": { "#,
                with: #""New": { "type": "object", "required": ["text", "id"], "properties": { "id": \#(schema), "#
            ).replacing(#""body": { "text": "#, with: #""body": { "id": "x", "text": "#)
            return try cases(text).flatMap { testCase in
                testCase.steps.filter { $0.resourceUse?.action == .create }.map { step in
                    if case .json(let value)? = step.request?.body?.content {
                        value["id"].map { JSON($0) }
                    } else {
                        nil
                    }
                }
            }
        }
        let free = try ids(#"{ "type": "string", "maxLength": 20 }"#) { try sequences($0) }
        #expect(free.count >= 5 && Set(free).count == free.count && !free.contains(nil))
        #expect(try ids(#"{ "const": "x" }"#) { try cases(Self.two, $0) } == ["x"])
    }

    @Test("a sequence lists and reads the resources of the parent in which it creates them")
    func parents() throws {
        let text = Self.text.replacing(#""path": "/notes"#, with: #""path": "/shelves/{shelf}/notes"#)
            .replacing(
                #""pathParameters": { "id": { "type""#,
                with: #""pathParameters": { "shelf": { "type": "string" }, "id": { "type""#
            )
            .replacing(
                #""path": "/shelves/{shelf}/notes","#,
                with: #""path": "/shelves/{shelf}/notes", "pathParameters": { "shelf": { "type": "string" } },"#
            )
            .replacing(#""pathParameters": { "id": "1" }"#, with: #""pathParameters": { "shelf": "other", "id": "1" }"#)
            .replacing(
                #""request": { "body": { "text": "a" }"#,
                with: #""request": { "pathParameters": { "shelf": "drafts" }, "body": { "text": "a" }"#
            )
            .replacing(#""request": { "query""#, with: #""request": { "pathParameters": { "shelf": "other" }, "query""#)
        let testCase = try sequence(1, text)
        let scope = testCase.scope(outputs: ["add_id": "9", "add_shelf": "drafts"])
        let paths = try testCase.steps.indices.map { step in
            try testCase.request(step, scope: scope, baseURL: "https://l.example").url
        }
        #expect(Set(paths) == ["https://l.example/shelves/drafts/notes", "https://l.example/shelves/drafts/notes/9"])
    }

    @Test(
        "a database may give the id of a deleted resource to the next resource, but two resources have two ids",
        arguments: [(true, []), (false, ["resource.same-id"])])
    func reusedID(isDeleted: Bool, rules: [String]) throws {
        let life = try sequence(1)
        func step(_ index: Int, _ action: ResourceUse.Action, _ resource: Int, isDeleted: Bool = false) -> CaseStep {
            var step = life.steps[index]
            step.answer = .resource(ResourceUse(action, resource, isDeleted: isDeleted, idName: "id"))
            return step
        }
        let deletion = isDeleted ? [step(5, .delete, 0)] : []
        let rest = [
            step(0, .create, 1), step(1, .read, 0, isDeleted: isDeleted), step(4, .list, 0, isDeleted: isDeleted),
        ]
        let testCase = life.with { $0.steps = [step(0, .create, 0)] + deletion + rest }
        let json = [HTTPField("Content-Type", "application/json")]
        let bodies =
            [#"{"id":"9","text":"a"}"#] + (isDeleted ? [""] : [])
            + [#"{"id":"9","text":"b"}"#, #"{"id":"9","text":"b"}"#, #"[{"id":"9","text":"b"}]"#]
        let exchanges = bodies.enumerated().map { index, body in
            let isCreation = testCase.steps[index].operation.request.method == "POST"
            return StepExchange(
                step: index,
                request: HTTPRequest(
                    method: "GET", url: "https://l.example/notes", body: Array(#"{"text":"\#(index)"}"#.utf8)),
                response: HTTPResponse(
                    status: isCreation ? 201 : body.isEmpty ? 204 : 200, headers: body.isEmpty ? [] : json,
                    body: Array(body.utf8)))
        }
        let found = testCase.steps.indices.flatMap { step in
            Judge.judge(
                exchanges[step].response, of: testCase, step: step, scope: testCase.scope(),
                exchanges: Array(exchanges[...step])
            ).findings.map(\.rule.id)
        }
        #expect(found == rules)
    }

    @Test(
        "two resources may not have one id, unless the client chose it or sent the same request",
        arguments: [
            (#"{"text":"a"}"#, #"{"text":"b"}"#, "9", true), (#"{"text":"a"}"#, #"{"text":"b"}"#, "10", false),
            (#"{"text":"a"}"#, #"{"text":"a"}"#, "9", false), (#"{"text":"9"}"#, #"{"text":"9","b":1}"#, "9", false),
            (#"{"text":"a","email":"a@b.c"}"#, #"{"text":"b","email":"a@b.c"}"#, "9", false),
        ])
    func ids(first: String, second: String, id: String, isWrong: Bool) throws {
        let testCase = try #require(
            (2...9).lazy.map { try? sequence($0) }.compactMap(\.self).first {
                $0.steps.count { $0.resourceUse?.action == .create } > 1
            })
        let steps = testCase.steps.indices.filter { testCase.steps[$0].resourceUse?.action == .create }.prefix(2)
        let exchanges = zip(steps, [(first, "9"), (second, id)]).map { step, made in
            StepExchange(
                step: step,
                request: HTTPRequest(method: "POST", url: "https://l.example/notes", body: Array(made.0.utf8)),
                response: HTTPResponse(
                    status: 201, headers: [HTTPField("Content-Type", "application/json")],
                    body: Array(#"{"id":"\#(made.1)"}"#.utf8)))
        }
        let rules = Judge.judge(
            exchanges[1].response, of: testCase, step: steps[steps.startIndex + 1], scope: testCase.scope(),
            exchanges: exchanges
        ).findings.map(\.rule.id)
        #expect(rules == (isWrong ? ["resource.same-id"] : []))
    }
}
