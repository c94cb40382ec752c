// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A schema, merged with the target of its `$ref` and with the schemas in its `allOf`.
struct FlatSchema {
    typealias Parts = [(schema: Schema, keywords: [String: JSONValue])]

    /// The original schema. If it contains only a `$ref` or one alternative, the target or the alternative.
    let schema: Schema
    /// The same, but a schema with `default` or `deprecated` beside its `$ref` or alternative is itself.
    let annotated: Schema
    /// The schema, the targets of its references, the schemas in `allOf` and the only alternative of a union, each with
    /// its keywords.
    let parts: Parts
    /// Whether the schema allows null, because its `oneOf` or `anyOf` consists of one schema and the type null.
    let allowsNull: Bool
    /// Whether `parts` contains the only alternative of a union.
    let hasOpenedUnion: Bool

    /// Combines a schema with its references.
    ///
    /// - Parameter opensUnions: whether to combine a schema with the only alternative of its `oneOf` or `anyOf`.
    init(_ schema: Schema, opensUnions: Bool) {
        var parts: Parts = []
        var known: Set<Schema> = []
        var pending = [schema]
        var (resolved, annotated): (Schema?, Schema?)
        var (allowsNull, hasOpenedUnion) = (false, false)
        while let next = pending.popLast() {
            guard known.insert(next).inserted else { continue }
            var words = next.keywords
            var more = Schema.references.compactMap { words[$0].flatMap { next.target(of: $0) } }
            let isLone = words.keys.count { !Schema.isAnnotation($0) || $0 == "$ref" } == 1
            var isWrapper = isLone && !more.isEmpty
            for keyword in ["oneOf", "anyOf", "allOf"] where keyword == "allOf" ? isLone : opensUnions {
                let branches = words[keyword]?.elements.compactMap { next.part(at: $0) } ?? []
                let others = keyword == "allOf" ? branches : branches.filter { !$0.isNull }
                let isOpen = keyword != "allOf" && branches.contains { $0.isNull && $0.isOpen }
                allowsNull = allowsNull || isOpen
                guard others.count == 1, branches.count == 2 || words["discriminator"] == nil, branches.count <= 2,
                    !isOpen
                else { continue }
                hasOpenedUnion = hasOpenedUnion || keyword != "allOf"
                if branches.count == 1 { isWrapper = isLone } else { allowsNull = true }
                more += others
                words[keyword] = nil
            }
            if resolved == nil, !isWrapper { resolved = next }
            if annotated == nil, !isWrapper || words["default"] ?? words["deprecated"] != nil { annotated = next }
            parts.append((next, words))
            more += words["allOf"]?.elements.compactMap { next.part(at: $0) } ?? []
            pending += more.reversed()
        }
        self.schema = resolved ?? schema
        self.annotated = annotated ?? schema
        self.parts = parts
        self.allowsNull = allowsNull
        self.hasOpenedUnion = hasOpenedUnion
    }

    /// Returns the value of a keyword in the first combined schema that has the keyword.
    subscript(keyword: String) -> JSONValue? { first(keyword)?.value }

    /// Returns the first combined schema that has a keyword, and the keyword's value.
    private func first(_ keyword: String) -> (schema: Schema, value: JSONValue)? {
        parts.lazy.compactMap { part in part.keywords[keyword].map { (part.schema, $0) } }.first
    }

    /// Returns the value of a keyword such as `maxItems`. In OpenAPI 3.0, `exclusiveMaximum: true` makes `maximum`
    /// exclusive. Such a limit has the same value as `exclusiveMaximum` in OpenAPI 3.1.
    func limit(_ keyword: String) -> JSONValue? {
        let end = keyword.suffix(6)
        guard self["exclusiveM\(end)"]?.bool == true else { return self[keyword] }
        return keyword == "m\(end)" ? nil : self["m\(end)"]
    }

    /// The formats of OpenAPI 3.0 that mean the same as a keyword with a value.
    static let formats = [
        "contentEncoding": (format: "byte", value: "base64"),
        "contentMediaType": (format: "binary", value: "application/octet-stream"),
    ]

    /// Returns the value of `contentEncoding` or `contentMediaType`, or the value that the format stands for.
    func content(_ keyword: String) -> String? {
        let implied = Self.formats[keyword].flatMap { self["format"]?.string == $0.format ? $0.value : nil }
        return self[keyword]?.string ?? implied
    }

    /// Returns an extension, such as `x-sunset`, of the first combined schema that has the extension.
    func field(_ name: String) -> JSONValue? { parts.lazy.compactMap { $0.schema.source[name] }.first }

    /// Whether the schema mentions null, and whether it accepts null.
    var nullability: Nullability {
        // OpenAPI 3.0 ignores `nullable` beside `$ref`, but svix's generator writes it. OpenAPI 3.1 always ignores it.
        let isNullable = field("nullable")?.bool == true
        guard isNullable || allowsNull || types.contains("null") else { return .rejected }
        if schema.isValid(.null) { return .accepted }
        return isNullable ? .unclear : .rejected
    }

