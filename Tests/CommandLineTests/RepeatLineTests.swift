// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import LoopbackServer
import Testing

@Suite("The curl line of a finding", .timeLimit(.minutes(20)))
struct RepeatLineTests {
    static let secrets = [
        "T_USER": "somebody", "T_BEARER": "bearer.s3cret", "T_QUERY": "query-s3cret&m%re", "T_PASSWORD": "p%ss\"w $0rd",
    ]

    static let contract = """
        { "contract": "1.0", "info": { "title": "Repeat", "version": "1" },
          "servers": [{ "url": "https://repeat.example" }],
          "operations": { "bearer": \(operation("bearer")), "query": \(operation("query")), "basic": \(operation("basic")) },
          "components": { "securitySchemes": {
            "bearer": { "type": "http", "scheme": "bearer", "credentials": { "token": "${env.T_BEARER}" } },
            "query": { "type": "apiKey", "in": "query", "name": "key", "credentials": { "value": "${env.T_QUERY}" } },
            "basic": { "type": "http", "scheme": "basic",
              "credentials": { "username": "${env.T_USER}", "password": "${env.T_PASSWORD}" } } } } }
        """

    private static func operation(_ name: String) -> String {
        """
        { "security": [ { "\(name)": [] } ], "request": { "method": "GET", "path": "/\(name)" },
          "responses": { "200": { "description": "It.", "body": { "type": "integer" } } },
          "cases": { "asks": { "response": { "status": 200, "body": 1 } } } }
        """
    }

    @Test("the curl line names the variables of credentials, and sends the same request")
    func pasted() throws {
        let server = try ScriptedServer([
            .readHead,
            .send("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        ])
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.contract, to: "repeat.json")
        let variables = try scratch.write(
            Self.secrets.map { "\($0.key)='\($0.value)'\n" }.sorted().joined(), to: "variables")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--env-file",
            variables,
            file)
        #expect(run.status == 1, "\(run)")
        for value in Self.secrets.values { #expect(!run.output.contains(value)) }
        // The terminal shows the first request of a problem, and the report those of all cases.
        #expect(run.output.contains(#"-H "Authorization: Bearer $T_BEARER""#), "\(run)")
        let report = try RunReport(parsing: Array(scratch.text("report.json").utf8))
        let lines = report.cases.compactMap { $0.findings.first?.reproduce }
        #expect(lines.count == 3)
        #expect(lines.contains { $0.contains(#"-H "Authorization: Bearer $T_BEARER""#) }, "\(run)")
        let asked = server.requestHeads
        for line in lines {
            let again = try Program.shell("set -a; . '\(variables)'; set +a; \(line)")
            #expect(again.output.contains("500 Oh"), "\(again)")
        }
        /// The header fields without those of the client itself.
        func said(_ heads: some Sequence<String>) -> [String] {
            heads.map { head in
                let lines = head.split(separator: "\r\n")
                return lines.filter { $0.hasPrefix("GET") || $0.lowercased().hasPrefix("authorization") }
                    .joined(separator: "\n")
            }.sorted()
        }
        #expect(said(asked).filter { !$0.isEmpty } == said(server.requestHeads.dropFirst(asked.count)))
    }
}
