// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The formats that Accord accepts for contracts and for the files that contracts refer to.
package struct ContractFormats: Sendable {
    /// Accord's own JSON format only, without other formats and YAML.
    package static let contractsOnly = ContractFormats()

    /// The formats that Accord reads in addition to its own. The first format that recognizes a document reads the
    /// document.
    package var formats: [any InputFormat]
    /// The reader of documents in a different syntax, such as YAML.
    package var reader: (any DocumentReader)?
    /// The source locations in the original document of each embedded contract, such as an OpenAPI document. The key is
    /// the contract's path. ``TranslatedContract/places(naming:)`` returns the locations of one contract.
    package var embedded: [String: String]
    /// Whether every warning about a translated document is an error.
    package var isStrict: Bool

    package init(
        _ formats: [any InputFormat] = [], reader: (any DocumentReader)? = nil, isStrict: Bool = false,
        embedded: [String: String] = [:]
    ) {
        (self.formats, self.reader, self.embedded, self.isStrict) = (formats, reader, embedded, isStrict)
    }

    /// The formats of messages that a case may contain.
    var messages: [any MessageFormat] { formats.compactMap { $0 as? any MessageFormat } }

    /// Returns the diagnostics to show for a translated document. If `isStrict` is true, warnings are errors.
    package func shown(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.map { diagnostic in
            var shown = diagnostic.withWindow
            if isStrict, shown.severity == .warning { shown.severity = .error }
            return shown
        }
    }
}

/// A reader for files in a syntax other than JSON, such as YAML. Each value keeps its source location.
package protocol DocumentReader: Sendable {
    /// Returns whether the name of a file has the extension of the syntax.
    func reads(_ path: String) -> Bool
    func document(_ bytes: [UInt8], file: String) throws(JSONSyntaxError) -> JSONDocument
}

extension DocumentReader {
    /// Reads a file in JSON or in the syntax of this reader. The extension of the file name determines the syntax, or else
    /// the first character: a pipe such as /dev/fd/63 has no extension.
    package func read(_ bytes: [UInt8], _ path: String, file: String) throws(JSONSyntaxError) -> JSONDocument {
        let start = bytes.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(2)
        let looksLikeJSON = start.first.map { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) } ?? true
        guard reads(path) || !path.hasSuffix(".json") && !looksLikeJSON else {
            do {
                return try JSONDocument(parsing: bytes, file: file)
            } catch {
                guard !looksLikeJSON, (try? document(bytes, file: file))?.root.kind == .object else { throw error }
                throw JSONSyntaxError(
                    file: file, text: bytes, offset: 0,
                    reason: "the file contains YAML: rename the file, so that its name ends in .yaml")
            }
        }
        do {
            return try document(bytes, file: file)
        } catch {
            // All JSON is YAML, but only the JSON reader knows the place of an error in JSON.
            if start.elementsEqual("{\"".utf8) { _ = try JSONDocument(parsing: bytes, file: file) }
            throw error
        }
    }
}

/// A format of documents that describe an API, such as OpenAPI. A format translates documents into contracts.
package protocol InputFormat: Sendable {
    /// Returns whether a document is in the format, based on the root value of the document.
    func recognizes(_ root: JSONValue) -> Bool
    /// Returns the contract that a document describes, or `nil` after reporting an error.
    ///
    /// Each value of the contract keeps the source location of its original value in the document.
    ///
    /// - Parameter extended: the ids of operations in the contracts that extend the document. The result contains
    ///   these operations, even if the user selected only other operations.
    func contract(
        _ document: JSONDocument, _ store: DocumentStore, extended: Set<String>, report: (Diagnostic) -> Void
    ) -> TranslatedContract?
}

/// A format of the messages in a case, whose rules replace those of the contract.
package protocol MessageFormat: Sendable {
    /// The key of a request or response that contains a message in the format.
    var key: String { get }
    /// Returns a message, or `nil` after reporting an error.
    func rules(
        _ value: JSONValue, isRequest: Bool, report: (ContractRule, String, SourceLocation) -> Void
    ) -> (any MessageRules)?
}

/// A contract that was built from a document in a different format.
package struct TranslatedContract: Sendable {
    package var document: JSONDocument
    /// All schemas in the contract, so that they can be compiled together.
    package var schemas: [JSONValue]
    package var origin: ContractOrigin

    init(document: JSONDocument, schemas: [JSONValue], origin: ContractOrigin = .openAPI) {
        (self.document, self.schemas, self.origin) = (document, schemas, origin)
    }

    /// Returns the source locations of the contract's values as text. An ``EmbeddedContract`` stores this text.
    ///
    /// - Parameter naming: returns the displayed name of a file.
    package func places(naming: (String) -> String = { $0 }) -> String {
        EmbeddedPlaces.text(for: document, marking: schemas.map(\.node), naming: naming) ?? ""
    }
}

