// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ExampleBuilder {
    /// The maximum number of elements to generate.
    static let mostElements: Int = 5_000

    /// Builds an array with the required number of elements. If no elements are required, the array has one or two
    /// elements.
    mutating func makeArray(_ state: ConstraintState, index: Int) throws(ExampleFailure) -> JSON {
        // Each element that `contains` requires satisfies further schemas.
        var demands = state.demands.map { [$0.literal] }
        // If `maxItems` allows fewer elements than `contains` requires, one element must satisfy several schemas.
        while demands.count > state.count.maximum, demands.count > 1 {
            let last = demands.removeLast()
            let place = demands.firstIndex { $0.allSatisfy { !last.contains($0) } } ?? 0
            demands[place] += last
        }
        let prefix = state.elements.map(\.prefix.count).max() ?? 0
        var random = random(4)
        var count = state.count.minimum
        if !isBare, showsRest || count == 0 || count < prefix {
            count = max(count, prefix, 1 + random.below(2))
            if showsRest { count = max(count, prefix + 1) }
            count = min(count, state.count.maximum)
        }
        // If `maxItems` allows it, put the elements for `contains` after the elements for `prefixItems`.
        let spare = state.count.maximum - prefix
        let start = demands.count <= spare ? prefix : max(0, min(state.count.maximum, prefix) - demands.count)
        count = min(max(count, demands.isEmpty ? 0 : start + demands.count), state.count.maximum)
        guard count <= Self.mostElements else { throw .exhausted }
        var elements: [JSON] = []
        var taken: Set<JSON> = []
        for place in 0..<count {
            let demand = place >= start && place - start < demands.count ? demands[place - start] : []
            do throws(ExampleFailure) {
                elements.append(try makeElement(place, demand, state, index: index, excluding: taken))
                if state.isUnique { taken.insert(elements[place]) }
            } catch {
                // If no value was found for an optional element, end the array before that element.
                let isNeeded = place < state.count.minimum || place < start + demands.count && !demands.isEmpty
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
