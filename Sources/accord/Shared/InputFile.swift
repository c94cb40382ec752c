// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordOpenAPI
import AccordRendering

extension DocumentKind {
    /// The kind with an example, for files that a command expects in addition to contracts.
    private var example: String {
        switch self {
        case .report: rawValue + ", such as Reports/client.json"
        case .baseline: rawValue + ", such as the file that --write-baseline writes"
        case .har: rawValue + ", such as a browser exports"
        default: rawValue
        }
    }

    /// Reads a file of this kind.
    ///
    /// - Parameters:
    ///   - purpose: The text before an error about a missing file.
    ///   - parse: Returns the content of the file, or `nil` if the file isn't of this kind.
    /// - Throws: `ExitStatus.usage` if the file is missing or of a different kind, or `ExitStatus.contractInvalid` if
    ///   the file can't be read.
    func read<Value>(_ file: String, _ purpose: String? = nil, _ parse: ([UInt8]) throws -> Value?) throws -> Value {
        let status = DiskFiles().kind(of: file) == .file ? ExitStatus.contractInvalid : .usage
        let name = VisibleText.name(file)
        var bytes: [UInt8] = []
        var problem = ""
        do {
            bytes = try DiskFiles().read(file)
            if let value = try parse(bytes) { return value }
        } catch let error as ContractFileError {
            throw status.because("\(purpose ?? "can't read \(name)"): \(error)")
        } catch {
            problem = "\(error)"
        }
        let actual = Self.kind(of: bytes, file)
        if actual == self { throw status.because(problem) }
        guard let actual else {
            throw status.because("\(name) isn't \(example)" + (problem.isEmpty ? "" : "\n\(problem)"))
        }
        throw ExitStatus.usage.because("\(name) is \(actual.rawValue); specify \(example)")
    }

    /// Checks that a path leads to a file, not to a folder.
    ///
    /// - Throws: `ExitStatus.usage` if the file doesn't exist.
    static func require(_ file: String) throws {
        guard DiskFiles().kind(of: file) != .file else { return }
        try ExitStatus.usageOnError("can't read \(VisibleText.name(file)): ") { _ = try DiskFiles().read(file) }
    }

    private static func kind(of bytes: [UInt8], _ file: String) -> DocumentKind? {
        if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") { return .markup }
        let path = file.hasSuffix(".json") ? file : "document.yaml"
        return (try? YAMLDocuments().read(bytes, path, file: file)).flatMap { DocumentKind($0.root) }
    }
}

extension LoadResult {
    /// Prints the errors, and returns the contract.
    ///
    /// - Throws: `ExitStatus.contractInvalid` if the document can't be used.
    func usable(_ name: String) throws -> Contract {
        for problem in diagnostics where problem.severity == .error { StandardError.write(problem.rendered) }
        if let contract { return contract }
        throw ExitStatus.contractInvalid.because("can't use \(name): see the errors above")
    }
}
