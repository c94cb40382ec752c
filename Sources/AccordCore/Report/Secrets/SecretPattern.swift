// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A pattern that matches a secret, or base64 that contains the secret. Each character may have several spellings, such
/// as `%3D` for `=`.
///
/// A harmless string may contain a short secret. A secret of fewer than eight bytes matches only without adjacent
/// letters or digits. A secret of fewer than four bytes matches only as a whole value, such as `"key":"abc"`.
struct SecretPattern: Sendable {
    /// The possible spellings of each character.
    private let characters: [[[UInt8]]]
    /// The length of the secret in UTF-8 bytes, or `nil` if the pattern matches the secret in base64.
    private let length: Int?
    /// Whether the base64 digit before or after the match contains some bits of the secret. Such a digit must be
    /// masked, too.
    private var hidesBefore = false, hidesAfter = false
    /// A part of a secret must have at least this many characters. A shorter part doesn't identify the secret.
    private static let fewest = 4

    init(text: String) {
        var known: [Unicode.Scalar: [[UInt8]]] = [:]
        characters = text.unicodeScalars.map { scalar in
            if let spellings = known[scalar] { return spellings }
            let spellings = Self.spellings(of: scalar, alias: scalar == " " ? "+" : nil)
            known[scalar] = spellings
            return spellings
        }
        length = text.utf8.count
    }

    /// Returns up to three base64 patterns of the text. Base64 encodes groups of three bytes, and the text can start at
    /// each of the three positions in a group.
    static func base64(of text: String) -> [SecretPattern] {
        (0..<3).compactMap { SecretPattern(base64: Array(text.utf8), offset: $0) }
    }

    private init?(base64 bytes: [UInt8], offset: Int) {
        let digits = Array(Base64.encode([UInt8](repeating: 0, count: offset) + bytes).unicodeScalars)
        let (first, end) = ((offset * 8 + 5) / 6, (offset + bytes.count) * 8 / 6)
        guard end - first >= Self.fewest else { return nil }
        characters = digits[first..<end].map { digit in
            switch digit {
            case "+": Self.spellings(of: digit, alias: "-")
            case "/": Self.spellings(of: digit, alias: "_")
            default: [Array(String(digit).utf8)]
            }
        }
        length = nil
        hidesBefore = offset != 0
        hidesAfter = (offset + bytes.count) * 8 % 6 != 0
    }

    /// The bytes with which a match can begin.
    var firstBytes: Set<UInt8> { Set(characters[0].compactMap(\.first)) }

    /// Returns the range to mask if the pattern matches at `start`, or `nil` otherwise.
    func range(in text: [UInt8], from start: Int) -> Range<Int>? {
        guard let end = Self.ends(of: characters[...], in: text, from: start).max() else { return nil }
        func isDigit(_ index: Int) -> Bool { text.indices.contains(index) && Self.base64Digits.contains(text[index]) }
        guard length == nil else { return standsAlone(text, start..<end) ? start..<end : nil }
        return (hidesBefore && isDigit(start - 1) ? start - 1 : start)..<(hidesAfter && isDigit(end) ? end + 1 : end)
    }

    /// Returns the index of the first byte of a secret that is truncated at `cut`. The last escape may be incomplete,
    /// such as `%3`.
    func start(in text: [UInt8], cutAt cut: Int) -> Int? {
        guard characters.count > Self.fewest else { return nil }
        return (max(0, cut - characters.count * 10)..<cut).first { start in
            var ends = [start]
            for (count, spellings) in characters.dropLast().enumerated() {
                ends = Self.ends(of: spellings, in: text, from: ends)
                if ends.isEmpty { return false }
                let isCut = ends.contains { end in
                    end == cut || end < cut && cut - end < 10 && "%\\&".utf8.contains(text[end])
                }
                if isCut, count + 1 >= Self.fewest { return true }
            }
            return false
        }
    }

    /// Returns the index after a secret that lacks its beginning. The text contains the last part of the secret at
    /// `cut`.
    func end(in text: [UInt8], cutAt cut: Int) -> Int? {
        characters.indices.dropFirst().dropLast(Self.fewest - 1).lazy
            .compactMap { Self.ends(of: characters[$0...], in: text, from: cut).max() }.first
    }

