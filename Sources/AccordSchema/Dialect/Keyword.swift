// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The keywords of all dialects.
///
/// A keyword is defined by its line in `Catalogue/keywords.txt` and by functions in the folder `Keywords`.
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
    enum Shape: String { case none, schema, array, map, schemaOrArray }

    /// The properties of a keyword: a line of `Catalogue/keywords.txt`.
    struct Facts {
        let name: String
        let vocabulary: Vocabulary
        let shape: Shape
        let drafts: DraftSet
        /// The type of the values that the keyword constrains. Empty for a keyword of several types.
        let types: TypeSet
        let isLimit: Bool
    }

    /// The lines of `Catalogue/keywords.txt`, in the order of the cases: name, vocabulary, shape, drafts, type and
    /// flags.
    private static let table: [Facts] = keywordTable.lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        return Facts(
            name: words[0], vocabulary: vocabularies[words[1]] ?? .core, shape: Shape(rawValue: words[2]) ?? .none,
            drafts: words[3].split(separator: ",").reduce(into: []) { $0.formUnion(drafts[String($1)] ?? []) },
            types: words.dropFirst(4).reduce(into: []) { $0.formUnion(TypeSet(name: $1)) },
            isLimit: words.contains("limit"))
    }

    private static let vocabularies: [String: Vocabulary] = [
        "applicator": .applicator, "unevaluated": .unevaluated, "validation": .validation,
    ]
    private static let drafts: [String: DraftSet] = [
        "all": .all, "draft-4": .draft4, "not-draft-4": .all.subtracting(.draft4), "openapi-3.0": .openAPI30,
        "from-7": .from7, "2019-09": .draft201909, "from-2019-09": .from201909, "2020-12": .draft202012,
        "not-2020-12": .all.subtracting(.draft202012),
    ]

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
    /// Returns the schemas in a value of the keyword.
    func schemas(in value: JSONValue) -> [JSONValue] {
        switch shape {
        case .none: []
        case .schema: [value]
        case .schemaOrArray where value.kind != .array: [value]
        case .array, .schemaOrArray: Array(value.elements)
        case .map: value.members.map(\.value)
        }
    }

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
        Keyword.byName[member.key]?.schemas(in: member.value) ?? []
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
