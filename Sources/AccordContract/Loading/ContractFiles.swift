// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Reads the files of a contract, from a disk or from memory.
package protocol ContractFiles: Sendable {
    /// Returns the bytes of a file.
    func read(_ path: String) throws -> [UInt8]

    /// Returns the absolute form of a path, so that two paths can be compared.
    func absolute(_ path: String) -> String
}

extension ContractFiles {
    package func absolute(_ path: String) -> String { FilePath.normalized(path) }
}

/// The reason why a file can't be read.
package struct ContractFileError: Error, Sendable, Hashable, CustomStringConvertible {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}

/// Files that are stored in memory. Each file has a path.
package struct MemoryFiles: ContractFiles {
    private let contents: [String: [UInt8]]

    package init(_ contents: [String: [UInt8]]) {
        self.contents = contents
    }

    package init(_ texts: [String: String]) {
        contents = texts.mapValues { Array($0.utf8) }
    }

    package func read(_ path: String) throws -> [UInt8] {
        guard let bytes = contents[path] else { throw ContractFileError("the file doesn't exist") }
        return bytes
    }
}

/// Recognizes Accord's own reports in the folder of a contract.
enum ReportFiles {
    /// The names of the JSON reports that contain Accord's name under `tool`.
    private static let names: Set<String> = ["report.json", "client.json", "ctrf.json"]

    /// Returns whether a JSON document is one of Accord's reports.
    static func isReport(_ root: JSONValue) -> Bool {
        guard root["contract"] == nil, root["extends"] == nil else { return false }
        return (root["tool"] ?? root["results"]?["tool"])?["name"]?.string == "accord"
    }

    /// Returns whether a file has the name and the form of a report.
    static func isReport(_ path: String, _ files: DiskFiles) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard names.contains(name) || name == "history.json" || name == "gl-code-quality-report.json",
            let bytes = try? files.read(path), let document = try? JSONDocument(parsing: bytes)
        else { return false }
        switch name {
        case "history.json": return document.root["runs"]?.kind == .array && document.root["contract"] == nil
        // GitLab's code quality report is a list. A contract is never a list.
        case "gl-code-quality-report.json": return document.root.kind == .array
        default: return isReport(document.root)
        }
    }
}

/// Searches an array of bytes for a string.
package enum ByteSearch {
    /// Returns whether an array of bytes contains a string.
    package static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        first(Array(text.utf8), in: bytes, from: 0) != nil
    }

    /// Returns the index of the first occurrence of a pattern at or after `start`, or `nil` if there is none.
    package static func first(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, start <= bytes.count - pattern.count else { return nil }
        // This code uses an unsafe buffer pointer for speed. The pointer doesn't escape the closure.
        return bytes.withUnsafeBufferPointer { bytes in
            (start...(bytes.count - pattern.count)).first { index in
                var length = bytes[index] == first ? 1 : 0
                while length > 0, length < pattern.count, bytes[index + length] == pattern[length] { length += 1 }
                return length == pattern.count
            }
        }
    }

    /// Returns whether an array of bytes contains at least one of several strings. Searches for all strings in one
    /// pass. Ignores strings of fewer than two bytes.
    package static func holds(_ bytes: [UInt8], anyOf texts: [String]) -> Bool {
        func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }
        let patterns = texts.map { Array($0.utf8) }.filter { $0.count >= 2 }
        var begins = [Bool](repeating: false, count: 1 << 16)
        for text in patterns { begins[pair(text[0], text[1])] = true }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in bytes.indices.dropLast() where begins[pair(bytes[start], bytes[start + 1])] {
                let suffix = bytes[start...]
                if patterns.contains(where: { suffix.starts(with: $0) }) { return true }
            }
            return false
        }
    }
}