    /// The names of the types that the schema and its alternatives allow. The list is empty if every type is allowed.
    var types: [String] {
        if let value = self["type"] { return value.string.map { [$0] } ?? value.elements.compactMap(\.string) }
        return SchemaView(schema.source).types.map(\.rawValue).sorted()
    }

    /// The keyword that lists the values, or `union` if each alternative of a union only lists values.
    enum Listing { case const, enumeration, union }

    var listing: Listing? {
        if self["const"] != nil { return .const }
        if self["enum"] != nil { return .enumeration }
        let words = alternatives.map { Set($0.keywords.keys.filter { !Schema.isAnnotation($0) && $0 != "type" }) }
        return !words.isEmpty && words.allSatisfy { $0 == ["const"] || $0 == ["enum"] } ? .union : nil
    }

    /// The values that `const`, `enum` or the constants of a union allow.
    var listed: [JSONValue]? {
        switch listing {
        case .const: self["const"].map { [$0] }
        case .enumeration:
            parts.compactMap { $0.keywords["enum"]?.elements }.reduce(nil) { common, values in
                let others = Set(values.map { JSON($0) })
                return common?.filter { others.contains(JSON($0)) } ?? Array(values)
            }
        case .union: alternatives.flatMap { FlatSchema($0, opensUnions: true).listed ?? [] }
        case nil: nil
        }
    }

    /// Returns the schema in a keyword such as `items`, from the first combined schema that has the keyword.
    func part(_ keyword: String) -> Schema? { first(keyword).flatMap { $0.schema.part(at: $0.value) } }

    /// Returns the list of schemas in a keyword such as `oneOf`.
    func list(_ keyword: String) -> [Schema] {
        first(keyword).map { owner in owner.value.elements.compactMap { owner.schema.part(at: $0) } } ?? []
    }

    static let unionKeywords = ["oneOf", "anyOf"]

    /// The keywords that contain alternatives.
    var unions: [String] { Self.unionKeywords.filter { self[$0] != nil } }

    /// The alternatives in `oneOf` and `anyOf`, or the children of a parent with a discriminator.
    var alternatives: [Schema] { list("oneOf") + list("anyOf") + schema.children }

    /// Whether each alternative in `oneOf` and `anyOf` contains only `type`, or no alternatives exist.
    var hasOnlyTypes: Bool { self["allOf"] == nil && alternatives.allSatisfy { Array($0.keywords.keys) == ["type"] } }

    /// Returns the named schemas in a keyword such as `properties`.
    func map(_ keyword: String) -> [(name: String, schema: Schema)] {
        members(keyword).compactMap { member in member.schema.map { (member.name, $0) } }
    }

    /// Returns the members in a keyword such as `dependentRequired`, with their schemas.
    func members(_ keyword: String) -> [(name: String, value: JSONValue, schema: Schema?)] {
        var members: [(name: String, value: JSONValue, schema: Schema?)] = []
        var known: Set<String> = []
        for part in parts {
            for member in part.keywords[keyword]?.distinctMembers ?? [] where known.insert(member.key).inserted {
                members.append((member.key, member.value, part.schema.part(at: member.value)))
            }
        }
        return members
    }

    /// Returns the schema of the first pattern in `patternProperties` that matches a name.
    func patternProperty(_ name: String) -> Schema? {
        map("patternProperties").first { (try? ECMAPattern($0.name))?.matches(in: name) ?? false }?.schema
    }

    /// Returns the property of the discriminator with the value that selects an alternative.
    func tag(of alternative: Schema) -> Claim.Tag? {
        guard let discriminator = self["discriminator"], let name = Self.property(of: discriminator)?.string else {
            return nil
        }
        return (mapped(alternative).first ?? alternative.name).map { Claim.Tag(name: name, value: $0) }
    }

    /// Returns the values in the `mapping` of the discriminator that select an alternative.
    func mapped(_ alternative: Schema) -> [String] {
        let (mapping, name) = (self["discriminator"]?["mapping"]?.distinctMembers ?? [], alternative.name)
        return mapping.filter { $0.value.string.map(Schema.lastPart) == name }.map(\.key)
    }

    /// Returns the name of a discriminator's property. In Swagger 2.0, the discriminator is the name.
    static func property(of discriminator: JSONValue?) -> JSONValue? {
        discriminator?["propertyName"] ?? (discriminator?.kind == .string ? discriminator : nil)
    }

    /// The names of the required properties.
    var required: Set<String> { Set(parts.flatMap { $0.keywords["required"]?.elements.compactMap(\.string) ?? [] }) }

    /// Whether the schema has no constraints.
    var isOpen: Bool { alternatives.isEmpty && parts.allSatisfy { $0.keywords.keys.allSatisfy(Schema.isAnnotation) } }

    /// Whether only the declared properties are allowed.
    var isClosed: Bool {
        parts.contains { part in
            ["additionalProperties", "unevaluatedProperties"].contains { part.keywords[$0]?.bool == false }
        }
    }
}

/// The answer to the question whether a value can be null.
enum Nullability {
    case rejected, accepted
    /// `nullable` has no effect, for example because `enum` lacks null. Authors mean that the value can be null.
    case unclear
}
