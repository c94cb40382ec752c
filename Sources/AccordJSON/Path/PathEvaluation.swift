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
