// SPDX-License-Identifier: Apache-2.0
/// Applies a query to one document.
struct PathEvaluation {
    let root: JSONValue
    let work: PathWork

    /// Returns the values that the segments select, starting from a value.
    func apply(_ segments: [PathSegment], to value: JSONValue, isWithinFilter: Bool = false) -> [JSONValue] {
        var values = [value]
        for segment in segments {
            if !isWithinFilter { work.enter(segment) }
            var selected: [JSONValue] = []
            for value in values {
                if work.isExhausted { return [] }
                if segment.isDescendant {
                    visit(value) { select(segment.selectors, from: $0, into: &selected) }
                } else {
                    select(segment.selectors, from: value, into: &selected)
                }
            }
            values = selected
            if values.isEmpty { break }
        }
        return values
    }

    /// Visits a value and its descendants in source order, parents first.
    private func visit(_ value: JSONValue, _ body: (JSONValue) -> Void) {
        // Collect the children of each value instead of reading the document's tape. The tape also contains keys, and
        // members that a later duplicate replaces.
        var open = [value]
        while work.take(1), let value = open.popLast() {
            body(value)
            open.append(contentsOf: children(of: value).reversed())
        }
    }

    private func children(of value: JSONValue) -> [JSONValue] {
        guard work.take(value.count) else { return [] }
        return switch value.kind {
        case .array: Array(value.elements)
        case .object: value.distinctMembers.map(\.value)
        default: []
        }
    }

    private func select(_ selectors: [PathSelector], from value: JSONValue, into selected: inout [JSONValue]) {
        for selector in selectors where work.take(1) {
            switch selector {
            case .name(let name): if let member = value[name] { selected.append(member) }
            case .index(let index):
                guard value.kind == .array,
                    work.take(min(Int(clamping: index.magnitude), value.nodeCount))
                else { continue }
                let place = index < 0 ? value.count + index : index
                if let element = value[place] { selected.append(element) }
            case .wildcard: selected += children(of: value)
            case .slice(let start, let end, let step):
                if value.kind == .array { selectSlice(start, end, step, from: value, into: &selected) }
            case .filter(let condition): selected += children(of: value).filter { matches(condition, for: $0) }
            }
        }
    }

    /// Selects a slice (RFC 9535, section 2.3.4.2.2).
    private func selectSlice(
        _ start: Int?, _ end: Int?, _ step: Int, from array: JSONValue, into selected: inout [JSONValue]
    ) {
        if step == 0 || !work.take(array.count) { return }
        let elements = Array(array.elements)
        let count = elements.count
        let from = start.map { $0 < 0 ? count + $0 : $0 } ?? (step > 0 ? 0 : count - 1)
        let to = end.map { $0 < 0 ? count + $0 : $0 } ?? (step > 0 ? count : -1)
        if step > 0 {
            let (lower, upper) = (min(max(from, 0), count), min(max(to, 0), count))
            for place in stride(from: lower, to: upper, by: step) { selected.append(elements[place]) }
        } else {
            let (upper, lower) = (min(max(from, -1), count - 1), min(max(to, -1), count - 1))
            for place in stride(from: upper, to: lower, by: step) { selected.append(elements[place]) }
        }
    }
}

extension PathEvaluation {
    /// Returns whether a condition is true for `current`, the value of `@`.
    func matches(_ condition: PathCondition, for current: JSONValue) -> Bool {
        guard work.take(1) else { return false }
        return switch condition {
        case .any(let conditions): conditions.contains { matches($0, for: current) }
        case .all(let conditions): conditions.allSatisfy { matches($0, for: current) }
        case .not(let condition): !matches(condition, for: current)
        case .exists(let query): !nodes(query, for: current).isEmpty
        case .match(let pattern): matchesPattern(pattern, for: current)
        case .comparison(let left, let comparison, let right):
            compare(evaluate(left, for: current), comparison, evaluate(right, for: current))
        }
    }

