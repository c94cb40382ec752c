// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ExampleBuilder {
    /// The maximum number of elements to generate.
    static let mostElements: Int = 5_000

    /// Builds an array with the required number of elements. If no elements are required, the array has one or two
    /// elements.
    mutating func makeArray(_ constraints: ExampleConstraints, index: Int) throws(ExampleFailure) -> JSON {
        let demands = try demands(constraints)
        let prefix = constraints.arrayRules.map(\.prefix.count).max() ?? 0
        var random = random(4)
        var count = constraints.items.minimum
        if !isBare, showsRest || count == 0 || count < prefix {
            count = max(count, prefix, 1 + random.below(2))
            if showsRest { count = max(count, prefix + 1) }
            count = min(count, constraints.items.maximum)
        }
        // If `maxItems` allows it, put the elements for `contains` after the elements for `prefixItems`.
        let spare = constraints.items.maximum - prefix
        let start = demands.count <= spare ? prefix : max(0, min(constraints.items.maximum, prefix) - demands.count)
        count = min(max(count, demands.isEmpty ? 0 : start + demands.count), constraints.items.maximum)
        guard count <= Self.mostElements else { throw .exhausted }
        var elements: [JSON] = []
        let outer = taken
        taken = (open.count + 1, [])
        defer { taken = outer }
        for place in 0..<count {
            let demand = place >= start && place - start < demands.count ? demands[place - start] : []
            do throws(ExampleFailure) {
                elements.append(try makeElement(place, demand, constraints, index: index))
                if constraints.isUnique { taken.values.insert(elements[place]) }
            } catch {
                // If no value was found for an optional element, end the array before that element.
                let isNeeded = place < constraints.items.minimum || place < start + demands.count && !demands.isEmpty
                if case .exhausted = error { throw error }
                guard isNeeded else { break }
                throw error.explained(
                    "minItems \(constraints.items.minimum) requires an element at index \(place), which is forbidden",
                    at: constraints.items.minimumPlace)
            }
        }
        return .array(elements)
    }

    /// Returns a list of schemas for each element that `contains` requires. The element must satisfy these schemas.
    private func demands(_ constraints: ExampleConstraints) throws(ExampleFailure) -> [[ExampleClause]] {
        var demands: [[ExampleClause]] = []
        for contained in constraints.contained {
            if let contradiction = contained.count.contradiction("Contains") { throw .contradiction(contradiction) }
            let count = contained.count.minimum
            if count > constraints.items.maximum {
                let maximum = constraints.items.maximum
                let reason = "“contains” requires \(count) elements, but maxItems allows \(maximum)"
                throw .contradiction(
                    ExampleContradiction(reason, at: contained.place, and: constraints.items.maximumPlace))
            }
            guard count <= Self.mostElements else { throw .exhausted }
            demands += [[ExampleClause]](repeating: [contained.clause], count: count)
        }
        // If `maxItems` allows fewer elements than `contains` requires, one element must satisfy several schemas.
        while demands.count > constraints.items.maximum, demands.count > 1 {
            let last = demands.removeLast()
            let place = demands.firstIndex { $0.allSatisfy { !last.contains($0) } } ?? 0
            demands[place] += last
        }
        return demands
    }

    private mutating func makeElement(
        _ at: Int, _ demand: [ExampleClause], _ constraints: ExampleConstraints, index: Int
    ) throws(ExampleFailure) -> JSON {
        var clauses = demand
        func append(_ clause: ExampleClause) { if !clauses.contains(clause) { clauses.append(clause) } }
        for clause in elementClauses(at, constraints) { append(clause) }
        for contained in constraints.contained
        where contained.count.maximum != .max && !demand.contains(contained.clause) {
            append(ExampleExpansion.negated(contained.clause))
        }
        path.append(String(at))
        defer { path.removeLast() }
        guard constraints.isUnique else { return try build(clauses, index: index + at) }
        for round in 0..<40 {
            let value = try build(clauses, index: index + at + round)
            if !taken.values.contains(value) { return value }
        }
        throw .unverified(place(of: clauses))
    }

    /// Returns the schemas that apply to the element at an index.
    func elementClauses(_ place: Int, _ constraints: ExampleConstraints) -> [ExampleClause] {
        let clauses = constraints.arrayRules.compactMap { $0.schema(at: place) }
        let isEvaluated = constraints.arrayRules.contains { place < $0.prefix.count || $0.rest != nil }
        return isEvaluated ? clauses : clauses + constraints.unevaluatedItems
    }
}
