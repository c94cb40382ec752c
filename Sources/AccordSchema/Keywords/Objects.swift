// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaCompiler {
    /// Compiles the keywords for objects.
    mutating func writeObjects() {
        guard words.types.contains(.object) else { return }
        var rule = ObjectRule()
        writeNames(&rule)
        if let value = map(.patternProperties) {
            var pairs: [UInt32] = []
            for member in value.members {
                let schema = child(member.value)
                if let pattern = pattern(member.key, member.value, "patternProperties") { pairs += [pattern, schema] }
            }
            (rule.patternStart, rule.patternEnd) = program.list(pairs)
        }
        if let value = words[.additionalProperties] { rule.additional = child(value) }
        if let value = words[.propertyNames] { rule.propertyNames = child(value) }
        rule.minimum = count(.minProperties) ?? 0
        rule.maximum = count(.maxProperties) ?? .max
        program.objects.append(rule)
        emit(.object, .properties, .object, UInt32(program.objects.count - 1))
    }

    /// Compiles the names in `properties` and `required` into a key table.
    private mutating func writeNames(_ rule: inout ObjectRule) {
        let properties = map(.properties)
        let required = words[.required].map { names($0, "required") } ?? []
        rule.table = program.keyTables.begin(count: (properties?.count ?? 0) + required.count)
        if let properties {
            for member in properties.members {
                program.keyTables.insert(member.key, child(member.value), isRequired: false, into: rule.table)
            }
        }
        for name in required {
            program.keyTables.insert(name, Instruction.none, isRequired: true, into: rule.table)
        }
        rule.requiredCount = program.keyTables.requiredCount(rule.table)
    }

    /// Returns the value of a keyword that maps names to schemas, such as `properties`. If the value isn't an object,
    /// reports an error and returns `nil`.
    mutating func map(_ keyword: Keyword) -> JSONValue? {
        value(keyword, .object, "an object with a schema for each name")
    }

    /// Returns the strings in an array, such as the value of `required`.
    mutating func names(_ value: JSONValue, _ keyword: String) -> [String] {
        guard expect(value, .array, keyword, "an array of property names") else { return [] }
        for element in value.elements where element.kind != .string {
            report(element, keyword, "“\(keyword)” must contain property names, not \(Wording.article(element.kind))")
        }
        return value.elements.compactMap(\.string)
    }
}

extension Evaluator {
    mutating func checkObject(_ index: UInt32, _ node: Int, _ mode: Mode) -> Bool {
        let rule = tables.code.objects + Int(index)
        let end = tables.nodes[node].nextNode
        var key = node &+ 1
        var members: UInt32 = 0
        var required: UInt32 = 0
        let isPlain =
            rule.pointee.patternStart == rule.pointee.patternEnd && rule.pointee.propertyNames == Instruction.none
        while key < end {
            let value = key &+ 1
            let next = tables.nodes[value].nextNode
            if tables.hasDuplicateKeys, tables.isOverridden(key, in: node) {
                key = next
                continue
            }
            members &+= 1
            var isMatched = false
            if let slot = tables.slot(in: rule.pointee.table, key) {
                if slot.pointee.isRequired { required &+= 1 }
                if slot.pointee.schema != Instruction.none {
                    if !check(slot.pointee.schema, value, false),
                        !fail(mode, .properties, { $0.explainProperty(key, in: $1) })
                    {
                        return false
                    }
                    isMatched = true
                }
            }
            if !isPlain {
                guard let matches = checkName(rule, key, mode) else { return false }
                if matches { isMatched = true }
            }
            if !isMatched, rule.pointee.additional != Instruction.none {
                if !check(rule.pointee.additional, value, false),
                    !fail(mode, .additionalProperties, { $0.explainRest(.additionalProperties, $1, key) })
                {
                    return false
                }
                isMatched = true
            }
            if mode.tracks, isMatched { evaluated.append(UInt32(truncatingIfNeeded: value)) }
            key = next
        }
        if required != rule.pointee.requiredCount, lacksRequired(node),
            !fail(mode, .required, { $0.explainRequired($1, node) })
        {
            return false
        }
        if members < rule.pointee.minimum,
            !fail(mode, { $0.explainCount(.minProperties, Int(members), "property", node) })
        {
            return false
        }
        return members <= rule.pointee.maximum
            || fail(mode) { $0.explainCount(.maxProperties, Int(members), "property", node) }
    }

    /// Checks a key against `propertyNames`, and the member against each pattern that matches its key.
    ///
    /// - Returns: Whether a pattern matched, or `nil` if the evaluation must stop.
    private mutating func checkName(_ rule: UnsafePointer<ObjectRule>, _ key: Int, _ mode: Mode) -> Bool? {
        let names = rule.pointee.propertyNames
        guard
            names == Instruction.none || check(names, key, false)
                || fail(mode, .propertyNames, { $0.explainName(key, $1) })
        else { return nil }
        var isMatched = false
        var place = Int(rule.pointee.patternStart)
        while place < Int(rule.pointee.patternEnd) {
            if matches(Int(tables.code.lists[place]), key) {
                if !check(tables.code.lists[place &+ 1], key &+ 1, false),
                    !fail(
                        mode, .patternProperties,
                        { $0.explainProperty(key, matching: (place - Int(rule.pointee.patternStart)) / 2, in: $1) })
                {
                    return nil
                }
                isMatched = true
            }
            place &+= 2
        }
        return isMatched
    }

