// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The edge cases for a nested value: replacements that often expose bugs. The schema may not allow all these values.
struct CornerValues: Sendable {
    /// The boundary values of the schema.
    let ends: [JSON]
    /// The values that combine several edge cases or most often expose bugs.
    let first: [JSON]
    private let part: JSON
    /// Lengths in Unicode scalars. For each length and each kind of character, `others` contains a string with only
    /// this kind of character.
    private let lengths: [Int]

    /// - Parameters:
    ///   - part: The nested value of the example.
    ///   - ends: The boundary values of the schema.
    ///   - place: The kind of parameter: path, query, header field or cookie, or `nil` for a body. A path parameter
    ///     can't contain slashes, and a header field can contain only ASCII.
    init(of part: JSON, ends: [JSON], place: Parameter.Place?) {
        self.ends = ends
        self.part = part
        var lengths: [Int] = []
        switch part {
        case .null: first = []
        case .bool(let flag): first = [.bool(!flag)]
        case .number: first = Self.firstNumbers
        case .string(let text):
            let longest = ends.compactMap { $0.string?.unicodeScalars.count }.max()
            lengths = [longest, text.unicodeScalars.count].compactMap(\.self).filter { $0 < 10_000 }
            first =
                Self.mixed(longest ?? Self.scalars.count, place) + ["é", "\u{0}", "", .null]
                + Self.single.map { .string($0) } + [" \n\n", " "] + Self.mixedTexts.map { .string($0) }
        case .array(let elements):
            first =
                [.array([]), .array(elements + elements)]
                + (elements.first.map { [.array([$0]), .array([$0, $0])] } ?? [])
        case .object(let object):
            first = object.keys.map { key in
                var members = object
                members[key] = nil
                return .object(members)
            }
        }
        self.lengths = lengths
    }

    var others: [JSON] {
        switch part {
        case .null, .bool, .array, .object: return []
        case .number: return Self.numbers
        case .string:
            return [.null] + Self.texts.map { .string($0) }
                + lengths.flatMap { count in Self.kinds.map { .string(Self.repeating($0, count)) } }
        }
    }

    /// Returns the edge cases that the schema allows. The boundary values and up to twelve more edge cases are the most
    /// important ones.
    func allowed(where isAllowed: (JSON) -> Bool) -> (first: [JSON], others: [JSON]) {
        var known: Set<String> = []
        func allowed(_ values: [JSON], _ most: Int) -> [JSON] {
            var allowedValues: [JSON] = []
            for corner in values where allowedValues.count < most && known.insert(corner.compact).inserted {
                if isAllowed(corner) { allowedValues.append(corner) }
            }
            return allowedValues
        }
        // Leaves out the example's own value, unless it is a boundary value.
        let ends = allowed(ends, 40)
        known.insert(part.compact)
        let important = ends + allowed(first, part.string == nil ? 6 : 12)
        return (important, allowed(first + others, 120))
    }

    private static func numbers(_ texts: [String]) -> [JSON] { texts.compactMap { JSONNumber($0).map { .number($0) } } }

    /// Negative numbers, zero, a fraction, an integer written as a fraction, and an integer that `Double` can't
    /// represent exactly. Every third number is negative, so that a few turns reach one.
    private static let firstNumbers = numbers([
        "-1", "0", "1.0", "-2147483648", "9007199254740993", "0.5", "-0.5", "2147483648", "1e2",
    ])

    /// Zero, the limits of integer widths, 2^53 ± 1, and the limits of `Int64` and `Double`.
    fileprivate static let numbers = numbers([
        "0", "-0", "1", "-1", "0.5", "-0.5", "0.1", "1.0", "1e2", "127", "128", "255", "256", "32767", "32768", "65535",
        "65536", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
        "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "1.7976931348623157e308", "5e-324", "1e-7",
    ])

    /// Texts that expose bugs alone: the most distant dates, and a long text.
    private static let single = [
        "9999-12-31T23:59:59Z", "9999-12-31", "0001-01-01T00:00:00Z", "0001-01-01", String(repeating: "a", count: 3000),
    ]

