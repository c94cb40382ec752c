/// The groups of keywords that a dialect may switch on, each with its URI.
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

    /// Finds a vocabulary by its URI.
    init?(uri: String) {
        let parts = uri.split(separator: "/")
        if uri == "https://spec.openapis.org/oas/3.1/vocab/base" {
            self = .openAPI
            return
        }
        guard
            uri.hasPrefix("https://json-schema.org/draft/2019-09/vocab/")
                || uri.hasPrefix("https://json-schema.org/draft/2020-12/vocab/")
        else { return nil }
        let isOlder = uri.contains("2019-09")
        switch parts.last {
        case "core": self = .core
        case "applicator": self = isOlder ? [.applicator, .unevaluated] : .applicator
        case "unevaluated": self = .unevaluated
        case "validation": self = .validation
        case "meta-data": self = .metadata
        case "format": self = .formatAnnotation
        case "format-annotation": self = .formatAnnotation
        case "format-assertion": self = .formatAssertion
        case "content": self = .content
        default: return nil
        }
    }

    init(rawValue: UInt16) { self.rawValue = rawValue }
}
