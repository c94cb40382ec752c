// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordSchema

extension FlatSchema {
    /// Whether each alternative in `oneOf` and `anyOf` contains only `type`, or no alternatives exist.
    fileprivate var hasOnlyTypes: Bool {
        self["allOf"] == nil
            && (list("oneOf") + list("anyOf")).allSatisfy { branch in branch.keywords.keys.allSatisfy { $0 == "type" } }
    }
}

extension KeywordChanges {
    /// Compares the alternatives of `oneOf` and `anyOf`, and the schemas in `allOf`.
    mutating func compareBranches() {
        // If each alternative contains only `type`, `compareTypes` has already compared the alternatives.
        if [old, new].allSatisfy({ $0.hasOnlyTypes }) { return }
        for (keyword, id) in [("oneOf", "one-of"), ("anyOf", "any-of"), ("allOf", "all-of")] {
            let (left, right) = (old.list(keyword), new.list(keyword))
            if left.isEmpty, right.isEmpty { continue }
            var unmatched = right
            var removed: [Schema] = []
            for branch in left {
                guard let match = matching(branch, in: unmatched) else {
                    removed.append(branch)
                    continue
                }
                let other = unmatched.remove(at: match)
                guard keyword != "allOf" else { continue }
                // All alternatives describe the same value, so the pointer of a change doesn't contain the
                // alternative's index.
                changes += comparison.changes(branch, other, direction)
            }
            for branch in removed {
                let isEmpty = keyword == "allOf" && isAnnotation(branch)
                add(
                    isEmpty ? "\(id)-removed-annotation-only" : "\(id)-removed",
                    isEmpty ? .none : keyword == "allOf" ? .widens : .narrows,
                    "\(Self.title(branch, in: keyword)) was removed from \(keyword)", branch.source,
                    new[keyword] ?? new.schema.source,
                    isWarning: keyword == "allOf" && direction == .request && !isEmpty)
            }
            for branch in unmatched {
                let isEmpty = keyword == "allOf" && isAnnotation(branch)
                add(
                    isEmpty ? "\(id)-added-annotation-only" : "\(id)-added",
                    isEmpty ? .none : keyword == "allOf" ? .narrows : left.isEmpty ? .both : .widens,
                    "\(Self.title(branch, in: keyword)) was added to \(keyword)", old[keyword] ?? old.schema.source,
                    branch.source)
            }
        }
    }

    /// Adds a change if several alternatives in `oneOf` replaced the properties of an object. Returns whether it added
    /// the change. The caller then doesn't compare the properties.
    mutating func addWrapping() -> Bool {
        let branches = new.list("oneOf")
        guard old.list("oneOf").isEmpty, branches.count > 1, old["properties"] != nil, new["properties"] == nil else {
            return false
        }
        add(
            "wrapped-in-one-of", .both, "\(branches.count) alternatives in oneOf replaced the properties",
            old.schema.source, new["oneOf"])
        return true
    }

    private func isAnnotation(_ branch: Schema) -> Bool {
        branch.keywords.keys.allSatisfy { FlatSchema.isAnnotation($0) && $0 != "$ref" }
    }

    /// Returns the index of the schema in `others` that is equal to `branch`. If none is equal, returns the index of a
    /// schema with the same name.
    private func matching(_ branch: Schema, in others: [Schema]) -> Int? {
        if let index = others.firstIndex(where: { comparison.areEqual(branch, $0, direction) }) { return index }
        guard let name = Self.name(branch) else { return nil }
        return others.firstIndex { Self.name($0) == name }
    }

    private static func name(_ branch: Schema) -> String? {
        branch.source["$ref"]?.string ?? branch.source["title"]?.string
    }

    private static func title(_ branch: Schema, in keyword: String) -> String {
        guard let name = name(branch) else { return keyword == "allOf" ? "a schema" : "an alternative" }
        return "“\(name.split(separator: "/").last.map(String.init) ?? name)”"
    }

    // MARK: Properties

    mutating func compareProperties() {
        let (left, right) = (old.map("properties"), new.map("properties"))
        let (wasRequired, isRequired) = (old.required, new.required)
        let former = Dictionary(left.map { ($0.name, $0.schema) }) { first, _ in first }
        let later = Dictionary(right.map { ($0.name, $0.schema) }) { first, _ in first }
        for (name, schema) in right where former[name] == nil { addNew(name, schema, isRequired.contains(name)) }
        for (name, schema) in left {
            guard let other = later[name] else {
                addRemoved(name, schema, wasRequired.contains(name))
                continue
            }
            compareRequired(name, schema, other, wasRequired.contains(name), isRequired.contains(name))
            for var change in comparison.changes(schema, other, direction) {
                change.pointer.insert(name, at: 0)
                changes.append(change)
            }
        }
        for name in isRequired.subtracting(wasRequired).sorted() where later[name] == nil {
            add(
                "property-became-required", .narrows, "the object requires the property “\(name)” now",
                old.schema.source,
                new["required"])
        }
        for name in wasRequired.subtracting(isRequired).sorted() where former[name] == nil {
            add(
                "property-became-optional", .widens, "the object doesn't require the property “\(name)” anymore",
                old["required"],
                new.schema.source)
        }
    }

