// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractReader {
    /// Reads the expected behavior of a client from the key `client` of a case or response.
    func client(_ value: JSONValue, _ subject: String) -> ClientExpectation? {
        let keys = ["returns", "throws", "notifies", "arguments", "retry", "ignores"]
        guard let fields = object(value, subject, keys: keys) else { return nil }
        if !keys.contains(where: { fields[$0] != nil }) {
            report(.noAssertion, "\(subject) contains no expectation", at: fields.value, advice: "Remove “client”.")
        }
        _ = reportTogether(["returns", "throws"], in: fields)
        return ClientExpectation(
            location: SourceLocation(value), returns: fields["returns"],
            throwing: fields["throws"].flatMap { throwing($0, subject) },
            notifies: fields["notifies"] == nil ? nil : strings(fields, "notifies"),
            arguments: named(fields.layered["arguments"], "“arguments”", followsReferences: false).map {
                NamedValue(name: $0.name, value: $0.value.top)
            }, retry: retry(fields), ignores: ignores(fields))
    }

    private func ignores(_ fields: ObjectFields) -> [String] {
        guard let value = fields["ignores"] else { return [] }
        let places = located(value, "“ignores”")
        for place in places where place.value.isEmpty || (try? JSONPointer(parsing: place.value)) == nil {
            report(
                .badValue, "invalid JSON Pointer “\(place.value)”", at: place.location,
                advice: "Write “/stock”, or “/*/stock” for the elements of an array.")
        }
        return places.map(\.value)
    }

    private func throwing(_ value: JSONValue, _ subject: String) -> ThrowExpectation? {
        switch value.kind {
        case .bool where value.bool == true: return .any
        case .string where value.string != "": return .named(value.string ?? "")
        case .object where value.count == 1:
            guard let member = value.members.first else { return nil }
            return .values(name: member.key, member.value)
        case .object:
            report(
                .badValue, "“throws” in \(subject): expected one key, the name of the error", at: value,
                advice: "Write { \"rateLimited\": { \"retryAfter\": 60 } }.")
        case .bool:
            report(
                .badValue, "“throws” in \(subject) must not be false", at: value,
                advice: "Remove “throws”: by default, a call that receives a 2xx response must return.")
        default:
            report(
                .wrongType,
                "“throws” in \(subject): expected true, the name of an error, or an object with its name and values",
                at: value)
        }
        return nil
    }

    /// Reads the retry policy in `client` of an operation or of the contract.
    func clientDefaults(_ layered: Layered?, _ subject: String) -> RetryPolicy? {
        guard let layered, let fields = object(layered, subject, keys: ["retry"]) else { return nil }
        return retry(fields)
    }

    private func retry(_ fields: ObjectFields) -> RetryPolicy? {
        guard let value = fields["retry"] else { return nil }
        let keys = ["on", "retryLimit", "retryAfter"]
        let entry = object(value, "“retry”", keys: keys, required: ["on", "retryLimit"])
        guard let entry, let on = entry["on"] else { return nil }
        let triggers = located(on, "“on” in “retry”")
        if triggers.isEmpty, on.kind == .array { report(.empty, "“on” in “retry” is empty", at: on) }
        for trigger in triggers where StatusPattern(parsing: trigger.value) == nil {
            let known = CatalogueNames.faultGroups + CatalogueNames.faults
            if known.contains(trigger.value) { continue }
            report(
                .unknownEntry, "unknown status code, fault or group of faults “\(trigger.value)”", at: trigger.location,
                advice: Suggestion.didYouMean(trigger.value, in: known),
                correction: Suggestion.certain(for: trigger.value, in: known))
        }
        guard let limit = integer(entry, "retryLimit", in: 1...1000) else { return nil }
        return RetryPolicy(
            on: triggers.map(\.value), retryLimit: limit,
            retryAfter: number(entry, "retryAfter", minimum: 0, allowsMinimum: true), location: SourceLocation(value))
    }

    /// Reads `derived`: the rules that skip or change derived cases, in the order of the file.
    func derived(_ layered: Layered?, _ subject: String) -> [DerivedRule] {
        named(layered, subject).compactMap { member in
            reportUnknownSelector(member)
            let keys = ["skip", "returns", "throws", "notifies"]
            let place = "“\(member.name)” in \(subject)"
            guard let fields = object(member.value, place, keys: keys) else { return nil }
            if !keys.contains(where: { fields[$0] != nil }) {
                report(
                    .noAssertion, "\(place) contains no expectation", at: fields.value,
                    advice: "Remove “\(member.name)”.")
            }
            _ = reportTogether(["returns", "throws"], in: fields) || reportTogether(["skip", "throws"], in: fields)
            let skip = fields["skip"].flatMap { exemption($0, "“skip” in \(place)") }
            var client: ClientExpectation?
            if fields["returns"] != nil || fields["throws"] != nil || fields["notifies"] != nil {
                client = ClientExpectation(
                    location: member.location, returns: fields["returns"],
                    throwing: fields["throws"].flatMap { throwing($0, place) },
                    notifies: fields["notifies"] == nil ? nil : strings(fields, "notifies"))
            }
            return DerivedRule(selector: member.name, location: member.location, skip: skip, client: client)
        }
    }

    private func reportUnknownSelector(_ member: LayeredMember) {
        guard !CatalogueNames.isSelector(member.name) else { return }
        let known = CatalogueNames.selectors
        report(
            .unknownEntry, "unknown fault, mutation or group of derived cases “\(member.name)”", at: member.location,
            advice: Suggestion.didYouMean(
                member.name, in: known,
                otherwise: "The groups of derived cases are \(CatalogueNames.groups.joined(separator: ", "))."),
            correction: Suggestion.certain(for: member.name, in: known))
    }

    /// Reads `skip` or `pending` of a case. A case with `skip` doesn't run, and a case with `pending` may fail.
    func exemption(_ value: JSONValue, _ subject: String) -> Exemption? {
        let keys = ["reason", "until", "servers"]
        guard let fields = object(value, subject, keys: keys, required: ["reason"], followsReferences: false) else {
            return nil
        }
        let until = string(fields, "until")
        if let until, let place = fields["until"], !Format.date.matches(until) {
            report(
                .badValue, "invalid date “\(until)”", at: place, advice: "Write a date such as “2027-03-01” (RFC 3339)."
            )
        }
        guard let reason = name(fields, "reason") else { return nil }
        return Exemption(
            reason: reason, until: until, servers: strings(fields, "servers"), location: SourceLocation(value))
    }
}

