// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The answer to a question about two schemas: does the second schema accept every value that the first schema accepts?
package enum Inclusion: Sendable {
    /// The second schema accepts every value that the first schema accepts.
    case included
    /// A value that the first schema accepts and the second schema rejects. The validator has checked the value against
    /// both schemas.
    case excluded(JSON)
    /// The search found neither a proof nor a counterexample.
    case undecided
}

/// Compares schemas of two documents: decides whether a schema of one document accepts every value that a schema of the
/// other document accepts.
package struct InclusionDecider {
    let graph: SchemaGraph
    var search: InclusionSearch
    private let hasOneOf: Bool
    private var known: [Pair: Inclusion] = [:]

    private struct Pair: Hashable {
        var left: Int
        var right: Int
        var isSender: Bool
    }

    /// The largest number of search steps for one decision.
    private static let steps = 4_000
    /// The remaining number of search steps for all decisions.
    private var stepsLeft = 150_000
    /// The remaining number of attempts to find a counterexample among generated examples. The decider makes such an
    /// attempt after an undecided search.
    private var searchesLeft = 30

    /// Creates a decider for the schemas in a graph.
    ///
    /// - Parameter graph: the graph of all schemas, on which `merge()` was called.
    package init(_ graph: SchemaGraph) {
        self.graph = graph
        search = InclusionSearch(graph, budget: Self.steps)
        hasOneOf = graph.rules.contains { !$0.one.isEmpty }
    }

    /// Decides whether the schema `outer` accepts every value that the schema `inner` accepts.
    ///
    /// - Parameter isSender: whether values of `inner` have only the properties that `inner` declares.
    package mutating func decide(_ inner: Schema, within outer: Schema, _ direction: MessageDirection, isSender: Bool)
        -> Inclusion
    {
        guard let left = graph.number(inner, direction), let right = graph.number(outer, direction) else {
            return .undecided
        }
        if left == right { return .included }
        let pair = Pair(left: left, right: right, isSender: isSender)
        if let known = known[pair] { return known }
        let witness = Witness(inner: inner, outer: outer, direction: direction)
        let literals = [Literal(schema: left, isSender: isSender), .not(right)]
        let result: Inclusion
        switch isSender ? solve(literals) : solveOnce(literals) {
        case .none: result = .included
        case .some(let value, _) where witness.proves(value): result = .excluded(witness.shrunk(value))
        case .some, .unknown:
            searchesLeft -= 1
            result = (searchesLeft > 0 ? witness.byExample : nil).map { .excluded($0) } ?? .undecided
        }
        known[pair] = result
        return result
    }

    /// Searches for a value that meets all requirements.
    ///
    /// If the alternatives of a `oneOf` overlap, a sender's schema may accept no value at all, and the search proves
    /// nothing. The function therefore repeats a failed search with `oneOf` treated as `anyOf`.
    mutating func solve(_ literals: [Literal]) -> SearchResult {
        let result = solveOnce(literals)
        guard hasOneOf, case .none = result else { return result }
        search.readsOneAsAny = true
        defer { search.readsOneAsAny = false }
        if case .none = solveOnce(literals) { return .none }
        return .unknown
    }

    private mutating func solveOnce(_ literals: [Literal]) -> SearchResult {
        let budget = min(Self.steps, stepsLeft)
        search.refill(budget)
        defer { stepsLeft -= max(0, budget - search.budget) }
        return search.solve(literals)
    }
}

extension Schema {
    /// Returns examples and valid boundary values of a message.
    func samples(_ direction: MessageDirection) -> some Sequence<JSON> {
        let options = (UInt64(0)..<4).flatMap { seed in
            [false, true].map { ExampleOptions(seed: seed, includesOptional: $0, omits: direction.hidden) }
        }
        let examples = options.map { options in { [try? self.example(options)].compactMap(\.self) } }
        let limits = { self.boundaryValues(limit: 60).filter(\.isValid).map(\.instance) }
        return (examples + [limits]).lazy.flatMap { $0() }
    }
}

