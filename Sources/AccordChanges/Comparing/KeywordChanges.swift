// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Compares the keywords of an old and a new schema, and collects the changes.
struct KeywordChanges {
    let old: FlatSchema
    let new: FlatSchema
    let comparison: SchemaComparison
    let direction: MessageDirection
    var changes: [SchemaChange] = []

    mutating func run() {
        if addWrapping() { return }
        compareTypes()
        compareAnnotations()
        compareLifecycle()
        if hasOtherType { return }
        compareEnumeration()
        compareLimits()
        compareTexts()
        compareBranches()
        compareProperties()
        compareSubschemas()
        // The schemas that the discriminator of a parent selects contain the parent's own keywords, too.
        compareAlternatives("discriminator", "discriminator", (old.schema.children, new.schema.children))
    }

    mutating func add(
        _ name: SchemaChange.Name, _ effect: SchemaChange.Effect, _ text: String, _ old: JSONValue? = nil,
        _ new: JSONValue? = nil, topic: SchemaChange.Topic = .keyword, least: Change.Impact = .compatible,
        isUndecided: Bool = false, property: String? = nil, allows: Set<Dependence.Variation> = [],
        claim: Claim = .whole
    ) {
        changes.append(
            SchemaChange(
                name: name, topic: topic, effect: effect, least: isUndecided ? .warning : least,
                isUndecided: isUndecided, allows: allows, path: property.map { [.property($0)] } ?? [], text: text,
                old: old, new: new, owners: (self.old.schema, self.new.schema), claim: claim))
    }

    /// Adds the difference of a keyword that only one of the schemas has, or whose values differ. The id ends with
    /// `added`, `removed` or `changed`.
    ///
    /// - Parameters:
    ///   - texts: the texts of an added, a removed and a changed keyword.
    ///   - words: the keywords that the claim is about. If they are empty, the keyword is an annotation.
    mutating func addDifference(
        _ id: String, _ before: JSONValue?, _ after: JSONValue?,
        _ texts: (added: String, removed: String, changed: String),
        at places: (old: JSONValue?, new: JSONValue?)? = nil, _ words: [String], isAmbiguous: Bool = false,
        topic: SchemaChange.Topic = .keyword, allows: Set<Dependence.Variation> = []
    ) {
        let (ending, text, effect): (String, String, SchemaChange.Effect) =
            before == nil
            ? ("added", texts.added, .narrows)
            : after == nil ? ("removed", texts.removed, .widens) : ("changed", texts.changed, .both)
        add(
            "\(id)-\(ending)", words.isEmpty ? .none : isAmbiguous ? .both : effect, text, places?.old ?? before,
            places?.new ?? after, topic: topic, allows: before == nil ? [] : allows, claim: .violates(words))
    }

    // MARK: Types

    /// Whether the schemas have no type in common, or only one of them has constraints. The change of the type then
    /// includes all other changes.
    private var hasOtherType: Bool {
        if [(old, new), (new, old)].contains(where: { $0.isOpen && !$1.types.isEmpty }) { return true }
        let types = [old, new].map { Set($0.types.map { $0 == "integer" ? "number" : $0 }).subtracting(["null"]) }
        return types.allSatisfy { !$0.isEmpty } && types[0].isDisjoint(with: types[1])
    }

    private static func withoutNull(_ types: [String]) -> [String] {
        types == ["null"] ? types : types.filter { $0 != "null" }
    }

    /// Whether the schemas have different types, apart from null.
    var hasChangedTypes: Bool { Set(Self.withoutNull(old.types)) != Set(Self.withoutNull(new.types)) }

