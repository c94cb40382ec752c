import AccordContract
import Foundation

extension ClientContract {
    /// Reads a contract when the tests run: for suites without generated code.
    ///
    /// A file that can't be read, or isn't a contract, fails the tests that use it, each with the diagnostics.
    ///
    /// - Parameters:
    ///   - path: seen from the package's root, `Specs/todos.json`.
    ///   - level: `smoke`, `standard` or `full`: how much is derived.
    ///   - source: a file of the package; its root is the nearest folder above with a `Package.swift`.
    public convenience init(reading path: String, level: String = "standard", source: String = #filePath) {
        let root = Self.packageRoot(of: source)
        let loaded = ContractLoader.load("\(root)/\(path)", displayedAs: path, files: DiskFiles())
        self.init(loaded, file: path, packageRoot: root, level: level)
    }

    /// The nearest folder above a source file with a `Package.swift`; the file's own where there is none.
    public static func packageRoot(of source: String) -> String {
        let folder = URL(filePath: source).deletingLastPathComponent()
        var current = folder
        while current.path.count > 1 {
            if FileManager.default.fileExists(atPath: current.appending(path: "Package.swift").path) {
                return current.path
            }
            current.deleteLastPathComponent()
        }
        return folder.path
    }
}
