import AccordJSON

extension SchemaCoverage {
    /// Whether a keyword can refuse a value by itself; those that only hand on to other schemas can't.
    static func canRefuse(_ keyword: Keyword, _ value: JSONValue, _ words: KeywordValues) -> Bool {
        switch keyword {
        case .type, .const, .enum, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength,
            .pattern, .maxItems, .maxProperties, .dependentRequired, .anyOf, .oneOf, .not, .propertyNames:
            value.bool != true
        // A count of its own says how many elements satisfy “contains”.
        case .contains: words[.minContains] == nil && value.bool != true
        case .minContains: words[.contains] != nil && value.int != 0
        case .maxContains: words[.contains] != nil
        case .format: value.string.map { Format($0) != nil } ?? false
        case .required: value.count > 0
        case .minLength, .minItems, .minProperties: value.int != 0
        case .uniqueItems: value.bool == true
        case .additionalProperties, .additionalItems, .unevaluatedItems, .unevaluatedProperties, .items:
            value.bool == false
        default: false
        }
    }

    /// Whether a keyword says something about a value of its kind.
    static func speaks(_ keyword: Keyword, of value: JSONValue) -> Bool {
        switch keyword {
        case .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum: value.kind == .number
        case .maxLength, .minLength, .pattern: value.kind == .string
        case .format: value.kind == .string || value.kind == .number
        case .maxItems, .minItems, .uniqueItems, .contains, .minContains, .maxContains, .items, .additionalItems,
            .unevaluatedItems:
            value.kind == .array
        case .maxProperties, .minProperties, .required, .dependentRequired, .propertyNames, .additionalProperties,
            .unevaluatedProperties:
            value.kind == .object
        default: true
        }
    }
}

extension ExampleSchemas {
    /// Whether a schema says something of what no other schema speaks of.
    func hasRest(_ clause: ExampleClause) -> Bool {
        words(clause.schema).hasAny(.unevaluatedProperties, .unevaluatedItems)
    }

    /// What `unevaluatedProperties` says of a member, if none of the schemas that hold for the object speaks of it.
    func clauses(
        ofUnevaluatedMember name: String, in clause: ExampleClause, _ applied: [ExampleClause]
    ) -> [ExampleClause] {
        let isFree = applied.allSatisfy { other in
            let hasOwn = other != clause && words(other.schema)[.unevaluatedProperties] != nil
            return clauses(ofMember: name, in: other).isEmpty && !hasOwn
        }
        return isFree ? clauses(of: .unevaluatedProperties, in: [clause]) : []
    }

    /// What `unevaluatedItems` says of an element, if none of the schemas that hold for the array speaks of it.
    func clauses(
        ofUnevaluatedElement index: Int, in clause: ExampleClause, _ applied: [ExampleClause], _ element: JSONValue
    ) -> [ExampleClause] {
        let isFree = applied.allSatisfy { other in
            let hasOwn = other != clause && words(other.schema)[.unevaluatedItems] != nil
            return clauses(ofElement: index, in: other, element).isEmpty && !hasOwn
        }
        return isFree ? clauses(of: .unevaluatedItems, in: [clause]) : []
    }

    /// What is wrong with a value that doesn't satisfy a clause.
    func violations(of value: JSONValue, _ clause: ExampleClause) -> [SchemaViolation] {
        Checker.with(program, value.document) { checker in
            checker.scope = clause.scope
            var explainer = Explainer(program, checker)
            explainer.explain(clause.schema, value.node)
            return explainer.violations
        }
    }
}
