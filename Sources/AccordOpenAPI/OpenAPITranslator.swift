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
        _ document: JSONDocument, _ store: DocumentStore, report: (Diagnostic) -> Void
    ) -> TranslatedContract? {
        let translation = Translation(document, store, options)
        defer { translation.diagnostics.forEach(report) }
        guard let version = OpenAPIVersion(document.root) else {
            translation.reportVersion()
            return nil
        }
        return translation.contract(version)
    }
}

/// How OpenAPI documents are read.
package struct OpenAPIOptions: Sendable {
    /// Files that stand for the URLs of remote references, `--ref URL=FILE`.
    package var references: [String: String]
    /// The folder inside which references to files stay; nil: the document's own.
    package var referenceRoot: String?
    /// The ids of the operations that are wanted; nil: all.
    package var operations: Set<String>?

    package init(
        references: [String: String] = [:], referenceRoot: String? = nil, operations: Set<String>? = nil
    ) {
        self.references = references
        self.referenceRoot = referenceRoot
        self.operations = operations
    }
}
