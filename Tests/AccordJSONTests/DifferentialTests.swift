// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@Suite("The reader compared with json-c")
struct DifferentialTests {
    /// The texts of JSONTestSuite on which json-c 0.16 disagrees, with the reason.
    static let table: [String: JSONCDisagreement] = [
        "i_number_too_big_neg_int": .lostValue, "i_number_too_big_pos_int": .lostValue,
        "i_number_very_big_negative_int": .lostValue, "i_object_key_lone_2nd_surrogate": .loneSurrogate,
        "i_string_1st_surrogate_but_2nd_missing": .loneSurrogate,
        "i_string_1st_valid_surrogate_2nd_invalid": .loneSurrogate, "i_string_UTF8_surrogate_U+D800": .laxUTF8,
        "i_string_incomplete_surrogate_and_escape_valid": .loneSurrogate,
        "i_string_incomplete_surrogate_pair": .loneSurrogate,
        "i_string_incomplete_surrogates_escape_valid": .loneSurrogate,
        "i_string_invalid_lonely_surrogate": .loneSurrogate, "i_string_invalid_surrogate": .loneSurrogate,
        "i_string_inverted_surrogates_U+1D11E": .loneSurrogate, "i_string_lone_second_surrogate": .loneSurrogate,
        "i_string_not_in_unicode_range": .laxUTF8, "i_string_overlong_sequence_2_bytes": .laxUTF8,
        "n_number_-01": .leadingZero, "n_number_-2.": .bareDecimalPoint, "n_number_0.e1": .bareDecimalPoint,
        "n_number_2.e+3": .bareDecimalPoint, "n_number_2.e-3": .bareDecimalPoint, "n_number_2.e3": .bareDecimalPoint,
        "n_number_NaN": .notFinite, "n_number_infinity": .notFinite, "n_number_minus_infinity": .bareMinus,
        "n_number_neg_int_starting_with_zero": .leadingZero, "n_number_neg_real_without_int_part": .bareMinus,
        "n_number_real_without_fractional_part": .bareDecimalPoint, "n_object_single_quote": .singleQuotes,
        "n_string_unescaped_newline": .controlCharacter, "n_string_unescaped_tab": .controlCharacter,
        "y_object_escaped_null_in_key": .lostValue, "number_-9223372036854775809": .lostValue,
        "string_1_escaped_invalid_codepoint": .loneSurrogate, "string_1_invalid_codepoint": .laxUTF8,
        "string_2_escaped_invalid_codepoints": .loneSurrogate, "string_2_invalid_codepoints": .laxUTF8,
        "string_3_escaped_invalid_codepoints": .loneSurrogate, "string_3_invalid_codepoints": .laxUTF8,
    ]

    static let files = ["json-text/test_parsing", "json-text/test_transform"].flatMap { folder in
        Conformance.files(in: folder).map { "\(folder)/\($0)" }
    }

    @Test(
        "the reader and json-c disagree on a public text only for the reason in the table",
        .enabled("needs a public suite") { try Conformance.has("json-text") }, arguments: files)
    func conformance(_ file: String) throws {
        let verdict = JSONCDisagreement.verdict(try Conformance.bytes(file))
        let name = file.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
        if JSONCReader.version == "0.16" {
            #expect(verdict == Self.table[name].map { .explained($0) } ?? .agreement)
        } else if case .unexplained(let what) = verdict {
            Issue.record("json-c \(JSONCReader.version): \(what)")
        }
    }

    @Test(
        "the reader and json-c disagree on a generated text only for a known reason",
        arguments: [11, 12, 13, 14] as [UInt64])
    func generated(_ seed: UInt64) {
        var mutation = Mutation(seed: seed)
        var agreements = 0
        for _ in 0..<3_000 {
            let bytes = mutation.changed(RobustnessTests.everything)
            switch JSONCDisagreement.verdict(bytes) {
            case .agreement: agreements += 1
            case .explained: break
            case .unexplained(let what): Issue.record("\(what): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(agreements > 2_000)
    }

    @Test(
        "the comparison finds the values that json-c loses",
        arguments: [
            "18446744073709551616", "-9223372036854775809", #"{"a\u0000b":1}"#, #""\ud836\ude00""#,
        ])
    func losses(_ text: String) {
        #expect(JSONCDisagreement.verdict(Array(text.utf8)) == .explained(.lostValue))
    }
}
