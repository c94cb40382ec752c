import AccordJSON
import AccordSchema

/// What loading a contract came to.
package struct LoadResult: Sendable {
    /// nil if there is an error among the diagnostics.
    package var contract: Contract?
    /// Everything wrong or doubtful, in the order of the file.
    package var diagnostics: [Diagnostic]
    /// The file's text, if it is JSON.
    package var document: JSONDocument?
    /// The contracts that were written from other documents, by the path of each.
    package var translations: [String: TranslatedContract] = [:]

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Turns a file into a contract: reads, resolves, compiles and lints it.
package enum ContractLoader {
    /// Loads the contract at a path.
    ///
    /// - Parameters:
    ///   - displayedAs: what diagnostics call it, by default the path.
    ///   - referenceRoot: the folder that references to other files stay in, by default the contract's own.
    package static func load(
        _ path: String, displayedAs: String? = nil, files: any ContractFiles = DiskFiles(),
        formats: ContractFormats = .contractsOnly, referenceRoot: String? = nil
    ) -> LoadResult {
        let name = VisibleText.name(displayedAs ?? path)
        let store = DocumentStore(
            files, root: referenceRoot ?? FilePath.folder(of: path), reader: formats.reader, embedded: formats.embedded)
        let reader = ContractReader(store, formats)
        switch store.document(at: path, displayedAs: name) {
        case .failure(.unreadable(let reason)):
            let location = SourceLocation(file: name, line: 1, column: 1)
            reader.report(.unreadable, "the contract can't be read: \(reason)", at: location)
            return LoadResult(contract: nil, diagnostics: reader.diagnostics.sorted(mainFile: name))
        case .failure(.malformed(let error)):
            reader.report(error)
            return LoadResult(contract: nil, diagnostics: reader.diagnostics.sorted(mainFile: name))
        case .success(let document):
            return load(document, reader)
        }
    }

    private static func load(_ document: JSONDocument, _ reader: ContractReader) -> LoadResult {
        var contract = reader.translated(document).flatMap { reader.contract($0) }
        for document in reader.store.documents { reader.reportDuplicateKeys(of: document) }
        if let contract { ContractLint(contract, reader).run() }
        var diagnostics = reader.diagnostics.sorted(mainFile: document.file)
        if !reader.translations.isEmpty { diagnostics = reader.formats.told(diagnostics) }
        // Of a contract all must be right; of another document what can't be judged is left out.
        if reader.hasFatalErrors { contract = nil }
        contract?.leftOut = diagnostics.filter { $0.severity == .error }
        var result = LoadResult(contract: contract, diagnostics: diagnostics, document: document)
        for translation in reader.translations.values {
            result.translations[translation.contract.document.file] = translation.contract
        }
        return result
    }
}
