import AccordJSON
import AccordSchema

/// A contract that was written from another document, with its schemas compiled together.
final class Translation {
    let contract: TranslatedContract
    let options: SchemaOptions
    /// Compiled when the first of them is asked for.
    var library: SchemaLibrary?

    init(_ contract: TranslatedContract) {
        self.contract = contract
        let dialect = contract.document.root["schemaDialect"]?.string.flatMap { SchemaDialect(metaschema: $0) }
        options = SchemaOptions(dialect: dialect ?? .openAPI31, assertsFormat: true, allowsUnknownKeywords: true)
    }
}

extension ContractReader {
    /// The document itself, or the contract that a document of another format means.
    func translated(_ document: JSONDocument, extended: Set<String> = []) -> JSONDocument? {
        if case .embedded(let embedded) = document.places {
            let schemas = embedded.marked.map { JSONValue(document: document, node: $0) }
            let written = TranslatedContract(document: document, schemas: schemas)
            translations[ObjectIdentifier(document)] = Translation(written)
            return document
        }
        guard let translator = formats.translator, translator.translates(document.root) else { return document }
        let written = translator.contract(document, store, extended: extended) { diagnostic in
            var shown = diagnostic
            if formats.isStrict, shown.severity == .warning { shown.severity = .error }
            addDiagnostic(shown, isFatal: formats.isStrict)
        }
        guard let written else { return nil }
        translations[ObjectIdentifier(written.document)] = Translation(written)
        return written.document
    }

    func translation(of value: JSONValue) -> Translation? {
        translations.isEmpty ? nil : translations[ObjectIdentifier(value.document)]
    }

    /// The schemas of a translated document, compiled at the first question for one.
    func library(_ translation: Translation) -> SchemaLibrary {
        if let known = translation.library { return known }
        let library = SchemaLibrary(
            translation.contract.schemas, baseURI: store.uri(of: translation.contract.document), registry: registry,
            options: translation.options)
        translation.library = library
        for diagnostic in library.diagnostics { report(.schema, diagnostic.message, at: diagnostic.location) }
        let isClosed = translation.options.dialect == .openAPI30
        reportBrokenExamples(of: library, in: translation.contract.schemas, isClosed: isClosed)
        return library
    }

    /// Of every schema in a document its examples are held against it; keywords and formats that mean nothing are told.
    private func reportBrokenExamples(of library: SchemaLibrary, in schemas: [JSONValue], isClosed: Bool) {
        for schema in schemas {
            for (owner, example) in SubSchemas.examples(in: schema) {
                guard let compiled = library.schema(at: owner), !compiled.isValid(example) else { continue }
                if example.isNull, owner["nullable"] != nil { continue }
                reportViolations(of: compiled, by: example, rule: .example, "the example")
            }
            let all = SubSchemas.all(in: schema)
            reportUnknownKeywords(of: all, isClosed: isClosed)
            reportWhatChecksNothing(of: all)
        }
    }
}

extension Diagnostic {
    /// With the line that it is about, where that is known.
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
    /// True for a document that a translator wrote.
    var isTranslation: Bool {
        switch places {
        case .copied, .embedded: true
        case .written, nil: false
        }
    }

    /// True for a contract that `accord convert` wrote: what its origin was only warned of is no error in it.
    var isConverted: Bool { root["convertedFrom"] != nil }
}
