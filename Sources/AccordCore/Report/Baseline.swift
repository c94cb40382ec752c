// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A list of known problems. Until an entry expires, its findings don't fail a run.
package struct Baseline: Sendable {
    /// A known problem: a rule, and the place that must change, in operations or in a component of the contract.
    package struct Entry: Sendable, Hashable {
        /// The ids of the operations with the problem, or the name of a change of `accord diff`.
        package var operations: [String]
        /// The component of the contract that has the problem, such as `/components/schemas/Item`. It is `nil` if the
        /// entry names operations.
        package var component: String?
        package var rule: String
        /// The place of the defect, such as `body /id` or `status 500`, or `nil` for every place.
        package var place: String?
        /// A case in which the problem occurred. If this case runs and the problem occurs nowhere, the entry is stale.
        package var testCase: String?
        package var reason: String
        /// The date on which the entry expires, in ISO 8601. From this date, the problem fails the run. It is `nil` if
        /// the entry never expires.
        package var expires: String?
        package var location: SourceLocation

        package init(
            operations: [String], component: String? = nil, rule: String, place: String?, testCase: String? = nil,
            reason: String, expires: String?, location: SourceLocation
        ) {
            self.operations = operations
            self.component = component
            self.rule = rule
            self.place = place
            self.testCase = testCase
            self.reason = reason
            self.expires = expires
            self.location = location
        }

        /// Returns whether the entry is about a finding in a case, regardless of its date.
        func covers(_ finding: Finding, in result: CaseResult) -> Bool {
            guard
                component.map({ $0 == finding.component })
                    ?? operations.contains(finding.operation ?? result.operation),
                // Whether a server accepts an invalid request like many frameworks depends on the generated value.
                rule == finding.rule.id || rule == Rule.refusalAccepted.id && finding.rule == .refusalPractice
            else { return false }
            guard let place else { return true }
            // An entry of version 1.0 for an element that its case doesn't name.
            if place == Self.oldPlace { return result.id == testCase }
            if finding.spot(in: result) == place { return true }
            // In a request, a missing value and a wrong value at the same place are different mistakes.
            if finding.blame == .client, finding.place?.part == .body { return false }
            return [finding.spot, finding.place?.withoutIndices.description].contains(place)
        }

        package func isValid(on today: String) -> Bool { expires.map { today < $0 } ?? true }

        /// The place of every wrong status code in version 1.0.
        fileprivate static let oldPlace = "status"

        /// A sentence part such as `accepted by the baseline (bug 7), expires on 2026-12-27`.
        fileprivate var acceptance: String {
            "\(CaseResult.acceptance) (\(reason))" + (expires.map { ", expires on \($0)" } ?? "")
        }

        /// A sentence such as `the baseline's entry (bug 7) expired on 2026-12-27 (known.json:4:5)`.
        fileprivate var expiry: String {
            "the baseline's entry (\(reason)) expired" + (expires.map { " on \($0)" } ?? "") + " (\(location))"
        }
    }

    package let entries: [Entry]

    package init(entries: [Entry]) { self.entries = entries }

    private static let keys = ["operations", "component", "rule", "place", "case", "reason", "expires"]

    /// Reads `{ "baseline": "2.0", "problems": [ { "operations", "rule", "place", "case", "reason", "expires" } ] }`.
    /// Also reads version 1.0, in which `findings` has an entry for each case, without `operations`.
    ///
    /// - Throws: The first error with its location.
    package init(parsing bytes: [UInt8], file: String) throws(DescribedError) {
        let root = try RecordReader.root(of: bytes, file: file)
        let isOld = root["baseline"]?.string == "1.0"
        let name = isOld ? "findings" : "problems"
        try Self.check(root, keys: ["baseline", name])
        guard isOld || root["baseline"]?.string == "2.0", let list = root[name], list.kind == .array else {
            throw DescribedError(
                "a baseline file must be { \"baseline\": \"2.0\", \"problems\": […] }", at: root["baseline"] ?? root)
        }
        entries = try list.elements.map { (value) throws(DescribedError) in try Self.entry(value, isOld: isOld) }
    }

    private static func entry(_ value: JSONValue, isOld: Bool) throws(DescribedError) -> Entry {
        try check(value, keys: isOld ? keys.filter { !["operations", "component"].contains($0) } : keys)
        let expires = value["expires"] == nil ? nil : try text("expires", of: value)
        guard expires.map(Format.date.matches) ?? true else {
            throw DescribedError("“expires” must be a date such as 2027-03-01", at: value["expires"] ?? value)
        }
        var entry = Entry(
            operations: [], rule: try text("rule", of: value), place: try optional("place", of: value),
            testCase: try isOld ? text("case", of: value) : optional("case", of: value),
            reason: try text("reason", of: value), expires: expires, location: SourceLocation(value))
        if isOld {
            entry.convert()
        } else if let component = try optional("component", of: value) {
            entry.component = component
        } else {
            entry.operations = value["operations"]?.elements.compactMap(\.string) ?? []
            guard !entry.operations.isEmpty, entry.operations.count == value["operations"]?.count else {
                throw DescribedError(
                    "each problem in a baseline requires the key “operations”, with ids",
                    at: value["operations"] ?? value)
            }
        }
        return entry
    }

    private static func check(_ value: JSONValue, keys: [String]) throws(DescribedError) {
        var seen: Set<String> = []
        for member in value.members {
            guard keys.contains(member.key) else {
                throw DescribedError(
                    "unknown key “\(member.key)”; the known keys are \(keys.joined(separator: ", "))", at: member.value)
            }
            guard seen.insert(member.key).inserted else {
                throw DescribedError("duplicate key “\(member.key)”", at: member.value)
            }
        }
    }

    private static func optional(_ key: String, of value: JSONValue) throws(DescribedError) -> String? {
        value[key] == nil ? nil : try text(key, of: value)
    }

    private static func text(_ key: String, of value: JSONValue) throws(DescribedError) -> String {
        guard let text = value[key]?.string, !text.isEmpty else {
            throw DescribedError(
                "each problem in a baseline requires the key “\(key)” with a string", at: value[key] ?? value)
        }
        return text
    }

    /// The baseline as the JSON of its file.
    package var json: JSON {
        let problems = entries.map { entry in
            var object: JSONObject = entry.component.map { ["component": .string($0)] } ?? [:]
            if entry.component == nil { object["operations"] = .array(entry.operations.map { .string($0) }) }
            object["rule"] = .string(entry.rule)
            if let place = entry.place { object["place"] = .string(place) }
            if let testCase = entry.testCase { object["case"] = .string(testCase) }
            object["reason"] = .string(entry.reason)
            if let expires = entry.expires { object["expires"] = .string(expires) }
            return JSON.object(object)
        }
        return ["baseline": "2.0", "problems": .array(problems)]
    }
}

