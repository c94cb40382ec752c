// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordRendering
import Foundation

/// Reads environment variables, and reads and writes files.
enum Environment {
    /// Returns the value of an environment variable, or `nil` if the variable is unset or empty.
    ///
    /// An empty value counts as unset, because build services set a missing secret to an empty value.
    @Sendable
    static func value(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    /// Returns whether a file exists at `path`. The file need not be readable.
    static func hasFile(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns whether two paths refer to the same existing file.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        guard let one = FileStatus(path), let two = FileStatus(other) else { return false }
        return one.isOfSameFile(as: two)
    }

    /// Writes a string to a file. Creates the folder of the file, and overwrites an existing file.
    ///
    /// - Throws: `ExitStatus.usage` if the file can't be written.
    static func write(_ text: String, to path: String) throws {
        createFolder(URL(filePath: path).deletingLastPathComponent().relativePath)
        guard let file = fopen(path, "w") else { throw unwritable(path, errno) }
        errno = 0
        let isWritten = fputs(text, file) >= 0
        let code = errno
        guard fclose(file) == 0, isWritten else { throw unwritable(path, code == 0 ? errno : code) }
    }

    /// Creates a folder and prints its name, unless the folder exists. An error isn't reported here, because writing a
    /// file into the folder fails, too.
    static func createFolder(_ path: String) {
        guard !path.isEmpty, !hasFile(path),
            (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)) != nil
        else { return }
        StandardError.write("accord: created the folder \(path)")
    }

    static func unwritable(_ path: String, _ code: CInt) -> ExitStatus {
        ExitStatus.usage.because("can't write \(path): \(String(cString: strerror(code)))")
    }
}

extension Descriptor {
    /// Raises the limit of open files of this process as far as the system allows, to at most 65,536.
    static func raiseLimit() {
        var limit = rlimit()
        #if canImport(Glibc)
            let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let kind = RLIMIT_NOFILE
        #endif
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        _ = setrlimit(kind, &limit)
    }
}
