// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation
import LoopbackServer
import Testing

@Suite("Pacts that a broker selects", .timeLimit(.minutes(20)))
struct PactFetchTests {
    private static let pact = #"""
        {
          "consumer": { "name": "web" }, "provider": { "name": "notes" },
          "interactions": [
            {
              "description": "a note", "request": { "method": "GET", "path": "/notes/7" },
              "response": { "status": 200, "headers": { "Content-Type": "application/json" }, "body": { "id": 7 } }
            }
          ],
          "metadata": { "pactSpecification": { "version": "2.0.0" } },
          "_links": { "pb:publish-verification-results": { "href": "BASE/results" } }
        }
        """#

    private static let selection = #"""
        {
          "_embedded": {
            "pacts": [
              {
                "verificationProperties": {
                  "pending": PENDING,
                  "notices": [ { "when": "before_verification", "text": "It is the latest pact." } ]
                },
                "_links": { "self": { "href": "BASE/pact" } }
              }
            ]
          }
        }
        """#

    /// A broker with one pact. Its first response is 503.
    private final class Broker: Sendable {
        let server: ScriptedServer
        private let received: Received

        private final class Received: Sendable {
            let bodies = Locked<[String]>([])
        }

        init(isPending: Bool) throws {
            let received = Received()
            server = try ScriptedServer { number in
                if number == 0 { return [.readHead, .response("503 Service Unavailable")] }
                return [.answer { head in Self.answer(head, isPending, received) }]
            }
            self.received = received
        }

        var bodies: [String] { received.bodies.withLock { $0 } }

        private static func answer(_ head: String, _ isPending: Bool, _ received: Received) -> [ScriptedServer.Act] {
            func value(_ name: String) -> String {
                let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
                return line?.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) ?? ""
            }
            let (base, length) = ("http://" + value("host"), Int(value("content-length")) ?? 0)
            let read = ScriptedServer.Act.read { bytes in
                guard bytes.count == length else { return false }
                if length > 0 { received.bodies.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
                return true
            }
            func response(_ status: String, _ body: String) -> [ScriptedServer.Act] {
                let text = body.replacing("BASE", with: base).replacing("PENDING", with: "\(isPending)")
                return [read, .response(status, type: "application/hal+json", body: text)]
            }
            guard value("authorization") == "Bearer sesame" else { return response("401 Unauthorized", "{}") }
            return switch head.prefix(while: { $0 != "\r\n" }).split(separator: " ")[1] {
            case "/":
                response(
                    "200 OK",
                    #"{"_links":{"pb:provider-pacts-for-verification":{"href":"BASE/provider/{provider}","templated":true}}}"#
                )
            case "/provider/notes": response("200 OK", selection)
            case "/pact": response("200 OK", pact)
            default: response("201 Created", "{}")
            }
        }
    }

    @Test("fetches the selected pacts after a 503, and publishes the results of verify", arguments: [false, true])
    func fetch(isPending: Bool) throws {
        let broker = try Broker(isPending: isPending)
        let scratch = try ScratchFolder()
        let arguments = ["--broker", "http://127.0.0.1:\(broker.server.port)", "--broker-token", "sesame"]
        let folder = scratch.path + "/Pacts"
        let selector = ["--provider", "notes", "--selector", #"{"mainBranch":true}"#]
        let fetched = try Program.run(
            Program.accordProgram, ["pact", "fetch", "-o", folder] + selector + arguments, in: Program.packageRoot)
        #expect(fetched.status == 0 && fetched.output.contains("It is the latest pact."), "\(fetched)")
        #expect(broker.bodies.first?.contains(#""consumerVersionSelectors":[{"mainBranch":true}]"#) == true)

        let mock = try RunningServer.mock(folder)
        let verified = try Program.accord(
            "verify", "--base-url", mock.address, "--report", scratch.path, folder)
        // A run in which only a pending case ran fails.
        #expect(verified.status == (isPending ? 1 : 0), "\(verified)")
        let published = try Program.run(
            Program.accordProgram,
            ["pact", "results", "--app-version", "1.2", scratch.path + "/report.json"] + arguments,
            in: Program.packageRoot)
        #expect(published.status == 0 && published.output.contains("success"), "\(published)")
        #expect(broker.bodies.last?.contains(#""success":true,"providerApplicationVersion":"1.2""#) == true)
        #expect(mock.stop() == 0)
    }

    @Test("a refused token is an error, and nothing is written")
    func refused() throws {
        let broker = try Broker(isPending: false)
        let scratch = try ScratchFolder()
        let run = try Program.accord(
            "pact", "fetch", "--broker", "http://127.0.0.1:\(broker.server.port)", "--broker-token", "wrong",
            "--provider", "notes", "-o", scratch.path + "/Pacts")
        #expect(run.status != 0 && run.errors.contains("401"), "\(run)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Pacts").isEmpty)
    }
}
