/// A set of Unicode scalars: single ranges and general categories.
struct ScalarSet: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    /// Categories by the code that RFC 9485 gives them, such as `L` or `Lu`; negated for `\P`.
    var categories: [(code: String, isNegated: Bool)] = []
    var isNegated = false

    /// What a dot stands for: everything but line breaks.
    static let dot = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)

    static func single(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar.value...scalar.value]) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        (ranges.contains { $0.contains(scalar.value) } || isInCategory(scalar)) != isNegated
    }

    private func isInCategory(_ scalar: Unicode.Scalar) -> Bool {
        if categories.isEmpty { return false }
        let code = Self.code(scalar.properties.generalCategory)
        return categories.contains { code.hasPrefix($0.code) != $0.isNegated }
    }

    /// The codes that a pattern may name.
    static let codes: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No",
        "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Z", "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So",
        "C", "Cc", "Cf", "Cn", "Co",
    ]

    private static func code(_ category: Unicode.GeneralCategory) -> String {
        switch category {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
