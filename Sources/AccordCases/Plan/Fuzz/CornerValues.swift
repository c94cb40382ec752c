import AccordHTTP
import AccordJSON
import AccordSchema

/// Values in the corners of what a schema allows: a right value with one part replaced by what somebody's code gets wrong.
enum CornerValues {
    private static let most = 600
    private static let mostParts = 60

    /// Each part of the values replaced by each corner that the schema allows there.
    static func all(of schema: Schema, from starts: [JSON]) -> [JSON] {
        var found: [JSON] = []
        for start in starts {
            for pointer in JSONParts.pointers(in: start).prefix(mostParts) {
                guard let part = start.value(at: pointer) else { continue }
                for corner in corners(of: part) where found.count < most {
                    var changed = start
                    guard changed.set(corner, at: pointer), changed != start, schema.isValid(changed) else { continue }
                    found.append(changed)
                }
            }
        }
        return found + longTexts(of: schema)
    }

    private static func corners(of part: JSON) -> [JSON] {
        switch part {
        case .null: [.null]
        case .bool(let flag): [.bool(!flag)]
        case .number: [.null] + numbers
        case .string(let text): [.null] + texts.map { .string($0) } + rewritten(text)
        case .array(let elements):
            [.array([]), .array(elements + elements)]
                + (elements.first.map { [.array([$0]), .array([$0, $0])] } ?? [])
        case .object(let object):
            object.keys.map { key in
                var own = object
                own[key] = nil
                return .object(own)
            }
        }
    }

    /// Zero, the steps between the widths of integers, 2^53 ± 1, and the ends of int64 and of double.
    private static let numbers: [JSON] = [
        "0", "-0", "1", "-1", "0.5", "-0.5", "0.1", "1.0", "1e2", "127", "128", "255", "256", "32767", "32768", "65535",
        "65536", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
        "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "1.7976931348623157e308", "5e-324", "1e-7",
    ].compactMap { JSONNumber($0).map { .number($0) } }

    /// Texts that code trips over, dates among them.
    private static let texts: [String] =
        UnusualValues.texts + [
            // RFC 3339: leap seconds, fractions, offsets, and the ends of a year.
            "2016-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00", "2024-02-29T00:00:00Z", "2000-02-29T12:00:00.5Z",
            "2026-01-01T00:00:00.123456789Z", "2026-06-30T23:30:00+14:00", "2026-06-30T23:30:00-12:00",
            "2026-06-30T12:00:00+05:45", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31T23:59:59Z",
            "2038-01-19T03:14:08Z", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "1970-01-01", "23:59:60Z",
            "00:00:00+00:00", "12:00:00.5-03:30", "PT0S", "P1Y2M3DT4H5M6S",
            "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
            "a@b.example", "o'hara+tag@mail.example", "urn:isbn:0451450523", "http://[2001:db8::1]:8080/%C3%A9?a=b#c",
            "::1", "255.255.255.255",
        ]

    /// A text of as many code points, of other kinds: two UTF-16 units each, with combining marks, from right to left, with
    /// controls, with quotes.
    private static func rewritten(_ text: String) -> [JSON] {
        let count = text.unicodeScalars.count
        guard count > 0 else { return [] }
        return kinds.map { .string(repeating($0, count)) }
    }

    private static let kinds: [[Unicode.Scalar]] = [
        ["😹"], ["e", "\u{301}"], ["\u{5D0}", "\u{627}"], ["\u{202E}", "a"], ["\u{1}"], ["\t", "a"], ["\n"], [" "],
        ["'"],
        ["漢"], ["\u{10FFFD}"], ["%"], ["\""],
    ]

    private static func repeating(_ scalars: [Unicode.Scalar], _ count: Int) -> String {
        var text = String.UnicodeScalarView()
        for index in 0..<count { text.append(scalars[index % scalars.count]) }
        return String(text)
    }

    /// The shortest and longest texts that the schema allows, in each of the kinds.
    private static func longTexts(of schema: Schema) -> [JSON] {
        var found: [JSON] = []
        for value in schema.boundaryValues(limit: 200) where value.isValid && value.variant == "exactly" {
            guard let text = value.value.string, text.unicodeScalars.count < 10_000 else { continue }
            for other in rewritten(text) {
                var changed = value.instance
                guard changed.set(other, at: value.place), schema.isValid(changed) else { continue }
                found.append(changed)
            }
        }
        return found
    }
}