/// Checks whether a value proves a change. The value must be valid under one schema and invalid under a second schema.
package struct Witness {
    package var inner: Schema
    package var outer: Schema
    package var direction: MessageDirection
    /// The sender's schema that contains the union, if `inner` is an alternative. Its other keywords apply, too.
    var union: Schema?
    /// The form of values that are sent as text, or `nil` if values have types, as in JSON.
    var textForm: TextForm?

    package init(inner: Schema, outer: Schema, direction: MessageDirection) {
        self.inner = inner
        self.outer = outer
        self.direction = direction
    }

    /// Creates a check of values that the sender's schema accepts and the reader's schema rejects.
    ///
    /// - Parameter path: the path from the message to the values.
    init(
        _ old: Schema, _ new: Schema, _ direction: MessageDirection, _ textForm: TextForm?,
        at path: some Sequence<PathStep> = [], in unions: (old: Schema, new: Schema)? = nil
    ) {
        (inner, outer) = direction == .response ? (new, old) : (old, new)
        union = unions.map { direction == .response ? $0.new : $0.old }
        self.direction = direction
        let levels = (textForm?.levels ?? 0) - path.count { $0.name != nil }
        self.textForm = textForm.flatMap { levels < 0 ? nil : TextForm(levels: levels, place: $0.place) }
    }

    /// Returns whether a value is valid under the inner schema and invalid under the outer schema.
    package func proves(_ value: JSON) -> Bool {
        let instance = JSONDocument(value, file: "<instance>").root
        return isSent(instance) && !accepts(outer, instance)
            && !(textForm.map { TextValue.isAccepted(value, by: outer, $0) } ?? false)
    }

    /// Returns whether the sender's alternative and the other keywords of its union accept a value.
    func isSent(_ value: JSONValue) -> Bool {
        let violations = union.map { $0.omitting(direction.hidden).validate(value) } ?? []
        return accepts(inner, value)
            && violations.allSatisfy { ["oneOf", "anyOf"].contains($0.keyword) && $0.instancePointer.tokens.isEmpty }
    }

    package func accepts(_ schema: Schema, _ value: JSON) -> Bool {
        accepts(schema, JSONDocument(value, file: "<instance>").root)
    }

    /// Returns whether a schema accepts a value. A request may lack required `readOnly` properties, and a response may
    /// lack required `writeOnly` properties.
    package func accepts(_ schema: Schema, _ value: JSONValue) -> Bool {
        schema.isValid(value) || schema.omitting(direction.hidden).isValid(value)
    }

    /// Returns a value that the inner schema accepts and the outer schema rejects. Tries only examples and boundary
    /// values of the inner schema.
    var byExample: JSON? { inner.samples(direction).first(where: proves).map { shrunk($0) } }

    /// Returns a value from which unnecessary members and elements were removed. The inner schema still accepts the
    /// smaller value, and the outer schema still rejects it.
    ///
    /// - Parameter isAllowed: returns whether a smaller value is allowed.
    func shrunk(_ value: JSON, _ isAllowed: (JSON) -> Bool = { _ in true }) -> JSON {
        var value = value
        var attempts = 0
        var changes = true
        // Checking a large value takes long, so a large value gets fewer attempts.
        let most = min(400, max(40, 100_000 / max(1, value.compact.utf8.count)))
        while changes, attempts < most {
            changes = false
            // After a successful removal, continue with the next members, because most members can be removed. Starting
            // from the first member again would take longer.
            for pointer in JSONParts.pointers(in: value).dropFirst() where attempts < most {
                var smaller = value
                guard smaller.remove(at: pointer) else { continue }
                attempts += 1
                guard isAllowed(smaller), proves(smaller) else { continue }
                value = smaller
                changes = true
            }
        }
        return value
    }
}
