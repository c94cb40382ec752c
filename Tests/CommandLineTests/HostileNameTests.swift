// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("Hostile names", .timeLimit(.minutes(20)))
struct HostileNameTests {
    /// Texts that are commands to a build service.
    private static let names = [
        "a\n::error::pwned.json", "::error::pwned.json", "a\r::set-output name=x::y.json", "##[error]pwned.json",
        "##vso[task.setvariable variable=x]y.json", "##teamcity[blockOpened name='x'].json",
        "a\u{1B}[0Ksection_start:1:x\r.json",
    ]

    private static let contract = """
        { "contract": "1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "http://127.0.0.1:1" }],
        "operations": { "op": { "request": { "method": "GET", "path": "/" },
        "responses": { "200": { "description": "Fine." } }, "cases": { "a": { "response": { "status": 200 } } } } } }
        """

    private func commands(in run: Program) -> [Substring] {
        (run.output + "\n" + run.errors).unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" })
            .map { Substring($0) }
            .filter { line in
                let start = line.unicodeScalars.drop { $0.properties.isWhitespace }
                return Substring(start).hasPrefix("::") || line.contains(/##[a-z]*\[/) || line.contains("\u{1B}")
            }
    }

    @Test("file names in folders and arguments print no command of a build service", arguments: names)
    func files(name: String) throws {
        let scratch = try ScratchFolder()
        let reports = scratch.path + "/Reports"
        let right = try scratch.write(Self.contract, to: name)
        let wrong = try scratch.write(Self.contract.replacing("\"GET\"", with: "\"GETT\", \"$ref\": 1"), to: "x" + name)
        let runs = [
            ["lint", scratch.path], ["lint", right, wrong], ["lint", "--json", scratch.path],
            ["lint", scratch.path + "/nope" + name], ["cases", right, scratch.path + "/x" + name],
            ["cases", right, right],
            ["verify", "--base-url", "http://127.0.0.1:1", "--report", reports, right],
            ["verify", "--base-url", "http://127.0.0.1:1", "--report", "\(reports)/\(name)/a", right],
            ["verify", "--server", name, right], ["verify", "--case", name, "--list", right], ["explain", name], [name],
            ["generate", right, "--output", scratch.path + "/out" + name],
            ["report", "merge", scratch.path + "/" + name],
        ]
        for arguments in runs {
            let run = try Program.run(Program.accordProgram, arguments, in: Program.packageRoot)
            #expect(commands(in: run).isEmpty, "\(arguments): \(run)")
            #expect(!(run.output + run.errors).isEmpty)
        }
    }

    @Test("quoted lines of a contract print no command of a build service")
    func text() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write("{ \"contract\": \"1.0\",\n::error::pwned\n##[error]pwned\n}", to: "a.json")
        let run = try Program.accord("lint", file)
        #expect(run.status == 3)
        #expect(run.errors.contains("pwned"))
        #expect(commands(in: run).isEmpty, "\(run)")
    }
}
