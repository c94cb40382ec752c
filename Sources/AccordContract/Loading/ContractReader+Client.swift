import AccordJSON
import AccordSchema

extension ContractReader {
    /// What a client does with an answer.
    func client(_ value: JSONValue, _ what: String) -> ClientExpectation? {
        let keys = ["returns", "throws", "notifies", "arguments", "retry", "ignores"]
        guard let fields = object(value, what, keys: keys) else { return nil }
        if !keys.contains(where: { fields[$0] != nil }) {
            report(.noAssertion, "\(what) says nothing", at: fields.value, advice: "Leave it out.")
        }
        _ = reportTogether(["returns", "throws"], in: fields)
        return ClientExpectation(
            location: SourceLocation(value), returns: fields["returns"],
            throwing: fields["throws"].flatMap { throwing($0, what) },
            notifies: fields["notifies"] == nil ? nil : strings(fields, "notifies"),
            arguments: named(fields.layered["arguments"], "“arguments”", followsReferences: false).map {
                NamedValue(name: $0.name, value: $0.value.top)
            },
            retry: retry(fields), ignores: ignores(fields))
    }

    private func ignores(_ fields: ObjectFields) -> [String] {
        guard let value = fields["ignores"] else { return [] }
        let places = located(value, "“ignores”")
        for place in places where place.value.isEmpty || (try? JSONPointer(parsing: place.value)) == nil {
            report(
                .badValue, "“\(place.value)” is no place in an answer", at: place.location,
                advice: "Write a JSON Pointer, “/stock”; “*” stands for the elements of a list, “/*/stock”.")
        }
        return places.map(\.value)
    }

    private func throwing(_ value: JSONValue, _ what: String) -> ThrowExpectation? {
        switch value.kind {
        case .bool where value.bool == true: return .any
        case .string where value.string != "": return .named(value.string ?? "")
        case .object where value.count == 1:
            guard let member = value.members.first else { return nil }
            return .values(name: member.key, member.value)
        case .object:
            report(
                .badValue, "“throws” in \(what) must have one key, the error's name", at: value,
                advice: "Write { \"rateLimited\": { \"retryAfter\": 60 } }.")
        case .bool:
            report(
                .badValue, "“throws” in \(what) must not be false", at: value,
                advice: "Leave it out: a call that gets a 2xx must return.")
        default:
            report(
                .wrongType, "“throws” in \(what) must be true, an error's name, or an object of it with its values",
                at: value)
        }
        return nil
    }

    /// `client` of an operation or of the contract: what holds for every answer.
    func clientDefaults(_ layered: Layered?, _ what: String) -> RetryPolicy? {
        guard let layered, let fields = object(layered, what, keys: ["retry"]) else { return nil }
        return retry(fields)
    }

    private func retry(_ fields: ObjectFields) -> RetryPolicy? {
        guard let value = fields["retry"] else { return nil }
        let keys = ["on", "retryLimit", "retryAfter"]
        let entry = object(value, "“retry”", keys: keys, required: ["on", "retryLimit"])
        guard let entry, let on = entry["on"] else { return nil }
        let triggers = located(on, "“on” in “retry”")
        if triggers.isEmpty, on.kind == .array { report(.empty, "“on” in “retry” names nothing", at: on) }
        for trigger in triggers where StatusPattern(parsing: trigger.value) == nil {
            let known = CatalogueNames.faultGroups + CatalogueNames.faults
            if known.contains(trigger.value) { continue }
            report(
                .unknownEntry, "“\(trigger.value)” is neither a status nor an entry of the fault catalogue",
                at: trigger.location,
                advice: Suggestion.nearest(to: trigger.value, in: known).map { "Did you mean “\($0)”?" },
                correction: Suggestion.certain(for: trigger.value, in: known))
        }
        guard let limit = integer(entry, "retryLimit", in: 1...1000) else { return nil }
        return RetryPolicy(
            on: triggers.map(\.value), retryLimit: limit,
            retryAfter: number(entry, "retryAfter", minimum: 0, allowsMinimum: true), location: SourceLocation(value))
    }

    /// Derived cases restated or waived, in the file's order.
    func derived(_ layered: Layered?, _ what: String) -> [DerivedRule] {
        named(layered, what).compactMap { member in
            reportUnknownSelector(member)
            let keys = ["skip", "returns", "throws", "notifies"]
            let place = "“\(member.name)” in \(what)"
            guard let fields = object(member.value, place, keys: keys) else { return nil }
            if !keys.contains(where: { fields[$0] != nil }) {
                report(.noAssertion, "\(place) says nothing", at: fields.value, advice: "Leave it out.")
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
            .unknownEntry, "“\(member.name)” is neither a group nor an entry of the catalogues", at: member.location,
            advice: Suggestion.nearest(to: member.name, in: known).map { "Did you mean “\($0)”?" }
                ?? "The groups are \(CatalogueNames.groups.joined(separator: ", ")).",
            correction: Suggestion.certain(for: member.name, in: known))
    }

    /// `skip` and `pending`.
    func exemption(_ value: JSONValue, _ what: String) -> Exemption? {
        let keys = ["reason", "until", "servers"]
        guard let fields = object(value, what, keys: keys, required: ["reason"], followsReferences: false) else {
            return nil
        }
        let until = string(fields, "until")
        if let until, let place = fields["until"], !CalendarDate.isDate(until) {
            report(.badValue, "“\(until)” isn't a date", at: place, advice: "Write “2027-03-01”, RFC 3339.")
        }
        guard let reason = name(fields, "reason") else { return nil }
        return Exemption(
            reason: reason, until: until, servers: strings(fields, "servers"), location: SourceLocation(value))
    }
}

/// Dates of the Gregorian calendar as RFC 3339 writes them.
package enum CalendarDate {
    /// True for `2027-03-01`, a day that there is.
    package static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { return false }
        let pieces = text.split(separator: "-", omittingEmptySubsequences: false)
        guard pieces.count == 3, pieces.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(pieces[0]), let month = Int(pieces[1]), let day = Int(pieces[2]),
            (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }
}

/// The names that a contract may use of the catalogues of faults and mutations.
package enum CatalogueNames {
    /// What `verify --refusals` derives.
    private static let refusals = [
        "missing", "schema", "malformed", "media-type", "method", "missing-credentials", "wrong-credentials",
        "combination", "deleted", "deleted-again",
    ]

    /// What it derives of HTTP's own rules.
    private static let conventions = ["head", "if-none-match", "if-modified-since", "allow"]

    /// Entries of the fault catalogue.
    package static let faults: [String] = Fault.allCases.map(\.id).sorted()
    package static let faultGroups: [String] = FaultLayer.allCases.map(\.rawValue).sorted()

    /// Everything that `derived` may name without a place.
    package static let groups: [String] =
        Set(faultGroups + MutationGroup.allCases.map(\.rawValue) + ["request", "refuse", "http", "fuzz", "status"])
        .sorted()

    /// Groups, and entries with their group in front.
    package static let selectors: [String] =
        (groups + Fault.allCases.map { "\($0.layer.rawValue).\($0.id)" }
        + Mutation.allCases.map { "\($0.group.rawValue).\($0.id)" } + refusals.map { "refuse.\($0)" }
        + conventions.map { "http.\($0)" }).sorted()

    private static let known: Set<String> = Set(selectors)

    /// True for `syntax`, `syntax.trailing-comma`, and an entry with a place, `structure.drop-required:/name`.
    package static func isSelector(_ text: String) -> Bool {
        let name = text.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
        return known.contains(name) || name.hasPrefix("request.") || name.hasPrefix("status.")
    }
}
