// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Finds the contracts in the files and folders that command-line arguments name.
package enum ContractFolder {
    /// Returns the contracts in files and folders, in the order of the paths and without duplicates.
    ///
    /// A folder contributes its `*.json`, `*.yaml` and `*.yml` files, except `*.schema.json`, Accord's reports, and
    /// documents that contracts in the folder extend. Subfolders are ignored, because they contain the bodies of cases.
    ///
    /// - Parameter leavesOut: receives the path of each Accord report in the folders. The function leaves out reports,
    ///   because reports aren't contracts.
    /// - Throws: A ``ContractFileError`` for a missing path or a folder without a contract.
    package static func contracts(
        in paths: [String], leavesOut: (String) -> Void = { _ in }
    ) throws(ContractFileError) -> [String] {
        let disk = DiskFiles()
        var files: [String] = []
        for path in paths {
            switch disk.kind(of: path) {
            case .missing:
                throw ContractFileError("\(VisibleText.name(path)): \(disk.absence(of: path, "file or folder"))")
            case .file: files.append(path)
            case .folder: files += try contracts(inFolder: path, disk, leavesOut)
            }
        }
        return files.firstOfEach(FilePath.normalized)
    }

    /// Returns whether a contract may have the given file name.
    static func isContractName(_ name: String) -> Bool {
        let isText = name.hasSuffix(".json") || name.hasSuffix(".yaml") || name.hasSuffix(".yml")
        return isText && !name.hasSuffix(".schema.json") && !name.hasPrefix(".")
    }

    private static func contracts(
        inFolder folder: String, _ disk: DiskFiles, _ leavesOut: (String) -> Void
    ) throws(ContractFileError) -> [String] {
        let paths = try disk.names(in: folder).filter(isContractName).map { FilePath.joined(folder, $0) }
        if let lost = paths.first(where: { disk.kind(of: $0) == .missing }) {
            throw ContractFileError("\(VisibleText.name(lost)): \(disk.absence(of: lost, "file"))")
        }
        var files = paths.filter { disk.kind(of: $0) == .file }
        let reports = files.filter(disk.isReport)
        files.removeAll { reports.contains($0) }
        reports.forEach(leavesOut)
        files.removeAll { !$0.hasSuffix(".json") && !isOpenAPI($0, disk) }
        let extended = documentsExtended(by: files, disk)
        files.removeAll { extended.contains($0) }
        guard !files.isEmpty else {
            throw ContractFileError("\(VisibleText.name(folder)): the folder contains no contract (*.json, *.yaml)")
        }
        return files
    }

    /// Returns whether a YAML file may be an OpenAPI document.
    private static func isOpenAPI(_ file: String, _ disk: DiskFiles) -> Bool {
        guard let bytes = try? disk.read(file) else { return true }
        return bytes.holds("openapi") || bytes.holds("swagger")
    }

    /// Returns the OpenAPI documents that contracts in the same folder extend.
    private static func documentsExtended(by files: [String], _ disk: DiskFiles) -> Set<String> {
        var documents: Set<String> = []
        for file in files where file.hasSuffix(".json") {
            guard let bytes = try? disk.read(file), bytes.holds("\"extends\""),
                let root = try? JSONDocument(parsing: bytes).root, let path = root["extends"]?.string
            else { continue }
            documents.insert(FilePath.joined(FilePath.folder(of: file), path))
        }
        return documents.filter { file in
            guard let bytes = try? disk.read(file) else { return false }
            let isContract = (try? JSONDocument(parsing: bytes).root["contract"]) != nil
            return !isContract
        }
    }
}
