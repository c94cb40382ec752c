// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordVerifier
import Foundation

/// A document that a command reads from a URL or from standard input.
struct RemoteDocument: Sendable {
    /// The name in messages and reports: the URL without credentials and tokens, or `stdin`.
    let name: String
    /// The internal path under which the loader finds the document.
    fileprivate let path: String
    fileprivate let bytes: [UInt8]

    /// The documents that were read, by command-line argument. They are stored, because standard input can be read only
    /// once.
    private static let known = Locked<[String: RemoteDocument]>([:])
    fileprivate static let folder = "remote:"

    /// Returns whether an argument is a URL or `-`, not a file path.
    static func isRemote(_ argument: String) -> Bool { argument == "-" || isURL(argument) }

    static func isURL(_ argument: String) -> Bool { argument.hasPrefix("http://") || argument.hasPrefix("https://") }

    /// Returns the scheme and the authority of a URL, such as `http://localhost:8000`.
    static func server(of url: String) -> String {
        var parts = URLParts(url)
        (parts.path, parts.query, parts.fragment) = ("", nil, nil)
        return parts.description
    }

    /// Returns the document that an argument names.
    ///
    /// - Throws: `ExitStatus.unreachable` if the URL can't be read.
    static func read(_ argument: String) throws -> RemoteDocument {
        if let document = known.withLock({ $0[argument] }) { return document }
        return remember(argument, try argument == "-" ? standardInput() : download(argument))
    }

    static func name(of argument: String) -> String {
        guard argument != "-" else { return "stdin" }
        var parts = URLParts(argument).withoutUserInfo
        parts.query = parts.query.map(masked)
        return parts.description
    }

    /// Returns the query of a URL, with secrets masked.
    static func masked(_ query: String) -> String {
        SecretNames.masked(items: query[...], as: MaskedPiece.mark) { name in
            SecretNames.isSecret(name) || ["auth", "key", "sig"].contains(where: name.lowercased().contains)
        } ?? query
    }

    @discardableResult
    static func remember(_ argument: String, _ bytes: [UInt8]) -> RemoteDocument {
        // Choose the file extension. The loader parses a file as JSON or YAML according to its extension.
        let isJSON = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
        return known.withLock { known in
            let path = "\(folder)\(known.count)/document\(isJSON ? ".json" : ".yaml")"
            let document = RemoteDocument(name: name(of: argument), path: path, bytes: bytes)
            known[argument] = document
            return document
        }
    }

    /// Loads the contract in a file, at a URL or from standard input.
    ///
    /// - Throws: `ExitStatus.unreachable` if the URL can't be read.
    static func load(
        _ argument: String, files: any ContractFiles = DiskFiles(), formats: ContractFormats, referenceRoot: String?
    ) throws -> LoadResult {
        guard isRemote(argument) else {
            return ContractLoader.load(argument, files: files, formats: formats, referenceRoot: referenceRoot)
        }
        let document = try read(argument)
        return ContractLoader.load(document.path, displayedAs: document.name, files: DocumentFiles(), formats: formats)
    }

    /// Returns the content of a document that was read before. `path` is the document's name or its
    /// internal path.
    static func bytes(at path: String) -> [UInt8]? {
        known.withLock { $0.values.first { $0.path == path || $0.name == path }?.bytes }
    }

    private static func standardInput() throws -> [UInt8] {
        let bytes = [UInt8](FileHandle.standardInput.readDataToEndOfFile())
        guard !bytes.isEmpty else {
            throw ExitStatus.usage.because("-: expected a document on standard input, but standard input is empty")
        }
        return bytes
    }

    private static func download(_ url: String) throws -> [UInt8] {
        let shown = name(of: url)
        do {
            switch try CurlMulti().exchange(HTTPRequest(method: "GET", url: url)) {
            case .response(let response) where response.status == 200: return response.body
            case .response(let response):
                throw ExitStatus.unreachable.because(
                    "can't read \(shown): the server responded with status \(response.status)")
            case .failure(let failure, _): throw failure
            }
        } catch let failure as TransportFailure {
            throw ExitStatus.unreachable.because("can't read \(shown): \(failure.message)")
        }
    }
}

/// The files on disk, and the documents that were read from URLs and standard input.
struct DocumentFiles: ContractFiles {
    private let disk = DiskFiles()

    func read(_ path: String) throws -> [UInt8] {
        if let bytes = RemoteDocument.bytes(at: path) { return bytes }
        guard !path.hasPrefix(RemoteDocument.folder) else {
            throw ContractFileError("Accord doesn't load references from a network; use --ref URL=FILE")
        }
        return try disk.read(path)
    }

    func absolute(_ path: String) -> String { path.hasPrefix(RemoteDocument.folder) ? path : disk.absolute(path) }
}
