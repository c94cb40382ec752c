/// A Unicode property that a scalar has or hasn't, by the names that ECMA-262 gives it (table 67).
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

    func holds(for scalar: Unicode.Scalar.Properties) -> Bool {
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
