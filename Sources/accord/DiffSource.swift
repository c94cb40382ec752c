// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordRendering
import AccordVerifier

/// An argument of `accord diff`: a file, `git:REVISION:PATH`, a URL, or `-` for standard input.
struct DiffSource {
    private let text: String
    /// The revision and the path of a document in git.
    private let git: (revision: String, path: String)?

    /// The argument as messages show it: a URL without its user name and password.
    var shown: String { RemoteDocument.isURL(text) ? URLParts(text).withoutUserInfo.description : text }

    /// Parses an argument of `accord diff`.
    ///
    /// - Throws: `ExitStatus.usage` if the argument starts with `git:` and contains no path.
    init(_ text: String) throws {
        self.text = text
        guard text.hasPrefix("git:") else {
            git = nil
            return
        }
        let parts = text.dropFirst(4).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw ExitStatus.usage.because("\(text): expected a document in git as git:REVISION:PATH")
        }
        git = (String(parts[0]), String(parts[1]))
    }

    /// Reads the document. Prints its errors, and the warnings because of which Accord ignores an element.
    ///
    /// - Throws: `ExitStatus.contractInvalid` if the document can't be used, `ExitStatus.unreachable` if the URL can't
    ///   be read.
    func load(_ arguments: OpenAPIArguments) throws -> ComparedDocument {
        let formats = try arguments.formats()
        let result: LoadResult
        if let git {
            result = ContractLoader.load(
                git.path, displayedAs: shown, files: GitFiles(revision: git.revision), formats: formats,
                referenceRoot: arguments.referenceRoot)
        } else {
            if !RemoteDocument.isRemote(text) { try DocumentKind.require(text) }
            result = try RemoteDocument.load(text, formats: formats, referenceRoot: arguments.referenceRoot)
        }
        let problems = result.diagnostics.filter { problem in
            // Accord reads an operation without “operationId”, the only missing key that is a warning.
            let rule = ContractRule(rawValue: problem.rule)
            return problem.severity == .error || rule == .unknownKey
                || rule?.leavesOut == true && rule != .missingKey && problem.severity == .warning
        }
        if result.document == nil, git != nil, let problem = problems.first(where: { $0.severity == .error }),
            problem.location.pointer.isEmpty, problem.rule == ContractRule.unreadable.rawValue
        {
            throw ExitStatus.usage.because("\(shown): \(problem.message)")
        }
        for problem in problems { StandardError.write(problem.rendered(for: Terminal(.error))) }
        guard let contract = result.contract, let document = result.document else {
            throw ExitStatus.contractInvalid.because("can't use \(shown): see the errors above")
        }
        return ComparedDocument(contract: contract, document: document)
    }
}

/// Reads files in a revision of the git repository that contains the current folder.
struct GitFiles: ContractFiles {
    let revision: String

    func read(_ path: String) throws -> [UInt8] {
        // With `./`, git looks up the path relative to the current folder and not to the repository's root.
        let command = ShellCommand(
            line: #"exec git show --end-of-options "$ACCORD_OBJECT""#,
            environment: ["ACCORD_OBJECT=\(revision):./\(path)"])
        let result = command.run()
        guard result.status == 0 else {
            let lines = String(decoding: result.errors, as: UTF8.self).lines.filter { !$0.isEmpty }
            throw ContractFileError("git: \(lines.joined(separator: "\n"))")
        }
        return result.output
    }
}
