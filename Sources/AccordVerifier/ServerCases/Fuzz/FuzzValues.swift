// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Generates values that a schema allows: examples, boundary values, edge cases, and examples with an unusual nested
/// value.
struct FuzzValues: Sendable {
    /// A nested value of the example, given by its pointer, and the edge cases that can replace it. The most important
    /// edge cases are in `first`.
    private struct Part: Sendable {
        var pointer: JSONPointer
        var corners: Lazy<(first: [JSON], others: [JSON])>

        /// Returns the edge case for the generated value number `turn`. The most important edge cases come first, in the
        /// same order for each seed, and then all others. The lists begin at the indices `shift` and `salt`, modulo their
        /// lengths. If `repeats` is `false`, returns `nil` after the last edge case.
        func corner(_ turn: Int, shift: Int, salt: Int, repeats: Bool) -> JSON? {
            let (first, others) = corners.value
            if turn < first.count { return first[(turn + shift) % first.count] }
            let all = first.count + others.count
            guard all > 0, repeats || turn < all else { return nil }
            let place = turn % all
            if place < first.count { return first[(place + shift) % first.count] }
            return others[(place - first.count + salt) % others.count]
        }
    }

    private static let mostBoundaries = 100
    private static let mostParts = 60

    let schema: Schema
    /// The kind of parameter: path, query, header field or cookie, or `nil` for a body.
    let place: Parameter.Place?
    /// Whether numbers are sent as text, such as in a form. If so, a number must have its usual spelling.
    let isText: Bool
    /// An example with all members of the schema.
    private let start: JSON?
    /// The names of the optional members of the example.
    private let optional: [String]
    private let parts: [Part]
    /// The boundary values of the schema, and copies of the example that each have a single edge case.
    private let alone: Lazy<[JSON]>

    init(_ schema: Schema, place: Parameter.Place?, isText: Bool) {
        self.schema = schema
        self.place = place
        self.isText = isText
        start = try? schema.example(ExampleOptions(includesOptional: true, omits: .readOnly))
        let bare = try? schema.example(ExampleOptions(includesOptional: false, omits: .readOnly))
        let required = Set(bare?.object?.keys ?? [])
        optional = start?.object?.keys.filter { !required.contains($0) } ?? []
        let ends = Lazy { schema.boundaryValues(limit: 2 * Self.mostBoundaries).filter(\.isValid) }
        let parts = start.map { Self.parts(of: $0, schema, ends, place, isText: isText) } ?? []
        let start = start
        alone = Lazy {
            let copies = parts.flatMap { part in
                (part.corners.value.first + part.corners.value.others).compactMap {
                    start?.setting($0, at: part.pointer)
                }
            }
            return (ends.value.map(\.instance) + copies).filter { Self.canCarry($0, place, isText: isText) }.distinct
        }
        self.parts = parts
    }

    /// Returns the nested values of an example that have edge cases. If a string has no edge cases, for example because
    /// of its pattern, the strings of further examples are used.
    private static func parts(
        of start: JSON, _ schema: Schema, _ ends: Lazy<[BoundaryValue]>, _ place: Parameter.Place?, isText: Bool
    ) -> [Part] {
        let ends = Lazy { Dictionary(grouping: ends.value, by: \.place).mapValues { $0.map(\.value) } }
        let alternatives = Lazy {
            (UInt64(1)...12).compactMap { seed in try? schema.example(options(seed, includesOptional: true)) }
        }
        var strings: [Part] = []
        let edges = JSONParts.pointers(in: start).prefix(mostParts).compactMap { pointer -> Part? in
            // Skips the whole object, because `optional` decides which members it contains.
            guard let value = start.value(at: pointer), !pointer.tokens.isEmpty || value.object == nil else {
                return nil
            }
            @Sendable func isAllowed(_ corner: JSON) -> Bool {
                schema.setting(corner, at: pointer, in: start).map { canCarry($0, place, isText: isText) } ?? false
            }
            // Computes the edge cases only when they are used, because many values never need them.
            let corners = Lazy { CornerValues(of: value, ends: ends.value[pointer] ?? [], place: place) }
            let usual = CornerValues(of: value, ends: [], place: place)
            let hasCorners =
                (usual.first + usual.others).contains { $0 != value && isAllowed($0) }
                || corners.value.ends.contains(where: isAllowed)
                || corners.value.first.contains { $0 != value && isAllowed($0) }
            if hasCorners { return Part(pointer: pointer, corners: Lazy { corners.value.allowed(where: isAllowed) }) }
            let others = value.string == nil ? [] : alternatives.value.compactMap { $0.value(at: pointer) }
            let allowed = Set(others).filter { $0 != value && isAllowed($0) }.sorted { $0.compact < $1.compact }
            if !allowed.isEmpty { strings.append(Part(pointer: pointer, corners: Lazy { (allowed, []) })) }
            return nil
        }
        return edges + strings
    }

