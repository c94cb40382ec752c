import AccordContract
import AccordJSON

/// Turns OpenAPI documents, 2.0 to 3.2, into contracts.
package struct OpenAPITranslator: ContractTranslator {
    private let options: OpenAPIOptions

    package init(_ options: OpenAPIOptions = OpenAPIOptions()) {
        self.options = options
    }

    package func translates(_ root: JSONValue) -> Bool {
        root.kind == .object && root["contract"] == nil && (root["openapi"] != nil || root["swagger"] != nil)
    }

    package func contract(
        _ document: JSONDocument, _ store: DocumentStore, extended: Set<String>, report: (Diagnostic) -> Void
    ) -> TranslatedContract? {
        var options = options
        options.operations?.formUnion(extended)
        var document = document
        for path in options.overlays {
            guard let overlaid = overlaid(document, by: path, store, report: report) else { return nil }
            document = overlaid
        }
        let translation = Translation(document, store, options)
        defer { translation.diagnostics.forEach(report) }
        guard let version = OpenAPIVersion(document.root) else {
            translation.reportVersion()
            return nil
        }
        return translation.contract(version)
    }

    /// The document with the changes of an Overlay file; nil where that can't be read.
    private func overlaid(
        _ document: JSONDocument, by path: String, _ store: DocumentStore, report: (Diagnostic) -> Void
    ) -> JSONDocument? {
        let problem: String
        switch store.document(at: path, displayedAs: path) {
        case .success(let file):
            let overlay = Overlay(file)
            let changed = overlay.applied(to: document)
            overlay.diagnostics.forEach(report)
            return changed
        case .failure(.unreadable(let reason)): problem = reason
        case .failure(.malformed(let error)): problem = "\(error.position): \(error.reason)"
        }
        let place = SourceLocation(file: path, line: 1, column: 1)
        report(
            Diagnostic(
                .error, rule: ContractRule.unreadable.rawValue, "the overlay can't be read: \(problem)", at: place))
        return nil
    }
}

/// How OpenAPI documents are read.
package struct OpenAPIOptions: Sendable {
    /// Files that stand for the URLs of remote references, `--ref URL=FILE`.
    package var references: [String: String]
    /// Overlay files, carried out in order before the document is read, `--overlay FILE`.
    package var overlays: [String]
    /// The folder inside which references to files stay; nil: the document's own.
    package var referenceRoot: String?
    /// The ids of the operations that are wanted; nil: all.
    package var operations: Set<String>?

    package init(
        references: [String: String] = [:], overlays: [String] = [], referenceRoot: String? = nil,
        operations: Set<String>? = nil
    ) {
        self.references = references
        self.overlays = overlays
        self.referenceRoot = referenceRoot
        self.operations = operations
    }
}