/// The names of faults, mutations and other derived cases that a contract's `derived` may contain.
package enum CatalogueNames {
    /// The names of the invalid requests that `accord verify --refusals` derives.
    private static let refusals = [
        "missing", "schema", "malformed", "media-type", "method", "missing-credentials", "wrong-credentials",
        "combination", "deleted", "deleted-again",
    ]

    /// The names of the HTTP conventions that `accord verify --refusals` tests.
    private static let conventions = ["head", "if-none-match", "if-modified-since", "allow"]

    /// The ids in the fault catalogue, sorted.
    package static let faults: [String] = Fault.allCases.map(\.id).sorted()
    package static let faultGroups: [String] = FaultLayer.allCases.map(\.rawValue).sorted()

    /// The names of groups of derived cases. A contract's `derived` may contain them.
    package static let groups: [String] =
        Set(
            faultGroups + MutationGroup.allCases.map(\.rawValue) + [
                "request", "refuse", "http", "fuzz", "status", "stream",
            ]
        )
        .sorted()

    /// The names that a contract's `derived` may contain. A name is a group, such as `syntax`, or one derived case of a
    /// group, such as `syntax.trailing-comma`.
    package static let selectors: [String] =
        (groups + Fault.allCases.map { "\($0.layer.rawValue).\($0.id)" }
        + Mutation.allCases.map { "\($0.group.rawValue).\($0.id)" } + refusals.map { "refuse.\($0)" }
        + StreamVariation.allCases.map { "stream.\($0.rawValue)" } + conventions.map { "http.\($0)" }).sorted()

    private static let known: Set<String> = Set(selectors)

    /// Returns whether a contract's `derived` may contain a name: a group (`syntax`), a mutation or fault of a group
    /// (`syntax.trailing-comma`), or a mutation of one property (`structure.drop-required:/name`).
    static func isSelector(_ text: String) -> Bool {
        let name = text.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
        return known.contains(name) || name.hasPrefix("request.") || name.hasPrefix("status.")
    }
}
