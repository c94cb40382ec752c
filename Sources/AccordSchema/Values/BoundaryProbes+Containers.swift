import AccordJSON

extension BoundaryProbes {
    /// Around the limits of arrays and objects.
    mutating func addContainers(_ words: KeywordValues, _ clause: ExampleClause) {
        if place.value.kind == .array { addArrays(words, clause) }
        if place.value.kind == .object { addObjects(words, clause) }
    }

    private mutating func addArrays(_ words: KeywordValues, _ clause: ExampleClause) {
        if let value = words[.minItems], let count = ExampleCountLimits.count(value), count <= Self.mostElements {
            inside(.minItems, value, "exactly", make(.array) { $0.items.fix(count) })
            if count > 0 { outside(.minItems, value, "one less", make(.array) { $0.items.fix(count - 1) }) }
        }
        if let value = words[.maxItems], let count = ExampleCountLimits.count(value), count < Self.mostElements {
            inside(.maxItems, value, "exactly", make(.array) { $0.items.fix(count) })
            outside(
                .maxItems, value, "one more",
                make(.array) { $0.items.fix(count + 1) } ?? more(words, clause, than: count))
        }
        let elements = JSON(place.value).array ?? []
        for keyword in [Keyword.items, .additionalItems, .unevaluatedItems] {
            guard let value = words[keyword], value.bool == false else { continue }
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
            inside(.contains, value, "as it should be", .array(elements))
            inside(.contains, value, "one match", match.map { .array([$0]) })
            outside(.contains, value, "without a match", .array(elements.filter { !schemas.accepts($0, child) }))
            if let value = words[.minContains], let count = ExampleCountLimits.count(value), count > 0 {
                var left = matching.count - count + 1
                let fewer = elements.filter { element in
                    guard left > 0, schemas.accepts(element, child) else { return true }
                    left -= 1
                    return false
                }
                outside(.minContains, value, "one less", .array(fewer))
            }
            if let value = words[.maxContains], let count = ExampleCountLimits.count(value), let match,
                count < Self.mostElements
            {
                let missing = max(0, count - matching.count)
                inside(.maxContains, value, "exactly", .array(elements + Array(repeating: match, count: missing)))
                outside(.maxContains, value, "one more", .array(elements + Array(repeating: match, count: missing + 1)))
            }
        }
    }

    /// One element more than a count, of the examples of many seeds: where all have to differ, one seed has too few; nil
    /// where there aren't so many that differ.
    private func more(_ words: KeywordValues, _ clause: ExampleClause, than count: Int) -> JSON? {
        guard let items = words[.items], let child = schemas.child(items, of: clause) else { return nil }
        var elements: [JSON] = []
        for seed in UInt64(0)..<UInt64(20 * (count + 1)) where elements.count <= count {
            var other = ExampleBuilder(schemas, options: ExampleOptions(seed: seed))
            other.budget = 2_000
            guard let element = try? other.build([child]), !elements.contains(element) else { continue }
            elements.append(element)
        }
        return elements.count > count ? .array(elements) : nil
    }

