// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaCompiler {
    /// Compiles the keywords for arrays.
    mutating func writeArrays() {
        guard words.types.contains(.array) else { return }
        var rule = ArrayRule()
        var prefix: [UInt32] = []
        if let items = words[.items] {
            if items.kind == .array, dialect.draft <= .draft201909, dialect.draft != .openAPI30 {
                prefix = children(items)
                if let value = words[.additionalItems] { rule.items = child(value) }
            } else if items.kind == .array {
                let where_ = dialect.draft == .openAPI30 ? "OpenAPI 3.0" : "2020-12"
                report(
                    items, "items", "“items” must be one schema in \(where_): use “prefixItems” for an array of schemas"
                )
            } else {
                rule.items = child(items)
            }
        }
        if let value = value(.prefixItems, .array, "an array of schemas") { prefix = children(value) }
        (rule.prefixStart, rule.prefixEnd) = program.list(prefix)
        rule.minimum = count(.minItems) ?? 0
        rule.maximum = count(.maxItems) ?? .max
        rule.isUnique = value(.uniqueItems, .bool, "true or false")?.bool ?? false
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

    /// Returns the number of each schema in an array of schemas.
    mutating func children(_ value: JSONValue) -> [UInt32] { value.elements.map { child($0) } }
}

extension Evaluator {
    mutating func checkArray(_ rule: UInt32, _ node: Int, _ mode: Mode) -> Bool {
        let rule = tables.code.arrays + Int(rule)
        let end = tables.nodes[node].nextNode
        let prefixCount = rule.pointee.prefixEnd &- rule.pointee.prefixStart
        var element = node &+ 1
        var count: UInt32 = 0
        while element < end {
            let prefix = tables.code.lists + Int(rule.pointee.prefixStart)
            let schema = count < prefixCount ? prefix[Int(count)] : rule.pointee.items
            if schema != Instruction.none {
                guard check(schema, element, false) || fail(mode, { $0.explainElement(element, Int(count)) })
                else { return false }
                if mode.tracks { evaluated.append(UInt32(truncatingIfNeeded: element)) }
            }
            element = tables.nodes[element].nextNode
            count &+= 1
        }
        guard count >= rule.pointee.minimum || fail(mode, { $0.explainCount(.minItems, Int(count), "element", node) })
        else { return false }
        guard count <= rule.pointee.maximum || fail(mode, { $0.explainCount(.maxItems, Int(count), "element", node) })
        else { return false }
        if rule.pointee.contains != Instruction.none, !checkContains(rule, node, mode) { return false }
        return !rule.pointee.isUnique || checkUnique(node, mode)
    }

