// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import ArgumentParser

/// The options that select report formats and templates.
struct ReportArguments: ParsableArguments {
    @Option(name: .customLong("format"), help: .value("names", "Write only report.json and these formats."))
    var formats: [FormatList] = []

    @Option(
        name: .customLong("template"),
        help: .hidden("file", "Replace the built-in template that has the name of this file, such as report.css."))
    var templates: [String] = []

    @Flag(help: "Print every failed case, not only three of a problem.")
    var verbose = false

    /// The selected formats, or all formats if none was selected.
    var chosen: [ReportFormat] { formats.isEmpty ? ReportFormat.allCases : formats.flatMap(\.formats) }

    /// Returns a writer for the selected formats.
    ///
    /// - Throws: `ExitStatus.usage` if a template can't be read or is invalid.
    func writer() throws -> ReportWriter { ReportWriter(chosen, templates: try replacedTemplates()) }

    /// Returns the report templates. Each template of `--template` replaces the built-in template with the same name.
    ///
    /// - Throws: `ExitStatus.usage` if a template can't be read or is invalid.
    func replacedTemplates() throws -> ReportTemplates {
        var replacements: [String: String] = [:]
        for path in templates {
            replacements[String(FilePath.name(of: path))] = try ExitStatus.usageOnError(
                "--template: can't read \(path): "
            ) { String(decoding: try DiskFiles().read(path), as: UTF8.self) }
        }
        do {
            return try ReportTemplates.builtIn.replacing(replacements)
        } catch {
            let known = ReportTemplates.builtIn.names.joined(separator: ", ")
            throw ExitStatus.usage.because("--template: \(error)\nThe templates are \(known).")
        }
    }
}

/// A list of format names, separated by commas.
struct FormatList: ExpressibleByArgument {
    static var allValueStrings: [String] { ReportFormat.allCases.map(\.rawValue) }

    let formats: [ReportFormat]

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        formats = names.compactMap(ReportFormat.init)
        guard formats.count == names.count else { return nil }
    }

    var defaultValueDescription: String { "all" }
}

/// The options for the text on the terminal: its colors, and whether only errors and failures are printed.
struct DisplayArguments: ParsableArguments {
    @Option(help: .hidden("when", "Color the output: auto, always or never."))
    var color: ColorChoice = .auto

    @Flag(name: .shortAndLong, help: "Print only errors and failures.")
    var quiet = false

    func terminal(_ stream: Terminal.Stream) -> Terminal { Terminal(stream, color: color) }
}

extension ColorChoice: ExpressibleByArgument {}
