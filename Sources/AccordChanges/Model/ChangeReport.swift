// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// The changes between two versions of an API's documentation, in the form of a report.
package struct ChangeReport: Sendable {
    package var changes: [Change]
    /// The name of the old document, as the user wrote it.
    package var old: String
    package var new: String

    package init(changes: [Change], old: String, new: String) {
        self.changes = changes
        self.old = old
        self.new = new
    }

    /// A component of a version number (semver.org). The next release increases this component.
    package enum Version: String, Sendable {
        case major, minor, patch
    }

    /// The component of the version number to increase (semver.org): `major` if a change breaks a client, `minor` if
    /// other changes exist, and otherwise `patch`.
    package var version: Version {
        if changes.contains(where: { $0.impact >= .strict }) { return .major }
        return changes.isEmpty ? .patch : .minor
    }

    /// The report without compatible changes.
    package var important: ChangeReport {
        ChangeReport(changes: changes.filter { $0.impact > .compatible }, old: old, new: new)
    }

    /// The changed operations with their changes. The most important changes come first.
    package var operations: [(name: String, changes: [Change])] {
        var names: [String] = []
        var groups: [String: [Change]] = [:]
        for change in changes {
            if groups[change.operation] == nil { names.append(change.operation) }
            groups[change.operation, default: []].append(change)
        }
        // `sorted` keeps the order of changes with the same impact.
        return names.map { name in (name: name, changes: (groups[name] ?? []).sorted { $0.impact > $1.impact }) }
            .sorted { ($0.changes.first?.impact ?? .compatible) > ($1.changes.first?.impact ?? .compatible) }
    }

    /// A sentence with the number of changes of each impact.
    package var summary: String {
        if changes.isEmpty { return "no changes" }
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
        return parts.joined(separator: ", ") + "; next version: \(version.rawValue)" + clientSummary
    }

    /// The last words of the summary: the clients that the changes break, may break and don't break.
    private var clientSummary: String {
        let names = changes.first?.effects.map(\.client) ?? []
        var (broken, uncertain, unaffected) = ([String](), [String](), [String]())
        for (index, name) in names.enumerated() {
            let effects = changes.compactMap { $0.effects.indices.contains(index) ? $0.effects[index].effect : nil }
            if effects.contains(where: { if case .breaks = $0 { true } else { false } }) {
                broken.append(name)
            } else if effects.contains(where: \.isBreaking) {
                uncertain.append(name)
            } else {
                unaffected.append(name)
            }
        }
        return [("breaks", broken), ("may break", uncertain), ("doesn't break", unaffected)].map { verdict, names in
            names.isEmpty ? "" : "; \(verdict) \(names.joined(separator: ", "))"
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
        if let witness { object["witness"] = witness }
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

extension SourceLocation {
    fileprivate var json: JSON {
        [
            "file": .string(file), "line": .number(JSONNumber(line)), "column": .number(JSONNumber(column)),
            "pointer": .string(pointer),
        ]
    }
}