extension Baseline.Entry {
    /// Converts an entry of version 1.0, whose case is `todos.json:login/creates a token`, or the name of a change.
    fileprivate mutating func convert() {
        guard let id = testCase else { return }
        let isChange = id == "the document" || id.contains(" /") && id.prefix { $0 != " " }.allSatisfy(\.isUppercase)
        let name = isChange ? id : String(id.drop { $0 != ":" }.dropFirst())
        operations = [isChange ? id : String(name.prefix { $0 != "/" && $0 != "~" })]
        testCase = isChange ? nil : name
        // In version 1.0, the place of an accepted request was the status of its response. An entry without a place
        // would also accept other problems of the operation, such as missing credentials.
        if place == Self.oldPlace { place = Self.place(ofRefusal: name) ?? place }
    }

    /// Returns the invalid element that the id of a refusal names: `query limit` for `list~refuse.missing:query.limit`,
    /// or `body /title` for `add~refuse.schema:body/title:type.object`. Returns `nil` if the id names no element.
    private static func place(ofRefusal id: String) -> String? {
        let parts = id.drop { $0 != "~" }.split(separator: ":")
        guard parts.count > 1, parts[0].hasPrefix("~refuse."),
            let part = Finding.Place.Part(rawValue: String(parts[1].prefix { $0.isLetter }))
        else { return nil }
        let name = parts[1].dropFirst(part.rawValue.count)
        guard part == .body else { return Finding.Place(part, String(name.dropFirst())).description }
        let missing = "required.without-"
        let property = parts.dropFirst(2).first.flatMap {
            $0.hasPrefix(missing) ? "/\($0.dropFirst(missing.count))" : nil
        }
        return Finding.Place(.body, String(name) + (property ?? "")).withoutIndices.description
    }
}

