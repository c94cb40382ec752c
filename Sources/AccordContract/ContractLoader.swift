// SPDX-License-Identifier: Apache-2.0

/// The result of loading a contract: the contract, and the mistakes in it.
package struct LoadResult: Sendable {
    /// The contract, or `nil` if the diagnostics contain an error.
    package var contract: Contract?
    /// The mistakes in the contract, sorted by file and line.
    package var diagnostics: [Diagnostic]
    /// The parsed file, or `nil` if its syntax is invalid.
    package var document: JSONDocument?
    /// The contracts that were built from documents in other formats, by path.
    package var translations: [String: TranslatedContract] = [:]
}

/// Reads, resolves, compiles and lints contracts.
package enum ContractLoader {
    /// Loads the contract at a path.
    ///
    /// - Parameters:
    ///   - displayedAs: the file's name in diagnostics, by default the path.
    ///   - referenceRoot: the folder that references must stay in, by default the contract's folder.
    ///   - lints: whether the contract is linted. Generated tests don't lint, because the generator has already linted
    ///     the contract.
    package static func load(
        _ path: String, displayedAs: String? = nil, files: any ContractFiles = DiskFiles(),
        formats: ContractFormats = .contractsOnly, referenceRoot: String? = nil, lints: Bool = true
    ) -> LoadResult {
        let name = VisibleText.name(displayedAs ?? path)
        let store = DocumentStore(
            files, root: referenceRoot ?? FilePath.folder(of: path), reader: formats.reader, embedded: formats.embedded)
        let reader = ContractReader(store, formats)
        switch store.document(at: path, displayedAs: name) {
        case .failure(.unreadable(let reason)):
            let location = SourceLocation(file: name, line: 1, column: 1)
            reader.report(.unreadable, "can't read the contract: \(reason)", at: location)
            return LoadResult(contract: nil, diagnostics: reader.diagnostics.sorted(mainFile: name))
        case .failure(.malformed(let error)):
            reader.report(error)
            return LoadResult(contract: nil, diagnostics: reader.diagnostics.sorted(mainFile: name))
        case .success(let document): return load(document, reader, lints: lints)
        }
    }

    private static func load(_ document: JSONDocument, _ reader: ContractReader, lints: Bool) -> LoadResult {
        var contract = reader.translated(document).flatMap { reader.contract($0) }
        for document in reader.store.documents { reader.reportDuplicateKeys(of: document) }
        for file in reader.store.markedFiles {
            reader.report(
                .syntax, "the text starts with a byte order mark, which some parsers reject",
                at: SourceLocation(file: file, line: 1, column: 1), severity: .warning,
                advice: "Save the text as UTF-8 without the mark.")
        }
        if lints, let contract { ContractLint(contract, reader).run() }
        var diagnostics = reader.diagnostics.sorted(mainFile: document.file)
        if !reader.translations.isEmpty { diagnostics = reader.formats.shown(diagnostics) }
        // An error makes a contract in Accord's own format unusable. An OpenAPI document with errors stays usable,
        // except the elements that contain the errors.
        if reader.hasFatalErrors { contract = nil }
        for index in diagnostics.indices where diagnostics[index].severity == .error && contract != nil {
            diagnostics[index].noteLeftOutElement()
        }
        contract?.leftOut = diagnostics.filter { $0.severity == .error }
        var result = LoadResult(contract: contract, diagnostics: diagnostics, document: document)
        for translation in reader.translations.values {
            result.translations[translation.contract.document.file] = translation.contract
        }
        return result
    }
}
