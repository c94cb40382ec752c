// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Reads one contract into the model and reports its mistakes.
///
/// After a mistake, reading continues, so that all mistakes are reported.
final class ContractReader {
    let store: DocumentStore
    let registry: SchemaRegistry
    private(set) var diagnostics = DiagnosticCollector()
    /// The names of the security schemes, including invalid ones.
    var schemeNames: [String] = []
    var securitySchemes: [SecurityScheme] = []
    /// The ids of all cases, including invalid ones.
    var seenCases: Set<String> = []
    var seenOperations: Set<String> = []
    /// The operations with an invalid response. Their undocumented status codes aren't reported, because the invalid
    /// response may document the status code.
    var operationsWithoutAnswers: Set<String> = []
    var schemaCache: [NodeID: Schema?] = [:]
    /// The properties that messages may lack: `readOnly` while a request is read, `writeOnly` while a response is read.
    var omission = OmittedProperties.nothing
    /// The patterns that were checked. The value is `nil` if the pattern can't take exponential time.
    var backtracking: [String: BacktrackingPattern?] = [:]
    let formats: ContractFormats
    /// The contracts that were built from documents in other formats.
    var translations: [ObjectIdentifier: Translation] = [:]
    /// Whether an error makes the contract unusable. In an OpenAPI document, an error makes only the element that
    /// contains the error unusable.
    private(set) var hasFatalErrors = false
    /// The locations of references to a misspelled key, such as `#/components/schemas/User` in a document with the key
    /// `componets`. Accord corrects the key, and thus resolves these references.
    var mistypedReferences: Set<SourceLocation> = []
    /// The strings that look like secrets but aren't.
    var notSecrets: NotSecrets = NotSecrets()

    init(_ store: DocumentStore, _ formats: ContractFormats = .contractsOnly) {
        self.store = store
        self.formats = formats
        registry = store.registry()
    }

    func addDiagnostic(_ diagnostic: Diagnostic, isFatal: Bool = true) {
        if isFatal, diagnostic.severity == .error { hasFatalErrors = true }
        diagnostics.add(diagnostic)
    }

    func report(
        _ rule: ContractRule, _ message: String, at place: some Placed, severity: Diagnostic.Severity = .error,
        notes: [Diagnostic.Note] = [], advice: String? = nil, correction: String? = nil
    ) {
        let location = place.sourceLocation
        let isTranslated = location.isTranslated
        var diagnostic = Diagnostic(
            isTranslated || location.isConverted ? self.severity(severity, of: rule) : severity, rule: rule.rawValue,
            message, at: location, notes: notes, advice: advice)
        diagnostic.correction = correction
        // A translated document may have thousands of diagnostics. Their source lines are read only when the
        // diagnostics are printed.
        if !isTranslated { diagnostic = diagnostic.withWindow }
        addDiagnostic(diagnostic, isFatal: !isTranslated || formats.isStrict)
    }

    /// Reports a mistake, and returns `nil` in place of the value that contains the mistake.
    func reject<Value>(
        _ rule: ContractRule, _ message: String, at place: some Placed, severity: Diagnostic.Severity = .error,
        notes: [Diagnostic.Note] = [], advice: String? = nil, correction: String? = nil
    ) -> Value? {
        report(
            rule, message, at: place, severity: severity, notes: notes, advice: advice, correction: correction)
        return nil
    }

    /// Returns the severity to report in a document that wasn't written for Accord, such as an OpenAPI document. In
    /// strict mode, a warning becomes an error. Otherwise, an error stays an error only if Accord leaves out the
    /// element that contains the error. Every other error becomes a warning.
    func severity(_ severity: Diagnostic.Severity, of rule: ContractRule) -> Diagnostic.Severity {
        if formats.isStrict, severity >= .warning { return .error }
        return rule.leavesOut ? severity : min(severity, .warning)
    }
}

/// Collects diagnostics, and drops duplicates.
struct DiagnosticCollector {
    private struct Key: Hashable {
        var rule: String
        var message: String
        var file: String
        var line: Int
        var column: Int
    }

    private(set) var found: [Diagnostic] = []
    private var seen: Set<Key> = []

    mutating func add(_ diagnostic: Diagnostic) {
        let location = diagnostic.location
        let key = Key(
            rule: diagnostic.rule, message: diagnostic.message, file: location.file, line: location.line,
            column: location.column)
        if seen.insert(key).inserted { found.append(diagnostic) }
    }

    /// Returns the diagnostics sorted by file and line. The diagnostics of the main file come first.
    func sorted(mainFile: String) -> [Diagnostic] {
        var keyed: [(file: String, line: Int, column: Int, index: Int)] = []
        for (index, diagnostic) in found.enumerated() {
            let location = diagnostic.location
            keyed.append((location.file == mainFile ? "" : location.file, location.line, location.column, index))
        }
        keyed.sort { $0 < $1 }
        return keyed.map { found[$0.index] }
    }
}
