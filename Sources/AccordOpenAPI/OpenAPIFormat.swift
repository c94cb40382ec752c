// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordPact

extension ContractFormats {
    /// Returns all formats from which Accord can read contracts. Add new formats to this list.
    package static func all(_ options: OpenAPIOptions = OpenAPIOptions(), isStrict: Bool = false) -> ContractFormats {
        ContractFormats([OpenAPIFormat(options), PactFormat()], reader: YAMLDocuments(), isStrict: isStrict)
    }
}

/// The format of OpenAPI documents, version 2.0 to 3.2.
struct OpenAPIFormat: InputFormat {
    private let options: OpenAPIOptions

    init(_ options: OpenAPIOptions) { self.options = options }

    func recognizes(_ root: JSONValue) -> Bool {
        root.kind == .object && root["contract"] == nil && (root["openapi"] != nil || root["swagger"] != nil)
    }

    func contract(_ document: JSONDocument, _ store: DocumentStore, extended: Set<String>, report: (Diagnostic) -> Void)
        -> TranslatedContract?
    {
        var options = options
        options.operations?.formUnion(extended)
        var document = document
        for path in options.overlays {
            guard let overlaid = apply(overlay: path, to: document, store, report: report) else { return nil }
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

    /// Returns the document with the changes of an Overlay file, or `nil` if the Overlay has an error.
    private func apply(
        overlay path: String, to document: JSONDocument, _ store: DocumentStore, report: (Diagnostic) -> Void
    ) -> JSONDocument? {
        let problem: String
        switch store.document(at: path, displayedAs: path) {
        case .success(let file):
            let overlay = Overlay(file)
            let changed = overlay.applied(to: document)
            overlay.diagnostics.forEach(report)
            return overlay.diagnostics.contains { $0.severity == .error } ? nil : changed
        case .failure(.unreadable(let reason)): problem = reason
        case .failure(.malformed(let error)): problem = "\(error.position): \(error.reason)"
        }
        let place = SourceLocation(file: path, line: 1, column: 1)
        report(
            Diagnostic(
                .error, rule: ContractRule.unreadable.rawValue, "can't read the Overlay file: \(problem)", at: place))
        return nil
    }
}

/// Options for reading OpenAPI documents.
package struct OpenAPIOptions: Sendable {
    /// The file that Accord reads instead of each URL in a `$ref` (`--ref URL=FILE`). The keys are the URLs.
    package var references: [String: String]
    /// The Overlay files (`--overlay FILE`), applied in order before the document is read.
    package var overlays: [String]
    /// The folder that must contain all referenced files, by default the document's folder.
    package var referenceRoot: String?
    /// The ids of the operations to read, or `nil` for all operations.
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

/// The version of the specification that a document follows.
package enum OpenAPIVersion: String, Sendable, CaseIterable, Comparable {
    case swagger2 = "2.0"
    case openAPI30 = "3.0"
    case openAPI31 = "3.1"
    case openAPI32 = "3.2"

    /// Creates the version that a document specifies. Returns `nil` if the version is unknown.
    init?(_ root: JSONValue) {
        let value = root["openapi"] ?? root["swagger"]
        // In YAML, a version without quotes, such as `3.1`, is a number.
        let text = value?.string ?? value?.number?.lexeme ?? ""
        let isSwagger = root["openapi"] == nil
        guard let known = Self.allCases.first(where: { text == $0.rawValue || text.hasPrefix($0.rawValue + ".") }),
            isSwagger == (known == .swagger2)
        else { return nil }
        self = known
    }

    /// The dialect of schemas in a document that doesn't specify a dialect.
    var schemaDialect: String {
        switch self {
        case .swagger2: "https://spec.openapis.org/oas/2.0/dialect"
        case .openAPI30: "https://spec.openapis.org/oas/3.0/dialect"
        case .openAPI31, .openAPI32: "https://spec.openapis.org/oas/3.1/dialect/base"
        }
    }
}
