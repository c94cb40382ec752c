#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files on the disk, relative paths seen from the current folder.
package struct DiskFiles: ContractFiles {
    package init() {}

    package func read(_ path: String) throws -> [UInt8] {
        switch kind(of: path) {
        case .folder: throw ContractFileError("it is a folder")
        case .missing: throw ContractFileError(absence(of: path, "file"))
        case .file: break
        }
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ContractFileError("it can't be read; look at its permissions")
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

    /// Why nothing is at a path: a symbolic link may lead nowhere, or back to itself.
    func absence(of path: String, _ noun: String) -> String {
        var path = path
        for step in 0..<Self.longestChain {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
                return step == 0 ? "there is no such \(noun)" : "the symbolic link leads to \(path), which isn't there"
            }
            path = target.hasPrefix("/") ? target : FilePath.joined(FilePath.folder(of: path), target)
        }
        return "the symbolic link leads back to itself"
    }

    /// What Linux follows at most.
    private static let longestChain = 40

    /// The names of what a folder holds, sorted.
    package func names(in folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw ContractFileError("\(folder): the folder can't be read; look at its permissions")
        }
    }
}
