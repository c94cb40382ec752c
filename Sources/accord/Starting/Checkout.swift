import Foundation

/// A checkout of Accord, which a package can depend on by its path.
enum Checkout {
    /// The path of a folder's manifest, as it is written.
    static func manifest(of path: String) -> String {
        URL(filePath: path).appending(path: "Package.swift").relativePath
    }

    static func isPackage(_ path: String) -> Bool { FileManager.default.fileExists(atPath: manifest(of: path)) }

    /// The checkout that this program was built in, else the one beside the package.
    ///
    /// - Throws: `ExitStatus.usage` where there is neither.
    static func nearest(to packagePath: String) throws -> String {
        var folder = program.deletingLastPathComponent()
        while folder.path.count > 1 {
            if isAccord(folder.path) { return folder.path }
            folder.deleteLastPathComponent()
        }
        let beside = URL(filePath: packagePath).appending(path: "../accord").standardizedFileURL.path
        if isAccord(beside) { return beside }
        throw ExitStatus.usage.because(
            "where is Accord to be had from? This program isn't in a checkout of it, and there is none at ../accord: "
                + "give --from URL, or --from PATH of a checkout")
    }

    /// The arguments of `.package(…)`.
    ///
    /// - Parameter staysAbsolute: an absolute path stays one: somebody wrote it that way.
    static func dependency(
        _ source: String, _ version: String, seenFrom packagePath: String, staysAbsolute: Bool
    ) -> String {
        if source.hasPrefix("/"), staysAbsolute { return "name: \"accord\", path: \"\(source)\"" }
        return source.contains("://")
            ? "url: \"\(source)\", from: \"\(version)\""
            : "name: \"accord\", path: \"\(path(source, seenFrom: packagePath))\""
    }

    /// A checkout's path as the manifest sees it, whose paths are relative to its own folder.
    private static func path(_ source: String, seenFrom packagePath: String) -> String {
        let wanted = URL(filePath: source).standardizedFileURL.pathComponents
        let folder = URL(filePath: packagePath).standardizedFileURL.pathComponents
        let common = zip(wanted, folder).prefix { $0 == $1 }.count
        let path = folder.dropFirst(common).map { _ in ".." } + wanted.dropFirst(common)
        return path.isEmpty ? "." : path.joined(separator: "/")
    }

    private static func isAccord(_ path: String) -> Bool {
        guard let text = try? String(contentsOfFile: manifest(of: path), encoding: .utf8) else { return false }
        return Manifest(text).name == "accord"
    }

    /// The file that is running, wherever a link to it lies.
    private static var program: URL {
        let running = "/proc/self/exe"
        let path = FileManager.default.fileExists(atPath: running) ? running : CommandLine.arguments[0]
        return URL(filePath: path).resolvingSymlinksInPath()
    }
}
