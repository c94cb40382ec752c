// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The changes between two versions of an API's documentation, in the form of a report.
package struct ChangeReport: Sendable {
    package var changes: [Change]
    /// The name of the old document, as the user wrote it.
    package var old: String
    package var new: String

    package init(changes: [Change], old: String, new: String) {
        (self.changes, self.old, self.new) = (changes, old, new)
    }

    /// A component of a version number (semver.org). The next release increases this component.
    package enum Version: String, Sendable { case major, minor, patch }

    /// The component of the version number to increase (semver.org): `major` if a change breaks a client, `minor` if
    /// a change has an effect on messages or deprecates an element, and otherwise `patch`.
    package var version: Version {
        if changes.contains(where: { $0.impact >= .strict }) { return .major }
        return changes.contains { ChangeKind(id: $0.id)?.affected != .nobody } ? .minor : .patch
    }

    /// The report without compatible changes.
    package var important: ChangeReport {
        ChangeReport(changes: changes.filter { $0.impact > .compatible }, old: old, new: new)
    }

    /// The changes, in which a change of a component that several operations use occurs once.
    package var groups: [ChangeGroup] {
        var indices: [[String]: Int] = [:]
        var groups: [ChangeGroup] = []
        for change in changes {
            // Equal changes outside of shared elements are different changes.
            let shared = [change.old, change.new].compactMap(\.self).filter { ChangeGroup.owner(of: $0) != nil }
            let places = shared.isEmpty ? [change.old, change.new].compactMap(\.self) : shared
            var key = [change.id, change.impact.name, ChangeGroup.text(of: change), "\(change.isAccepted)"]
            key += places.map(\.description)
            if shared.isEmpty { key += [change.operation, change.place, change.scope] }
            if let index = indices[key] {
                groups[index].add(change)
            } else {
                indices[key] = groups.count
                groups.append(ChangeGroup(change))
            }
        }
        return groups
    }

    /// The changed operations and schemas with their changes. The most important changes come first, and changes that a
    /// baseline accepts come last.
    package var sections: [(name: String, groups: [ChangeGroup])] {
        let groups = groups
        let sections = Dictionary(grouping: groups, by: \.subject)
        // `sorted` keeps the order of changes with the same rank.
        return groups.map(\.subject).distinct.map { name in
            (name: name, groups: (sections[name] ?? []).sorted { $0.rank > $1.rank })
        }.sorted {
            ($0.groups.first?.rank ?? 0) > ($1.groups.first?.rank ?? 0)
        }
    }

    /// A sentence with the number of changes of each impact.
    package var summary: String {
        if changes.isEmpty { return "no changes" }
        let changes = groups.map(\.change)
        let breaking = changes.count { $0.impact == .breaking }
        let strict = changes.count { $0.impact == .strict }
        let warnings = changes.count { $0.impact == .warning && !$0.isUndecided }
        let undecided = changes.count { $0.isUndecided }
        var parts = ["\(breaking.counted("change")) \(breaking == 1 ? "breaks" : "break") clients"]
        if strict > 0 { parts.append("\(strict) \(strict == 1 ? "breaks" : "break") only strict clients") }
        if warnings > 0 { parts.append(warnings.counted("warning")) }
        let compatible = changes.count - breaking - strict - warnings - undecided
        if undecided > 0 { parts.append("\(undecided) undecided") }
        parts.append("\(compatible) compatible")
        let accepted = changes.count(where: \.isAccepted)
        if accepted > 0 { parts.append("\(accepted) accepted by the baseline") }
        return parts.joined(separator: ", ") + "; next version: \(version.rawValue)" + clientSummary
    }

    /// The last words of the summary: the clients that the changes break, may break and don't break.
    private var clientSummary: String {
        let names = changes.first?.effects.map(\.client) ?? []
        let verdicts = names.indices.map { index in
            let effects = changes.compactMap { $0.effects.indices.contains(index) ? $0.effects[index].effect : nil }
            let isBroken = effects.contains { if case .breaks = $0 { true } else { false } }
            return isBroken ? "breaks" : effects.contains(where: \.isBreaking) ? "may break" : "doesn't break"
        }
        return ["breaks", "may break", "doesn't break"].map { verdict in
            let clients = zip(names, verdicts).filter { $1 == verdict }.map(\.0)
            return clients.isEmpty ? "" : "; \(verdict) \(clients.joined(separator: ", "))"
        }.joined()
    }

    package var json: JSON {
        [
            "old": .string(old), "new": .string(new), "version": .string(version.rawValue),
            "breaksAny": .bool(changes.contains(where: Audience.any.isBroken)),
            "breaksTolerant": .bool(changes.contains(where: Audience.tolerant.isBroken)),
            "changes": .array(changes.map(\.json)),
        ]
    }
}

