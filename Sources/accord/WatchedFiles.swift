import AccordContract
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files on the disk that remember what was read of them, to tell when one of them changes.
final class WatchedFiles: ContractFiles {
    /// What changes with every edit of a file, whether it is written in place or replaced.
    private struct Signature: Equatable {
        var device: UInt64
        var number: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int

        /// nil where there is no such file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
            size = Int64(status.st_size)
            seconds = time.tv_sec
            nanoseconds = time.tv_nsec
        }
    }

    private let disk = DiskFiles()
    private let seen: Mutex<[String: Signature?]> = Mutex([:])

    func read(_ path: String) throws -> [UInt8] {
        watch(path)
        return try disk.read(path)
    }

    func absolute(_ path: String) -> String { disk.absolute(path) }

    /// Remembers how a file is before anybody reads it, so that no edit falls between.
    func watch(_ path: String) {
        let signature = Signature(path)
        seen.withLock { $0[path] = .some(signature) }
    }

    var count: Int { seen.withLock(\.count) }

    /// True if a file isn't any more what it was when it was read.
    var isChanged: Bool {
        seen.withLock { $0 }.contains { path, signature in Signature(path) != signature }
    }

    /// Waits until nobody writes any more: an editor may empty a file before it fills it again.
    func settle(_ wait: () -> Void) {
        let paths = seen.withLock { Array($0.keys) }
        var last = paths.map { Signature($0) }
        while true {
            wait()
            let now = paths.map { Signature($0) }
            if now == last { return }
            last = now
        }
    }
}
