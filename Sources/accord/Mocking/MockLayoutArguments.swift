import AccordContract
import AccordServer
import ArgumentParser

/// Where each of several contracts is served.
struct MockLayoutArguments: ParsableArguments {
    @Option(
        name: .customLong("mount"),
        help: ArgumentHelp(
            "Serve a contract below a path, such as /shop=Specs/shop.json; may be given again.",
            valueName: "/PREFIX=FILE"))
    var mounts: [MountArgument] = []

    @Flag(help: "Serve each contract on a port of its own: --port, and those after it.")
    var ownPorts = false

    /// The contracts, each below the path that is chosen for it.
    ///
    /// - Throws: where a chosen file is none of theirs.
    func place(_ contracts: [Contract]) throws(NoSuchMount) -> [Contract] {
        var placed = contracts
        for mount in mounts {
            guard let index = contracts.firstIndex(where: { mount.means($0.file) }) else {
                throw NoSuchMount(mount: mount, files: contracts.map(\.file))
            }
            placed[index].mountPoint = mount.prefix
        }
        return placed
    }

    /// The contracts that a server serves together.
    func groups(_ contracts: [Contract]) -> [[Contract]] {
        ownPorts ? contracts.map { [$0] } : [contracts]
    }
}

/// A mount names a file that none of the contracts is.
struct NoSuchMount: Error, CustomStringConvertible {
    let mount: MountArgument
    let files: [String]

    var description: String {
        "--mount \(mount.prefix)=\(mount.file): no such contract; there are \(files.joined(separator: ", "))"
    }
}

/// `/shop=Specs/shop.json`
struct MountArgument: ExpressibleByArgument {
    /// A path with a slash in front and none behind.
    var prefix: String
    var file: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        prefix = String(argument[..<equals])
        file = String(argument[argument.index(after: equals)...])
        while prefix.hasSuffix("/") { prefix.removeLast() }
        guard prefix.hasPrefix("/"), !file.isEmpty, !"\(prefix)/".hasPrefix(MockServer.adminPath),
            !prefix.contains(where: { "?#{} ".contains($0) })
        else { return nil }
    }

    /// A file is named by its path, or by the end of it.
    func means(_ path: String) -> Bool { path == file || path.hasSuffix("/\(file)") }
}
