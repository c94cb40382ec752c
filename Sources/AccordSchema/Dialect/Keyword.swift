// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The keywords of all dialects.
///
/// A keyword is defined by its row in ``facts`` and by functions in the folder `Keywords`.
enum Keyword: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case schema, id, ref, anchor, dynamicRef, dynamicAnchor, recursiveRef, recursiveAnchor, defs, definitions
    case comment, vocabulary, allOf, anyOf, oneOf, not, `if`, then, `else`, properties, patternProperties
    case additionalProperties, propertyNames, dependentSchemas, dependencies, prefixItems, items
    case additionalItems, contains, unevaluatedItems, unevaluatedProperties, type, const, `enum`, multipleOf
    case maximum, exclusiveMaximum, minimum, exclusiveMinimum, maxLength, minLength, pattern, maxItems
    case minItems, uniqueItems, maxContains, minContains, maxProperties, minProperties, required
    case dependentRequired, format, contentEncoding, contentMediaType, contentSchema, title, description
    case `default`, deprecated, readOnly, writeOnly, examples, nullable, discriminator, xml, externalDocs
    case example, idOfDraft4, fresh

    /// The kind of a keyword's value: no schema, a schema, an array of schemas, or an object with a schema for each
    /// name (`map`).
    enum Shape { case none, schema, array, map, schemaOrArray }

    /// The properties of a keyword: one row of ``facts``.
    struct Facts {
        let name: String
        let vocabulary: Vocabulary
        let shape: Shape
        let drafts: DraftSet
        let isLimit: Bool
        /// Whether the example generator knows only some of the ways to violate the keyword.
        let isNegatedInPart: Bool

        init(
            _ name: String, _ vocabulary: Vocabulary = .core, shape: Shape = .none, drafts: DraftSet = .all,
            isLimit: Bool = false, isNegatedInPart: Bool = false
        ) {
            self.name = name
            self.vocabulary = vocabulary
            self.shape = shape
            self.drafts = drafts
            self.isLimit = isLimit
            self.isNegatedInPart = isNegatedInPart
        }
    }

    private var row: Facts {
        switch self {
        case .schema: Facts("$schema")
        case .id: Facts("$id", drafts: .all.subtracting(.draft4))
        case .ref: Facts("$ref")
        case .anchor: Facts("$anchor", drafts: .from201909)
        case .dynamicRef: Facts("$dynamicRef", drafts: .draft202012)
        case .dynamicAnchor: Facts("$dynamicAnchor", drafts: .draft202012)
        case .recursiveRef: Facts("$recursiveRef", drafts: .draft201909)
        case .recursiveAnchor: Facts("$recursiveAnchor", drafts: .draft201909)
        case .defs: Facts("$defs", shape: .map, drafts: .from201909)
        case .definitions: Facts("definitions", shape: .map)
        case .comment: Facts("$comment", drafts: .from7)
        case .vocabulary: Facts("$vocabulary", drafts: .from201909)
        case .allOf: Facts("allOf", .applicator, shape: .array)
        case .anyOf: Facts("anyOf", .applicator, shape: .array)
        case .oneOf: Facts("oneOf", .applicator, shape: .array, isNegatedInPart: true)
        case .not: Facts("not", .applicator, shape: .schema)
        case .if: Facts("if", .applicator, shape: .schema, drafts: .from7)
        case .then: Facts("then", .applicator, shape: .schema, drafts: .from7)
        case .else: Facts("else", .applicator, shape: .schema, drafts: .from7)
        case .properties: Facts("properties", .applicator, shape: .map)
        case .patternProperties: Facts("patternProperties", .applicator, shape: .map, isNegatedInPart: true)
        case .additionalProperties: Facts("additionalProperties", .applicator, shape: .schema, isNegatedInPart: true)
        case .propertyNames:
            Facts(
                "propertyNames", .applicator, shape: .schema, drafts: .all.subtracting(.draft4), isNegatedInPart: true)
        case .dependentSchemas:
            Facts("dependentSchemas", .applicator, shape: .map, drafts: .from201909, isNegatedInPart: true)
        case .dependencies: Facts("dependencies", .applicator, shape: .map, isNegatedInPart: true)
        case .prefixItems: Facts("prefixItems", .applicator, shape: .array, drafts: .draft202012, isNegatedInPart: true)
        case .items: Facts("items", .applicator, shape: .schemaOrArray)
        case .additionalItems:
            Facts(
                "additionalItems", .applicator, shape: .schema, drafts: .all.subtracting(.draft202012),
                isNegatedInPart: true)
        case .contains: Facts("contains", .applicator, shape: .schema, drafts: .all.subtracting(.draft4))
        case .unevaluatedItems:
            Facts("unevaluatedItems", .unevaluated, shape: .schema, drafts: .from201909, isNegatedInPart: true)
        case .unevaluatedProperties:
            Facts("unevaluatedProperties", .unevaluated, shape: .schema, drafts: .from201909, isNegatedInPart: true)
        case .type: Facts("type", .validation)
        case .const: Facts("const", .validation, drafts: .all.subtracting(.draft4))
        case .enum: Facts("enum", .validation)
        case .multipleOf: Facts("multipleOf", .validation, isNegatedInPart: true)
        case .maximum: Facts("maximum", .validation, isLimit: true)
        case .exclusiveMaximum: Facts("exclusiveMaximum", .validation, isLimit: true)
        case .minimum: Facts("minimum", .validation, isLimit: true)
        case .exclusiveMinimum: Facts("exclusiveMinimum", .validation, isLimit: true)
        case .maxLength: Facts("maxLength", .validation, isLimit: true)
        case .minLength: Facts("minLength", .validation, isLimit: true)
        case .pattern: Facts("pattern", .validation)
        case .maxItems: Facts("maxItems", .validation, isLimit: true)
        case .minItems: Facts("minItems", .validation, isLimit: true)
        case .uniqueItems: Facts("uniqueItems", .validation, isNegatedInPart: true)
        case .maxContains: Facts("maxContains", .validation, drafts: .from201909, isNegatedInPart: true)
        case .minContains: Facts("minContains", .validation, drafts: .from201909, isNegatedInPart: true)
        case .maxProperties: Facts("maxProperties", .validation, isLimit: true)
        case .minProperties: Facts("minProperties", .validation, isLimit: true)
        case .required: Facts("required", .validation)
        case .dependentRequired: Facts("dependentRequired", .validation, drafts: .from201909, isNegatedInPart: true)
        case .format: Facts("format", isNegatedInPart: true)
        case .contentEncoding: Facts("contentEncoding", drafts: .from7, isNegatedInPart: true)
        case .contentMediaType: Facts("contentMediaType", drafts: .from7, isNegatedInPart: true)
        case .contentSchema: Facts("contentSchema", shape: .schema, drafts: .from201909)
        case .title: Facts("title")
        case .description: Facts("description")
        case .default: Facts("default")
        case .deprecated: Facts("deprecated", drafts: [.from201909, .openAPI30])
        case .readOnly: Facts("readOnly", drafts: .from7)
        case .writeOnly: Facts("writeOnly", drafts: .from7)
        case .examples: Facts("examples", drafts: .all.subtracting(.draft4))
        case .nullable: Facts("nullable", drafts: .openAPI30)
        case .discriminator: Facts("discriminator")
        case .xml: Facts("xml")
        case .externalDocs: Facts("externalDocs")
        case .example: Facts("example")
        case .idOfDraft4: Facts("id", drafts: .draft4)
        case .fresh: Facts("fresh", drafts: .draft202012)
        }
    }

    private static let table: [Facts] = allCases.map(\.row)

    var facts: Facts { Self.table[Int(rawValue)] }

    /// The name of the keyword in schemas.
    var name: String { facts.name }

    /// The number of keywords in all dialects.
    static let count: Int = allCases.count

    /// The keywords by their names.
    static let byName: [String: Keyword] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    var shape: Shape { facts.shape }

    /// Whether the keyword can reject a value, alone or together with other keywords.
    var isAssertion: Bool {
        !facts.vocabulary.isDisjoint(with: [.applicator, .unevaluated, .validation])
            || [.format, .contentEncoding, .contentMediaType].contains(self)
    }
}

