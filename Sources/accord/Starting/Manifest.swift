// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

/// The facts about a `Package.swift` file that `accord init` needs, such as its libraries. Accord finds the facts by
/// searching the text of the file.
struct Manifest {
    let toolsVersion: String
    let name: String?
    /// The targets that `accord init` can test, the libraries first, and their folders.
    let targets: [(name: String, folder: String)]
    /// The names of the library products.
    let libraries: [String]
    /// Whether the manifest contains `let package = Package(…)`. Accord can append statements only to such a manifest.
    let isAppendable: Bool

    init(_ text: String) {
        toolsVersion = text.firstMatch(of: /swift-tools-version:\s*([0-9.]+)/).map { String($0.1) } ?? ""
        name = text.firstMatch(of: /Package\(\s*name:\s*"([^"]+)"/).map { String($0.1) }
        let declarations = text.matches(of: /\.(target|executableTarget|testTarget|macro)\(\s*name:\s*"([^"]+)"/)
        let ends = declarations.dropFirst().map(\.range.lowerBound) + [text.endIndex]
        let all = zip(declarations, ends).map {
            ($0, text[$0.range.upperBound..<$1].firstMatch(of: /path:\s*"([^"]+)"/))
        }
        targets = ["target", "executableTarget"].flatMap { kind in all.filter { $0.0.1 == kind } }
            .map { (String($0.2), $1.map { String($0.1) } ?? "Sources/\($0.2)") }
        libraries = text.matches(of: /\.library\(\s*name:\s*"([^"]+)"/).map { String($0.1) }
        hasPlatforms = text.contains(/platforms:\s*\[/)
        needsSocket = text.contains("async-http-client") || text.contains("AsyncHTTPClient")
        isAppendable = text.contains(/let\s+package\s*=\s*Package\(/)
    }

    let hasPlatforms: Bool

    /// Returns the first target with a Swift file, or the first target if no folder has one.
    func firstTarget(in root: URL) -> String? {
        let swift = targets.first { target in
            let files = FileManager.default.enumerator(atPath: root.appending(path: target.folder).path)
            return files?.contains { ($0 as? String)?.hasSuffix(".swift") == true } ?? false
        }
        return (swift ?? targets.first)?.name
    }

    /// Whether the client uses AsyncHTTPClient, which can't use the `URLSession` of a stub, but needs a socket.
    let needsSocket: Bool

    /// Whether the tools version is new enough for Accord, which requires 5.9. The trait for the socket requires 6.1.
    var isNewEnough: Bool {
        let parts = toolsVersion.split(separator: ".").compactMap { Int($0) } + [0, 0]
        return !parts.prefix(2).lexicographicallyPrecedes(needsSocket ? [6, 1] : [5, 9])
    }
}

/// A local folder that contains Accord's repository. A manifest can reference the folder with `.package(path:)`.
enum Checkout {
    static func manifest(of path: String) -> String {
        URL(filePath: path).appending(path: "Package.swift").relativePath
    }

    static func isPackage(_ path: String) -> Bool { FileManager.default.fileExists(atPath: manifest(of: path)) }

    /// The path of Accord's checkout, or else the published URL. `nil` if there is neither.
    static var known: String? { ofThisProgram ?? (Release.address.contains("accord.invalid") ? nil : Release.address) }

    /// The path of Accord's checkout that contains this executable or from which it was built, or `nil` if the checkout
    /// doesn't exist on this machine.
    private static var ofThisProgram: String? {
        var folder = program.deletingLastPathComponent()
        while folder.path.count > 1 {
            if isAccord(folder.path) { return folder.path }
            folder.deleteLastPathComponent()
        }
        let source = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
        return isAccord(source) ? source : nil
    }

    /// Returns the arguments of `.package(…)` for the dependency on Accord.
    ///
    /// - Parameter keepsAbsolute: Whether to keep an absolute path that the user specified. Otherwise, the path becomes
    ///   relative.
    static func dependency(
        _ source: String, _ version: String, from packagePath: String, keepsAbsolute: Bool
    ) -> String {
        if source.contains("://") { return "url: \"\(source)\", from: \"\(version)\"" }
        let isKept = source.hasPrefix("/") && keepsAbsolute
        return "name: \"accord\", path: \"\(isKept ? source : relative(source, to: packagePath))\""
    }

    private static func relative(_ path: String, to folder: String) -> String {
        let target = URL(filePath: path).standardizedFileURL.pathComponents
        let start = URL(filePath: folder).standardizedFileURL.pathComponents
        let common = zip(target, start).prefix { $0 == $1 }.count
        let path = start.dropFirst(common).map { _ in ".." } + target.dropFirst(common)
        return path.isEmpty ? "." : path.joined(separator: "/")
    }

    private static func isAccord(_ path: String) -> Bool {
        guard let text = try? String(contentsOfFile: manifest(of: path), encoding: .utf8) else { return false }
        return Manifest(text).name == "accord"
    }

    /// The URL of this process's executable file, with symbolic links resolved.
    private static var program: URL {
        let running = "/proc/self/exe"
        let path = FileManager.default.fileExists(atPath: running) ? running : CommandLine.arguments[0]
        return URL(filePath: path).resolvingSymlinksInPath()
    }
}

/// Writes the files of `accord init`. Existing files are kept.
struct StarterFiles {
    private let root: URL

    init(_ root: URL) { self.root = root }

    /// Writes a file and prints its path. Returns whether the file was written.
    ///
    /// - Parameter replacing: whether to replace an existing file.
    @discardableResult
    func write(_ text: String, to path: String, replacing: Bool = false) throws -> Bool {
        let file = root.appending(path: path)
        guard replacing || !FileManager.default.fileExists(atPath: file.path) else {
            Output.line("kept     \(file.relativePath)")
            return false
        }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw ExitStatus.usage.because("can't write \(file.relativePath): \(error.localizedDescription)")
        }
        Output.line("\(replacing ? "changed " : "wrote   ") \(file.relativePath)")
        return true
    }

    /// Appends a line to a file, unless the file already contains the line.
    func append(_ line: String, to path: String) throws {
        let file = root.appending(path: path)
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        guard !text.lines.contains(line) else { return }
        let separator = text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? "" : "\n"
        try write(text + separator + line + "\n", to: path, replacing: !text.isEmpty)
    }
}
