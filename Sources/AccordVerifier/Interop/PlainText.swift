/// The texts that every reader reads alike, told by one look at their bytes.
///
/// Where readers of valid JSON differ, it is over `\u` escapes, over numbers that are long, signed zeros or have an
/// exponent, over names that stand twice, and over depth. A text with none of these isn't read a second time.
enum PlainText {
    /// Digits that a 64-bit integer and a double hold exactly, whatever they are.
    private static let digitLimit = 15
    private static let depthLimit = 100

    /// True for a valid text in which there is nothing to differ over but, maybe, a name that stands twice.
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

    /// Behind the closing quote; nil if there is a `\u` in front of it.
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

    /// Behind the number; nil if it is one that readers may differ over.
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
        // At the very end json-c has a way of its own to know that a number is whole.
        return nil
    }

    private static func isPlain(_ digits: Int, _ isZero: Bool, _ first: UInt8) -> Bool {
        digits <= digitLimit && !(isZero && first == UInt8(ascii: "-"))
    }
}
