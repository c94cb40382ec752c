/// The labels that host names may have beyond ASCII (RFC 5891, RFC 5892).
enum IDNALabel {
    /// Whether a label starts with `xn--`, in either case.
    static func isALabel(_ label: ByteScanner) -> Bool {
        guard label.end - label.at >= 4 else { return false }
        let first = label.base[label.at] | 0x20
        let second = label.base[label.at + 1] | 0x20
        return first == 0x78 && second == 0x6E && label.base[label.at + 2] == 0x2D && label.base[label.at + 3] == 0x2D
    }

    /// The U-label that an A-label stands for; `nil` unless encoding it again gives the same A-label.
    static func decode(aLabel label: ByteScanner) -> [UInt32]? {
        guard isALabel(label) else { return nil }
        let encoded = label.part(from: label.at + 4, to: label.end)
        guard let scalars = Punycode.decode(encoded), scalars.contains(where: { $0 >= 0x80 }),
            let again = Punycode.encode(scalars), again.count == encoded.end - encoded.at
        else { return nil }
        for (offset, byte) in again.enumerated() {
            let given = encoded.base[encoded.at + offset]
            guard given == byte || ASCII.isLetter(byte) && given | 0x20 == byte | 0x20 else { return nil }
        }
        return scalars
    }

    /// Whether scalars make a U-label: each may stand there, none of them in the wrong company.
    static func isValid(_ label: [UInt32]) -> Bool {
        guard let first = label.first, let last = label.last, first != 0x2D, last != 0x2D else { return false }
        if label.count >= 4, label[2] == 0x2D, label[3] == 0x2D { return false }
        guard let scalar = Unicode.Scalar(first), !isMark(scalar) else { return false }
        for (place, scalar) in label.enumerated() {
            guard mayStand(scalar), ContextRule.holds(for: scalar, at: place, in: label) else { return false }
        }
        return !label.contains(where: BidirectionalRule.isRightToLeft) || BidirectionalRule.holds(label)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether a scalar is PVALID or, in some context, CONTEXTJ or CONTEXTO (RFC 5892, section 3).
    static func mayStand(_ value: UInt32) -> Bool {
        switch value {
        case 0x2D, 0x30...0x39, 0x61...0x7A: return true
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9, 0x200C, 0x200D: return true
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        // Conjoining Hangul jamo.
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
        // Combining marks for symbols, musical symbols, ancient Greek musical notation.
        case 0x20D0...0x20FF, 0x1D100...0x1D24F: return false
        default: break
        }
        guard let scalar = Unicode.Scalar(value) else { return false }
        let properties = scalar.properties
        if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint { return false }
        if properties.isWhitespace || properties.isNoncharacterCodePoint { return false }
        switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
            .spacingMark:
            return true
        default: return false
        }
    }
}
