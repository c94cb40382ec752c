import AccordContract
import AccordCore
import AccordRendering
import ArgumentParser

/// `accord report render`: other forms of a saved report.
struct RenderReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Render a saved report.json or client.json in any format.",
        discussion: """
            Files are written beside the report: report.html of report.json, client.html of client.json. With --output, \
            one format goes to one file, or to standard output.
            """
    )

    @Argument(help: "A report.json or client.json, or the folder that it is in.")
    var path = "Reports"

    @Option(help: ArgumentHelp("The file that the one format goes to; - is standard output.", valueName: "file|-"))
    var output: String?

    @OptionGroup var arguments: ReportArguments

    func run() throws {
        let file = try SavedReport.file(at: path)
        let report = try SavedReport.parse(file)
        let formats = arguments.chosen.filter { $0 != .json || output != nil }
        guard !formats.isEmpty else {
            throw ExitStatus.usage.because("\(file) is that format: name another, or a file with --output")
        }
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        let history = RunHistory(in: folder).before(report)
        do {
            if let output { return try write(report, history, formats, to: output) }
            let name = String(FilePath.name(of: file).dropLast(".json".count))
            let files = formats.map { ($0, "\(folder)/\($0.file(of: name))") }
            try arguments.writer().render(report, history: history, to: files)
            for (_, file) in files { Output.line(file) }
        } catch let status as ExitStatus {
            throw status
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }

    private func write(
        _ report: RunReport, _ history: RunHistory, _ formats: [ReportFormat], to output: String
    ) throws {
        guard formats.count == 1, !arguments.formats.isEmpty else {
            throw ExitStatus.usage.because("--output takes one format: name it with --format, such as --format html")
        }
        guard output == "-" else {
            return try arguments.writer().render(report, history: history, to: [(formats[0], output)])
        }
        var text: [UInt8] = []
        try formats[0].write(report, history: history, templates: arguments.replacedTemplates()) { text += $0 }
        Output.text(String(decoding: text, as: UTF8.self))
    }
}
