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