    private func nodes(_ query: PathQuery, for current: JSONValue) -> [JSONValue] {
        apply(query.segments, to: query.isRelative ? current : root, isWithinFilter: true)
    }

    /// Returns the value of an operand of a comparison or function, or `nil` if it has no value.
    private func evaluate(_ operand: PathOperand, for current: JSONValue) -> JSONValue? {
        switch operand {
        case .literal(let value): return value
        case .singular(let query): return nodes(query, for: current).first
        case .count(let query): return .number(nodes(query, for: current).count)
        case .value(let query):
            let values = nodes(query, for: current)
            return values.count == 1 ? values[0] : nil
        case .length(let operand): return evaluate(operand, for: current)?.length.map { .number($0) }
        }
    }

    private func matchesPattern(_ pattern: PathPattern, for current: JSONValue) -> Bool {
        guard let subject = evaluate(pattern.subject, for: current)?.string else { return false }
        let compiled: ECMAPattern?
        if case .literal = pattern.pattern {
            compiled = pattern.compiled
        } else {
            compiled = evaluate(pattern.pattern, for: current)?.string
                .flatMap { ECMAPattern(iRegexp: $0, matchesWhole: pattern.isWhole) }
        }
        guard let compiled, work.take(subject.utf8.count * compiled.size / 256 + 1) else { return false }
        switch compiled.outcome(in: subject) {
        case .match: return true
        case .noMatch: return false
        case .outOfSteps:
            work.exhaust()
            return false
        }
    }

    /// Compares two results (RFC 9535, section 2.3.5.2.2). Only numbers and strings are ordered.
    private func compare(_ left: JSONValue?, _ comparison: PathComparison, _ right: JSONValue?) -> Bool {
        // A comparison visits at most as many values as the smaller operand contains.
        guard work.take(min(left?.nodeCount ?? 1, right?.nodeCount ?? 1)) else { return false }
        return switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: Self.precedes(left, right)
        case .lessOrEqual: Self.precedes(left, right) || left == right
        case .greater: Self.precedes(right, left)
        case .greaterOrEqual: Self.precedes(right, left) || left == right
        }
    }

    private static func precedes(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        if let left = left?.number, let right = right?.number { return left < right }
        if let left = left?.string, let right = right?.string { return left.precedes(right) }
        return false
    }
}

extension JSONValue {
    /// Creates the value of a function that returns a number.
    fileprivate static func number(_ int: Int) -> JSONValue { JSONDocument(.int(int)).root }

    /// The number of nodes of the value and its descendants.
    fileprivate var nodeCount: Int { tapeNode.next - node }

    /// The length of a string in scalars, or the number of elements of an array or members of an object.
    fileprivate var length: Int? {
        switch kind {
        case .string: string?.unicodeScalars.count
        case .array: count
        case .object: distinctMembers.count
        case .null, .bool, .number: nil
        }
    }
}

/// The remaining steps of a query: one for each value that the query visits or selects.
///
/// When no steps are left, every segment selects nothing and ``JSONPath/query(_:)`` throws an error.
final class PathWork {
    /// The number of steps that the query may take in total.
    let allowed: Int
    private var left: Int
    /// The column of the segment that used the last step.
    private(set) var column: Int = 1

    init(for document: JSONDocument) {
        allowed = 2_000_000 + 20 * document.nodeCount
        left = allowed
    }

    /// Whether no steps are left.
    var isExhausted: Bool { left <= 0 }

    /// Subtracts `steps` from the remaining steps. Returns whether any steps are left.
    func take(_ steps: Int) -> Bool {
        if left > 0 { left -= steps }
        return left > 0
    }

    /// Sets the remaining steps to 0, so that the query ends with an error.
    func exhaust() { left = 0 }

    /// Records the column of the segment that is evaluated next. Must not be called for a segment inside a filter.
    func enter(_ segment: PathSegment) { column = segment.column }
}
