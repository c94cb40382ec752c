import AccordContract
import AccordJSON

extension Judgement {
    /// Counts an assertion, and reports it where it doesn't hold.
    mutating func check(_ holds: Bool, otherwise finding: @autoclosure () -> Finding) {
        assertions += 1
        if !holds { findings.append(finding()) }
    }

    /// Reports what was found by an assertion that is counted already.
    mutating func report(_ finding: Finding) { findings.append(finding) }
}

/// Which way the judged message goes: its rules, and the party at fault.
enum Direction: String, Sendable {
    case request, response

    var blame: Finding.Blame { self == .request ? .client : .server }
    /// “sent” of a request, “answered” of a response.
    var verb: String { self == .request ? "sent" : "answered" }

    func rule(_ request: Rule, _ response: Rule) -> Rule { self == .request ? request : response }
}
