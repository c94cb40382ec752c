// SPDX-License-Identifier: Apache-2.0
import AccordJSON

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
        guard let earlier, let current, let isLower = StabilityLevel.isLower(current, than: earlier) else { return }
        add(
            isLower ? "stability-decreased" : "stability-increased", .none,
            "the value's stability changed from \(earlier.compact) to \(current.compact)", earlier, current,
            least: isLower ? .warning : .compatible)
    }
}

/// The levels of `x-stability-level`, from the lowest to the highest.
enum StabilityLevel: String, CaseIterable {
    case draft, alpha, beta, stable

    /// Returns whether a level is lower than an earlier level, or `nil` if the levels are equal or unknown.
    static func isLower(_ level: JSONValue, than earlier: JSONValue) -> Bool? {
        guard let after = level.string.flatMap(Self.init), let before = earlier.string.flatMap(Self.init),
            let left = allCases.firstIndex(of: before), let right = allCases.firstIndex(of: after), left != right
        else { return nil }
        return right < left
    }
}
