// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A contract with all files that it refers to. For a contract from OpenAPI or another format, it also contains the
/// source locations in the original document.
///
/// Generated tests contain an embedded contract in their source. `accord convert --bundle` writes an embedded contract
/// as JSON, for programs that can't read OpenAPI.
package struct EmbeddedContract: Sendable {
    /// The contract's path in diagnostics and reports.
    package var file: String
    /// The contents of the contract and of the files that it refers to, by path.
    package var files: [String: [UInt8]]
    /// The source locations in the original documents, such as OpenAPI documents. The key is the path of the translated
    /// contract, and the value comes from ``TranslatedContract/places(naming:)``.
    package var places: [String: String]

    package init(file: String, files: [String: [UInt8]], places: [String: String] = [:]) {
        (self.file, self.files, self.places) = (file, files, places)
    }

    /// Collects the files of a loaded contract.
    ///
    /// - Parameters:
    ///   - path: the path of the contract.
    ///   - displayed: the path that diagnostics and reports show.
    ///   - read: the files that the contract refers to.
    package init(
        _ contract: Contract, _ loaded: LoadResult, path: String, displayedAs displayed: String,
        read: [(path: String, bytes: [UInt8])]
    ) {
        let folder = String(path.dropLast(FilePath.name(of: path).count))
        let displayedFolder = displayed.dropLast(FilePath.name(of: displayed).count)
        func name(_ path: String) -> String {
            path.hasPrefix(folder) ? String(displayedFolder + path.dropFirst(folder.count)) : path
        }
        self.init(file: displayed, files: [displayed: contract.document.bytes])
        for file in read {
            let key = file.path.hasPrefix(folder) ? name(file.path) : displayedFolder + file.path
            let translation = loaded.translations[file.path]
            files[key] = translation?.document.bytes ?? file.bytes
            if let translation { places[key] = translation.places(naming: name) }
        }
        if let translation = loaded.translations[path] { places[displayed] = translation.places(naming: name) }
    }

    /// Loads the contract without linting it, because it was linted before it was embedded.
    ///
    /// - Parameter formats: the formats of the messages in the contract's cases.
    package func load(_ formats: [any InputFormat] = []) -> LoadResult {
        ContractLoader.load(
            file, files: MemoryFiles(files), formats: ContractFormats(formats, embedded: places), lints: false)
    }

    /// Reads an embedded contract from JSON in the format of ``json``. Returns `nil` if the JSON has a different
    /// format.
    package init?(_ root: JSONValue) {
        guard let file = root["bundle"]?.string, let contents = root["files"] else { return nil }
        self.init(file: file, files: [:])
        for member in contents.members { files[member.key] = member.value.string.flatMap(Base64.decode) }
        if let locations = root["places"] {
            for member in locations.members { places[member.key] = member.value.string }
        }
    }

    /// The embedded contract in the JSON format of `accord convert --bundle`.
    package var json: JSON {
        var (contents, locations) = (JSONObject(), JSONObject())
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) { contents[path] = .string(Base64.encode(bytes)) }
        for (path, text) in places.sorted(by: { $0.key < $1.key }) { locations[path] = .string(text) }
        return ["bundle": .string(file), "files": .object(contents), "places": .object(locations)]
    }
}
