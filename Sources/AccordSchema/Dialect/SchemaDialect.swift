// SPDX-License-Identifier: Apache-2.0
/// A version of JSON Schema with its enabled vocabularies.
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
    /// The Schema Object of OpenAPI 3.0, with `nullable` and a boolean `exclusiveMinimum`. Accord ignores the keywords
    /// next to `$ref`.
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

    /// Creates the dialect of a metaschema from its URI. Returns `nil` for an unknown URI.
    package init?(metaschema uri: String) {
        switch uri.hasSuffix("#") ? String(uri.dropLast()) : uri {
        case "https://json-schema.org/draft/2020-12/schema": self = .draft202012
        case "https://json-schema.org/draft/2019-09/schema": self = .draft201909
        case "http://json-schema.org/draft-04/schema", "https://json-schema.org/draft-04/schema": self = .draft4
        case "http://json-schema.org/draft-06/schema", "https://json-schema.org/draft-06/schema": self = .draft6
        case "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema": self = .draft7
        case "https://spec.openapis.org/oas/3.1/dialect/base": self = .openAPI31
        case "https://spec.openapis.org/oas/2.0/dialect", "https://spec.openapis.org/oas/3.0/dialect": self = .openAPI30
        default: return nil
        }
    }

    /// Whether Accord ignores the keywords next to `$ref`.
    var refHidesSiblings: Bool { draft <= .draft7 }

    /// Whether `exclusiveMinimum` and `exclusiveMaximum` are booleans that modify `minimum` and `maximum`.
    var hasBooleanExclusives: Bool { draft <= .openAPI30 }

    /// Whether an integer must be written without a fraction, so that `1.0` is invalid.
    var hasWrittenIntegers: Bool { draft == .draft4 }

    /// Whether `hostname` follows RFC 1123, without international names.
    var hasPlainHostnames: Bool { draft == .draft4 || draft == .draft6 }

    /// Whether patterns follow the strict grammar of the `u` flag, as draft 2019-09 and later drafts recommend.
    var hasUnicodePatterns: Bool { draft >= .draft201909 }

    /// Returns whether the dialect defines a keyword.
    func has(_ keyword: Keyword) -> Bool {
        let facts = keyword.facts
        return facts.drafts.contains(DraftSet(draft)) && vocabularies.isSuperset(of: facts.vocabulary)
    }

    /// Returns the keyword with a name, or `nil` if the dialect doesn't define it.
    func keyword(_ name: String) -> Keyword? {
        guard let keyword = Keyword.byName[name], has(keyword) else { return nil }
        return keyword
    }
}

/// A set of JSON Schema versions, such as the versions that have a keyword.
struct DraftSet: OptionSet {
    let rawValue: UInt8

    static let draft4 = DraftSet(.draft4)
    static let openAPI30 = DraftSet(.openAPI30)
    static let draft201909 = DraftSet(.draft201909)
    static let draft202012 = DraftSet(.draft202012)
    static let from201909: DraftSet = [.draft201909, .draft202012]
    /// The versions that have the keywords of draft 7: OpenAPI 3.0, draft 7 and later drafts.
    static let from7: DraftSet = [.openAPI30, DraftSet(.draft7), .from201909]
    static let all: DraftSet = [.draft4, DraftSet(.draft6), .from7]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ draft: SchemaDialect.Draft) { rawValue = 1 << UInt8(draft.rawValue) }
}

/// The groups of keywords that a dialect can enable. Each group has a URI.
struct Vocabulary: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let core = Vocabulary(rawValue: 1)
    static let applicator = Vocabulary(rawValue: 2)
    static let unevaluated = Vocabulary(rawValue: 4)
    static let validation = Vocabulary(rawValue: 8)
    static let metadata = Vocabulary(rawValue: 16)
    static let formatAnnotation = Vocabulary(rawValue: 32)
    static let formatAssertion = Vocabulary(rawValue: 64)
    static let content = Vocabulary(rawValue: 128)
    static let openAPI = Vocabulary(rawValue: 256)

    static let standard: Vocabulary = [
        .core, .applicator, .unevaluated, .validation, .metadata, .formatAnnotation, .content,
    ]

    /// Creates a vocabulary from its URI. Returns `nil` for an unknown URI.
    init?(uri: String) {
        let drafts = ["2019-09", "2020-12"].map { "https://json-schema.org/draft/\($0)/vocab/" }
        if uri == "https://spec.openapis.org/oas/3.1/vocab/base" {
            self = .openAPI
        } else if let draft = drafts.first(where: uri.hasPrefix),
            let named = Self.named[String(uri.dropFirst(draft.count))]
        {
            // In draft 2019-09, the applicators contain the keywords for unevaluated members.
            self = draft == drafts[0] && named == .applicator ? [.applicator, .unevaluated] : named
        } else {
            return nil
        }
    }

    private static let named: [String: Vocabulary] = [
        "core": .core, "applicator": .applicator, "unevaluated": .unevaluated, "validation": .validation,
        "meta-data": .metadata, "format": .formatAnnotation, "format-annotation": .formatAnnotation,
        "format-assertion": .formatAssertion, "content": .content,
    ]

    init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// Options for reading a schema.
public struct SchemaOptions: Sendable, Hashable {
    /// The dialect of schemas without `$schema`.
    public var dialect: SchemaDialect = .draft202012
    /// Whether `format` is an assertion instead of only an annotation.
    public var assertsFormat: Bool = true
    /// Whether Accord ignores unknown keywords. If `false`, an unknown keyword without the prefix `x-` is an error.
    public var allowsUnknownKeywords: Bool = true
    /// The maximum number of violations that `validate` returns.
    public var maximumViolations: Int = 100

    /// Creates options. By default, the dialect is JSON Schema 2020-12 and `format` is an assertion.
    public init(
        dialect: SchemaDialect = .draft202012, assertsFormat: Bool = true, allowsUnknownKeywords: Bool = true,
        maximumViolations: Int = 100
    ) {
        self.dialect = dialect
        self.assertsFormat = assertsFormat
        self.allowsUnknownKeywords = allowsUnknownKeywords
        self.maximumViolations = maximumViolations
    }
}
