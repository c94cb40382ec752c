/// How schemas are read where they leave it open.
public struct SchemaOptions: Sendable, Hashable {
    /// The dialect of schemas without `$schema`.
    public var dialect: SchemaDialect = .draft202012
    /// Whether `format` is held against strings, not merely noted.
    public var assertsFormat: Bool = true
    /// Whether words without a meaning are passed over; if not, each but `x-…` is an error with a suggestion.
    public var allowsUnknownKeywords: Bool = true
    /// The most violations that `validate` lists.
    public var maximumViolations: Int = 100

    /// Creates options; the defaults are JSON Schema 2020-12 with `format` asserted.
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
