import AccordCore
import AccordJSON
import AccordSchema

/// Unexpected values of the same type as the one that they replace.
enum UnusualValues {
    static let texts: [String] = [
        "", " ", "0", "-1", "null", "true", "NaN", "'", "\"", "\\", "%", "%00", "%2F", "${7*7}", "{{7*7}}", "<b>&amp;",
        "' OR '1'='1", "../../etc/passwd", "a b", "a+b", "a&b=c", "a;b", "a,b", "é", "e\u{301}", "ß", "İ", "😹", "👨‍👩‍👧",
        "\u{202E}abc", "\u{200B}", "漢字", "ﷺ", "\u{0}", "\n", "\r\n", "\t", "1e309", "01", "2024-02-30",
        RequestVariations.torture,
    ]

    private static let numbers: [String] = [
        "0", "1", "-1", "2", "127", "128", "255", "256", "32767", "32768", "65535", "65536", "2147483647",
        "2147483648", "-2147483648", "-2147483649", "4294967296", "9007199254740991", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0.1", "-0.5", "1e2", "1.0", "1e-7",
        "1.7976931348623157e308",
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
        if random.chance(1, of: 3), let text = random.pick(numbers), let unusual = JSONNumber(text) { return unusual }
        // As likely to be small as large, whatever bounds there are.
        let magnitude = Int(truncatingIfNeeded: random.next() >> UInt64(1 + random.below(62)))
        let whole = JSONNumber(random.chance(1, of: 4) ? -magnitude : magnitude)
        guard !number.isInteger, random.chance(1, of: 2) else { return whole }
        return JSONNumber(Double(magnitude % 1_000_000) / 1000) ?? whole
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
            let characters = (0..<random.below(12)).map { _ in Character(scalar(&random)) }
            return String(characters)
        }
    }

    private static func scalar(_ random: inout SeededRandom) -> Unicode.Scalar {
        let limits: [UInt32] = [0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
        let limit = random.pick(limits) ?? 0x7F
        return Unicode.Scalar(0x20 + UInt32(random.below(Int(limit - 0x20)))) ?? "?"
    }
}