    private mutating func compareTypes() {
        compareNullability()
        let (oldValue, newValue) = (old["type"], new["type"])
        let (before, after) = (Self.withoutNull(old.types), Self.withoutNull(new.types))
        let (formerFormat, laterFormat) = (old["format"]?.string, new["format"]?.string)
        if Set(before) == Set(after) {
            let isSameContent = FlatSchema.formats.keys.contains { keyword in
                old.content(keyword).map { $0 == new.content(keyword) } ?? false
            }
            guard formerFormat != laterFormat, !isSameContent else { return }
            let effect: SchemaChange.Effect = formerFormat == nil ? .narrows : laterFormat == nil ? .widens : .both
            let text = "the format changed from \(Self.name(formerFormat)) to \(Self.name(laterFormat))"
            // Accord can't compare formats that it doesn't know.
            let formats = [formerFormat, laterFormat].compactMap(\.self)
            let isUnknown = effect == .both && !formats.contains(where: new.schema.asserts(format:))
            return add(
                "type-changed", effect, text, old["format"] ?? oldValue, new["format"] ?? newValue,
                topic: .type, isUndecided: isUnknown, allows: [.format], claim: .violates(["format"]))
        }
        // The schema `false` isn't about types, and `compareBranches` compares the alternatives of two unions.
        let areUnions = [old, new].allSatisfy { $0["type"] == nil && !$0.alternatives.isEmpty }
        if areUnions, ![old, new].allSatisfy(\.hasOnlyTypes) { return }
        if [old, new].contains(where: { $0.schema.source.bool == false }) { return }
        let text = "the type changed from \(Self.list(before)) to \(Self.list(after))"
        func covers(_ large: [String], _ small: [String]) -> Bool {
            large.isEmpty
                || !small.isEmpty
                    && small.allSatisfy { large.contains($0) || $0 == "integer" && large.contains("number") }
        }
        let isList = before.count > 1 || after.count > 1
        let claim: Claim = oldValue == nil && newValue == nil ? .whole : .violates(["type"])
        let allowed = Set(
            (after.isEmpty ? Dependence.Variation.types.map(\.rawValue) : after).filter { type in
                !covers(before, [type])
            }.compactMap(Dependence.Variation.init))
        let (isWider, isNarrower) = (covers(after, before), covers(before, after))
        let isNamed = isWider || isNarrower && (isList || direction == .response)
        let name: SchemaChange.Name =
            !isNamed
            ? "type-changed"
            : isList
                ? "list-of-types-\(isWider ? "widened" : "narrowed")" : "type-\(isWider ? "general" : "special")ized"
        add(
            name, isWider ? .widens : isNarrower ? .narrows : .both, text, oldValue, newValue, topic: .type,
            allows: !isWider && isNarrower ? [] : allowed, claim: claim)
    }

    mutating func compareNullability() {
        let (before, after) = (old["nullable"] ?? old["type"], new["nullable"] ?? new["type"])
        let isTyped = ![old, new].allSatisfy(\.types.isEmpty) || old["enum"] != nil && new["enum"] != nil
        let (was, isNow) = (old.nullability, new.nullability)
        guard isTyped, was != isNow, ![old, new].contains(where: { $0.types == ["null"] }),
            ![old, new].allSatisfy({ $0.schema.isValid(.null) })
        else { return }
        let isWider = was == .rejected || isNow == .accepted
        var text = isWider ? "the value can be null now" : "the value can't be null anymore"
        let isUnclear = was == .unclear || isNow == .unclear
        if isUnclear {
            let name = was == .unclear ? "old" : "new"
            text += ", or “nullable” has no effect: the \(name) document's type or enum rejects null"
        }
        let effect: SchemaChange.Effect = isWider ? .widens : .narrows
        add(
            isWider ? "became-nullable" : "became-not-nullable", isUnclear ? .none : effect, text, before, after,
            topic: .null, isUndecided: isUnclear && isWider == (direction == .response), allows: isWider ? [.null] : [],
            claim: .equals(.null))
    }

    private static func list(_ types: [String]) -> String { types.isEmpty ? "any" : types.joined(separator: " or ") }
    private static func name(_ format: String?) -> String { format.map { "“\($0)”" } ?? "none" }

