/// Applies a query to one document.
struct PathEvaluation {
    let root: JSONValue
    let work: PathWork

    /// The values that segments select, starting from one.
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

    /// Visits a value and everything inside it, parents first, in the order of the document.
    private func visit(_ value: JSONValue, _ body: (JSONValue) -> Void) {
        // Nodes stand on the tape in exactly this order; keys, and members that a later duplicate hides, are passed by.
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
            case .name(let name):
                if let member = value[name] { selected.append(member) }
            case .index(let index):
                guard value.kind == .array,
                    work.take(min(Int(clamping: index.magnitude), value.tapeNode.next - value.node))
                else { continue }
                let place = index < 0 ? value.count + index : index
                if let element = value[place] { selected.append(element) }
            case .wildcard:
                selected += children(of: value)
            case .slice(let start, let end, let step):
                if value.kind == .array { selectSlice(start, end, step, from: value, into: &selected) }
            case .filter(let condition):
                selected += children(of: value).filter { holds(condition, for: $0) }
            }
        }
    }

    /// Selects a slice as RFC 9535, section 2.3.4.2.2 computes it.
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
    /// Whether a condition holds with a value taken as `@`.
    func holds(_ condition: PathCondition, for current: JSONValue) -> Bool {
        guard work.take(1) else { return false }
        return switch condition {
        case .any(let conditions): conditions.contains { holds($0, for: current) }
        case .all(let conditions): conditions.allSatisfy { holds($0, for: current) }
        case .not(let condition): !holds(condition, for: current)
        case .exists(let query): !nodes(query, for: current).isEmpty
        case .match(let pattern): matches(pattern, for: current)
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
        case .singular(let query):
            return nodes(query, for: current).first.map { .read($0) } ?? .nothing
        case .count(let query):
            return .built(.number(JSONNumber(nodes(query, for: current).count)))
        case .value(let query):
            let values = nodes(query, for: current)
            return values.count == 1 ? .read(values[0]) : .nothing
        case .length(let operand):
            return evaluate(operand, for: current).length.map { .built(.number(JSONNumber($0))) } ?? .nothing
        }
    }

    private func matches(_ pattern: PathPattern, for current: JSONValue) -> Bool {
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

    /// Compares as RFC 9535, section 2.3.5.2.2 does: only numbers and strings have an order.
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

/// What an operand gives: nothing, a value of the document, or a value that was made.
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

    /// The values that a comparison may look at.
    var cost: Int {
        if case .read(let value) = self { value.tapeNode.next - value.node } else { 1 }
    }

    /// The scalars of a string, the elements of an array, the members of an object.
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
            // What is made is never an array or an object: no need to copy one.
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

/// What one query may still cost: a step for each value that is looked at or selected.
///
/// Where it is used up everything selects nothing, and the caller discards the result.
final class PathWork {
    /// The steps from the start.
    let allowed: Int
    private var left: Int
    /// Where the segment starts at which the work was used up.
    private(set) var column: Int = 1

    init(for document: JSONDocument) {
        allowed = 2_000_000 + 20 * document.nodeCount
        left = allowed
    }

    /// Whether the query was given up.
    var isExhausted: Bool { left <= 0 }

    /// Takes steps; whether there were enough of them.
    func take(_ steps: Int) -> Bool {
        if left > 0 { left -= steps }
        return left > 0
    }

    /// Gives the query up.
    func exhaust() { left = 0 }

    /// Remembers the place of the query's own segment; those within filters are inside it.
    func enter(_ segment: PathSegment) { column = segment.column }
}
