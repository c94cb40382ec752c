// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema

/// A schema, merged with the target of its `$ref` and with the schemas in its `allOf`.
struct FlatSchema {
    typealias Parts = [(schema: Schema, keywords: [String: JSONValue])]

    /// The original schema, or the target of its `$ref` if the schema contains only a `$ref`.
    let schema: Schema
    /// The schema, the targets of its references and the schemas in `allOf`, each with its keywords.
    let parts: Parts
    /// Whether the schema allows null, because its `oneOf` or `anyOf` consists of one schema and the type null.
    let allowsNull: Bool

    /// Combines a schema with its references. The closure `keywords` returns the keywords of a schema.
    init(_ schema: Schema, keywords: (Schema) -> [String: JSONValue]) {
        var parts: Parts = []
        var known: Set<SchemaIdentity> = []
        var pending = [schema]
        var resolved: Schema?
        var allowsNull = false
        while let next = pending.popLast() {
            guard known.insert(next.identity).inserted else { continue }
            var words = keywords(next)
            let target = words["$ref"].flatMap { next.target(of: $0) }
            var more = target.map { [$0] } ?? []
            let isLone = target != nil && words.keys.allSatisfy(Self.isAnnotation)
            for keyword in ["oneOf", "anyOf"] {
                let branches = words[keyword]?.elements.compactMap { next.part(at: $0) } ?? []
                let others = branches.filter { $0.source["type"]?.string != "null" }
                guard branches.count == 2, others.count == 1 else { continue }
                allowsNull = true
                more += others
                words[keyword] = nil
            }
            if resolved == nil, !isLone { resolved = next }
            parts.append((next, words))
            more += words["allOf"]?.elements.compactMap { next.part(at: $0) } ?? []
            pending += more.reversed()
        }
        self.schema = resolved ?? schema
        self.parts = parts
        self.allowsNull = allowsNull
    }

    static func isAnnotation(_ keyword: String) -> Bool {
        [
            "$ref", "title", "description", "example", "examples", "deprecated", "default", "$comment", "externalDocs",
            "xml", "readOnly", "writeOnly",
        ].contains(keyword)
    }

    /// Returns the value of a keyword in the first combined schema that has the keyword.
    subscript(keyword: String) -> JSONValue? { parts.lazy.compactMap { $0.keywords[keyword] }.first }

    /// Returns the value of a keyword such as `maxItems`. In OpenAPI 3.0, `exclusiveMaximum: true` makes `maximum`
    /// exclusive. Such a limit has the same value as `exclusiveMaximum` in OpenAPI 3.1.
    func limit(_ keyword: String) -> JSONValue? {
        let end = keyword.suffix(6)
        guard self["exclusiveM\(end)"]?.bool == true else { return self[keyword] }
        return keyword == "m\(end)" ? nil : self["m\(end)"]
    }

    /// Returns an extension, such as `x-sunset`, of the first combined schema that has the extension.
    func field(_ name: String) -> JSONValue? { parts.lazy.compactMap { $0.schema.source[name] }.first }

    /// The names of the types that the schema and its alternatives allow. The list is empty if every type is allowed.
    var types: [String] {
        if let value = self["type"] { return value.string.map { [$0] } ?? value.elements.compactMap(\.string) }
        return SchemaView(schema.source).types.map(\.rawValue).sorted()
    }

    /// Returns the schema in a keyword such as `items`, from the first combined schema that has the keyword.
    func part(_ keyword: String) -> Schema? {
        parts.first { $0.keywords[keyword] != nil }.flatMap { part in
            part.keywords[keyword].flatMap { part.schema.part(at: $0) }
        }
    }

    /// Returns the list of schemas in a keyword such as `oneOf`.
    func list(_ keyword: String) -> [Schema] {
        let part = parts.first { $0.keywords[keyword] != nil }
        return part?.keywords[keyword]?.elements.compactMap { part?.schema.part(at: $0) } ?? []
    }

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

    /// The names of the required properties.
    var required: Set<String> {
        Set(parts.flatMap { $0.keywords["required"]?.elements.compactMap(\.string) ?? [] })
    }

    /// Whether only the declared properties are allowed.
    var isClosed: Bool {
        parts.contains { part in
            ["additionalProperties", "unevaluatedProperties"].contains { part.keywords[$0]?.bool == false }
        }
    }
}
