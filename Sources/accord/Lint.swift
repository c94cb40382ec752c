// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import AccordVerifier
import ArgumentParser

/// The command `accord lint`, which prints the errors and warnings in contracts.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Check contracts, and print each error and warning with its line.",
        discussion: """
            Also reads each contract with the C library json-c, and warns if json-c reads a different value. \
            The exit status is 3 if a contract has an error, and 0 if there are only warnings.
            """)

    @OptionGroup var contracts: ContractArguments

    @Flag(help: "Print errors and warnings as a JSON array.")
    var json = false

    @Flag(help: "Correct mistakes in the files if only one correction is possible: misspelled names, trailing commas.")
    var fix = false

    @Flag(help: "Check the contracts again when a file changes.")
    var watch = false

    @OptionGroup(title: "Display") var display: DisplayArguments

    func run() throws {
        guard watch else { return try check(DiskFiles()) }
        try WatchedFiles.run(contracts) { try check($0) }
    }

    private func check(_ disk: any ContractFiles) throws {
        let files = try contracts.files()
        if fix {
            for file in files where !RemoteDocument.isRemote(file) {
                try LintFixes.apply(to: file, referenceRoot: contracts.openAPI.referenceRoot)
            }
        }
        let formats = try contracts.openAPI.formats()
        let diagnostics = try files.map { (file: $0, all: try self.diagnostics(of: $0, disk, formats)) }
        let all = diagnostics.flatMap(\.all)
        if json {
            Output.json(.array(all.map(\.json)))
        } else {
            print(diagnostics)
            if !display.quiet { Output.line(Self.summary(files, all, display.terminal(.output).style)) }
        }
        if all.contains(where: { $0.severity == .error }) { throw ExitStatus.contractInvalid }
    }

    /// Prints the diagnostics. On a build service, prints the errors of each file first, then its warnings in a folded
    /// group.
    private func print(_ diagnostics: [(file: String, all: [Diagnostic])]) {
        let terminal = display.terminal(.error)
        for (file, all) in diagnostics {
            let rendered = all.map { (isError: $0.severity == .error, text: $0.rendered(for: terminal)) }
            guard !display.quiet, let service = LogService.current else {
                for line in rendered where line.isError || !display.quiet { StandardError.write(line.text) }
                continue
            }
            for line in rendered where line.isError { StandardError.write(line.text) }
            let warnings = rendered.filter { !$0.isError }.map { SafeText.of($0.text) + "\n" }
            let title = "\(file): \(warnings.count.counted("warning"))"
            StandardError.command(service.group(title, warnings.joined(), at: Clock.seconds))
        }
    }

    private func diagnostics(
        of file: String, _ disk: any ContractFiles, _ formats: ContractFormats
    ) throws -> [Diagnostic] {
        var loaded = try RemoteDocument.load(
            file, files: disk, formats: formats, referenceRoot: contracts.openAPI.referenceRoot)
        loaded.diagnostics += loaded.contract.map { formats.shown(ImpliedCases($0).diagnostics) } ?? []
        guard let document = loaded.document, document.isPlainJSON else { return loaded.diagnostics }
        let interop = Interop.disagreements(document).map { disagreement in
            disagreement.diagnostic(file: document.file, sourceLine: document.lineText(disagreement.position.line))
        }
        // A duplicate key of a contract is a mistake already, whatever parsers make of it.
        let known = Set(loaded.diagnostics.map(\.location))
        return loaded.diagnostics + interop.filter { !known.contains($0.location) }
    }

    private static func summary(_ files: [String], _ diagnostics: [Diagnostic], _ style: TextStyle) -> String {
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count { $0.severity == .warning }
        let shownErrors = style.paint(errors.counted("error"), errors > 0 ? .red : .green)
        let shownWarnings = warnings.counted("warning")
        return "\(files.count.counted("contract")), \(shownErrors), "
            + (warnings > 0 ? style.paint(shownWarnings, .yellow) : shownWarnings)
    }
}

extension Diagnostic {
    /// The diagnostic as a JSON object with `severity`, `rule`, `message`, `location`, `notes` and `advice`.
    fileprivate var json: JSON {
        var object: JSONObject = [
            "severity": .string(severity.rawValue), "rule": .string(rule), "message": .string(message),
            "location": location.json,
            "notes": .array(notes.map { ["message": .string($0.message), "location": $0.location.json] }),
        ]
        if let advice { object["advice"] = .string(advice) }
        return .object(object)
    }
}