/// Builds a contract from a document in a different format. The values of the contract have the source locations of
/// values in the document.
package protocol ContractBuilder: AnyObject {
    var document: JSONDocument { get }
    var writer: DocumentBuilder { get set }
    /// The nodes of the schemas in the contract that is being built.
    var schemaNodes: [Int] { get set }
}

extension ContractBuilder {
    package var root: JSONValue { document.root }

    /// Adds the member `key` to the current object of the contract. The member gets the source location of `place`.
    package func add(_ key: String, _ json: JSON, at place: JSONValue) {
        writer.key(key, at: place)
        writer.value(json, at: place)
    }

    /// Adds an object to the contract as the member `key`, or as an array element if `key` is `nil`.
    ///
    /// - Parameters:
    ///   - place: The key and the object get the source location of this value.
    ///   - objectPlace: If it isn't `nil`, the object gets the source location of this value instead.
    package func object(
        _ key: String? = nil, at place: JSONValue, _ objectPlace: JSONValue? = nil, _ addMembers: () -> Void
    ) {
        if let key { writer.key(key, at: place) }
        writer.beginObject(at: objectPlace ?? place)
        addMembers()
        writer.endObject()
    }

    /// Adds a schema that isn't in the document, such as `true` for a missing schema.
    package func addSchema(_ json: JSON, at place: JSONValue) {
        schemaNodes.append(writer.nodeCount)
        writer.value(json, at: place)
    }

    /// Returns the finished contract.
    package func finished(_ origin: ContractOrigin) -> TranslatedContract {
        let built = writer.document(file: document.file)
        return TranslatedContract(
            document: built, schemas: schemaNodes.map { JSONValue(document: built, node: $0) }, origin: origin)
    }
}

/// A contract that was built from a document in a different format, with its compiled schemas.
final class Translation {
    let contract: TranslatedContract
    let options: SchemaOptions
    /// The compiled schemas, or `nil` before the schemas are compiled.
    var library: SchemaLibrary?

    init(_ contract: TranslatedContract) {
        self.contract = contract
        let dialect = contract.document.root["schemaDialect"]?.string.flatMap { SchemaDialect(metaschema: $0) }
        options = SchemaOptions(dialect: dialect ?? .openAPI31, assertsFormat: true, allowsUnknownKeywords: true)
    }
}

extension ContractReader {
    /// Returns a contract unchanged, or builds a contract from a document in a different format.
    func translated(_ document: JSONDocument, extended: Set<String> = []) -> JSONDocument? {
        if case .embedded(let embedded) = document.places {
            let schemas = embedded.marked.map { JSONValue(document: document, node: $0) }
            translations[ObjectIdentifier(document)] = Translation(
                TranslatedContract(document: document, schemas: schemas))
            return document
        }
        guard let format = formats.formats.first(where: { $0.recognizes(document.root) }) else { return document }
        let built = format.contract(document, store, extended: extended) { diagnostic in
            var shown = diagnostic
            if formats.isStrict, shown.severity == .warning { shown.severity = .error }
            addDiagnostic(shown, isFatal: formats.isStrict)
        }
        guard let built else { return nil }
        translations[ObjectIdentifier(built.document)] = Translation(built)
        return built.document
    }

    func translation(of value: JSONValue) -> Translation? {
        translations.isEmpty ? nil : translations[ObjectIdentifier(value.document)]
    }

    /// Returns the compiled schemas of a translated document.
    func library(_ translation: Translation) -> SchemaLibrary {
        if let known = translation.library { return known }
        let library = SchemaLibrary(
            translation.contract.schemas, baseURI: store.uri(of: translation.contract.document), registry: registry,
            options: translation.options)
        translation.library = library
        for diagnostic in library.diagnostics { report(.schema, diagnostic.message, at: diagnostic.location) }
        for schema in translation.contract.schemas {
            reportBrokenExamples(in: schema) { library.schema(at: $0) }
            let all = schema.allSchemas
            reportUnknownKeywords(of: all, isClosed: translation.options.dialect == .openAPI30)
            reportWhatChecksNothing(of: all)
        }
        return library
    }
}

extension Diagnostic {
    /// The diagnostic with the source line at its location, if the document is known. A contract may be one long line, so
    /// only the text around the location is stored.
    package var withWindow: Diagnostic {
        guard sourceLine == nil, let line = location.sourceLine else { return self }
        var shown = self
        let window = SourceWindow(line, caret: location.column - 1)
        shown.sourceLine = window.line
        shown.caret = window.caret
        return shown
    }
}

extension JSONDocument {
    /// Whether Accord built the document from an original in a different format, such as OpenAPI.
    var isTranslation: Bool {
        switch places {
        case .copied, .embedded: true
        case .written, nil: false
        }
    }

    /// Whether `accord convert` wrote the contract. If so, mistakes that the original document may contain are only
    /// warnings.
    var isConverted: Bool { root["convertedFrom"] != nil }
}
