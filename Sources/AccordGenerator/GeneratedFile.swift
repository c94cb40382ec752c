import AccordContract
import AccordJSON

/// What comes of generating: the source, or what is wrong with the contract.
package struct GeneratedFile: Sendable {
    package var source: String?
    package var diagnostics: [Diagnostic]

    /// Loads the contract at `path` and generates its tests; the diagnostics show that path, for the compiler's reader.
    package init(
        path: String, files: any ContractFiles, options: ContractSource.Options,
        formats: ContractFormats = .contractsOnly, referenceRoot: String? = nil
    ) {
        let recorder = RecordingFiles(files, contract: path)
        let loaded = ContractLoader.load(path, files: recorder, formats: formats, referenceRoot: referenceRoot)
        diagnostics = loaded.diagnostics
        let wanted = loaded.contract?.operations.filter { options.operations?.contains($0.id) ?? true } ?? []
        if let contract = loaded.contract, wanted.isEmpty, !contract.operations.isEmpty {
            let names = (options.operations ?? []).sorted().joined(separator: ", ")
            diagnostics.append(
                Diagnostic(
                    .error, rule: ContractRule.unknownOperation.rawValue,
                    "none of the operations that accord.json names is documented here: \(names)",
                    at: SourceLocation(contract.document.root), advice: "Correct the ids under “operations”."))
            source = nil
            return
        }
        source = loaded.contract.map { contract in
            let folder = String(path.dropLast(path.split(separator: "/").last.map(\.count) ?? 0))
            let displayedFolder = String(
                options.displayedPath.dropLast(options.displayedPath.split(separator: "/").last.map(\.count) ?? 0))
            let embedded = recorder.read.map { file in
                let name = file.path.hasPrefix(folder) ? String(file.path.dropFirst(folder.count)) : file.path
                return (path: displayedFolder + name, bytes: file.bytes)
            }
            func displayed(_ path: String) -> String {
                path.hasPrefix(folder) ? displayedFolder + path.dropFirst(folder.count) : path
            }
            var places: [(path: String, text: String)] = []
            let translated = embedded.map { file -> (path: String, bytes: [UInt8]) in
                let own = file.path.hasPrefix(displayedFolder) ? String(file.path.dropFirst(displayedFolder.count)) : ""
                guard let translation = loaded.translations[folder + own] else { return file }
                places.append((file.path, translation.places(naming: displayed)))
                return (file.path, translation.document.bytes)
            }
            if let own = loaded.translations[path] {
                places.append((options.displayedPath, own.places(naming: displayed)))
            }
            return ContractSource(contract, files: translated, places: places, options: options).text
        }
    }
}

/// Remembers what a loader reads besides the contract, to embed it.
private final class RecordingFiles: ContractFiles, @unchecked Sendable {
    // A loader reads in one thread.
    private let base: any ContractFiles
    private let contract: String
    private(set) var read: [(path: String, bytes: [UInt8])] = []

    init(_ base: any ContractFiles, contract: String) {
        self.base = base
        self.contract = contract
    }

    func absolute(_ path: String) -> String { base.absolute(path) }

    func read(_ path: String) throws -> [UInt8] {
        let bytes = try base.read(path)
        if path != contract, !read.contains(where: { $0.path == path }) { read.append((path, bytes)) }
        return bytes
    }
}
