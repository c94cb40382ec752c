// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// A different response that the same schema allows and that resembles the documented response.
///
/// In each string, a digit or letter changes. Integers change by a small amount. Dates and URLs stay the same, because
/// clients often restrict dates and URLs more than the schema does.
struct AnswerVariation {
    /// The maximum number of values to change one by one, if the schema rejects the body with all values changed.
    private static let mostLeaves = 40

    let answer: DocumentedAnswer

    init(_ answer: DocumentedAnswer) {
        self.answer = answer
    }

    /// Returns the body with changed values, or `nil` if no value in the body can change.
    ///
    /// - Parameter number: Selects the new values: each number, starting at 1, results in a different body.
    func body(_ number: Int) -> [UInt8]? {
        if let document = answer.document {
            let json = JSON(document.root)
            return varied(json, number, answer.isValid).map { JSONWriter.compactBytes($0) }
        }
        if let type = answer.response.headers.first("Content-Type").flatMap({ MediaType(parsing: $0) }), type.isStream {
            return stream(type, number)
        }
        guard let text = String(utf8: answer.response.body) else { return nil }
        let other = Self.varied(text, number)
        guard !other.isSame(as: text), answer.isValid(.string(other)) else { return nil }
        return Array(other.utf8)
    }

    /// Returns a stream in which every item differs, or `nil` if no item can change. An end marker stays the same.
    private func stream(_ type: MediaType, _ number: Int) -> [UInt8]? {
        func isValid(_ item: JSON) -> Bool { answer.itemSchema?.isValid(JSONDocument(item).root) ?? true }
        let bytes: [UInt8]
        if type.isEventStream {
            bytes = EventStream.bytes(
                EventStream.parse(answer.response.body).map { event in
                    guard var object = event.object, let text = object["data"]?.string, text != "[DONE]" else {
                        return event
                    }
                    let data = try? JSON(parsing: text)
                    let isText = data.map { $0.object == nil && $0.array == nil } ?? true
                    object["data"] =
                        isText
                        ? .string(Self.varied(text, number))
                        : data.flatMap { varied($0, number, { _ in true }) }.map { .string($0.compact) }
                            ?? .string(text)
                    return isValid(.object(object)) ? .object(object) : event
                })
        } else {
            let items = JSONLines.split(answer.response.body).compactMap { line in
                try? JSON(parsing: String(decoding: line.bytes, as: UTF8.self))
            }
            bytes = JSONLines.bytes(items.map { varied($0, number, isValid) ?? $0 }, as: type)
        }
        return bytes == answer.response.body ? nil : bytes
    }

    private func varied(_ json: JSON, _ number: Int, _ isValid: (JSON) -> Bool) -> JSON? {
        var leaves = 0
        let variant = Self.varied(json, number, &leaves) { _ in true }
        if variant != json, isValid(variant) { return variant }
        var changed: Set<Int> = []
        for leaf in 0..<min(leaves, Self.mostLeaves) {
            let candidate = Self.varied(json, number, changed.union([leaf]))
            if isValid(candidate) { changed.insert(leaf) }
        }
        let other = Self.varied(json, number, changed)
        guard other != json else { return nil }
        return other
    }

    private static func varied(_ json: JSON, _ number: Int, _ changed: Set<Int>) -> JSON {
        var leaves = 0
        return varied(json, number, &leaves) { changed.contains($0) }
    }

    /// Returns the JSON with some strings and numbers changed. `isChanged` takes the index of a string or number, and
    /// returns whether to change it.
    private static func varied(
        _ json: JSON, _ number: Int, _ leaves: inout Int, _ isChanged: (Int) -> Bool
    ) -> JSON {
        switch json {
        case .null, .bool: return json
        case .array(let elements):
            return .array(elements.map { varied($0, number, &leaves, isChanged) })
        case .object(let object):
            var other = JSONObject()
            for member in object { other[member.key] = varied(member.value, number, &leaves, isChanged) }
            return .object(other)
        case .string(let text):
            defer { leaves += 1 }
            return isChanged(leaves) ? .string(varied(text, number)) : json
        case .number:
            defer { leaves += 1 }
            guard isChanged(leaves), let integer = json.int else { return json }
            let (other, isOver) = integer.addingReportingOverflow(number)
            return isOver ? json : .number(JSONNumber(other))
        }
    }

    /// Changes the last digit, or the last ASCII letter if there is no digit. Dates and URLs stay the same.
    private static func varied(_ text: String, _ number: Int) -> String {
        looksSpecial(Array(text.utf8)) ? text : moved(text, number)
    }

    /// Changes the last digit, or the last ASCII letter if there is no digit. Unlike `varied`, also changes dates and
    /// URLs.
    static func moved(_ text: String, _ number: Int) -> String {
        var bytes = Array(text.utf8)
        func move(_ first: UInt8, _ count: UInt8) -> Bool {
            guard let index = bytes.lastIndex(where: { $0 >= first && $0 < first + count }) else { return false }
            bytes[index] = first + (bytes[index] - first + UInt8(number % Int(count))) % count
            return true
        }
        _ = move(UInt8(ascii: "0"), 10) || move(UInt8(ascii: "a"), 26) || move(UInt8(ascii: "A"), 26)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a string starts like a date or contains `//`, like a URL.
    static func looksSpecial(_ bytes: [UInt8]) -> Bool {
        isDate(bytes) || zip(bytes, bytes.dropFirst()).contains { $0 == 0x2F && $1 == 0x2F }
    }

    static func isDate(_ bytes: [UInt8]) -> Bool {
        bytes.count > 4 && bytes.prefix(4).allSatisfy { (0x30...0x39).contains($0) } && bytes[4] == 0x2D
    }
}
