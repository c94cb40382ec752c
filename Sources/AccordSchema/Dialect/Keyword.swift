/// The words that a schema may use, over all dialects.
package enum Keyword: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case schema, id, ref, anchor, dynamicRef, dynamicAnchor, recursiveRef, recursiveAnchor, defs, definitions
    case comment, vocabulary, allOf, anyOf, oneOf, not, `if`, then, `else`, properties, patternProperties
    case additionalProperties, propertyNames, dependentSchemas, dependencies, prefixItems, items
    case additionalItems, contains, unevaluatedItems, unevaluatedProperties, type, const, `enum`, multipleOf
    case maximum, exclusiveMaximum, minimum, exclusiveMinimum, maxLength, minLength, pattern, maxItems, minItems
    case uniqueItems, maxContains, minContains, maxProperties, minProperties, required, dependentRequired
    case format, contentEncoding, contentMediaType, contentSchema, title, description, `default`, deprecated
    case readOnly, writeOnly, examples, nullable, discriminator, xml, externalDocs, example, idOfDraft4, fresh

    /// The words in the order of the cases.
    private static let names: [String] = """
        $schema $id $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $defs definitions \
        $comment $vocabulary allOf anyOf oneOf not if then else properties patternProperties additionalProperties \
        propertyNames dependentSchemas dependencies prefixItems items additionalItems contains unevaluatedItems \
        unevaluatedProperties type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum \
        maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties \
        minProperties required dependentRequired format contentEncoding contentMediaType contentSchema title \
        description default deprecated readOnly writeOnly examples nullable discriminator xml externalDocs example id \
        fresh
        """.split(separator: " ").map(String.init)

    /// The word as schemas spell it.
    package var name: String { Self.names[Int(rawValue)] }

    /// The number of words.
    static let count: Int = names.count

    /// Finds a word by its name.
    static let byName: [String: Keyword] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// How the schemas inside the word's value are arranged.
    enum Shape { case none, schema, array, map, schemaOrArray }

    var shape: Shape {
        switch self {
        case .not, .if, .then, .else, .additionalProperties, .propertyNames, .additionalItems, .contains,
            .unevaluatedItems, .unevaluatedProperties, .contentSchema:
            .schema
        case .items: .schemaOrArray
        case .allOf, .anyOf, .oneOf, .prefixItems: .array
        case .properties, .patternProperties, .dependentSchemas, .dependencies, .defs, .definitions: .map
        default: .none
        }
    }
}

extension Keyword {
    /// The known word that a mistyped one most resembles.
    static func nearest(to name: String, in dialect: SchemaDialect) -> String? {
        let wanted = Array(name.lowercased().utf8.prefix(40))
        var best: (name: String, distance: Int)?
        for keyword in allCases where dialect.has(keyword) {
            let distance = EditDistance.between(wanted, Array(keyword.name.lowercased().utf8))
            if distance < best?.distance ?? 3, distance * 2 < wanted.count { best = (keyword.name, distance) }
        }
        return best?.name
    }
}

/// The words of JSON Schema 2020-12, and those of OpenAPI that readers of contracts know.
package enum SchemaKeywords {
    /// Their names, in the order of the vocabularies.
    package static let all: [String] = Keyword.allCases.filter(SchemaDialect.draft202012.has).map(\.name)

    /// True for a keyword of any dialect.
    package static func has(_ name: String) -> Bool { Keyword.byName[name] != nil }
}
