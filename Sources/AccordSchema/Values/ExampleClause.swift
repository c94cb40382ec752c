// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A schema that a value must satisfy or, if `isNegated` is true, must violate.
struct ExampleClause: Hashable {
    /// The schema's number in the program.
    var schema: UInt32
    var isNegated: Bool = false
    /// The schema resources that were entered, outermost first. Empty if the program has no dynamic references.
    var scope: [UInt32] = []
}

/// Finds subschemas and checks values of a compiled schema during the generation of examples.
final class ExampleSchemas: Sendable {
    let program: SchemaProgram
    private let knownWords: Locked<[UInt32: KeywordValues]> = Locked([:])
    /// The amount of work that was spent.
    private let work: Locked<Int> = Locked(0)
    private let start: UInt32
    private let omission: OmittedProperties
    /// The search for values that are hard to build. It is created when it is needed.
    private let search: Locked<ValueSearch?> = Locked(nil)
    /// The maximum amount of work for all values, in evaluated schemas.
    private let mostWork: Int

    init(_ schema: Schema, mostWork: Int = 1_000_000) {
        self.mostWork = mostWork
        program = schema.program
        start = schema.root
        omission = schema.omission
    }

    var root: ExampleClause { enter(start, from: []) }

    func source(_ schema: UInt32) -> JSONValue { program.source(schema) }

    /// Returns a clause for the subschema `value` of `parent`.
    func child(_ value: JSONValue, of parent: ExampleClause) -> ExampleClause? {
        program.schema(at: value, in: parent.schema).map { enter($0, from: parent.scope) }
    }

    /// Returns a clause for the subschema in a keyword such as `items`, or `nil` if the schema lacks the keyword.
    func child(_ keyword: Keyword, of parent: ExampleClause) -> ExampleClause? {
        words(parent.schema)[keyword].flatMap { child($0, of: parent) }
    }

    /// Returns a clause for each schema in a keyword such as `allOf`.
    func children(_ keyword: Keyword, of parent: ExampleClause) -> [ExampleClause] {
        words(parent.schema)[keyword]?.elements.compactMap { child($0, of: parent) } ?? []
    }

    /// Returns the target of a reference. The target of a dynamic reference depends on the entered resources.
    func target(of reference: JSONValue, in parent: ExampleClause) -> ExampleClause? {
        let name = program.parts.dynamicNameByPlace[program.place(of: reference, in: parent.schema)]
        let target = name.flatMap { program.parts.dynamicTarget($0, in: parent.scope) }
        return target.map { enter($0, from: parent.scope) } ?? child(reference, of: parent)
    }

    private func enter(_ schema: UInt32, from scope: [UInt32]) -> ExampleClause {
        guard program.followsDynamicScope else { return ExampleClause(schema: schema) }
        let resource = UInt32(program.parts.sources[Int(schema)].resource)
        // Add the resource only if the scope doesn't contain it.
        return ExampleClause(schema: schema, scope: scope.contains(resource) ? scope : scope + [resource])
    }

    /// Returns whether a value satisfies a clause.
    func accepts(_ value: JSON, _ clause: ExampleClause) -> Bool { accepts(JSONDocument(value).root, clause) }

    func accepts(_ value: JSONValue, _ clause: ExampleClause) -> Bool {
        evaluate(value) { evaluator in
            evaluator.scope = clause.scope
            return evaluator.check(clause.schema, value.node, false) != clause.isNegated
        }
    }

    /// Searches for a value that satisfies all clauses. The value is small instead of realistic.
    func value(satisfying clauses: [ExampleClause], excluding excluded: Set<JSON>) -> SearchResult {
        search.withLock { known in
            var graph = SchemaGraph()
            if known == nil { graph.add(schema(start), .neither) }
            var search = known ?? ValueSearch(graph, steps: 1_000, inTotal: 10_000)
            // Move the search into a local variable to avoid copying it.
            known = nil
            defer { known = search }
            var literals: [Literal] = []
            if !excluded.isEmpty {
                let rule = SchemaRule(deriving: { $0.allowed = Array(excluded) }, from: schema(start))
                literals.append(.not(search.add(rule)))
            }
            for clause in clauses {
                guard let number = search.graph.number(schema(clause.schema), .neither) else { return .unknown }
                literals.append(Literal(schema: number, isNegated: clause.isNegated))
            }
            // Each search may run on a different thread.
            search.room = StackRoom()
            let result = search.firstValue(meeting: literals)
            return result.value.map { accepts($0, clauses) } == false ? .unknown : result
        }
    }

    /// Returns the violations of the root schema.
    func violations(of value: JSONValue) -> [SchemaViolation] {
        evaluate(value) { $0.violations(of: value.node, start) }
    }

    /// Calls a closure with an evaluator, and adds the work of the evaluation.
    private func evaluate<Result>(_ value: JSONValue, _ body: (inout Evaluator) -> Result) -> Result {
        Evaluator.with(program, omitting: omission, value.document) { evaluator in
            let granted = evaluator.budget
            defer { spend(granted - evaluator.budget) }
            return body(&evaluator)
        }
    }

    /// Returns whether a value satisfies all clauses.
    func accepts(_ value: JSON, _ clauses: [ExampleClause]) -> Bool {
        let value = JSONDocument(value).root
        return clauses.allSatisfy { accepts(value, $0) }
    }
}

extension ExampleSchemas {
    /// Whether the values took so much work that no more values are generated.
    var areExhausted: Bool { work.withLock { $0 } > mostWork }

    func spend(_ amount: Int) { work.withLock { $0 += amount } }

    /// Returns the keywords of a schema. Ignores keywords that its dialect doesn't define.
    func words(_ schema: UInt32) -> KeywordValues {
        if let known = knownWords.withLock({ $0[schema] }) { return known }
        let words = KeywordValues(source(schema), program.dialect(schema))
        knownWords.withLock { $0[schema] = words }
        return words
    }

    /// If the schema of a clause contains only a reference, returns a clause for the reference's target. Otherwise
    /// returns the clause unchanged.
    func canonical(_ clause: ExampleClause) -> ExampleClause {
        var clause = clause
        for _ in 0..<16 {
            let words = words(clause.schema)
            guard !words.hasAssertion, let value = words[.ref] ?? words[.dynamicRef] ?? words[.recursiveRef],
                var next = target(of: value, in: clause)
            else { break }
            next.isNegated = clause.isNegated
            clause = next
        }
        return clause
    }

    private func schema(_ number: UInt32) -> Schema { Schema(source: source(number), program: program, root: number) }
}
