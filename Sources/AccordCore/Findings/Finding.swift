// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A violation of the contract, or a possible mistake, that Accord reports.
package struct Finding: Sendable, Hashable {
    package enum Severity: String, Sendable { case error, warning, note }

    /// The party at fault: the client, the server, the contract, or the platform on which the tests run.
    package enum Blame: String, Sendable {
        case client, server, contract, platform

        /// The order of the parties at fault in reports.
        package static let inOrder: [Blame] = [.server, .client, .contract, .platform]

        /// A noun phrase for messages: `the client`.
        package var subject: String { "the \(rawValue)" }
    }

    /// The location of a defect in a request or response. For example, the part is the body, and the name is a JSON
    /// Pointer.
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        package enum Part: String, Sendable {
            case method, scheme, host, port, path, query, header, cookie, body, status, outcome, transport, count
            case credentials
        }

        package var part: Part
        /// The name of a parameter, header field or security scheme, or a JSON Pointer in a body.
        package var name: String?
        /// The name of a missing property. `name` is the JSON Pointer of the object that lacks the property.
        package var missing: String?

        package init(_ part: Part, _ name: String? = nil, missing: String? = nil) {
            (self.part, self.name, self.missing) = (part, name, missing)
        }

        /// Creates the place of a parameter in a request.
        package init(of place: Parameter.Place, _ name: String) {
            let part: Part =
                switch place {
                case .path: .path
                case .query: .query
                case .header: .header
                case .cookie: .cookie
                }
            self.init(part, name)
        }

        package var description: String {
            guard let name else { return part.rawValue }
            return "\(part.rawValue) \(name.isEmpty ? "(the whole)" : name)"
        }
    }

    package var rule: Rule
    package var severity: Severity
    package var blame: Blame
    /// The defect in one line, without the case's id and without a period at the end.
    package var message: String
    /// The contract location of the violated rule, such as a schema keyword.
    package var contract: SourceLocation?
    package var place: Place?
    package var expected: String?
    package var actual: String?
    /// A `curl` command that sends the request.
    package var reproduce: String?
    /// Advice for correcting the defect.
    package var advice: String?
    /// The finding's details, one per line, which reports print with the finding. Examples are the reasons why no
    /// branch of an `anyOf` matches, and the requests that preceded the defect.
    package var details: [String]
    /// The id of the operation with the defect. It is `nil` for the operation of the case.
    package var operation: String?

    /// - Parameter blame: The party at fault, or `nil` for the party that usually breaks the rule.
    package init(
        rule: Rule, severity: Severity = .error, blame: Blame? = nil, _ message: String,
        contract: SourceLocation? = nil, place: Place? = nil, expected: String? = nil, actual: String? = nil,
        reproduce: String? = nil, advice: String? = nil, details: [String] = []
    ) {
        self.rule = rule
        self.severity = severity
        self.blame = blame ?? rule.blame
        self.message = message
        self.contract = contract
        self.place = place
        self.expected = expected
        self.actual = actual
        self.reproduce = reproduce
        self.advice = advice
        self.details = details
    }

    /// The label that reports print before a detail of a finding, such as “expected”.
    package enum Label: String, Sendable {
        case expected, actual
        /// Reports print the lines of `details` without a label.
        case details = ""
        case place = "where"
        case contract
        case blame = "fault"
        case rule
        case reproduce = "repeat"
        case advice = "next"
    }

    /// The labels and values that reports print after the finding's message, such as “expected” with the expected
    /// value. Every report uses this order.
    package var fields: [(label: Label, value: String)] {
        let all: [(Label, String?)] = [
            (.expected, expected), (.actual, actual),
            (.details, details.isEmpty ? nil : details.joined(separator: "\n")),
            (.place, place?.description), (.contract, contract?.description), (.blame, blame.subject),
            (.rule, rule.id), (.reproduce, reproduce), (.advice, advice),
        ]
        return all.compactMap { label, value in value.map { (label, $0) } }
    }

    /// Returns the finding about a part of a body for the whole body.
    ///
    /// - Parameters:
    ///   - pointer: The JSON Pointer of the part.
    ///   - name: The name of the part, which precedes the message.
    func within(_ pointer: String, named name: String) -> Finding {
        var finding = self
        finding.place = Place(.body, pointer + (place?.name ?? ""))
        finding.message = "\(name): \(message)"
        return finding
    }

    /// Whether the finding is about a failed request: Accord received no response, or an unreadable response.
    package var isTransportFailure: Bool { Rule.transport.contains(rule) }

    /// Whether the finding is about a request, not about a response or an outcome.
    package var isAboutRequest: Bool { Rule.requests.contains(rule) }
}

/// The findings about a request or response, and the number of checked assertions. A case without an assertion fails.
package struct Judgement: Sendable {
    package var findings: [Finding]
    package var assertions: Int
    /// The body, if Accord parsed it as JSON.
    package var document: JSONDocument?

    package init(findings: [Finding] = [], assertions: Int = 0) {
        self.findings = findings
        self.assertions = assertions
    }

    /// Whether at least one finding is an error.
    package var failed: Bool { findings.contains { $0.severity == .error } }

    package mutating func formUnion(_ other: Judgement) {
        findings += other.findings
        assertions += other.assertions
    }

    /// Counts an assertion, and reports the finding if the assertion fails.
    mutating func check(_ passes: Bool, otherwise finding: @autoclosure () -> Finding) {
        assertions += 1
        if !passes { findings.append(finding()) }
    }

    /// Reports a finding without counting an assertion, because the caller has already counted the assertion.
    package mutating func report(_ finding: Finding) { findings.append(finding) }
}

/// Whether a judged message is a request or a response. This determines which rules apply and who is at fault.
package enum Direction: String, Sendable {
    case request, response

    package var blame: Finding.Blame { self == .request ? .client : .server }
    /// The verb for findings about a body: a client `sent` it in a request, or `received` it in a response.
    var verb: String { self == .request ? "sent" : "received" }

    package func rule(_ request: Rule, _ response: Rule) -> Rule { self == .request ? request : response }
}
