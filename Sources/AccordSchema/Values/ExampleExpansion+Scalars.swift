import AccordJSON

extension ExampleExpansion {
    /// Types, enumerations, and what is said of numbers and strings.
    mutating func addScalars(_ words: KeywordValues, _ clause: ExampleClause) throws(ExampleContradiction) {
        if let value = words[.type] {
            var types = ExampleTypes(keyword: value)
            if words[.nullable]?.bool == true { types.insert(.null) }
            try result.restrict(to: types, place: value)
        }
        if let value = words[.const] { try allow([JSON(value)], value) }
        if let value = words[.enum] { try allow(value.elements.map { JSON($0) }, value) }
        addNumbers(words, hasBooleanExclusives: schemas.dialect(clause.schema).hasBooleanExclusives)
        addStrings(words, clause)
    }

    private mutating func allow(_ values: [JSON], _ place: JSONValue) throws(ExampleContradiction) {
        var left = values
        if let known = result.allowed {
            left = known.values.filter { values.contains($0) }
            if left.isEmpty {
                let reason = "no value is both in \(Self.list(values)) and in \(Self.list(known.values))"
                throw ExampleContradiction(reason, at: place, and: known.place)
            }
        }
        result.allowed = (left, place)
        var types: ExampleTypes = []
        for value in left { types.formUnion(ExampleTypes(of: value)) }
        try result.restrict(to: types, place: place)
    }

    private static func list(_ values: [JSON]) -> String {
        let text = JSON.array(values).compact
        return text.utf8.count <= 60 ? text : "an enumeration of \(values.count)"
    }

    private mutating func addNumbers(_ words: KeywordValues, hasBooleanExclusives: Bool) {
        if let value = words[.minimum], let number = value.number {
            let isExclusive = hasBooleanExclusives && words[.exclusiveMinimum]?.bool == true
            result.number.raise(to: number, isExclusive: isExclusive, place: value)
        }
        if let value = words[.maximum], let number = value.number {
            let isExclusive = hasBooleanExclusives && words[.exclusiveMaximum]?.bool == true
            result.number.cut(to: number, isExclusive: isExclusive, place: value)
        }
        if let value = words[.exclusiveMinimum], let number = value.number {
            result.number.raise(to: number, isExclusive: true, place: value)
        }
        if let value = words[.exclusiveMaximum], let number = value.number {
            result.number.cut(to: number, isExclusive: true, place: value)
        }
        if let value = words[.multipleOf], let number = value.number {
            result.number.divisors.append(ExampleNumberLimits.Divisor(number: number, place: value))
        }
        if words.hasAny(.minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf) {
            result.hints.insert(.number)
        }
    }

    private mutating func addStrings(_ words: KeywordValues, _ clause: ExampleClause) {
        if let value = words[.minLength], let count = ExampleCountLimits.count(value) {
            result.length.raise(to: count, place: value)
            result.hints.insert(.string)
        }
        if let value = words[.maxLength], let count = ExampleCountLimits.count(value) {
            result.length.cut(to: count, place: value)
            result.hints.insert(.string)
        }
        if let value = words[.pattern] { addPattern(value, clause, isNegated: false) }
        if let value = words[.format], let format = value.string {
            if let range = ExampleFormats.range(of: format), let low = JSONNumber(range.low),
                let high = JSONNumber(range.high)
            {
                result.number.raise(to: low, isExclusive: false, place: value)
                result.number.cut(to: high, isExclusive: false, place: value)
                result.hints.insert(.integer)
            } else {
                result.hints.insert(.string)
            }
            result.formats.append(format)
        }
        if let encoding = words[.contentEncoding]?.string {
            result.encoding = encoding
            result.hints.insert(.string)
        }
        if let mediaType = words[.contentMediaType]?.string {
            result.mediaType = mediaType
            result.hints.insert(.string)
        }
    }

    mutating func addPattern(_ value: JSONValue, _ clause: ExampleClause, isNegated: Bool) {
        guard let source = value.string, let pattern = schemas.pattern(source, of: clause.schema) else { return }
        result.patterns.append(
            ExampleConstraints.Pattern(
                source: source, expression: pattern.expression, isUnicode: pattern.isUnicode, isNegated: isNegated))
        result.hints.insert(.string)
    }
}
