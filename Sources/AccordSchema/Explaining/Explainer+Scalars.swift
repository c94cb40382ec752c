import AccordJSON

extension Explainer {
    mutating func explainType(_ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        var names: [String] = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
        if words[.nullable]?.bool == true { names.append("null") }
        guard !names.contains(where: { hasType($0, node) }) else { return }
        let expected = Wording.list(names.map(Wording.article(type:)), "or")
        add(violation("type", value, node, expected: expected, actual: describe(node)))
    }

    private func hasType(_ name: String, _ node: Int) -> Bool {
        switch name {
        case "null": isTrueOfAny(.null, node)
        case "boolean": isTrueOfAny(.bool, node)
        case "number": isTrueOfAny(.number, node)
        case "integer":
            isTrueOfAny(.number, node) && checker.tables.isInteger(node)
                && (!program.resources[Int(source.resource)].dialect.hasWrittenIntegers
                    || checker.tables.checkFormat(UInt32(Format.writtenInteger.rawValue), node))
        case "string": isTrueOfAny(.string, node)
        case "array": isTrueOfAny(.array, node)
        case "object": isTrueOfAny(.object, node)
        default: false
        }
    }

    mutating func explainEnumeration(_ keyword: Keyword, _ value: JSONValue, _ node: Int) {
        let wanted = keyword == .const ? [value] : Array(value.elements.prefix(10_000))
        let given = self.value(node)
        if let number = given.longNumber {
            if wanted.contains(where: { $0.number.map(number.isSame) ?? false }) { return }
        } else if wanted.contains(given) {
            return
        }
        let names = wanted.prefix(12).map { Wording.short($0, limit: 40) }
        let rest = value.kind == .array && keyword == .enum ? value.count - names.count : 0
        var expected = Wording.list(names + (rest > 0 ? ["\(rest) more values"] : []), "or", limit: 13)
        if keyword == .enum, wanted.count > 1 { expected = "one of \(expected)" }
        var message: String?
        if let near = nearest(to: given, in: wanted) {
            message = "expected \(expected), got \(describe(node)); did you mean \(Wording.short(near))?"
        }
        add(violation(keyword.name, value, node, expected: expected, actual: describe(node), message: message))
    }

    /// The string among some values that a mistyped one resembles.
    private func nearest(to given: JSONValue, in wanted: [JSONValue]) -> JSONValue? {
        guard let text = given.string, wanted.count > 1, wanted.count < 500 else { return nil }
        let letters = Array(text.lowercased().utf8.prefix(60))
        var best: (value: JSONValue, distance: Int)?
        for value in wanted {
            guard let string = value.string else { continue }
            let distance = EditDistance.between(letters, Array(string.lowercased().utf8.prefix(60)))
            if distance < best?.distance ?? 3, distance * 2 < letters.count { best = (value, distance) }
        }
        return best?.value
    }

    mutating func explainNumber(_ keyword: Keyword, _ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        guard isTrueOfAny(.number, node), let bound = value.number else { return }
        let number = checker.tables.exactNumber(node)
        let isFine: Bool
        let expected: String
        let limit = Wording.clip(bound.lexeme, 40)
        switch keyword {
        case .multipleOf:
            isFine = number.isMultiple(of: bound)
            expected = "a multiple of \(limit)"
        case .minimum where words[.exclusiveMinimum]?.bool == true, .exclusiveMinimum:
            isFine = number > bound
            expected = "a number greater than \(limit)"
        case .maximum where words[.exclusiveMaximum]?.bool == true, .exclusiveMaximum:
            isFine = number < bound
            expected = "a number less than \(limit)"
        case .minimum:
            isFine = number >= bound
            expected = "a number of at least \(limit)"
        default:
            isFine = number <= bound
            expected = "a number of at most \(limit)"
        }
        if isFine { return }
        let actual = Wording.clip(number.lexeme, 40)
        add(violation(keyword.name, value, node, expected: expected, actual: actual))
    }

    mutating func explainLength(_ keyword: Keyword, _ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.string, node), let bound = value.number else { return }
        let limit = UInt32(clamping: bound.int ?? Int(UInt32.max))
        let isLeast = keyword == .minLength
        guard !checker.tables.checkLength(node, minimum: isLeast ? limit : 0, maximum: isLeast ? .max : limit) else {
            return
        }
        let count = self.value(node).string?.unicodeScalars.count ?? 0
        let wanted = Wording.count(Int(limit), "character")
        add(
            violation(
                keyword.name, value, node, expected: "\(isLeast ? "at least" : "at most") \(wanted)",
                actual: "\(count) in \(describe(node))"))
    }

    mutating func explainPattern(_ value: JSONValue, _ node: Int) {
        guard isTrueOfAny(.string, node), let source = value.string else { return }
        guard let pattern = program.patternBySource[source] else { return }
        checker.givenUp = nil
        if checker.checkPattern(Int(pattern), node) { return }
        let message =
            checker.givenUp == .pattern
            ? "the pattern /\(Wording.clip(source))/ backtracks too much on \(describe(node)) to be decided: "
                + "simplify the pattern" : nil
        add(
            violation(
                "pattern", value, node, expected: "a string that matches /\(Wording.clip(source))/",
                actual: describe(node), message: message))
    }

    mutating func explainFormat(_ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        let dialect = program.resources[Int(source.resource)].dialect
        guard program.options.assertsFormat || dialect.vocabularies.contains(.formatAssertion),
            let name = value.string, let format = Format(name, in: dialect),
            isTrueOfAny(format.isNumeric ? .number : .string, node),
            !checker.tables.checkFormat(UInt32(format.rawValue), node)
        else { return }
        add(violation("format", value, node, expected: format.sample, actual: describe(node)))
    }

    mutating func explainContent(_ keyword: Keyword, _ value: JSONValue, _ words: ExplainedWords, _ node: Int) {
        let dialect = program.resources[Int(source.resource)].dialect
        guard dialect.draft == .draft7, program.options.assertsFormat, isTrueOfAny(.string, node) else { return }
        let isBase64 = words[.contentEncoding]?.string == "base64"
        if keyword == .contentEncoding {
            guard isBase64, !checker.tables.checkContent(1, node) else { return }
            add(violation("contentEncoding", value, node, expected: "a string in base64", actual: describe(node)))
        } else {
            guard value.string == "application/json", !isBase64 || checker.tables.checkContent(1, node),
                !checker.tables.checkContent(isBase64 ? 3 : 2, node)
            else { return }
            add(violation("contentMediaType", value, node, expected: "JSON within the string", actual: describe(node)))
        }
    }
}
