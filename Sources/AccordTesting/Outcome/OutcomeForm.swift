// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The comparable part of a call's outcome: the stored properties of the returned value, or the type and the values of
/// the error.
struct OutcomeForm: Sendable, Hashable {
    private enum Kind { case returned, threw, other }

    private let kind: Kind
    private let value: JSON
    /// The places of values that differ in each call.
    var unsteady: Set<JSONPointer> = []

    init(_ outcome: ClientOutcome) {
        switch outcome {
        case .returned(let value):
            kind = .returned
            // Compare only the stored properties, because the value is encoded only in some calls.
            self.value = value.json
        case .threw(let error):
            kind = .threw
            value = .array([.string(error.type), .string(error.enumCase ?? ""), error.values.json])
        case .neither, .both, .dropped, .hung, .notBound, .misreadInput:
            kind = .other
            value = .null
        }
    }

    /// Whether the call returned a value.
    var isValue: Bool { kind == .returned }

    /// Whether the call returned `nil` or `false`.
    var isAbsence: Bool { isValue && (value.isNull || value == .bool(false)) }

    /// The value as compact JSON, for messages.
    var text: String { value.compact }

    /// Whether `other` is a different kind of outcome, such as an error instead of a value, or an error with a
    /// different type or enum case. The result is `false` if this outcome is neither a value nor an error.
    func fails(in other: OutcomeForm) -> Bool {
        switch (kind, other.kind) {
        case (.returned, .returned): false
        case (.threw, .threw): value[0] != other.value[0] || value[1] != other.value[1]
        case (.returned, _), (.threw, _): true
        case (.other, _): false
        }
    }

    /// Whether both outcomes are values, and `other` has a different value at a location. A missing value or null
    /// doesn't count.
    func replaces(in other: OutcomeForm) -> Bool {
        isValue && differences(from: other)?.contains { $0.actual?.isNull == false } == true
    }

    /// Whether both outcomes are values, and `other` differs only by texts, names of enum cases, or values that are
    /// `nil`.
    func replacesText(in other: OutcomeForm) -> Bool {
        isValue && differs(from: other) { $0?.string != nil || $0?.isNull ?? true }
    }

    /// Whether both outcomes are values, and `other` differs only by values that are `nil`, missing or in a response.
    func omits(in other: OutcomeForm, besides response: JSON) -> Bool {
        let values = Self.values(in: response)
        return isValue && differs(from: other) { actual in actual.map { $0.isNull || values.contains($0) } ?? true }
    }

    /// Whether the call returned a value that consists of `nil` and of values in a response.
    func isMade(of response: JSON) -> Bool {
        let values = Self.values(in: response)
        return isValue
            && ([value] + Self.values(in: value)).allSatisfy { value in
                value.isNull || value.object != nil || value.array != nil || values.contains(value)
            }
    }

    private static func values(in json: JSON) -> [JSON] { json.innerPlaces().compactMap { json.value(at: $0) } }

    /// Whether both outcomes are values, and `other` differs only by list elements that it lacks.
    func leavesOutElements(in other: OutcomeForm) -> Bool {
        kind == .returned && other.kind == .returned && value != other.value && Self.isPart(other.value, of: value)
    }

    private static func isPart(_ part: JSON, of whole: JSON) -> Bool {
        switch (part, whole) {
        case (.array(let part), .array(let whole)):
            var rest = whole[...]
            return part.allSatisfy { element in
                guard let index = rest.firstIndex(where: { isPart(element, of: $0) }) else { return false }
                rest = rest[(index + 1)...]
                return true
            }
        case (.object(let part), .object(let whole)):
            return part.count == whole.count
                && part.allSatisfy { member in whole[member.key].map { isPart(member.value, of: $0) } ?? false }
        default: return part == whole
        }
    }

    /// Returns the locations at which two outcomes differ, or `nil` if one is a value and the other is an error.
    func places(unlike other: OutcomeForm) -> Set<JSONPointer>? {
        differences(from: other).map { Set($0.map(\.pointer)) }
    }

    /// Whether `other` differs from this outcome, and each different value in `other` equals `answered`. If so, the
    /// client returned this value of the response unchecked.
    func differs(from other: OutcomeForm, onlyBy answered: JSON) -> Bool {
        differs(from: other) { $0.map { Reflected($0).differences(from: answered).isEmpty } ?? false }
    }

    /// Whether `other` is the same kind of outcome, and has different values, each of which satisfies a condition. A
    /// missing value is `nil`.
    private func differs(from other: OutcomeForm, _ isExpected: (JSON?) -> Bool) -> Bool {
        guard let differences = differences(from: other), !differences.isEmpty else { return false }
        return differences.allSatisfy { isExpected($0.actual) }
    }

    /// Whether the change from `body` to `changed` is also exactly the change from this outcome to `other`. If so, the
    /// client returns the response body, or a part of it, as untyped JSON, maybe under a different name or twice, such as
    /// `rawPayload` in openrouter-swift-api.
    func differs(from other: OutcomeForm, as body: JSON, differsFrom changed: JSON) -> Bool {
        guard let differences = differences(from: other), !differences.isEmpty else { return false }
        let inBodies = JSONDifference.between(body, changed, limit: 1000)
        return inBodies.allSatisfy { inBody in differences.contains { inBody.isSame(as: $0) } }
            && differences.allSatisfy { difference in inBodies.contains { $0.isSame(as: difference) } }
    }

    private func differences(from other: OutcomeForm) -> [JSONDifference]? {
        guard kind == other.kind else { return nil }
        return JSONDifference.between(value, other.value, limit: 1000).filter { difference in
            !unsteady.contains(difference.pointer) && !Self.isReordered(difference.expected, difference.actual)
        }
    }

    /// Whether two texts are URLs that differ only by the order of the query items. In PokemonAPI, a dictionary decides
    /// this order, which differs in some calls.
    private static func isReordered(_ left: JSON?, _ right: JSON?) -> Bool {
        func parts(_ text: String?) -> [[Substring]] {
            (text ?? "").split(separator: "?", maxSplits: 1).map { $0.split(separator: "&").sorted() }
        }
        let (left, right) = (parts(left?.string), parts(right?.string))
        return left.count == 2 && left == right
    }
}
