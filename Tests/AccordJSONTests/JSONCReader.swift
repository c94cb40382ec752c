// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import CJSONC

/// Reads with json-c at its strictest, as a second opinion.
enum JSONCReader {
    static let version = String(cString: json_c_version())

    /// The text as json-c writes it again; `nil` if it refuses it.
    static func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
        let tokener = json_tokener_new_ex(512)
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
        // The NUL behind the text tells json-c that a number has ended; the pointer is used within the closure alone.
        let value = (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                json_tokener_parse_ex(tokener, $0.baseAddress, Int32($0.count))
            }
        }
        defer { json_object_put(value) }
        guard json_tokener_get_error(tokener) == json_tokener_success,
            json_tokener_get_parse_end(tokener) >= bytes.count
        else { return nil }
        var length = 0
        let flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE
        guard let text = json_object_to_json_string_length(value, flags, &length) else { return nil }
        return UnsafeBufferPointer(start: text, count: length).map { UInt8(bitPattern: $0) }
    }
}

/// Why json-c and the strict reader disagree on a text. In each case the strict reader follows RFC 8259.
enum JSONCDisagreement: String, Sendable {
    /// json-c reads `\ud800` alone as U+FFFD.
    case loneSurrogate
    /// json-c's check of UTF-8 lets overlong forms, surrogates and scalars beyond U+10FFFF pass.
    case laxUTF8
    /// json-c reads `1.` and `1.e2`.
    case bareDecimalPoint
    /// json-c reads `-.5`, `-NaN` and `-Infinity`.
    case bareMinus
    /// json-c reads `NaN` and `Infinity`.
    case notFinite
    /// json-c reads `00` and `-01`.
    case leadingZero
    /// json-c reads strings in single quotes.
    case singleQuotes
    /// json-c reads control characters in strings as they are.
    case controlCharacter
    /// json-c limits integers to 64 bits, cuts keys at a NUL, and takes an escaped pair whose scalar ends with D800
    /// to DFFF in hexadecimal, such as U+1DA00, for half a pair.
    case lostValue

    private static let reasons: [(part: String, disagreement: JSONCDisagreement)] = [
        ("surrogate pair", .loneSurrogate), ("isn't UTF-8", .laxUTF8), ("after the decimal point", .bareDecimalPoint),
        ("must follow the decimal point", .bareDecimalPoint), ("must follow the minus sign", .bareMinus),
        ("isn't a JSON number", .notFinite), ("leading zeros", .leadingZero), ("not single quotes", .singleQuotes),
        ("a control character must be escaped", .controlCharacter), ("a tab must be escaped", .controlCharacter),
        ("a line break must be escaped", .controlCharacter),
    ]

    /// What the two readers make of a text.
    enum Verdict: Equatable {
        case agreement
        case explained(JSONCDisagreement)
        case unexplained(String)
    }

    /// Reads a text with both and finds the reason if they disagree.
    static func verdict(_ bytes: [UInt8]) -> Verdict {
        let theirs = JSONCReader.rewritten(bytes)
        do {
            let ours = try JSONDocument(parsing: bytes)
            guard let theirs else { return .unexplained("only json-c refuses it") }
            let again = try JSONDocument(parsing: theirs)
            if again.root == ours.root { return .agreement }
            let isExplained = [true, false].contains { degraded(JSON(ours.root), pairs: $0) == JSON(again.root) }
            return isExplained ? .explained(.lostValue) : .unexplained("json-c reads \(again.root.compact)")
        } catch {
            guard theirs != nil else { return .agreement }
            let reason = reasons.first { error.reason.contains($0.part) }
            return reason.map { .explained($0.disagreement) } ?? .unexplained("only json-c takes it: \(error.reason)")
        }
    }

    /// A value with what json-c loses taken away.
    private static func degraded(_ value: JSON, pairs: Bool) -> JSON {
        switch value {
        case .null, .bool: return value
        case .number(let number):
            guard number.lexeme.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }) else { return value }
            let limits = [JSONNumber("-9223372036854775808"), JSONNumber("18446744073709551615")].compactMap(\.self)
            return .number(min(max(number, limits[0]), limits[1]))
        case .string(let string): return .string(degraded(string, pairs: pairs))
        case .array(let elements): return .array(elements.map { degraded($0, pairs: pairs) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.map { member in
                        let key = degraded(member.key, pairs: pairs).prefix { $0 != "\0" }
                        return (String(key), degraded(member.value, pairs: pairs))
                    }))
        }
    }

    private static func degraded(_ string: String, pairs: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in string.unicodeScalars {
            let looksHalf = pairs && scalar.value > 0xFFFF && scalar.value & 0xF800 == 0xD800
            scalars.append(looksHalf ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }
}
