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
        guard let subject = evaluate(pattern.subject, for: current).string, work.take(subject.utf8.count / 16 + 1)
        else { return false }
        let regexp: IRegexp?
        if case .literal = pattern.pattern {
            regexp = pattern.compiled
        } else {
            regexp = evaluate(pattern.pattern, for: current).string.flatMap { IRegexp($0) }
        }
        guard let regexp else { return false }
        return pattern.isWhole ? regexp.matches(subject) : regexp.isFound(in: subject)
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