    private static func options(_ seed: UInt64, includesOptional: Bool) -> ExampleOptions {
        var options = ExampleOptions(seed: seed, includesOptional: includesOptional, omits: .readOnly)
        options.variesPatterns = true
        return options
    }

    /// Returns the edge case number `turn`: a copy of the example with edge cases in place of its nested values. The next
    /// `turn` uses the next edge case of each nested value. In a body, the edge cases repeat. Returns `nil` if no edge
    /// case remains, or if the path, query, header field or cookie can't contain the value.
    ///
    /// - Parameters:
    ///   - turn: The number of the generated value, starting with 0.
    ///   - salt: A number that determines the first edge case of each nested value. Nested values begin with different
    ///     edge cases.
    func corner(_ turn: Int, salt: UInt64) -> JSON? {
        var corners: [(pointer: JSONPointer, corner: JSON)] = []
        for (index, part) in parts.enumerated() {
            let member = part.pointer.tokens.first.flatMap { optional.firstIndex(of: $0) }
            if let member, !isThere(member, turn) { continue }
            let partTurn = member.map { times($0, before: turn) } ?? turn
            let partSalt = Int((salt &+ UInt64(index)) % 1009)
            if let corner = part.corner(partTurn, shift: index % 4, salt: partSalt, repeats: place == nil) {
                corners.append((part.pointer, corner))
            }
        }
        // A body without edge cases varies only in its optional members. There are only a few combinations of these
        // members.
        guard let start, !corners.isEmpty || place == nil && turn < OptionalMembers.rows(of: optional.count) else {
            return nil
        }
        let bare = chosen(start, row: UInt64(turn))
        // An edge case of an outer value may have removed the nested value.
        func with(_ corner: (pointer: JSONPointer, corner: JSON), in value: JSON) -> JSON {
            value.value(at: corner.pointer) == nil ? value : value.setting(corner.corner, at: corner.pointer) ?? value
        }
        var generated = corners.reduce(bare) { with($1, in: $0) }
        if !schema.admits(generated) {
            // Inserts one edge case after the other, as far as the schema allows, because two edge cases may exclude
            // each other.
            generated = corners.reduce(bare) { value, corner in
                let changed = with(corner, in: value)
                return schema.admits(changed) ? changed : value
            }
        }
        return Self.canCarry(generated, place, isText: isText) ? generated : nil
    }

    private func isThere(_ member: Int, _ turn: Int) -> Bool {
        OptionalMembers.isThere(member, of: optional.count, row: UInt64(turn))
    }

    /// Returns the number of generated values before `turn` that contain an optional member.
    private func times(_ member: Int, before turn: Int) -> Int {
        let rows = OptionalMembers.rows(of: optional.count)
        let inAll = (0..<rows).count { isThere(member, $0) }
        return turn / rows * inAll + (0..<turn % rows).count { isThere(member, $0) }
    }

    /// Returns a valid value that can be sent in the path, query, header field, cookie or body. Returns `nil` if Accord
    /// finds no value.
    func value(_ random: inout SeededRandom) -> JSON? {
        for _ in 0..<8 {
            var made: JSON?
            let isCorner = random.chance(1, of: 2)
            // Keeps all optional members with a probability of 5/6. Otherwise, removes all optional members.
            if isCorner { made = random.pick(alone.value).map { random.chance(5, of: 6) ? $0 : chosen($0, row: 1) } }
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
        return schema.admits(.object(object)) ? .object(object) : value
    }

    /// Returns the value with one nested value replaced, or the same value if the schema allows no replacement.
    private func edited(_ value: JSON, _ random: inout SeededRandom) -> JSON {
        let places = JSONParts.pointers(in: value)
        for _ in 0..<6 {
            guard let pointer = random.pick(places), let part = value.value(at: pointer) else { continue }
            let replacement = UnusualValues.replacement(for: part, &random)
            guard let changed = schema.setting(replacement, at: pointer, in: value),
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
