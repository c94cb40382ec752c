// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The limits of a number of characters, elements or members, combined from all schemas that apply to the value.
package struct CountLimits: Hashable {
    package private(set) var minimum: Int = 0
    package private(set) var maximum: Int = .max
    private(set) var minimumPlace: JSONValue?
    private(set) var maximumPlace: JSONValue?

    package init(atLeast count: Int = 0) { minimum = count }

    /// Creates the limits in two keywords, such as `minItems` and `maxItems`.
    package init(_ minimum: JSONValue?, _ maximum: JSONValue?) {
        if let minimum, let count = Self.count(minimum) { raise(to: count, place: minimum) }
        if let maximum, let count = Self.count(maximum) { cut(to: count, place: maximum) }
    }

    /// Adds the limits of a different schema for the same count.
    mutating func add(_ other: CountLimits) {
        raise(to: other.minimum, place: other.minimumPlace)
        cut(to: other.maximum, place: other.maximumPlace)
    }

    package mutating func raise(to count: Int, place: JSONValue? = nil) {
        guard count > minimum else { return }
        minimum = count
        minimumPlace = place
    }

    package mutating func cut(to count: Int, place: JSONValue? = nil) {
        guard count < maximum else { return }
        maximum = count
        maximumPlace = place
    }

    /// Sets the minimum and the maximum to the same count.
    mutating func fix(_ count: Int) {
        minimum = count
        maximum = count
    }

    /// Whether the limits allow no count.
    package var isEmpty: Bool { minimum > maximum }

    func allows(_ count: Int) -> Bool { count >= minimum && count <= maximum }

    /// Returns a contradiction if the limits allow no count.
    ///
    /// - Parameter what: The suffix of the keywords: `Length`, `Items` or `Properties`.
    func contradiction(_ what: String) -> ExampleContradiction? {
        guard isEmpty, let place = maximumPlace else { return nil }
        if maximum < 0 { return ExampleContradiction("every value satisfies min\(what) 0", at: place) }
        let reason = "min\(what) \(minimum) is above max\(what) \(maximum)"
        return ExampleContradiction(reason, at: place, and: minimumPlace)
    }

    /// Returns the value of a keyword such as `minItems`. Integers that don't fit into `Int` are clamped.
    static func count(_ value: JSONValue) -> Int? {
        guard let number = value.number, number.isInteger else { return nil }
        return max(0, number.int ?? (number > JSONNumber(0) ? .max : 0))
    }
}
