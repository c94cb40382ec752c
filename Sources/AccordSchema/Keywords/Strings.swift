// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaCompiler {
    /// Compiles `minLength`, `maxLength`, `pattern`, `format` and draft 7's keywords for encoded content.
    mutating func writeStrings() {
        let minimum = count(.minLength)
        let maximum = count(.maxLength)
        if minimum != nil || maximum != nil { emit(.length, .minLength, .string, minimum ?? 0, maximum ?? .max) }
        writeFormat()
        if let value = value(.pattern, .string, "a string"), let source = value.string,
            let pattern = pattern(source, value, "pattern")
        {
            emit(.pattern, .pattern, .string, pattern)
        }
        if dialect.draft == .draft7 { writeContent() }
    }

    private mutating func writeFormat() {
        guard let name = value(.format, .string, "a string")?.string else { return }
        let isAsserted = index.options.assertsFormat || dialect.vocabularies.contains(.formatAssertion)
        guard isAsserted, let format = Format(name, in: dialect) else { return }
        emit(.format, .format, format.isNumeric ? .number : .string, UInt32(format.rawValue))
    }

    private mutating func writeContent() {
        let isBase64 = words[.contentEncoding]?.string == "base64"
        let isJSON = words[.contentMediaType]?.string == "application/json"
        guard index.options.assertsFormat, isBase64 || isJSON else { return }
        emit(.content, .contentEncoding, .string, (isBase64 ? 1 : 0) + (isJSON ? 2 : 0))
    }

    /// Returns the index of a pattern in the program. Reports an invalid pattern and returns `nil` for it.
    mutating func pattern(_ source: String, _ location: JSONValue, _ keyword: String) -> UInt32? {
        if let known = program.patternBySource[source] { return known }
        do throws(ECMAPatternError) {
            program.patterns.append(try Self.read(source, isUnicode: dialect.hasUnicodePatterns))
        } catch {
            let problem = error.isLimit ? "exceeds Accord's limits" : "isn't a regular expression of ECMA-262"
            report(location, keyword, "the pattern \(problem): \(error)")
            return nil
        }
        let number = UInt32(program.patterns.count - 1)
        program.patternBySource[source] = number
        return number
    }

    private static func read(_ source: String, isUnicode: Bool) throws(ECMAPatternError) -> ECMAPattern {
        do throws(ECMAPatternError) {
            return try ECMAPattern(source)
        } catch {
            guard !isUnicode else {
                guard let written = withoutHyphenEscapes(source) else { throw error }
                return try ECMAPattern(written)
            }
            return try ECMAPattern(source, unicode: false)
        }
    }

    /// Returns the pattern with `\x2D` for each `\-`, or `nil` if the pattern has no `\-`. Many documents contain `\-`
    /// outside of character classes, where ECMA-262 doesn't allow `\-`.
    private static func withoutHyphenEscapes(_ source: String) -> String? {
        let escape = #/\\(.)/#.dotMatchesNewlines()
        let written = source.replacing(escape) { $0.1 == "-" ? #"\x2D"# : String($0.0) }
        return written == source ? nil : written
    }
}

extension Evaluator {
    mutating func checkLength(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        let (minimum, maximum) = (Int(step.pointee.a), Int(step.pointee.b))
        let isValid = tables.withText(node) { text, count in
            // A scalar has one to four bytes. Count the scalars only if the byte count doesn't already decide the
            // result.
            if count < minimum { return false }
            if count <= maximum, (count + 3) / 4 >= minimum { return true }
            var scalars = 0
            // Every byte that isn't a continuation byte starts a scalar.
            for place in 0..<count where text[place] & 0xC0 != 0x80 { scalars &+= 1 }
            return scalars >= minimum && scalars <= maximum
        }
        return isValid
            || fail(mode) { evaluator in
                let count = evaluator.value(node).string?.unicodeScalars.count ?? 0
                let keyword = count < minimum ? Keyword.minLength : .maxLength
                let limit = Wording.count(evaluator.report[keyword]?.number?.int ?? .max, "character")
                evaluator.reportViolation(
                    of: keyword, node, expected: "\(keyword == .minLength ? "at least" : "at most") \(limit)",
                    actual: "\(count) in \(evaluator.describe(node))")
            }
    }

