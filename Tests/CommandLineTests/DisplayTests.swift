// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Terminal output", .timeLimit(.minutes(20)))
struct DisplayTests {
    /// A command line with a clean environment.
    private func accord(_ environment: String = "", _ arguments: String) throws -> Program {
        let cleared = ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "CI", "GITHUB_ACTIONS", "GITLAB_CI"]
        return try Program.shell(
            "env \(cleared.map { "-u \($0)" }.joined(separator: " ")) \(environment) '\(Program.accordProgram.path)' \(arguments)"
        )
    }

    private func broken() throws -> (ScratchFolder, String) {
        let scratch = try ScratchFolder()
        let contract = BadDayTests.contract.replacing(
            "\"contract\": \"1.0\"", with: "\"contract\": \"1.0\", \"sumary\": 1")
        return (scratch, try scratch.write(contract, to: "c.json"))
    }

    @Test(
        "--color takes precedence over NO_COLOR, then CLICOLOR_FORCE; a pipe has no color",
        arguments: [
            ("", "", false), ("", "--color always", true), ("NO_COLOR=1", "--color always", true),
            ("CLICOLOR_FORCE=1", "", true), ("CLICOLOR_FORCE=0", "", false),
            ("CLICOLOR_FORCE=1", "--color never", false),
            ("NO_COLOR=1 CLICOLOR_FORCE=1", "", false), ("NO_COLOR= CLICOLOR_FORCE=1", "", true),
        ])
    func colors(environment: String, option: String, isColored: Bool) throws {
        let (scratch, file) = try broken()
        let lint = try accord(environment, "lint \(option) '\(file)'")
        #expect(lint.status == 3)
        #expect(lint.errors.contains("\u{1B}[") == isColored, "\(lint)")
        #expect(lint.output.contains("\u{1B}[") == isColored, "\(lint)")
        let verify = try accord(
            environment,
            "verify --base-url http://127.0.0.1:1 --report '\(scratch.path)/r' "
                + "\(option) Specs/coffee.json")
        #expect(verify.status == 4, "\(verify)")
        let merged = try accord(
            environment,
            "report merge '\(scratch.path)/r' --report '\(scratch.path)/m' \(option)")
        #expect(merged.output.contains("\u{1B}[") == isColored, "\(merged)")
    }

    @Test("--quiet prints only errors and failures")
    func quiet() throws {
        let clean = try Program.accord("lint", "--quiet", "Specs")
        #expect(clean.status == 0 && clean.output.isEmpty && clean.errors.isEmpty, "\(clean)")
        let (scratch, file) = try broken()
        let wrong = try Program.accord("lint", "-q", file)
        #expect(wrong.status == 3 && wrong.output.isEmpty && wrong.errors.contains("unknown key"), "\(wrong)")
        for isRight in [true, false] {
            let answer =
                isRight ? BadDayTests.good : .send("HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            let server = try ScriptedServer([.answer { _ in [answer] }])
            let contract = try scratch.write(BadDayTests.contract, to: "bad-day.json")
            let run = try Program.accord(
                "verify", "--quiet", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, contract
            )
            #expect(run.status == (isRight ? 0 : 1))
            #expect(run.errors.isEmpty, "\(run)")
            #expect(run.output.isEmpty == isRight, "\(run)")
        }
    }

    @Test("a build service gets progress and warnings in groups, and errors outside")
    func groups() throws {
        let scratch = try ScratchFolder()
        let warned = BadDayTests.contract.replacing(
            "\"operations\"",
            with: "\"components\": { \"schemas\": { \"Unused\": { \"type\": \"string\" } } }, \"operations\"")
        let file = try scratch.write(warned, to: "c.json")
        let plain = try accord("", "lint '\(file)'")
        #expect(plain.errors.contains("warning: ") && !plain.errors.contains("::group::"), "\(plain)")
        let github = try accord("GITHUB_ACTIONS=true", "lint '\(file)'")
        let lines = github.errors.split(separator: "\n")
        #expect(lines.first == "::group::\(file): 1 warning" && lines.last == "::endgroup::", "\(github)")
        let gitlab = try accord("GITLAB_CI=true", "lint '\(file)'")
        #expect(gitlab.errors.hasPrefix("\u{1B}[0Ksection_start:"), "\(gitlab)")
        let (folder, wrong) = try broken()
        defer { withExtendedLifetime(folder) {} }
        let errors = try accord("GITHUB_ACTIONS=true", "lint '\(wrong)'")
        #expect(!errors.errors.contains("::group::") && errors.errors.contains("error: "), "\(errors)")
        let server = try ScriptedServer([.answer { _ in [BadDayTests.good] }])
        let run = try accord(
            "GITHUB_ACTIONS=true",
            "verify --base-url http://127.0.0.1:\(server.port) "
                + "--report '\(scratch.path)' '\(file)'")
        #expect(run.status == 0, "\(run)")
        let progress = run.errors.split(separator: "\n")
        #expect(progress.contains("::group::accord verify: progress") && progress.last == "::endgroup::", "\(run)")
    }

    @Test(
        "the problem matchers of GitHub and VS Code read the output of lint",
        arguments: ["github-problem-matcher", "vscode-tasks"])
    func matchers(name: String) throws {
        let file = Program.packageRoot.appending(path: "Examples/ci/\(name).json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let pattern = try #require(text.firstMatch(of: /"regexp": ("(?:[^"\\]|\\.)*")/)).1
        let decoded = try JSONDecoder().decode([String].self, from: Data("[\(pattern)]".utf8))
        let expression = try NSRegularExpression(pattern: decoded[0])
        let (folder, contract) = try broken()
        defer { withExtendedLifetime(folder) {} }
        let run = try Program.accord("lint", contract)
        let lines = run.errors.split(separator: "\n").map(String.init)
        let found = lines.compactMap { line -> [String]? in
            let range = NSRange(line.startIndex..., in: line)
            guard let match = expression.firstMatch(in: line, range: range) else { return nil }
            return (1..<match.numberOfRanges).map {
                Range(match.range(at: $0), in: line).map { String(line[$0]) } ?? ""
            }
        }
        #expect(found.count == 1, "\(run)")
        let groups = try #require(found.first)
        #expect(groups[0] == contract && Int(groups[1]) != nil && Int(groups[2]) != nil)
        #expect(
            groups[3] == "error" && groups[4].hasPrefix("unknown key “sumary”") && groups[5] == "contract.unknown-key")
    }
}