    private mutating func addNew(_ name: String, _ schema: Schema, _ isRequired: Bool) {
        let kind = isRequired ? "required" : "optional"
        let value = schema.source
        let isHidden = direction.hidden.keyword.map { comparison.flat(schema)[$0]?.bool == true } ?? false
        if direction == .request {
            let hasDefault = isRequired && comparison.flat(schema)["default"] != nil
            add(
                "new-\(kind)-request-property" + (hasDefault ? "-with-default" : ""),
                isRequired && !isHidden ? .narrows : .none, "the \(kind) property is new", old.schema.source, value,
                isWhole: true, pointer: [name])
        } else {
            let access = isHidden ? "-write-only" : ""
            add(
                "response-\(kind)\(access)-property-added", old.isClosed && !isHidden ? .widens : .none,
                "the \(kind) property is new", old.schema.source, value, isWhole: true, pointer: [name],
                allows: [.extra])
        }
    }

    private mutating func addRemoved(_ name: String, _ schema: Schema, _ wasRequired: Bool) {
        let value = schema.source
        let isHidden = direction.hidden.keyword.map { comparison.flat(schema)[$0]?.bool == true } ?? false
        if direction == .request {
            add(
                "request-property-removed", new.isClosed ? .narrows : .none, "was removed", value, new.schema.source,
                isWarning: true, isWhole: true, pointer: [name])
        } else {
            let kind = wasRequired ? "required" : "optional"
            let access = isHidden ? "-write-only" : ""
            add(
                "response-\(kind)\(access)-property-removed", wasRequired && !isHidden ? .widens : .none, "was removed",
                value, new.schema.source, isWarning: !isHidden, isWhole: true, pointer: [name], allows: [.missing])
        }
    }

    private mutating func compareRequired(
        _ name: String, _ oldSchema: Schema, _ newSchema: Schema, _ was: Bool, _ isNow: Bool
    ) {
        let (former, later) = (comparison.flat(oldSchema), comparison.flat(newSchema))
        for (keyword, id) in [("readOnly", "read-only"), ("writeOnly", "write-only")] {
            let (before, after) = (former[keyword]?.bool == true, later[keyword]?.bool == true)
            guard before != after else { continue }
            let kind = was ? "required" : "optional"
            let direction = direction == .request ? "request" : "response"
            // Requests don't contain `readOnly` properties, and responses don't contain `writeOnly` properties.
            let isShown = (direction == "request") == (keyword == "readOnly") ? !after : false
            let effect: SchemaChange.Effect =
                !isNow ? .none : direction == "request" ? (isShown ? .narrows : .none) : after ? .widens : .none
            add(
                "\(direction)-\(kind)-property-became-\(after ? "" : "not-")\(id)", effect,
                "became \(after ? "" : "not ")\(id)", former[keyword] ?? oldSchema.source,
                later[keyword] ?? newSchema.source, isWhole: true, pointer: [name], allows: [.missing])
        }
        guard was != isNow else { return }
        let isHidden = direction.hidden.keyword.map { later[$0]?.bool == true } ?? false
        let places = (oldSchema.source, newSchema.source)
        if isHidden {
            let access = direction == .request ? "read-only" : "write-only"
            return add(
                "\(direction.rawValue)-\(access)-property-became-\(isNow ? "required" : "optional")", .none,
                "became \(isNow ? "required" : "optional")", places.0, places.1, isWhole: true, pointer: [name])
        }
        let hasDefault = isNow && direction == .request && later["default"] != nil
        let id = isNow ? "became-required" + (hasDefault ? "-with-default" : "") : "became-optional"
        add(
            id, isNow ? .narrows : .widens, "became \(isNow ? "required" : "optional")", places.0, places.1,
            pointer: [name], allows: isNow ? [] : [.missing])
    }

    // MARK: Other subschemas

    mutating func compareSubschemas() {
        compareInner("items", ["*"])
        compareAdditional()
        for (keyword, id) in [
            ("contains", "contains"), ("propertyNames", "property-names"), ("if", "if"), ("then", "then"),
            ("else", "else"), ("unevaluatedItems", "unevaluated-items"),
            ("unevaluatedProperties", "unevaluated-properties"), ("contentSchema", "content-schema"), ("not", "not"),
        ] { compareOptional(keyword, id) }
        compareMap("patternProperties", "pattern-property")
        compareMap("dependentSchemas", "dependent-schema")
        compareDependents()
        let (left, right) = (old.list("prefixItems"), new.list("prefixItems"))
        let (before, after) = (old["prefixItems"], new["prefixItems"])
        // `items` doesn't apply to elements that have a schema in `prefixItems`. If the number of these schemas
        // changes, the array may accept more elements, fewer elements or both.
        if left.count < right.count {
            add("prefix-items-added", .both, "prefixItems contains \(right.count) schemas now", before, after)
        } else if left.count > right.count {
            add("prefix-items-removed", .both, "prefixItems contains \(right.count) schemas now", before, after)
        }
        for (index, pair) in zip(left, right).enumerated() { compare(pair.0, pair.1, [String(index)]) }
    }

