/// A property in `\p{…}`: a general category, a script or a binary property.
enum UnicodeProperty: Sendable {
    /// General categories as bits, in the order of ``categoryNames``.
    case categories(UInt32)
    case script([ClosedRange<UInt32>])
    case binary(BinaryProperty)
    case any
    case ascii
    case assigned

    /// Creates the property for a name such as `L`, `Letter`, `gc=Lu`, `Script=Greek` or `Alphabetic`.
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

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .categories(let bits): bits >> Self.index(of: scalar.properties.generalCategory) & 1 != 0
        case .script(let ranges): ScalarSet.contains(scalar.value, in: ranges)
        case .binary(let property): property.isTrue(for: scalar.properties)
        case .any: true
        case .ascii: scalar.isASCII
        case .assigned: scalar.properties.generalCategory != .unassigned
        }
    }

    /// The short name and the aliases of each category.
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

/// A binary Unicode property, with the names of ECMA-262 (table 67).
enum BinaryProperty: Sendable {
    case alphabetic, lowercase, uppercase, whiteSpace, emoji, emojiPresentation, emojiModifier, emojiModifierBase
    case idStart, idContinue, xidStart, xidContinue, math, dash, hexDigit, asciiHexDigit, ideographic, unifiedIdeograph
    case cased, caseIgnorable, defaultIgnorable, diacritic, extender, graphemeBase, graphemeExtend, joinControl
    case noncharacter, quotationMark, radical, sentenceTerminal, variationSelector, bidiControl
    case bidiMirrored, patternWhiteSpace, deprecated, softDotted, changesWhenLowercased, changesWhenUppercased

    init?(_ name: String) {
        switch name {
        case "Alphabetic", "Alpha": self = .alphabetic
        case "Lowercase", "Lower": self = .lowercase
        case "Uppercase", "Upper": self = .uppercase
        case "White_Space", "space": self = .whiteSpace
        case "Emoji": self = .emoji
        case "Emoji_Presentation", "EPres": self = .emojiPresentation
        case "Emoji_Modifier", "EMod": self = .emojiModifier
        case "Emoji_Modifier_Base", "EBase": self = .emojiModifierBase
        case "ID_Start", "IDS": self = .idStart
        case "ID_Continue", "IDC": self = .idContinue
        case "XID_Start", "XIDS": self = .xidStart
        case "XID_Continue", "XIDC": self = .xidContinue
        case "Math": self = .math
        case "Dash": self = .dash
        case "Hex_Digit", "Hex": self = .hexDigit
        case "ASCII_Hex_Digit", "AHex": self = .asciiHexDigit
        case "Ideographic", "Ideo": self = .ideographic
        case "Unified_Ideograph", "UIdeo": self = .unifiedIdeograph
        case "Cased": self = .cased
        case "Case_Ignorable", "CI": self = .caseIgnorable
        case "Default_Ignorable_Code_Point", "DI": self = .defaultIgnorable
        case "Diacritic", "Dia": self = .diacritic
        case "Extender", "Ext": self = .extender
        case "Grapheme_Base", "Gr_Base": self = .graphemeBase
        case "Grapheme_Extend", "Gr_Ext": self = .graphemeExtend
        case "Join_Control", "Join_C": self = .joinControl
        case "Noncharacter_Code_Point", "NChar": self = .noncharacter
        case "Quotation_Mark", "QMark": self = .quotationMark
        case "Radical": self = .radical
        case "Sentence_Terminal", "STerm": self = .sentenceTerminal
        case "Variation_Selector", "VS": self = .variationSelector
        case "Bidi_Control", "Bidi_C": self = .bidiControl
        case "Bidi_Mirrored", "Bidi_M": self = .bidiMirrored
        case "Pattern_White_Space", "Pat_WS": self = .patternWhiteSpace
        case "Deprecated", "Dep": self = .deprecated
        case "Soft_Dotted", "SD": self = .softDotted
        case "Changes_When_Lowercased", "CWL": self = .changesWhenLowercased
        case "Changes_When_Uppercased", "CWU": self = .changesWhenUppercased
        default: return nil
        }
    }

    func isTrue(for scalar: Unicode.Scalar.Properties) -> Bool {
        switch self {
        case .alphabetic: scalar.isAlphabetic
        case .lowercase: scalar.isLowercase
        case .uppercase: scalar.isUppercase
        case .whiteSpace: scalar.isWhitespace
        case .emoji: scalar.isEmoji
        case .emojiPresentation: scalar.isEmojiPresentation
        case .emojiModifier: scalar.isEmojiModifier
        case .emojiModifierBase: scalar.isEmojiModifierBase
        case .idStart: scalar.isIDStart
        case .idContinue: scalar.isIDContinue
        case .xidStart: scalar.isXIDStart
        case .xidContinue: scalar.isXIDContinue
        case .math: scalar.isMath
        case .dash: scalar.isDash
        case .hexDigit: scalar.isHexDigit
        case .asciiHexDigit: scalar.isASCIIHexDigit
        case .ideographic: scalar.isIdeographic
        case .unifiedIdeograph: scalar.isUnifiedIdeograph
        case .cased: scalar.isCased
        case .caseIgnorable: scalar.isCaseIgnorable
        case .defaultIgnorable: scalar.isDefaultIgnorableCodePoint
        case .diacritic: scalar.isDiacritic
        case .extender: scalar.isExtender
        case .graphemeBase: scalar.isGraphemeBase
        case .graphemeExtend: scalar.isGraphemeExtend
        case .joinControl: scalar.isJoinControl
        case .noncharacter: scalar.isNoncharacterCodePoint
        case .quotationMark: scalar.isQuotationMark
        case .radical: scalar.isRadical
        case .sentenceTerminal: scalar.isSentenceTerminal
        case .variationSelector: scalar.isVariationSelector
        case .bidiControl: scalar.isBidiControl
        case .bidiMirrored: scalar.isBidiMirrored
        case .patternWhiteSpace: scalar.isPatternWhitespace
        case .deprecated: scalar.isDeprecated
        case .softDotted: scalar.isSoftDotted
        case .changesWhenLowercased: scalar.changesWhenLowercased
        case .changesWhenUppercased: scalar.changesWhenUppercased
        }
    }
}
