// SPDX-License-Identifier: Apache-2.0
/// Functions for paths whose parts are separated by `/`.
package enum FilePath {
    /// Returns the path before the last `/`, or an empty string.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the name after the last `/`: `todos.json` for `Specs/todos.json`.
    package static func name(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }

    /// Returns a relative path joined to a folder, with `.` and `..` resolved.
    package static func joined(_ folder: String, _ relative: String) -> String {
        if relative.hasPrefix("/") || folder.isEmpty { return normalized(relative) }
        return normalized(folder.hasSuffix("/") ? folder + relative : folder + "/" + relative)
    }

    package static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        let isAbsolute = path.hasPrefix("/")
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else if part != ".." || !isAbsolute {
                parts.append(part)
            }
        }
        return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    }

    /// Returns whether a path is below a folder.
    package static func isBelow(_ path: String, _ folder: String) -> Bool {
        let folder = normalized(folder)
        let path = normalized(path)
        if folder.isEmpty { return !path.hasPrefix("/") && path != ".." && !path.hasPrefix("../") }
        return path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }

    /// Returns whether a relative path stays in the folder that it is relative to.
    static func isConfined(_ relative: String) -> Bool {
        guard !relative.isEmpty, !relative.hasPrefix("/"), !relative.contains("\\"), !relative.contains("\0") else {
            return false
        }
        var depth = 0
        for part in relative.split(separator: "/") where part != "." {
            depth += part == ".." ? -1 : 1
            if depth < 0 { return false }
        }
        return depth > 0
    }
}
