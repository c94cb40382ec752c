/// Files that are written into a folder, each whole or not at all.
package enum FolderWriter {
    /// Writes texts by their paths, and makes the folders that they are in.
    ///
    /// - Throws: `ReportWritingError`, with the path and what to do.
    package static func write(
        _ files: [(path: String, text: String)], to directory: String
    ) throws(ReportWritingError) {
        var made: Set<String> = []
        for (path, text) in files {
            let whole = ReportFolder(path: directory).file(path)
            let folder = String(whole.prefix(upTo: whole.lastIndex(of: "/") ?? whole.startIndex))
            if !folder.isEmpty, made.insert(folder).inserted { try ReportFolder(path: folder).create() }
            var staged = try StagedFile(path: whole)
            try staged.write(text.utf8)
            try staged.finish()
            try staged.publish()
        }
    }
}
