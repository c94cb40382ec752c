// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@testable import AccordVerifier

@Suite("Requests for resources that the run created")
struct LinkedResourceTests {
    private static let item =
        #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "string" }, "deletedAt": {} } }"#

    /// Jobs with generated ids. `deletion` is the status code of a deletion.
    private static func text(deletion: Int) -> String {
        """
        { "contract": "1.0", "info": { "title": "Jobs", "version": "1" }, "servers": [{ "url": "https://jobs.example" }],
          "operations": {
            "ping": { "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "Up." } },
              "cases": { "works": { "response": { "status": 204 } } } },
            "start": { "request": { "method": "POST", "path": "/jobs",
                "headers": { "Idempotency-Key": { "schema": { "type": "string", "example": "k" } } },
                "body": { "type": "object", "properties": { "n": { "type": "integer" } } } },
              "responses": { "201": { "description": "Started.", "body": \(item) } } },
            "show": { "request": { "method": "GET", "path": "/jobs/{id}",
                "pathParameters": { "id": { "schema": { "type": "string" } } } },
              "responses": { "200": { "description": "It runs.", "body": \(item) }, "303": { "description": "Done." },
                "206": { "description": "Part." }, "404": { "description": "None." }, "410": { "description": "Ended." } } },
            "result": { "request": { "method": "GET", "path": "/jobs/{id}/result",
                "pathParameters": { "id": { "schema": { "type": "string" } } } },
              "responses": { "200": { "description": "Done.", "body": \(item) }, "206": { "description": "Part." },
                "404": { "description": "None." } } },
            "change": { "request": { "method": "PUT", "path": "/jobs/{id}",
                "pathParameters": { "id": { "schema": { "type": "string" } } },
                "body": { "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } } },
              "responses": { "200": { "description": "Changed." }, "400": { "description": "No." },
                "404": { "description": "None." }, "409": { "description": "Done." }, "429": { "description": "Slow." } } },
            "end": { "request": { "method": "DELETE", "path": "/jobs/{id}",
                "pathParameters": { "id": { "schema": { "type": "string" } } } },
              "responses": { "\(deletion)": { "description": "Ended." } } }
          } }
        """
    }

    private static func contract(deletion: Int = 204, infersFlows: Bool = true) throws -> Contract {
        try contract(text(deletion: deletion), infersFlows: infersFlows)
    }

    private static func contract(_ text: String, infersFlows: Bool = true) throws -> Contract {
        var loaded = ContractLoader.load("jobs.json", files: MemoryFiles(["jobs.json": text]))
        loaded.contract?.origin = .openAPI
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        return ImpliedCases(contract, infersFlows: infersFlows).contract
    }

    private static func plan(_ contract: Contract) -> RunPlan {
        var options = PlanOptions(today: "2026-01-01")
        options.refusals = RefusalOptions(allowsUnsafe: true)
        options.allowsUnsafe = true
        var planner = RunPlanner([contract], options: options)
        return planner.rest()
    }

    private static func progress(_ id: String, _ contract: Contract) throws -> CaseProgress {
        let entry = plan(contract).entries.first { $0.testCase.id == id }
        let testCase = try #require(entry?.testCase)
        return CaseProgress(testCase, scope: testCase.ownScope(["start_id": "j7"]) { _ in nil }) { _ in
            "http://127.0.0.1"
        }
    }

    private static func completion(_ status: Int, _ json: String = "{}", _ headers: [HTTPField] = []) -> Completion {
        let fields = [HTTPField("Content-Type", "application/json")] + headers
        return Completion(
            key: .testCase(0),
            outcome: .response(HTTPResponse(status: status, headers: fields, body: Array(json.utf8))),
            times: .zero, httpVersion: "1.1", reusedConnection: false)
    }

    private static let refusal = "change~refuse.schema:body:required.without-n"

    @Test("an invalid request is for the created resource, before a deletion")
    func created() throws {
        let contract = try Self.contract()
        var progress = try Self.progress(Self.refusal, contract)
        #expect(try #require(progress.start().request).url == "http://127.0.0.1/jobs/j7")
        let plan = Self.plan(contract)
        let order = plan.order(setsUpStates: false)
        let ids = plan.entries.map(\.testCase.id)
        let refusal = try #require(ids.firstIndex(of: Self.refusal))
        #expect(!order[refusal].follows.map { ids[$0] }.contains("end/after start"))
    }

