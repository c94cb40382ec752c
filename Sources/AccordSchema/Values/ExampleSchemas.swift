// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Finds subschemas and checks values of a compiled schema during the generation of examples.
final class ExampleSchemas: Sendable {
    let program: SchemaProgram
    private let knownWords: Locked<[Int: KeywordValues]> = Locked([:])
    /// The rules of the schemas, by the schema's number in the program. Rules without a schema in the program have
    /// negative numbers.
    private let knownRules: Locked<[Int: SchemaRule]> = Locked([:])
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

    var root: Literal { enter(start, from: []) }

    /// Returns the source of a schema, or of the schema from which a rule was derived.
    func source(_ schema: Int) -> JSONValue { schema < 0 ? rule(schema).schema.source : program.source(UInt32(schema)) }

    /// Returns a clause for the subschema `value` of `parent`.
    func child(_ value: JSONValue, of parent: Literal) -> Literal? {
        program.schema(at: value, in: UInt32(parent.schema)).map { enter($0, from: parent.scope) }
    }

    /// Returns a clause for the subschema in a keyword such as `items`, or `nil` if the schema lacks the keyword.
    func child(_ keyword: Keyword, of parent: Literal) -> Literal? {
        words(parent.schema)[keyword].flatMap { child($0, of: parent) }
    }

    /// Returns a clause for each schema in a keyword such as `allOf`.
    func children(_ keyword: Keyword, of parent: Literal) -> [Literal] {
        words(parent.schema)[keyword]?.elements.compactMap { child($0, of: parent) } ?? []
    }

    /// Returns the target of a reference. The target of a dynamic reference depends on the entered resources.
    func target(of reference: JSONValue, in parent: Literal) -> Literal? {
        let name = program.parts.dynamicNameByPlace[program.place(of: reference, in: UInt32(parent.schema))]
        let target = name.flatMap { program.parts.dynamicTarget($0, in: parent.scope) }
        return target.map { enter($0, from: parent.scope) } ?? child(reference, of: parent)
    }

    private func enter(_ schema: UInt32, from scope: [UInt32]) -> Literal {
        var literal = Literal(schema: Int(schema))
        literal.scope = scope
        return entered(literal)
    }

    /// Returns a requirement whose scope contains the resource of its schema.
    func entered(_ literal: Literal) -> Literal {
        guard program.followsDynamicScope, literal.schema >= 0 else { return literal }
        var literal = literal
        let resource = UInt32(program.parts.sources[literal.schema].resource)
        if !literal.scope.contains(resource) { literal.scope.append(resource) }
        return literal
    }

    /// Returns whether a value satisfies a clause.
    func accepts(_ value: JSON, _ clause: Literal) -> Bool { accepts(JSONDocument(value).root, clause) }

    func accepts(_ value: JSONValue, _ clause: Literal) -> Bool {
        evaluate(value) { evaluator in
            evaluator.scope = clause.scope
            return evaluator.check(UInt32(clause.schema), value.node, false) != clause.isNegated
        }
    }

    /// Searches for a value that satisfies all clauses. The value is small instead of realistic.
    func value(satisfying clauses: [Literal], excluding excluded: Set<JSON>) -> SearchResult {
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
                guard let number = search.graph.number(schema(UInt32(clause.schema)), .neither) else { return .unknown }
                literals.append(Literal(schema: number, isNegated: clause.isNegated))
            }
            // Each search may run on a different thread.
            search.room = StackRoom()
            let result = search.firstValue(meeting: literals)
            return result.value.map { accepts($0, clauses) } == false ? .unknown : result
        }
    }

    /// Returns the violations of the root schema.
    func violations(of value: JSONValue, seeking cause: ViolationCause) -> [SchemaViolation] {
        evaluate(value) { $0.violations(of: value.node, start, seeking: cause) }
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
    func accepts(_ value: JSON, _ clauses: [Literal]) -> Bool {
        let value = JSONDocument(value).root
        return clauses.allSatisfy { accepts(value, $0) }
    }
}

extension ExampleSchemas {
    /// Whether the values took so much work that no more values are generated.
    var areExhausted: Bool { work.withLock { $0 } > mostWork }

    func spend(_ amount: Int) { work.withLock { $0 += amount } }

    /// Returns the constraints of a schema. Their subschemas have the numbers of the program.
    func rule(_ number: Int) -> SchemaRule {
        knownRules.withLock { rules in
            if let known = rules[number] { return known }
            func add(_ rule: SchemaRule) -> Int {
                let number = -1 - rules.count
                rules[number] = rule
                return number
            }
            // A rule may contain a schema of Accord, such as null, which has no subschemas.
            let rule = SchemaRule(
                schema(UInt32(number)), .neither,
                index: { part in
                    part.program === program
                        ? Int(part.root) : add(SchemaRule(part, .neither, index: { _ in 0 }, add: { _ in 0 }))
                }, add: { add($0) })
            rules[number] = rule
            return rule
        }
    }

    /// Returns the keywords of a schema. Ignores keywords that its dialect doesn't define. A derived rule has none.
    func words(_ schema: Int) -> KeywordValues {
        if let known = knownWords.withLock({ $0[schema] }) { return known }
        let isDerived = schema < 0 && rule(schema).isDerived
        let words = KeywordValues(
            isDerived ? JSONDocument(JSON.bool(true)).root : source(schema),
            schema < 0 ? .draft202012 : program.dialect(UInt32(schema)))
        knownWords.withLock { $0[schema] = words }
        return words
    }

    /// If the schema of a clause contains only a reference, returns a clause for the reference's target. Otherwise
    /// returns the clause unchanged.
    func canonical(_ clause: Literal) -> Literal {
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

    private func schema(_ number: UInt32) -> Schema {
        Schema(source: program.source(number), program: program, root: number)
    }
}
