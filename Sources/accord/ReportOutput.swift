import AccordCore
import AccordRendering
import Foundation

/// Where a report goes: to the terminal, into its folder, and to the CI that the program runs in.
struct ReportOutput {
    let folder: String
    let arguments: ReportArguments
    /// Standard output has something else, so that the report goes to standard error.
    var isApart = false
    var color: ColorChoice = .auto
    /// Says nothing of a run that passed.
    var isQuiet = false

    /// Prints and writes the report.
    ///
    /// - Throws: `ExitStatus.usage` where it can't be written.
    func publish(_ report: RunReport) throws {
        let style = Terminal(isApart ? .error : .output, color: color).style
        let isPassed = report.verdict == .passed
        if !isQuiet || !isPassed {
            say(TerminalRenderer(style: style, isVerbose: arguments.verbose).render(report))
        }
        // https://docs.github.com/actions/reference/workflow-commands-for-github-actions
        if Environment.value("GITHUB_ACTIONS") == "true" {
            // These are meant to be commands.
            let commands = GitHubAnnotations.render(report)
            if isApart { StandardError.command(commands) } else { Output.command(commands) }
        }
        do {
            let files = try arguments.writer().write(report, to: folder)
            let names = files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
            let line =
                "Reports: \(folder)/\(names.contains("report.html") ? "report.html" : names[0])\(Self.others(names))\n"
            if !isQuiet { say(line) }
            if let summary = Environment.value("GITHUB_STEP_SUMMARY") { try appendSummary(of: report, to: summary) }
        } catch let status as ExitStatus {
            throw status
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }

    /// `, summary.md, report.json, junit.xml and more`
    private static func others(_ names: [String]) -> String {
        let first = names.contains("report.html") ? "report.html" : names[0]
        let others = names.filter { $0 != first }
        let shown = ["summary.md", "report.json", "junit.xml"].filter(others.contains)
        let listed = shown.map { ", \($0)" }.joined()
        return others.count > shown.count ? listed + " and more" : listed
    }

    /// A job's summary is the sum of what its steps append to a file. One that can't be written fails no run.
    private func appendSummary(of report: RunReport, to path: String) throws {
        let text = try MarkdownReport.render(report, templates: arguments.replacedTemplates())
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        guard descriptor >= 0 else {
            return StandardError.write(
                "accord: can't append to GITHUB_STEP_SUMMARY (\(path)): \(String(cString: strerror(errno)))")
        }
        if let failure = Descriptor.write(Array("\n\(text)\n".utf8), to: descriptor) {
            StandardError.write(
                "accord: can't append to GITHUB_STEP_SUMMARY (\(path)): \(String(cString: strerror(failure)))")
        }
        close(descriptor)
    }

    private func say(_ text: String) {
        if isApart { StandardError.write(text, terminator: "") } else { Output.text(text) }
    }
}
