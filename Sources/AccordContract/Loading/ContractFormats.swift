import AccordJSON

/// The formats besides Accord's own in which contracts, and what they refer to, may be written.
package struct ContractFormats: Sendable {
    /// Nothing but contracts in JSON.
    package static let contractsOnly = ContractFormats()

    /// Reads texts that aren't JSON.
    package var reader: (any DocumentReader)?
    /// Turns documents of other formats into contracts.
    package var translator: (any ContractTranslator)?
    /// The places of contracts that were translated before, by path, as ``TranslatedContract/places(naming:)`` has them.
    package var embedded: [String: String]
    /// True where all that is doubtful in a translated document is an error, and nothing is left out.
    package var isStrict: Bool

    package init(
        reader: (any DocumentReader)? = nil, translator: (any ContractTranslator)? = nil, isStrict: Bool = false,
        embedded: [String: String] = [:]
    ) {
        self.embedded = embedded
        self.isStrict = isStrict
        self.reader = reader
        self.translator = translator
    }

    /// What is told of a document that wasn't written for this program: not each of many warnings, unless that is what
    /// was asked for, and then as errors.
    package func told(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        guard isStrict else { return DiagnosticGroups.shortened(diagnostics).map(\.withWindow) }
        return diagnostics.map { diagnostic in
            var told = diagnostic.withWindow
            if told.severity == .warning { told.severity = .error }
            return told
        }
    }
}

/// Reads texts of another format as JSON, each value keeping its place.
package protocol DocumentReader: Sendable {
    /// True for the name of a file in this format.
    func reads(_ path: String) -> Bool
    func document(_ bytes: [UInt8], file: String) throws(JSONSyntaxError) -> JSONDocument
}

/// Turns documents of another format into contracts.
package protocol ContractTranslator: Sendable {
    /// True for the root of a document in this format.
    func translates(_ root: JSONValue) -> Bool
    /// The contract that a document means, each value standing where the document has it; nil where there is none.
    ///
    /// - Parameter extended: the ids of the operations that contracts add to.
    func contract(
        _ document: JSONDocument, _ store: DocumentStore, extended: Set<String>, report: (Diagnostic) -> Void
    ) -> TranslatedContract?
}

/// A contract that was written from a document of another format.
package struct TranslatedContract: Sendable {
    package var document: JSONDocument
    /// Every schema in it, to be compiled together.
    package var schemas: [JSONValue]

    package init(document: JSONDocument, schemas: [JSONValue]) {
        self.document = document
        self.schemas = schemas
    }

    /// Where its values stand, as a text that can be kept beside the document's; files get the names that people know.
    package func places(naming: (String) -> String = { $0 }) -> String {
        EmbeddedPlaces.text(for: document, marking: schemas.map(\.node), naming: naming) ?? ""
    }
}
