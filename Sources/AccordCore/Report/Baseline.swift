// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// A list of known findings, each for one case and one rule. Until an entry expires, its finding doesn't fail a run.
package struct Baseline: Sendable {
    package struct Entry: Sendable, Hashable {
        /// The contract's file name, a colon and the id of the case: `todos.json:login/creates a token`.
        package var testCase: String
        package var rule: String
        /// The place of the defect in the request or response, such as `body /id`, or `nil` for every place.
        package var place: String?
        /// The value that tells mistakes at the same place apart, such as the sent path, or `nil` for every value.
        package var actual: String?
        package var reason: String
        /// The date on which the entry expires, in ISO 8601. From this date, the finding fails the run.
        package var expires: String
        package var location: SourceLocation

        package init(
            testCase: String, rule: String, place: String?, actual: String? = nil, reason: String, expires: String,
            location: SourceLocation
        ) {
            self.testCase = testCase
            self.rule = rule
            self.place = place
            self.actual = actual
            self.reason = reason
            self.expires = expires
            self.location = location
        }

        func covers(_ finding: Finding) -> Bool {
            rule == finding.rule.id && (place == nil || place == finding.place?.description)
                && (actual == nil || actual == finding.distinction)
        }
    }

    package let entries: [Entry]
    /// For each case id, the entries for this case.
    private let byCase: [String: [Entry]]

    package init(entries: [Entry]) {
        self.entries = entries
        byCase = Dictionary(grouping: entries, by: \.testCase)
    }

    /// Returns the entries of a case such as `todos.json:login/creates a token`.
    package func entries(of id: String) -> [Entry] { byCase[id] ?? [] }

    /// The version of the format.
    private static let version = "1.0"

    /// Reads `{ "baseline": "1.0", "findings": [ { "case", "rule", "place", "actual", "reason", "expires" } ] }`.
    ///
    /// - Throws: The first error with its location.
    package init(parsing bytes: [UInt8], file: String) throws(BaselineError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes, file: file)
        } catch {
            throw BaselineError("\(file):\(error.position.line):\(error.position.column): error: \(error.reason)")
        }
        let root = document.root
        try Self.check(root, keys: ["baseline", "findings"])
        guard root["baseline"]?.string == Self.version, let list = root["findings"], list.kind == .array else {
            throw BaselineError(
                root["baseline"] ?? root,
                "a baseline file must be { \"baseline\": \"\(Self.version)\", \"findings\": […] }")
        }
        var entries: [Entry] = []
        for value in list.elements { entries.append(try Self.entry(value)) }
        self.init(entries: entries)
    }

    private static func entry(_ value: JSONValue) throws(BaselineError) -> Entry {
        try check(value, keys: ["case", "rule", "place", "actual", "reason", "expires"])
        let expires = try text("expires", of: value)
        guard Format.date.matches(expires) else {
            throw BaselineError(value["expires"] ?? value, "“expires” must be a date such as 2027-03-01")
        }
        let place = value["place"] == nil ? nil : try text("place", of: value)
        let actual = value["actual"] == nil ? nil : try text("actual", of: value)
        return Entry(
            testCase: try text("case", of: value), rule: try text("rule", of: value), place: place,
            actual: actual, reason: try text("reason", of: value), expires: expires, location: SourceLocation(value))
    }

    private static func check(_ value: JSONValue, keys: [String]) throws(BaselineError) {
        var seen: Set<String> = []
        for member in value.members {
            guard keys.contains(member.key) else {
                throw BaselineError(
                    member.value, "unknown key “\(member.key)”; the known keys are \(keys.joined(separator: ", "))")
            }
            guard seen.insert(member.key).inserted else {
                throw BaselineError(member.value, "duplicate key “\(member.key)”")
            }
        }
    }

    private static func text(_ key: String, of value: JSONValue) throws(BaselineError) -> String {
        guard let text = value[key]?.string, !text.isEmpty else {
            throw BaselineError(
                value[key] ?? value, "each finding in a baseline requires the key “\(key)” with a string")
        }
        return text
    }

    /// The baseline as the JSON of its file.
    package var json: JSON {
        let findings = entries.map { entry in
            var object: JSONObject = ["case": .string(entry.testCase), "rule": .string(entry.rule)]
            if let place = entry.place { object["place"] = .string(place) }
            if let actual = entry.actual { object["actual"] = .string(actual) }
            object["reason"] = .string(entry.reason)
            object["expires"] = .string(entry.expires)
            return JSON.object(object)
        }
        return ["baseline": .string(Self.version), "findings": .array(findings)]
    }
}

