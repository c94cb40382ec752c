/// The names that `format` is known to have, in JSON Schema and in OpenAPI's registry.
package enum FormatNames {
    /// Those that values are held to.
    package static let checked: [String] = [
        "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6",
        "uri",
        "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer",
        "regex",
        "byte", "int32", "int64",
    ]

    /// Those that say something to readers, and nothing that could be checked.
    package static let told: [String] = [
        "password", "binary", "float", "double", "base64url", "char", "commonmark", "decimal", "decimal128",
        "double-int",
        "html", "http-date", "int8", "int16", "media-range", "sf-binary", "sf-boolean", "sf-decimal", "sf-integer",
        "sf-string", "sf-token", "uint8", "uint16", "uint32", "uint64",
    ]

    /// True for a name of either kind.
    package static func contains(_ name: String) -> Bool { checked.contains(name) || told.contains(name) }
}
