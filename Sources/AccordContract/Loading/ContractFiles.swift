import AccordJSON

/// How a loader reads files, so that reading stays a pure function of paths and bytes.
package protocol ContractFiles: Sendable {
    /// The bytes of a file; throws what stands in the way.
    func read(_ path: String) throws -> [UInt8]

    /// The same path from the root of all files, so that two can be compared.
    func absolute(_ path: String) -> String
}

extension ContractFiles {
    package func absolute(_ path: String) -> String { FilePath.normalized(path) }
}

/// Why a file can't be read.
package struct ContractFileError: Error, Sendable, Hashable, CustomStringConvertible {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}

/// Files that were never on a disk, by path.
package struct MemoryFiles: ContractFiles {
    private let contents: [String: [UInt8]]

    package init(_ contents: [String: [UInt8]]) {
        self.contents = contents
    }

    package init(_ texts: [String: String]) {
        contents = texts.mapValues { Array($0.utf8) }
    }

    package func read(_ path: String) throws -> [UInt8] {
        guard let bytes = contents[path] else { throw ContractFileError("there is no such file") }
        return bytes
    }
}

/// What accord itself writes beside contracts, where reports go into their folder.
enum ReportFiles {
    /// The names of its reports in JSON that say that they are accord's.
    private static let names: Set<String> = ["report.json", "client.json", "ctrf.json"]

    /// True for a report of accord's, whatever its form.
    static func isReport(_ root: JSONValue) -> Bool {
        guard root["contract"] == nil, root["extends"] == nil else { return false }
        return (root["tool"] ?? root["results"]?["tool"])?["name"]?.string == "accord"
    }

    /// True for a file with the name of a report that is one.
    static func isReport(_ path: String, _ files: DiskFiles) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard names.contains(name) || name == "history.json" || name == "gl-code-quality-report.json",
            let bytes = try? files.read(path), let document = try? JSONDocument(parsing: bytes)
        else { return false }
        switch name {
        case "history.json": return document.root["runs"]?.kind == .array && document.root["contract"] == nil
        // GitLab's form, a list, which a contract never is.
        case "gl-code-quality-report.json": return document.root.kind == .array
        default: return isReport(document.root)
        }
    }
}

/// Looks for a text in a file without reading the file.
package enum ByteSearch {
    /// True where a text stands anywhere in bytes.
    package static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        // The pointer is used within the closure alone.
        return bytes.withUnsafeBufferPointer { bytes in
            for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
                var length = 1
                while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            return false
        }
    }

    /// True where one of several texts, each of two bytes at least, stands anywhere in bytes, which are read once.
    package static func holds(_ bytes: [UInt8], anyOf texts: [String]) -> Bool {
        func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }
        let wanted = texts.map { Array($0.utf8) }.filter { $0.count >= 2 }
        var begins = [Bool](repeating: false, count: 1 << 16)
        for text in wanted { begins[pair(text[0], text[1])] = true }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in bytes.indices.dropLast() where begins[pair(bytes[start], bytes[start + 1])] {
                let rest = bytes[start...]
                if wanted.contains(where: { rest.starts(with: $0) }) { return true }
            }
            return false
        }
    }
}
