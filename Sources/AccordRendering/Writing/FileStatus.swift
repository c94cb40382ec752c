import Foundation

/// What the file system says of a file. It changes with every edit, whether the file is written in place or replaced.
package struct FileStatus: Equatable, Sendable {
    package let isFolder: Bool
    /// Bytes.
    private let size: Int64
    private let device: UInt64
    private let number: UInt64
    /// Of the last change, since 1970.
    private let seconds: Int
    private let nanoseconds: Int

    /// Links are followed; nil where there is no such file.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        size = Int64(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        seconds = time.tv_sec
        nanoseconds = time.tv_nsec
    }

    /// True where both are of one file, by whatever path.
    package func isOfSameFile(as other: FileStatus) -> Bool {
        device == other.device && number == other.number
    }
}
