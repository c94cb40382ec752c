// SPDX-License-Identifier: Apache-2.0
import AccordJSON

#if canImport(Glibc)
    import Glibc
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files on disk. Relative paths are relative to the current folder.
package struct DiskFiles: ContractFiles {
    package init() {}

    package func read(_ path: String) throws -> [UInt8] {
        switch kind(of: path) {
        case .folder: throw ContractFileError("the path is a folder")
        case .missing: throw ContractFileError(absence(of: path, "file"))
        case .file: break
        }
        if let bytes = try? Data(contentsOf: URL(filePath: path)) { return [UInt8](bytes) }
        guard let bytes = Self.pipes.withLock({ $0[path] ?? Self.stream(path) }) else {
            throw ContractFileError("can't read the file; check its permissions")
        }
        Self.pipes.withLock { $0[path] = bytes }
        return bytes
    }

    /// The content of each pipe, because a pipe such as `/dev/fd/63` can be read only once.
    private static let pipes = Locked<[String: [UInt8]]>([:])

    /// Returns the content of a pipe or a similar file, or `nil` if it can't be read.
    private static func stream(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return ferror(file) == 0 ? bytes : nil
    }

    package func absolute(_ path: String) -> String { FilePath.joined(FileManager.default.currentDirectoryPath, path) }

    package enum Kind: Sendable { case file, folder, missing }

    package func kind(of path: String) -> Kind {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return .missing }
        return isFolder ? .folder : .file
    }

    /// Returns the reason why no file exists at a path, such as a broken or cyclic symbolic link.
    func absence(of path: String, _ noun: String) -> String {
        var path = path
        for step in 0..<Self.longestChain {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
                return step == 0
                    ? "the \(noun) doesn't exist" : "the symbolic link refers to \(path), which doesn't exist"
            }
            path = target.hasPrefix("/") ? target : FilePath.joined(FilePath.folder(of: path), target)
        }
        return "the symbolic link refers to itself"
    }

    /// The largest number of symbolic links that Linux follows for one path.
    private static let longestChain = 40

    /// Returns the names in a folder, sorted.
    package func names(in folder: String) throws(ContractFileError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            let isMissing = kind(of: folder) == .missing
            throw ContractFileError(
                "\(VisibleText.name(folder)): "
                    + (isMissing ? absence(of: folder, "folder") : "can't read the folder; check its permissions"))
        }
    }
}
