import AccordJSON

extension SchemaCompiler {
    /// `prefixItems`, `items`, `additionalItems`, `contains` and what counts elements.
    mutating func writeArrays() {
        guard
            words.has(.prefixItems) || words.has(.items) || words.has(.additionalItems) || words.has(.contains)
                || words.has(.minItems) || words.has(.maxItems) || words.has(.uniqueItems) || words.has(.minContains)
                || words.has(.maxContains)
        else { return }
        var rule = ArrayRule()
        var prefix: [UInt32] = []
        if let items = words[.items] {
            if items.kind == .array, dialect.draft <= .draft201909, dialect.draft != .openAPI30 {
                prefix = children(items)
                if let value = words[.additionalItems] { rule.items = child(value) }
            } else if items.kind == .array {
                let where_ = dialect.draft == .openAPI30 ? "OpenAPI 3.0" : "2020-12"
                report(items, "items", "“items” is one schema in \(where_): an array of schemas is “prefixItems”")
            } else {
                rule.items = child(items)
            }
        }
        if let value = words[.prefixItems] {
            if value.kind == .array {
                prefix = children(value)
            } else {
                report(value, "prefixItems", "“prefixItems” is an array of schemas, not \(Wording.article(value.kind))")
            }
        }
        (rule.prefixStart, rule.prefixEnd) = program.list(prefix)
        rule.minimum = count(.minItems) ?? 0
        rule.maximum = count(.maxItems) ?? .max
        if let value = words[.uniqueItems] {
            if let flag = value.bool {
                rule.isUnique = flag
            } else {
                report(value, "uniqueItems", "“uniqueItems” is true or false, not \(Wording.article(value.kind))")
            }
        }
        let least = count(.minContains)
        let most = count(.maxContains)
        if let value = words[.contains] {
            rule.contains = child(value)
            rule.minimumContained = least ?? 1
            rule.maximumContained = most ?? .max
            rule.containsEvaluates = dialect.draft >= .draft202012
        }
        program.arrays.append(rule)
        emit(.array, .items, .array, UInt32(program.arrays.count - 1))
    }

    /// The schemas that an array holds.
    mutating func children(_ value: JSONValue) -> [UInt32] {
        var numbers: [UInt32] = []
        for element in value.elements { numbers.append(child(element)) }
        return numbers
    }
}

extension Evaluator {
    @inline(never)
    mutating func checkArray(_ rule: UInt32, _ node: Int, _ mode: Mode) -> Bool {
        // Points into the program, which outlives the evaluator.
        let rule = tables.arrays + Int(rule)
        let end = tables.nodes[node].nextNode
        var element = node &+ 1
        var count: UInt32 = 0
        var prefix = Int(rule.pointee.prefixStart)
        while prefix < Int(rule.pointee.prefixEnd), element < end {
            if !check(tables.lists[prefix], element, false), !fail(mode, { $0.explainElement(element, Int(count)) }) {
                return false
            }
            if mode.tracks { evaluated.append(UInt32(truncatingIfNeeded: element)) }
            element = tables.nodes[element].nextNode
            count &+= 1
            prefix &+= 1
        }
        if rule.pointee.items != Instruction.none {
            while element < end {
                if !check(rule.pointee.items, element, false), !fail(mode, { $0.explainElement(element, Int(count)) }) {
                    return false
                }
                if mode.tracks { evaluated.append(UInt32(truncatingIfNeeded: element)) }
                element = tables.nodes[element].nextNode
                count &+= 1
            }
        } else if rule.pointee.minimum > count || rule.pointee.maximum != .max {
            while element < end {
                element = tables.nodes[element].nextNode
                count &+= 1
            }
        }
        if count < rule.pointee.minimum, !fail(mode, { $0.explainCount(.minItems, Int(count), "element", node) }) {
            return false
        }
        if count > rule.pointee.maximum, !fail(mode, { $0.explainCount(.maxItems, Int(count), "element", node) }) {
            return false
        }
        if rule.pointee.contains != Instruction.none, !checkContains(rule, node, mode) { return false }
        return !rule.pointee.isUnique || checkUnique(node, mode)
    }

