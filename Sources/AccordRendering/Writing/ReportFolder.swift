// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation

/// A folder to which Accord writes reports or documentation.
package struct ReportFolder: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    /// Creates the folder and its parents if they don't exist.
    func create() throws(ReportWritingError) {
        var created = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            created += "\(part)/"
            guard mkdir(created, 0o755) != 0 else { continue }
            let code = errno
            // If a parent folder exists but isn't writable, `mkdir` may fail with an error other than `EEXIST`.
            if code == EEXIST || Self.isFolder(created) {
                guard Self.isFolder(created) else {
                    throw .system("the path leads to a file", path: String(created.dropLast()), code: ENOTDIR)
                }
                continue
            }
            throw .system("can't create the folder", path: String(created.dropLast()), code: code)
        }
    }

    /// Creates the folder if it doesn't exist, and checks that this process can create files in the folder.
    package func checkWritable() throws(ReportWritingError) {
        try create()
        var template = Array(file(".accord-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .system("can't create a file", path: path, code: errno) }
        close(descriptor)
        unlink(&template)
    }

    /// Writes files at paths relative to the folder. If an error occurs, no file is left incomplete.
    package func write(_ files: [(path: String, text: String)]) throws(ReportWritingError) {
        var created: Set<String> = []
        for (path, text) in files {
            let file = file(path)
            let folder = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex))
            if !folder.isEmpty, created.insert(folder).inserted { try ReportFolder(path: folder).create() }
            let staged = try StagedFile(path: file)
            try staged.write(text.utf8)
            try staged.finish()
            try staged.publish()
        }
    }

    /// Writes the folder's list of file names to the disk. Ignores errors, because some file systems can do this only
    /// for files.
    func synchronize() {
        let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    func file(_ name: String) -> String { path.isEmpty ? name : path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    private static func isFolder(_ path: String) -> Bool { FileStatus(path)?.isFolder == true }
}

/// A file that is written under a hidden name, and renamed when it is complete.
///
/// The hidden file is in the folder of the final file, because a rename is atomic only within a file system.
final class StagedFile: @unchecked Sendable {
    // These properties need no lock, because only one thread at a time uses a staged file.
    private let path: String
    private let stagedPath: String
    private var descriptor: CInt
    private var buffer: [UInt8] = []
    private var isPublished = false

    private static let bufferSize = 256 * 1024

    init(path: String) throws(ReportWritingError) {
        self.path = path
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        stagedPath = "\(path[..<slash]).\(path[slash...]).\(getpid()).partial"
        descriptor = open(stagedPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw .system("can't write the file", path: path, code: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isPublished { unlink(stagedPath) }
    }

    func write(_ bytes: some Sequence<UInt8>) throws(ReportWritingError) {
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes all content to the disk, waits until it is stored there, and closes the file.
    func complete() throws(ReportWritingError) {
        try flush()
        guard fsync(descriptor) == 0 else { throw .system("can't flush the file to the disk", path: path, code: errno) }
        try finish()
    }

    /// Writes the rest of the content and closes the file. The system may store the content on the disk later.
    func finish() throws(ReportWritingError) {
        try flush()
        let result = close(descriptor)
        descriptor = -1
        guard result == 0 else { throw .system("can't close the file", path: path, code: errno) }
    }

    /// Renames the complete file to its final name. It replaces an existing file with this name.
    func publish() throws(ReportWritingError) {
        guard rename(stagedPath, path) == 0 else { throw .system("can't replace the file", path: path, code: errno) }
        isPublished = true
    }

    private func flush() throws(ReportWritingError) {
        if let code = Descriptor.write(buffer, to: descriptor) {
            throw .system("can't write the file", path: path, code: code)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// The identity, size and modification time of a file. If the file is edited, its status changes.
package struct FileStatus: Hashable, Sendable {
    package let isFolder: Bool
    private let size: Int64
    private let device: UInt64
    private let number: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// Reads the status of a file. Returns `nil` if the file doesn't exist or isn't accessible.
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

    /// Returns whether this status and `other` describe the same file, even if their paths differ.
    package func isOfSameFile(as other: FileStatus) -> Bool { device == other.device && number == other.number }
}

/// The error that Accord throws if it can't write reports to a folder. Existing reports are unchanged.
package struct ReportWritingError: Error, Sendable, Hashable, CustomStringConvertible {
    package var path: String
    /// What failed, followed by the error message of the system.
    package var reason: String
    package var advice: String

    package var description: String { "\(path): error: \(reason); \(advice)" }

    static func system(_ problem: String, path: String, code: CInt) -> ReportWritingError {
        let advice =
            switch code {
            case ENOSPC, EDQUOT: "free disk space, or specify a different folder"
            case EACCES, EPERM, EROFS: "specify a writable folder"
            case ENOTDIR, EEXIST, EISDIR: "move the existing file, or specify a different folder"
            default: "check the folder, or specify a different folder"
            }
        return ReportWritingError(path: path, reason: "\(problem): \(String(cString: strerror(code)))", advice: advice)
    }
}
