import AccordJSON
import AccordSchema

/// Reads one contract: what it says becomes the model, what is wrong with it becomes diagnostics.
///
/// Reading goes on after a mistake, so that one run finds them all.
final class ContractReader {
    let store: DocumentStore
    let registry: SchemaRegistry
    private(set) var diagnostics = DiagnosticCollector()
    /// The names of the components, for suggestions and for warnings about unused ones.
    var components: ComponentNames = ComponentNames()
    /// The ids of all cases and operations that are written, also of those that couldn't be read.
    var seenCases: Set<String> = []
    var seenOperations: Set<String> = []
    /// Operations of which an answer couldn't be read: what seems undocumented may stand there.
    var operationsWithoutAnswers: Set<String> = []
    var schemaCache: [NodeID: Schema?] = [:]
    let formats: ContractFormats
    /// The documents that a translator wrote, with what their schemas were compiled to.
    var translations: [ObjectIdentifier: Translation] = [:]
    /// True after an error in a contract; in another document an error leaves out only what it is about.
    private(set) var hasFatalErrors = false
    /// References that lead somewhere once a mistyped key is read as it was meant.
    var mistypedReferences: Set<SourceLocation> = []
    /// What looks like a secret and is none, by its text.
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
        _ rule: ContractRule, _ message: String, at location: SourceLocation,
        severity: Diagnostic.Severity = .error, notes: [Diagnostic.Note] = [], advice: String? = nil,
        correction: String? = nil
    ) {
        let isTranslated = location.isTranslated
        var diagnostic = Diagnostic(
            isTranslated || location.isConverted ? self.severity(severity, of: rule) : severity, rule: rule.rawValue,
            message, at: location,
            notes: notes, advice: advice)
        diagnostic.correction = correction
        // Of another document there may be thousands of diagnostics: only those that are shown get their line.
        if !isTranslated, let line = location.sourceLine {
            // Of a contract in one long line each diagnostic keeps only its surroundings.
            let window = SourceWindow(line, caret: location.column - 1)
            diagnostic.sourceLine = window.line
            diagnostic.caret = window.caret
        }
        addDiagnostic(diagnostic, isFatal: !isTranslated || formats.isStrict)
    }

    /// What a rule comes to in a document that wasn't written for this program, or was converted from such.
    func severity(_ severity: Diagnostic.Severity, of rule: ContractRule) -> Diagnostic.Severity {
        if formats.isStrict, severity >= .warning { return .error }
        return rule.leavesOut ? severity : min(severity, .warning)
    }

    func report(
        _ rule: ContractRule, _ message: String, at value: JSONValue,
        severity: Diagnostic.Severity = .error, notes: [Diagnostic.Note] = [], advice: String? = nil,
        correction: String? = nil
    ) {
        report(
            rule, message, at: SourceLocation(value), severity: severity, notes: notes, advice: advice,
            correction: correction)
    }
}

/// Diagnostics in the order of the text, none twice.
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

    /// The main file's first, each file's from top to bottom.
    func sorted(mainFile: String) -> [Diagnostic] {
        var keyed: [(file: String, line: Int, column: Int, index: Int)] = []
        for (index, diagnostic) in found.enumerated() {
            let location = diagnostic.location
            let file = location.file == mainFile ? "" : location.file
            keyed.append((file, location.line, location.column, index))
        }
        keyed.sort { left, right in
            if left.file != right.file { return left.file < right.file }
            if left.line != right.line { return left.line < right.line }
            if left.column != right.column { return left.column < right.column }
            return left.index < right.index
        }
        return keyed.map { found[$0.index] }
    }
}

/// The identity of a value: its document and its node there.
package struct NodeID: Hashable {
    private let document: ObjectIdentifier
    private let node: Int

    package init(_ value: JSONValue) {
        document = ObjectIdentifier(value.document)
        node = value.node
    }
}
