import AccordContract
import AccordHTTP
import AccordJSON
import AccordSchema

/// Values of one schema by chance: examples, values at its bounds, and both with something unusual put in.
struct FuzzValues: Sendable {
    let schema: Schema
    /// Where the value goes; nil: into a body.
    let place: Parameter.Place?
    private let boundaries: [JSON]

    private static let mostBoundaries = 100

    init(_ schema: Schema, place: Parameter.Place?) {
        self.schema = schema
        self.place = place
        boundaries = schema.boundaryValues(limit: 2 * Self.mostBoundaries).filter(\.isValid).map(\.instance)
    }

    /// A value that the schema allows and the place can carry; nil where none was found.
    func value(_ random: inout SeededRandom) -> JSON? {
        for _ in 0..<8 {
            var made: JSON?
            if random.chance(1, of: 4) { made = random.pick(boundaries) }
            if made == nil {
                let options = ExampleOptions(
                    seed: random.next(), includesOptional: random.chance(1, of: 2), omits: .readOnly)
                made = try? schema.example(options)
            }
            guard var value = made else { continue }
            if random.chance(2, of: 3) {
                for _ in 0...random.below(3) { value = edited(value, &random) }
            }
            if Self.canCarry(value, place) { return value }
        }
        return nil
    }

    /// The value with one part of it replaced, where the schema still allows it.
    private func edited(_ value: JSON, _ random: inout SeededRandom) -> JSON {
        let places = JSONParts.pointers(in: value)
        for _ in 0..<6 {
            guard let pointer = random.pick(places), let part = value.value(at: pointer) else { continue }
            var changed = value
            guard changed.set(UnusualValues.replacement(for: part, &random), at: pointer), schema.isValid(changed),
                Self.canCarry(changed, place)
            else { continue }
            return changed
        }
        return value
    }

    /// True where a value of a parameter survives the way: no empty or dotted path segments, no control characters, in
    /// a header only what is printed.
    static func canCarry(_ value: JSON, _ place: Parameter.Place?) -> Bool {
        guard let place else { return true }
        switch value {
        case .null: return false
        case .bool, .number: return true
        case .string(let text): return canCarry(text, place)
        case .array(let elements):
            return !elements.isEmpty && elements.allSatisfy { canCarry($0, place) }
        case .object(let object):
            return !object.isEmpty && object.allSatisfy { canCarry($0.key, place) && canCarry($0.value, place) }
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
