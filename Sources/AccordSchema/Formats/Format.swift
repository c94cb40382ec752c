import AccordJSON

/// The formats that are held against values.
package enum Format: UInt8, Sendable, CaseIterable {
    case dateTime, date, time, duration
    case email, idnEmail, hostname, idnHostname, ipv4, ipv6
    case uri, uriReference, iri, iriReference, uriTemplate
    case uuid, jsonPointer, relativeJSONPointer, regex
    case byte, int32, int64
    /// Drafts 4 and 6, in which a host name has no letters beyond ASCII behind `xn--`.
    case plainHostname
    /// Draft 4's integer: a number that is written without a fraction.
    case writtenInteger

    /// Finds a format by its name; `nil` for names that say nothing that could be checked.
    package init?(_ name: String) {
        switch name {
        case "date-time": self = .dateTime
        case "date": self = .date
        case "time": self = .time
        case "duration": self = .duration
        case "email": self = .email
        case "idn-email": self = .idnEmail
        case "hostname": self = .hostname
        case "idn-hostname": self = .idnHostname
        case "ipv4": self = .ipv4
        case "ipv6": self = .ipv6
        case "uri": self = .uri
        case "uri-reference": self = .uriReference
        case "iri": self = .iri
        case "iri-reference": self = .iriReference
        case "uri-template": self = .uriTemplate
        case "uuid": self = .uuid
        case "json-pointer": self = .jsonPointer
        case "relative-json-pointer": self = .relativeJSONPointer
        case "regex": self = .regex
        case "byte": self = .byte
        case "int32": self = .int32
        case "int64": self = .int64
        default: return nil
        }
    }

    /// What a name means in a dialect.
    init?(_ name: String, in dialect: SchemaDialect) {
        guard let format = Format(name) else { return nil }
        self = format == .hostname && dialect.hasPlainHostnames ? .plainHostname : format
    }

    /// Whether the format is about numbers; all others are about strings.
    var isNumeric: Bool { self == .int32 || self == .int64 || self == .writtenInteger }

    /// Whether a string has the format.
    func holds(for text: ByteScanner) -> Bool {
        switch self {
        case .dateTime: DateAndTime.isDateTime(text)
        case .date: DateAndTime.isDate(text)
        case .time: DateAndTime.isTime(text)
        case .duration: DateAndTime.isDuration(text)
        case .email: EmailAddress.isEmail(text, isInternational: false)
        case .idnEmail: EmailAddress.isEmail(text, isInternational: true)
        case .hostname: Hostname.isHostname(text)
        case .plainHostname: Hostname.isPlainHostname(text)
        case .idnHostname: Hostname.isInternationalHostname(text)
        case .ipv4: NetworkAddress.isIPv4(text)
        case .ipv6: NetworkAddress.isIPv6(text)
        case .uri: ResourceIdentifier.isValid(text, isReference: false, isInternational: false)
        case .uriReference: ResourceIdentifier.isValid(text, isReference: true, isInternational: false)
        case .iri: ResourceIdentifier.isValid(text, isReference: false, isInternational: true)
        case .iriReference: ResourceIdentifier.isValid(text, isReference: true, isInternational: true)
        case .uriTemplate: URITemplateSyntax.isTemplate(text)
        case .uuid: UUIDSyntax.isUUID(text)
        case .jsonPointer: PointerSyntax.isPointer(text)
        case .relativeJSONPointer: PointerSyntax.isRelativePointer(text)
        case .regex: Self.isPattern(text)
        case .byte: Base64.decodePadded(text.rest) != nil
        case .int32, .int64, .writtenInteger: true
        }
    }

    private static func isPattern(_ text: ByteScanner) -> Bool {
        (try? ECMAPattern(String(decoding: text.rest, as: UTF8.self))) != nil
    }

    /// What a value of the format looks like, for people.
    var sample: String {
        switch self {
        case .dateTime: "a date and time such as 2026-01-31T08:30:00Z"
        case .date: "a date such as 2026-01-31"
        case .time: "a time with its offset such as 08:30:00Z"
        case .duration: "a duration such as P3DT4H"
        case .email, .idnEmail: "an e-mail address such as ann@example.com"
        case .hostname, .plainHostname, .idnHostname: "a host name such as api.example.com"
        case .ipv4: "an IPv4 address such as 192.0.2.1"
        case .ipv6: "an IPv6 address such as 2001:db8::1"
        case .uri: "a URI with its scheme such as https://example.com/a"
        case .uriReference: "a URI reference such as /a?b=c"
        case .iri: "an IRI with its scheme such as https://example.com/ä"
        case .iriReference: "an IRI reference such as /ä"
        case .uriTemplate: "a URI template such as /users/{id}"
        case .uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
        case .jsonPointer: "a JSON Pointer such as /users/0"
        case .relativeJSONPointer: "a relative JSON Pointer such as 1/name"
        case .regex: "a regular expression of ECMA-262"
        case .byte: "base64 with its padding such as SGk="
        case .int32: "a whole number of 32 bits"
        case .int64: "a whole number of 64 bits"
        case .writtenInteger: "a whole number without a fraction"
        }
    }
}

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

/// The formats `json-pointer` (RFC 6901), `relative-json-pointer` and `uuid` (RFC 9562), and base64 (RFC 4648).
enum PointerSyntax {
    static func isPointer(_ text: ByteScanner) -> Bool {
        var text = text
        guard text.isAtEnd || text.next == 0x2F else { return false }
        while !text.isAtEnd {
            if text.take(0x7E) {
                guard text.take(0x30, or: 0x31) else { return false }
            } else {
                text.at += 1
            }
        }
        return true
    }

    static func isRelativePointer(_ text: ByteScanner) -> Bool {
        var text = text
        if !text.take(0x30) {
            guard text.takeWhile(ASCII.isDigit) > 0 else { return false }
        }
        if text.take(0x23) { return text.isAtEnd }
        return isPointer(text)
    }
}

/// The format `uuid`: 8-4-4-4-12 hexadecimal digits.
enum UUIDSyntax {
    static func isUUID(_ text: ByteScanner) -> Bool {
        guard text.end - text.at == 36 else { return false }
        for place in 0..<36 {
            let byte = text.base[text.at + place]
            let isDash = place == 8 || place == 13 || place == 18 || place == 23
            guard isDash ? byte == 0x2D : ASCII.isHex(byte) else { return false }
        }
        return true
    }
}
