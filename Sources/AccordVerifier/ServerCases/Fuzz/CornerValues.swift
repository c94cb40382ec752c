import AccordContract
import AccordCore
import AccordJSON

/// What somebody's code gets wrong in the place of one part of a value, whether or not a schema allows it there.
struct CornerValues {
    /// How many of `first` are worth being asked for before all others.
    static let mostFirst = 6

    /// The ends of what the schema allows there.
    let ends: [JSON]
    /// What has many corners at once, and the most frequent mistakes.
    let first: [JSON]
    let others: [JSON]

    /// - Parameters:
    ///   - part: the value that is there.
    ///   - ends: values at the schema's limits.
    ///   - place: the parameter's place, nil for a body: a path has no slashes, a header only ASCII.
    init(of part: JSON, ends: [JSON], place: Parameter.Place?) {
        self.ends = ends
        switch part {
        case .null:
            first = []
            others = []
        case .bool(let flag):
            first = [.bool(!flag)]
            others = []
        case .number:
            first = Self.firstNumbers
            others = Self.numbers
        case .string(let text):
            let longest = ends.compactMap { $0.string?.unicodeScalars.count }.max()
            let lengths = [longest, text.unicodeScalars.count].compactMap(\.self).filter { $0 < 10_000 }
            first =
                Self.mixed(longest ?? Self.scalars.count, place) + [.null, " \n\n", " ", ""]
                + Self.mixedTexts.map { .string($0) }
            others =
                [.null] + Self.texts.map { .string($0) }
                + lengths.flatMap { count in Self.kinds.map { .string(Self.repeating($0, count)) } }
        case .array(let elements):
            first =
                [.array([]), .array(elements + elements)]
                + (elements.first.map { [.array([$0]), .array([$0, $0])] } ?? [])
            others = []
        case .object(let object):
            first = object.keys.map { key in
                var own = object
                own[key] = nil
                return .object(own)
            }
            others = []
        }
    }

    private static func numbers(_ texts: [String]) -> [JSON] {
        texts.compactMap { JSONNumber($0).map { .number($0) } }
    }

    /// Zero, below it, not whole, whole with a fraction, more than a double can count.
    private static let firstNumbers = numbers([
        "0", "1.0", "-1", "0.5", "9007199254740993", "-0.5", "2147483648", "1e2",
    ])

    /// Zero, the steps between the widths of integers, 2^53 ± 1, and the ends of int64 and of double.
    private static let numbers = numbers([
        "0", "-0", "1", "-1", "0.5", "-0.5", "0.1", "1.0", "1e2", "127", "128", "255", "256", "32767", "32768", "65535",
        "65536", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
        "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "1.7976931348623157e308", "5e-324", "1e-7",
    ])

    /// RFC 3339 with a leap second, a fraction and an offset in one, and other formats with what is rare in them.
    private static let mixedTexts = [
        "1990-12-31T15:59:60.5-08:00", "2026-06-30T12:00:00.25+05:45", "2024-02-29T00:00:00Z", "2024-02-29",
        "23:59:60.5Z", "o'hara+tag@mail.example", "http://[2001:db8::1]:8080/%C3%A9?a=b#c", "P1Y2M3DT4H5M6S",
        "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    ]

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

    /// Two UTF-16 units each, with combining marks, from right to left, with controls, with quotes.
    private static let kinds: [[Unicode.Scalar]] = [
        ["😹"], ["e", "\u{301}"], ["\u{5D0}", "\u{627}"], ["\u{202E}", "a"], ["\u{1}"], ["\t", "a"], ["\n"], [" "],
        ["'"],
        ["漢"], ["\u{10FFFD}"], ["%"], ["\""],
    ]

    /// One of each kind, those that are most often got wrong in front.
    private static let scalars: [Unicode.Scalar] = [
        "😹", "'", "/", "e", "\u{301}", "\u{5D0}", "\u{1}", "%", "\"", "漢", "\\", "\u{202E}", "+", "&", "\n", "<", "=",
        ";", ",", "#", "{", "\t", "é", "\u{10FFFD}",
    ]

    /// Texts of a length that have all kinds in them together, as many texts as that takes.
    private static func mixed(_ length: Int, _ place: Parameter.Place?) -> [JSON] {
        let carried = scalars.filter { FuzzValues.canCarry(.string(String($0)), place, isText: false) }
        guard (1..<10_000).contains(length), !carried.isEmpty else { return [] }
        let count = min(4, (carried.count + length - 1) / length)
        return (0..<count).map { turn in
            let rest = carried.dropFirst(turn * length) + carried.prefix(turn * length)
            return .string(repeating(Array(rest), length))
        }
    }

    private static func repeating(_ scalars: [Unicode.Scalar], _ count: Int) -> String {
        var text = String.UnicodeScalarView()
        for index in 0..<count { text.append(scalars[index % scalars.count]) }
        return String(text)
    }
}
