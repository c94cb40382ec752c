// SPDX-License-Identifier: Apache-2.0
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
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ContractFileError("can't read the file; check its permissions")
        }
    }

    package func absolute(_ path: String) -> String {
        FilePath.joined(FileManager.default.currentDirectoryPath, path)
    }

    package enum Kind: Sendable {
        case file, folder, missing
    }

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
    package func names(in folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw ContractFileError("\(folder): can't read the folder; check its permissions")
        }
    }
}
