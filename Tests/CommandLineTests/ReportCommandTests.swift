// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("accord report", .timeLimit(.minutes(20)))
struct ReportCommandTests {
    /// A saved report of nine cases, four of them failed.
    private static let saved = "Tests/AccordReportTests/Golden/report.json"

    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        _ = try scratch.write(
            String(contentsOf: Program.packageRoot.appending(path: Self.saved), encoding: .utf8), to: "client.json")
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    }

    @Test("render writes every format next to the report")
    func render() throws {
        let run = try Program.accord("report", "render", scratch.path)
        #expect(run.status == 0, "\(run)")
        let written = [
            "client.ctrf.json", "client.gl-code-quality-report.json", "client.har", "client.html", "client.json",
            "client.junit.xml", "client.map.svg", "client.md", "client.sarif", "client.svg", "client.tap",
        ]
        #expect(try names().filter { $0.hasPrefix("client") } == written)
        #expect(
            try scratch.text("client.html").contains(
                "<h1>The server crashes in 1 operation; 4 problems in 2 of 2 operations</h1>"))
        #expect(run.output.split(separator: "\n").count == written.count - 1)
    }

    @Test("render writes one format to a file or to standard output")
    func output() throws {
        let run = try Program.accord("report", "render", Self.saved, "--format", "tap", "--output", "-")
        #expect(run.status == 0 && run.output.hasPrefix("TAP version 14\n1..9\n"), "\(run)")
        let file = try Program.accord(
            "report", "render", Self.saved, "--format", "junit", "--output", scratch.path + "/x.xml")
        #expect(file.status == 0, "\(file)")
        #expect(try scratch.text("x.xml").hasPrefix("<?xml"))
        let many = try Program.accord("report", "render", Self.saved, "--output", "-")
        #expect(many.status == 2 && many.errors.contains("--output requires one format"), "\(many)")
    }

    @Test("--template replaces a template; an unknown name is an error")
    func template() throws {
        let template = try scratch.write("{{headline}}!", to: "summary.md.mustache")
        let run = try Program.accord(
            "report", "render", Self.saved, "--format", "markdown", "--template", template, "--output", "-")
        #expect(run.output == "The server crashes in 1 operation; 4 problems in 2 of 2 operations!", "\(run)")
        let wrong = try scratch.write("x", to: "summary.mustache")
        let refused = try Program.accord(
            "report", "render", Self.saved, "--format", "markdown", "--template", wrong, "--output", "-")
        #expect(refused.status == 2 && refused.errors.contains("summary.md.mustache"), "\(refused)")
    }

    @Test("invalid formats and reports are errors")
    func mistakes() throws {
        let format = try Program.accord("report", "render", Self.saved, "--format", "pdf")
        #expect(format.status == 2 || format.status == 64, "\(format)")
        #expect(format.errors.contains("pdf"), "\(format)")
        let broken = try scratch.write("{", to: "broken.json")
        let unreadable = try Program.accord("report", "render", broken)
        #expect(
            unreadable.status == 3 && unreadable.errors.contains("\(broken) isn't a report of Accord, such as"),
            "\(unreadable)")
        let missing = try Program.accord("report", "compare", scratch.path + "/nowhere", scratch.path)
        #expect(missing.status == 2, "\(missing)")
    }

    @Test("compare fails if a case is newly failing")
    func compare() throws {
        let old = try scratch.text("client.json").replacing(
            "\"status\": \"failed\",\n      \"duration\": 0.009",
            with: "\"status\": \"passed\",\n      \"duration\": 0.009")
        let earlier = try scratch.write(old, to: "earlier.json")
        let later = scratch.path + "/client.json"
        let run = try Program.accord("report", "compare", earlier, later)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("✗ 1 newly failing\n  login/refuses a wrong password\n"), "\(run)")
        #expect(run.output.contains("✗ 3 still failing\n"), "\(run)")
        let back = try Program.accord("report", "compare", later, earlier)
        #expect(back.status == 0 && back.output.contains("✓ 1 fixed\n  login/refuses a wrong password\n"), "\(back)")
        let same = try Program.accord("report", "compare", later, later)
        #expect(same.status == 0 && same.output.contains("✗ 4 still failing\n"), "\(same)")
    }

    @Test("a run on GitHub prints annotations and appends to the job summary")
    func gitHub() throws {
        let summary = try scratch.write("before\n", to: "summary")
        let run = try Program.shell(
            """
            GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY='\(summary)' '\(Program.accordProgram.path)' \
            report merge '\(scratch.path)/client.json' --report '\(scratch.path)/all'
            """)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("\n::error file=Specs/awesome-todos.json,line=41,col=7,title=GET /login"), "\(run)")
        let text = try scratch.text("summary")
        #expect(
            text.hasPrefix("before\n")
                && text.contains("## ❌ The server crashes in 1 operation; 4 problems in 2 of 2 operations"))
        let plain = try Program.shell(
            """
            GITHUB_ACTIONS= GITHUB_STEP_SUMMARY= '\(Program.accordProgram.path)' \
            report merge '\(scratch.path)/client.json' --report '\(scratch.path)/all'
            """)
        #expect(!plain.output.contains("::error"), "\(plain)")
    }

    @Test("--format limits the formats, and the page shows the changes since the last run")
    func formats() throws {
        let arguments = ["report", "merge", scratch.path + "/client.json", "--report", scratch.path + "/all"]
        let first = try Program.run(
            Program.accordProgram, arguments + ["--format", "html,badge"], in: Program.packageRoot)
        #expect(first.status == 1, "\(first)")
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/all").sorted()
        #expect(
            names == [
                "badge.svg", "event.schema.json", "history.json", "report.html", "report.json", "report.schema.json",
            ])
        #expect(try !scratch.text("all/report.html").contains("Since the run of"))
        let later = try scratch.text("client.json").replacing("2026-03-01T09:30:00Z", with: "2026-03-02T09:30:00Z")
        _ = try scratch.write(later, to: "client.json")
        _ = try Program.run(Program.accordProgram, arguments, in: Program.packageRoot)
        #expect(try scratch.text("all/report.html").contains("Since the run of 2026-03-01 09:30 UTC"))
    }
}
