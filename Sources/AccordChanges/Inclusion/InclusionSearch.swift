// SPDX-License-Identifier: Apache-2.0
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
        if !result.isNone, result.value.map(witness.proves) != true {
            attemptsLeft -= 1
            let sample = attemptsLeft > 0 ? inner.samples(omitting: direction.hidden).first(where: witness.proves) : nil
            result = sample.map { .some($0) } ?? .unknown
        }
        known[literals] = result
        return result
    }
}