extension Keyword {
    /// Returns the keyword of a dialect that is most similar to a misspelled name.
    static func nearest(to name: String, in dialect: SchemaDialect) -> String? {
        EditDistance.nearest(to: name, in: allCases.filter(dialect.has).map(\.name))
    }
}

/// The keywords of JSON Schema 2020-12 and OpenAPI.
package enum SchemaKeywords {
    /// The names of the keywords, in the order of the vocabularies.
    package static let all: [String] = Keyword.allCases.filter(SchemaDialect.draft202012.has).map(\.name)

    /// Returns whether at least one dialect has a keyword with this name.
    package static func has(_ name: String) -> Bool { Keyword.byName[name] != nil }

    /// Returns the schemas that a keyword with its value contains.
    package static func schemas(in member: JSONMember) -> [JSONValue] {
        switch Keyword.byName[member.key]?.shape {
        case .schema: [member.value]
        case .schemaOrArray where member.value.kind != .array: [member.value]
        case .array, .schemaOrArray: Array(member.value.elements)
        case .map: member.value.members.map(\.value)
        case .some(.none), nil: []
        }
    }
}

/// The edit distance: the number of letters to change, insert, delete or swap to turn one word into another.
package enum EditDistance {
    /// Returns the known word that is most similar to a misspelled word. The edit distance of the two words must be
    /// below `limit` and below half of the word's length.
    static func nearest(to word: String, in known: some Sequence<String>, below limit: Int = 3) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(60))
        var best: (word: String, distance: Int)?
        for candidate in known {
            let distance = between(letters, Array(candidate.lowercased().utf8.prefix(60)))
            if distance < best?.distance ?? limit, distance * 2 < letters.count { best = (candidate, distance) }
        }
        return best?.word
    }

    /// Returns the edit distance of two strings in bytes. A swap of two adjacent bytes is one edit.
    package static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var before: [Int] = []
        var previous: [Int] = Array(0...right.count)
        for row in 1...left.count {
            var current: [Int] = [row]
            for column in 1...right.count {
                let cost = left[row - 1] == right[column - 1] ? 0 : 1
                var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
                let isSwap =
                    row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1]
                if isSwap { best = min(best, before[column - 2] + 1) }
                current.append(best)
            }
            before = previous
            previous = current
        }
        return previous[right.count]
    }
}
