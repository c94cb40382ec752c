import Foundation

/// Where the public test suites are: `ACCORD_CONFORMANCE`, or `../shared/conformance` beside the package.
enum ConformanceFolder {
    static let url: URL = {
        if let path = ProcessInfo.processInfo.environment["ACCORD_CONFORMANCE"] { return URL(filePath: path) }
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/",
            !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        {
            folder = folder.deletingLastPathComponent()
        }
        return folder.deletingLastPathComponent().appending(path: "shared/conformance")
    }()

    static var hasSchemaSuite: Bool {
        FileManager.default.fileExists(atPath: url.appending(path: "json-schema/tests").path)
    }

    /// The files of a folder of the suite, by their path from there.
    static func files(in folder: String) -> [String] {
        let base = url.appending(path: folder)
        guard let walker = FileManager.default.enumerator(atPath: base.path) else { return [] }
        return walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
    }
}
