// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@testable import AccordVerifier

@Suite("Progress of a case")
struct CaseProgressTests {
    private func progress(
        _ id: String, outputs: [String: JSON] = [:], retries: Int = 0, handler: StateHandler? = nil
    ) throws -> CaseProgress {
        let testCase = try Flights.testCase(id)
        var scope = testCase.ownScope(outputs) { _ in nil }
        scope.namesUnsetVariables = false
        return CaseProgress(testCase, scope: scope, retry: RetryRule(limit: retries), handler: handler) { _ in
            "http://127.0.0.1:1/api"
        }
    }

    private func completion(_ status: Int, _ json: String, _ headers: HTTPField...) -> Completion {
        let fields = [HTTPField("Content-Type", "application/json")] + headers
        return Completion(
            key: .testCase(0),
            outcome: .response(HTTPResponse(status: status, headers: fields, body: Array(json.utf8))),
            times: .zero, httpVersion: "1.1", reusedConnection: false)
    }

    private func failure(_ kind: TransportFailure.Kind) -> Completion {
        Completion(
            key: .testCase(0), outcome: .failure(TransportFailure(kind, "why"), partial: nil), times: .zero,
            httpVersion: "", reusedConnection: false)
    }

    @Test("a case sends its request, judges the response and provides its outputs")
    func passes() throws {
        var progress = try progress("book/books a seat")
        let request = try #require(progress.start().request)
        #expect(request.method == "POST")
        #expect(request.url == "http://127.0.0.1:1/api/bookings")
        #expect(progress.receive(completion(201, #"{"id":5}"#)).isEnd)
        #expect(!progress.failed && progress.assertions > 0)
        #expect(progress.outputs == ["booking": 5])
    }

    @Test("a case with a wrong response fails, and provides no outputs")
    func fails() throws {
        var progress = try progress("book/books a seat")
        _ = progress.start()
        #expect(progress.receive(completion(409, #""taken""#)).isEnd)
        #expect(progress.findings.map(\.rule.id) == ["response.status"])
        #expect(progress.outputs.isEmpty)
    }

    @Test("a case fails if an output is missing")
    func missingOutput() throws {
        var progress = try progress("show/shows a booking")
        #expect(progress.start().isEnd)
        #expect(progress.findings.map(\.rule.id) == ["case.template"])
    }

    @Test("the producer of a missing output fails")
    func lackingOutput() throws {
        let text = Flights.text.replacing("$response.body#/id", with: "$response.header.ETag")
        let loaded = ContractLoader.load("flights.json", files: MemoryFiles(["flights.json": text]))
        let contract = try #require(loaded.contract)
        let testCase = try #require(CasePlan(contract, operations: [])["book/books a seat"])
        var progress = CaseProgress(testCase, scope: testCase.ownScope([:]) { _ in nil }) { _ in "http://127.0.0.1:1" }
        _ = progress.start()
        #expect(progress.receive(completion(201, #"{"id":5}"#)).isEnd)
        #expect(progress.findings.map(\.rule.id) == ["output.missing"])
        #expect(progress.failed && progress.findings.first?.contract != nil)
    }

    @Test("a case uses the outputs of earlier responses")
    func outputs() throws {
        var progress = try progress("show/shows a booking", outputs: ["booking": 77])
        #expect(try #require(progress.start().request).url.hasSuffix("/bookings/77"))
    }

