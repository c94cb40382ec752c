import AccordJSON
import AccordSchema

/// The documents that a contract consists of, each read once.
package final class DocumentStore: Sendable {
    package enum Problem: Error {
        case unreadable(String)
        case malformed(JSONSyntaxError)
    }

    private struct Contents {
        var documents: [String: Result<JSONDocument, Problem>] = [:]
        /// The real path of what people know by another name.
        var paths: [String: String] = [:]
    }

    private let files: any ContractFiles
    /// The folder that references may lead into: a contract reads nothing that isn't its own.
    private let root: String
    private let reader: (any DocumentReader)?
    private let embedded: [String: String]
    private let contents: Locked<Contents> = Locked(Contents())

    package init(
        _ files: any ContractFiles, root: String, reader: (any DocumentReader)? = nil, embedded: [String: String] = [:]
    ) {
        self.files = files
        self.root = files.absolute(root)
        self.embedded = embedded
        self.reader = reader
    }

    /// The document at a path, which errors call by the name `displayed`.
    package func document(at path: String, displayedAs displayed: String) -> Result<JSONDocument, Problem> {
        if let known = contents.withLock({ $0.documents[path] }) { return known }
        let result = read(path, displayed)
        return contents.withLock { contents in
            // The first one counts, so that a file is one document.
            if let known = contents.documents[path] { return known }
            contents.documents[path] = result
            contents.paths[displayed] = path
            return result
        }
    }

    /// Every document that was read.
    var documents: [JSONDocument] {
        contents.withLock { $0.documents.values.compactMap { try? $0.get() } }
    }

    /// A file's bytes, for bodies.
    func bytes(at path: String) throws -> [UInt8] {
        try files.read(path)
    }

    /// The document that `reference`, a relative path, means within `document`.
    package func document(_ reference: String, from document: JSONDocument) -> Result<JSONDocument, Problem> {
        let displayed = FilePath.joined(FilePath.folder(of: document.file), reference)
        return self.document(at: path(reference, from: document), displayedAs: VisibleText.name(displayed))
    }

    package func path(_ reference: String, from document: JSONDocument) -> String {
        let path = contents.withLock { $0.paths[document.file] } ?? document.file
        return FilePath.joined(FilePath.folder(of: path), reference)
    }

    /// True for a file that references may lead to.
    func mayRead(_ path: String) -> Bool { FilePath.isBelow(files.absolute(path), root) }

    private func read(_ path: String, _ displayed: String) -> Result<JSONDocument, Problem> {
        let bytes: [UInt8]
        do {
            bytes = try files.read(path)
        } catch {
            return .failure(.unreadable(String(describing: error)))
        }
        do {
            if let text = embedded[displayed], let places = EmbeddedPlaces(text) {
                return .success(
                    try JSONDocument(
                        parsing: bytes, file: displayed, limits: JSONLimits(maximumDepth: .max),
                        places: .embedded(places)))
            }
            if let reader, reader.reads(path) { return .success(try reader.document(bytes, file: displayed)) }
            return .success(try JSONDocument(parsing: bytes, file: displayed))
        } catch {
            return .failure(.malformed(error))
        }
    }
}

extension DocumentStore {
    /// A registry in which schemas find the files that they refer to.
    func registry() -> SchemaRegistry {
        SchemaRegistry { uri in
            guard !uri.contains("://") else { return nil }
            let path = Percent.decodeText(uri)
            guard self.mayRead(path) else { return nil }
            return try? self.document(at: path, displayedAs: self.displayedName(of: path)).get()
        }
    }

    /// The URI by which schemas know a document: its path, made safe for a URI.
    func uri(of document: JSONDocument) -> String {
        let path = contents.withLock { $0.paths[document.file] } ?? document.file
        var text = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case "%", "#", "?", ":": text += Percent.encode(String(scalar))
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// What people call a file that lies below the folder of one they know.
    private func displayedName(of path: String) -> String {
        let known = contents.withLock { $0.paths }
        for (name, real) in known {
            let folder = FilePath.folder(of: real)
            guard !folder.isEmpty, path.hasPrefix(folder + "/") else { continue }
            return FilePath.joined(FilePath.folder(of: name), String(path.dropFirst(folder.count + 1)))
        }
        return VisibleText.name(path)
    }
}
