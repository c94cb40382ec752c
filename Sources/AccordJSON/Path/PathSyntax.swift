/// A step of a query: what to select from each value, or from each value and everything inside it.
struct PathSegment: Sendable {
    var isDescendant: Bool
    /// Where it starts in the query, in Unicode scalars from 1.
    var column: Int
    var selectors: [PathSelector]
}

/// What a segment selects from one value.
enum PathSelector: Sendable {
    case name(String)
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(PathCondition)
}

/// A logical expression of a filter.
indirect enum PathCondition: Sendable {
    case any([PathCondition])
    case all([PathCondition])
    case not(PathCondition)
    case comparison(PathOperand, PathComparison, PathOperand)
    case exists(PathQuery)
    case match(PathPattern)
}

/// The six comparisons.
enum PathComparison: Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// A query inside a filter.
struct PathQuery: Sendable {
    /// Whether it starts at the value being filtered (`@`) rather than at the root (`$`).
    var isRelative: Bool
    var segments: [PathSegment]

    /// Whether it selects one value at most: names and indexes only.
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            case .wildcard, .slice, .filter: return false
            }
        }
    }
}

/// What a comparison or a function takes as a value.
indirect enum PathOperand: Sendable {
    case literal(JSON)
    case singular(PathQuery)
    case length(PathOperand)
    case count(PathQuery)
    case value(PathQuery)
}

/// A call of `match` or `search`.
struct PathPattern: Sendable {
    var subject: PathOperand
    var pattern: PathOperand
    /// The compiled pattern if it is a literal. `nil` for a literal that isn't an I-Regexp.
    var compiled: ECMAPattern?
    /// Whether all of the string must match (`match`) or a part of it (`search`).
    var isWhole: Bool
}