    /// Notes whose requests have no example.
    private static let notes = #"""
        { "contract": "1.0", "info": { "title": "Notes", "version": "1" }, "servers": [ { "url": "https://notes.example" } ],
          "operations": {
            "add": {
              "request": { "method": "POST", "path": "/notes", "body": { "type": "object" } },
              "responses": { "201": { "description": "It.", "body": { "type": "object", "properties": { "id": { "type": "string" } } } },
                "202": { "description": "Soon." }, "409": { "description": "No." } },
              "cases": { "adds": { "request": { "body": { "a": 1 } }, "response": { "status": 201, "body": { "id": "1" } } } } },
            "get": {
              "request": { "method": "GET", "path": "/notes/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "200": { "description": "It." } },
              "cases": { "reads": { "request": { "pathParameters": { "id": "1" } }, "response": { "status": 200 } } } } } }
        """#

    private func derived(_ id: String) throws -> CaseProgress {
        let loaded = ContractLoader.load("notes.json", files: MemoryFiles(["notes.json": Self.notes]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        let fuzz = FuzzPlan([contract], options: FuzzOptions(count: 2, seed: 1, allowsUnsafe: true))
        let cases = CasePlan(contract, operations: [], refusals: RefusalOptions()).cases + fuzz.cases.joined()
        let testCase = try #require(cases.first { $0.id == id }, "\(cases.map(\.id))")
        return CaseProgress(testCase, scope: testCase.ownScope([:]) { _ in nil }) { _ in "http://127.0.0.1:1" }
    }

    /// Tasks whose titles and properties vary.
    private static let tasks = #"""
        { "contract": "1.0", "info": { "title": "Tasks", "version": "1" }, "servers": [ { "url": "https://tasks.example" } ],
          "operations": { "add": {
            "request": { "method": "POST", "path": "/tasks", "body": {
              "type": "object", "required": ["title"],
              "properties": { "title": { "type": "string", "minLength": 1 }, "done": { "type": "boolean" },
                "count": { "type": "integer" } } } },
            "responses": { "201": { "description": "It." }, "400": { "description": "No." } },
            "cases": { "adds": { "request": { "body": { "title": "a" } }, "response": { "status": 201 } } } } } }
        """#

    /// All invalid and generated requests of the tasks.
    private static let requests: [Case] = {
        let loaded = ContractLoader.load("tasks.json", files: MemoryFiles(["tasks.json": Self.tasks]))
        guard let contract = loaded.contract else { return [] }
        let fuzz = FuzzPlan([contract], options: FuzzOptions(count: 400, seed: 1, allowsUnsafe: true))
        let refusals = CasePlan(contract, operations: [], refusals: RefusalOptions(allowsUnsafe: true))
        return refusals.cases + fuzz.cases.joined()
    }()

    /// The first invalid or generated request of a task with this property.
    private func task(where isRight: (Case) -> Bool) throws -> CaseProgress {
        let found = Self.requests.first(where: isRight)
        let testCase = try #require(found)
        return CaseProgress(testCase, scope: testCase.ownScope([:]) { _ in nil }) { _ in "http://127.0.0.1:1" }
    }

    @Test(
        "an accepted invalid request is sent again, and the finding reports if this doesn't happen again",
        arguments: [(201, false), (400, true), (500, true)])
    func sentAgain(second: Int, isNew: Bool) throws {
        var progress = try task { $0.id == "add~refuse.missing:body" }
        let request = try #require(progress.start().request)
        #expect(progress.receive(completion(201, "{}")).request == request)
        #expect(progress.receive(completion(second, "{}")).isEnd)
        #expect(progress.findings.map(\.rule.id) == ["refusal.accepted"])
        let text = "did not happen again: Accord sent the same request again, and the server responded with \(second)"
        #expect(progress.findings[0].details.filter { $0.contains("again") } == (isNew ? [text] : []))
    }

    @Test("a request that is sent again is signed again", arguments: [true, false])
    func signedAgain(isGenerated: Bool) throws {
        var progress = try task { testCase in
            guard isGenerated else { return testCase.id == "add~refuse.missing:body" }
            guard case .generated(let own)? = testCase.steps.last?.answer else { return false }
            return own.refusal == nil && own.request.withPlainNotation([]) == nil
        }
        let request = try #require(progress.start().request)
        func sign(_ nonce: String) {
            var signed = request
            signed.headers.append(HTTPField("Nonce", nonce))
            progress.sending(signed)
        }
        sign("1")
        if isGenerated {
            _ = progress.receive(completion(500, "{}"))
            #expect(progress.leave(.outOfTime).request == request)
        } else {
            #expect(progress.receive(completion(201, "{}")).request == request)
        }
        #expect(progress.attempts.map { $0.request.headers.first("Nonce") } == ["1"])
        sign("2")
        #expect(progress.receive(completion(isGenerated ? 500 : 201, "{}")).isEnd)
        #expect(progress.findings[0].details.allSatisfy { !$0.contains("did not happen again") })
    }

    @Test("a request isn't sent again if the server rejects it, or if the finding is a warning by default")
    func sentOnce() throws {
        var progress = try task { $0.id == "add~refuse.missing:body" }
        _ = progress.start()
        #expect(progress.receive(completion(400, "{}")).isEnd && progress.findings.isEmpty)
        progress = try task { $0.id == "add~refuse.media-type" }
        _ = progress.start()
        #expect(progress.receive(completion(201, "{}")).isEnd)
        #expect(progress.findings.map(\.rule.id) == ["refusal.media-type"])
    }

    @Test(
        "a rejection is practice if the server accepts a usual value instead",
        arguments: ["an undocumented property", "a text of white space", "U+0000", "an integer beyond 2^53"])
    func practice(name: String) throws {
        func isOnly(_ testCase: Case) -> Bool {
            guard case .generated(let own)? = testCase.steps.last?.answer, own.refusal == nil else { return false }
            return own.request.withPlainNotation([])?.names == [name]
        }
        for (second, rule) in [(201, "fuzz.practice"), (400, "fuzz.refused")] {
            var progress = try task(where: isOnly)
            let first = try #require(progress.start().request)
            let usual = try #require(progress.receive(completion(400, "{}")).request)
            #expect(usual.url == first.url && usual.body != first.body)
            _ = progress.receive(completion(second, "{}"))
            #expect(progress.findings.map(\.rule.id) == [rule])
        }
        var accepted = try task(where: isOnly)
        _ = accepted.start()
        #expect(accepted.receive(completion(201, "{}")).isEnd && accepted.findings.isEmpty)
    }

    /// An operation with one documented case.
    private func documented(_ method: String) throws -> CaseProgress {
        let text = """
            { "contract": "1.0", "info": { "title": "Notes", "version": "1" },
              "servers": [ { "url": "https://notes.example" } ], "operations": { "use": {
                "request": { "method": "\(method)", "path": "/notes/{id}", "pathParameters": { "id": { "type": "string" } } },
                "responses": { "204": { "description": "Done." } },
                "cases": { "uses": { "request": { "pathParameters": { "id": "x" } },
                  "response": { "status": 204 } } } } } }
            """
        let loaded = ContractLoader.load("notes.json", files: MemoryFiles(["notes.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        let testCase = try #require(CasePlan(contract).cases.first { $0.id == "use/uses" })
        return CaseProgress(testCase, scope: testCase.ownScope([:]) { _ in nil }) { _ in "http://127.0.0.1:1" }
    }

    @Test(
        "the advice about a missing resource names an earlier run only if the request deletes the resource",
        arguments: [("DELETE", 404, true), ("DELETE", 403, false), ("PUT", 404, false)])
    func explained(method: String, status: Int, namesRun: Bool) throws {
        var progress = try documented(method)
        _ = progress.start()
        #expect(progress.receive(completion(status, "")).isEnd && progress.failed)
        let advice = try #require(progress.findings.first { $0.place?.part == .status }).advice ?? ""
        #expect(advice.contains("An earlier run may have deleted it") == namesRun, "\(advice)")
        // The expected status code has no finding.
        var passing = try documented(method)
        _ = passing.start()
        #expect(passing.receive(completion(204, "")).isEnd && !passing.failed, "\(passing.findings)")
    }

    @Test("a resource that changes between GET and HEAD isn't a defect of HEAD", arguments: [404, 200])
    func changedBetween(again: Int) throws {
        var progress = try derived("get~http.head")
        #expect(try #require(progress.start().request).method == "GET")
        #expect(try #require(progress.receive(completion(200, "1")).request).method == "HEAD")
        // The resource was deleted, so both requests are sent again.
        #expect(try #require(progress.receive(completion(404, "")).request).method == "GET")
        guard again == 200 else {
            #expect(progress.receive(completion(404, "")).isEnd && !progress.failed && progress.obstacle != nil)
            return
        }
        #expect(try #require(progress.receive(completion(200, "1")).request).method == "HEAD")
        #expect(progress.receive(completion(404, "")).isEnd && progress.findings.map(\.rule.id) == ["http.head"])
    }

    @Test(
        "a sequence uses the id in the response, and ends without a verdict after a rejection",
        arguments: [(201, nil), (409, "409 to POST /notes")] as [(Int, String?)])
    func sequence(status: Int, reason: String?) throws {
        var progress = try derived("add~fuzz.1-sequence-1")
        #expect(try #require(progress.start().request).method == "POST")
        let next = progress.receive(completion(status, #"{"id":"n 9"}"#))
        #expect(next.request?.url == (reason == nil ? "http://127.0.0.1:1/notes/n%209" : nil))
        #expect(reason.map { progress.obstacle?.contains($0) == true } ?? (progress.obstacle == nil))
        guard reason == nil else { return }
        #expect(progress.receive(completion(404, "")).isEnd && progress.obstacle == nil)
        #expect(progress.findings.map(\.rule.id) == ["resource.lost"])
        #expect(progress.findings.first?.details.contains { $0.hasPrefix("again: accord verify") } == true)
    }

    @Test(
        "an example that conflicts with an existing resource is sent again with new texts",
        arguments: [
            (409, #""409""#, 201, true), (409, #""409""#, 422, true), (409, #""409""#, 500, true),
            (409, #""409""#, 409, true),
            (409, #""410""#, 201, false), (400, #""409""#, 201, false),
        ])
    func renewed(status: Int, documented: String, second: Int, isRenewed: Bool) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "t", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
              "operations": {
                "ping": { "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "" } },
                  "cases": { "works": { "response": { "status": 204 } } } },
                "add": { "request": { "method": "POST", "path": "/coupons", "body": { "type": "object",
                  "properties": { "code": { "type": "string", "maxLength": 20 }, "ownerId": { "type": "string" } },
                  "examples": [ { "code": "ABC", "ownerId": "7" } ] } },
                "responses": { "201": { "description": "" }, \(documented): { "description": "" } } } } }
            """
        var contract = try #require(ContractLoader.load("t.json", files: MemoryFiles(["t.json": text])).contract)
        contract.origin = .openAPI
        let testCase = try #require(
            CasePlan(contract.withImpliedCases, operations: []).cases.first { $0.operation.id == "add" })
        var progress = CaseProgress(testCase, scope: testCase.ownScope([:]) { _ in nil }) { _ in "http://127.0.0.1:1" }
        let first = try JSONDocument(parsing: #require(progress.start().request).body).root
        let next = progress.receive(completion(status, "")).request
        if let next {
            let body = try JSONDocument(parsing: next.body).root
            #expect(body["code"]?.string != first["code"]?.string && body["ownerId"]?.text == first["ownerId"]?.text)
            #expect(progress.receive(completion(second, "")).isEnd)
        }
        #expect((next != nil) == isRenewed)
        // The state of the server doesn't allow the request, which is no defect.
        #expect((progress.obstacle != nil) == (isRenewed && [409, 422].contains(second)))
        let isJudged = isRenewed && second != 422
        #expect(progress.attempts.last?.completion.response?.status == (isJudged ? second : status))
        #expect(progress.findings.contains { $0.actual == "500" } == (second == 500))
    }

