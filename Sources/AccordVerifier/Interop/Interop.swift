// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import CJSONC

/// Compares how json-c, a library for clients in C, and Accord's strict parser read the same JSON.
package enum Interop {
    /// The maximum number of disagreements to report for one document.
    package static let limit = 20

    /// Returns at most `limit` values that json-c and the strict parser read differently. Duplicate keys come first.
    package static func disagreements(_ document: JSONDocument) -> [Disagreement] {
        let second: JSONCDocument
        do {
            second = try JSONCDocument.parse(document.bytes)
        } catch {
            let position = document.position(ofOffset: min(error.offset, document.bytes.count))
            return [
                Disagreement(
                    kind: .refusal, pointer: .root, position: position, strict: "a valid document",
                    jsonC: "rejected: \(error.reason)")
            ]
        }
        var comparison = Comparison()
        comparison.reportDuplicates(of: document)
        comparison.compare(document.root, second.root)
        return comparison.disagreements
    }
}

/// Compares the values that the strict parser and json-c returned, from the root down.
private struct Comparison {
    var disagreements: [Disagreement] = []
    private var hasDuplicates = false

    mutating func reportDuplicates(of document: JSONDocument) {
        for duplicate in document.duplicateKeys.prefix(Interop.limit) {
            hasDuplicates = true
            disagreements.append(
                Disagreement(
                    kind: .duplicateKey, pointer: duplicate.object.appending(duplicate.key), position: duplicate.second,
                    strict: "the key \(quoted(duplicate.key)) twice, first at \(duplicate.first)",
                    jsonC: "the last value"))
        }
    }

    mutating func compare(_ value: JSONValue, _ other: OpaquePointer?) {
        guard disagreements.count < Interop.limit else { return }
        switch value.kind {
        case .null: expect(value, json_object_get_type(other) == json_type_null, other)
        case .bool:
            let isBool = json_object_get_type(other) == json_type_boolean
            expect(value, isBool && (json_object_get_boolean(other) != 0) == value.bool, other)
        case .number: compareNumber(value, other)
        case .string: expect(value, isSameText(value, other), other)
        case .array: compareArray(value, other)
        case .object: compareObject(value, other)
        }
    }

    private mutating func compareArray(_ value: JSONValue, _ other: OpaquePointer?) {
        guard json_object_get_type(other) == json_type_array, json_object_array_length(other) == value.count else {
            return expect(value, false, other)
        }
        for (index, element) in value.elements.enumerated() {
            compare(element, json_object_array_get_idx(other, index))
        }
    }

    private mutating func compareObject(_ value: JSONValue, _ other: OpaquePointer?) {
        guard json_object_get_type(other) == json_type_object else { return expect(value, false, other) }
        for member in value.members {
            let key = member.key
            if Self.isMisread(key) { continue }
            // Skips all but the last member with the same key, because json-c keeps only the last member.
            if hasDuplicates, value[key]?.byteRange != member.value.byteRange { continue }
            var child: OpaquePointer?
            if key.utf8.contains(0) {
                append(
                    .keyWithNUL, member.value, strict: "the key \(quoted(key))", jsonC: "only the part before U+0000")
            } else if json_object_object_get_ex(other, key, &child) == 0 {
                append(.value, member.value, strict: "the key \(quoted(key))", jsonC: "an object without this key")
            } else {
                compare(member.value, child)
            }
        }
    }

    private mutating func compareNumber(_ value: JSONValue, _ other: OpaquePointer?) {
        guard let number = value.number else { return }
        switch json_object_get_type(other) {
        case json_type_int:
            let signed = json_object_get_int64(other)
            let unsigned = json_object_get_uint64(other)
            let isSame = [String(signed), String(unsigned)].contains { JSONNumber($0) == number }
            if !isSame { append(.integerRange, value, strict: number.lexeme, jsonC: text(of: other)) }
        case json_type_double:
            let double = json_object_get_double(other)
            if !double.isFinite {
                append(.numberRange, value, strict: number.lexeme, jsonC: text(of: other))
            } else {
                expect(value, double == number.double, other)
            }
        default: expect(value, false, other)
        }
    }

    private func isSameText(_ value: JSONValue, _ other: OpaquePointer?) -> Bool {
        guard json_object_get_type(other) == json_type_string, let start = json_object_get_string(other),
            let text = value.string
        else { return false }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(json_object_get_string_len(other)))
        return bytes.elementsEqual(text.utf8) || Self.isMisread(text)
    }

    /// Returns whether json-c 0.16 misreads the surrogate pair of a character in the text: it takes a code point such as
    /// U+2D8FB for a surrogate, because its last 16 bits are in the range of surrogates.
    private static func isMisread(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value > 0xFFFF && $0.value & 0xF800 == 0xD800 }
    }

    private mutating func expect(_ value: JSONValue, _ holds: Bool, _ other: OpaquePointer?) {
        guard !holds else { return }
        append(.value, value, strict: shortened(value.text), jsonC: text(of: other))
    }

    private mutating func append(_ kind: Disagreement.Kind, _ value: JSONValue, strict: String, jsonC: String) {
        guard disagreements.count < Interop.limit else { return }
        disagreements.append(
            Disagreement(kind: kind, pointer: value.pointer, position: value.position, strict: strict, jsonC: jsonC))
    }

    private func text(of other: OpaquePointer?) -> String {
        guard let other else { return "null" }
        let flags = JSON_C_TO_STRING_PLAIN | Int32(JSON_C_TO_STRING_NOSLASHESCAPE)
        return shortened(String(cString: json_object_to_json_string_ext(other, flags)))
    }

    private func quoted(_ key: String) -> String { shortened(JSON.string(key).compact) }

    private func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(59) + "…" : text }
}
