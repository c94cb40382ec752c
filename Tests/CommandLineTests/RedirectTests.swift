// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Redirects", .timeLimit(.minutes(20)))
struct RedirectTests {
    /// Returns the operations of the example in docs/contract-format.md as a contract.
    static func contract() throws -> String {
        let page = try String(
            contentsOf: Program.packageRoot.appending(path: "docs/contract-format.md"), encoding: .utf8)
        let examples = page.split(separator: "```json\n").dropFirst().compactMap { $0.split(separator: "```").first }
        let example = try #require(examples.first { $0.contains("leads to the file") })
        return """
            { "contract": "1.0", "info": { "title": "Exports", "version": "1" },
              "servers": [{ "url": "https://exports.example" }], "operations": \(example) }
            """
    }

    /// Redirects to a location that serves the file.
    static func server(_ location: String) throws -> ScriptedServer {
        try ScriptedServer([
            .answer { head in
                let answer =
                    head.hasPrefix("GET /files/7.csv ")
                    ? "200 OK\r\nContent-Type: text/csv\r\nContent-Length: 3\r\nConnection: close\r\n\r\na,b"
                    : "302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                return [.send("HTTP/1.1 \(answer)")]
            }
        ])
    }

    private func verify(_ address: String, _ contract: String, _ options: String...) throws -> Program {
        let scratch = try ScratchFolder()
        let file = try scratch.write(contract, to: "exports.json")
        return try Program.run(
            Program.accordProgram, ["verify", "--base-url", address, "--report", scratch.path, file] + options,
            in: Program.packageRoot)
    }

    @Test(
        "a step follows a redirect",
        arguments: ["/files/7.csv", "https://x.example/files/7.csv"])
    func followed(location: String) throws {
        let server = try Self.server(location)
        let run = try verify("http://127.0.0.1:\(server.port)", Self.contract())
        #expect(run.status == 0 && run.output.contains("2 cases passed"), "\(run)")
        let asked = server.requestHeads.compactMap { $0.split(separator: "\r\n").first }
        #expect(asked.sorted() == ["GET /exports/7 HTTP/1.1"] + Array(repeating: "GET /files/7.csv HTTP/1.1", count: 2))
    }

    @Test("credentials of --header are sent to the server, and not to a different origin")
    func credentials() throws {
        let other = try Self.server("/")
        let server = try Self.server("http://127.0.0.1:\(other.port)/files/7.csv")
        let contract = """
            { "contract": "1.0", "info": { "title": "Exports", "version": "1" }, "operations": { "export": {
              "request": { "method": "GET", "path": "/exports" },
              "responses": { "200": { "description": "It.", "body": { "content": { "text/csv": {} } } } },
              "cases": { "follows": { "request": { "follow": true }, "response": { "status": 200 } } } } } }
            """
        let given = ["Authorization: Bearer secret1", "X-Api-Key: secret2", "Cookie: s=secret3", "X-Any: secret4"]
        let scratch = try ScratchFolder()
        let run = try Program.run(
            Program.accordProgram,
            [
                "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path,
                try scratch.write(contract, to: "exports.json"),
            ] + given.flatMap { ["--header", $0] }, in: Program.packageRoot)
        #expect(run.status == 0, "\(run)")
        let (first, second) = (server.requestHeads.joined(), other.requestHeads.joined())
        #expect(second.hasPrefix("GET /files/7.csv ") && !second.contains("secret"), "\(second)")
        #expect((1...4).allSatisfy { first.contains("secret\($0)") }, "\(first)")
    }

    @Test("a redirect to a wrong location fails the case")
    func elsewhere() throws {
        let server = try Self.server("/login")
        let run = try verify("http://127.0.0.1:\(server.port)", Self.contract(), "--operation", "export")
        #expect(run.status == 1 && run.output.contains("output.missing"), "\(run)")
    }

    @Test("the mock sends documented redirects")
    func mock() throws {
        let scratch = try ScratchFolder()
        let mock = try RunningServer.mock(try scratch.write(Self.contract(), to: "exports.json"))
        let run = try verify(mock.address, Self.contract())
        #expect(run.status == 0, "\(run)")
        #expect(mock.stop() == 0)
    }

    @Test("a redirect instead of a success has advice on following it")
    func advice() throws {
        let server = try Self.server("/files/8.csv")
        let contract = try Self.contract().replacing("\"7.csv\"", with: "\"9.csv\"")
        let run = try verify("http://127.0.0.1:\(server.port)", contract, "--operation", "file")
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("the response redirects to /files/8.csv"), "\(run)")
        #expect(run.output.contains("add a second step"), "\(run)")
        #expect(server.requestHeads.count { $0.hasPrefix("GET") } == 1)
    }
}
