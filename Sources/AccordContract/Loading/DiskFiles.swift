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
        case .missing: throw ContractFileError("there is no such file")
        case .file: break
        }
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ContractFileError("it can't be read; look at its permissions")
        }
    }

    package enum Kind: Sendable {
        case file, folder, missing
    }

    package func kind(of path: String) -> Kind {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return .missing }
        return isFolder ? .folder : .file
    }

    /// The names of what a folder holds, sorted.
    package func names(in folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw ContractFileError("\(folder): the folder can't be read; look at its permissions")
        }
    }
}
