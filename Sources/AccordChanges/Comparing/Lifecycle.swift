// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The deprecation of an operation, parameter or property, with the date of its removal (`x-sunset`).
struct Sunset {
    enum State {
        /// The operation, parameter or property isn't deprecated.
        case inUse
        /// The operation, parameter or property is deprecated and has no `x-sunset`.
        case deprecated
        case passed(String)
        case ahead(String)
        case invalid(String)
    }

    var state: State
    /// The place of `x-sunset`, or of the operation or parameter without `x-sunset`.
    var location = SourceLocation(file: "", line: 1, column: 1)

    /// Reads the value of `x-sunset`, and compares its date with today.
    ///
    /// - Parameter today: today's date, such as `2026-11-23`.
    init(isDeprecated: Bool, _ value: JSONValue?, today: String) {
        guard isDeprecated, let value else {
            state = isDeprecated ? .deprecated : .inUse
            return
        }
        let text = value.string ?? value.compact
        guard let seconds = HTTPDate.seconds(of: text) else {
            state = .invalid(text)
            return
        }
        let date = String(Timestamp.text(secondsSince1970: seconds).prefix(10))
        state = date <= today ? .passed(date) : .ahead(date)
    }

    /// Returns the id of the removal: one of two ids, or a name with a suffix.
    func removalID(_ name: String, inUse: String, invalid: String) -> String {
        switch state {
        case .inUse: inUse
        case .deprecated, .passed: "\(name)-with-deprecation"
        case .ahead: "\(name)-before-sunset"
        case .invalid: invalid
        }
    }

    var hasPassed: Bool { if case .passed = state { true } else { false } }

    /// Returns a sentence about the removal of the operation or parameter.
    func removal(of noun: String) -> String {
        switch state {
        case .inUse: "the \(noun) was removed"
        case .deprecated: "the deprecated \(noun) was removed without a sunset date"
        case .passed(let date): "the \(noun) was removed after its sunset date, \(date)"
        case .ahead(let date): "the \(noun) was removed before its sunset date, \(date)"
        case .invalid(let text): "the \(noun) was removed, but “x-sunset” “\(text)” isn't a date"
        }
    }
}

/// A change of the deprecation of an operation, parameter or property.
struct LifecycleChange {
    /// The ids of the change for an operation, a parameter and a value. For a value, Accord reports only its deprecation.
    var ids: (operation: String, parameter: String, value: SchemaChange.Name?)
    var text: String
    var impact: Change.Impact

    /// Returns the change between two states, or `nil` if nothing changed that a client should know.
    ///
    /// - Parameter noun: the subject of the text, such as `operation`.
    init?(from old: Sunset, to new: Sunset, of noun: String) {
        switch (old.state, new.state) {
        case (.inUse, .inUse): return nil
        case (.inUse, .deprecated):
            ids = ("endpoint-deprecated", "request-parameter-deprecated", "deprecated")
            (text, impact) = ("the \(noun) is deprecated", .compatible)
        case (.inUse, .passed(let date)), (.inUse, .ahead(let date)):
            ids = ("endpoint-deprecated-with-sunset", "request-parameter-deprecated", "deprecated-with-sunset")
            (text, impact) = ("the \(noun) is deprecated, with the sunset date \(date)", .compatible)
        case (.inUse, .invalid(let value)):
            ids = ("api-deprecated-sunset-parse", "request-parameter-deprecated", "deprecated-sunset-invalid")
            (text, impact) = ("the \(noun) is deprecated, but “x-sunset” “\(value)” isn't a date", .warning)
        case (_, .inUse):
            ids = ("endpoint-reactivated", "request-parameter-reactivated", "reactivated")
            (text, impact) = ("the \(noun) isn't deprecated anymore", .compatible)
        case (.ahead(let date), .deprecated), (.passed(let date), .deprecated):
            ids = ("sunset-deleted", "request-parameter-sunset-deleted", nil)
            (text, impact) = ("the \(noun) lost its sunset date, \(date)", .warning)
        case (.ahead(let date), .passed(let other)), (.ahead(let date), .ahead(let other)):
            guard other < date else { return nil }
            ids = ("api-sunset-date-changed-too-small", "request-parameter-sunset-date-changed-too-small", nil)
            (text, impact) = ("the \(noun)'s sunset date moved from \(date) to \(other)", .warning)
        case (.invalid(let before), .invalid(let after)) where before == after: return nil
        case (.invalid(let value), _), (_, .invalid(let value)):
            ids = ("api-path-sunset-parse", "request-parameter-sunset-parse", nil)
            (text, impact) = ("“x-sunset” “\(value)” isn't a date", .warning)
        case (.deprecated, _), (.passed, _): return nil
        }
    }
}

extension KeywordChanges {
    /// Compares `deprecated`, `x-sunset` and `x-stability-level` of properties.
    mutating func compareLifecycle() {
        let (before, after) = (old.field("x-sunset"), new.field("x-sunset"))
        let former = Sunset(isDeprecated: old["deprecated"]?.bool == true, before, today: "")
        let later = Sunset(isDeprecated: new["deprecated"]?.bool == true, after, today: "")
        if let change = LifecycleChange(from: former, to: later, of: "value"), let name = change.ids.value {
            add(name, .none, change.text, before ?? old["deprecated"], after ?? new["deprecated"], least: change.impact)
        }
        let (earlier, current) = (old.field("x-stability-level"), new.field("x-stability-level"))
        guard let change = StabilityLevel.change(from: earlier, to: current, of: "value") else { return }
        add("stability-\(change.ending)", .none, change.text, earlier, current, least: change.impact)
    }
}

/// The levels of `x-stability-level`, from the lowest to the highest.
enum StabilityLevel: String, CaseIterable {
    case draft, alpha, beta, stable

    /// Returns the end of the id, the text and the impact of a change, or `nil` if the levels are equal or unknown.
    ///
    /// - Parameter noun: the subject of the text, such as `operation`.
    static func change(from old: JSONValue?, to new: JSONValue?, of noun: String)
        -> (ending: String, text: String, impact: Change.Impact)?
    {
        let levels = [old, new].map { $0?.string.flatMap(Self.init) }
        guard let before = levels[0], let after = levels[1], before != after,
            let first = allCases.first(where: { [before, after].contains($0) })
        else { return nil }
        let text = "the \(noun)'s stability changed from \(before.rawValue) to \(after.rawValue)"
        return first == after ? ("decreased", text, .warning) : ("increased", text, .compatible)
    }
}

/// The elements of two lists that belong together, and the elements of only one list.
struct Pairing<Element> {
    private(set) var pairs: [(old: Element, new: Element)] = []
    private(set) var removed: [Element]
    private(set) var added: [Element]

    /// Pairs elements with equal keys in order. If several keys are given, the first key pairs elements first.
    init<Key: Hashable>(_ old: [Element], _ new: [Element], by keys: ((Element) -> Key)...) {
        var order: [(index: Int, old: Element, new: Element)] = []
        var (left, right) = (Array(old.enumerated()), Array(new.enumerated()))
        for key in keys {
            var candidates = Dictionary(grouping: right) { key($0.element) }
            var taken: Set<Int> = []
            left.removeAll { entry in
                guard let match = candidates[key(entry.element)]?.first else { return false }
                candidates[key(entry.element)]?.removeFirst()
                taken.insert(match.offset)
                order.append((entry.offset, entry.element, match.element))
                return true
            }
            right.removeAll { taken.contains($0.offset) }
        }
        pairs = order.sorted { $0.index < $1.index }.map { ($0.old, $0.new) }
        (removed, added) = (left.map(\.element), right.map(\.element))
    }
}
