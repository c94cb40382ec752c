// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The formats that the validator checks.
package enum Format: UInt8, Sendable, CaseIterable {
    case dateTime, date, time, duration
    case email, idnEmail, hostname, idnHostname, ipv4, ipv6
    case uri, uriReference, iri, iriReference, uriTemplate
    case uuid, jsonPointer, relativeJSONPointer, regex
    case byte, int32, int64
    /// The host names of drafts 4 and 6. The validator doesn't decode their A-labels (`xn--…`).
    case plainHostname
    /// The integers of draft 4: numbers written without a fraction.
    case writtenInteger

    /// The lines of `Catalogue/formats.txt`, in the order of the cases: the name that schemas use, or `-`, and a sample.
    private static let table: [(name: String, sample: String)] = formatTable.lines.map { line in
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        return (words[0], words[1])
    }

    /// The formats with the names that schemas use, such as `date-time`.
    private static let names: [(name: String, format: Format)] =
        zip(table, allCases).map { ($0.name, $1) }.filter { $0.name != "-" }

    /// Creates the format with a name. Returns `nil` for names that the validator doesn't check.
    package init?(_ name: String) {
        guard let entry = Self.names.first(where: { $0.name == name }) else { return nil }
        self = entry.format
    }

    /// Creates a format from its name. In drafts 4 and 6, `hostname` means ``plainHostname``.
    init?(_ name: String, in dialect: SchemaDialect) {
        guard let format = Format(name) else { return nil }
        self = format == .hostname && dialect.hasPlainHostnames ? .plainHostname : format
    }

    /// Whether the format applies to numbers. All other formats apply to strings.
    var isNumeric: Bool { self == .int32 || self == .int64 || self == .writtenInteger }

    /// Returns whether a string has the format.
    func matches(_ text: ByteScanner) -> Bool {
        switch self {
        case .dateTime: DateAndTime.matches(text, hasDate: true, hasTime: true)
        case .date: DateAndTime.matches(text, hasDate: true, hasTime: false)
        case .time: DateAndTime.matches(text, hasDate: false, hasTime: true)
        case .duration: FormatPatterns.duration.matches(text)
        case .email: EmailAddress.isEmail(text, isInternational: false)
        case .idnEmail: EmailAddress.isEmail(text, isInternational: true)
        case .hostname: Hostname.isHostname(text)
        case .plainHostname: Hostname.isHostname(text, keepsALabels: false)
        case .idnHostname: Hostname.isInternationalHostname(text)
        case .ipv4: FormatPatterns.ipv4.matches(text)
        case .ipv6: FormatPatterns.ipv6.matches(text)
        case .uri: FormatPatterns.uri.matches(text)
        case .uriReference: FormatPatterns.uriReference.matches(text)
        case .iri: FormatPatterns.iri.matches(text)
        case .iriReference: FormatPatterns.iriReference.matches(text)
        case .uriTemplate: FormatPatterns.uriTemplate.matches(text)
        case .uuid: FormatPatterns.uuid.matches(text)
        case .jsonPointer: FormatPatterns.jsonPointer.matches(text)
        case .relativeJSONPointer: FormatPatterns.relativeJSONPointer.matches(text)
        case .regex: Self.isPattern(text)
        case .byte: Base64.decodePadded(text.rest) != nil
        case .int32, .int64, .writtenInteger: true
        }
    }

    /// Returns whether a string has the format.
    package func matches(_ text: String) -> Bool { text.utf8Buffer { matches(ByteScanner($0, to: $1)) } }

    /// Returns whether two strings are the same UUID. Ignores the case of the digits (RFC 9562, section 4).
    package static func isSameUUID(_ left: String, _ right: String) -> Bool {
        left.utf8.count == 36 && right.utf8.count == 36 && left.lowercased() == right.lowercased()
            && Format.uuid.matches(left)
    }

    private static func isPattern(_ text: ByteScanner) -> Bool {
        do throws(ECMAPatternError) {
            _ = try ECMAPattern(String(decoding: text.rest, as: UTF8.self))
            return true
        } catch {
            return error.isLimit
        }
    }

    /// A description of the format with an example, for messages.
    var sample: String { Self.table[Int(rawValue)].sample }
}

/// The names of formats in JSON Schema and in the OpenAPI format registry.
extension Format {
    /// The names of formats that the validator checks.
    package static let checkedNames: [String] = names.map(\.name)

    /// The names of formats that the validator doesn't check.
    package static let uncheckedNames: [String] = [
        "password", "binary", "float", "double", "base64url", "char", "commonmark", "decimal", "decimal128",
        "double-int", "html", "http-date", "int8", "int16", "media-range", "sf-binary", "sf-boolean", "sf-decimal",
        "sf-integer", "sf-string", "sf-token", "uint8", "uint16", "uint32", "uint64",
    ]

    /// Returns whether a name is a format of JSON Schema or of the OpenAPI format registry.
    package static func isKnown(_ name: String) -> Bool { checkedNames.contains(name) || uncheckedNames.contains(name) }
}
