import AccordContract
import AccordCore
import AccordRendering
import ArgumentParser

/// What is written of a run, and how.
struct ReportArguments: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "Write only these reports beside report.json, parted by commas.", valueName: "names"))
    var formats: [FormatList] = []

    @Option(
        name: .customLong("template"),
        help: ArgumentHelp(
            "Replace a template by a file of the same name, such as report.css.", valueName: "file"))
    var templates: [String] = []

    @Flag(help: "Print every failed case in full, not only each cause with three of its cases.")
    var verbose = false

    /// Every format, unless some were chosen.
    var chosen: [ReportFormat] { formats.isEmpty ? ReportFormat.allCases : formats.flatMap(\.formats) }

    /// The writer of what was chosen.
    ///
    /// - Throws: `ExitStatus.usage` where a template can't be read, or isn't one.
    func writer() throws -> ReportWriter { ReportWriter(chosen, templates: try replacedTemplates()) }

    /// The templates, those that were given in place of the built-in ones.
    ///
    /// - Throws: `ExitStatus.usage` where one can't be read, or isn't one.
    func replacedTemplates() throws -> ReportTemplates {
        var replacements: [String: String] = [:]
        for path in templates {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            do {
                replacements[name] = String(decoding: try DiskFiles().read(path), as: UTF8.self)
            } catch {
                throw ExitStatus.usage.because("--template: can't read \(path): \(error)")
            }
        }
        do {
            return try ReportTemplates.builtIn.replacing(replacements)
        } catch {
            let known = ReportTemplates.builtIn.names.joined(separator: ", ")
            throw ExitStatus.usage.because("--template: \(error)\nThe templates are \(known).")
        }
    }
}

/// The names of formats, parted by commas.
struct FormatList: ExpressibleByArgument {
    static var allValueStrings: [String] { ReportFormat.allCases.map(\.rawValue) }

    let formats: [ReportFormat]

    init?(argument: String) {
        var formats: [ReportFormat] = []
        for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let format = ReportFormat(rawValue: String(name)) else { return nil }
            formats.append(format)
        }
        self.formats = formats
    }

    var defaultValueDescription: String { "all" }
}