    private mutating func addObjects(_ words: KeywordValues, _ clause: ExampleClause) {
        guard let object = JSON(place.value).object else { return }
        if let value = words[.minProperties], let count = ExampleCountLimits.count(value), count <= Self.mostElements {
            inside(.minProperties, value, "exactly", make(.object) { $0.members.fix(count) })
            if count > 0 { outside(.minProperties, value, "one less", make(.object) { $0.members.fix(count - 1) }) }
        }
        if let value = words[.maxProperties], let count = ExampleCountLimits.count(value), count < Self.mostElements {
            inside(.maxProperties, value, "exactly", make(.object) { $0.members.fix(count) })
            outside(.maxProperties, value, "one more", make(.object) { $0.members.fix(count + 1) })
        }
        if let value = words[.required], value.count > 0 {
            inside(.required, value, "all there", .object(object))
            for element in value.elements.prefix(50) {
                guard let name = element.string, object[name] != nil else { continue }
                outside(.required, value, "without “\(name)”", without([name], object))
            }
        }
        for keyword in [Keyword.additionalProperties, .unevaluatedProperties] {
            guard let value = words[keyword], value.bool == false else { continue }
            inside(keyword, value, "nothing else", .object(object))
            outside(keyword, value, "one more", with("unknownProperty", true, object))
        }
        if let value = words[.propertyNames], let child = schemas.child(value, of: clause) {
            inside(.propertyNames, value, "as it should be", .object(object))
            let names = ["unknownProperty", "", "A", "a", "0", "not a name", String(repeating: "x", count: 300)]
            if let name = names.first(where: { !schemas.accepts(.string($0), child) }) {
                outside(.propertyNames, value, "another name", with(name, object.first?.value ?? true, object))
            }
        }
        for keyword in [Keyword.dependentSchemas, .dependencies] {
            for member in words[keyword].map({ Array($0.members) }) ?? [] where member.value.kind != .array {
                guard let child = schemas.child(member.value, of: clause) else { continue }
                var there = object
                if there[member.key] == nil { there.append(member.key, true) }
                let wrong = build([ExampleExpansion.negated(child)], requiring: member.key)
                inside(keyword, member.value, "without “\(member.key)”", without([member.key], object))
                inside(keyword, member.value, "with “\(member.key)”", .object(there))
                outside(keyword, member.value, "“\(member.key)” with what it rules out", wrong)
            }
        }
        for keyword in [Keyword.dependentRequired, .dependencies] {
            guard let value = words[keyword] else { continue }
            for member in value.members where member.value.kind == .array {
                let others = member.value.elements.compactMap(\.string)
                guard let other = others.first else { continue }
                let name = ExampleConstraints.Name(name: member.key, place: member.value)
                guard let full = make(.object, { $0.required.append(name) })?.object else { continue }
                inside(keyword, value, "“\(member.key)” with all it needs", .object(full))
                outside(keyword, value, "“\(member.key)” without “\(other)”", without([other], full))
                inside(keyword, value, "without “\(member.key)”", without([member.key] + others, full))
            }
        }
    }

    private func without(_ names: [String], _ object: JSONObject) -> JSON {
        var object = object
        for name in names { object.remove(name) }
        return .object(object)
    }

    private func with(_ name: String, _ value: JSON, _ object: JSONObject) -> JSON {
        var object = object
        object.append(name, value)
        return .object(object)
    }

    /// A value of each branch, and one of none.
    mutating func addLogic(_ words: KeywordValues, _ clause: ExampleClause) {
        for keyword in [Keyword.anyOf, .oneOf] {
            guard let value = words[keyword] else { continue }
            let branches = schemas.children(value, of: clause).prefix(20)
            for (index, branch) in branches.enumerated() {
                inside(keyword, value, "branch \(index)", build([clause, branch]))
            }
            outside(keyword, value, "no branch", build(branches.map { ExampleExpansion.negated($0) }))
            if keyword == .oneOf, branches.count > 1 {
                outside(keyword, value, "two branches", build(Array(branches.prefix(2))))
            }
        }
        if let value = words[.not], let child = schemas.child(value, of: clause) {
            inside(.not, value, "as it should be", JSON(place.value))
            outside(.not, value, "what it forbids", build([child]))
        }
        if let value = words[.if], let condition = schemas.child(value, of: clause) {
            let isNot = ExampleExpansion.negated(condition)
            inside(.if, value, "it holds", build([clause, condition]))
            inside(.if, value, "it doesn't hold", build([clause, isNot]))
            if let then = words[.then], let child = schemas.child(then, of: clause) {
                outside(.then, then, "the condition holds alone", build([condition, ExampleExpansion.negated(child)]))
            }
            if let otherwise = words[.else], let child = schemas.child(otherwise, of: clause) {
                outside(.else, otherwise, "neither holds", build([isNot, ExampleExpansion.negated(child)]))
            }
        }
    }
}