    @Test(
        "a generated request that conflicts with an existing resource is sent again with a new key, and the other values"
    )
    func renewedKey() throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "t", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
              "operations": {
                "ping": { "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "" } },
                  "cases": { "works": { "response": { "status": 204 } } } },
                "add": { "request": { "method": "POST", "path": "/orders", "body": { "type": "object",
                  "required": ["number", "note"], "properties": {
                    "number": { "type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$" }, "note": { "type": "string" } } } },
                "responses": { "201": { "description": "" }, "409": { "description": "" } } } } }
            """#
        let contract = try #require(ContractLoader.load("t.json", files: MemoryFiles(["t.json": text])).contract)
        let plan = FuzzPlan([contract], options: FuzzOptions(count: 3, seed: 1, allowsUnsafe: true))
        for testCase in plan.cases.joined().filter({ $0.operation.id == "add" && $0.steps.count == 1 }).prefix(3) {
            var progress = CaseProgress(testCase, scope: testCase.ownScope([:]) { _ in nil }) { _ in
                "http://127.0.0.1:1"
            }
            let first = try JSONDocument(parsing: #require(progress.start().request).body).root
            let request = try #require(progress.receive(completion(409, "")).request)
            let second = try JSONDocument(parsing: request.body).root
            #expect(
                first["number"]?.string != second["number"]?.string || first["note"]?.string != second["note"]?.string)
            #expect(progress.receive(completion(409, "")).isEnd && progress.findings.isEmpty)
        }
    }

    @Test("a body that json-c reads differently is a warning")
    func interop() throws {
        var progress = try progress("book/books a seat")
        _ = progress.start()
        #expect(progress.receive(completion(201, #"{"id":5,"x":99999999999999999999}"#)).isEnd)
        #expect(!progress.failed)
        #expect(progress.findings.map(\.rule.id) == ["json-interop"])
        #expect(progress.findings.first?.place?.name == "/x")
    }

    @Test("a transport failure is a finding")
    func transport() throws {
        var progress = try progress("book/books a seat")
        _ = progress.start()
        #expect(progress.receive(failure(.reset)).isEnd)
        #expect(progress.findings.map(\.rule.id) == ["transport.reset"])
        #expect(progress.findings.first?.blame == .server)
    }

    @Test("steps are sent in order, and a repeated request is identical")
    func steps() throws {
        var progress = try progress("book/books at the second try")
        let first = try #require(progress.start().request)
        let second = try #require(progress.receive(completion(409, #""taken""#)).request)
        #expect(first == second)
        #expect(progress.receive(completion(201, #"{"id":6}"#)).isEnd)
        #expect(!progress.failed)
    }

    @Test("a case stops at the failed step")
    func failingStep() throws {
        var progress = try progress("book/books at the second try")
        _ = progress.start()
        #expect(progress.receive(completion(201, #"{"id":6}"#)).isEnd)
        #expect(progress.failed)
        #expect(progress.attempts.count == 1)
    }

    @Test("a case polls until it passes, while the responses are documented")
    func polls() throws {
        var progress = try progress("book/waits for a seat")
        let request = try #require(progress.start().request)
        #expect(progress.receive(completion(202, #""wait""#)).pause == 2)
        #expect(progress.resume().request == request)
        #expect(progress.receive(completion(202, #""wait""#)).pause == 2)
        _ = progress.resume()
        #expect(progress.receive(completion(201, #"{"id":7}"#)).isEnd)
        #expect(!progress.failed && progress.retried.isEmpty)
    }

    @Test("polling stops at its limit and at an undocumented response")
    func pollsEnd() throws {
        var patient = try progress("book/waits for a seat")
        _ = patient.start()
        for _ in 0..<2 {
            #expect(patient.receive(completion(202, #""wait""#)).pause == 2)
            _ = patient.resume()
        }
        #expect(patient.receive(completion(202, #""wait""#)).isEnd)
        #expect(patient.failed)

        var surprised = try progress("book/waits for a seat")
        _ = surprised.start()
        #expect(surprised.receive(completion(500, "{}")).isEnd)
        #expect(surprised.failed)
    }

    @Test("a temporary failure is retried and recorded")
    func retries() throws {
        var progress = try progress("book/books a seat", retries: 2)
        let request = try #require(progress.start().request)
        #expect(progress.receive(failure(.refused)).pause == 0.2)
        #expect(progress.resume().request == request)
        #expect(progress.receive(completion(503, "{}", HTTPField("Retry-After", "7"))).pause == 7)
        _ = progress.resume()
        #expect(progress.receive(completion(201, #"{"id":5}"#)).isEnd)
        #expect(!progress.failed)
        #expect(progress.retried == ["the connection was refused", "status 503"])
    }

    @Test("a case fails after the maximum number of retries")
    func retriesEnd() throws {
        var progress = try progress("book/books a seat", retries: 1)
        _ = progress.start()
        #expect(progress.receive(completion(503, "{}")).pause == 0.2)
        _ = progress.resume()
        #expect(progress.receive(completion(503, "{}")).isEnd)
        #expect(progress.failed)
    }
}

@Suite("The states of a case")
struct CaseStateTests {
    private func progress(_ handler: StateHandler?) throws -> CaseProgress {
        let testCase = try Flights.testCase("show/shows one of long ago")
        return CaseProgress(testCase, scope: testCase.ownScope([:]) { _ in nil }, handler: handler) { _ in "http://x" }
    }

    private func answer(_ status: Int, _ json: String) -> Completion {
        let fields = [HTTPField("Content-Type", "application/json")]
        return Completion(
            key: .testCase(0),
            outcome: .response(HTTPResponse(status: status, headers: fields, body: Array(json.utf8))),
            times: .zero, httpVersion: "1.1", reusedConnection: false)
    }

    private func message(_ request: HTTPRequest?) -> String? {
        request.map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test("without a handler, states are assumed")
    func withoutHandler() throws {
        var progress = try progress(nil)
        #expect(progress.start().request?.url == "http://x/bookings/3")
    }

    @Test("states are set up in order, provide values, and are torn down in reverse order")
    func setUp() throws {
        var progress = try progress(.url("http://states/"))
        let first = progress.start().request
        #expect(first?.url == "http://states/" && first?.method == "POST")
        #expect(message(first) == #"{"state":"an old booking","params":{"id":3},"action":"setup"}"#)
        let second = progress.receive(answer(200, #"{"id":31}"#)).request
        #expect(message(second) == #"{"state":"a quiet day","params":{},"action":"setup"}"#)
        #expect(progress.receive(answer(204, "")).request?.url == "http://x/bookings/31")
        let down = progress.receive(answer(200, #"{"id":31}"#)).request
        #expect(message(down) == #"{"state":"a quiet day","params":{},"action":"teardown"}"#)
        let last = progress.receive(answer(200, "")).request
        #expect(message(last) == #"{"state":"an old booking","params":{"id":3},"action":"teardown"}"#)
        #expect(progress.receive(answer(200, "")).isEnd)
        #expect(!progress.failed && progress.attempts.count == 1)
    }

    @Test("a failed setup fails the case with the reason, and earlier states are torn down")
    func failure() throws {
        var progress = try progress(.url("http://states/"))
        _ = progress.start()
        _ = progress.receive(answer(200, ""))
        let down = progress.receive(answer(500, "no such state\nat line 1")).request
        #expect(message(down)?.contains("\"teardown\"") == true)
        #expect(message(down)?.contains("an old booking") == true)
        #expect(progress.receive(answer(200, "")).isEnd)
        #expect(progress.findings.map(\.rule.id) == ["state.failed"])
        #expect(progress.findings.first?.actual == "the state handler responded with 500: no such state")
    }

    @Test("a request that can't start fails the case, and the states are torn down")
    func cannotStart() throws {
        var progress = try progress(.url("http://states/"))
        _ = progress.start()
        for body in ["", ""] { _ = progress.receive(answer(200, body)) }
        let failure = Completion(
            key: .testCase(0), outcome: .failure(TransportFailure(.badField, "a line break"), partial: nil),
            times: .zero, httpVersion: "", reusedConnection: false)
        #expect(message(progress.receive(failure).request)?.contains("\"teardown\"") == true)
        #expect(message(progress.receive(answer(200, "")).request)?.contains("\"teardown\"") == true)
        #expect(progress.receive(answer(200, "")).isEnd && progress.failed)
    }

    @Test("a failed teardown is a warning")
    func tearDownFails() throws {
        var progress = try progress(.url("http://states/"))
        _ = progress.start()
        for body in ["", "", #"{"id":3}"#] { _ = progress.receive(answer(200, body)) }
        _ = progress.receive(answer(500, ""))
        #expect(progress.receive(answer(200, "")).isEnd)
        #expect(!progress.failed)
        #expect(progress.findings.map(\.severity) == [.warning])
    }

    @Test("an interruption tears down the states")
    func interrupted() throws {
        var progress = try progress(.url("http://states/"))
        _ = progress.start()
        _ = progress.receive(answer(200, ""))
        #expect(message(progress.interrupt().request)?.contains("\"teardown\"") == true)
    }

    @Test("a command receives the state and prints its values")
    func command() throws {
        var progress = try progress(.command("./states.sh"))
        guard case .run(let line, let change) = progress.start() else { return #expect(Bool(false)) }
        #expect(line == "./states.sh" && change.direction == .setUp && change.state == "an old booking")
        _ = progress.receive(CommandResult(status: 0, output: Array(#"{"id":32}"#.utf8), errors: []))
        #expect(
            progress.receive(CommandResult(status: 0, output: [], errors: [])).request?.url == "http://x/bookings/32")
    }

    @Test("a failed state command fails the case")
    func commandFails() throws {
        var progress = try progress(.command("./states.sh"))
        _ = progress.start()
        #expect(progress.receive(CommandResult(status: 2, output: [], errors: Array("no database".utf8))).isEnd)
        #expect(progress.findings.first?.actual == "the state command ended with status 2: no database")
    }
}

extension CaseProgress.Action {
    var request: HTTPRequest? {
        if case .send(let request) = self { request } else { nil }
    }

    var pause: Double? {
        if case .pause(let seconds) = self { seconds } else { nil }
    }

    var isEnd: Bool {
        if case .end = self { true } else { false }
    }
}
