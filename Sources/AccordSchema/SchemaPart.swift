// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The identity of a compiled schema: the program, and the schema's number in the program.
package struct SchemaIdentity: Hashable, Sendable {
    private let program: ObjectIdentifier
    private let root: UInt32

    fileprivate init(_ schema: Schema) {
        program = ObjectIdentifier(schema.program)
        root = schema.root
    }
}

extension Schema {
    package var identity: SchemaIdentity { SchemaIdentity(self) }

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
        program.parts.schemaByPlace[place(of: value)].map {
            Schema(source: value, program: program, root: $0, omission: omission)
        }
    }

    /// Returns the schema that a reference in this schema refers to, or `nil` if the target depends on the dynamic
    /// scope.
    package func target(of reference: JSONValue) -> Schema? {
        if program.parts.dynamicNameByPlace[place(of: reference)] != nil { return nil }
        guard let number = program.parts.schemaByPlace[place(of: reference)] else { return nil }
        return Schema(source: program.source(number), program: program, root: number, omission: omission)
    }

    private func place(of value: JSONValue) -> SchemaPlace {
        SchemaPlace(document: Int(program.parts.sources[Int(root)].document), node: value.node)
    }

    private var dialect: SchemaDialect { program.resources[Int(program.parts.sources[Int(root)].resource)].dialect }
}
