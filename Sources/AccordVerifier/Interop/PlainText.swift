// SPDX-License-Identifier: Apache-2.0
/// A quick check for JSON that all parsers read in the same way.
///
/// Parsers of valid JSON differ in `\u` escapes, long numbers, negative zero, exponents, duplicate keys and depth. If a
/// document has none of these features, Accord doesn't compare its own parser with json-c.
enum PlainText {
    /// The number of digits that a 64-bit integer and a `Double` always represent exactly.
    private static let digitLimit = 15
    private static let depthLimit = 100

    /// Returns whether all parsers read a valid JSON text in the same way, apart from its duplicate keys.
    static func isPlain(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { isPlain($0) }
    }

    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        var depth = 0
        while at < text.count {
            let byte = text[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let end = endOfString(text, at) else { return false }
                at = end
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > depthLimit { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard let end = endOfNumber(text, at - 1) else { return false }
                at = end
            default: break
            }
        }
        return true
    }

    /// Returns the index after the closing quote of a string, or `nil` if the string contains a `\u` escape.
    private static func endOfString(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        var at = start
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\""): return at + 1
            case UInt8(ascii: "\\"):
                guard at + 1 < text.count, text[at + 1] != UInt8(ascii: "u") else { return nil }
                at += 2
            default: at += 1
            }
        }
        return nil
    }

    /// Returns the index after the number, or `nil` if parsers may read different values.
    private static func endOfNumber(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        var at = start
        var digits = 0
        var isZero = true
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                if text[at] != UInt8(ascii: "0") { isZero = false }
            case UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): break
            default: return isPlain(digits, isZero, text[start]) ? at : nil
            }
            at += 1
        }
        // json-c has its own rule for a number at the end of the text. Such a text isn't plain.
        return nil
    }

    private static func isPlain(_ digits: Int, _ isZero: Bool, _ first: UInt8) -> Bool {
        digits <= digitLimit && !(isZero && first == UInt8(ascii: "-"))
    }
}
