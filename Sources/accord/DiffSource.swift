// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordRendering
import AccordVerifier
import Foundation

/// An argument of `accord diff`: a file, `git:REVISION:PATH` or a URL.
struct DiffSource {
    private enum Kind {
        case file
        case git(revision: String, path: String)
        case url
    }

    private let text: String
    private let kind: Kind

    /// The argument without the password of a URL.
    var shown: String {
        if case .url = kind { return URLParts(text).withoutUserInfo.description }
        return text
    }

    /// - Throws: `ExitStatus.usage` if the argument starts with `git:` and contains no path.
    init(_ text: String) throws {
        self.text = text
        if text.hasPrefix("git:") {
            let rest = text.dropFirst(4)
            guard let colon = rest.firstIndex(of: ":"), colon != rest.startIndex,
                rest.index(after: colon) != rest.endIndex
            else { throw ExitStatus.usage.because("\(text): expected git:REVISION:PATH") }
            kind = .git(revision: String(rest[..<colon]), path: String(rest[rest.index(after: colon)...]))
        } else {
            kind = text.hasPrefix("http://") || text.hasPrefix("https://") ? .url : .file
        }
    }

    /// Reads the document, and prints its errors.
    ///
    /// - Throws: `ExitStatus.contractInvalid` if the document can't be used, `ExitStatus.unreachable` if the URL can't
    ///   be read.
    func load(_ arguments: OpenAPIArguments) throws -> ComparedDocument {
        let formats = try arguments.formats()
        let result: LoadResult
        switch kind {
        case .file:
            result = ContractLoader.load(text, formats: formats, referenceRoot: arguments.referenceRoot)
        case .git(let revision, let path):
            result = ContractLoader.load(
                path, displayedAs: shown, files: GitFiles(revision: revision), formats: formats,
                referenceRoot: arguments.referenceRoot)
        case .url:
            let bytes = try download()
            let first = bytes.first { $0 > 0x20 }
            let path = "document" + (first == UInt8(ascii: "{") ? ".json" : ".yaml")
            result = ContractLoader.load(path, displayedAs: shown, files: MemoryFiles([path: bytes]), formats: formats)
        }
        let terminal = Terminal(.error)
        let errors = result.diagnostics.filter { $0.severity == .error }
        for problem in errors { StandardError.write(problem.rendered(for: terminal)) }
        guard let contract = result.contract, let document = result.document else {
            throw ExitStatus.contractInvalid.because("can't use \(shown): see the errors above")
        }
        return ComparedDocument(contract: contract, document: document)
    }

    private func download() throws -> [UInt8] {
        do {
            switch try CurlMulti().exchange(HTTPRequest(method: "GET", url: text)) {
            case .response(let response) where response.status == 200: return response.body
            case .response(let response):
                throw ExitStatus.unreachable.because("can't read \(shown): the status is \(response.status)")
            case .failure(let failure, _): throw failure
            }
        } catch let failure as TransportFailure {
            throw ExitStatus.unreachable.because("can't read \(shown): \(failure.message)")
        }
    }
}

/// The files of a revision of the git repository in the current folder.
struct GitFiles: ContractFiles {
    let revision: String

    func read(_ path: String) throws -> [UInt8] {
        // A path that starts with `./` is relative to the current folder.
        let command = ShellCommand(
            line: #"exec git show --end-of-options "$ACCORD_OBJECT""#,
            environment: ["ACCORD_OBJECT=\(revision):./\(path)"])
        let result = command.run()
        guard result.status == 0 else {
            throw ContractFileError(
                "git: " + String(decoding: result.errors, as: UTF8.self).split(separator: "\n").joined(separator: "\n"))
        }
        return result.output
    }
}
