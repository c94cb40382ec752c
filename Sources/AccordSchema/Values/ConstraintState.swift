// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A requirement on a value: the value must satisfy a schema, or violate the schema if `isNegated` is true.
package struct Literal: Hashable {
    /// The number of the schema in the graph.
    package var schema: Int
    package var isNegated = false
    /// Whether the schema describes a value that the sender creates. A sender creates only the properties that its
    /// document declares.
    package var isSender = false
    /// The schema resources that were entered, outermost first. Empty if the program has no dynamic references.
    var scope: [UInt32] = []

    package init(schema: Int, isNegated: Bool = false, isSender: Bool = false) {
        (self.schema, self.isNegated, self.isSender) = (schema, isNegated, isSender)
    }

    /// The requirement that a value doesn't meet this requirement.
    var negated: Literal {
        var literal = self
        literal.isNegated.toggle()
        return literal
    }

    /// Returns the requirement that the same value, or a value inside it, satisfies a subschema.
    func same(_ schema: Int) -> Literal {
        var literal = self
        (literal.schema, literal.isNegated) = (schema, false)
        return literal
    }

    package static func not(_ schema: Int) -> Literal { Literal(schema: schema, isNegated: true) }
}

/// The result of a search for a value that satisfies or violates given schemas.
package enum SearchResult: Sendable {
    /// The search proved that no value meets the requirements.
    case none
    /// A value was found.
    case some(JSON)
    /// The search ended, but it's unknown whether a value exists.
    case unknown

    /// The value that was found.
    package var value: JSON? { if case .some(let value) = self { value } else { nil } }

    /// Whether the search proved that no value meets the requirements.
    package var isNone: Bool { if case .none = self { true } else { false } }

    /// Returns the better of two results. A value is better than no value, and a small value is better than a large
    /// value. If neither result is a value, returns the less certain result.
    func or(_ other: SearchResult) -> SearchResult {
        switch (self, other) {
        case (.some(let left), .some(let right)): right.compact.utf8.count < left.compact.utf8.count ? other : self
        case (.some, _): self
        case (_, .some): other
        case (.unknown, _), (_, .unknown): .unknown
        case (.none, .none): .none
        }
    }
}

/// The constraints on a value of one type. Wherever schemas allow alternatives, the search has chosen one.
struct ConstraintState {
    /// A requirement that an object or array contains a member or element that satisfies or violates a schema. Each
    /// requirement for an array needs an element of its own.
    struct Demand {
        /// A schema that must not have the member's name in `properties`, or a matching pattern in `patternProperties`.
        var uncovered: SchemaRule?
        /// A pattern that the member's name must match.
        var pattern: ECMAPattern?
        /// The lowest index that the element may have.
        var from = 0
        var literal: Literal
    }

    /// The constraints of one schema on the elements of an array: `prefixItems` and `items`.
    struct Elements {
        var prefix: [Literal?]
        var rest: Literal?
    }

    let type: JSONKind
    /// The requirements (schemas to satisfy or to violate) that were added. In a set, contradictions are found quickly.
    var literals: Set<Literal> = []
    var allowed: [JSON]?
    var excluded: Set<JSON> = []

    var number = NumberLimits()
    var excludedDivisors: [JSONNumber] = []

    /// The limits of the number of characters, elements or members.
    var count = CountLimits()
    var tests: [TextTest] = []
    /// The tests that the string must fail.
    var excludedTests: [TextTest] = []
    /// The formats of a realistic string, even those that the validator doesn't check.
    var formats: [String] = []
    var encoding: String?
    var mediaType: String?

    var isUnique = false
    var isRepeated = false
    var elements: [Elements] = []

    /// The schemas that the object satisfies.
    var members: [Literal] = []
    var required: [String] = []
    var forbidden: Set<String> = []
    var memberLiterals: [(name: String, literal: Literal)] = []
    /// The values of OpenAPI discriminators that identify the chosen alternatives.
    var discriminators: [String: String] = [:]
    var names: [Literal] = []
    var violatedNames: [Int] = []
    var tags = Tags()
    var demands: [Demand] = []

    /// Whether the search ignored a keyword. If so, the validator must check each value that the search finds. A
    /// contradiction still proves that no value exists.
    var isDoubtful = false

    /// Whether no value satisfies the constraints.
    var isImpossible = false

    /// Limits the number of characters, elements or members. Returns `false` if no number satisfies all limits.
    @discardableResult mutating func limit(_ minimum: Int, _ maximum: Int) -> Bool {
        var limits = CountLimits(atLeast: minimum)
        limits.cut(to: maximum)
        return limit(limits)
    }

    mutating func limit(_ limits: CountLimits) -> Bool {
        count.add(limits)
        if count.isEmpty { isImpossible = true }
        return !isImpossible
    }

    /// Requires that the object has a member.
    mutating func require(_ name: String) {
        required.append(name)
        isImpossible = forbidden.contains(name)
    }

    /// Requires that the object lacks a member.
    mutating func forbid(_ name: String) {
        forbidden.insert(name)
        isImpossible = required.contains(name)
    }

    /// Returns the requirements on the element at an index.
    func elementLiterals(_ index: Int) -> [Literal] {
        elements.compactMap { $0.prefix.count > index ? $0.prefix[index] : $0.rest }
    }

    /// Requires a number of elements that satisfy a schema. Returns `false` if the array can't have as many elements.
    @discardableResult mutating func demand(_ elements: Int, of literal: Literal) -> Bool {
        demands += repeatElement(Demand(literal: literal), count: min(elements, 10_000))
        return limit(elements, .max)
    }
}
