// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema

/// Searches for values that one schema of a graph accepts and another one rejects.
package struct InclusionSearch {
    var search: ValueSearch
    private var known: [[Literal]: SearchResult] = [:]
    /// The remaining number of attempts to find a counterexample among generated examples, after an undecided search.
    private var attemptsLeft = 30

    /// Creates a search for the schemas in a graph.
    ///
    /// - Parameter graph: the graph of all schemas, on which `merge()` was called.
    package init(_ graph: SchemaGraph) {
        search = ValueSearch(graph)
    }

    /// Returns whether no value is valid under the schema of a sender. A boolean schema says so on purpose.
    mutating func isVoid(_ schema: Schema, _ direction: MessageDirection) -> Bool {
        guard schema.source.bool == nil, let number = search.graph.number(schema, direction) else { return false }
        return search.value(meeting: [Literal(schema: number, isSender: true)]).isNone
    }

    /// Searches for a value that the schema `inner` accepts and the schema `outer` rejects. Without such a value, `outer`
    /// accepts every value that `inner` accepts. The validator has checked the value against both schemas.
    ///
    /// - Parameter isSender: whether values of `inner` have only the properties that `inner` declares.
    package mutating func counterexample(
        of inner: Schema, within outer: Schema, _ direction: MessageDirection, isSender: Bool
    ) -> SearchResult {
        guard let left = search.graph.number(inner, direction), let right = search.graph.number(outer, direction) else {
            return .unknown
        }
        if left == right { return .none }
        let literals = [Literal(schema: left, isSender: isSender), .not(right)]
        if let known = known[literals] { return known }
        let witness = Witness(inner: inner, outer: outer, direction: direction)
        var result = isSender ? search.value(meeting: literals) : search.firstValue(meeting: literals)
        if let value = result.value, witness.proves(value) {
            result = .some(witness.shrunk(value))
        } else if !result.isNone {
            attemptsLeft -= 1
            let types = isSender ? search.rules[left].sentTypes : Set(JSONKind.allCases)
            let samples = inner.samples(omitting: direction.hidden)
            let sample = attemptsLeft > 0 ? samples.first { types.contains($0.kind) && witness.proves($0) } : nil
            result = sample.map { .some(witness.shrunk($0)) } ?? .unknown
        }
        known[literals] = result
        return result
    }
}
