// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The edge cases for the values in an example. Each generated value is a copy of the example that contains many edge
/// cases at the same time.
struct CornerTable: Sendable {
    /// A nested value of the example, given by its pointer, and the edge cases that can replace it.
    private struct Part: Sendable {
        var pointer: JSONPointer
        var corners: Lazy<Corners>

        /// Returns the edge case for the generated value number `turn`. The most important edge cases come first, in the
        /// same order for each seed, and then all others. The lists begin at the indices `shift` and `salt`, modulo their
        /// lengths. If `repeats` is `false`, returns `nil` after the last edge case.
        func corner(_ turn: Int, shift: Int, salt: Int, repeats: Bool) -> JSON? {
            let (first, others) = (corners.value.first, corners.value.others)
            if turn < first.count { return first[(turn + shift) % first.count] }
            let all = first.count + others.count
            guard all > 0, repeats || turn < all else { return nil }
            let place = turn % all
            if place < first.count { return first[(place + shift) % first.count] }
            return others[(place - first.count + salt) % others.count]
        }
    }

    private struct Corners: Sendable {
        /// The most important edge cases: the boundary values, and the values that combine several edge cases.
        var first: [JSON]
        var others: [JSON]
    }

    private static let mostParts = 60

    private let schema: Schema
    private let start: JSON
    private let parts: [Part]
    /// The names of the optional members of the example.
    private let optional: [String]
    private let isBody: Bool

    /// - Parameters:
    ///   - start: An example with all members of the schema.
    ///   - ends: The boundary values that the schema allows.
    ///   - alternatives: Further examples. If a string has no edge cases, for example because of its pattern, the
    ///     strings of these examples are used.
    ///   - canCarry: Returns whether the path, query, header field, cookie or body can contain a value.
    init(
        _ schema: Schema, start: JSON, optional: [String], ends: Lazy<[BoundaryValue]>, place: Parameter.Place?,
        alternatives: Lazy<[JSON]>, canCarry: @escaping @Sendable (JSON) -> Bool
    ) {
        self.schema = schema
        self.start = start
        self.optional = optional
        isBody = place == nil
        let ends = Lazy { Dictionary(grouping: ends.value, by: \.place).mapValues { $0.map(\.value) } }
        var strings: [Part] = []
        let edges = JSONParts.pointers(in: start).prefix(Self.mostParts).compactMap { pointer -> Part? in
            guard let value = start.value(at: pointer) else { return nil }
            // Skips the whole object, because `optional` decides which members it contains.
            let isWhole = pointer.tokens.isEmpty && value.object != nil
            guard !isWhole else { return nil }
            @Sendable func isAllowed(_ corner: JSON) -> Bool {
                var changed = start
                return changed.set(corner, at: pointer) && schema.isValid(changed) && canCarry(changed)
            }
            // Computes the edge cases only when they are used, because many values never need them.
            let corners = Lazy { CornerValues(of: value, ends: ends.value[pointer] ?? [], place: place) }
            let usual = CornerValues(of: value, ends: [], place: place)
            let hasCorners =
                (usual.first + usual.others).contains { $0 != value && isAllowed($0) }
                || corners.value.ends.contains(where: isAllowed)
                || corners.value.first.contains { $0 != value && isAllowed($0) }
            guard hasCorners else {
                let others = value.string == nil ? [] : alternatives.value.compactMap { $0.value(at: pointer) }
                let allowed = Set(others).filter { $0 != value && isAllowed($0) }.sorted { $0.compact < $1.compact }
                let corners = Corners(first: allowed, others: [])
                if !allowed.isEmpty { strings.append(Part(pointer: pointer, corners: Lazy { corners })) }
                return nil
            }
            return Part(pointer: pointer, corners: Lazy { Self.corners(corners.value, of: value, where: isAllowed) })
        }
        parts = edges + strings
    }

    private static func corners(_ corners: CornerValues, of value: JSON, where isAllowed: (JSON) -> Bool) -> Corners {
        var known: Set<String> = []
        func allowed(_ values: [JSON], _ most: Int) -> [JSON] {
            var allowedValues: [JSON] = []
            for corner in values where allowedValues.count < most && known.insert(corner.compact).inserted {
                if isAllowed(corner) { allowedValues.append(corner) }
            }
            return allowedValues
        }
        // Leaves out the example's own value, unless it is a boundary value.
        let ends = allowed(corners.ends, 40)
        known.insert(value.compact)
        let first = ends + allowed(corners.first, corners.mostFirst)
        return Corners(first: first, others: allowed(corners.first + corners.others, 120))
    }

    /// Copies of the example, each with a single edge case.
    var alone: [JSON] {
        parts.flatMap { part in
            (part.corners.value.first + part.corners.value.others).compactMap { corner in
                var changed = start
                guard changed.set(corner, at: part.pointer) else { return nil as JSON? }
                return changed
            }
        }
    }

    /// Returns a copy of the example with edge cases in place of its nested values. The next `turn` uses the next edge
    /// case of each nested value. In a body, the edge cases repeat. For a parameter, returns `nil` after the last edge
    /// case.
    ///
    /// - Parameters:
    ///   - turn: The number of the generated value, starting with 0.
    ///   - salt: A number that determines the first edge case of each nested value. Nested values begin with different
    ///     edge cases.
    func value(_ turn: Int, salt: UInt64) -> JSON? {
        var corners: [(pointer: JSONPointer, corner: JSON)] = []
        for (index, part) in parts.enumerated() {
            let member = part.pointer.tokens.first.flatMap { optional.firstIndex(of: $0) }
            if let member, !isThere(member, turn) { continue }
            let partTurn = member.map { times($0, before: turn) } ?? turn
            let partSalt = Int((salt &+ UInt64(index)) % 1009)
            if let corner = part.corner(partTurn, shift: index % 4, salt: partSalt, repeats: isBody) {
                corners.append((part.pointer, corner))
            }
        }
        // A body without edge cases varies only in its optional members. There are only a few combinations of these
        // members.
        guard !corners.isEmpty || isBody && turn < OptionalMembers.rows(of: optional.count) else { return nil }
        var generated = start
        if var object = generated.object {
            for (member, name) in optional.enumerated() where !isThere(member, turn) { object[name] = nil }
            if schema.isValid(.object(object)) { generated = .object(object) }
        }
        let bare = generated
        for (pointer, corner) in corners { put(corner, at: pointer, in: &generated) }
        if schema.isValid(generated) { return generated }
        // Inserts one edge case after the other, as far as the schema allows, because two edge cases may exclude each
        // other.
        generated = bare
        for (pointer, corner) in corners {
            var changed = generated
            put(corner, at: pointer, in: &changed)
            if schema.isValid(changed) { generated = changed }
        }
        return generated
    }

    private func put(_ corner: JSON, at pointer: JSONPointer, in value: inout JSON) {
        // Checks that the nested value exists, because the edge case of an outer value may have removed the nested
        // value.
        if value.value(at: pointer) != nil { value.set(corner, at: pointer) }
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
}
