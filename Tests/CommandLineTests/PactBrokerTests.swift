// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@Suite(
    "The client of a Pact Broker", .timeLimit(.minutes(20)),
    .enabled(
        if: FileManager.default.fileExists(atPath: PactCommandTests.brokerPacts), "the conformance folder isn't there"))
struct PactBrokerTests {
    /// The mock of the broker's official pact, whose links lead to the mock.
    final class Broker {
        let mock: RunningServer
        private let scratch: ScratchFolder

        /// - Parameter changes: further texts of the pact to replace, because its values are the official client's.
        init(_ name: String = "pact_broker_client-pact_broker.json", _ changes: [(String, String)] = []) throws {
            scratch = try ScratchFolder()
            let port = try Self.freePort()
            var text = try String(contentsOfFile: "\(PactCommandTests.brokerPacts)/\(name)", encoding: .utf8)
                .replacing(/http:\/\/localhost:123./, with: "http://127.0.0.1:\(port)")
            for (old, new) in changes { text = text.replacing(old, with: new) }
            mock = try RunningServer(
                Program.accordProgram, ["mock", "--port", "\(port)", try scratch.write(text, to: "broker.json")])
        }

        func set(_ states: String...) throws {
            for state in states {
                _ = try Program.shell(
                    "curl -sS -X PUT '\(mock.address)/__accord/state' -d '{\"state\": \"\(state)\"}'")
            }
        }

        func accord(_ arguments: String...) throws -> Program {
            try Program.run(
                Program.accordProgram, ["pact"] + arguments + ["--broker", mock.address, "--retries", "0"],
                in: Program.packageRoot)
        }

        static func freePort() throws -> UInt16 {
            #if canImport(Glibc)
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                let descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
                }
            }
            try #require(isBound)
            return UInt16(bigEndian: address.sin_port)
        }
    }

    @Test("publishes a pact as the broker expects it, and prints what the broker says")
    func publish() throws {
        let broker = try Broker()
        let scratch = try ScratchFolder()
        try broker.set("the pb:publish-contracts relations exists in the index resource")
        // The bytes of the pact in the broker's interaction.
        let pact =
            #"{"consumer":{"name":"Foo"},"provider":{"name":"Bar"},"interactions":[{"description":"an example request","#
            + #""providerState":"a provider state","request":{"method":"GET","path":"/","headers":{}},"response":"#
            + #"{"status":200,"headers":{"Content-Type":"application/hal+json"}}}],"#
            + #""metadata":{"pactSpecification":{"version":"2.0.0"}}}"#
        let run = try broker.accord(
            "publish", try scratch.write(pact, to: "foo-bar.json"), "--app-version",
            "5556b8149bf8bac76bc30f50a8a2dd4c22c85f30", "--branch", "main", "--tag", "dev", "--build-url",
            "http://build", "--merge")
        #expect(run.status == 0 && run.output.contains("some message"), "\(run)")
        let wrong = try broker.accord(
            "publish", "\(scratch.path)/foo-bar.json", "--app-version", "1", "--branch", "main")
        #expect(wrong.status == 1, "\(wrong)")
    }

    @Test("publishes a provider contract as PactFlow expects it, with a link and without", arguments: [true, false])
    func providerContract(hasLink: Bool) throws {
        let scratch = try ScratchFolder()
        // The bytes of the document in PactFlow's interaction.
        let document = try scratch.write("---\nsome: contract\n", to: "openapi.yaml")
        let run = RunReport(
            tool: .current, kind: .verify, started: "2026-11-23T00:00:00Z", duration: 0,
            contracts: [.init(file: document, title: "Bar", version: "1")],
            cases: [
                CaseResult(
                    id: "a/b", file: document, operation: "a", origin: .documented, status: .passed,
                    location: SourceLocation(file: document, line: 1, column: 1))
            ])
        let report = try scratch.write(String(decoding: run.json(), as: UTF8.self), to: "report.json")
        let broker = try Broker(
            "pact_broker_client-pactflow.json",
            [
                ("c29tZSByZXN1bHRz", Data(run.json()).base64EncodedString()), ("text/plain", "application/json"),
                (#""format": "text""#, #""format": "json""#), ("my custom tool", "accord"),
                (#""verifierVersion": "1.0""#, #""verifierVersion": "\#(RunReport.Tool.current.version)""#),
            ])
        if hasLink { try broker.set("the pb:publish-provider-contract relation exists in the index resource") }
        let published = try broker.accord(
            "publish-provider", document, report, "--provider", "Bar", "--app-version", "1", "--branch", "main",
            "--tag", "dev", "--build-url", "http://build")
        #expect(published.status == 0, "\(published)")
        #expect(published.output.contains("some notice") == hasLink, "\(published)")
    }

    @Test("asks whether a version can be deployed")
    func canDeploy() throws {
        let broker = try Broker()
        try broker.set("the pact for Foo version 1.2.3 has been verified by Bar version 4.5.6 and version 5.6.7")
        let run = try broker.accord("can-i-deploy", "--pacticipant", "Foo", "--app-version", "1.2.3")
        #expect(run.status == 0 && run.output == "✓ some text\n", "\(run)")
        let unknown = try broker.accord("can-i-deploy", "--pacticipant", "Wiffle", "--app-version", "0")
        #expect(unknown.status == 1, "\(unknown)")
    }

    @Test("records a deployment and a release", arguments: ["deployment", "release"])
    func record(kind: String) throws {
        let broker = try Broker()
        let version = "5556b8149bf8bac76bc30f50a8a2dd4c22c85f30"
        try broker.set(
            "the pb:pacticipant-version and pb:environments relations exist in the index resource",
            "version \(version) of pacticipant Foo exists with a test environment available for \(kind)")
        var arguments = ["--pacticipant", "Foo", "--app-version", version, "--environment", "test"]
        if kind == "deployment" { arguments += ["--application-instance", "blue"] }
        let run = try Program.run(
            Program.accordProgram,
            ["pact", "record-\(kind)"] + arguments + ["--broker", broker.mock.address], in: Program.packageRoot)
        #expect(run.status == 0 && run.output.contains("to test"), "\(run)")
        arguments[5] = "moon"
        let wrong = try Program.run(
            Program.accordProgram,
            ["pact", "record-\(kind)"] + arguments + ["--broker", broker.mock.address], in: Program.packageRoot)
        #expect(
            wrong.status == 1 && wrong.errors.contains("no environment “moon”; its environments are: test"), "\(wrong)")
    }

    @Test("an unreachable broker ends with status 4, and a missing one with status 2")
    func unreachable() throws {
        let arguments = ["pact", "can-i-deploy", "--pacticipant", "Foo", "--app-version", "1", "--retries", "0"]
        let away = try Program.run(
            Program.accordProgram, arguments + ["--broker", "http://127.0.0.1:1"], in: Program.packageRoot)
        #expect(away.status == 4 && away.errors.contains("can't reach"), "\(away)")
        let missing = try Program.run(Program.accordProgram, arguments, in: Program.packageRoot)
        #expect(missing.status == 2 && missing.errors.contains("missing URL of the Pact Broker"), "\(missing)")
    }
}
