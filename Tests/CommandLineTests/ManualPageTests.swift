import Foundation
import Testing

@Suite("Manual")
struct ManualPageTests {
    @Test("docs/command-line.md is up to date")
    func current() throws {
        let run = try Program.accord("manual")
        #expect(run.status == 0, "\(run)")
        let page = try String(contentsOf: Program.packageRoot.appending(path: "docs/command-line.md"), encoding: .utf8)
        #expect(page == run.output, "run: accord manual > docs/command-line.md")
    }

    @Test("docs has the current catalogue of rules, faults and mutations")
    func catalogue() throws {
        let run = try Program.accord("explain", "--json")
        #expect(run.status == 0, "\(run)")
        let page = try String(contentsOf: Program.packageRoot.appending(path: "docs/catalogue.json"), encoding: .utf8)
        #expect(page == run.output, "run: accord explain --json > docs/catalogue.json")
        let fault = try Program.accord("explain", "body-stall")
        #expect(fault.output.contains("The client must report an error"), "\(fault)")
    }

    @Test("the manual describes every command and option")
    func whole() throws {
        let text = try Program.accord("manual").output
        for name in [
            "verify", "mock", "lint", "docs", "cases", "explain", "init", "generate", "report merge", "manual",
        ] {
            #expect(text.contains("## accord \(name)\n"), "\(name)")
        }
        #expect(text.contains("| `--base-url <url>` | "))
        #expect(text.matches(of: /\| `-[^`]*` \|  \|/).isEmpty)
    }

    @Test("man reads the page without warnings", .enabled(if: Self.groff != nil, "groff isn't installed"))
    func man() throws {
        let scratch = try ScratchFolder()
        let page = try Program.accord("manual", "--format", "man").output
        let file = try scratch.write(page, to: "accord.1")
        let run = try Program.shell("\(Self.groff ?? "") -man -Tascii -ww '\(file)'")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.contains("--base-url") && run.output.contains("NAME"))
    }

    private static let groff = ["/usr/bin/groff", "/usr/local/bin/groff"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("every shell has completions", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let run = try Program.accord("--generate-completion-script", shell)
        #expect(run.status == 0 && run.output.contains("verify") && run.output.contains("base-url"), "\(run.errors)")
    }
}
