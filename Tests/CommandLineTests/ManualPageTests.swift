import Foundation
import Testing

@Suite("The manual of the command line")
struct ManualPageTests {
    @Test("in docs/ is current")
    func current() throws {
        let run = try Program.accord("manual")
        #expect(run.status == 0, "\(run)")
        let page = try String(contentsOf: Program.packageRoot.appending(path: "docs/command-line.md"), encoding: .utf8)
        #expect(page == run.output, "run: accord manual > docs/command-line.md")
    }

    @Test("has the catalogue of rules, faults and mutations beside it, current")
    func catalogue() throws {
        let run = try Program.accord("explain", "--json")
        #expect(run.status == 0, "\(run)")
        let page = try String(contentsOf: Program.packageRoot.appending(path: "docs/catalogue.json"), encoding: .utf8)
        #expect(page == run.output, "run: accord explain --json > docs/catalogue.json")
        let fault = try Program.accord("explain", "body-stall")
        #expect(fault.output.contains("The client must report an error"), "\(fault)")
    }

    @Test("has every subcommand and every option, each of which says what it does, with a verb first")
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

    @Test("is a page that man reads without a complaint", .enabled(if: Self.groff != nil, "groff isn't installed"))
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

    @Test("has completions beside it, for each shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let run = try Program.accord("--generate-completion-script", shell)
        #expect(run.status == 0 && run.output.contains("verify") && run.output.contains("base-url"), "\(run.errors)")
    }
}
