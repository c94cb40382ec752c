extension TapeReader {
    /// Scans a number as RFC 8259, section 6 spells it.
    @inline(__always)
    mutating func scanNumber() throws(ReadFailure) {
        let start = at
        if text[at] == 0x2D { at &+= 1 }
        guard isDigit(at) else { throw badNumber(at, "a digit must follow the minus sign", start) }
        if text[at] == 0x30 {
            at &+= 1
            if isDigit(at) { throw badNumber(start, "a number has no leading zeros: remove them", start) }
        } else {
            skipDigits()
        }
        guard at < count else { return }
        if text[at] == 0x2E {
            at &+= 1
            guard isDigit(at) else { throw badNumber(at, "a digit must follow the decimal point", start) }
            skipDigits()
            guard at < count else { return }
        }
        if text[at] | 0x20 == 0x65 {
            at &+= 1
            if at < count, text[at] == 0x2B || text[at] == 0x2D { at &+= 1 }
            guard isDigit(at) else { throw badNumber(at, "a digit must follow in the exponent", start) }
            skipDigits()
        }
    }

    @inline(__always)
    private mutating func skipDigits() { while isDigit(at) { at &+= 1 } }

    @inline(__always)
    private func isDigit(_ place: Int) -> Bool { place < count && text[place] &- 0x30 < 10 }

    private func badNumber(_ place: Int, _ reason: String, _ start: Int) -> ReadFailure {
        if place >= count { return ReadFailure(count, "the text ends within a number: \(reason)", opening: start) }
        return ReadFailure(place, reason)
    }
}