    mutating func checkPattern(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        if mode.explains { givenUp = nil }
        return matches(Int(step.pointee.a), node) || fail(mode) { $0.explainPattern(node) }
    }

    mutating func matches(_ pattern: Int, _ node: Int) -> Bool {
        let outcome = tables.withPattern(pattern) { program in
            tables.withText(node) { text, count in
                // The text is valid for as long as the closure runs.
                program.search(UnsafeBufferPointer(start: text, count: count))
            }
        }
        if outcome == .outOfSteps { givenUp = .pattern }
        return outcome == .match
    }

    private mutating func explainPattern(_ node: Int) {
        let pattern = "/\(Wording.clip(report[.pattern]?.string ?? ""))/"
        let message =
            givenUp == .pattern
            ? "matching the pattern \(pattern) takes too many steps for \(describe(node)): simplify the pattern" : nil
        reportViolation(of: .pattern, node, expected: "a string that matches \(pattern)", message: message)
    }

    mutating func checkFormat(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        guard let format = Format(rawValue: UInt8(truncatingIfNeeded: step.pointee.a)) else { return true }
        let isValid: Bool
        if format == .writtenInteger {
            isValid = !value(node).text.utf8.contains { ".eE".utf8.contains($0) }
        } else if format.isNumeric {
            isValid = value(node).int.map { format != .int32 || Int32(exactly: $0) != nil } ?? false
        } else {
            isValid = tables.withText(node) { text, count in format.matches(ByteScanner(text, to: count)) }
        }
        return isValid
            || fail(mode) { evaluator in
                if format == .writtenInteger { return evaluator.explainType(node) }
                evaluator.reportViolation(of: .format, node, expected: format.sample)
            }
    }

    mutating func checkContent(_ step: UnsafePointer<Instruction>, _ node: Int, _ mode: Mode) -> Bool {
        let (isEncoded, isJSON) = (step.pointee.a & 1 != 0, step.pointee.a & 2 != 0)
        let violated: Keyword? = tables.withText(node) { text, count in
            // The text is valid for as long as the closure runs.
            let text = UnsafeBufferPointer(start: text, count: count)
            guard let bytes = isEncoded ? Base64.decodePadded(text) : Array(text) else { return .contentEncoding }
            return isJSON && (try? JSONDocument(parsing: bytes)) == nil ? .contentMediaType : nil
        }
        guard let violated else { return true }
        let expected = violated == .contentEncoding ? "a string in base64" : "a string that contains JSON"
        return fail(mode) { $0.reportViolation(of: violated, node, expected: expected) }
    }
}

extension BoundaryProbes {
    mutating func addStrings(_ words: KeywordValues) {
        addCounts(words, .minLength, .maxLength, most: Self.longest)
        if let value = words[.pattern], let source = value.string {
            inside(.pattern, value, "a match", JSON(place.value))
            let mismatch = make { state in
                let tests = state.tests.filter { $0.pattern?.source == source }
                state.tests.removeAll { $0.pattern == nil || tests.contains($0) }
                state.excludedTests += tests
                state.formats = []
            }
            outside(.pattern, value, "no match", mismatch)
            // Many frameworks search for a match within the text, or compare only its start.
            if let text = place.value.string, let last = text.last, let first = text.first {
                outside(.pattern, value, "more after a match", .string("\(text)\(last)"))
                outside(.pattern, value, "more before a match", .string("\(first)\(text)"))
            }
        }
        if let value = words[.format], let format = value.string {
            inside(.format, value, "a valid value", JSON(place.value))
            outside(.format, value, "another text", ExampleFormats.violation(of: format).map { .string($0) })
            // RFC 3339, section 5.6, requires a time zone offset, such as `Z`. Many parsers treat it as optional.
            if format == "date-time" { outside(.format, value, "no time zone", "2024-02-29T12:00:00") }
        }
    }
}
