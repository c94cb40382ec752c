import AccordContract
import Foundation

/// The files that `accord init` writes into a package: none is written over.
struct StarterFiles {
    private let root: URL

    init(_ root: URL) {
        self.root = root
    }

    /// Writes a text, and says so; a file that is there is kept, unless it is to be replaced.
    func write(_ text: String, to path: String, replacing: Bool = false) throws {
        let file = root.appending(path: path)
        guard replacing || !FileManager.default.fileExists(atPath: file.path) else {
            return Output.line("kept     \(file.relativePath)")
        }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw ExitStatus.usage.because("\(file.relativePath) can't be written: \(error.localizedDescription)")
        }
        Output.line("\(replacing ? "changed " : "wrote   ") \(file.relativePath)")
    }
}