    /// Dates (RFC 3339) with a leap second, a fraction and an offset, and rare values of other formats.
    private static let mixedTexts = [
        "1990-12-31T15:59:60.5-08:00", "2026-06-30T12:00:00.25+05:45", "2024-02-29T00:00:00Z", "2024-02-29",
        "23:59:60.5Z", "o'hara+tag@mail.example", "http://[2001:db8::1]:8080/%C3%A9?a=b#c", "P1Y2M3DT4H5M6S",
        "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    ]

    /// Strings that often expose bugs, including dates.
    private static let texts: [String] =
        UnusualValues.texts + single.dropLast() + mixedTexts + [
            // Dates (RFC 3339) with leap seconds, fractions and offsets, and rare values of other formats.
            "2016-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00", "2000-02-29T12:00:00.5Z",
            "2026-01-01T00:00:00.123456789Z", "2026-06-30T23:30:00+14:00", "2026-06-30T23:30:00-12:00",
            "1969-12-31T23:59:59Z", "2038-01-19T03:14:08Z", "2000-02-29", "1970-01-01", "23:59:60Z", "00:00:00+00:00",
            "12:00:00.5-03:30", "PT0S", "00000000-0000-0000-0000-000000000000", "a@b.example",
            "urn:isbn:0451450523", "::1", "255.255.255.255",
        ]

    /// Surrogate pairs, combining marks, right-to-left text, control characters and quotation marks.
    private static let kinds: [[Unicode.Scalar]] = [
        ["😹"], ["e", "\u{301}"], ["\u{5D0}", "\u{627}"], ["\u{202E}", "a"], ["\u{1}"], ["\t", "a"], ["\n"], [" "],
        ["'"], ["漢"], ["\u{10FFFD}"], ["%"], ["\""],
    ]

    /// One character of each kind, and an empty line. Characters that most often expose bugs come first.
    private static let scalars: [Unicode.Scalar] = [
        "😹", "'", "/", "e", "\u{301}", "\u{5D0}", "\u{1}", "%", "\"", "漢", "\\", "\u{202E}", "+", "&", "\n", "\n", "<",
        "=", ";", ",", "#", "{", "\t", "é", "\u{10FFFD}",
    ]

    /// Returns strings with `length` characters. Together, the strings contain all kinds of characters.
    private static func mixed(_ length: Int, _ place: Parameter.Place?) -> [JSON] {
        let carried = scalars.filter { FuzzValues.canCarry(.string(String($0)), place, isText: false) }
        guard (1..<10_000).contains(length), !carried.isEmpty else { return [] }
        let count = min(4, (carried.count + length - 1) / length)
        return (0..<count).map { turn in
            let rotated = carried.dropFirst(turn * length) + carried.prefix(turn * length)
            return .string(repeating(Array(rotated), length))
        }
    }

    private static func repeating(_ scalars: [Unicode.Scalar], _ count: Int) -> String {
        var text = String.UnicodeScalarView()
        for index in 0..<count { text.append(scalars[index % scalars.count]) }
        return String(text)
    }
}

/// Generates unexpected replacements for a value. A replacement has the same type as the value.
enum UnusualValues {
    static let texts: [String] = [
        "", " ", "0", "-1", "null", "true", "NaN", "'", "\"", "\\", "%", "%00", "%2F", "${7*7}", "{{7*7}}", "<b>&amp;",
        "' OR '1'='1", "../../etc/passwd", "a b", "a+b", "a&b=c", "a;b", "a,b", "é", "e\u{301}", "ß", "İ", "😹", "👨‍👩‍👧",
        "\u{202E}abc", "\u{200B}", "漢字", "ﷺ", "\u{0}", "\n", "\r\n", "\t", "1e309", "01", "2024-02-30",
        RequestVariations.torture,
    ]

    static func replacement(for value: JSON, _ random: inout SeededRandom) -> JSON {
        switch value {
        case .null: return .null
        case .bool(let flag): return .bool(!flag)
        case .number(let number): return .number(self.number(number, &random))
        case .string(let text): return .string(self.text(text, &random))
        case .array(var elements):
            guard let element = random.pick(elements) else { return .array([]) }
            switch random.below(4) {
            case 0: return .array([])
            case 1: return .array([element])
            case 2: elements.append(element)
            default: elements.append(replacement(for: element, &random))
            }
            return .array(elements)
        case .object(var object):
            if random.chance(1, of: 3) {
                object["accord unknown"] = .string("x")
            } else if let key = random.pick(object.keys) {
                object[key] = nil
            }
            return .object(object)
        }
    }

    private static func number(_ number: JSONNumber, _ random: inout SeededRandom) -> JSONNumber {
        if random.chance(1, of: 3), let unusual = random.pick(CornerValues.numbers)?.number { return unusual }
        // Shifts by a random number of bits, so that small and large values have the same probability.
        let magnitude = Int(truncatingIfNeeded: random.next() >> UInt64(1 + random.below(62)))
        let integer = JSONNumber(random.chance(1, of: 4) ? -magnitude : magnitude)
        guard !number.isInteger, random.chance(1, of: 2) else { return integer }
        return JSONNumber(Double(magnitude % 1_000_000) / 1000) ?? integer
    }

    private static func text(_ text: String, _ random: inout SeededRandom) -> String {
        let unusual = random.pick(texts) ?? ""
        switch random.below(5) {
        case 0: return unusual
        case 1: return text + unusual
        case 2: return String(repeating: text.isEmpty ? "a" : text, count: 1 + random.below(20))
        case 3:
            let cut = random.below(text.count + 1)
            return text.prefix(cut) + unusual + text.dropFirst(cut)
        default:
            let characters = (0..<random.below(12)).map { _ -> Character in
                let limit = random.pick([0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]) ?? 0x7F
                return Character(Unicode.Scalar(0x20 + UInt32(random.below(limit - 0x20))) ?? "?")
            }
            return String(characters)
        }
    }
}
