// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension KeywordChanges {
    /// Compares `deprecated`, `x-sunset` and `x-stability-level` of properties.
    mutating func compareLifecycle() {
        let (before, after) = (old.field("x-sunset"), new.field("x-sunset"))
        let former = Sunset(isDeprecated: old["deprecated"]?.bool == true, before, today: "")
        let later = Sunset(isDeprecated: new["deprecated"]?.bool == true, after, today: "")
        if let change = LifecycleChange(from: former, to: later, of: "value"), let id = change.ids.value {
            add(id, .none, change.text, before ?? old["deprecated"], after ?? new["deprecated"], least: change.impact)
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
