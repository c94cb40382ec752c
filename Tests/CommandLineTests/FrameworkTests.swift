// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

/// An app of a web framework, FastAPI, verified against its generated OpenAPI document.
@Suite(
    "A FastAPI app", .timeLimit(.minutes(20)),
    .enabled(if: Bookshop.isInstalled, "FastAPI isn't installed; scripts/python.sh installs it"))
struct FrameworkTests {
    /// The operation and rule of each finding.
    private func findings(_ bugs: [String]) throws -> Set<String> {
        let server = try RunningServer(Bookshop.program, bugs.flatMap { ["--bug", $0] })
        let folder = try ScratchFolder()
        let run = try Program.accord(
            "verify", "--base-url", server.address, "--refusals", "--fuzz", "500", "--allow-unsafe",
            "--profile", "strict", "--auth", "HTTPBearer=bookshop-token", "--report", folder.path,
            "Tests/Fixtures/bookshop/openapi.json")
        #expect(run.status == 0 || run.status == 1, "\(run)")
        let report = try RunReport(parsing: Array(folder.text("report.json").utf8))
        let failed = report.cases.filter { $0.status == .failed }
        return Set(
            failed.flatMap { result in
                result.findings.filter { $0.severity == .error }.map { "\(result.operation) \($0.rule): \($0.message)" }
            })
    }

    @Test("the app's OpenAPI document is current")
    func document() throws {
        let generated = try Program.run(Bookshop.program, ["--openapi"], in: Program.packageRoot)
        let kept = try String(contentsOf: Bookshop.document, encoding: .utf8)
        #expect(generated.output == kept)
    }

    @Test("at least eleven of twelve bugs are reported, and none without bugs")
    func bugs() throws {
        let clean = try findings([])
        #expect(clean.isEmpty)
        let all = try Program.run(Bookshop.program, ["--bugs"], in: Program.packageRoot).output
            .split(separator: "\n").map(String.init)
        #expect(all.count == 12)
        var missed: [String] = []
        for bug in all where try findings([bug]).subtracting(clean).isEmpty { missed.append(bug) }
        let found = all.count - missed.count
        print("bugs of a real framework found: \(found) of \(all.count); false alarms: \(clean.count)")
        #expect(missed.count <= 1, "missed: \(missed.joined(separator: ", "))")
    }
}

/// An app of 20 operations, as FastAPI's tutorial shows how to write one, verified against the document that it serves.
@Suite(
    "A clinic", .timeLimit(.minutes(20)),
    .enabled(if: Bookshop.isInstalled, "FastAPI isn't installed; scripts/python.sh installs it"))
struct ClinicTests {
    private func verify(_ arguments: String...) throws -> (run: Program, report: RunReport) {
        let program = Program.packageRoot.appending(path: "Tests/Fixtures/clinic/serve.sh")
        let server = try RunningServer(program, [])
        let folder = try ScratchFolder()
        let run = try Program.run(
            Program.accordProgram,
            ["verify", "\(server.address)/openapi.json", "--report", folder.path] + arguments, in: Program.packageRoot)
        return (run, try RunReport(parsing: Array(folder.text("report.json").utf8)))
    }

    @Test("passes with the URL of its document and its token alone")
    func passes() throws {
        let (run, report) = try verify("--auth", "HTTPBearer=clinic-token")
        #expect(run.status == 0, "\(run)")
        #expect(report.summary.passed >= 6)
        #expect(report.problems(.warning).count <= 3, "\(report.problems(.warning).map(\.heading))")
    }

    @Test("passes with a login in place of a token")
    func login() throws {
        let login = #"{"request":"POST /login","body":{"username":"ada","password":"lovelace"},"token":"/token"}"#
        let (run, report) = try verify("--login", "HTTPBearer=\(login)")
        #expect(run.status == 0, "\(run)")
        #expect(report.summary.passed >= 6)
    }

    /// Pydantic converts values, such as `"7"` for a number, and rejects `1.0` for an integer.
    @Test("has one problem for each practice of its framework if everything is tested strictly")
    func strict() throws {
        let (run, report) = try verify(
            "--auth", "HTTPBearer=clinic-token", "--profile", "strict", "--refusals", "--fuzz", "100", "--allow-unsafe")
        let rules = report.problems().map(\.finding.rule.id)
        #expect(rules == ["refusal.practice", "fuzz.integer-notation"], "\(run)")
        #expect(report.profile == "strict")
    }

    @Test("has one problem with a wrong token: the credentials")
    func wrongToken() throws {
        let (run, report) = try verify("--auth", "HTTPBearer=wrong", "--refusals")
        #expect(run.status == 1, "\(run)")
        #expect(report.problems().map(\.kind) == [.setUp], "\(run)")
    }
}

/// The folder Tests/Fixtures/bookshop, with the virtual environment that `scripts/python.sh` creates.
enum Bookshop {
    static let folder = Program.packageRoot.appending(path: "Tests/Fixtures/bookshop")
    static let program = folder.appending(path: "serve.sh")
    static let document = folder.appending(path: "openapi.json")

    static let isInstalled: Bool = (try? Program.run(program, ["--bugs"], in: Program.packageRoot).status) == 0
}
