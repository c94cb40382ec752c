import AccordCases
import AccordContract
import AccordHTTP
import AccordInterop
import AccordJSON
import AccordJudging
import ArgumentParser

/// `accord lint`: is the contract right?
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says everything that is wrong or doubtful in contracts, on its line.",
        discussion: """
            Each contract is read twice, by the strict reader and by json-c; where the two read another value, other \
            clients will too. Exit status 0 without errors, 3 with one; warnings don't fail.
            """
    )

    @OptionGroup var contracts: ContractArguments

    @Flag(help: "Print the diagnostics as a JSON array.")
    var json = false

    func run() throws {
        let files = try contracts.files()
        let formats = try contracts.openAPI.formats()
        let diagnostics = files.flatMap { Self.diagnostics(of: $0, formats) }
        if json {
            Output.line(JSON.array(diagnostics.map(\.json)).pretty)
        } else {
            for diagnostic in diagnostics { StandardError.write(diagnostic.rendered) }
            Output.line(Self.summary(files, diagnostics))
        }
        if diagnostics.contains(where: { $0.severity == .error }) { throw ExitStatus.contractInvalid }
    }

    private static func diagnostics(of file: String, _ formats: ContractFormats) -> [Diagnostic] {
        var loaded = ContractLoader.load(file, formats: formats)
        loaded.diagnostics += loaded.contract.map { ImpliedCases($0).diagnostics.map(\.withWindow) } ?? []
        guard let document = loaded.document, document.isPlainJSON else { return loaded.diagnostics }
        let interop = Interop.disagreements(document).map { disagreement in
            disagreement.diagnostic(file: file, sourceLine: document.lineText(disagreement.position.line))
        }
        return loaded.diagnostics + interop
    }

    private static func summary(_ files: [String], _ diagnostics: [Diagnostic]) -> String {
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count { $0.severity == .warning }
        func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        return
            "\(counted(files.count, "contract")), \(counted(errors, "error")), \(counted(warnings, "warning"))"
    }
}

extension Diagnostic {
    /// `severity`, `rule`, `message`, `location`, `notes`, `advice`.
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

extension SourceLocation {
    fileprivate var json: JSON {
        [
            "file": .string(file), "line": .number(JSONNumber(line)), "column": .number(JSONNumber(column)),
            "pointer": .string(pointer),
        ]
    }
}
