import AccordJSON

extension SchemaCompiler {
    /// `minLength`, `maxLength`, `pattern`, `format` and draft 7's encoded content.
    mutating func writeStrings() {
        let minimum = count(.minLength)
        let maximum = count(.maxLength)
        if minimum != nil || maximum != nil { emit(.length, .string, minimum ?? 0, maximum ?? .max) }
        if let value = words[.format] { writeFormat(value) }
        if let value = words[.pattern] {
            if let source = value.string {
                if let pattern = pattern(source, value, "pattern") { emit(.pattern, .string, pattern) }
            } else {
                report(value, "pattern", "“pattern” is a string, not \(Wording.article(value.kind))")
            }
        }
        if dialect.draft == .draft7 { writeContent() }
    }

    private mutating func writeFormat(_ value: JSONValue) {
        guard let name = value.string else {
            return report(value, "format", "“format” is a string, not \(Wording.article(value.kind))")
        }
        let isAsserted = index.options.assertsFormat || dialect.vocabularies.contains(.formatAssertion)
        guard isAsserted, let format = Format(name, in: dialect) else { return }
        emit(.format, format.isNumeric ? .number : .string, UInt32(format.rawValue))
    }

    private mutating func writeContent() {
        let isBase64 = words[.contentEncoding]?.string == "base64"
        let isJSON = words[.contentMediaType]?.string == "application/json"
        guard index.options.assertsFormat, isBase64 || isJSON else { return }
        emit(.content, .string, (isBase64 ? 1 : 0) + (isJSON ? 2 : 0))
    }

    /// The number of a pattern among the program's; nil and a report if it can't be read.
    mutating func pattern(_ source: String, _ location: JSONValue, _ keyword: String) -> UInt32? {
        if let known = program.patternBySource[source] { return known }
        do throws(ECMAPatternError) {
            program.patterns.append(try Self.read(source, isUnicode: dialect.hasUnicodePatterns))
        } catch {
            report(location, keyword, "the pattern isn't a regular expression of ECMA-262: \(error)")
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
            if isUnicode { throw error }
            return try ECMAPattern(source, unicode: false)
        }
    }
}
