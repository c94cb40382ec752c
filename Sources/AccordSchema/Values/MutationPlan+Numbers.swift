import AccordJSON

extension MutationPlan {
    /// Numbers at the ends of their range, beyond them, and other spellings of the same number.
    mutating func addNumberChanges(_ place: MutationPlace) {
        let text = place.value.text
        let words = place.clauses.map { schemas.words($0.schema) }
        let isInteger = words.contains {
            $0[.type].map { ExampleTypes(keyword: $0).isDisjoint(with: .fraction) } == true
        }
        for range in words.compactMap({ $0[.format]?.string }).compactMap({ ExampleFormats.range(of: $0) }).prefix(1) {
            replace(.intMax, place, "minimum", with: range.low, expecting: .valid)
            replace(.intMax, place, "maximum", with: range.high, expecting: .valid)
            for (variant, end, step) in [("above", range.high, WideInteger(1)), ("below", range.low, WideInteger(-1))] {
                guard let end = WideInteger(end) else { continue }
                replace(.intOverflow, place, variant, with: (end + step).description, expecting: .invalid)
            }
        }
        replace(.hugeExponent, place, "", with: "1e400", expecting: .any)
        let isWhole = !text.utf8.contains { $0 == 0x2E || $0 | 0x20 == 0x65 }
        if isInteger {
            replace(.int2To53Plus1, place, "", with: "9007199254740993", expecting: .valid)
            replace(.floatForInt, place, "", with: "1.5", expecting: .invalid)
            guard isWhole else { return }
            replace(.integralFloat, place, "point", with: text + ".0", expecting: .valid)
            replace(.integralFloat, place, "exponent", with: Self.withExponent(text), expecting: .valid)
        } else {
            if isWhole { replace(.numberNotation, place, "point", with: text + ".0", expecting: .valid) }
            if text.contains("."), isWhole || !text.utf8.contains(where: { $0 | 0x20 == 0x65 }) {
                replace(.numberNotation, place, "trailing zero", with: text + "0", expecting: .valid)
                replace(.numberNotation, place, "exponent", with: text + "E0", expecting: .valid)
            } else if isWhole {
                replace(.numberNotation, place, "exponent", with: text + "E0", expecting: .valid)
            }
            replace(.numberNotation, place, "minus zero", with: "-0", expecting: .valid)
        }
    }

    /// The same integer with an exponent: 1200 is 12e2, 7 is 7e0.
    private static func withExponent(_ text: String) -> String {
        let zeros = text.utf8.reversed().prefix { $0 == 0x30 }.count
        return zeros == 0 || zeros == text.utf8.count ? text + "e0" : "\(text.dropLast(zeros))e\(zeros)"
    }
}
