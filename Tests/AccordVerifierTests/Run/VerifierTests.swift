// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("A run over sockets", .timeLimit(.minutes(20)))
struct VerifierTests {
    private func run(
        _ server: ScriptedServer, concurrency: Int = 4, interruption: Interruption = Interruption(),
        _ choose: (inout Selection) -> Void = { _ in }, notify: @escaping (Verifier.Event) -> Void = { _ in }
    ) throws -> [CaseResult] {
        var selection = Selection()
        choose(&selection)
        let contract = try Flights.contract()
        let plan = RunPlan([contract], selection: selection, serverName: nil, today: "2026-01-01")
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.concurrency = concurrency
        let recorder = Recorder(Secrets([contract]) { _ in nil }, keptExchanges: 10)
        return try Verifier.run(plan, options: options, recorder: recorder, interruption: interruption, notify: notify)
    }

    private static func answer(_ status: String, _ json: String) -> ScriptedServer.Act {
        .send(
            "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Content-Length: \(json.utf8.count)\r\n\r\n\(json)")
    }

    @Test("a failed case blocks the cases that use its outputs")
    func blocks() throws {
        let server = try ScriptedServer([.readHead, Self.answer("409 Conflict", #""taken""#)])
        let results = try run(server) { $0.included.cases = ["show/shows a booking"] }
        #expect(results.map(\.status) == [.failed, .blocked])
        #expect(results.last?.reason == "blocked by book/books a seat")
        #expect(server.connectionCount == 1)
        #expect(results.first?.findings.first?.reproduce?.hasPrefix("curl ") == true)
    }

    @Test("a case uses the output of an earlier response")
    func flows() throws {
        let server = try ScriptedServer { number in
            [.readHead, number == 0 ? Self.answer("201 Created", #"{"id":41}"#) : Self.answer("200 OK", #"{"id":41}"#)]
        }
        let results = try run(server) { $0.included.cases = ["show/shows a booking"] }
        #expect(results.map(\.status) == [.passed, .passed])
        #expect(server.requestHeads.last?.hasPrefix("GET /api/bookings/41 HTTP/1.1\r\n") == true)
        #expect(results.last?.exchanges.first?.response?.status == 200)
    }

    @Test("one request at a time and a search for smaller requests don't stall a run", .timeLimit(.minutes(20)))
    func neverStalls() throws {
        let operations = (0..<40).map { number in
            #"""
            "op\#(number)": { "request": { "method": "GET", "path": "/\#(number)", "query": { "text": { "schema": { "type": "string" } } } },
              "responses": { "200": { "description": "It." } }, "cases": { "reads": { "request": { "query": { "text": "a" } }, "response": { "status": 200 } } } }
            """#
        }.joined(separator: ", ")
        let text =
            #"{ "contract": "1.0", "info": { "title": "Many", "version": "1" }, "operations": { \#(operations) } }"#
        let contract = try #require(ContractLoader.load("many.json", files: MemoryFiles(["many.json": text])).contract)
        let server = try ScriptedServer([
            .answer { head in [.response(head.contains("text=a ") ? "200 OK" : "500 No")] }
        ])
        var planOptions = PlanOptions(today: "2026-01-01")
        planOptions.fuzz = FuzzOptions(count: 600, seed: 1)
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.concurrency = 1
        let recorder = Recorder(Secrets([contract]) { _ in nil }, keptExchanges: 0)
        let source = PlanSource(RunPlanner([contract], options: planOptions))
        let results = try Verifier.run(source, options: options, recorder: recorder)
        #expect(results.count { $0.status == .passed } >= 40 && results.count { $0.status == .failed } > 0)
    }

    @Test("a run continues after a case without a response")
    func goesOn() throws {
        let server = try ScriptedServer { number in
            number == 0 ? [.readHead] : [.readHead, Self.answer("404 Not Found", #""none""#)]
        }
        let results = try run(server, concurrency: 1) {
            $0.included.cases = ["show/shows one of long ago", "show/is skipped"]
        }
        #expect(results.map(\.status) == [.failed, .passed])
        #expect(results.first?.findings.map(\.rule.id) == ["transport.empty"])
    }

    @Test("a pending case never fails, and is reported if it passes")
    func pending() throws {
        let failing = try ScriptedServer([.readHead, Self.answer("200 OK", "{}")])
        #expect(try run(failing) { $0.included.cases = ["show/is planned"] }.map(\.status) == [.pending])
        let passing = try ScriptedServer([.readHead, Self.answer("404 Not Found", #""none""#)])
        let result = try #require(try run(passing) { $0.included.cases = ["show/is planned"] }.first)
        #expect(result.status == .pending)
        #expect(result.findings.map(\.rule.id) == ["case.pending-passes"])
    }

    @Test("a stopped run keeps its results and lists the remaining cases")
    func interrupted() throws {
        let server = try ScriptedServer { number in
            number == 0 ? [.readHead, Self.answer("404 Not Found", #""none""#)] : [.readHead, .hold]
        }
        let interruption = Interruption()
        var ended: [String] = []
        let results = try run(
            server, concurrency: 1, interruption: interruption, { $0.included.operations = ["show"] },
            notify: { event in
                guard case .ended(let result) = event else { return }
                if ended.isEmpty { Thread.detachNewThread { interruption.ask() } }
                ended.append(result.id)
            })
        let interrupted = results.filter { $0.reason?.hasSuffix(": interrupted") == true }
        #expect(interrupted.count > 1 && interrupted.allSatisfy { $0.status == .skipped && $0.exchanges.isEmpty })
        #expect(interrupted.count { $0.reason == "not finished: interrupted" } <= 1)
        #expect(ended.sorted() == results.map(\.id).sorted())
    }

    @Test("exchanges of passed cases are limited, and environment values are masked")
    func exchanges() throws {
        let contract = try Flights.contract()
        var secrets = Secrets([contract]) { _ in nil }
        secrets.add("bookings")
        let recorder = Recorder(secrets, keptExchanges: 1)
        let server = try ScriptedServer([.readHead, Self.answer("404 Not Found", #""none""#)])
        var selection = Selection()
        selection.included.cases = ["show/is planned", "show/is skipped"]
        let plan = RunPlan([contract], selection: selection, serverName: nil, today: "2026-01-01")
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.concurrency = 1
        let results = try Verifier.run(plan, options: options, recorder: recorder)
        #expect(results.map(\.exchanges.count) == [1, 0])
        #expect(results.first?.exchanges.first?.request.url.hasSuffix("/api/•••/8") == true)
    }

    @Test(
        "a finding about a long body repeats it from a file, unless the body contains a secret",
        arguments: [false, true])
    func longBodies(isSecret: Bool) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "Notes", "version": "1" }, "operations": { "add": {
              "request": { "method": "POST", "path": "/notes", "body": { "type": "array" } },
              "responses": { "201": { "description": "Added." } },
              "cases": { "a long note": {
                "request": { "body": ["\(String(repeating: "note ", count: 300))"] },
                "response": { "status": 201 } } } } } }
            """
        let loaded = ContractLoader.load("notes.json", files: MemoryFiles(["notes.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        var secrets = Secrets([contract]) { _ in nil }
        if isSecret { secrets.add("note note") }
        var written: [[UInt8]] = []
        let recorder = Recorder(secrets, keptExchanges: 0) {
            written.append($0)
            return "bodies/1.txt"
        }
        let server = try ScriptedServer([.readHead, Self.answer("500 No", "")])
        let plan = RunPlan([contract], selection: Selection(), serverName: nil, today: "2026-01-01")
        let options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        let results = try Verifier.run(plan, options: options, recorder: recorder)
        let line = try #require(results.first?.findings.first?.reproduce)
        #expect(line.hasSuffix("--data-binary @bodies/1.txt") == !isSecret && written.count == (isSecret ? 0 : 1))
    }

    @Test("a finding about a long URL repeats it from a configuration file", arguments: [10, 3_000])
    func longURLs(length: Int) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "Notes", "version": "1" }, "operations": { "find": {
              "request": { "method": "GET", "path": "/notes", "query": { "text": { "type": "string" } } },
              "responses": { "200": { "description": "Found." } },
              "cases": { "a long text": {
                "request": { "query": { "text": "\(String(repeating: "a", count: length))" } },
                "response": { "status": 200 } } } } } }
            """
        let loaded = ContractLoader.load("notes.json", files: MemoryFiles(["notes.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        var written: [String] = []
        let recorder = Recorder(Secrets([contract]) { _ in nil }, keptExchanges: 0) {
            written.append(String(decoding: $0, as: UTF8.self))
            return "requests/1.txt"
        }
        let server = try ScriptedServer([.readHead, Self.answer("500 No", "")])
        let plan = RunPlan([contract], selection: Selection(), serverName: nil, today: "2026-01-01")
        let options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        let results = try Verifier.run(plan, options: options, recorder: recorder)
        let line = try #require(results.first?.findings.first?.reproduce)
        #expect(line.count <= 1_000 && line.hasPrefix("curl -sS -i"))
        #expect(line.contains("-K requests/1.txt") == (length > 1_000))
        #expect(written.map { $0.contains("/notes?text=aaa") } == (length > 1_000 ? [true] : []))
    }
}
