// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension DocumentedAnswer {
    /// The maximum number of bodies to try, if the schema rejects the body with all values changed.
    private static let mostBodies = 40

    /// Returns a different body that the same schema allows and that resembles the documented body. Returns `nil` if no
    /// value in the body can change.
    ///
    /// In each string, a digit or letter changes. Integers change by a small amount. Dates and URLs stay the same,
    /// because clients often restrict dates and URLs more than the schema does.
    ///
    /// - Parameter number: Selects the new values: each number, starting at 1, results in a different body.
    func variedBody(_ number: Int) -> [UInt8]? {
        if let json { return varied(json, number, isValid).map { JSONWriter.compactBytes($0) } }
        if let type = response.headers.mediaType, type.isStream { return variedStream(type, number) }
        guard let text = String(utf8: response.body) else {
            let other = Self.moved(response.body, number)
            return other == response.body ? nil : other
        }
        let other = Self.varied(text, number)
        guard !other.isSame(as: text), isValid(.string(other)) else { return nil }
        return Array(other.utf8)
    }

    /// Returns a stream in which every item differs, or `nil` if no item can change. An end marker stays the same.
    private func variedStream(_ type: MediaType, _ number: Int) -> [UInt8]? {
        func isValid(_ item: JSON) -> Bool { itemSchema?.isValid(item) ?? true }
        let bytes: [UInt8]
        if type.isEventStream {
            bytes = EventStream.bytes(
                EventStream.parse(response.body).map { event in
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
            bytes = JSONLines.bytes(
                JSONLines.values(response.body).map { varied($0, number, isValid) ?? $0 }, as: type)
        }
        return bytes == response.body ? nil : bytes
    }

    private func varied(_ json: JSON, _ number: Int, _ isValid: (JSON) -> Bool) -> JSON? {
        // Changes all values. Halves each part that the schema rejects, so that values such as members of an enumeration
        // stay the same.
        var other = json
        var changed: Set<Int> = []
        var parts = [0..<Self.varied(json, number) { _ in false }.leaves]
        for _ in 0..<Self.mostBodies {
            guard let part = parts.popLast() else { break }
            let variant = Self.varied(json, number) { part.contains($0) || changed.contains($0) }.json
            if isValid(variant) {
                other = variant
                changed.formUnion(part)
            } else if part.count > 1 {
                let middle = part.lowerBound + part.count / 2
                parts += [middle..<part.upperBound, part.lowerBound..<middle]
            }
        }
        return other == json ? nil : other
    }

    /// Returns the JSON with some strings and numbers changed, and the number of its strings and numbers. `isChanged`
    /// takes the index of a string or number, and returns whether to change it.
    private static func varied(_ json: JSON, _ number: Int, _ isChanged: (Int) -> Bool) -> (json: JSON, leaves: Int) {
        var leaves = 0
        let other = json.mapScalars { scalar in
            guard [.string, .number].contains(scalar.kind) else { return scalar }
            leaves += 1
            guard isChanged(leaves - 1) else { return scalar }
            if let text = scalar.string { return .string(varied(text, number)) }
            guard let (sum, isOver) = scalar.int?.addingReportingOverflow(number), !isOver else { return scalar }
            return .int(sum)
        }
        return (other, leaves)
    }

    /// Changes the last digit, or the last ASCII letter if there is no digit. Dates and URLs stay the same.
    private static func varied(_ text: String, _ number: Int) -> String {
        looksSpecial(Array(text.utf8)) ? text : moved(text, number)
    }

    /// Changes the last digit, or the last ASCII letter if there is no digit. Unlike `varied`, also changes dates and
    /// URLs.
    static func moved(_ text: String, _ number: Int) -> String {
        String(decoding: moved(Array(text.utf8), number), as: UTF8.self)
    }

    private static func moved(_ bytes: [UInt8], _ number: Int) -> [UInt8] {
        var bytes = bytes
        func move(_ first: UInt8, _ count: UInt8) -> Bool {
            guard let index = bytes.lastIndex(where: { $0 >= first && $0 < first + count }) else { return false }
            bytes[index] = first + (bytes[index] - first + UInt8(number % Int(count))) % count
            return true
        }
        _ = move(UInt8(ascii: "0"), 10) || move(UInt8(ascii: "a"), 26) || move(UInt8(ascii: "A"), 26)
        return bytes
    }

    /// Whether a string starts like a date or contains `//`, like a URL.
    static func looksSpecial(_ bytes: [UInt8]) -> Bool {
        isDate(bytes) || zip(bytes, bytes.dropFirst()).contains { $0 == 0x2F && $1 == 0x2F }
    }

    static func isDate(_ bytes: [UInt8]) -> Bool {
        bytes.count > 4 && bytes.prefix(4).allSatisfy { (0x30...0x39).contains($0) } && bytes[4] == 0x2D
    }
}
