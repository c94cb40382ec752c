// SPDX-License-Identifier: Apache-2.0
/// What the reader does with the texts of JSONTestSuite that a reader may take or refuse, and why.
enum TextDecision: Sendable, Equatable {
    /// Accepted; the number's lexeme is kept, so nothing is lost.
    case keepsLexeme
    /// Accepted: within the limit on depth.
    case isWithinLimits
    /// Refused: a surrogate without its other half is no character, and no Swift string can hold it.
    case loneSurrogate
    /// Refused: RFC 8259, section 8.1 asks for UTF-8, and these bytes aren't.
    case notUTF8
    /// Refused: UTF-16 or a byte order mark, which RFC 8259, section 8.1 rules out for what is sent.
    case otherEncoding

    /// Whether the text is accepted.
    var isAccepted: Bool { self == .keepsLexeme || self == .isWithinLimits }

    /// Part of the reason that a refusal gives.
    var reason: String {
        switch self {
        case .keepsLexeme, .isWithinLimits: ""
        case .loneSurrogate: "surrogate pair"
        case .notUTF8: "isn't UTF-8"
        case .otherEncoding: "save the text as UTF-8"
        }
    }

    /// Every `i_` file of test_parsing with the decision on it.
    static let all: [(file: String, decision: TextDecision)] = [
        ("i_number_double_huge_neg_exp", .keepsLexeme),
        ("i_number_huge_exp", .keepsLexeme),
        ("i_number_neg_int_huge_exp", .keepsLexeme),
        ("i_number_pos_double_huge_exp", .keepsLexeme),
        ("i_number_real_neg_overflow", .keepsLexeme),
        ("i_number_real_pos_overflow", .keepsLexeme),
        ("i_number_real_underflow", .keepsLexeme),
        ("i_number_too_big_neg_int", .keepsLexeme),
        ("i_number_too_big_pos_int", .keepsLexeme),
        ("i_number_very_big_negative_int", .keepsLexeme),
        ("i_object_key_lone_2nd_surrogate", .loneSurrogate),
        ("i_string_1st_surrogate_but_2nd_missing", .loneSurrogate),
        ("i_string_1st_valid_surrogate_2nd_invalid", .loneSurrogate),
        ("i_string_UTF-16LE_with_BOM", .otherEncoding),
        ("i_string_UTF-8_invalid_sequence", .notUTF8),
        ("i_string_UTF8_surrogate_U+D800", .notUTF8),
        ("i_string_incomplete_surrogate_and_escape_valid", .loneSurrogate),
        ("i_string_incomplete_surrogate_pair", .loneSurrogate),
        ("i_string_incomplete_surrogates_escape_valid", .loneSurrogate),
        ("i_string_invalid_lonely_surrogate", .loneSurrogate),
        ("i_string_invalid_surrogate", .loneSurrogate),
        ("i_string_invalid_utf-8", .notUTF8),
        ("i_string_inverted_surrogates_U+1D11E", .loneSurrogate),
        ("i_string_iso_latin_1", .notUTF8),
        ("i_string_lone_second_surrogate", .loneSurrogate),
        ("i_string_lone_utf8_continuation_byte", .notUTF8),
        ("i_string_not_in_unicode_range", .notUTF8),
        ("i_string_overlong_sequence_2_bytes", .notUTF8),
        ("i_string_overlong_sequence_6_bytes", .notUTF8),
        ("i_string_overlong_sequence_6_bytes_null", .notUTF8),
        ("i_string_truncated-utf-8", .notUTF8),
        ("i_string_utf16BE_no_BOM", .otherEncoding),
        ("i_string_utf16LE_no_BOM", .otherEncoding),
        ("i_structure_500_nested_arrays", .isWithinLimits),
        ("i_structure_UTF-8_BOM_empty_object", .otherEncoding),
    ]

    /// Every file of test_transform with what writing it again gives; `nil` where it is refused.
    static let transforms: [(file: String, written: String?)] = [
        ("number_-9223372036854775808", "[-9223372036854775808]"),
        ("number_-9223372036854775809", "[-9223372036854775809]"),
        ("number_1.0", "[1.0]"),
        ("number_1.000000000000000005", "[1.000000000000000005]"),
        ("number_1000000000000000", "[1000000000000000]"),
        ("number_10000000000000000999", "[10000000000000000999]"),
        ("number_1e-999", "[1E-999]"),
        ("number_1e6", "[1E6]"),
        ("number_9223372036854775807", "[9223372036854775807]"),
        ("number_9223372036854775808", "[9223372036854775808]"),
        ("object_key_nfc_nfd", "{\"\u{E9}\":\"NFC\",\"e\u{301}\":\"NFD\"}"),
        ("object_key_nfd_nfc", "{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}"),
        ("object_same_key_different_values", #"{"a":1,"a":2}"#),
        ("object_same_key_same_value", #"{"a":1,"a":1}"#),
        ("object_same_key_unclear_values", #"{"a":0,"a":-0}"#),
        ("string_1_escaped_invalid_codepoint", nil),
        ("string_1_invalid_codepoint", nil),
        ("string_2_escaped_invalid_codepoints", nil),
        ("string_2_invalid_codepoints", nil),
        ("string_3_escaped_invalid_codepoints", nil),
        ("string_3_invalid_codepoints", nil),
        ("string_with_escaped_NULL", #"["A\u0000B"]"#),
    ]
}
