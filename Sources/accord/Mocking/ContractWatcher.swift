import AccordContract
import AccordMock
import AccordVerifier

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Looks at the contracts' files several times a second, and has the mock serve what they say now.
///
/// A broken edit changes nothing: the contracts as they were are served on, and what is wrong is told.
struct ContractWatcher: Sendable {
    let server: MockServer
    let arguments: ContractArguments

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
            try server.replace(loaded.contracts)
            StandardError.write("accord: the contracts have changed: \(loaded.contracts.count) served anew")
        } catch {
            tell(["\(error)"])
        }
    }

    private func tell(_ problems: [String]) {
        for problem in problems { StandardError.write(problem) }
        StandardError.write("accord: the contracts as they were are served on, until the edit is right")
        server.report(problems: problems)
    }

    /// What changes with the files: their names, sizes and times, of all that lies in their folders too, since a contract
    /// may refer to any of it.
    private func stamp() -> [String] {
        var stamps: [String] = []
        for path in arguments.paths { add(path, depth: 0, &stamps) }
        return stamps
    }

    private func add(_ path: String, depth: Int, _ stamps: inout [String]) {
        var info = stat()
        guard stat(path, &info) == 0 else { return stamps.append("\(path) -") }
        #if os(Linux)
            let time = "\(info.st_mtim.tv_sec).\(info.st_mtim.tv_nsec)"
        #else
            let time = "\(info.st_mtimespec.tv_sec).\(info.st_mtimespec.tv_nsec)"
        #endif
        if info.st_mode & S_IFMT == S_IFDIR {
            guard depth < 4, let folder = opendir(path) else { return }
            defer { closedir(folder) }
            var names: [String] = []
            while let entry = readdir(folder), names.count < 2000 {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if !name.hasPrefix(".") { names.append(name) }
            }
            for name in names.sorted() { add("\(path)/\(name)", depth: depth + 1, &stamps) }
        } else {
            stamps.append("\(path) \(info.st_size) \(time)")
        }
    }
}
