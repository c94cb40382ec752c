// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Finds a string that satisfies constraints. Tries realistic strings, strings of the format, and strings that match
/// the pattern.
struct ExampleText {
    let state: ConstraintState
    /// The name of the property that contains the string.
    let name: String
    /// The name of the property that contains the string's object.
    let owner: String
    var random: SeededRandom
    /// The number of previous strings that this string must differ from.
    let index: Int

    /// Whether it is proven that no string matches the patterns.
    private(set) var isImpossible = false
    /// The number of steps of the search for a string that matches the patterns.
    private(set) var searchedSteps = 0

    init(_ state: ConstraintState, name: String = "", owner: String = "", random: SeededRandom, index: Int = 0) {
        (self.state, self.name, self.owner, self.random, self.index) = (state, name, owner, random, index)
    }

    /// The maximum number of characters to generate for `minLength`.
    static let longest: Int = 1_000_000
    /// The number of characters after which no further text is generated from a pattern.
    private static let mostWritten: Int = 50_000

    /// Returns a string for which `accepts` returns `true`, or `nil` if none was found.
    mutating func value(accepts: (String) -> Bool) -> String? {
        if state.count.minimum > Self.longest { return nil }
        for text in candidates() where state.allows(text) && accepts(text) { return text }
        if let text = patternedText(accepts) { return text }
        for text in lengthenedTexts() where state.allows(text) && accepts(text) { return text }
        return nil
    }

    private mutating func candidates() -> [String] {
        var named = ExampleWords.texts(for: name, of: owner)
        var formatted = state.formats.flatMap { ExampleFormats.values(of: $0) }
        if let mediaType = state.mediaType { formatted += Self.contents(mediaType) }
        if state.encoding != nil { formatted += ExampleFormats.values(of: "base64") }
        if state.encoding == "base64", state.mediaType?.hasSuffix("json") == true {
            formatted = ["eyJvayI6dHJ1ZX0="]
        }
        rotate(&named)
        // Rotate only the first three values. The later values are short strings, which are useful only for a small
        // `maxLength`.
        var common = Array(formatted.prefix(3))
        rotate(&common)
        formatted = common + formatted.dropFirst(3)
        if !state.formats.isEmpty || state.encoding != nil || state.mediaType != nil {
            named = named.filter { formatted.isEmpty || state.formats.count == 1 && Self.isLike($0, formatted) }
            return further(formatted, known: 3) + named + formatted
        }
        if !named.isEmpty { return further(named, known: named.count) + named }
        if !state.tests.contains(where: { $0.pattern != nil }) {
            var plain = ExampleWords.plain
            rotate(&plain)
            return further(plain, known: plain.count) + plain
        }
        return []
    }

    /// Returns a new string for an index beyond the known strings: `item-1` becomes `item-5`, and `name` becomes
    /// `name 5`. Returns an empty list for a smaller index.
    private func further(_ texts: [String], known: Int) -> [String] {
        guard index >= known, let text = texts.first else { return [] }
        let bytes = Array(text.utf8)
        if let last = bytes.lastIndex(where: ASCII.isDigit) {
            let first = bytes[...last].lastIndex { !ASCII.isDigit($0) }.map { $0 + 1 } ?? 0
            let width = last + 1 - first
            // Two-digit numbers stay between 1 and 28, because such numbers are valid as a day, a minute or a byte of
            // an IP address.
            let number = String(width == 2 ? 1 + index % 28 : index)
            let digits = String(repeating: "0", count: max(0, width - number.utf8.count)) + number.suffix(width)
            return [String(decoding: bytes[..<first] + Array(digits.utf8) + bytes[(last + 1)...], as: UTF8.self)]
        }
        if let at = text.firstIndex(of: "@") { return ["\(text[..<at])\(index)\(text[at...])"] }
        return [state.formats.isEmpty ? "\(text) \(index)" : "\(text)\(index)"]
    }

