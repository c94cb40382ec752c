import AccordContract
import AccordCore
import AccordJSON

/// What a test expects to have been received, `POST /__accord/verify`.
///
/// `{ "case": "login/creates a token", "count": 1 }`, or `operation`, `method` and `path`, `status`, `broken`; `atLeast`
/// and `atMost` in place of `count`. Without a number at least one request is expected.
struct ReceivedQuestion {
    struct Malformed: Error { var detail: String }

    private static let members: Set<String> = [
        "case", "operation", "method", "path", "status", "broken", "count", "atLeast", "atMost",
    ]

    private let wanted: JSONObject
    private let range: ClosedRange<Int>

    /// - Parameter operations: those that are documented; what is asked of others is a mistyped question, which would
    ///   be answered with “none”.
    init(_ body: [UInt8], of operations: [ServedOperation]) throws(Malformed) {
        guard let document = try? JSONDocument(parsing: body), let object = JSON(document.root).object else {
            throw Malformed(detail: "The body isn't a JSON object such as {\"case\": \"login/creates a token\"}.")
        }
        if let unknown = object.first(where: { !Self.members.contains($0.key) })?.key {
            throw Malformed(
                detail: "“\(unknown)” can't be asked; ask for \(Self.members.sorted().joined(separator: ", ")).")
        }
        if let problem = Self.problem(object, operations) { throw Malformed(detail: problem) }
        wanted = object
        if let number = object["count"]?.int {
            range = number...number
        } else {
            let low = object["atLeast"]?.int ?? (object["atMost"] == nil ? 1 : 0)
            let high = object["atMost"]?.int ?? .max
            guard low <= high else { throw Malformed(detail: "“atLeast” is above “atMost”.") }
            range = low...high
        }
    }

    /// What is wrong with a member's value.
    private static func problem(_ object: JSONObject, _ operations: [ServedOperation]) -> String? {
        for (name, value) in object {
            switch name {
            case "case":
                let cases = operations.flatMap { ($0.exchanges + $0.faults).map(\.caseID) }
                if let problem = unknown(name, value, cases) { return problem }
            case "operation":
                if let problem = unknown(name, value, operations.map(\.operation.id)) { return problem }
            case "method": if value.string?.isEmpty ?? true { return "“method” is a string, such as \"GET\"." }
            case "path":
                guard let path = value.string, path.hasPrefix("/"), !path.contains("?") else {
                    return "“path” is a string that begins with a slash and has no query."
                }
            case "status":
                guard let status = value.int, (100...999).contains(status) else {
                    return "“status” is a number such as 200."
                }
            case "broken": if value.bool == nil { return "“broken” is true or false." }
            default: if value.int.map({ $0 < 0 }) ?? true { return "“\(name)” is a whole number from 0 on." }
            }
        }
        guard object["count"] == nil || object["atLeast"] == nil && object["atMost"] == nil else {
            return "“count” says all that “atLeast” and “atMost” could."
        }
        return nil
    }

    private static func unknown(_ name: String, _ value: JSON, _ documented: [String]) -> String? {
        guard let wanted = value.string else { return "“\(name)” is a string." }
        guard !documented.contains(wanted) else { return nil }
        let near = Suggestion.nearest(to: wanted, in: documented).map { "; did you mean “\($0)”?" } ?? "."
        return "no \(name) “\(wanted)” is documented\(near)"
    }

    /// 200 where it holds, else 409 with what came instead.
    func answer(_ journal: Journal) -> HTTPResponse {
        let entries = journal.entries
        let found = entries.filter(matches)
        let holds = range.contains(found.count)
        let expected =
            range.lowerBound == range.upperBound
            ? "\(range.lowerBound)"
            : range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        var json: JSONObject = [
            "received": .bool(holds), "expected": .string(expected), "count": .number(JSONNumber(found.count)),
            "requests": .array(found.suffix(20).map { .number(JSONNumber($0.number)) }),
        ]
        if !holds {
            let others = entries.suffix(10).map { entry -> JSON in
                let line = "\(entry.request.method) \(entry.request.url): \(entry.status) \(entry.caseID ?? "")"
                return .string(line.trimmingSpaces)
            }
            json.append("lastRequests", .array(others))
        }
        return HTTPResponse(
            status: holds ? 200 : 409, headers: [HTTPField("Content-Type", "application/json")],
            body: Array((JSON.object(json).pretty + "\n").utf8))
    }

    private func matches(_ entry: JournalEntry) -> Bool {
        if let id = wanted["case"]?.string, !(entry.isCase && entry.caseID == id) { return false }
        if let id = wanted["operation"]?.string, entry.operation != id { return false }
        if let method = wanted["method"]?.string, entry.request.method != method.uppercased() { return false }
        if let path = wanted["path"]?.string,
            Percent.normalized(URLParts(entry.request.url).path) != Percent.normalized(path)
        {
            return false
        }
        if let status = wanted["status"]?.int, entry.status != status { return false }
        if let broken = wanted["broken"]?.bool, entry.findings.contains(where: { $0.severity == .error }) != broken {
            return false
        }
        return true
    }
}
