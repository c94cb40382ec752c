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
                    work.take(min(Int(clamping: index.magnitude), value.tapeNode.next - value.node))
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

    private func evaluate(_ operand: PathOperand, for current: JSONValue) -> PathResult {
        switch operand {
        case .literal(let value): return .built(value)
        case .singular(let query): return nodes(query, for: current).first.map { .read($0) } ?? .nothing
        case .count(let query): return .built(.number(JSONNumber(nodes(query, for: current).count)))
        case .value(let query):
            let values = nodes(query, for: current)
            return values.count == 1 ? .read(values[0]) : .nothing
        case .length(let operand):
            return evaluate(operand, for: current).length.map { .built(.number(JSONNumber($0))) } ?? .nothing
        }
    }

    private func matchesPattern(_ pattern: PathPattern, for current: JSONValue) -> Bool {
        guard let subject = evaluate(pattern.subject, for: current).string else { return false }
        let compiled: ECMAPattern?
        if case .literal = pattern.pattern {
            compiled = pattern.compiled
        } else {
            compiled = evaluate(pattern.pattern, for: current).string
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
    private func compare(_ left: PathResult, _ comparison: PathComparison, _ right: PathResult) -> Bool {
        guard work.take(min(left.cost, right.cost)) else { return false }
        return switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left < right || left == right
        case .greater: right < left
        case .greaterOrEqual: right < left || left == right
        }
    }
}

/// The value of an operand of a comparison or function: no value, a value of the document, or a computed value such as
/// a length.
private enum PathResult {
    case nothing
    case read(JSONValue)
    case built(JSON)

    var string: String? {
        switch self {
        case .nothing: nil
        case .read(let value): value.string
        case .built(let value): value.string
        }
    }

    var number: JSONNumber? {
        switch self {
        case .nothing: nil
        case .read(let value): value.number
        case .built(let value): value.number
        }
    }

    /// The maximum number of values that a comparison with this operand visits.
    var cost: Int {
        if case .read(let value) = self { value.tapeNode.next - value.node } else { 1 }
    }

    /// The length of a string in scalars, or the number of elements of an array or members of an object.
    var length: Int? {
        if let string { return string.unicodeScalars.count }
        switch self {
        case .read(let value) where value.kind == .array: return value.count
        case .read(let value) where value.kind == .object: return value.distinctMembers.count
        default: return nil
        }
    }

    static func == (left: PathResult, right: PathResult) -> Bool {
        switch (left, right) {
        case (.nothing, .nothing): true
        case (.nothing, _), (_, .nothing): false
        case (.read(let left), .read(let right)): left == right
        case (.built(let left), .built(let right)): left == right
        case (.read(let read), .built(let built)), (.built(let built), .read(let read)):
            // `JSON(read)` copies `read`. The copy is small, because a computed value is never an array or an object.
            read.kind == built.kind && JSON(read) == built
        }
    }

    static func != (left: PathResult, right: PathResult) -> Bool { !(left == right) }

    static func < (left: PathResult, right: PathResult) -> Bool {
        if let left = left.number, let right = right.number { return left < right }
        if let left = left.string, let right = right.string { return left.precedes(right) }
        return false
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
