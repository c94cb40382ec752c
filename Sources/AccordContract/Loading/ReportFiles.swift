import AccordJSON

/// What accord itself writes beside contracts, where reports go into their folder.
enum ReportFiles {
    /// The names of its reports in JSON.
    static let names: Set<String> = ["report.json", "client.json", "ctrf.json"]

    /// True for a report of accord's, whatever its form.
    static func isReport(_ root: JSONValue) -> Bool {
        guard root["contract"] == nil, root["extends"] == nil else { return false }
        return (root["tool"] ?? root["results"]?["tool"])?["name"]?.string == "accord"
    }

    /// True for a file with the name of a report that is one.
    static func isReport(_ path: String, _ files: DiskFiles) -> Bool {
        guard let name = path.split(separator: "/").last, names.contains(String(name)),
            let bytes = try? files.read(path), let document = try? JSONDocument(parsing: bytes)
        else { return false }
        return isReport(document.root)
    }
}
