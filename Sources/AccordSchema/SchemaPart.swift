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
        let targets = targets(of: reference)
        return targets.count == 1 ? targets[0] : nil
    }

    /// Returns the schemas that a reference in this schema can refer to. The dynamic scope decides between them.
    package func targets(of reference: JSONValue) -> [Schema] {
        let place = place(of: reference)
        let possible = program.parts.dynamicNameByPlace[place].map { program.parts.dynamicTargets[Int($0)] }
        let numbers = possible?.map(\.schema) ?? [program.parts.schemaByPlace[place]].compactMap(\.self)
        return numbers.map { Schema(source: program.source($0), program: program, root: $0, omission: omission) }
    }

    /// The names of the keywords that refer to a schema.
    package static let references = ["$ref", "$dynamicRef", "$recursiveRef"]

    private func place(of value: JSONValue) -> SchemaPlace {
        SchemaPlace(document: Int(program.parts.sources[Int(root)].document), node: value.node)
    }

    private var dialect: SchemaDialect { program.resources[Int(program.parts.sources[Int(root)].resource)].dialect }
}
