// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension Schema: Hashable {
    /// Returns whether two values are the same schema of the same program, for the messages of the same direction.
    public static func == (left: Schema, right: Schema) -> Bool {
        left.program === right.program && left.root == right.root && left.omission == right.omission
    }

    /// Hashes the schema's place, not its keywords.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(program))
        hasher.combine(root)
    }
}

extension Schema {
    /// The keywords that the schema's dialect defines, by name. Empty for a boolean schema.
    package var keywords: [String: JSONValue] {
        guard source.kind == .object else { return [:] }
        let words = KeywordValues(source, dialect)
        var valuesByName: [String: JSONValue] = [:]
        for keyword in words.present { valuesByName[keyword.name] = words[keyword] }
        return valuesByName
    }

    /// Whether `exclusiveMinimum` and `exclusiveMaximum` are booleans.
    package var hasBooleanExclusives: Bool { dialect.hasBooleanExclusives }

    /// Returns whether the validator checks a format, and rejects strings or numbers that don't match the format.
    package func asserts(format: String) -> Bool { program.options.assertsFormat && Format(format, in: dialect) != nil }

    /// Returns the compiled subschema at a value in this schema, such as a property's schema.
    package func part(at value: JSONValue) -> Schema? {
        program.schema(at: value, in: root).map {
            Schema(source: value, program: program, root: $0, omission: omission)
        }
    }

    /// Returns the schema that a reference in this schema refers to, or `nil` if the target depends on the dynamic
    /// scope.
    package func target(of reference: JSONValue) -> Schema? {
        let targets = targets(of: reference)
        return targets.count == 1 ? targets[0] : nil
    }

    /// Returns the schemas that a reference in this schema can refer to. The dynamic scope decides between them.
    package func targets(of reference: JSONValue) -> [Schema] {
        let name = program.parts.dynamicNameByPlace[program.place(of: reference, in: root)]
        let possible = name.map { program.parts.dynamicTargets[Int($0)].map(\.schema) }
        let numbers = possible ?? [program.schema(at: reference, in: root)].compactMap(\.self)
        return numbers.map { Schema(source: program.source($0), program: program, root: $0, omission: omission) }
    }

    /// The names of the keywords that refer to a schema.
    package static let references = ["$ref", "$dynamicRef", "$recursiveRef"]

    private var dialect: SchemaDialect { program.dialect(root) }
}

extension Schema {
    /// Returns whether a keyword rejects no value by itself.
    package static func isAnnotation(_ keyword: String) -> Bool {
        [
            "$ref", "title", "description", "example", "examples", "deprecated", "default", "$comment", "externalDocs",
            "xml", "readOnly", "writeOnly",
        ].contains(keyword)
    }

    /// Whether the schema has no constraints.
    package var isOpen: Bool {
        source.bool ?? keywords.keys.allSatisfy { Self.isAnnotation($0) && $0 != "$ref" || $0 == "nullable" }
    }

    /// The schemas in `components` that inherit from this schema, if it has a discriminator, but no union.
    package var children: [Schema] { program.parts.children(of: source).compactMap { part(at: $0.schema) } }

    /// Whether the schema accepts only null. Qdrant's generator writes `{nullable: true}` for null, which accepts every
    /// value in OpenAPI 3.0.
    package var isNull: Bool {
        source["type"]?.string == "null" || source["const"]?.isNull == true
            || source["enum"].map { $0.elements.allSatisfy(\.isNull) } ?? (isOpen && keywords["nullable"]?.bool == true)
    }
}
