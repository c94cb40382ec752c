// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("Manual", .timeLimit(.minutes(20)))
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
        let named = try Program.accord("explain", "getUser~structure.wrong-type:/id")
        #expect(named.status == 0 && named.output.hasPrefix("wrong-type"), "\(named)")
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

    @Test("the help of each command ends with two examples, and its options exist")
    func examples() throws {
        let pages = try Program.accord("manual").output.components(separatedBy: "\n## ").dropFirst()
        let names = pages.map { String($0.prefix { $0 != "\n" }) }
        #expect(names.count > 25)
        for name in names {
            let words = name.split(separator: " ").dropFirst().map(String.init)
            let help = try Program.run(Program.accordProgram, words + ["--help"], in: Program.packageRoot).output
            #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 63, "\(name): over 62 lines")
            let parts = help.components(separatedBy: "\nEXAMPLES:\n")
            let examples = parts.count == 2 ? parts[1].split(separator: "\n") : []
            #expect(examples.count == 2 && examples.allSatisfy { $0.hasPrefix("  \(name)") }, "\(help)")
            for example in examples where name != "accord config" {
                let command = names.filter { example.hasPrefix("  \($0) ") }.max { $0.count < $1.count } ?? ""
                let page = pages.first { $0.hasPrefix("\(command)\n") } ?? ""
                for option in example.matches(of: /--[a-z-]+/).map(\.output) {
                    #expect(page.contains("\(option) ") || page.contains("\(option)`"), "\(example)")
                }
            }
        }
    }

    @Test("the help of verify fits on two screens, and the manual has all options")
    func short() throws {
        let help = try Program.accord("verify", "--help").output
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 64, "\(help)")
        #expect(!help.contains("--connect-timeout") && help.contains("accord verify --help-hidden"))
        #expect(try Program.accord("verify", "--help-hidden").output.contains("--connect-timeout"))
        #expect(try Program.accord("manual").output.contains("--connect-timeout"))
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