    private mutating func compareEnumeration() {
        let extensible = "x-extensible-enum"
        if let before = old.field(extensible), let after = new.field(extensible) {
            for value in before.elements where !after.elements.contains(value) {
                let text = "x-extensible-enum lost the value \(value.compact)"
                add("x-extensible-enum-value-removed", .none, text, value, after, least: .warning)
            }
        }
        let (before, after) = (old["enum"] ?? old.schema.source, new["enum"] ?? new.schema.source)
        switch (old.listing, new.listing) {
        case (.const, .const), (.const, nil), (nil, .const): compareValue("const", "const", "constant value", .unlisted)
        case (nil, .enumeration):
            add(
                "became-enum", .narrows, "the schema accepts only the values \(Self.short(after)) now", nil, after,
                claim: .violates(["enum"]))
        case (.enumeration, nil),
            (.union, nil) where new.alternatives.isEmpty:
            let keyword = old.listing == .union ? old.unions[0] : "enum"
            add(
                "enum-removed", .widens, "the schema isn't limited to the values of \(keyword) anymore", old[keyword],
                nil, allows: [.unlisted], claim: .violates([keyword]))
        // `compareBranches` compares the alternatives.
        case (nil, nil), (nil, .union), (.union, nil), (.union, .union): break
        case (.const, _), (.enumeration, _), (.union, _):
            let (mine, theirs) = (old.listed ?? [], new.listed ?? [])
            let (former, later) = (Set(mine.map { JSON($0) }), Set(theirs.map { JSON($0) }))
            for value in mine where !later.contains(JSON(value)) && !value.isNull {
                let text = "the enumeration lost the value \(Self.short(value))"
                add("enum-value-removed", .narrows, text, value, after, claim: .equals(JSON(value)))
            }
            for value in theirs where !former.contains(JSON(value)) && !value.isNull {
                add(
                    "enum-value-added", .widens, "the enumeration has the new value \(Self.short(value))", before,
                    value, least: direction == .response ? .warning : .compatible, allows: [.unlisted],
                    claim: .equals(JSON(value)))
            }
        }
    }

    /// Compares the values of a keyword that has one value, such as `const`.
    ///
    /// - Parameters:
    ///   - id: the start of the change's id.
    ///   - noun: the name of the value in the text.
    ///   - kind: the kind of values that a wider schema of a response allows, or `nil` for an annotation.
    private mutating func compareValue(_ keyword: String, _ id: String, _ noun: String, _ kind: Dependence.Variation?) {
        // Ignore an empty pattern, because it matches every string.
        let values = [old[keyword], new[keyword]].map { keyword == "pattern" && $0?.string == "" ? nil : $0 }
        let (before, after) = (values[0], values[1])
        guard before != after else { return }
        let names = values.map { $0.map(Self.short) ?? "" }
        let general = values.map { keyword == "pattern" && [".*", "^.*$"].contains($0?.string ?? "?") }
        if before != nil, after != nil, general.contains(true) {
            add(
                general[1] && direction == .request ? "pattern-generalized" : "\(id)-changed",
                general[1] ? .widens : .narrows, Self.changed(keyword, before, after), before, after, allows: [.limit],
                claim: .violates([keyword]))
        } else {
            let texts = (
                "the schema has the \(noun) \(names[1]) now", "the schema lost the \(noun) \(names[0])",
                Self.changed(keyword, before, after)
            )
            addDifference(
                id, before, after, texts, kind == nil ? [] : [keyword], allows: Set([kind].compactMap(\.self)))
        }
    }

    // MARK: Limits

    private static let limits: [(keyword: String, id: String, isUpper: Bool, missing: Int?)] = [
        ("maximum", "max", true, nil), ("exclusiveMaximum", "exclusive-max", true, nil), ("minimum", "min", false, nil),
        ("exclusiveMinimum", "exclusive-min", false, nil), ("maxLength", "max-length", true, nil),
        ("minLength", "min-length", false, 0), ("maxItems", "max-items", true, nil),
        ("minItems", "min-items", false, nil), ("maxProperties", "max-properties", true, nil),
        ("minProperties", "min-properties", false, 0), ("maxContains", "max-contains", true, nil),
        ("minContains", "min-contains", false, 1), ("multipleOf", "multiple-of", true, nil),
    ]

