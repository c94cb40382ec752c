import AccordJSON

extension ExampleExpansion {
    /// What is said of elements.
    mutating func addArrays(
        _ words: KeywordValues, _ clause: ExampleClause, _ scope: Int
    ) throws(ExampleContradiction) {
        var rule = ExampleConstraints.ArrayRule(scope: scope)
        if let value = words[.items] {
            if value.kind == .array {
                rule.prefix = schemas.children(value, of: clause)
                rule.rest = words[.additionalItems].flatMap { schemas.child($0, of: clause) }
            } else {
                rule.rest = schemas.child(value, of: clause)
            }
        }
        if let value = words[.prefixItems] { rule.prefix = schemas.children(value, of: clause) }
        if !rule.prefix.isEmpty || rule.rest != nil { result.arrayRules.append(rule) }
        if let value = words[.minItems], let count = ExampleCountLimits.count(value) {
            result.items.raise(to: count, place: value)
        }
        if let value = words[.maxItems], let count = ExampleCountLimits.count(value) {
            result.items.cut(to: count, place: value)
        }
        if words[.uniqueItems]?.bool == true { result.isUnique = true }
        if let value = words[.contains], let child = schemas.child(value, of: clause) {
            let minimum = words[.minContains].flatMap { ExampleCountLimits.count($0) } ?? 1
            let maximum = words[.maxContains].flatMap { ExampleCountLimits.count($0) } ?? .max
            result.contained.append(
                ExampleConstraints.Contained(clause: child, minimum: minimum, maximum: maximum, place: value))
            result.needsCheck = true
        }
        if let value = words[.unevaluatedItems], let child = schemas.child(value, of: clause) {
            result.unevaluatedItems.append(ExampleConstraints.Unevaluated(clause: child, scope: scope))
            result.needsCheck = true
        }
        let says = words.hasAny(
            .items, .prefixItems, .minItems, .maxItems, .uniqueItems, .contains, .unevaluatedItems)
        if says { result.hints.insert(.array) }
    }

    /// What is said of members.
    mutating func addObjects(
        _ words: KeywordValues, _ clause: ExampleClause, _ scope: Int
    ) throws(ExampleContradiction) {
        var rule = ExampleConstraints.ObjectRule(owner: clause, scope: scope)
        rule.named = words[.properties]
        if let value = words[.patternProperties] {
            for member in value.members {
                guard let child = schemas.child(member.value, of: clause),
                    let pattern = schemas.pattern(member.key, of: clause.schema)
                else { continue }
                rule.patterns.append((pattern.expression, child, pattern.isUnicode))
            }
        }
        rule.rest = words[.additionalProperties].flatMap { schemas.child($0, of: clause) }
        if words.hasAny(.properties, .patternProperties, .additionalProperties) { result.objectRules.append(rule) }
        for element in words[.required].map({ Array($0.elements) }) ?? [] {
            guard let name = element.string, !result.required.contains(where: { $0.name == name }) else { continue }
            result.required.append(ExampleConstraints.Name(name: name, place: element))
        }
        if let value = words[.minProperties], let count = ExampleCountLimits.count(value) {
            result.members.raise(to: count, place: value)
        }
        if let value = words[.maxProperties], let count = ExampleCountLimits.count(value) {
            result.members.cut(to: count, place: value)
        }
        if let value = words[.propertyNames], let child = schemas.child(value, of: clause) {
            result.names.append(child)
        }
        if let value = words[.unevaluatedProperties], let child = schemas.child(value, of: clause) {
            result.unevaluatedMembers.append(ExampleConstraints.Unevaluated(clause: child, scope: scope))
            result.needsCheck = true
        }
        for keyword in [Keyword.dependentRequired, .dependentSchemas, .dependencies] {
            guard let value = words[keyword] else { continue }
            for member in value.members { try addDependency(member, clause, scope) }
        }
        let says = words.hasAny(
            .properties, .patternProperties, .additionalProperties, .required, .minProperties, .maxProperties,
            .propertyNames, .unevaluatedProperties)
        if says || words.hasAny(.dependentRequired, .dependentSchemas) { result.hints.insert(.object) }
    }

    private mutating func addDependency(
        _ member: JSONMember, _ clause: ExampleClause, _ scope: Int
    ) throws(ExampleContradiction) {
        let name = member.key
        if member.value.kind == .array {
            let others = member.value.elements.compactMap { element in
                element.string.map { ExampleConstraints.Name(name: $0, place: element) }
            }
            result.dependents.append((name, others))
            return
        }
        guard followsLogic, let child = schemas.child(member.value, of: clause) else { return }
        let isRequired = result.required.contains { $0.name == name }
        // Values of other kinds aren't asked for the member.
        if isRequired, !result.types.isSubset(of: .object), choices.pick(2) == 1 {
            try result.restrict(to: ExampleTypes.all.subtracting(.object), place: member.value)
            return
        }
        // Whether the member is there is a choice, since its schema speaks of the whole object.
        let isThere = isRequired || (choices.pick(2) == 0) != isBare
        if isThere {
            result.needsCheck = true
            try add(child, within: scope)
        } else {
            result.forbidden.append(ExampleConstraints.Name(name: name, place: member.value))
        }
    }
}
