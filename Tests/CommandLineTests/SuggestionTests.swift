// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("Suggestions", .timeLimit(.minutes(20)))
struct SuggestionTests {
    @Test(
        "a mistyped command, option or rule is an error with a suggestion",
        arguments: [
            (["lnt"], "did you mean “accord lint”?"),
            (["verfy", "--base-url", "http://localhost"], "did you mean “accord verify”?"),
            (["report", "mrege", "a"], "did you mean “accord report merge”?"),
            (["help", "mok"], "did you mean “accord mock”?"),
            (["config", "vrify"], "accord: unknown command “accord vrify”; did you mean “accord verify”?"),
            (["frobnicate"], "the commands are verify, mock"),
            (["lint", "--jsn"], "unknown option “--jsn”; did you mean “--json”?"),
            (["explain", "contract.secrt"], "did you mean “contract.secret”?"),
            (["explain", "response.staus"], "did you mean “response.status”?"),
            (["explain", "response.bdy"], "similar ids are response.body.missing,"),
            (["verify", "--format", "junti"], "--format: unknown value “junti”; did you mean “junit”?"),
            (["verify", "--format=html,mrkdown"], "did you mean “markdown”?"),
            (["report", "render", "x", "--format", "qqqqqqqqq"], "the values are json, html, markdown, junit"),
            (["report", "merge", "x", "--color", "nevr"], "--color: unknown value “nevr”; did you mean “never”?"),
            (["verify", "--report=", "--format", "junti"], "did you mean “junit”?"),
            (["docs", "--format", "markdwon"], "did you mean “markdown”?"),
            (["cases", "--level", "ful"], "did you mean “full”?"),
            (["convert", "--flows", "infre"], "did you mean “infer”?"),
            (["generate", "--output", "x", "--framework", "xctset"], "did you mean “xctest”?"),
            (["explain", "secret"], "did you mean contract.secret?"),
            (["explain", "qqqqqqqq"], "`accord explain` lists all rules"),
            (["explain", ""], "`accord explain` lists all rules"),
        ])
    func suggests(arguments: [String], expected: String) throws {
        let run = try Program.run(Program.accordProgram, arguments, in: Program.packageRoot)
        #expect(run.status == 2)
        #expect(run.errors.contains(expected), "\(run)")
        #expect(run.output.isEmpty)
    }

    @Test(
        "a correct command line has no suggestion",
        arguments: ["--help", "--version", "help lint", "report --help", ""])
    func right(line: String) throws {
        let arguments = line.split(separator: " ").map(String.init)
        let run = try Program.run(Program.accordProgram, arguments, in: Program.packageRoot)
        #expect(run.status == 0 && run.errors.isEmpty && !run.output.isEmpty, "\(run)")
    }
}