    /// Reports how an element violates `prefixItems`, `items` or `additionalItems`.
    private mutating func explainElement(_ node: Int, _ index: Int) {
        let isList = report[.items]?.kind == .array
        let prefix: Keyword = isList ? .items : .prefixItems
        let token = String(index)
        if let schema = report[prefix]?[index] {
            within(prefix) { evaluator, _ in evaluator.explain(schema, at: token, in: token, node) }
        } else {
            within(isList ? .additionalItems : .items) { $0.explain($1, at: token, node) }
        }
    }

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
        if matches < rule.pointee.minimumContained { return fail(mode) { $0.explainMissingMatch(Int(matches), node) } }
        return matches <= rule.pointee.maximumContained
            || fail(mode) { evaluator in
                let maximum = evaluator.report[.maxContains]?.text ?? ""
                evaluator.reportViolation(
                    of: .maxContains, node, expected: "at most \(maximum) elements that satisfy “contains”",
                    actual: "\(matches)")
            }
    }

    private mutating func explainMissingMatch(_ matches: Int, _ node: Int) {
        let causes = closestElement(node)
        let minimum = report[.minContains]
        reportViolation(
            of: minimum == nil ? .contains : .minContains, node,
            expected: minimum.map { "at least \($0.text) elements that satisfy “contains”" }
                ?? "an element that satisfies “contains”",
            actual: matches == 0 ? "none among \(describe(node))" : "\(matches)", causes: causes)
    }

    /// Returns the violations of the element that is closest to matching `contains`.
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

    private mutating func checkUnique(_ node: Int, _ mode: Mode) -> Bool {
        guard let pair = repeatedElements(node) else { return true }
        return fail(mode) { evaluator in
            let element = evaluator.value(node)[pair.second].map { Wording.short($0, limit: 40) } ?? ""
            evaluator.reportViolation(
                of: .uniqueItems, node, expected: "elements that all differ",
                actual: "\(element) at index \(pair.first) and again at index \(pair.second)")
        }
    }

    /// Returns the indexes of the first two equal elements.
    private func repeatedElements(_ node: Int) -> (first: Int, second: Int)? {
        let end = tables.nodes[node].nextNode
        var known: [JSONValue: Int] = [:]
        var (second, index) = (node + 1, 0)
        while second < end {
            // Comparing each pair of a few elements takes less time than hashing the elements.
            if index < 8 {
                var (first, firstIndex) = (node + 1, 0)
                while first < second {
                    if tables.areEqual(first, second) { return (firstIndex, index) }
                    (first, firstIndex) = (tables.nodes[first].nextNode, firstIndex + 1)
                }
            } else {
                if index == 8 { known = Dictionary(uniqueKeysWithValues: zip(value(node).elements.prefix(8), 0...)) }
                if let firstIndex = known.updateValue(index, forKey: value(second)) { return (firstIndex, index) }
            }
            (second, index) = (tables.nodes[second].nextNode, index + 1)
        }
        return nil
    }
}

extension BoundaryProbes {
    mutating func addArrays(_ words: KeywordValues, _ clause: Literal) {
        addCounts(words, .minItems, .maxItems, most: Self.mostElements)
        let elements = JSON(place.value).array ?? []
        for (keyword, value) in words.values(.items, .additionalItems, .unevaluatedItems) where value.bool == false {
            inside(keyword, value, "nothing else", .array(elements))
            outside(keyword, value, "one more", .array(elements + ["unknown element"]))
        }
        if let value = words[.uniqueItems], value.bool == true, let first = elements.first {
            inside(.uniqueItems, value, "all different", .array(elements))
            outside(.uniqueItems, value, "one twice", .array(elements + [first]))
        }
        if let value = words[.contains], let child = schemas.child(value, of: clause) {
            let matching = elements.filter { schemas.accepts($0, child) }
            let match = matching.first ?? build([child])
            inside(.contains, value, "a valid value", .array(elements))
            inside(.contains, value, "one match", match.map { .array([$0]) })
            outside(.contains, value, "without a match", .array(elements.filter { !schemas.accepts($0, child) }))
            if let value = words[.minContains], let count = CountLimits.count(value), count > 0 {
                var left = matching.count - count + 1
                let fewer = elements.filter { element in
                    guard left > 0, schemas.accepts(element, child) else { return true }
                    left -= 1
                    return false
                }
                outside(.minContains, value, "one less", .array(fewer))
            }
            if let value = words[.maxContains], let count = CountLimits.count(value), let match,
                count < Self.mostElements
            {
                let missing = max(0, count - matching.count)
                inside(.maxContains, value, "exactly", .array(elements + Array(repeating: match, count: missing)))
                outside(.maxContains, value, "one more", .array(elements + Array(repeating: match, count: missing + 1)))
            }
        }
    }
}

extension ExampleSchemas {
    /// Returns the subschemas that apply to an element.
    func clauses(ofElement index: Int, in clause: Literal, _ element: JSONValue) -> [Literal] {
        let rule = rule(clause.schema)
        let contained = rule.contains.map(clause.same).flatMap { accepts(element, $0) ? $0 : nil }
        return [rule.element(index).map(clause.same), contained].compactMap(\.self).map(entered)
    }
}