    private mutating func compare(_ old: Schema, _ new: Schema, _ path: [String]) {
        for var change in comparison.changes(old, new, direction) {
            change.pointer = path + change.pointer
            changes.append(change)
        }
    }

    private mutating func compareInner(_ keyword: String, _ path: [String]) {
        guard old[keyword]?.kind != .array, new[keyword]?.kind != .array else { return }
        switch (old.part(keyword), new.part(keyword)) {
        case (let before?, let after?): compare(before, after, path)
        case (nil, let after?):
            add("items-added", .narrows, "the array's elements have a schema now", nil, after.source)
        case (let before?, nil):
            add("items-removed", .widens, "the array's elements lost their schema", before.source, nil)
        case (nil, nil): break
        }
    }

    private mutating func compareAdditional() {
        let (before, after) = (old["additionalProperties"], new["additionalProperties"])
        let (wasClosed, isClosed) = (before?.bool == false, after?.bool == false)
        if wasClosed != isClosed {
            let text =
                isClosed
                ? "the object forbids undeclared properties now" : "the object allows undeclared properties now"
            let id = isClosed ? "additional-properties-forbidden" : "additional-properties-allowed"
            return add(id, isClosed ? .narrows : .widens, text, before, after, allows: [.extra])
        }
        let (left, right) = (
            before?.kind == .object ? old.part("additionalProperties") : nil,
            after?.kind == .object ? new.part("additionalProperties") : nil
        )
        switch (left, right) {
        case (let left?, let right?): compare(left, right, ["*"])
        case (nil, let right?):
            add(
                "additional-properties-schema-added", .narrows, "undeclared properties have a schema now", before,
                right.source)
        case (let left?, nil):
            add(
                "additional-properties-schema-removed", .widens, "undeclared properties lost their schema", left.source,
                after)
        case (nil, nil): break
        }
    }

    private mutating func compareOptional(_ keyword: String, _ id: String) {
        let (before, after) = (old[keyword], new[keyword])
        if (before == nil) != (after == nil) {
            let effect: SchemaChange.Effect = keyword == "if" ? .both : after == nil ? .widens : .narrows
            let text = after == nil ? "lost \(keyword)" : "has \(keyword) now"
            return add("\(id)-\(after == nil ? "removed" : "added")", effect, text, before, after)
        }
        guard let left = old.part(keyword), let right = new.part(keyword) else { return }
        if !comparison.areEqual(left, right, direction) {
            add("\(id)-changed", .both, "changed \(keyword)", before, after)
        }
    }

    private mutating func compareMap(_ keyword: String, _ id: String) {
        let (left, right) = (old.map(keyword), new.map(keyword))
        for (name, schema) in right {
            if let other = left.first(where: { $0.name == name }) {
                if keyword == "patternProperties" {
                    compare(other.schema, schema, ["*"])
                } else if !comparison.areEqual(other.schema, schema, direction) {
                    add("\(id)-changed", .both, "\(keyword) changed for “\(name)”", other.schema.source, schema.source)
                }
            } else {
                add("\(id)-added", .narrows, "\(keyword) contains “\(name)” now", old.schema.source, schema.source)
            }
        }
        for (name, schema) in left where !right.contains(where: { $0.name == name }) {
            add(
                "\(id)-removed", .widens, "\(keyword) doesn't contain “\(name)” anymore", schema.source,
                new.schema.source)
        }
    }

    private mutating func compareDependents() {
        let (left, right) = (old["dependentRequired"], new["dependentRequired"])
        for member in right?.distinctMembers ?? [] {
            guard let before = left?[member.key] else {
                add(
                    "dependent-required-added", .narrows, "dependentRequired contains “\(member.key)” now", left,
                    member.value)
                continue
            }
            if Set(before.elements.compactMap(\.string)) != Set(member.value.elements.compactMap(\.string)) {
                let text = "dependentRequired changed for “\(member.key)”"
                add("dependent-required-changed", .both, text, before, member.value)
            }
        }
        for member in left?.distinctMembers ?? [] where right?[member.key] == nil {
            add(
                "dependent-required-removed", .widens, "dependentRequired doesn't contain “\(member.key)” anymore",
                member.value, right)
        }
    }
}