extension Finding {
    /// The method or the path of the request that the client sent, which tells mistakes at the same place apart. It is
    /// `nil` for other places, whose values may differ in each run.
    fileprivate var distinction: String? {
        switch place?.part {
        case .method, .path: actual
        case .scheme, .host, .port, .query, .header, .cookie, .body, .status, .outcome, .transport, .count, nil: nil
        }
    }
}

/// The error for a file that isn't a valid baseline, with the reason.
package struct BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }

    init(_ value: JSONValue, _ reason: String) {
        description = "\(SourceLocation(value)): error: \(reason)"
    }
}

extension Baseline {
    /// Returns the entries whose case isn't in `ids`. Entries for fuzz-generated cases aren't returned, because these
    /// cases have no fixed ids.
    package func unknown(among ids: Set<String>) -> [Entry] {
        entries.filter { !ids.contains($0.testCase) && FuzzID($0.testCase) == nil }
    }

    /// Applies the baseline to the result of a case. If all errors of the case are known, the case becomes pending. If
    /// a known finding no longer occurs, the case fails with `baseline.stale`. An expired entry has no effect: its
    /// finding is an error.
    package func applied(to result: CaseResult, today: String) -> CaseResult {
        let entries = entries(of: result.qualifiedID)
        guard !entries.isEmpty, [.passed, .failed].contains(result.status) else { return result }
        var result = result
        var used: [Entry] = []
        for index in result.findings.indices where result.findings[index].severity == .error {
            let finding = result.findings[index]
            let covering = entries.filter { $0.covers(finding) }
            used += covering
            if let entry = covering.first(where: { today < $0.expires }) {
                result.findings[index].severity = .warning
                result.findings[index].details.append(
                    "accepted by the baseline until \(entry.expires): \(entry.reason)")
            } else if let entry = covering.first {
                result.findings[index].details.append(
                    "accepted by the baseline until \(entry.expires): \(entry.reason) (\(entry.location))")
            }
        }
        result.findings += entries.filter { !used.contains($0) }.map(Self.stale)
        if result.findings.contains(where: { $0.severity == .error }) {
            result.status = .failed
        } else if let first = used.first {
            result.status = .pending
            result.reason = "\(CaseResult.acceptance)\(used.map(\.expires).min() ?? first.expires): \(first.reason)"
        }
        return result
    }

    private static func stale(_ entry: Entry) -> Finding {
        Finding(
            rule: .baselineStale, blame: .contract, "the baseline accepts a finding that no longer occurs",
            contract: entry.location, expected: [entry.rule, entry.place].compactMap { $0 }.joined(separator: " at "),
            advice: "Remove the entry from the baseline.")
    }

    /// Whether the finding is about the connection or a provider state, which a baseline can't accept.
    private static func isAccident(_ finding: Finding) -> Bool {
        finding.isTransportFailure || finding.rule == .stateFailed
    }

    /// Returns the number of errors that `rewritten` omits, because they are about the connection or a provider state.
    package func accidents(in results: [CaseResult]) -> Int {
        results.filter { $0.status == .failed }.reduce(0) { sum, result in
            let caseEntries = entries(of: result.qualifiedID)
            return sum
                + result.findings.count { finding in
                    finding.severity == .error && Self.isAccident(finding)
                        && !caseEntries.contains { $0.covers(finding) }
                }
        }
    }

    /// Returns a baseline with the errors of a run. Keeps existing entries whose finding occurs in the run, and entries
    /// of cases that didn't run.
    package func rewritten(for results: [CaseResult], reason: String, expires: String) -> Baseline {
        let judged = Set(results.filter { [.passed, .failed, .pending].contains($0.status) }.map(\.qualifiedID))
        var written = entries.filter { !judged.contains($0.testCase) }
        for result in results where [.failed, .pending].contains(result.status) {
            let caseEntries = entries(of: result.qualifiedID)
            for finding in result.findings where finding.rule != .baselineStale {
                let known = caseEntries.first { $0.covers(finding) }
                // A pending case needs no entry, because it can't fail.
                guard
                    known != nil
                        || (result.status == .failed && finding.severity == .error && !Self.isAccident(finding))
                else { continue }
                let entry =
                    known
                    ?? Entry(
                        testCase: result.qualifiedID, rule: finding.rule.id, place: finding.place?.description,
                        actual: finding.distinction, reason: reason, expires: expires, location: result.location)
                if !written.contains(entry) { written.append(entry) }
            }
        }
        return Baseline(entries: written)
    }
}

extension CaseResult {
    /// The contract's file name, a colon and the id of the case: `todos.json:login/creates a token`.
    package var qualifiedID: String {
        "\(FilePath.name(of: file)):\(id)"
    }
}
