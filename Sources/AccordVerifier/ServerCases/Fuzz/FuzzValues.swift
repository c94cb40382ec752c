import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// Values of one schema: examples, values at its bounds and in its corners, and those with something unusual put in.
struct FuzzValues: Sendable {
    let schema: Schema
    /// Where the value goes; nil: into a body.
    let place: Parameter.Place?
    /// True where every scalar is written as a text: a number has to be spelled as people spell it.
    let isText: Bool
    private let corners: [JSON]
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
        let ends = schema.boundaryValues(limit: 2 * Self.mostBoundaries).filter(\.isValid)
        let table = full.map { full in
            CornerTable(schema, start: full, optional: optional, ends: ends, place: place) {
                Self.canCarry($0, place, isText: isText)
            }
        }
        var known: Set<JSON> = []
        corners = (ends.map(\.instance) + (table?.alone ?? []))
            .filter { Self.canCarry($0, place, isText: isText) && known.insert($0).inserted }
        self.optional = optional
        self.table = table
    }

    /// How much there is to vary.
    var weight: Int { max(1, table?.count ?? 0) }

    /// The value of a turn, with each of its parts in a corner; nil where there is none that the place can carry.
    func corner(_ turn: Int, salt: UInt64) -> JSON? {
        guard let value = table?.value(turn, salt: salt), Self.canCarry(value, place, isText: isText) else {
            return nil
        }
        return value
    }

    /// A value that the schema allows and the place can carry; nil where none was found.
    func value(_ random: inout SeededRandom) -> JSON? {
        for _ in 0..<8 {
            var made: JSON?
            let isCorner = random.chance(1, of: 2)
            // With all that may be there, or with as little.
            if isCorner { made = random.pick(corners).map { random.chance(5, of: 6) ? $0 : chosen($0, row: 1) } }
            if made == nil {
                let options = ExampleOptions(
                    seed: random.next(), includesOptional: !optional.isEmpty || random.chance(1, of: 2),
                    omits: .readOnly)
                made = (try? schema.example(options)).map { chosen($0, row: random.next()) }
            }
            guard var value = made else { continue }
            // A corner is best seen by itself; together with others, too.
            if random.chance(isCorner ? 1 : 2, of: 3) {
                for _ in 0...random.below(3) { value = edited(value, &random) }
            }
            if Self.canCarry(value, place, isText: isText) { return value }
        }
        return nil
    }

    /// The value with some of the members that nothing requires, where the schema allows their absence.
    private func chosen(_ value: JSON, row: UInt64) -> JSON {
        guard var object = value.object else { return value }
        for (index, name) in optional.enumerated() where !OptionalMembers.isThere(index, of: optional.count, row: row) {
            object[name] = nil
        }
        return schema.isValid(.object(object)) ? .object(object) : value
    }

    /// The value with one part of it replaced, where the schema still allows it.
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

    /// True where a value survives the way: in a parameter no empty or dotted path segments, no control characters, in
    /// a header only what is printed; of numbers as texts only the spelling that everybody reads.
    ///
    /// Nothing empty where it may be written as nothing: servers differ in whether it is missing then.
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

    private static func canCarry(_ text: String, _ place: Parameter.Place) -> Bool {
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            return false
        }
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
    /// True for `12` and `-0.5`, not for `1.0`, `1e2` and `-0`: as a text of a parameter those aren't what JSON makes
    /// of them.
    var isPlain: Bool {
        let text = lexeme.utf8
        let hasExponent = text.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        let isPadded = text.contains(UInt8(ascii: ".")) && text.last == UInt8(ascii: "0")
        return !hasExponent && !isPadded && !(lexeme.hasPrefix("-0") && double == 0)
    }
}

/// Which of the members that nothing requires are there: over few rows each two of them in all four ways.
enum OptionalMembers {
    /// All in row 0, none in row 1, then for each bit of a member's number those that have it, and the others: two
    /// numbers differ in a bit.
    static func isThere(_ index: Int, of count: Int, row: UInt64) -> Bool {
        let row = Int(row % UInt64(rows(of: count)))
        guard row > 1 else { return row == 0 }
        let hasBit = ((index + 1) >> ((row - 2) / 2)) & 1 == 1
        return hasBit == row.isMultiple(of: 2)
    }
}

extension OptionalMembers {
    /// After how many rows they begin anew.
    static func rows(of count: Int) -> Int { 2 + 2 * (Int.bitWidth - count.leadingZeroBitCount) }
}

/// The parts of a value.
enum JSONParts {
    private static let most = 200

    /// Pointers to the value and what is in it, the outer ones first.
    static func pointers(in value: JSON) -> [JSONPointer] {
        var found = [JSONPointer.root]
        var queue: [(JSONPointer, JSON)] = [(.root, value)]
        var next = 0
        while next < queue.count, found.count < most {
            let (pointer, value) = queue[next]
            next += 1
            switch value {
            case .array(let elements):
                for (index, element) in elements.enumerated() { queue.append((pointer.appending(index), element)) }
            case .object(let object):
                for member in object { queue.append((pointer.appending(member.key), member.value)) }
            case .null, .bool, .number, .string: break
            }
            if next < queue.count { found.append(queue[next].0) }
        }
        return found
    }
}
