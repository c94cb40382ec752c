import AccordContract
import AccordRendering
import AccordServer
import AccordVerifier
import Foundation

/// Looks at the contracts' files several times a second, and has the mock serve what they say now.
///
/// A broken edit changes nothing: the contracts as they were are served on, and what is wrong is told.
struct ContractWatcher: Sendable {
    let servers: [MockServer]
    let arguments: ContractArguments
    let layout: MockLayoutArguments
    let security: MockSecurityArguments
    /// What each server began with: a file that is away for a moment is still its own.
    private let files: [[String]]

    init(
        servers: [MockServer], arguments: ContractArguments, layout: MockLayoutArguments,
        security: MockSecurityArguments
    ) {
        self.servers = servers
        self.arguments = arguments
        self.layout = layout
        self.security = security
        files = servers.map(\.files)
    }

    /// Watches on a thread of its own, to the end of the process.
    func start() {
        let first = stamp()
        BackgroundThread.run {
            var known = first
            while true {
                usleep(250_000)
                let stamp = stamp()
                guard stamp != known else { continue }
                known = stamp
                reload()
            }
        }
    }

    private func reload() {
        guard let loaded = try? arguments.read() else { return tell(["there is no contract any more"]) }
        guard loaded.unusable.isEmpty else {
            return tell(loaded.problems.filter { $0.severity == .error }.map(\.rendered))
        }
        do {
            let placed = try security.filled(layout.place(loaded.contracts))
            for (server, group) in zip(servers, groups(placed)) { try server.replace(group) }
            StandardError.write("accord: the contracts have changed: \(loaded.contracts.count) served anew")
        } catch {
            tell(["\(error)"])
        }
    }

    /// The contracts of each server: with ports of their own, those it began with; a file that is new has none.
    private func groups(_ contracts: [Contract]) -> [[Contract]] {
        guard layout.ownPorts else { return [contracts] }
        return files.map { own in contracts.filter { own.contains($0.file) } }
    }

    private func tell(_ problems: [String]) {
        for problem in problems { StandardError.write(problem) }
        StandardError.write("accord: the contracts as they were are served on, until the edit is right")
        for server in servers { server.report(problems: problems) }
    }

    /// What changes with the files: the status of all that lies in their folders too, since a contract
    /// may refer to any of it.
    private func stamp() -> [String: FileStatus] {
        var stamps: [String: FileStatus] = [:]
        for path in arguments.paths { add(path, depth: 0, &stamps) }
        return stamps
    }

    private func add(_ path: String, depth: Int, _ stamps: inout [String: FileStatus]) {
        guard let status = FileStatus(path) else { return }
        guard status.isFolder else { return stamps[path] = status }
        guard depth < 4, let folder = opendir(path) else { return }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder), count < 2000 {
            count += 1
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { add("\(path)/\(name)", depth: depth + 1, &stamps) }
        }
    }
}
