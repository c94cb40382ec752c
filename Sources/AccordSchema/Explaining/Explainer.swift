import AccordJSON

/// Finds out how an instance breaks a schema that it was already seen to break.
///
/// It goes over the schemas as they were written, keyword by keyword in the order of the text, and asks the checker
/// wherever yes or no is enough.
package struct Explainer {
    var checker: Checker
    let program: SchemaProgram
    /// The violations collected so far.
    package var violations: [SchemaViolation] = []
    /// The way to the value and the way through the schemas.
    var instancePath: [String] = []
    var evaluationPath: [String] = []
    /// The steps left; what lies beyond goes unexplained, never unnoticed.
    private var budget: Int = 20_000
    private var limit: Int

    /// The schema being explained.
    var source: SchemaSource

    /// Explains with the checker, which keeps what it knows of the instance.
    package init(_ program: SchemaProgram, _ checker: Checker) {
        self.program = program
        self.checker = checker
        limit = program.options.maximumViolations
        source = program.sources[Int(program.root)]
    }

    /// Everything that is wrong with a value, if anything is.
    mutating func explain(root node: Int) -> [SchemaViolation] {
        if checker.decides(program.root, node) { return [] }
        let reason = checker.givenUp
        if reason == .work { return [undecided(reason, node)] }
        checker.budget = Checker.budget(for: checker.tables.document)
        explain(program.root, node)
        if violations.isEmpty { add(undecided(reason, node)) }
        return violations
    }

    var document: JSONDocument { program.documents[Int(source.document)] }

    func value(_ node: Int) -> JSONValue { JSONValue(document: checker.tables.document, node: node) }

    func isTrueOfAny(_ kinds: KindSet, _ node: Int) -> Bool { kinds.meets(checker.tables.nodes[node].kindBit) }

    /// Whether there is room for more violations and time to look for them.
    mutating func goesOn() -> Bool {
        budget -= 1
        return budget > 0 && violations.count < limit
    }

    /// Adds what is wrong with a value, which doesn't satisfy the schema.
    package mutating func explain(_ schema: UInt32, _ node: Int) {
        guard goesOn(), checker.depth < Checker.maximumDepth, checker.hasRoom() else { return }
        checker.depth += 1
        let outer = source
        source = program.sources[Int(schema)]
        let entersResource = checker.tables.followsDynamicScope && checker.scope.last != source.resource
        if entersResource { checker.scope.append(source.resource) }
        defer {
            if entersResource { checker.scope.removeLast() }
            source = outer
            checker.depth -= 1
        }
        let written = JSONValue(document: document, node: Int(source.node))
        guard written.kind == .object else { return add(forbidden(written, node)) }
        let dialect = program.resources[Int(source.resource)].dialect
        let words = ExplainedWords(written, dialect)
        for (keyword, value) in words.entries where goesOn() {
            evaluationPath.append(keyword.name)
            explain(keyword, value, words, schema, node)
            evaluationPath.removeLast()
        }
    }

    private mutating func explain(
        _ keyword: Keyword, _ value: JSONValue, _ words: ExplainedWords, _ schema: UInt32, _ node: Int
    ) {
        switch keyword {
        case .type: explainType(value, words, node)
        case .enum, .const: explainEnumeration(keyword, value, node)
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
            explainNumber(keyword, value, words, node)
        case .minLength, .maxLength: explainLength(keyword, value, node)
        case .pattern: explainPattern(value, node)
        case .format: explainFormat(value, words, node)
        case .contentEncoding, .contentMediaType: explainContent(keyword, value, words, node)
        case .ref, .dynamicRef, .recursiveRef: explainReference(keyword, value, node)
        case .allOf: explainAll(value, node)
        case .anyOf: explainAny(value, words, node)
        case .oneOf: explainOne(value, words, node)
        case .not: explainNot(value, node)
        case .then, .else: explainCondition(keyword, value, words, node)
        case .items, .prefixItems, .additionalItems: explainItems(keyword, value, words, node)
        case .contains: explainContains(value, words, node)
        case .minItems, .maxItems: explainCount(keyword, value, node)
        case .uniqueItems: explainUnique(value, node)
        case .properties: explainProperties(value, node)
        case .patternProperties: explainPatternProperties(value, node)
        case .additionalProperties: explainAdditionalProperties(value, words, node)
        case .propertyNames: explainPropertyNames(value, node)
        case .required: explainRequired(value, node)
        case .minProperties, .maxProperties: explainMemberCount(keyword, value, node)
        case .dependentRequired, .dependentSchemas, .dependencies: explainDependencies(keyword, value, node)
        case .unevaluatedItems, .unevaluatedProperties: explainUnevaluated(keyword, value, words, schema, node)
        default: break
        }
    }

    /// The compiled schema that a value of the current one is.
    func child(_ value: JSONValue) -> UInt32? {
        program.schemaByPlace[SchemaPlace(document: Int(source.document), node: value.node)]
    }

    /// Collects what a body adds apart from what was found before.
    mutating func collecting(_ body: (inout Explainer) -> Void) -> [SchemaViolation] {
        let saved = violations
        violations = []
        body(&self)
        let found = violations
        violations = saved
        return found
    }

    /// Goes into a member or an element and explains it there.
    mutating func explain(_ value: JSONValue, at token: String, in schemaToken: String? = nil, _ node: Int) {
        guard let schema = child(value), !checker.check(schema, node, false) else { return }
        // Going into a value takes twice of the stack what going into a schema does.
        checker.depth += 1
        defer { checker.depth -= 1 }
        instancePath.append(token)
        if let schemaToken { evaluationPath.append(schemaToken) }
        if value.bool == false {
            add(forbidden(value, node))
        } else {
            let before = violations.count
            explain(schema, node)
            if violations.count == before, violations.count < limit { add(undecided(checker.givenUp, node)) }
        }
        if schemaToken != nil { evaluationPath.removeLast() }
        instancePath.removeLast()
    }

    /// Adds what is wrong with the same value by another schema.
    mutating func explainInPlace(_ value: JSONValue, _ token: String?, _ node: Int) {
        guard let schema = child(value), !checker.check(schema, node, false) else { return }
        if let token { evaluationPath.append(token) }
        explain(schema, node)
        if token != nil { evaluationPath.removeLast() }
    }

    mutating func add(_ violation: SchemaViolation) {
        if violations.count < limit { violations.append(violation) }
    }
}

/// The keywords of a schema, in the order of its text, each once.
struct ExplainedWords {
    private(set) var entries: [(keyword: Keyword, value: JSONValue)] = []

    init(_ schema: JSONValue, _ dialect: SchemaDialect) {
        if dialect.refHidesSiblings, let reference = schema["$ref"] {
            entries = [(.ref, reference)]
            return
        }
        for member in schema.members {
            guard let keyword = dialect.keyword(member.key) else { continue }
            if let place = entries.firstIndex(where: { $0.keyword == keyword }) {
                entries[place].value = member.value
            } else {
                entries.append((keyword, member.value))
            }
        }
    }

    subscript(keyword: Keyword) -> JSONValue? {
        for entry in entries where entry.keyword == keyword { return entry.value }
        return nil
    }
}