    @Test("requests for the created resource are generated although the example of its id is invalid in the path")
    func generated() throws {
        let text = Self.text(deletion: 204).replacing(
            #""id": { "schema": { "type": "string" } }"#,
            with: #""id": { "schema": { "type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$" } }"#)
        var loaded = ContractLoader.load("jobs.json", files: MemoryFiles(["jobs.json": text]))
        loaded.contract?.origin = .openAPI
        let contract = ImpliedCases(try #require(loaded.contract), infersFlows: true).contract
        var options = PlanOptions(today: "2026-01-01")
        options.fuzz = FuzzOptions(count: 60, seed: 1, allowsUnsafe: true)
        options.allowsUnsafe = true
        var planner = RunPlanner([contract], options: options)
        let shown = planner.rest().entries.map(\.testCase).filter { $0.id.hasPrefix("show~fuzz") }
        let ids = shown.compactMap { $0.lastDefinition.pathParameters.first?.value.text }
        #expect(ids.contains { $0.contains("${outputs.") }, "\(ids)")
    }

    @Test("a 404 for a generated id and a rate limit don't show that an invalid request is refused")
    func unknown() throws {
        let contract = try Self.contract(infersFlows: false)
        for (status, isTested) in [(400, true), (404, false), (429, false)] {
            var progress = try Self.progress(Self.refusal, contract)
            _ = progress.start()
            #expect(progress.receive(Self.completion(status)).isEnd)
            #expect((progress.obstacle == nil) == isTested && !progress.failed)
        }
        var missing = try Self.progress("change~refuse.method:TRACE", contract)
        _ = missing.start()
        #expect(missing.receive(Self.completion(405, "{}", [HTTPField("Allow", "GET, PUT, DELETE")])).isEnd)
        #expect(missing.obstacle == nil)
    }

    @Test("a documented 429 with Retry-After is awaited, although a refusal may be any 4xx")
    func rateLimit() throws {
        var progress = try Self.progress(Self.refusal, Self.contract())
        let request = try #require(progress.start().request)
        let slow = Self.completion(429, "{}", [HTTPField("Retry-After", "1")])
        #expect(progress.receive(slow).pause == 1)
        #expect(progress.resume().request == request)
        #expect(progress.receive(Self.completion(400)).isEnd && progress.obstacle == nil)
    }

    @Test(
        "a created resource may have each documented state",
        arguments: [
            ("show/after start", 303, true, nil), ("show/after start", 200, true, nil),
            ("show/after start", 404, false, nil), ("show/after start", 202, false, nil),
            ("show/after start", 206, true, nil),
            ("show/after end", 404, true, nil), ("show/after end", 200, false, nil),
            ("show/after end", 410, true, nil), ("show/after end", 409, false, nil),
            ("result/after start", 404, true, nil), ("change/after start", 409, true, "the state"),
        ] as [(String, Int, Bool, String?)])
    func states(id: String, status: Int, passes: Bool, obstacle: String?) throws {
        var progress = try Self.progress(id, Self.contract())
        _ = progress.start()
        _ = progress.receive(Self.completion(status, #"{"id":"j7"}"#))
        #expect(progress.failed != passes)
        #expect((progress.obstacle ?? "").contains(obstacle ?? "") && (progress.obstacle == nil) == (obstacle == nil))
    }

    @Test(
        "cases follow a case with a different success of which they need no value",
        arguments: [
            ("result/after start", 206, nil), ("result/after start", 404, 404), ("start/made", 202, 202),
        ] as [(String, Int, Int?)])
    func otherSuccess(id: String, status: Int, otherStatus: Int?) throws {
        let text = Self.text(deletion: 204).replacing(
            #""description": "Started.", "body": \#(Self.item) }"#,
            with: #""description": "Started.", "body": \#(Self.item) }, "202": { "description": "Waits." }"#)
        let contract = try Self.contract(id == "start/made" ? text : Self.text(deletion: 204))
        var progress = try Self.progress(id, contract)
        _ = progress.start()
        #expect(progress.receive(Self.completion(status)).isEnd && !progress.failed)
        #expect(progress.otherStatus == otherStatus)
    }

    @Test("a deletion follows the creation of its resource, not the changes that a server may refuse with 409")
    func refusedChange() throws {
        let operations = try Self.contract().operations
        let after = Dictionary(
            uniqueKeysWithValues: operations.flatMap { operation in
                operation.cases.map { ("\(operation.id)/\($0.name)", $0.after.map(\.value)) }
            })
        #expect(after["change/after start"] == ["start/made"])
        #expect(after["end/after start"] == ["start/made"])
        #expect(after["show/after end"]?.contains("end/after start") == true)
    }

    /// Shelves with notes.
    private static func shelves(creation: Int) -> String {
        let shelf = #""shelf": { "schema": { "type": "string" } }"#
        let note = #""note": { "schema": { "type": "string" } }"#
        func operation(_ method: String, _ path: String, _ names: String, _ status: Int) -> String {
            let body = method == "DELETE" ? "" : #", "body": \#(item)"#
            let request = #""method": "\#(method)", "path": "\#(path)", "pathParameters": { \#(names) }"#
            let responses = #""\#(status)": { "description": "Done."\#(body) }, "404": { "description": "No." }"#
            return #"{ "request": { \#(request) }, "responses": { \#(responses) } }"#
        }
        return """
            { "contract": "1.0", "info": { "title": "Shelves", "version": "1" },
              "servers": [{ "url": "https://shelves.example" }],
              "operations": {
                "ping": { "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "Up." } },
                  "cases": { "works": { "response": { "status": 204 } } } },
                "endShelf": \(operation("DELETE", "/shelves/{shelf}", shelf, 204)),
                "addNote": \(operation("POST", "/shelves/{shelf}/notes", shelf, creation)),
                "getNote": \(operation("GET", "/shelves/{shelf}/notes/{note}", "\(shelf), \(note)", 200)),
                "endNote": \(operation("DELETE", "/shelves/{shelf}/notes/{note}", "\(shelf), \(note)", 204)),
                "addShelf": \(operation("POST", "/shelves", "", 201))
              } }
            """
    }

    @Test("a part is created below a created resource, and deleted before the resource")
    func nested() throws {
        let contract = try Self.contract(Self.shelves(creation: 201))
        let cases = Dictionary(uniqueKeysWithValues: Self.plan(contract).entries.map { ($0.testCase.id, $0.testCase) })
        #expect(cases["addNote/after addShelf"]?.after == ["addShelf/made"])
        #expect(cases["getNote/after addNote"]?.after.last == "addNote/after addShelf")
        #expect(cases["endShelf/after addShelf"]?.after.contains("endNote/after addNote") == true)
        let testCase = try #require(cases["getNote/after addNote"])
        let scope = testCase.ownScope(["addNote_shelf": "s1", "addNote_note": "n1"]) { _ in nil }
        let url = try testCase.request(0, scope: scope, baseURL: "https://shelves.example").url
        #expect(url == "https://shelves.example/shelves/s1/notes/n1")
    }

    @Test("invalid requests are derived for a resource whose id only the Location header field contains")
    func located() throws {
        let described = #""201": { "description": "Started.", "body": \#(Self.item) }"#
        let located =
            #""201": { "description": "Started.", "headers": { "Location": { "schema": { "type": "string" } } } }"#
        let contract = try Self.contract(Self.text(deletion: 204).replacing(described, with: located))
        let cases = Self.plan(contract).entries.map(\.testCase)
        let refusal = try #require(cases.first { $0.id == Self.refusal })
        #expect(refusal.lastDefinition.pathParameters.first?.value.text == #""${outputs.start_id}""#)
    }

    @Test("a POST for a part that creates nothing, such as a cancellation, follows no link")
    func actions() throws {
        let contract = try Self.contract(Self.shelves(creation: 200))
        let ids = Self.plan(contract).entries.map(\.testCase.id)
        #expect(!ids.contains("addNote/after addShelf") && ids.contains("endShelf/after addShelf"))
    }

    @Test("a resource must be gone after 204, and needn't be after 202", arguments: [(204, true), (202, false)])
    func deletion(status: Int, isGone: Bool) throws {
        let ids = Self.plan(try Self.contract(deletion: status)).entries.map(\.testCase.id)
        #expect(ids.contains("show/after end") == isGone && ids.contains("end/after start"))
        #expect(ids.contains("result/after start") && !ids.contains("result/after end"))
    }

    @Test("a deleted resource may say that it is deleted")
    func softDeletion() throws {
        var progress = try Self.progress("show/after end", Self.contract())
        _ = progress.start()
        _ = progress.receive(Self.completion(200, #"{"id":"j7","deletedAt":"2026-01-01T00:00:00Z"}"#))
        #expect(!progress.failed)
    }

    @Test("a generated sequence asks for the resource, and not for a part of it")
    func parts() throws {
        let documented = DocumentedCases(try Self.contract())
        let start = try #require(documented.contract.operation("start"))
        let uses = CreatedResource(start, documented)?.uses.map(\.operation.id)
        #expect(uses.map(Set.init) == ["show", "change", "end"])
    }

    @Test("each request has an idempotency key of its own")
    func keys() throws {
        let contract = try Self.contract()
        let keys = try ["start/made", "start~refuse.malformed:body"].map { id in
            var progress = try Self.progress(id, contract)
            progress.scope.identity = id
            return try #require(progress.start().request).headers.first("Idempotency-Key")
        }
        #expect(keys.allSatisfy { $0 != nil && $0 != "k" } && Set(keys).count == 2)
    }
}
