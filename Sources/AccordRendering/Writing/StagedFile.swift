import Foundation

/// A file that is written beside its place and takes it only when it is complete and on the disk.
///
/// Until it is published or discarded it stands in the same folder under a hidden name, as a rename is atomic only
/// within a file system.
struct StagedFile: ~Copyable {
    let path: String
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
        guard descriptor >= 0 else { throw .system("can't be written", path: path, code: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isPublished { unlink(stagedPath) }
    }

    mutating func write(_ bytes: some Sequence<UInt8>) throws(ReportWritingError) {
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Brings what was written to the disk; the file isn't in its place yet.
    mutating func complete() throws(ReportWritingError) {
        try flush()
        guard fsync(descriptor) == 0 else { throw .system("can't be brought to the disk", path: path, code: errno) }
        try finish()
    }

    /// Ends the file, which is brought to the disk whenever the system does.
    mutating func finish() throws(ReportWritingError) {
        try flush()
        let result = close(descriptor)
        descriptor = -1
        guard result == 0 else { throw .system("can't be closed", path: path, code: errno) }
    }

    /// Puts the complete file in its place, over an older one.
    mutating func publish() throws(ReportWritingError) {
        guard rename(stagedPath, path) == 0 else { throw .system("can't be replaced", path: path, code: errno) }
        isPublished = true
    }

    private mutating func flush() throws(ReportWritingError) {
        var offset = 0
        while offset < buffer.count {
            let written = buffer.withUnsafeBytes { raw in
                Foundation.write(descriptor, raw.baseAddress?.advanced(by: offset), raw.count - offset)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw .system("can't be written", path: path, code: errno)
            }
            offset += written
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

extension ReportWritingError {
    static func system(_ what: String, path: String, code: CInt) -> ReportWritingError {
        let advice =
            switch code {
            case ENOSPC, EDQUOT: "free some space, or name another folder with --report"
            case EACCES, EPERM, EROFS: "name a folder that you may write to with --report"
            case ENOTDIR, EEXIST, EISDIR: "something else is in the way; move it, or name another folder with --report"
            default: "see to the folder, or name another with --report"
            }
        return ReportWritingError(path: path, reason: "\(what): \(String(cString: strerror(code)))", advice: advice)
    }
}