/// A change, and the operations that it affects.
package struct ChangeGroup: Sendable {
    /// The change of the first operation.
    package private(set) var change: Change
    /// The operations, in the order of the document.
    package private(set) var operations: [String]
    /// The places in messages, such as `400 body` and `401 body` for a response that both status codes have.
    private var places: Set<String>

    init(_ change: Change) { (self.change, operations, places) = (change, [change.operation], [change.place]) }

    mutating func add(_ other: Change) {
        places.insert(other.place)
        if !operations.contains(other.operation) { operations.append(other.operation) }
        if change.proof() == nil, other.proof() != nil {
            (change.witness, change.witnessPlace) = (other.witness, other.witnessPlace)
        }
    }

    /// The operation, or the schema if the change affects several operations.
    package var subject: String {
        operations.count > 1 ? Self.owner(of: change)?.name ?? change.operation : change.operation
    }

    /// One sentence with the changed element and the change, such as `response Order/total: became optional, in 4
    /// operations`.
    package var sentence: String {
        var shown = change
        if operations.count > 1, let owner = Self.owner(of: change) {
            shown.text = "\(Self.text(of: change)), in \(operations.count) operations"
            if let path = owner.path { shown.place = owner.name + path }
        } else if places.count > 1 {
            shown.place += " and \(places.count - 1) more"
        }
        return shown.sentence
    }

    /// Returns the text without the alternative, which may differ between the operations that use a schema.
    fileprivate static func text(of change: Change) -> String { String(change.text.dropLast(change.scope.count)) }

    /// The names of the operations if there are several, with the number of those left out.
    package func operationList(limit: Int) -> String? {
        operations.count > 1 ? operations.joined(upTo: limit) : nil
    }

    fileprivate var rank: Int { change.isAccepted ? -1 : change.impact.rawValue }

    /// The names of the parts of documents that several operations can use.
    private static let sections: Set<String> = [
        "schemas", "definitions", "responses", "parameters", "requestBodies", "headers",
    ]

    /// Returns the element that operations share: a component such as a named schema, with the path of the place in its
    /// schema, a path with parameters of its own, or the document's `security`.
    fileprivate static func owner(of place: SourceLocation) -> (name: String, path: String?)? {
        guard let tokens = (try? JSONPointer(parsing: place.pointer))?.tokens, tokens.count > 1 else { return nil }
        if tokens[0] == "security" { return (tokens[0], nil) }
        if tokens[0] == "paths" { return tokens.count > 2 && tokens[2] == "parameters" ? (tokens[1], nil) : nil }
        let index = tokens[0] == "components" ? 1 : 0
        guard sections.contains(tokens[index]), index + 1 < tokens.count else { return nil }
        let steps = zip(tokens[(index + 1)...], tokens[(index + 2)...]).map { key, token in
            key == "properties" ? "/\(token)" : ["items", "additionalProperties"].contains(token) ? "/*" : ""
        }
        return (tokens[index + 1], steps.joined())
    }

    /// Returns the shared element that contains a change. Only one document may contain the changed property.
    private static func owner(of change: Change) -> (name: String, path: String?)? {
        let owners = [change.new, change.old].compactMap(\.self).compactMap { owner(of: $0) }
        let property = change.part?.name?.split(separator: "/").last.map { "/\($0)" }
        return owners.first { owner in property.map { owner.path?.hasSuffix($0) ?? false } ?? true } ?? owners.first
    }
}

extension Change.Impact {
    /// The name of the impact in reports, such as `breaks clients`.
    package var name: String {
        switch self {
        case .compatible: "compatible"
        case .warning: "warning"
        case .strict: "breaks strict clients"
        case .breaking: "breaks clients"
        }
    }

    /// The severity of the impact in SARIF reports and annotations: `note`, `warning` or `error`.
    package var level: String {
        switch self {
        case .compatible: "note"
        case .warning: "warning"
        case .strict, .breaking: "error"
        }
    }
}

extension Change {
    /// One sentence with the changed element and the change, such as `body /name: became required`.
    package var sentence: String { place.isEmpty ? text : "\(direction.rawValue) \(place): \(text)" }

    /// The effects on clients as sentences. The list is empty for a compatible change.
    package var clientSentences: [String] {
        guard impact > .compatible else { return [] }
        if effects.count > 1, case .unread(let part)? = effects.first?.effect,
            effects.allSatisfy({ $0.effect == .unread(part: part) })
        {
            return ["0 of \(effects.count) clients read \(part)"]
        }
        return effects.map { entry in
            let words = entry.effect.words
            return words.verdict == "not affected"
                ? "\(entry.client) is not affected: \(words.reason)"
                : "\(words.verdict) \(entry.client): \(words.reason)"
        }
    }

    var json: JSON {
        var object: JSONObject = [
            "id": .string(id), "impact": .string(impact.name), "level": .string(impact.level),
            "operation": .string(operation), "direction": .string(direction.rawValue), "place": .string(place),
            "text": .string(text), "undecided": .bool(isUndecided),
        ]
        if let old { object["old"] = old.json }
        if let new { object["new"] = new.json }
        if isAccepted { object["accepted"] = true }
        if let witness, alternative == nil { object["witness"] = witness }
        if let witness, let alternative { object["alternative"] = ["name": .string(alternative), "witness": witness] }
        if let request { object["request"] = .string(request) }
        if !effects.isEmpty {
            object["clients"] = .array(
                effects.map { entry in
                    let words = entry.effect.words
                    return [
                        "name": .string(entry.client), "effect": .string(words.verdict),
                        "reason": .string(words.reason),
                    ]
                })
        }
        return .object(object)
    }
}
