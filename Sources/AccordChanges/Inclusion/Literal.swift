// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A schema that a value must satisfy, or must violate if the literal is negated.
struct Literal: Hashable {
    /// The schema's number in the graph.
    var schema: Int
    var isNegated = false
    /// Whether the schema describes the values that the sender produces.
    ///
    /// A sender sends only the properties that its document declares.
    var isSender = false

    static func not(_ schema: Int) -> Literal { Literal(schema: schema, isNegated: true) }

    /// The same literal with the opposite meaning.
    var opposite: Literal { Literal(schema: schema, isNegated: !isNegated) }
}

/// The result of the search for a value.
enum SearchResult {
    /// No value exists.
    case none
    /// A value exists. If the search isn't sure, the value has to be checked.
    case some(JSON, isSure: Bool)
    /// The search ended without a decision.
    case unknown

    /// Returns the smaller of two values, or the less certain of two other results.
    func or(_ other: SearchResult) -> SearchResult {
        switch (self, other) {
        case (.some(let left, let leftIsSure), .some(let right, let rightIsSure)):
            if leftIsSure != rightIsSure {
                leftIsSure ? self : other
            } else {
                right.compact.utf8.count < left.compact.utf8.count ? other : self
            }
        case (.some, _): self
        case (_, .some): other
        case (.unknown, _), (_, .unknown): .unknown
        case (.none, .none): .none
        }
    }
}

/// A set of constraints on one value of one type, without choices.
struct ConstraintState {
    /// The members of an object as one schema describes them.
    struct Members {
        var rule: SchemaRule
        var isSender: Bool
    }

    /// A member or an element that must violate a schema.
    struct Demand {
        /// The schema that doesn't describe the member: its name isn't in `properties` or `patternProperties`.
        var uncovered: SchemaRule?
        /// The pattern that matches the member's name.
        var pattern: ECMAPattern?
        /// The lowest index of the element.
        var from = 0
        var literal: Literal
    }

    /// The schemas of an array's elements.
    struct Elements {
        var prefix: [Literal?]
        var rest: Literal?
    }

    let type: SchemaTypes
    /// All literals that were added, to find contradictions.
    var literals: Set<Literal> = []
    /// The literals in the order in which they were added.
    var ordered: [Literal] = []
    var allowed: [JSON]?
    var excluded: [JSON] = []

    var minimum: SchemaRule.Bound?
    var maximum: SchemaRule.Bound?
    var divisors: [JSONNumber] = []
    var excludedDivisors: [JSONNumber] = []

    /// The lowest and highest number of characters, elements or members.
    var minCount = 0
    var maxCount = Int.max
    var patterns: [String] = []
    var excludedPatterns: [String] = []
    var formats: [String] = []
    var excludedFormats: [String] = []

    var isUnique = false
    var isRepeated = false
    var elements: [Elements] = []
    var contained: [(literal: Literal, count: Int)] = []

    var members: [Members] = []
    var required: [String] = []
    var forbidden: Set<String> = []
    var memberLiterals: [(name: String, literal: Literal)] = []
    var names: [Literal] = []
    var violatedNames: [Int] = []
    var dependents: [(name: String, others: [String])] = []
    var demands: [Demand] = []

    /// Whether a keyword was left out. A value may then be invalid, but a contradiction is still certain.
    var isDoubtful = false

    /// Narrows the number of characters, elements or members. Returns `false` if no count is left.
    mutating func count(_ minimum: Int, _ maximum: Int) -> Bool {
        minCount = max(minCount, minimum)
        maxCount = min(maxCount, maximum)
        return minCount <= maxCount
    }

    mutating func raise(_ bound: SchemaRule.Bound?) {
        guard let bound else { return }
        if let minimum, minimum.number > bound.number || minimum.number == bound.number && minimum.isExclusive {
            return
        }
        minimum = bound
    }

    mutating func cut(_ bound: SchemaRule.Bound?) {
        guard let bound else { return }
        if let maximum, maximum.number < bound.number || maximum.number == bound.number && maximum.isExclusive {
            return
        }
        maximum = bound
    }
}
