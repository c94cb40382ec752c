// SPDX-License-Identifier: Apache-2.0
/// A segment of a query. `.name` selects children of each value. `..name` (`isDescendant`) also selects children of the
/// value's descendants.
struct PathSegment: Sendable {
    var isDescendant: Bool
    /// The column of the segment, counted in Unicode scalars from 1.
    var column: Int
    var selectors: [PathSelector]
}

/// A selector of a segment: it selects children by name, by index or by a filter.
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

/// The comparison operators. An operator precedes the operators with which it starts.
enum PathComparison: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

/// A query inside a filter.
struct PathQuery: Sendable {
    /// Whether the query starts at the filtered value (`@`) instead of the root (`$`).
    var isRelative: Bool
    var segments: [PathSegment]

    /// Whether the query selects at most one value, using only names and indexes.
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

/// An operand of a comparison or a function.
indirect enum PathOperand: Sendable {
    case literal(JSONValue)
    case singular(PathQuery)
    case length(PathOperand)
    case count(PathQuery)
    case value(PathQuery)
}

/// A call of `match` or `search` in a filter: the string to search, and the pattern.
struct PathPattern: Sendable {
    var subject: PathOperand
    var pattern: PathOperand
    /// The compiled form of a literal pattern. `nil` if the pattern isn't a literal or isn't an I-Regexp.
    var compiled: ECMAPattern?
    /// Whether the pattern must match the whole string, as `match` requires. For `search`, a match within the string
    /// suffices.
    var isWhole: Bool
}