    private mutating func compareLimits() {
        for limit in Self.limits {
            let exclusive = "exclusiveM\(limit.keyword.suffix(6))"
            let isMixed = [(old, new), (new, old)].contains {
                $0[exclusive]?.bool == true && $1[exclusive]?.number != nil
            }
            let (oldValue, newValue) =
                isMixed
                ? (old.limit(limit.keyword), new.limit(limit.keyword)) : (old[limit.keyword], new[limit.keyword])
            let isMissing = [oldValue, newValue].allSatisfy {
                $0 == nil || limit.id == "min-items" && $0?.number?.int == 0
            }
            if isMissing { continue }
            let claim: Claim = .violates([limit.keyword])
            let standard = limit.missing.map { JSONNumber($0) }
            let text = Self.changed(limit.keyword, oldValue, newValue)
            if oldValue?.bool != nil || newValue?.bool != nil {
                guard oldValue?.bool != newValue?.bool else { continue }
                add(
                    "\(limit.id)-changed", newValue?.bool == true ? .narrows : .widens, text, oldValue, newValue,
                    allows: [.limit], claim: claim)
                continue
            }
            switch (oldValue?.number ?? standard, newValue?.number ?? standard) {
            case (nil, _?): add("\(limit.id)-set", .narrows, text, oldValue, newValue, claim: claim)
            case (_?, nil): add("\(limit.id)-unset", .widens, text, oldValue, newValue, allows: [.limit], claim: claim)
            case (let before?, let after?) where before != after:
                let isNarrower = limit.isUpper == (after < before)
                let action = after < before ? "decreased" : "increased"
                let effect: SchemaChange.Effect =
                    limit.keyword == "multipleOf" ? .both : isNarrower ? .narrows : .widens
                add("\(limit.id)-\(action)", effect, text, oldValue, newValue, allows: [.limit], claim: claim)
            default: break
            }
        }
        let unique = [old, new].map { flat in flat["uniqueItems"].flatMap { $0.bool == true ? $0 : nil } }
        if (unique[0] == nil) != (unique[1] == nil) {
            let texts = ("the array requires unique elements now", "the array allows repeated elements now", "")
            addDifference("unique-items", unique[0], unique[1], texts, ["uniqueItems"], allows: [.limit])
        }
    }

    private mutating func compareTexts() {
        compareValue("pattern", "pattern", "pattern", .limit)
        for (keyword, id) in [("contentEncoding", "content-encoding"), ("contentMediaType", "content-media-type")] {
            let (before, after) = (old.content(keyword), new.content(keyword))
            guard old[keyword] != new[keyword], before != after else { continue }
            let text = Self.changed(keyword, old[keyword], new[keyword])
            // Whoever decodes a text can't decode it in a different encoding. The validator doesn't check this.
            let isLost = keyword == "contentEncoding" && (direction == .response ? before : after) != nil
            add(
                "\(id)-changed", isLost ? .none : .both, text, old[keyword], new[keyword],
                least: isLost ? .breaking : .compatible, claim: .violates([keyword]))
        }
    }

    // MARK: Annotations

    private mutating func compareAnnotations() {
        compareValue("default", "default-value", "default", nil)
        guard let before = old["discriminator"], let after = new["discriminator"] else {
            let texts = ("the schema has a discriminator now", "the schema lost its discriminator", "")
            let (was, isNow) = (old["discriminator"], new["discriminator"])
            return was == nil && isNow == nil ? () : addDifference("discriminator", was, isNow, texts, [])
        }
        let (former, later) = (FlatSchema.property(of: before), FlatSchema.property(of: after))
        if former?.string != later?.string {
            let text = Self.changed("the discriminator's property", former, later)
            add(
                "discriminator-property-name-changed", .none, text, former, later,
                least: selects(later?.string) ? .compatible : .breaking)
        }
        compareMappings(before, after)
    }

    /// Returns whether each message of the sender can select an alternative by a different property. If the alternatives
    /// don't require the old property, the messages select no alternative.
    private func selects(_ name: String?) -> Bool {
        let former = FlatSchema.property(of: old["discriminator"])?.string
        let (mine, later) = (old.alternatives, (direction == .response ? new : old).alternatives)
        let isUsed = !mine.isEmpty && mine.allSatisfy { comparison.flat($0).required.contains(former ?? "") }
        return !isUsed
            || later.allSatisfy {
                comparison.flat($0).required.contains(name ?? "") && isLimited(new["discriminator"], in: $0)
            }
    }

    static func short(_ value: JSONValue) -> String { Excerpt.cut(value.compact, to: 80) }

    static func changed(_ name: String, _ old: JSONValue?, _ new: JSONValue?) -> String {
        "changed \(name) from \(old.map(short) ?? "none") to \(new.map(short) ?? "none")"
    }
}
