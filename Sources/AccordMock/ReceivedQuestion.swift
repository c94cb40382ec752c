import AccordCases
import AccordHTTP
import AccordJSON
import AccordJudging

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

    init(_ body: [UInt8]) throws(Malformed) {
        guard let document = try? JSONDocument(parsing: body), let object = JSON(document.root).object else {
            throw Malformed(detail: "The body isn't a JSON object such as {\"case\": \"login/creates a token\"}.")
        }
        if let unknown = object.first(where: { !Self.members.contains($0.key) })?.key {
            throw Malformed(
                detail: "“\(unknown)” can't be asked; ask for \(Self.members.sorted().joined(separator: ", ")).")
        }
        wanted = object
        if let count = object["count"] {
            guard let number = count.int, number >= 0 else { throw Malformed(detail: "“count” is a number from 0 on.") }
            range = number...number
        } else {
            let low = object["atLeast"]?.int ?? (object["atMost"] == nil ? 1 : 0)
            let high = object["atMost"]?.int ?? .max
            guard low >= 0, low <= high else { throw Malformed(detail: "“atLeast” is above “atMost”, or below 0.") }
            range = low...high
        }
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
        if let method = wanted["method"]?.string, entry.request.method != method { return false }
        if let path = wanted["path"]?.string, URLParts(entry.request.url).path != path { return false }
        if let status = wanted["status"]?.int, entry.status != status { return false }
        if let broken = wanted["broken"]?.bool, entry.findings.contains(where: { $0.severity == .error }) != broken {
            return false
        }
        return true
    }
}
