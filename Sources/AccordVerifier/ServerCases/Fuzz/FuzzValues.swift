// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Generates values that a schema allows: examples, boundary values, edge cases, and examples with an unusual nested
/// value.
struct FuzzValues: Sendable {
    let schema: Schema
    /// The kind of parameter: path, query, header field or cookie, or `nil` for a body.
    let place: Parameter.Place?
    /// Whether numbers are sent as text, such as in a form. If so, a number must have its usual spelling.
    let isText: Bool
    private let corners: Lazy<[JSON]>
    private let optional: [String]
    private let table: CornerTable?

    private static let mostBoundaries = 100

    init(_ schema: Schema, place: Parameter.Place?, isText: Bool) {
        self.schema = schema
        self.place = place
        self.isText = isText
        let full = try? schema.example(ExampleOptions(includesOptional: true, omits: .readOnly))
        let bare = try? schema.example(ExampleOptions(includesOptional: false, omits: .readOnly))
        let required = Set(bare?.object?.keys ?? [])
        let optional = full?.object?.keys.filter { !required.contains($0) } ?? []
        let ends = Lazy { schema.boundaryValues(limit: 2 * Self.mostBoundaries).filter(\.isValid) }
        let alternatives = Lazy {
            (UInt64(1)...12).compactMap { seed in try? schema.example(Self.options(seed, includesOptional: true)) }
        }
        let table = full.map { full in
            CornerTable(schema, start: full, optional: optional, ends: ends, place: place, alternatives: alternatives) {
                Self.canCarry($0, place, isText: isText)
            }
        }
        corners = Lazy {
            var known: Set<JSON> = []
            return (ends.value.map(\.instance) + (table?.alone ?? []))
                .filter { Self.canCarry($0, place, isText: isText) && known.insert($0).inserted }
        }
        self.optional = optional
        self.table = table
    }

    private static func options(_ seed: UInt64, includesOptional: Bool) -> ExampleOptions {
        var options = ExampleOptions(seed: seed, includesOptional: includesOptional, omits: .readOnly)
        options.variesPatterns = true
        return options
    }

    /// Returns the edge case number `turn`. Returns `nil` if no edge case remains, or if the path, query, header field
    /// or cookie can't contain the value.
    func corner(_ turn: Int, salt: UInt64) -> JSON? {
        guard let value = table?.value(turn, salt: salt), Self.canCarry(value, place, isText: isText) else {
            return nil
        }
        return value
    }

    /// Returns a valid value that can be sent in the path, query, header field, cookie or body. Returns `nil` if Accord
    /// finds no value.
    func value(_ random: inout SeededRandom) -> JSON? {
        for _ in 0..<8 {
            var made: JSON?
            let isCorner = random.chance(1, of: 2)
            // Keeps all optional members with a probability of 5/6. Otherwise, removes all optional members.
            if isCorner { made = random.pick(corners.value).map { random.chance(5, of: 6) ? $0 : chosen($0, row: 1) } }
            if made == nil {
                let options = Self.options(
                    random.next(), includesOptional: !optional.isEmpty || random.chance(1, of: 2))
                made = (try? schema.example(options)).map { chosen($0, row: random.next()) }
            }
            guard var value = made else { continue }
            // Replaces one to three nested values in some requests. Edge cases then occur both alone and in
            // combination.
            if random.chance(isCorner ? 1 : 2, of: 3) {
                for _ in 0...random.below(3) { value = edited(value, &random) }
            }
            if Self.canCarry(value, place, isText: isText) { return value }
        }
        return nil
    }

    /// Returns the value without some optional members, or the same value if the schema requires these members.
    private func chosen(_ value: JSON, row: UInt64) -> JSON {
        guard var object = value.object else { return value }
        for (index, name) in optional.enumerated() where !OptionalMembers.isThere(index, of: optional.count, row: row) {
            object[name] = nil
        }
        return schema.isValid(.object(object)) ? .object(object) : value
    }

    /// Returns the value with one nested value replaced, or the same value if the schema allows no replacement.
    private func edited(_ value: JSON, _ random: inout SeededRandom) -> JSON {
        let places = JSONParts.pointers(in: value)
        for _ in 0..<6 {
            guard let pointer = random.pick(places), let part = value.value(at: pointer) else { continue }
            var changed = value
            guard changed.set(UnusualValues.replacement(for: part, &random), at: pointer), schema.isValid(changed),
                Self.canCarry(changed, place, isText: isText)
            else { continue }
            return changed
        }
        return value
    }

    /// Returns whether a path, query, header field, cookie or body can contain a value. A path can't contain empty or
    /// dot segments. A parameter can't contain control characters. A header field can contain only printable
    /// characters. A number that is sent as text must have its usual spelling.
    ///
    /// An empty list or object is possible only in JSON. In other formats, some servers treat an empty value as
    /// missing.
    static func canCarry(_ value: JSON, _ place: Parameter.Place?, isText: Bool) -> Bool {
        let isJSON = place == nil && !isText
        switch value {
        case .null: return place == nil
        case .bool: return true
        case .number(let number): return !isText || number.isPlain
        case .string(let text): return place.map { canCarry(text, $0) } ?? true
        case .array(let elements):
            return (isJSON || !elements.isEmpty) && elements.allSatisfy { canCarry($0, place, isText: isText) }
        case .object(let object):
            guard isJSON || !object.isEmpty else { return false }
            return object.allSatisfy { member in
                let carriesName = place.map { canCarry(member.key, $0) } ?? true
                return carriesName && canCarry(member.value, place, isText: isText)
            }
        }
    }

    /// The maximum size of a value. Many servers accept at most 8,000 bytes in a URL or header field (RFC 9110 section
    /// 4.1).
    static let mostBytes = 4_000

    private static func canCarry(_ text: String, _ place: Parameter.Place) -> Bool {
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            return false
        }
        guard text.utf8.count <= mostBytes else { return false }
        switch place {
        case .query: return true
        case .cookie: return !text.isEmpty
        case .path: return !text.isEmpty && text != "." && text != ".." && !text.contains { "/\\".contains($0) }
        case .header:
            return !text.isEmpty && text.first != " " && text.last != " " && text.utf8.allSatisfy { $0 < 0x7F }
        }
    }
}

extension JSONNumber {
    /// Whether the number has its usual spelling, such as `12` or `-0.5`, in contrast to `1.0`, `1e2` or `-0`.
    var isPlain: Bool {
        let text = lexeme.utf8
        let hasExponent = text.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        let isPadded = text.contains(UInt8(ascii: ".")) && text.last == UInt8(ascii: "0")
        return !hasExponent && !isPadded && !(lexeme.hasPrefix("-0") && double == 0)
    }
}

/// A table in which each row selects some of the optional members. For every pair of members, there are rows that
/// select both members, only the first, only the second, and neither.
enum OptionalMembers {
    /// Returns whether a row selects a member. Row 0 selects all members, and row 1 selects no member. Two more rows
    /// follow for each bit of `index + 1`: one row for the members in which the bit is 1, one row for the members in
    /// which it is 0.
    static func isThere(_ index: Int, of count: Int, row: UInt64) -> Bool {
        let row = Int(row % UInt64(rows(of: count)))
        guard row > 1 else { return row == 0 }
        let hasBit = ((index + 1) >> ((row - 2) / 2)) & 1 == 1
        return hasBit == row.isMultiple(of: 2)
    }

    /// Returns the number of different rows. After these rows, the table repeats.
    static func rows(of count: Int) -> Int { 2 + 2 * (Int.bitWidth - count.leadingZeroBitCount) }
}