    /// Returns whether a string that was chosen by the property's name looks like the format's strings. For example, a
    /// URL doesn't look like an e-mail address.
    private static func isLike(_ text: String, _ formatted: [String]) -> Bool {
        guard let sample = formatted.first else { return true }
        return text.contains("://") == sample.contains("://") && text.contains("@") == sample.contains("@")
            && text.contains(" ") == sample.contains(" ")
    }

    private mutating func rotate(_ values: inout [String]) {
        guard values.count > 1 else { return }
        let first = (random.below(values.count) + index) % values.count
        values = Array(values[first...] + values[..<first])
    }

    private static func contents(_ mediaType: String) -> [String] {
        if mediaType.hasSuffix("json") { return ["{\"ok\":true}", "{}", "1"] }
        if mediaType.hasSuffix("xml") { return ["<ok/>"] }
        if mediaType == "text/html" { return ["<p>Hello</p>"] }
        return []
    }

    private mutating func patternedText(_ accepts: (String) -> Bool) -> String? {
        let positive = state.tests.compactMap(\.pattern)
        guard !positive.isEmpty else { return nil }
        let maximum = state.count.maximum
        for _ in 0..<index % 10_000 { _ = random.next() }
        var writers: [ExamplePattern] = []
        for pattern in positive {
            let writer = ExamplePattern(pattern, random: random, maximum: min(maximum, Self.longest))
            if let writer { writers.append(writer) }
            _ = random.next()
        }
        var written = 0
        for attempt in 0..<60 where written < Self.mostWritten {
            // For each pattern, try a string that matches it. Then join these strings and try the result.
            var texts: [String] = []
            for place in writers.indices {
                let text = writers[place].text(attempt: attempt, minimum: state.count.minimum)
                written += writers[place].count
                guard let text else { continue }
                texts.append(text)
                if state.allows(text), accepts(text) { return text }
            }
            if texts.count > 1 {
                let joined = texts.joined()
                if state.allows(joined), accepts(joined) { return joined }
                let reversed = texts.reversed().joined()
                if state.allows(reversed), accepts(reversed) { return reversed }
            }
        }
        // Random strings don't match all of several patterns, such as `^[a-z]+$` and `st$`.
        var search = PatternSearch(
            matching: positive.map(\.tree), excluding: state.excludedTests.compactMap(\.tree))
        let found = search?.text(minimum: state.count.minimum, maximum: maximum) { state.allows($0) && accepts($0) }
        isImpossible = found == PatternSearch.Result.none
        searchedSteps += search?.stepCount ?? 0
        return if case .text(let text)? = found { text } else { nil }
    }

    /// Returns strings whose length is at or near `minLength` or `maxLength`, and some very short strings.
    private func lengthenedTexts() -> [String] {
        let minimum = state.count.minimum
        let maximum = state.count.maximum
        let longest = min(maximum, max(minimum, 24) + index)
        var texts: [String] = []
        for format in state.formats {
            for length in [minimum, minimum + 1, minimum + 2, minimum + 3] where length <= maximum {
                if let text = ExampleFormats.value(of: format, length: length) { texts.append(text) }
            }
        }
        let named = ExampleWords.texts(for: name, of: owner).first.map { [$0] } ?? []
        var phrase = (named + ExampleWords.plain).joined(separator: " ")
        while phrase.unicodeScalars.count < minimum { phrase += " " + phrase }
        texts.append(Self.prefix(of: phrase, min(longest, max(minimum, named.first?.unicodeScalars.count ?? 5))))
        texts.append(Self.prefix(of: phrase, minimum))
        texts.append(Self.prefix(of: phrase, longest))
        texts += ["", "A", "0", "-", " ", "é", "A1-b"]
        return texts
    }

    /// Returns the first scalars of a string. A space at the end is replaced by a letter.
    private static func prefix(of text: String, _ count: Int) -> String {
        var scalars = Array(text.unicodeScalars.prefix(count))
        if scalars.last == " " { scalars[scalars.count - 1] = "s" }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
