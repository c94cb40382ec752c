// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("A run against a hostile server", .timeLimit(.minutes(20)))
struct HostileRunTests {
    /// Every misbehaviour that comes after a request, each the answer of an operation of its own.
    static let misbehaviours = Misbehaviour.all.filter { misbehaviour in
        if case .readHead = misbehaviour.script.first { true } else { false }
    }

    /// An operation for each of them, and a good one behind each.
    static func contract() throws -> Contract {
        let operations = misbehaviours.indices.flatMap { ["bad\($0)", "good\($0)"] }.map { name in
            """
            "\(name)": {
              "request": { "method": "GET", "path": "/\(name)" },
              "responses": { "200": { "description": "Fine.", "body": { "type": "object" } } },
              "cases": { "answers": { "response": { "status": 200, "body": {} } } }
            }
            """
        }
        let text = """
            { "contract": "1.0", "info": { "title": "Hostile", "version": "1" },
              "servers": [{ "name": "test", "url": "http://127.0.0.1" }],
              "operations": { \(operations.joined(separator: ",\n")) } }
            """
        let result = ContractLoader.load("hostile.json", files: MemoryFiles(["hostile.json": text]))
        return try #require(result.contract, "\(result.diagnostics)")
    }

    static func answer(_ head: String) -> [ScriptedServer.Act] {
        let path = head.split(separator: " ")[1]
        if path.hasPrefix("/bad"), let number = Int(path.dropFirst(4)) {
            return Array(misbehaviours[number].script.dropFirst())
        }
        return [
            .send(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
            )
        ]
    }

    @Test("each malformed response is a finding with advice, and the other cases continue")
    func goesOn() throws {
        let server = try ScriptedServer([.answer(Self.answer)])
        let contract = try Self.contract()
        let plan = RunPlan([contract], selection: Selection(), serverName: nil, today: "2026-01-01")
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.transport.maximumBodyBytes = 1_000_000
        options.transport.firstByteTimeout = 8
        options.transport.totalTimeout = 12
        let recorder = Recorder(Secrets([contract], environment: { _ in nil }), keptExchanges: 1000)
        let results = try Verifier.run(plan, options: options, recorder: recorder)
        #expect(results.count == 2 * Self.misbehaviours.count)
        for (index, misbehaviour) in Self.misbehaviours.enumerated() {
            let bad = results[2 * index]
            #expect(bad.status == .failed)
            #expect(
                bad.findings.map(\.rule) == [TransportFailure(misbehaviour.kind, "").rule],
                "\(misbehaviour.testDescription)")
            #expect(bad.findings.allSatisfy { $0.advice != nil && $0.reproduce?.hasPrefix("curl ") == true })
            #expect(results[2 * index + 1].status == .passed, "\(results[2 * index + 1].findings)")
        }
    }

    @Test("a run against a killed server ends with a correct result for each case")
    func killed() throws {
        let server = try ScriptedServer { number in
            [.answer { head in number < 3 ? Self.answer(head) : [.send("HTTP/1.1 200 OK\r\nContent-Le"), .die] }]
        }
        let contract = try Self.contract()
        var selection = Selection()
        selection.included.filters = ["good"]
        let plan = RunPlan([contract], selection: selection, serverName: nil, today: "2026-01-01")
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.concurrency = 1
        let recorder = Recorder(Secrets([contract], environment: { _ in nil }), keptExchanges: 1000)
        let results = try Verifier.run(plan, options: options, recorder: recorder)
        #expect(results.count == Self.misbehaviours.count)
        #expect(results.prefix(3).allSatisfy { $0.status == .passed })
        #expect(results[3].findings.map(\.rule.id) == ["transport.reset"])
        // What was refused, and what was then left out, says nothing about these cases.
        let reason = "the server could no longer be reached after \(results[2].id)"
        #expect(recorder.ending == .serverWentAway(after: results[2].id))
        #expect(
            results.dropFirst(4).prefix(3).allSatisfy {
                $0.status == .blocked && $0.reason == "not finished: \(reason)" && $0.findings.isEmpty
            })
        #expect(results.dropFirst(7).allSatisfy { $0.status == .skipped && $0.reason == "not run: \(reason)" })
    }
}
