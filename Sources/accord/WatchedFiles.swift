import AccordContract
import AccordJSON
import AccordRendering

/// Files on the disk that remember what was read of them, to tell when one of them changes.
final class WatchedFiles: ContractFiles {
    private let disk = DiskFiles()
    private let seen: Locked<[String: FileStatus?]> = Locked([:])

    func read(_ path: String) throws -> [UInt8] {
        watch(path)
        return try disk.read(path)
    }

    func absolute(_ path: String) -> String { disk.absolute(path) }

    /// Records the state of a file before it is read, so that no edit is missed between.
    func watch(_ path: String) {
        let signature = FileStatus(path)
        seen.withLock { $0[path] = .some(signature) }
    }

    var count: Int { seen.withLock(\.count) }

    /// True if a file isn't any more what it was when it was read.
    var isChanged: Bool {
        seen.withLock { $0 }.contains { path, signature in FileStatus(path) != signature }
    }

    /// Waits until the file stops changing: an editor may truncate it before it writes it again.
    func settle(_ wait: () -> Void) {
        let paths = seen.withLock { Array($0.keys) }
        var last = paths.map { FileStatus($0) }
        while true {
            wait()
            let now = paths.map { FileStatus($0) }
            if now == last { return }
            last = now
        }
    }
}
