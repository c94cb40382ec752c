// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Reads the files of a contract, from a disk or from memory.
package protocol ContractFiles: Sendable {
    /// Returns the bytes of a file.
    func read(_ path: String) throws -> [UInt8]

    /// Returns the absolute form of a path, so that two paths can be compared.
    func absolute(_ path: String) -> String
}

extension ContractFiles { package func absolute(_ path: String) -> String { FilePath.normalized(path) } }

/// The reason why a file can't be read.
package struct ContractFileError: Error, Sendable, Hashable, CustomStringConvertible {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}

/// The reason why a text, such as an expression, can't be read.
package struct Mistake: Error, Sendable {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// Files that are stored in memory. Each file has a path.
package struct MemoryFiles: ContractFiles {
    private let contents: [String: [UInt8]]

    package init(_ contents: [String: [UInt8]]) { self.contents = contents }

    package init(_ texts: [String: String]) { contents = texts.mapValues { Array($0.utf8) } }

    package func read(_ path: String) throws -> [UInt8] {
        guard let bytes = contents[path] else { throw ContractFileError("the file doesn't exist") }
        return bytes
    }
}

/// The kinds of documents that Accord recognizes. The raw value names the kind.
package enum DocumentKind: String {
    case openAPI = "an OpenAPI document"
    case contract = "a contract"
    case pact = "a pact"
    case overlay = "an OpenAPI Overlay"
    case baseline = "a baseline"
    case har = "a HAR file"
    case report = "a report of Accord"
    case schema = "a JSON Schema"
    case markup = "an HTML or XML file"

    /// Recognizes a document by its keys. Returns `nil` if Accord doesn't know the kind.
    package init?(_ root: JSONValue) {
        let keys: [(String, DocumentKind)] = [
            ("openapi", .openAPI), ("swagger", .openAPI), ("contract", .contract), ("extends", .contract),
            ("interactions", .pact), ("overlay", .overlay), ("baseline", .baseline),
        ]
        let tool = root["tool"] ?? root["results"]?["tool"]
        if let kind = keys.first(where: { root[$0.0] != nil })?.1 {
            self = kind
        } else if root["log"]?["entries"] != nil {
            self = .har
        } else if tool?["name"]?.string == "accord" {
            self = .report
        } else if root["$schema"] != nil, root["properties"] != nil {
            self = .schema
        } else if root.string?.hasPrefix("<") == true {
            self = .markup
        } else {
            return nil
        }
    }

    /// The advice to a user who passed the document in place of a contract.
    var adviceForContracts: String {
        switch self {
        case .openAPI: "Accord and its plugin read OpenAPI documents directly."
        case .overlay: "Pass the OpenAPI document, and the Overlay with --overlay FILE."
        case .baseline: "Pass the contract, and the baseline with --baseline FILE."
        case .har: "`accord record --har FILE` writes a contract from a HAR file."
        case .report: "Pass the paths of the contracts, or write reports to a different folder: --report FOLDER."
        case .schema: "Rename the file to “NAME.schema.json”, and Accord will ignore it."
        case .contract, .pact, .markup: Self.beginnings
        }
    }

    /// The beginnings of a contract and of an OpenAPI document.
    static let beginnings =
        "A contract starts with \"contract\": \"\(ContractReader.version)\", an OpenAPI document with "
        + "\"openapi\": \"3.1.0\" or \"swagger\": \"2.0\"."
}

extension DiskFiles {
    /// The names of the reports in JSON. Those in the first line contain Accord's name under `tool`.
    private static let reportNames: Set<String> = [
        "report.json", "client.json", "ctrf.json",
        "history.json", "gl-code-quality-report.json",
    ]

    /// Returns whether a file has the name and the form of one of Accord's reports.
    func isReport(_ path: String) -> Bool {
        let name = String(FilePath.name(of: path))
        guard Self.reportNames.contains(name), let bytes = try? read(path),
            let document = try? JSONDocument(parsing: bytes)
        else { return false }
        switch name {
        case "history.json": return document.root["runs"]?.kind == .array && document.root["contract"] == nil
        // GitLab's code quality report is a list. A contract is never a list.
        case "gl-code-quality-report.json": return document.root.kind == .array
        default: return DocumentKind(document.root) == .report
        }
    }
}
