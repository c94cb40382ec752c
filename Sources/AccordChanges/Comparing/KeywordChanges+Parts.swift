// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension KeywordChanges {
    /// Compares the alternatives of `oneOf` and `anyOf`, and the schemas in `allOf`.
    mutating func compareBranches() {
        // If each alternative contains only `type`, `compareTypes` has already compared the alternatives.
        if [old, new].allSatisfy({ $0.hasOnlyTypes }) { return }
        // `compareEnumeration` has compared a union of constants with an enumeration.
        let listings = [old.listing, new.listing].compactMap(\.self)
        if listings.count == 2, listings[0] != listings[1], listings.contains(.union) { return }
        let (former, later) = (old.unions, new.unions)
        if former.count == 1, later.count == 1, former != later {
            compareAlternatives(former[0], later[0])
            let isWider = later == ["anyOf"]
            add(
                isWider ? "one-of-became-any-of" : "any-of-became-one-of", isWider ? .widens : .narrows,
                "\(later[0]) replaced \(former[0]), so a value "
                    + (isWider ? "can match several alternatives" : "must match one alternative only"),
                old[former[0]], new[later[0]], claim: .matchesSeveral)
        } else if old.listing != .union || !later.isEmpty {
            // `compareEnumeration` has reported a removed union of constants.
            for keyword in FlatSchema.unionKeywords { compareAlternatives(keyword, keyword) }
        }
        let (left, right) = (old.list("allOf"), new.list("allOf"))
        let (pairs, removed, added) = comparison.paired(left, right, old, new, direction, isUnion: false)
        guard pairs.count < max(left.count, right.count) else { return }
        for (branches, isAdded) in [(removed, false), (added, true)] {
            let common = Set(pairs.flatMap { comparison.flat(isAdded ? $0.old : $0.new).parts.map(\.schema) })
            let parts = (isAdded ? old : new).parts.filter { !common.contains($0.schema) }
            for branch in branches {
                let isEmpty = branch.isOpen
                let kinds = isAdded ? [] : new.alternatives
                let isInAll = !kinds.isEmpty && kinds.allSatisfy { moved(branch, comparison.flat($0).parts) }
                // `compareProperties` compares the required properties of all schemas in `allOf`.
                if !isEmpty, isInAll || moved(branch, parts, comparesRequired: false) { continue }
                let list = isAdded ? old["allOf"] ?? old.schema.source : new["allOf"] ?? new.schema.source
                add(
                    "all-of-\(isAdded ? "added" : "removed")\(isEmpty ? "-annotation-only" : "")",
                    isEmpty ? .none : isAdded ? .narrows : .widens,
                    "\(branch.title ?? "a schema") was \(isAdded ? "added to" : "removed from") allOf",
                    isAdded ? list : branch.source, isAdded ? branch.source : list, topic: .part,
                    least: direction == .request && !isEmpty && !isAdded ? .warning : .compatible,
                    claim: .violatesPart(branch))
            }
        }
    }

    /// Compares the alternatives of a union that may have a different keyword in the new document. Changes that the
    /// schemas themselves have, too, are no changes of their children.
    mutating func compareAlternatives(
        _ former: String, _ later: String, _ children: (old: [Schema], new: [Schema])? = nil
    ) {
        let (left, right) = children ?? (old.list(former), new.list(later))
        // The change of the type contains the alternatives in place of a schema without alternatives.
        if left.isEmpty || right.isEmpty, hasChangedTypes { return }
        // The change of the nullability contains the alternative null. There are several ways to write null.
        let isAboutNull =
            [old, new].allSatisfy { $0.nullability != .rejected } || changes.contains(where: \.isAboutNull)
        func key(_ change: SchemaChange) -> [AnyHashable] { [change.name, change.sentence, change.path] }
        let inherited = children == nil ? [] : Set(changes.map(key))
        func id(_ keyword: String) -> String { keyword == "oneOf" ? "one-of" : "any-of" }
        let (pairs, removed, added) = comparison.paired(left, right, old, new, direction, isUnion: true)
        var inside: [(change: SchemaChange, isOwn: Bool)] = []
        for pair in pairs {
            // With a discriminator, no different alternative can describe the value.
            let isSelected = [old, new].allSatisfy { $0["discriminator"] != nil }
            let others = (
                left.filter { !isSelected && $0 != pair.old },
                right.filter { !isSelected && $0 != pair.new }
            )
            let number = right.firstIndex { $0 == pair.new }.map { $0 + 1 } ?? 1
            let name = pair.new.title ?? pair.old.title ?? "alternative \(number)"
            let alternative = AlternativePair(
                old: pair.old, new: pair.new, others: others, unions: (old.schema, new.schema),
                isExclusive: (direction == .response ? later : former) == "oneOf", name: name)
            // All alternatives describe the same value, so the path of a change doesn't contain the alternative.
            let found = comparison.changes(pair.old, pair.new, direction).filter { change in
                // The keywords of the union may replace keywords of the alternative.
                if case .violatesPart(let part) = change.claim, change.effect == .widens, moved(part, new.parts) {
                    return false
                }
                return !inherited.contains(key(change)) && !(isAboutNull && change.isAboutNull)
            }
            inside += found.map { change in
                var change = change
                let isOwn = change.alternative == nil
                if change.path.count == 1, change.topic == .removedProperty, declares(change.path[0].name, new) {
                    change.least = .compatible
                }
                if isOwn { change.alternative = alternative }
                return (change, isOwn)
            }
        }
        // A change of a schema that several alternatives use isn't named after one of them.
        let copies = Dictionary(grouping: inside.map(\.change), by: SchemaComparison.Place.init)
        changes += inside.map { change, isOwn in
            var change = change
            let names = Set((copies[SchemaComparison.Place(change)] ?? []).map { $0.alternative?.name })
            if isOwn, names.count == 1, let name = names.first ?? nil { change.scope = " in \(name)" }
            return change
        }
        // A new union is one change. Without a union, a response may have values that no alternative describes.
        if left.isEmpty {
            let names = added.indices.map { added[$0].title ?? "alternative \($0 + 1)" }
            guard let last = names.last else { return }
            let others = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " : ""
            return add(
                "\(id(later))-added", .both, "\(others)\(last) \(names.count > 1 ? "were" : "was") added to \(later)",
                old.schema.source, new[later] ?? new.schema.source,
                claim: direction == .response ? .whole : .violates([later]))
        }
        let others = removed.map { ($0, false) } + added.map { ($0, true) }
        for (branch, isNew) in others where !branch.isNull || !isAboutNull {
            let isWhole = right.isEmpty && direction == .response && !new.types.isEmpty
            let keyword = isNew ? later : former
            let number = (isNew ? right : left).firstIndex { $0 == branch }.map { $0 + 1 } ?? 1
            let name = branch.title ?? "alternative \(number)"
            let owner = isNew ? old[former] ?? old.schema.source : new[later] ?? new.schema.source
            let claim: Claim =
                isWhole ? .misses(branch) : .meets(branch, tag: (isNew ? new : old).tag(of: branch))
            // With a discriminator, no different alternative describes the values.
            let isSelected = !isWhole && [old, new].allSatisfy { $0["discriminator"] != nil }
            let isUnknown = isSelected && isNew == (direction == .response)
            add(
                "\(id(keyword))-\(isNew ? "added" : "removed")", isWhole ? .both : isNew ? .widens : .narrows,
                "\(name) was \(isNew ? "added to" : "removed from") \(keyword)", isNew ? owner : branch.source,
                isNew ? branch.source : owner, least: !isUnknown ? .compatible : isNew ? .strict : .breaking,
                claim: claim)
        }
    }

    /// Compares the alternatives that the values of two discriminators select: by `mapping`, or by the name of the
    /// schema. If `const` or `enum` limits the discriminator's property, the comparison of the alternatives decides.
    mutating func compareMappings(_ before: JSONValue, _ after: JSONValue) {
        // A child inherits the discriminator of its parent. The values for the child itself concern its messages.
        let mine = old.alternatives.isEmpty ? [old.schema] : old.alternatives
        let theirs = new.alternatives.isEmpty ? [new.schema] : new.alternatives
        let pairs = comparison.paired(mine, theirs, old, new, direction, isUnion: true).pairs
        func name(_ key: String, _ discriminator: JSONValue) -> String? {
            discriminator["mapping"]?[key]?.string.map(Schema.lastPart)
        }
        func selected(_ key: String, _ discriminator: JSONValue, _ union: [Schema]) -> Schema? {
            union.first { $0.name == name(key, discriminator) ?? key }
        }
        let explicit = [before, after].flatMap { $0["mapping"]?.distinctMembers.map(\.key) ?? [] }
        let unmapped = pairs.filter { old.mapped($0.old).isEmpty && new.mapped($0.new).isEmpty }
        let implicit = unmapped.flatMap { [$0.old, $0.new] }.compactMap(\.name)
        for key in (explicit + implicit).distinct {
            let (former, later) = (name(key, before), name(key, after))
            guard former == nil || former != later else { continue }
            let (source, target) = (selected(key, before, mine), selected(key, after, theirs))
            let (replaced, previous) = (
                pairs.first { $0.old == source }?.new,
                pairs.first { $0.new == target }?.old
            )
            var least = Change.Impact.compatible
            if source == nil || target == nil || replaced != target {
                if direction == .request, let replaced, !isLimited(after, in: replaced) { least = .breaking }
                if direction == .response, previous != nil, let target, !isLimited(after, in: target) {
                    least = source == nil ? .strict : .breaking
                }
            }
            // The change of the alternatives contains the mapping of a removed or new alternative.
            let isIncluded = former == nil && previous == nil || later == nil && replaced == nil
            if least == .compatible, isIncluded || former == nil && later == nil { continue }
            let action = former == later ? "changed" : former == nil ? "added" : later == nil ? "deleted" : "changed"
            let names = [former ?? source.flatMap(\.name), later ?? target.flatMap(\.name)]
            let selections = names.map { $0.map { "“\($0)”" } ?? "no schema" }
            add(
                "discriminator-mapping-\(action)", .none,
                names[0] == names[1] && former != later
                    ? "the mapping of the discriminator \(later == nil ? "lost" : "contains") “\(key)”, the name of a schema"
                    : "the discriminator “\(key)” selects \(selections[1]) instead of \(selections[0])",
                before["mapping"]?[key] ?? before, after["mapping"]?[key] ?? after, least: least)
        }
    }

    /// Returns whether `const` or `enum` limits the property of a discriminator in an alternative.
    func isLimited(_ discriminator: JSONValue?, in alternative: Schema) -> Bool {
        let name = FlatSchema.property(of: discriminator)?.string
        let property = comparison.flat(alternative).map("properties").first { $0.name == name }?.schema
        let flat = property.map { comparison.flat($0) }
        return flat?["const"] != nil || flat?["enum"] != nil
    }

    /// Adds the changes if alternatives replaced the properties of an object, or if an object replaced alternatives.
    /// Returns whether it added changes. The caller then doesn't compare the properties.
    mutating func addWrapping() -> Bool {
        func isOrNull(_ schema: FlatSchema) -> Bool {
            schema.alternatives.count == 2 && schema.alternatives.contains { $0.isNull && $0.isOpen }
        }
        let isWrapped = old.unions.isEmpty || isOrNull(new)
        let (single, union) = isWrapped ? (old, new) : (new, old)
        guard union.unions.count == 1 else { return false }
        let (keyword, branches) = (union.unions[0], union.list(union.unions[0]))
        let isNamed = branches.contains { $0.name != nil && $0.name == single.schema.name }
        let isOptional = !single.types.isEmpty && isOrNull(union)
        guard single.unions.isEmpty || isOptional && isNamed,
            isOptional || single["properties"] != nil && union["properties"] == nil
        else { return false }
        // The schema is one of the alternatives.
        if isOptional || isNamed {
            compareNullability()
            compareAlternatives(keyword, keyword, isWrapped ? ([old.schema], branches) : (branches, [new.schema]))
            return true
        }
        guard isWrapped, keyword == "oneOf", branches.count > 1 else { return false }
        add(
            "wrapped-in-one-of", .both, "\(branches.count) alternatives in oneOf replaced the properties",
            old.schema.source, new["oneOf"])
        return true
    }

    /// Returns whether parts of the other document's schema contain all keywords of a schema in `allOf`. If so, the
    /// keywords only moved.
    private func moved(_ branch: Schema, _ parts: FlatSchema.Parts, comparesRequired: Bool = true) -> Bool {
        let flat = comparison.flat(branch)
        let required = parts.flatMap { $0.keywords["required"]?.elements.compactMap(\.string) ?? [] }
        return (!comparesRequired || flat.required.isSubset(of: required))
            && flat.map("properties").allSatisfy { name, schema in
                let others = parts.compactMap { part in
                    part.keywords["properties"]?[name].flatMap { part.schema.part(at: $0) }
                }
                // The comparison of the properties finds the differences of a property with only one schema.
                return others.count == 1 || others.contains { comparison.areEqual(schema, $0, direction) }
            }
            && flat.parts.flatMap(\.keywords).allSatisfy { keyword, value in
                let isCompared = ["oneOf", "anyOf", "enum"].contains(keyword)
                return ["properties", "required", "allOf"].contains(keyword) || Schema.isAnnotation(keyword)
                    || parts.contains { isCompared ? $0.keywords[keyword] != nil : $0.keywords[keyword] == value }
            }
    }

    // MARK: Properties

    mutating func compareProperties() {
        let (left, right) = (old.map("properties"), new.map("properties"))
        let (wasRequired, isRequired) = (old.required, new.required)
        let former = Dictionary(left.map { ($0.name, $0.schema) }) { first, _ in first }
        let later = Dictionary(right.map { ($0.name, $0.schema) }) { first, _ in first }
        let names = right.map(\.name).filter { former[$0] == nil } + left.map(\.name)
        var compared: Set<String> = []
        for name in names {
            // A pattern describes a property that isn't declared by name.
            let before = former[name] ?? old.patternProperty(name)
            guard let schema = before, let other = later[name] ?? new.patternProperty(name) else {
                let isNew = before == nil
                guard let schema = before ?? later[name] else { continue }
                add(name, schema, isNew: isNew, isRequired: (isNew ? isRequired : wasRequired).contains(name))
                continue
            }
            compared.insert(name)
            compareRequired(name, schema, other, wasRequired.contains(name), isRequired.contains(name))
            // Neither document's messages of this direction contain a hidden property.
            if !isHidden(schema), !isHidden(other) { compare(schema, other, [.property(name)]) }
        }
        // Properties that the schema requires, but doesn't describe.
        for name in isRequired.symmetricDifference(wasRequired).subtracting(compared).sorted() {
            let isNew = isRequired.contains(name)
            guard (isNew ? later : former)[name] == nil else { continue }
            add(
                "property-became-\(isNew ? "required" : "optional")", isNew ? .narrows : .widens,
                isNew
                    ? "the object requires the property “\(name)” now"
                    : "the object doesn't require the property “\(name)” anymore",
                isNew ? old.schema.source : old["required"], isNew ? new["required"] : new.schema.source,
                claim: .lacks(name))
        }
    }

    /// Returns whether a schema or one of its alternatives declares a property.
    private func declares(_ name: String?, _ schema: FlatSchema, depth: Int = 0) -> Bool {
        schema.map("properties").contains { $0.name == name }
            || depth < 5 && schema.alternatives.contains { declares(name, comparison.flat($0), depth: depth + 1) }
    }

    /// Returns whether a property is `readOnly` in a request, or `writeOnly` in a response.
    private func isHidden(_ schema: Schema) -> Bool {
        direction.hidden.keyword.map { comparison.flat(schema)[$0]?.bool == true } ?? false
    }

    /// Adds a property that only one of the schemas describes.
    private mutating func add(_ name: String, _ schema: Schema, isNew: Bool, isRequired: Bool) {
        let (isHidden, isRequest) = (isHidden(schema), direction == .request)
        let isLacking = isRequest == isNew
        let kind = isRequired ? "required" : "optional"
        let isJudged = isLacking ? isRequired && !isHidden : (isNew ? old : new).isClosed && !(isHidden && isNew)
        let note = isHidden ? ", but \(direction.rawValue)s lack \(direction.hidden.keyword ?? "") properties" : ""
        let hasDefault = isRequired && comparison.flat(schema)["default"] != nil
        add(
            .property(isNew: isNew, isRequired: isRequired, isHidden: isHidden, hasDefault: hasDefault),
            !isJudged ? .none : isRequest ? .narrows : .widens,
            isNew ? "the \(kind) property is new\(note)" : "was removed", isNew ? old.schema.source : schema.source,
            isNew ? schema.source : new.schema.source, topic: isNew ? .property : .removedProperty,
            least: isNew || isHidden || declares(name, new) ? .compatible : .warning, property: name,
            allows: isRequest ? [] : [isNew ? .extra : .missing], claim: isLacking ? .lacks(name) : .has(name))
    }

    private mutating func compareRequired(
        _ name: String, _ oldSchema: Schema, _ newSchema: Schema, _ was: Bool, _ isNow: Bool
    ) {
        let (former, later) = (comparison.flat(oldSchema), comparison.flat(newSchema))
        for (keyword, id) in [("readOnly", "read-only"), ("writeOnly", "write-only")] {
            let (before, after) = (former[keyword]?.bool == true, later[keyword]?.bool == true)
            guard before != after else { continue }
            let (kind, isRequest) = (was ? "required" : "optional", direction == .request)
            // Requests don't contain `readOnly` properties, and responses don't contain `writeOnly` properties.
            let isJudged = isNow && direction.hidden.keyword == keyword && after != isRequest
            add(
                .access("\(kind)-property-became-\(after ? "" : "not-")\(id)"),
                !isJudged ? .none : isRequest ? .narrows : .widens, "became \(after ? "" : "not ")\(id)",
                former[keyword] ?? oldSchema.source, later[keyword] ?? newSchema.source, topic: .property,
                property: name, allows: [.missing], claim: .lacks(name))
        }
        guard was != isNow else { return }
        let isHidden = isHidden(newSchema)
        let action = isNow ? "required" : "optional"
        let access = direction == .request ? "read" : "write"
        let hasDefault = isNow && !isHidden && direction == .request && later["default"] != nil
        add(
            isHidden
                ? .access("\(access)-only-property-became-\(action)")
                : "became-\(action)\(hasDefault ? "-with-default" : "")",
            isHidden ? .none : isNow ? .narrows : .widens, "became \(action)", oldSchema.source, newSchema.source,
            topic: .property, property: name, allows: isNow || isHidden ? [] : [.missing], claim: .lacks(name))
    }

    // MARK: Other subschemas

    mutating func compareSubschemas() {
        if old["items"]?.kind != .array, new["items"]?.kind != .array {
            let count = max(old.list("prefixItems").count, new.list("prefixItems").count)
            compare("items", "items", "the array's elements", .element(count, isFirstOfMany: true))
        }
        compareAdditional()
        for (keyword, id) in [
            ("contains", "contains"), ("propertyNames", "property-names"), ("if", "if"), ("then", "then"),
            ("else", "else"), ("unevaluatedItems", "unevaluated-items"),
            ("unevaluatedProperties", "unevaluated-properties"), ("contentSchema", "content-schema"), ("not", "not"),
        ] { compareOptional(keyword, id) }
        compareMap("patternProperties", "pattern-property")
        compareMap("dependentSchemas", "dependent-schema")
        compareMap("dependentRequired", "dependent-required")
        let (left, right) = (old.list("prefixItems"), new.list("prefixItems"))
        let (before, after) = (old["prefixItems"], new["prefixItems"])
        // `items` doesn't apply to elements that have a schema in `prefixItems`. If the number of these schemas
        // changes, the array may accept more elements, fewer elements or both.
        if left.count != right.count {
            add(
                left.count < right.count ? "prefix-items-added" : "prefix-items-removed", .both,
                "prefixItems contains \(right.count) schemas now", before, after,
                claim: .violates(["prefixItems", "items"]))
        }
        for (index, pair) in zip(left, right).enumerated() { compare(pair.0, pair.1, [.element(index)]) }
    }

    private mutating func compare(_ old: Schema, _ new: Schema, _ path: [PathStep]) {
        changes += comparison.changes(old, new, direction).map { $0.moved(into: path) }
    }

    /// Compares the schemas in a keyword for all elements or for undeclared properties.
    private mutating func compare(_ keyword: String, _ id: String, _ noun: String, _ step: PathStep) {
        let schemas = [old, new].map { flat in
            flat.part(keyword).flatMap { $0.source.kind == .object || keyword == "items" ? $0 : nil }
        }
        if let left = schemas[0], let right = schemas[1] { return compare(left, right, [step]) }
        // A schema without constraints means the same as no schema.
        guard let schema = schemas[0] ?? schemas[1], !schema.isOpen else { return }
        addDifference(
            id, schemas[0]?.source, schemas[1]?.source, ("\(noun) have a schema now", "\(noun) lost their schema", ""),
            at: (schemas[0]?.source ?? old[keyword], schemas[1]?.source ?? new[keyword]), [keyword])
    }

    private mutating func compareAdditional() {
        let keyword = "additionalProperties"
        let (wasClosed, isClosed) = (old[keyword]?.bool == false, new[keyword]?.bool == false)
        guard wasClosed != isClosed else {
            return compare(keyword, "additional-properties-schema", "undeclared properties", .member(pattern: nil))
        }
        add(
            "additional-properties-\(isClosed ? "forbidden" : "allowed")", isClosed ? .narrows : .widens,
            "the object \(isClosed ? "forbids" : "allows") undeclared properties now", old[keyword], new[keyword],
            allows: [.extra], claim: .violates([keyword]))
    }

    private mutating func compareOptional(_ keyword: String, _ id: String) {
        // “if”, “then” and “else” are one condition.
        let condition = ["if", "then", "else"]
        let words = condition.contains(keyword) ? condition : [keyword]
        let (before, after) = (old[keyword], new[keyword])
        let texts = ("has “\(keyword)” now", "lost “\(keyword)”", "changed “\(keyword)”")
        if (before == nil) != (after == nil) {
            return addDifference(id, before, after, texts, words, isAmbiguous: keyword == "if")
        }
        guard let left = old.part(keyword), let right = new.part(keyword) else { return }
        if keyword == "then" || keyword == "else" {
            changes += comparison.changes(left, right, direction).map { change in
                guard change.ownerPath.isEmpty else { return change }
                // The condition decides whether the changed keyword applies to a value of the whole schema.
                var change = change
                (change.owners, change.claim) = ((old.schema, new.schema), .violates(words))
                return change
            }
            return
        }
        if !comparison.areEqual(left, right, direction) { addDifference(id, before, after, texts, words) }
    }

    /// Compares keywords that map names to schemas or to lists of names.
    private mutating func compareMap(_ keyword: String, _ id: String) {
        let (left, right) = (old.members(keyword), new.members(keyword))
        for name in (left + right).map(\.name).distinct {
            let (former, later) = (left.first { $0.name == name }, right.first { $0.name == name })
            if let mine = former?.schema, let other = later?.schema {
                if keyword == "patternProperties" {
                    compare(mine, other, [.member(pattern: name)])
                    continue
                }
                if comparison.areEqual(mine, other, direction) { continue }
            } else if let former, let later,
                Set(former.value.elements.map { JSON($0) }) == Set(later.value.elements.map { JSON($0) })
            {
                continue
            }
            let texts = (
                "\(keyword) contains “\(name)” now", "\(keyword) doesn't contain “\(name)” anymore",
                "\(keyword) changed for “\(name)”"
            )
            let topic: SchemaChange.Topic = keyword == "patternProperties" ? .pattern : .keyword
            let places = (former?.value ?? old.schema.source, later?.value ?? new.schema.source)
            let isNew = former == nil
            // In an object without undeclared properties, a pattern allows more properties.
            if topic == .pattern, (isNew ? old : new).isClosed {
                add(
                    "\(id)-\(isNew ? "added" : "removed")", isNew ? .widens : .narrows, isNew ? texts.0 : texts.1,
                    places.0, places.1, topic: topic, allows: isNew ? [.extra] : [],
                    claim: .violates(["additionalProperties", "unevaluatedProperties"]))
                continue
            }
            addDifference(id, former?.value, later?.value, texts, at: places, [keyword], topic: topic)
        }
    }
}
