import Foundation

/// The folder that reports are written to.
struct ReportFolder {
    let path: String

    /// Makes the folder, with those above it, unless it is there.
    func create() throws(ReportWritingError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += "\(part)/"
            guard mkdir(made, 0o755) != 0 else { continue }
            let code = errno
            // A folder above it may be one that can be passed but not written to.
            if code == EEXIST || Self.isFolder(made) {
                guard Self.isFolder(made) else { throw .system("isn't a folder", path: made, code: ENOTDIR) }
                continue
            }
            throw .system("the folder can't be made", path: String(made.dropLast()), code: code)
        }
    }

    /// Brings the renames in it to the disk, as far as the file system can.
    func synchronize() {
        let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The bytes of a file in it; nil where there is none that can be read.
    func read(_ name: String) -> [UInt8]? {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += buffer[..<count]
        }
    }

    func file(_ name: String) -> String {
        path.isEmpty ? name : path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }

    private static func isFolder(_ path: String) -> Bool {
        FileStatus(path)?.isFolder == true
    }
}