    /// Reports the violations of an element by `prefixItems`, `items` or `additionalItems`.
    @inline(never)
    private mutating func explainElement(_ node: Int, _ index: Int) {
        let isList = report[.items]?.kind == .array
        let prefix: Keyword = isList ? .items : .prefixItems
        let token = String(index)
        if let schema = report[prefix]?[index] {
            guard report.open(prefix) != nil else { return }
            explain(schema, at: token, in: token, node)
        } else {
            guard let schema = report.open(isList ? .additionalItems : .items) else { return }
            explain(schema, at: token, node)
        }
        report.close()
    }

    /// Checks a rule of the program, which outlives the evaluator.
    @inline(never)
    private mutating func checkContains(_ rule: UnsafePointer<ArrayRule>, _ node: Int, _ mode: Mode) -> Bool {
        let end = tables.nodes[node].nextNode
        let tracks = mode.tracks && rule.pointee.containsEvaluates
        var element = node &+ 1
        var matches: UInt32 = 0
        while element < end {
            if check(rule.pointee.contains, element, false) {
                matches &+= 1
                if tracks { evaluated.append(UInt32(truncatingIfNeeded: element)) }
                if matches > rule.pointee.maximumContained, !mode.explains { return false }
                if !tracks, rule.pointee.maximumContained == .max, matches >= rule.pointee.minimumContained {
                    return true
                }
            }
            element = tables.nodes[element].nextNode
        }
        if matches < rule.pointee.minimumContained {
            return fail(mode) { $0.explainMissingMatch(Int(matches), node) }
        }
        return matches <= rule.pointee.maximumContained || fail(mode) { $0.explainMatches(Int(matches), node) }
    }

    @inline(never)
    private mutating func explainMissingMatch(_ matches: Int, _ node: Int) {
        let causes = closestElement(node)
        let minimum = report[.minContains]
        reportViolation(
            of: minimum == nil ? .contains : .minContains, node,
            expected: minimum.map { "at least \($0.text) such elements" } ?? "an element that satisfies “contains”",
            actual: matches == 0 ? "none among \(describe(node))" : "\(matches)", causes: causes)
    }

    @inline(never)
    private mutating func explainMatches(_ matches: Int, _ node: Int) {
        let maximum = report[.maxContains]?.text ?? ""
        reportViolation(
            of: .maxContains, node, expected: "at most \(maximum) elements that satisfy “contains”", actual: "\(matches)")
    }

    /// Returns the violations of the element that is closest to `contains`.
    private mutating func closestElement(_ node: Int) -> [SchemaViolation] {
        guard let value = report.open(.contains) else { return [] }
        defer { report.close() }
        guard let schema = child(value) else { return [] }
        var best: (closeness: Closeness, causes: [SchemaViolation])?
        for (index, element) in self.value(node).elements.prefix(16).enumerated() {
            guard report.continues() else { break }
            if check(schema, element.node, false) { continue }
            let causes = collecting { $0.explain(value, at: String(index), element.node) }
            let closeness = closeness(of: schema, element.node, causes, depth: report.instancePath.count + 1)
            if best.map({ $0.closeness < closeness }) ?? true { best = (closeness, causes) }
        }
        return best?.causes ?? []
    }

    @inline(never)
    private mutating func checkUnique(_ node: Int, _ mode: Mode) -> Bool {
        guard let pair = tables.repeatedElements(node) else { return true }
        return fail(mode) { evaluator in
            let element = evaluator.value(node)[pair.second].map { Wording.short($0, limit: 40) } ?? ""
            evaluator.reportViolation(
                of: .uniqueItems, node, expected: "elements that all differ",
                actual: "\(element) at index \(pair.first) and again at index \(pair.second)")
        }
    }
}
