// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ExampleBuilder {
    /// The maximum number of elements to generate.
    static let mostElements: Int = 5_000

    /// Builds an array with the required number of elements. If no elements are required, the array has one or two
    /// elements.
    mutating func makeArray(_ state: ConstraintState, index: Int) throws(ExampleFailure) -> JSON {
        let prefix = state.elements.map(\.prefix.count).max() ?? 0
        var random = random(4)
        var count = state.count.minimum
        if !isBare, showsRest || count == 0 || count < prefix {
            count = max(count, prefix, 1 + random.below(2))
            if showsRest { count = max(count, prefix + 1) }
            count = min(count, state.count.maximum)
        }
        // The elements that `contains` requires satisfy further schemas. They follow the elements for `prefixItems`.
        let demands = state.demands.map(\.literal)
        count = min(max(count, demands.isEmpty ? 0 : prefix + demands.count), state.count.maximum)
        guard count <= Self.mostElements else { throw .exhausted }
        var elements: [JSON] = []
        var taken: Set<JSON> = []
        for place in 0..<count {
            let demand = place < prefix ? [] : Array(demands.dropFirst(place - prefix).prefix(1))
            do throws(ExampleFailure) {
                elements.append(try makeElement(place, demand, state, index: index, excluding: taken))
                if state.isUnique { taken.insert(elements[place]) }
            } catch {
                // If no value was found for an optional element, end the array before that element.
                let isNeeded = place < state.count.minimum || place < prefix + demands.count && !demands.isEmpty
                if case .exhausted = error { throw error }
                guard isNeeded else { break }
                throw error.explained(
                    "minItems \(state.count.minimum) requires an element at index \(place), which is forbidden",
                    at: state.count.minimumPlace)
            }
        }
        return .array(elements)
    }

    private mutating func makeElement(
        _ at: Int, _ demand: [Literal], _ state: ConstraintState, index: Int, excluding taken: Set<JSON>
    ) throws(ExampleFailure) -> JSON {
        let clauses = (demand + elementClauses(at, state)).distinct
        path.append(String(at))
        defer { path.removeLast() }
        guard state.isUnique else { return try build(clauses, index: index + at) }
        for round in 0..<40 {
            let value = try build(clauses, index: index + at + round, excluding: taken)
            if !taken.contains(value) { return value }
        }
        throw .unverified(place(of: clauses))
    }

    /// Returns the schemas that apply to the element at an index.
    private func elementClauses(_ place: Int, _ state: ConstraintState) -> [Literal] {
        let isEvaluated = state.elements.contains { place < $0.prefix.count || $0.rest != nil }
        let rest = isEvaluated ? [] : schemas.clauses(of: .unevaluatedItems, in: state.members)
        return (state.elementLiterals(place) + rest).map(schemas.entered)
    }
}
