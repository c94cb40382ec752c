/// The words that a schema may use, over all dialects.
enum Keyword: String, CaseIterable, Sendable {
    case schema = "$schema"
    case id = "$id"
    case ref = "$ref"
    case anchor = "$anchor"
    case dynamicRef = "$dynamicRef"
    case dynamicAnchor = "$dynamicAnchor"
    case recursiveRef = "$recursiveRef"
    case recursiveAnchor = "$recursiveAnchor"
    case defs = "$defs"
    case definitions
    case comment = "$comment"
    case vocabulary = "$vocabulary"

    case allOf, anyOf, oneOf, not
    case `if`, then, `else`
    case properties, patternProperties, additionalProperties, propertyNames
    case dependentSchemas, dependencies
    case prefixItems, items, additionalItems, contains
    case unevaluatedItems, unevaluatedProperties

    case type, const, `enum`
    case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
    case maxLength, minLength, pattern
    case maxItems, minItems, uniqueItems, maxContains, minContains
    case maxProperties, minProperties, required, dependentRequired
    case format

    case contentEncoding, contentMediaType, contentSchema
    case title, description, `default`, deprecated, readOnly, writeOnly, examples
    case nullable, discriminator, xml, externalDocs, example

    /// Finds a word by its name.
    static let byName: [String: Keyword] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

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
            let distance = EditDistance.between(wanted, Array(keyword.rawValue.lowercased().utf8))
            if distance < best?.distance ?? 3, distance * 2 < wanted.count { best = (keyword.rawValue, distance) }
        }
        return best?.name
    }
}
