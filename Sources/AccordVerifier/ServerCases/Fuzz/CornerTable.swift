import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// The corners of each part of a schema's values, so that one request can have all its parts in a corner at once.
struct CornerTable: Sendable {
    /// A part of a value, and what the schema also allows there.
    private struct Part: Sendable {
        var pointer: JSONPointer
        /// The ends of what is allowed, and what has most corners in it.
        var first: [JSON]
        var others: [JSON]

        /// The corner of a turn: those that count most come first, wherever the salt begins.
        func corner(_ turn: Int, salt: Int, repeats: Bool) -> JSON? {
            if turn < first.count { return first[(turn + salt) % first.count] }
            let all = first.count + others.count
            guard all > 0, repeats || turn < all else { return nil }
            let place = turn % all
            if place < first.count { return first[(place + salt) % first.count] }
            return others[(place - first.count + salt) % others.count]
        }
    }

    private static let mostParts = 60

    private let schema: Schema
    private let start: JSON
    private let parts: [Part]
    /// The members of the whole that nothing requires.
    private let optional: [String]
    private let isBody: Bool

    /// How many parts have anything to vary.
    var count: Int { parts.count }

    /// - Parameters:
    ///   - start: an example with everything that the schema speaks of.
    ///   - ends: the schema's boundary values that it allows.
    ///   - canCarry: whether a value survives the way to the server.
    init(
        _ schema: Schema, start: JSON, optional: [String], ends: [BoundaryValue], place: Parameter.Place?,
        canCarry: (JSON) -> Bool
    ) {
        self.schema = schema
        self.start = start
        self.optional = optional
        isBody = place == nil
        let ends = Dictionary(grouping: ends, by: \.place).mapValues { $0.map(\.value) }
        parts = JSONParts.pointers(in: start).prefix(Self.mostParts).compactMap { pointer in
            guard let value = start.value(at: pointer) else { return nil }
            // Which members the whole has is decided apart.
            let isWhole = pointer.tokens.isEmpty && value.object != nil
            let corners = CornerValues(of: value, ends: ends[pointer] ?? [], place: place)
            var known: Set<String> = []
            func allowed(_ values: [JSON], _ most: Int) -> [JSON] {
                var found: [JSON] = []
                for corner in values where found.count < most && known.insert(corner.compact).inserted {
                    var changed = start
                    guard changed.set(corner, at: pointer), schema.isValid(changed), canCarry(changed) else { continue }
                    found.append(corner)
                }
                return found
            }
            guard !isWhole else { return nil }
            // The example's own value is no corner, unless it is at an end.
            let ends = allowed(corners.ends, 40)
            known.insert(value.compact)
            let first = ends + allowed(corners.first, CornerValues.mostFirst)
            let part = Part(pointer: pointer, first: first, others: allowed(corners.first + corners.others, 120))
            return part.first.isEmpty && part.others.isEmpty ? nil : part
        }
    }

    /// Each corner by itself, everything else as in the example.
    var alone: [JSON] {
        parts.flatMap { part in
            (part.first + part.others).compactMap { corner in
                var changed = start
                guard changed.set(corner, at: part.pointer) else { return nil as JSON? }
                return changed
            }
        }
    }

    /// The value of a turn, each of its parts in its next corner; nil once a parameter has been in all of its corners.
    ///
    /// - Parameters:
    ///   - turn: how many values were asked for before.
    ///   - salt: shifts the parts' corners against each other.
    func value(_ turn: Int, salt: UInt64) -> JSON? {
        var corners: [(pointer: JSONPointer, corner: JSON)] = []
        for (index, part) in parts.enumerated() {
            let member = part.pointer.tokens.first.flatMap { optional.firstIndex(of: $0) }
            if let member, !isThere(member, turn) { continue }
            let own = member.map { times($0, before: turn) } ?? turn
            let shift = Int((salt &+ UInt64(index)) % 1009)
            if let corner = part.corner(own, salt: shift, repeats: isBody) { corners.append((part.pointer, corner)) }
        }
        // With nothing in it a body is the same each time.
        guard !corners.isEmpty || isBody && turn < OptionalMembers.rows(of: optional.count) else { return nil }
        var whole = start
        if var object = whole.object {
            for (member, name) in optional.enumerated() where !isThere(member, turn) { object[name] = nil }
            if schema.isValid(.object(object)) { whole = .object(object) }
        }
        let bare = whole
        for (pointer, corner) in corners { put(corner, at: pointer, in: &whole) }
        if schema.isValid(whole) { return whole }
        // Two of them don't go together: as many as do.
        whole = bare
        for (pointer, corner) in corners {
            var changed = whole
            put(corner, at: pointer, in: &changed)
            if schema.isValid(changed) { whole = changed }
        }
        return whole
    }

    private func put(_ corner: JSON, at pointer: JSONPointer, in value: inout JSON) {
        // What an outer corner took away stays away.
        if value.value(at: pointer) != nil { value.set(corner, at: pointer) }
    }

    private func isThere(_ member: Int, _ turn: Int) -> Bool {
        OptionalMembers.isThere(member, of: optional.count, row: UInt64(turn))
    }

    /// In how many values before a turn a member was.
    private func times(_ member: Int, before turn: Int) -> Int {
        let rows = OptionalMembers.rows(of: optional.count)
        let inAll = (0..<rows).count { isThere(member, $0) }
        return turn / rows * inAll + (0..<turn % rows).count { isThere(member, $0) }
    }
}
