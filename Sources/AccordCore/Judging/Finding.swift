import AccordContract
import AccordJSON

/// One violation of the contract, or one warning; a value that every report renders.
package struct Finding: Sendable, Hashable, Codable {
    package enum Severity: String, Sendable, Codable {
        case error, warning, note
    }

    /// The party at fault.
    package enum Blame: String, Sendable, Codable {
        case client, server, contract, platform
    }

    /// Where in the message: the part, and the name or the JSON Pointer in it.
    package struct Place: Sendable, Hashable, Codable, CustomStringConvertible {
        package enum Part: String, Sendable, Codable {
            case method, scheme, host, port, path, query, header, cookie, body, status, outcome, transport, count
        }

        package var part: Part
        /// A parameter's or header's name; a JSON Pointer in a body.
        package var name: String?
        /// The property that the object there lacks.
        package var missing: String?

        package init(_ part: Part, _ name: String? = nil, missing: String? = nil) {
            self.part = part
            self.name = name
            self.missing = missing
        }

        package var description: String {
            guard let name else { return part.rawValue }
            return "\(part.rawValue) \(name.isEmpty ? "(the whole)" : name)"
        }
    }

    /// The id of a `Rule`, `request.query.missing`.
    package var rule: String
    package var severity: Severity
    package var blame: Blame
    /// One sentence, without the case's id and without a full stop's worth of context: what is wrong.
    package var message: String
    /// The contract location that is violated.
    package var contract: SourceLocation?
    package var place: Place?
    package var expected: String?
    package var actual: String?
    /// A `curl` line.
    package var reproduce: String?
    /// What to do next.
    package var advice: String?
    /// The lines beneath the message: the causes of a failed `anyOf`, the steps of a flow.
    package var details: [String]

    package init(
        rule: String, severity: Severity = .error, blame: Blame, _ message: String,
        contract: SourceLocation? = nil, place: Place? = nil, expected: String? = nil, actual: String? = nil,
        reproduce: String? = nil, advice: String? = nil, details: [String] = []
    ) {
        self.rule = rule
        self.severity = severity
        self.blame = blame
        self.message = message
        self.contract = contract
        self.place = place
        self.expected = expected
        self.actual = actual
        self.reproduce = reproduce
        self.advice = advice
        self.details = details
    }
}

extension Finding {
    package init(
        rule: Rule, severity: Severity = .error, blame: Blame, _ message: String,
        contract: SourceLocation? = nil, place: Place? = nil, expected: String? = nil, actual: String? = nil,
        reproduce: String? = nil, advice: String? = nil, details: [String] = []
    ) {
        self.init(
            rule: rule.id, severity: severity, blame: blame, message, contract: contract, place: place,
            expected: expected, actual: actual, reproduce: reproduce, advice: advice, details: details)
    }
}

/// What judging said: the findings, and how many assertions were made. None made is a failure of its own.
package struct Judgement: Sendable {
    package var findings: [Finding]
    package var assertions: Int
    /// The body as it was read, if it was read as JSON.
    package var document: JSONDocument?

    package init(findings: [Finding] = [], assertions: Int = 0) {
        self.findings = findings
        self.assertions = assertions
    }

    /// True when a finding is an error; warnings and notes fail nothing.
    package var failed: Bool { findings.contains { $0.severity == .error } }

    /// Adds another judgement's findings behind one's own, and its assertions.
    package mutating func formUnion(_ other: Judgement) {
        findings += other.findings
        assertions += other.assertions
    }
}
