import AccordCore
import Foundation
import Testing

/// An app of a web framework, FastAPI, verified against its generated OpenAPI document.
@Suite("A FastAPI app", .enabled(if: Bookshop.isInstalled, "FastAPI isn't installed; scripts/python.sh installs it"))
struct FrameworkTests {
    /// The operation and rule of each finding.
    private func findings(_ bugs: [String]) throws -> Set<String> {
        let server = try RunningServer(Bookshop.program, bugs.flatMap { ["--bug", $0] })
        let folder = try ScratchFolder()
        let run = try Program.accord(
            "verify", "--base-url", server.address, "--refusals", "--fuzz", "500", "--allow-unsafe",
            "--auth", "HTTPBearer=bookshop-token", "--report", folder.path, "Tests/Fixtures/bookshop/openapi.json")
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

/// The folder Tests/Fixtures/bookshop, with the virtual environment that `scripts/python.sh` creates.
enum Bookshop {
    static let folder = Program.packageRoot.appending(path: "Tests/Fixtures/bookshop")
    static let program = folder.appending(path: "serve.sh")
    static let document = folder.appending(path: "openapi.json")

    static let isInstalled: Bool = (try? Program.run(program, ["--bugs"], in: Program.packageRoot).status) == 0
}
