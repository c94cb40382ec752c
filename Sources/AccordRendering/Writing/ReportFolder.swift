#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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

    func file(_ name: String) -> String {
        path.isEmpty ? name : path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