extension Baseline {
    /// Returns the entries with an operation that isn't in `operations`.
    package func unknown(among operations: Set<String>) -> [Entry] {
        entries.filter { !operations.isSuperset(of: $0.operations) }
    }

    /// Applies the baseline to the result of a case. If all errors of the case are known, the case becomes pending. An
    /// expired entry has no effect: its finding is an error.
    package func applied(to result: CaseResult, today: String) -> CaseResult {
        guard result.status == .failed else { return result }
        var result = result
        var used: [Entry] = []
        for index in result.findings.indices where result.findings[index].severity == .error {
            let covering = entries.filter { $0.covers(result.findings[index], in: result) }
            guard let entry = covering.first(where: { $0.isValid(on: today) }) ?? covering.first else { continue }
            let isValid = entry.isValid(on: today)
            result.findings[index].details.append(isValid ? entry.acceptance : entry.expiry)
            guard isValid else { continue }
            result.findings[index].severity = .warning
            used.append(entry)
        }
        // The entry that expires first determines the reason. A date follows after no date, because “~” follows digits.
        guard !result.findings.contains(where: { $0.severity == .error }),
            let first = used.min(by: { ($0.expires ?? "~") < ($1.expires ?? "~") })
        else { return result }
        result.status = .pending
        result.reason = first.acceptance
        return result
    }

    /// Returns the results, and reports each entry whose problem no longer occurs, although its case ran. This is an
    /// error if no case failed, and otherwise a note.
    package func concluded(_ results: [CaseResult]) -> [CaseResult] {
        let severity: Finding.Severity = results.contains { $0.status == .failed } ? .note : .error
        let operations = Set(results.map(\.operation))
        var concluded = results
        for entry in entries where operations.isSuperset(of: entry.operations) {
            guard let index = results.firstIndex(where: { $0.id == entry.testCase && $0.wasJudged }),
                !occurs(entry, in: results)
            else { continue }
            concluded[index].findings.append(
                Finding(
                    rule: .baselineStale, severity: severity, "the baseline accepts a problem that no longer occurs",
                    contract: entry.location,
                    expected: [entry.rule, entry.place].compactMap { $0 }.joined(separator: " at "),
                    advice: "Remove the entry from the baseline."))
            if severity == .error { concluded[index].status = .failed }
        }
        return concluded
    }

    private func occurs(_ entry: Entry, in results: [CaseResult]) -> Bool {
        results.contains { result in result.findings.contains { entry.covers($0, in: result) } }
    }

    /// Returns a baseline with the problems of a run. Keeps existing entries with their reasons and dates, except for
    /// entries whose case ran without the problem. A failed setup of a provider state gets no entry.
    package func rewritten(for results: [CaseResult], reason: String, expires: String?) -> Baseline {
        let judged = Set(results.filter(\.wasJudged).map(\.id))
        var written = entries.filter { entry in
            occurs(entry, in: results) || entry.testCase.map { !judged.contains($0) } ?? true
        }
        for index in written.indices where written[index].place == Entry.oldPlace {
            let found = results.first { $0.id == written[index].testCase }
            let finding = found?.findings.first { written[index].rule == $0.rule.id }
            if let found, let spot = finding?.spot(in: found) { written[index].place = spot }
        }
        var positions: [[String?]: Int] = [:]
        for result in results where result.status == .failed {
            for finding in result.findings where finding.severity == .error {
                let isKnown = written.contains { $0.covers(finding, in: result) }
                guard !isKnown, finding.rule != .baselineStale, finding.rule != .stateFailed else { continue }
                // A server that accepts invalid requests like many frameworks does so at every place.
                let isEverywhere = finding.rule == .refusalPractice
                let (component, place) = isEverywhere ? (nil, nil) : (finding.component, finding.spot(in: result))
                let key = [finding.rule.id, component, place]
                if let index = positions[key] {
                    written[index].operations.append(finding.operation ?? result.operation)
                } else {
                    positions[key] = written.count
                    written.append(
                        Entry(
                            operations: [finding.operation ?? result.operation], component: component,
                            rule: finding.rule.id, place: place, testCase: result.id, reason: reason, expires: expires,
                            location: result.location))
                }
            }
        }
        return Baseline(entries: written)
    }
}

extension CaseResult {
    /// Whether the case ran to its end.
    fileprivate var wasJudged: Bool { [.passed, .failed, .pending].contains(status) }
}
