import AccordJSON

/// The ways in which one scalar may stand in a text: as it is, percent-encoded once or more, a space as `+`, escaped in
/// JSON or in JSON within JSON, in HTML, or for a shell.
enum ScalarSpelling {
    /// JSON within JSON within JSON: `\\\\\\\"`.
    private static let mostBackslashes = 8

    /// The places at which a spelling of the scalar ends that begins at `start`: several may fit, `%` is itself and the
    /// start of `%25`.
    static func ends(of scalar: Unicode.Scalar, in text: [UInt8], from start: Int) -> [Int] {
        guard start < text.count else { return [] }
        var result: [Int] = []
        if scalar == "%" {
            result = percents(in: text, from: start)
        } else if let end = octets(of: scalar, in: text, from: start) {
            result.append(end)
        }
        switch text[start] {
        case UInt8(ascii: "+") where scalar == " ": result.append(start + 1)
        case UInt8(ascii: "'") where scalar == "'" && matches(text, start, #"'\''"#): result.append(start + 4)
        case UInt8(ascii: "&"):
            result += entities(of: scalar, in: text, from: start)
        default: break
        }
        let backslashes = backslashes(in: text, from: start)
        if !backslashes.isEmpty { result += escapes(of: scalar, in: text, from: start, backslashes) }
        return result
    }

    /// The bytes that a spelling may begin with.
    static func firstBytes(of scalar: Unicode.Scalar) -> [UInt8] {
        var bytes = Array(String(scalar).utf8.prefix(1)) + Array("%\\&".utf8)
        if scalar == " " { bytes.append(UInt8(ascii: "+")) }
        return bytes
    }

    /// The bytes that may follow the backslash of a spelling.
    static func escapedBytes(of scalar: Unicode.Scalar) -> [UInt8] {
        var bytes = Array("\\u%".utf8)
        if scalar.isASCII { bytes.append(UInt8(scalar.value)) }
        for byte in Array("nrtbf".utf8) where unescaped(byte) == scalar { bytes.append(byte) }
        return bytes
    }

    /// The UTF-8 of a scalar, each byte as it is, as `%XX`, or as `%25XX`.
    private static func octets(of scalar: Unicode.Scalar, in text: [UInt8], from start: Int) -> Int? {
        var end = start
        for byte in String(scalar).utf8 {
            guard end < text.count else { return nil }
            if let encoded = encoded(byte, in: text, from: end) {
                end = encoded
            } else if text[end] == byte {
                end += 1
            } else {
                return nil
            }
        }
        return end
    }

    private static func encoded(_ byte: UInt8, in text: [UInt8], from start: Int) -> Int? {
        for percent in percents(in: text, from: start) where hex(text, percent, count: 2) == UInt32(byte) {
            return percent + 2
        }
        return nil
    }

    /// Where a `%` may end: `%`, `%25`, `%2525`.
    private static func percents(in text: [UInt8], from start: Int) -> [Int] {
        guard start < text.count, text[start] == UInt8(ascii: "%") else { return [] }
        var ends = [start + 1]
        while let end = ends.last, matches(text, end, "25") { ends.append(end + 2) }
        return ends
    }

    /// JSON's `\n`, `\"`, `\/`, `\u00E9`, with a pair of surrogates beyond the basic plane; any number of backslashes for
    /// one, as an escape has within another text that is escaped.
    private static func escapes(
        of scalar: Unicode.Scalar, in text: [UInt8], from start: Int, _ backslashes: [Int]
    ) -> [Int] {
        var result: [Int] = []
        if scalar == "\\" {
            for count in [1, 2, 4, 8] where count <= backslashes.count { result.append(backslashes[count - 1]) }
        }
        if let last = backslashes.last, scalar != "\\" {
            if last < text.count, unescaped(text[last]) == scalar { result.append(last + 1) }
            for percent in percents(in: text, from: last) {
                guard let byte = hex(text, percent, count: 2), unescaped(UInt8(byte)) == scalar else { continue }
                result.append(percent + 2)
            }
        }
        var end = start
        for unit in String(scalar).utf16 {
            guard let last = Self.backslashes(in: text, from: end).last, matches(text, last, "u"),
                hex(text, last + 1, count: 4) == UInt32(unit)
            else { return result }
            end = last + 5
        }
        return result + [end]
    }

    /// Where each backslash of a run ends, `%5C` among them.
    private static func backslashes(in text: [UInt8], from start: Int) -> [Int] {
        var ends: [Int] = []
        var end = start
        while end < text.count, ends.count < mostBackslashes {
            if text[end] == UInt8(ascii: "\\") {
                end += 1
            } else if let encoded = encoded(UInt8(ascii: "\\"), in: text, from: end) {
                end = encoded
            } else {
                break
            }
            ends.append(end)
        }
        return ends
    }

    /// What a backslash makes of a byte; nil for `u`, whose digits say it.
    private static func unescaped(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case let byte where byte < 0x80 && byte != UInt8(ascii: "u"): Unicode.Scalar(byte)
        default: nil
        }
    }

    static func hex(_ text: [UInt8], _ start: Int, count: Int) -> UInt32? {
        guard start + count <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text[start..<start + count] {
            guard let digit = HexDigit.value(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    static func matches(_ text: [UInt8], _ start: Int, _ wanted: String) -> Bool {
        let end = start + wanted.utf8.count
        return end <= text.count && text[start..<end].elementsEqual(wanted.utf8)
    }
}
