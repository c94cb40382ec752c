import AccordJSON

extension Explainer {
    mutating func explainReference(_ keyword: Keyword, _ value: JSONValue, _ node: Int) {
        let place = SchemaPlace(document: Int(source.document), node: value.node)
        guard var schema = program.schemaByPlace[place] else { return }
        if let name = program.dynamicNameByPlace[place] { schema = checker.dynamicTarget(name: name) ?? schema }
        if !checker.check(schema, node, false) { explain(schema, node) }
    }

    mutating func explainAll(_ value: JSONValue, _ node: Int) {
        for (index, branch) in value.elements.enumerated() where goesOn() {
            explainInPlace(branch, String(index), node)
        }
    }

    mutating func explainAny(_ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        let branches = Array(value.elements)
        for branch in branches { if let schema = child(branch), checker.check(schema, node, false) { return } }
        addClosest("anyOf", value, branches, words, node)
    }

    mutating func explainOne(_ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        let branches = Array(value.elements)
        var matching: [Int] = []
        for (index, branch) in branches.enumerated() {
            if let schema = child(branch), checker.check(schema, node, false) { matching.append(index) }
        }
        if matching.count == 1 { return }
        if matching.isEmpty { return addClosest("oneOf", value, branches, words, node) }
        let names = matching.map { name(of: branches[$0], $0) }
        add(
            violation(
                "oneOf", value, node, expected: "exactly one of \(branches.count) alternatives to fit",
                actual: "\(Wording.list(names, "and")), which both fit"
                    .replacing("both", with: matching.count == 2 ? "both" : "all")))
    }

    mutating func explainNot(_ value: JSONValue, _ node: Int) {
        guard let schema = child(value), checker.check(schema, node, false) else { return }
        let what = value.kind == .bool ? "no value at all" : "anything but \(Wording.short(value))"
        add(violation("not", value, node, expected: what, actual: describe(node)))
    }

    mutating func explainCondition(_ keyword: Keyword, _ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        guard let condition = words[.if], let schema = child(condition) else { return }
        if checker.check(schema, node, false) == (keyword == .then) { explainInPlace(value, nil, node) }
    }

    /// A branch by its title, by what it refers to, or by its number.
    func name(of branch: JSONValue, _ index: Int) -> String {
        if let title = branch["title"]?.string { return "“\(title)”" }
        if let reference = branch["$ref"]?.string, let last = reference.split(separator: "/").last {
            return "“\(last)”"
        }
        return "alternative \(index + 1)"
    }

    /// Adds that no branch fits, and why the closest doesn't.
    private mutating func addClosest(
        _ keyword: String, _ value: JSONValue, _ branches: [JSONValue], _ words: ExplainedWords, _ node: Int
    ) {
        let chosen = discriminated(branches, words, node)
        var best: (closeness: Closeness, index: Int, causes: [SchemaViolation])?
        for (index, branch) in branches.prefix(200).enumerated() {
            guard let schema = child(branch) else { continue }
            let causes = collecting { $0.explainInPlace(branch, String(index), node) }
            var closeness = closeness(of: schema, node, causes, depth: instancePath.count)
            if index == chosen { closeness.isChosen = true }
            if best.map({ $0.closeness < closeness }) ?? true { best = (closeness, index, causes) }
        }
        let kinds =
            keyword == "oneOf" ? "one of \(branches.count) alternatives" : "any of \(branches.count) alternatives"
        guard let best else {
            return add(violation(keyword, value, node, expected: kinds, actual: describe(node)))
        }
        let name = name(of: branches[best.index], best.index)
        var message = "expected \(kinds), got \(describe(node)), which fits none"
        if branches.count == 1 { message = "expected \(name), got \(describe(node)), which doesn't fit" }
        if let first = best.causes.first {
            let path = first.instancePointer.tokens.dropFirst(instancePath.count)
            let place = path.isEmpty ? "" : "at \(JSONPointer(tokens: Array(path))) "
            message +=
                branches.count == 1 ? ": \(place)\(first.message)" : "; closest is \(name): \(place)\(first.message)"
        }
        add(
            violation(
                keyword, value, node, expected: kinds, actual: describe(node), message: message, causes: best.causes))
    }

    /// The branch that OpenAPI's `discriminator` names for a value.
    private func discriminated(_ branches: [JSONValue], _ words: ExplainedWords, _ node: Int) -> Int? {
        guard let discriminator = words[.discriminator], let property = discriminator["propertyName"]?.string,
            let given = value(node)[property]?.string
        else { return nil }
        let mapped = discriminator["mapping"]?[given]?.string ?? given
        return branches.firstIndex { branch in
            guard let reference = branch["$ref"]?.string else { return false }
            return reference == mapped || reference.hasSuffix("/\(mapped)")
        }
    }
}
