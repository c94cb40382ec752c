// SPDX-License-Identifier: Apache-2.0
/// A property in `\p{…}`: a general category, a script or a binary property.
enum UnicodeProperty: Sendable, Hashable {
    case categories([Unicode.GeneralCategory])
    /// The scalars of a script, or all of ASCII or Unicode.
    case ranges([ClosedRange<UInt32>])
    /// The index of a binary property.
    case binary(Int)

    /// Creates the property for a name such as `L`, `Letter`, `gc=Lu`, `Script=Greek` or `Alphabetic`.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self)
        if parts.count == 2 {
            let value = String(decoding: parts[1], as: UTF8.self)
            switch name {
            case "General_Category", "gc":
                guard let categories = Self.categories(named: value) else { return nil }
                self = .categories(categories)
            case "Script", "sc", "Script_Extensions", "scx":
                guard let ranges = ScriptTable.ranges(of: value) else { return nil }
                self = .ranges(ranges)
            default: return nil
            }
        } else if let categories = Self.categories(named: name) {
            self = .categories(categories)
        } else if let index = Self.binaryProperties.firstIndex(where: { $0.names.contains(name) }) {
            self = .binary(index)
        } else {
            switch name {
            case "Any": self = .ranges([0...0x10FFFF])
            case "ASCII": self = .ranges([0...0x7F])
            default: return nil
            }
        }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .categories(let categories): categories.contains(scalar.properties.generalCategory)
        case .ranges(let ranges): ScalarSet.contains(scalar.value, in: ranges)
        case .binary(let index): Self.binaryProperties[index].isTrue(scalar.properties)
        }
    }

    /// Returns the categories with a name: one category, or all categories of a group such as `L`.
    private static func categories(named name: String) -> [Unicode.GeneralCategory]? {
        if name == "LC" || name == "Cased_Letter" { return [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter] }
        if let group = groups.first(where: { $0.contains(name) }) {
            return generalCategories.filter { $0.names[0].hasPrefix(group[0]) }.map(\.category)
        }
        return generalCategories.first { $0.names.contains(name) }.map { [$0.category] }
    }

    private static let groups: [[String]] = [
        ["L", "Letter"], ["M", "Mark", "Combining_Mark"], ["N", "Number"], ["P", "Punctuation", "punct"],
        ["S", "Symbol"], ["Z", "Separator"], ["C", "Other"],
    ]

    private static let generalCategories: [(category: Unicode.GeneralCategory, names: [String])] = [
        (.uppercaseLetter, ["Lu", "Uppercase_Letter"]),
        (.lowercaseLetter, ["Ll", "Lowercase_Letter"]),
        (.titlecaseLetter, ["Lt", "Titlecase_Letter"]),
        (.modifierLetter, ["Lm", "Modifier_Letter"]),
        (.otherLetter, ["Lo", "Other_Letter"]),
        (.nonspacingMark, ["Mn", "Nonspacing_Mark"]),
        (.spacingMark, ["Mc", "Spacing_Mark"]),
        (.enclosingMark, ["Me", "Enclosing_Mark"]),
        (.decimalNumber, ["Nd", "Decimal_Number", "digit"]),
        (.letterNumber, ["Nl", "Letter_Number"]),
        (.otherNumber, ["No", "Other_Number"]),
        (.connectorPunctuation, ["Pc", "Connector_Punctuation"]),
        (.dashPunctuation, ["Pd", "Dash_Punctuation"]),
        (.openPunctuation, ["Ps", "Open_Punctuation"]),
        (.closePunctuation, ["Pe", "Close_Punctuation"]),
        (.initialPunctuation, ["Pi", "Initial_Punctuation"]),
        (.finalPunctuation, ["Pf", "Final_Punctuation"]),
        (.otherPunctuation, ["Po", "Other_Punctuation"]),
        (.mathSymbol, ["Sm", "Math_Symbol"]),
        (.currencySymbol, ["Sc", "Currency_Symbol"]),
        (.modifierSymbol, ["Sk", "Modifier_Symbol"]),
        (.otherSymbol, ["So", "Other_Symbol"]),
        (.spaceSeparator, ["Zs", "Space_Separator"]),
        (.lineSeparator, ["Zl", "Line_Separator"]),
        (.paragraphSeparator, ["Zp", "Paragraph_Separator"]),
        (.control, ["Cc", "Control", "cntrl"]),
        (.format, ["Cf", "Format"]),
        (.surrogate, ["Cs", "Surrogate"]),
        (.privateUse, ["Co", "Private_Use"]),
        (.unassigned, ["Cn", "Unassigned"]),
    ]

    /// The binary properties, with the names of ECMA-262 (table 67).
    private static let binaryProperties: [(names: [String], isTrue: @Sendable (Unicode.Scalar.Properties) -> Bool)] = [
        (["Assigned"], { $0.generalCategory != .unassigned }),
        (["Alphabetic", "Alpha"], { $0.isAlphabetic }),
        (["Lowercase", "Lower"], { $0.isLowercase }),
        (["Uppercase", "Upper"], { $0.isUppercase }),
        (["White_Space", "space"], { $0.isWhitespace }),
        (["Emoji"], { $0.isEmoji }),
        (["Emoji_Presentation", "EPres"], { $0.isEmojiPresentation }),
        (["Emoji_Modifier", "EMod"], { $0.isEmojiModifier }),
        (["Emoji_Modifier_Base", "EBase"], { $0.isEmojiModifierBase }),
        (["ID_Start", "IDS"], { $0.isIDStart }),
        (["ID_Continue", "IDC"], { $0.isIDContinue }),
        (["XID_Start", "XIDS"], { $0.isXIDStart }),
        (["XID_Continue", "XIDC"], { $0.isXIDContinue }),
        (["Math"], { $0.isMath }),
        (["Dash"], { $0.isDash }),
        (["Hex_Digit", "Hex"], { $0.isHexDigit }),
        (["ASCII_Hex_Digit", "AHex"], { $0.isASCIIHexDigit }),
        (["Ideographic", "Ideo"], { $0.isIdeographic }),
        (["Unified_Ideograph", "UIdeo"], { $0.isUnifiedIdeograph }),
        (["Cased"], { $0.isCased }),
        (["Case_Ignorable", "CI"], { $0.isCaseIgnorable }),
        (["Default_Ignorable_Code_Point", "DI"], { $0.isDefaultIgnorableCodePoint }),
        (["Diacritic", "Dia"], { $0.isDiacritic }),
        (["Extender", "Ext"], { $0.isExtender }),
        (["Grapheme_Base", "Gr_Base"], { $0.isGraphemeBase }),
        (["Grapheme_Extend", "Gr_Ext"], { $0.isGraphemeExtend }),
        (["Join_Control", "Join_C"], { $0.isJoinControl }),
        (["Noncharacter_Code_Point", "NChar"], { $0.isNoncharacterCodePoint }),
        (["Quotation_Mark", "QMark"], { $0.isQuotationMark }),
        (["Radical"], { $0.isRadical }),
        (["Sentence_Terminal", "STerm"], { $0.isSentenceTerminal }),
        (["Variation_Selector", "VS"], { $0.isVariationSelector }),
        (["Bidi_Control", "Bidi_C"], { $0.isBidiControl }),
        (["Bidi_Mirrored", "Bidi_M"], { $0.isBidiMirrored }),
        (["Pattern_White_Space", "Pat_WS"], { $0.isPatternWhitespace }),
        (["Deprecated", "Dep"], { $0.isDeprecated }),
        (["Soft_Dotted", "SD"], { $0.isSoftDotted }),
        (["Changes_When_Lowercased", "CWL"], { $0.changesWhenLowercased }),
        (["Changes_When_Uppercased", "CWU"], { $0.changesWhenUppercased }),
    ]
}
