import AccordRendering
import Foundation

/// The process's environment, and what lies around it.
enum Environment {
    /// nil also where a variable is set to nothing: that is how a build service hands out a secret that it lacks.
    @Sendable
    static func value(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    /// True if there is something at `path`, even if it can't be read.
    static func hasFile(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// True if both paths lead to one file that is there.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        guard let one = FileStatus(path), let two = FileStatus(other) else { return false }
        return one.isOfSameFile(as: two)
    }
}
