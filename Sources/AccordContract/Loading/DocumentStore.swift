// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The documents of a contract. Each document is read once.
package final class DocumentStore: Sendable {
    package enum Problem: Error {
        case unreadable(String)
        case malformed(JSONSyntaxError)
    }

    private struct Contents {
        var documents: [String: Result<JSONDocument, Problem>] = [:]
        /// The names of the files that begin with a byte order mark.
        var marked: [String] = []
        /// The path of each file, keyed by the file name that diagnostics show.
        var paths: [String: String] = [:]
    }

    private let files: any ContractFiles
    /// The folder that contains all files to which the contract may refer.
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

    /// Returns the document at a path. Diagnostics show the document's name as `displayed`.
    package func document(at path: String, displayedAs displayed: String) -> Result<JSONDocument, Problem> {
        if let known = contents.withLock({ $0.documents[path] }) { return known }
        let result = read(path, displayed)
        return contents.withLock { contents in
            // Another thread may have stored the document while this thread read the file.
            if let known = contents.documents[path] { return known }
            contents.documents[path] = result
            contents.paths[displayed] = path
            return result
        }
    }

    /// The documents that were read without an error.
    var documents: [JSONDocument] { contents.withLock { $0.documents.values.compactMap { try? $0.get() } } }

    /// The names of the files that begin with a byte order mark, which some parsers reject.
    var markedFiles: [String] { contents.withLock { $0.marked.sorted() } }

    func bytes(at path: String) throws -> [UInt8] { try files.read(path) }

    /// Returns the document at a path that is relative to a different document.
    package func document(_ reference: String, from document: JSONDocument) -> Result<JSONDocument, Problem> {
        let displayed = FilePath.joined(FilePath.folder(of: document.file), reference)
        return self.document(at: path(reference, from: document), displayedAs: VisibleText.name(displayed))
    }

    package func path(_ reference: String, from document: JSONDocument) -> String {
        let path = contents.withLock { $0.paths[document.file] } ?? document.file
        return FilePath.joined(FilePath.folder(of: path), reference)
    }

    /// Returns whether a contract may refer to a file: the file must be in the root folder.
    func mayRead(_ path: String) -> Bool { FilePath.isBelow(files.absolute(path), root) }

    private func read(_ path: String, _ displayed: String) -> Result<JSONDocument, Problem> {
        var bytes: [UInt8]
        do {
            bytes = try files.read(path)
        } catch {
            return .failure(.unreadable(String(describing: error)))
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes.removeFirst(3)
            contents.withLock { $0.marked.append(displayed) }
        }
        do {
            if let text = embedded[displayed], let places = EmbeddedPlaces(text) {
                return .success(
                    try JSONDocument(
                        parsing: bytes, file: displayed, limits: JSONLimits(maximumDepth: .max),
                        places: .embedded(places)))
            }
            guard let reader else { return .success(try JSONDocument(parsing: bytes, file: displayed)) }
            return .success(try reader.read(bytes, path, file: displayed))
        } catch {
            return .failure(.malformed(error))
        }
    }

    /// Returns a registry that finds the files that schemas refer to.
    func registry() -> SchemaRegistry {
        SchemaRegistry { uri in
            guard !uri.contains("://") else { return nil }
            let path = Percent.decodeText(uri)
            guard self.mayRead(path) else { return nil }
            return try? self.document(at: path, displayedAs: self.displayedName(of: path)).get()
        }
    }

    /// Returns the URI of a document: its path, with `%`, `#`, `?` and `:` percent-encoded.
    func uri(of document: JSONDocument) -> String {
        let path = contents.withLock { $0.paths[document.file] } ?? document.file
        return path.replacingScalars { "%#?:".unicodeScalars.contains($0) ? Percent.encode(String($0)) : nil }
    }

    /// Returns the file name that diagnostics show. If a known document has the name `Specs/todos.json`, the file
    /// `user.json` in its folder gets the name `Specs/user.json`. A file outside the folders of all known documents
    /// gets its path as its name.
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
