// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The generated test source of a contract, and the diagnostics about the contract.
package struct GeneratedFile: Sendable {
    package var source: String?
    package var diagnostics: [Diagnostic]

    /// Loads a contract and generates its tests. Diagnostics show `path` as the name of the contract.
    ///
    /// - Parameter overlays: the Overlay files that `formats` applies. The generated source doesn't contain the Overlay
    ///   files.
    package init(
        path: String, files: any ContractFiles, options: ContractSource.Options,
        formats: ContractFormats = .contractsOnly, referenceRoot: String? = nil, overlays: [String] = []
    ) {
        let recorder = RecordingFiles(files, excluding: [path] + overlays)
        let loaded = ContractLoader.load(path, files: recorder, formats: formats, referenceRoot: referenceRoot)
        diagnostics = loaded.diagnostics
        guard let contract = loaded.contract else { return }
        if let ids = options.configuration.operations, !contract.operations.isEmpty,
            !contract.operations.contains(where: { ids.contains($0.id) })
        {
            diagnostics.append(
                Diagnostic(
                    .error, rule: ContractRule.unknownOperation.rawValue,
                    "the contract contains no operation that accord.json lists: "
                        + ids.sorted().joined(separator: ", "), at: SourceLocation(contract.document.root),
                    advice: "Correct the ids under “operations” in accord.json."))
            return
        }
        let embedded = EmbeddedContract(
            contract, loaded, path: path, displayedAs: options.displayedPath, read: recorder.read)
        source = ContractSource(contract, embedded: embedded, options: options).text
    }
}

/// Reads the files of a contract, and records which files a loader reads. The generator embeds or copies these files.
package final class RecordingFiles: ContractFiles, @unchecked Sendable {
    // `RecordingFiles` is `@unchecked Sendable`, because a loader uses it on only one thread.
    private let base: any ContractFiles
    private let excluded: [String]
    package private(set) var read: [(path: String, bytes: [UInt8])] = []

    package init(_ base: any ContractFiles, excluding excluded: [String]) {
        self.base = base
        self.excluded = excluded
    }

    package func absolute(_ path: String) -> String { base.absolute(path) }

    package func read(_ path: String) throws -> [UInt8] {
        let bytes = try base.read(path)
        if !excluded.contains(path), !read.contains(where: { $0.path == path }) { read.append((path, bytes)) }
        return bytes
    }
}