    private func key(_ node: Int) -> String { tables.document.string(ofNode: node) }

    private mutating func explainProperty(_ key: Int, in schemas: JSONValue) {
        let name = self.key(key)
        if let schema = schemas[name] { explain(schema, at: name, in: name, key + 1) }
    }

    private mutating func explainProperty(_ key: Int, matching pattern: Int, in schemas: JSONValue) {
        // Skip invalid patterns, because they weren't compiled.
        let entries = schemas.members.lazy.filter { [tables] in tables.program.parts.patternBySource[$0.key] != nil }
        if let entry = entries.dropFirst(pattern).first {
            explain(entry.value, at: self.key(key), in: entry.key, key + 1)
        }
    }

    /// Reports how a member violates `additionalProperties` or `unevaluatedProperties`.
    mutating func explainRest(_ keyword: Keyword, _ value: JSONValue, _ key: Int) {
        let name = self.key(key)
        if value.bool == false {
            report.instancePath.append(name)
            report.add(unknownProperty(keyword, value, name, key + 1))
            report.instancePath.removeLast()
        } else {
            explain(value, at: name, key + 1)
        }
    }

    /// Returns the violation of a forbidden property. Its message suggests a known property with a similar name.
    private func unknownProperty(
        _ keyword: Keyword, _ value: JSONValue, _ name: String, _ node: Int
    ) -> SchemaViolation {
        let names = report[.properties]?.members.prefix(300).map(\.key) ?? []
        let nearest = EditDistance.nearest(to: name, in: names)
        let given = "“\(Wording.clip(name))”"
        let hint = nearest.map { "; did you mean “\($0)”?" } ?? ""
        let known = names.prefix(8).map { "“\($0)”" } + (names.count > 8 ? ["others"] : [])
        return violation(
            keyword.name, value, node,
            expected: known.isEmpty
                ? "no other property" : "no property except \(Wording.list(known, "and", limit: 9))",
            actual: given, message: "the property \(given) isn't allowed here\(hint)")
    }

    private mutating func explainName(_ key: Int, _ value: JSONValue) {
        guard let schema = child(value) else { return }
        let name = self.key(key)
        report.instancePath.append(name)
        let causes = collecting { $0.explain(schema, key) }
        let given = "“\(Wording.clip(name))”"
        let reason = causes.first.map { ": \($0.message)" } ?? ""
        report.add(
            violation(
                "propertyNames", value, key + 1, expected: "a name that satisfies “propertyNames”", actual: given,
                message: "the property name \(given) isn't allowed\(reason)", causes: causes))
        report.instancePath.removeLast()
    }

    /// Returns whether an object lacks a required property. `required` of a schema doesn't count if the message may
    /// lack the property.
    private func lacksRequired(_ node: Int) -> Bool {
        guard let required = openSchema?["required"] else { return true }
        let object = value(node)
        return required.elements.contains { $0.string.map { object[$0] == nil && !mayLack($0, node) } ?? false }
    }

    /// Reports the names in a list, such as the value of `required`, that an object lacks.
    mutating func explainRequired(
        _ names: JSONValue, _ node: Int, _ keyword: Keyword = .required, reason: String = ""
    ) {
        let object = self.value(node)
        for value in names.elements {
            guard let key = value.string, object[key] == nil, !mayLack(key, node), report.continues() else { continue }
            let name = "“\(Wording.clip(key))”"
            report.add(
                violation(
                    keyword.name, value, node, expected: "the property \(name)", actual: describe(node),
                    message: "the property \(name) is missing\(reason)", isWithinKeyword: true))
        }
    }
}

extension BoundaryProbes {
    mutating func addObjects(_ words: KeywordValues, _ clause: Literal) {
        guard let object = JSON(place.value).object else { return }
        addCounts(words, .minProperties, .maxProperties, most: Self.mostElements)
        if let value = words[.required], value.count > 0 {
            inside(.required, value, "all there", .object(object))
            for element in value.elements.prefix(50) {
                guard let name = element.string, object[name] != nil else { continue }
                outside(.required, value, "without “\(name)”", without([name], object))
            }
        }
        for (keyword, value) in words.values(.additionalProperties, .unevaluatedProperties) where value.bool == false {
            inside(keyword, value, "nothing else", .object(object))
            outside(keyword, value, "one more", with("unknownProperty", true, object))
        }
        if let value = words[.propertyNames], let child = schemas.child(value, of: clause) {
            inside(.propertyNames, value, "a valid value", .object(object))
            let names = ["unknownProperty", "", "A", "a", "0", "not a name", String(repeating: "x", count: 300)]
            if let name = names.first(where: { !schemas.accepts(.string($0), child) }) {
                outside(.propertyNames, value, "another name", with(name, object.first?.value ?? true, object))
            }
        }
    }

    func without(_ names: [String], _ object: JSONObject) -> JSON {
        var object = object
        for name in names { object.remove(name) }
        return .object(object)
    }

    func with(_ name: String, _ value: JSON, _ object: JSONObject) -> JSON {
        var object = object
        object.append(name, value)
        return .object(object)
    }
}

extension ExampleSchemas {
    /// Returns the subschemas that apply to a member.
    func clauses(ofMember name: String, in clause: Literal) -> [Literal] {
        rule(clause.schema).member(name).filter { $0 >= 0 }.map { entered(clause.same($0)) }
    }
}
