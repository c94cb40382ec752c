/// A property that `\p{…}` can ask for: a general category, a script or one that is true or false.
enum UnicodeProperty: Sendable {
    /// Categories as bits, in the order of ``categoryNames``.
    case categories(UInt32)
    case script([ClosedRange<UInt32>])
    case binary(BinaryProperty)
    case any
    case ascii
    case assigned

    /// Finds the property that a pattern names: `L`, `Letter`, `gc=Lu`, `Script=Greek`, `Alphabetic`.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self)
        if parts.count == 2 {
            let value = String(decoding: parts[1], as: UTF8.self)
            switch name {
            case "General_Category", "gc":
                guard let bits = Self.categoryBits(value) else { return nil }
                self = .categories(bits)
            case "Script", "sc", "Script_Extensions", "scx":
                guard let ranges = ScriptTable.ranges(of: value) else { return nil }
                self = .script(ranges)
            default: return nil
            }
            return
        }
        if let bits = Self.categoryBits(name) {
            self = .categories(bits)
        } else if let property = BinaryProperty(name) {
            self = .binary(property)
        } else {
            switch name {
            case "Any": self = .any
            case "ASCII": self = .ascii
            case "Assigned": self = .assigned
            default: return nil
            }
        }
    }

    func holds(for scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .categories(let bits): bits >> Self.index(of: scalar.properties.generalCategory) & 1 != 0
        case .script(let ranges): ScalarSet.contains(scalar.value, in: ranges)
        case .binary(let property): property.holds(for: scalar.properties)
        case .any: true
        case .ascii: scalar.isASCII
        case .assigned: scalar.properties.generalCategory != .unassigned
        }
    }

    /// A line a category: its short name and its aliases; the names of groups stand behind the thirty categories.
    private static let categoryNames: String = """
        Lu Uppercase_Letter
        Ll Lowercase_Letter
        Lt Titlecase_Letter
        Lm Modifier_Letter
        Lo Other_Letter
        Mn Nonspacing_Mark
        Mc Spacing_Mark
        Me Enclosing_Mark
        Nd Decimal_Number digit
        Nl Letter_Number
        No Other_Number
        Pc Connector_Punctuation
        Pd Dash_Punctuation
        Ps Open_Punctuation
        Pe Close_Punctuation
        Pi Initial_Punctuation
        Pf Final_Punctuation
        Po Other_Punctuation
        Sm Math_Symbol
        Sc Currency_Symbol
        Sk Modifier_Symbol
        So Other_Symbol
        Zs Space_Separator
        Zl Line_Separator
        Zp Paragraph_Separator
        Cc Control cntrl
        Cf Format
        Cs Surrogate
        Co Private_Use
        Cn Unassigned
        """

    private static let groupNames: String = """
        L Letter
        M Mark Combining_Mark
        N Number
        P Punctuation punct
        S Symbol
        Z Separator
        C Other
        """

    private static func categoryBits(_ name: String) -> UInt32? {
        if name == "LC" || name == "Cased_Letter" { return 7 }
        var bits: UInt32 = 0
        for line in groupNames.split(separator: "\n") {
            let names = line.split(separator: " ")
            guard names.contains(Substring(name)), let letter = names.first?.utf8.first else { continue }
            for (index, category) in categoryNames.utf8.split(separator: 0x0A).enumerated()
            where category.first == letter { bits |= 1 << UInt32(index) }
            return bits
        }
        for (index, line) in categoryNames.split(separator: "\n").enumerated()
        where line.split(separator: " ").contains(Substring(name)) { return 1 << UInt32(index) }
        return nil
    }

    private static func index(of category: Unicode.GeneralCategory) -> UInt32 {
        switch category {
        case .uppercaseLetter: 0
        case .lowercaseLetter: 1
        case .titlecaseLetter: 2
        case .modifierLetter: 3
        case .otherLetter: 4
        case .nonspacingMark: 5
        case .spacingMark: 6
        case .enclosingMark: 7
        case .decimalNumber: 8
        case .letterNumber: 9
        case .otherNumber: 10
        case .connectorPunctuation: 11
        case .dashPunctuation: 12
        case .openPunctuation: 13
        case .closePunctuation: 14
        case .initialPunctuation: 15
        case .finalPunctuation: 16
        case .otherPunctuation: 17
        case .mathSymbol: 18
        case .currencySymbol: 19
        case .modifierSymbol: 20
        case .otherSymbol: 21
        case .spaceSeparator: 22
        case .lineSeparator: 23
        case .paragraphSeparator: 24
        case .control: 25
        case .format: 26
        case .surrogate: 27
        case .privateUse: 28
        case .unassigned: 29
        @unknown default: 29
        }
    }
}
