/// The version of JSON Schema that a schema is written in, with the vocabularies that are switched on.
public struct SchemaDialect: Sendable, Hashable {
    /// JSON Schema 2020-12.
    public static let draft202012: SchemaDialect = SchemaDialect(.draft202012, .standard)
    /// JSON Schema 2019-09.
    public static let draft201909: SchemaDialect = SchemaDialect(.draft201909, .standard)
    /// JSON Schema draft 4.
    public static let draft4: SchemaDialect = SchemaDialect(.draft4, .standard)
    /// JSON Schema draft 6.
    public static let draft6: SchemaDialect = SchemaDialect(.draft6, .standard)
    /// JSON Schema draft 7.
    public static let draft7: SchemaDialect = SchemaDialect(.draft7, .standard)
    /// The Schema Object of OpenAPI 3.0: `nullable`, boolean `exclusiveMinimum`, nothing beside a `$ref`.
    public static let openAPI30: SchemaDialect = SchemaDialect(.openAPI30, [.standard, .openAPI])
    /// The Schema Object of OpenAPI 3.1: JSON Schema 2020-12 and OpenAPI's base vocabulary.
    public static let openAPI31: SchemaDialect = SchemaDialect(.draft202012, [.standard, .openAPI])

    enum Draft: Int, Comparable, Sendable {
        case draft4, openAPI30, draft6, draft7, draft201909, draft202012

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    let draft: Draft
    let vocabularies: Vocabulary

    init(_ draft: Draft, _ vocabularies: Vocabulary) {
        self.draft = draft
        self.vocabularies = vocabularies
    }

    /// Finds a dialect by the URI of its metaschema.
    package init?(metaschema uri: String) {
        switch uri.hasSuffix("#") ? String(uri.dropLast()) : uri {
        case "https://json-schema.org/draft/2020-12/schema": self = .draft202012
        case "https://json-schema.org/draft/2019-09/schema": self = .draft201909
        case "http://json-schema.org/draft-04/schema", "https://json-schema.org/draft-04/schema": self = .draft4
        case "http://json-schema.org/draft-06/schema", "https://json-schema.org/draft-06/schema": self = .draft6
        case "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema": self = .draft7
        case "https://spec.openapis.org/oas/3.1/dialect/base": self = .openAPI31
        case "https://spec.openapis.org/oas/2.0/dialect", "https://spec.openapis.org/oas/3.0/dialect":
            self = .openAPI30
        default: return nil
        }
    }

    /// Whether `$ref` hides everything beside it.
    package var refHidesSiblings: Bool { draft <= .draft7 }

    /// Whether `exclusiveMinimum` and `exclusiveMaximum` are true or false, and change what is beside them.
    package var hasBooleanExclusives: Bool { draft <= .openAPI30 }

    /// Whether `1.0` isn't an integer, since it isn't written as one.
    var hasWrittenIntegers: Bool { draft == .draft4 }

    /// Whether `hostname` is RFC 1123's, before international names.
    var hasPlainHostnames: Bool { draft == .draft4 || draft == .draft6 }

    /// Whether patterns follow the strict grammar of the `u` flag, which the newer drafts recommend.
    package var hasUnicodePatterns: Bool { draft >= .draft201909 }

    /// Whether a word means something here.
    func has(_ keyword: Keyword) -> Bool {
        switch keyword {
        case .prefixItems, .dynamicRef, .dynamicAnchor:
            return draft == .draft202012 && vocabularies.contains(vocabulary(of: keyword))
        case .recursiveRef, .recursiveAnchor: return draft == .draft201909
        case .anchor, .defs, .vocabulary: return draft >= .draft201909
        case .additionalItems: return draft <= .draft201909 && vocabularies.contains(.applicator)
        case .dependentSchemas, .unevaluatedItems, .unevaluatedProperties, .minContains, .maxContains,
            .dependentRequired, .contentSchema, .deprecated:
            if keyword == .deprecated, draft == .openAPI30 { return true }
            return draft >= .draft201909 && vocabularies.contains(vocabulary(of: keyword))
        case .nullable: return draft == .openAPI30
        case .fresh: return draft == .draft202012
        case .id: return draft != .draft4
        case .idOfDraft4: return draft == .draft4
        case .const, .contains, .propertyNames, .examples:
            return draft != .draft4 && vocabularies.contains(vocabulary(of: keyword))
        case .if, .then, .else, .contentEncoding, .contentMediaType, .comment, .readOnly, .writeOnly:
            return draft != .draft4 && draft != .draft6 && vocabularies.contains(vocabulary(of: keyword))
        default: return vocabularies.contains(vocabulary(of: keyword))
        }
    }

    /// The meaning that a member's name has here.
    package func keyword(_ name: String) -> Keyword? {
        guard let keyword = Keyword.byName[name], has(keyword) else { return nil }
        return keyword
    }

    private func vocabulary(of keyword: Keyword) -> Vocabulary {
        switch keyword {
        case .unevaluatedItems, .unevaluatedProperties: .unevaluated
        case .allOf, .anyOf, .oneOf, .not, .if, .then, .else, .properties, .patternProperties, .additionalProperties,
            .propertyNames, .dependentSchemas, .dependencies, .prefixItems, .items, .additionalItems, .contains:
            .applicator
        case .type, .const, .enum, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength,
            .minLength, .pattern, .maxItems, .minItems, .uniqueItems, .maxContains, .minContains, .maxProperties,
            .minProperties, .required, .dependentRequired:
            .validation
        default: .core
        }
    }
}