    private func standsAlone(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        guard let length, length < 8 else { return true }
        let before = String(decoding: text[..<range.lowerBound].suffix(8), as: UTF8.self).lowercased()
        let after = String(decoding: text[range.upperBound...].prefix(4), as: UTF8.self).unicodeScalars.first
        // An escape before the secret, such as `%3D`, `\n` or `\u0022`, may end with a letter or digit. This character
        // doesn't count as adjacent text.
        let followsEscape =
            before.suffix(3).first == "%" || before.suffix(2).first == "\\" || before.suffix(6).hasPrefix("\\u")
        func isWord(_ scalar: Unicode.Scalar?) -> Bool {
            scalar.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
        }
        if length >= 4 { return (followsEscape || !isWord(before.unicodeScalars.last)) && !isWord(after) }
        guard after.map("\"'&,;/?#}])<\\%\r\n”".unicodeScalars.contains) ?? true else { return false }
        if before.last == "'" { return after == "'" }
        let leading = ["\"", "=", ":", "/", ";", "“", ": ", "= ", "bearer ", "basic ", "token "]
        return before.isEmpty || followsEscape || leading.contains { before.hasSuffix($0) }
    }

    private static let base64Digits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_".utf8)
    private static let entities: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
    ]

    /// Returns the spellings of the scalar: unchanged, percent-encoded up to three times, as in a URL within a query, escaped
    /// for JSON, and escaped for HTML.
    ///
    /// - Parameter alias: An additional spelling, in base64url (RFC 4648 section 5) or for a space in a form.
    private static func spellings(of scalar: Unicode.Scalar, alias: String?) -> [[UInt8]] {
        let text = String(scalar)
        let units = text.utf16.map { $0.hexadecimal(4) }
        let percent = ["%", "%25", "%2525"].map { mark in text.utf8.map { mark + $0.hexadecimal(2) }.joined() }
        var all = [text, "&#\(scalar.value);", "&#0\(scalar.value);"] + percent + percent.map { $0.uppercased() }
        all += [units, units.map { $0.uppercased() }].map { $0.map { "\\u\($0)" }.joined() }
        all += ["x", "X"].flatMap {
            ["&#\($0)\(scalar.value.hexadecimal(1));", "&#\($0)\(scalar.value.hexadecimal(2).uppercased());"]
        }
        all.append(String(JSON.string(text).compact.dropFirst().dropLast()))
        // A shell command contains `'` as `'\''`.
        if scalar == "'" { all.append(#"'\''"#) }
        // A JSON string may contain unnecessary escapes, such as `\/` for a slash.
        if scalar.isASCII, !scalar.properties.isAlphabetic, scalar.value >= 0x20 { all.append("\\" + text) }
        // A body may contain a string that was escaped twice: its backslashes are escaped, too.
        all += all.filter { $0.contains("\\") }.flatMap { form in
            let escaped = form.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return [escaped, escaped.replacing("/", with: "\\/")]
        }
        return Set(all + [alias, entities[scalar]].compactMap(\.self)).map { Array($0.utf8) }
    }

    /// Returns every index at which the characters can end if they begin at `start`. There can be several ends, because
    /// a character has several spellings, such as `%` and `%25`.
    private static func ends(of characters: ArraySlice<[[UInt8]]>, in text: [UInt8], from start: Int) -> [Int] {
        var ends = [start]
        for spellings in characters {
            ends = Self.ends(of: spellings, in: text, from: ends)
            // Most texts differ early. The rest of a long secret must not cost time at each place of a text.
            if ends.isEmpty { break }
        }
        return ends
    }

    /// Returns each end once. Compares the first bytes before anything else, because they differ at most places.
    private static func ends(of spellings: [[UInt8]], in text: [UInt8], from starts: [Int]) -> [Int] {
        var ends: [Int] = []
        for start in starts where start < text.count {
            for spelling in spellings where spelling.first == text[start] && text[start...].starts(with: spelling) {
                let end = start + spelling.count
                if !ends.contains(end) { ends.append(end) }
            }
        }
        return ends
    }
}
