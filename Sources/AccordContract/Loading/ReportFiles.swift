import AccordJSON

/// What accord itself writes beside contracts, where reports go into their folder.
enum ReportFiles {
    /// The names of its reports in JSON that say that they are accord's.
    private static let names: Set<String> = ["report.json", "client.json", "ctrf.json"]

    /// True for a report of accord's, whatever its form.
    static func isReport(_ root: JSONValue) -> Bool {
        guard root["contract"] == nil, root["extends"] == nil else { return false }
        return (root["tool"] ?? root["results"]?["tool"])?["name"]?.string == "accord"
    }

    /// True for a file with the name of a report that is one.
    static func isReport(_ path: String, _ files: DiskFiles) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard names.contains(name) || name == "history.json" || name == "gl-code-quality-report.json",
            let bytes = try? files.read(path), let document = try? JSONDocument(parsing: bytes)
        else { return false }
        switch name {
        case "history.json": return document.root["runs"]?.kind == .array && document.root["contract"] == nil
        // GitLab's form, a list, which a contract never is.
        case "gl-code-quality-report.json": return document.root.kind == .array
        default: return isReport(document.root)
        }
    }
}
