// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension MutationPlan {
    /// Adds changes of the text: syntax errors, different encodings, and different notations of the same document.
    mutating func addTexts() {
        let text = document.bytes
        add(.emptyBody, text: [], expecting: .notJSON)
        add(.whitespaceOnly, text: Array(" \n".utf8), expecting: .notJSON)
        add(.invalidJson, text: Array("} this is not valid json {".utf8), expecting: .notJSON)
        addTruncations()
        add(.trailingGarbage, text: text + Array(" oops".utf8), expecting: .notJSON)
        let isContainer = document.root.kind == .object || document.root.kind == .array
        add(.twoDocuments, text: text + (isContainer ? [] : [0x20]) + text, expecting: .notJSON)
        let containers = places.filter { [.object, .array].contains($0.value.kind) && $0.value.count > 0 }
        for place in containers.prefix(2) {
            add(.trailingComma, at: place.pointer, [insertion(",", at: place.value.byteRange.upperBound - 1)], .notJSON)
        }
        add(.comments, "block", text: Array("/* comment */".utf8) + text, expecting: .notJSON)
        add(.comments, "line", text: text + Array(" // comment\n".utf8), expecting: .notJSON)
        if text.contains(0x22), !text.contains(0x27), !text.contains(0x5C) {
            add(.singleQuotes, text: text.map { $0 == 0x22 ? 0x27 : $0 }, expecting: .notJSON)
        }
        for place in evenly(places.filter { $0.value.kind == .number }, 3) {
            for word in ["NaN", "Infinity", "-Infinity"] {
                replace(.nanInfinity, place, word, with: word, expecting: .notJSON)
            }
        }
        addBrokenStrings()
        addEncodings()
        addSpellings()
    }

    /// Returns `count` elements at even distances, including the first and the last element.
    func evenly<Element>(_ elements: [Element], _ count: Int) -> [Element] {
        if elements.count <= count { return elements }
        return (0..<count).map { elements[$0 * (elements.count - 1) / (count - 1)] }
    }

    func insertion(_ text: String, at offset: Int) -> Edit { insertion(Array(text.utf8), at: offset) }

    func insertion(_ bytes: [UInt8], at offset: Int) -> Edit { Edit(range: offset..<offset, bytes: bytes) }

    mutating func add(_ mutation: Mutation, at place: JSONPointer?, _ edits: [Edit], _ expectation: Expectation) {
        add(mutation, at: place, "", edits, expecting: expectation)
    }

    /// Adds up to eight truncated documents, each cut after a different token. A document with only one token is cut
    /// within that token.
    private mutating func addTruncations() {
        let text = document.bytes
        var ends = tokenEnds.dropLast().map(\.self)
        if ends.isEmpty { ends = [text.count / 2] }
        for end in evenly(ends, 8) {
            add(.truncatedJson, "cut at \(end)", text: Array(text[..<end]), expecting: .notJSON)
        }
    }

    /// The end offsets of the tokens. The text is valid JSON without white space.
    private var tokenEnds: [Int] {
        let text = document.bytes
        let marks: [UInt8] = Array("{}[]:,".utf8)
        var ends: [Int] = []
        var at = 0
        while at < text.count {
            let start = at
            at += 1
            if text[start] == 0x22 {
                while at < text.count, text[at] != 0x22 { at += text[at] == 0x5C ? 2 : 1 }
                at += 1
            } else if !marks.contains(text[start]) {
                while at < text.count, !marks.contains(text[at]) { at += 1 }
            }
            ends.append(at)
        }
        return ends
    }

    /// Adds changes that insert invalid bytes or escapes into strings.
    private mutating func addBrokenStrings() {
        for place in evenly(places.filter { $0.value.kind == .string }, 2) {
            let offset = place.value.byteRange.lowerBound + 1
            add(.rawControlChar, at: place.pointer, [insertion([0x01], at: offset)], .notJSON)
            add(.invalidUtf8, at: place.pointer, [insertion([0xFF, 0xFE], at: offset)], .notJSON)
            add(.latin1Bytes, at: place.pointer, [insertion([0xE9], at: offset)], .notJSON)
            add(.loneSurrogate, at: place.pointer, [insertion("\\ud800", at: offset)], .any)
        }
    }

    private mutating func addEncodings() {
        let text = document.bytes
        add(.utf8Bom, text: [0xEF, 0xBB, 0xBF] + text, expecting: .any)
        let units = Array(String(decoding: text, as: UTF8.self).utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        add(.utf16, "LE", text: little, expecting: .notJSON)
        add(.utf16, "BE", text: big, expecting: .notJSON)
        add(.utf16, "LE with BOM", text: [0xFF, 0xFE] + little, expecting: .notJSON)
        add(.utf16, "BE with BOM", text: [0xFE, 0xFF] + big, expecting: .notJSON)
    }

    /// Adds different notations of the same document, and documents with different string contents.
    private mutating func addSpellings() {
        add(.whitespace, "pretty", text: JSONWriter.prettyBytes(document.root), expecting: .valid)
        let lines = JSONWriter.prettyBytes(document.root, indent: 1).split(separator: 0x0A).map { line in
            let indent = line.prefix { $0 == 0x20 }
            return [UInt8](repeating: 0x09, count: indent.count) + line.dropFirst(indent.count)
        }
        add(.whitespace, "tabs and CRLF", text: Array(lines.joined(separator: [0x0D, 0x0A])), expecting: .valid)
        let shuffled = Self.reversed(JSON(document.root))
        add(.keyOrder, "reversed", text: JSONWriter.compactBytes(shuffled), expecting: .valid)
        addEscapes()
        let contents: [(variant: String, text: String)] = [
            ("emoji", "😀"), ("joiner", "👩‍👩‍👧‍👦"), ("right-to-left", "שלום"), ("combining", "e\u{301}"),
            ("NUL", "a\\u0000b"), ("4-byte", "𐍈"),
        ]
        // A text such as “2026-12-01T09:00:00Z” is never an emoji, even if its schema has no format, as GitHub's dates.
        let formats: [Format] = [.dateTime, .date, .uuid, .uri, .email]
        let texts = places.filter { place in
            place.value.string.map { text in !formats.contains { $0.matches(text) } } ?? false
        }
        for place in evenly(texts, 12) {
            for content in contents {
                replace(.unicodeContent, place, content.variant, with: "\"\(content.text)\"", expecting: .valid)
            }
        }
    }

    private static func reversed(_ value: JSON) -> JSON {
        switch value {
        case .array(let elements): .array(elements.map { reversed($0) })
        case .object(let object): .object(JSONObject(object.reversed().map { ($0.key, reversed($0.value)) }))
        default: value
        }
    }

    /// Adds strings and keys in which characters are replaced by their escapes.
    private mutating func addEscapes() {
        for place in evenly(places.filter { $0.value.kind == .string }, 2) {
            let escaped = (place.value.string ?? "").utf16.map { Self.escape($0) }.joined()
            replace(.escapedOrLiteral, place, "value", with: "\"\(escaped)\"", expecting: .valid)
        }
        for place in evenly(places.filter { $0.key?.isEmpty == false }, 2) {
            guard let key = place.key, let first = key.utf16.first, let range = keyRange(of: place) else { continue }
            // Escape only the first character of the key. If the key starts with a surrogate pair, escape the whole
            // key.
            let rest = JSONWriter.compact(.string(String(decoding: key.utf16.dropFirst(), as: UTF16.self))).dropFirst()
            let isPair = first & 0xFC00 == 0xD800
            let text = "\"" + (isPair ? key.utf16.map { Self.escape($0) }.joined() + "\"" : Self.escape(first) + rest)
            add(
                .escapedOrLiteral, at: place.pointer, "key", [Edit(range: range, bytes: Array(text.utf8))],
                expecting: .valid)
        }
        if document.bytes.contains(0x2F) {
            let text = document.bytes.flatMap { $0 == 0x2F ? [0x5C, 0x2F] : [$0] }
            add(.escapedOrLiteral, "solidus", text: text, expecting: .valid)
        }
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    /// Returns the range of a member's key, including its quotes.
    func keyRange(of place: MutationPlace) -> Range<Int>? {
        guard place.key != nil else { return nil }
        let key = document.nodes[place.value.node - 1]
        return Int(key.start)..<Int(key.end)
    }
}
