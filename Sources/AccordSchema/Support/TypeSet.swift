// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A set of the types of JSON Schema. `number` includes integers and fractions.
struct TypeSet: OptionSet, Hashable {
    let rawValue: UInt8

    static let null = TypeSet(rawValue: 1)
    static let boolean = TypeSet(rawValue: 2)
    static let integer = TypeSet(rawValue: 4)
    static let fraction = TypeSet(rawValue: 8)
    static let string = TypeSet(rawValue: 16)
    static let array = TypeSet(rawValue: 32)
    static let object = TypeSet(rawValue: 64)
    static let number: TypeSet = [.integer, .fraction]
    static let all: TypeSet = [.null, .boolean, .integer, .fraction, .string, .array, .object]

    /// The names of the types in JSON Schema, and the kinds of their values.
    static let named: [(name: String, types: TypeSet, kinds: KindSet)] = [
        ("string", .string, .string), ("number", .number, .number), ("integer", .integer, .number),
        ("boolean", .boolean, .bool), ("object", .object, .object), ("array", .array, .array), ("null", .null, .null),
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates the type with a name of JSON Schema. For an unknown name, the set is empty.
    init(name: String) { self = Self.named.first { $0.name == name }?.types ?? [] }

    /// Creates the set of types that a `type` keyword allows.
    init(keyword value: JSONValue) {
        self = TypeSet(name: value.string ?? "")
        for element in value.elements { formUnion(TypeSet(name: element.string ?? "")) }
    }

    /// The kinds of the values that have one of the types.
    var kinds: KindSet {
        Self.named.reduce(into: .none) { kinds, entry in
            if !isDisjoint(with: entry.types) { kinds.formUnion(entry.kinds) }
        }
    }

    /// The kind of the values of a single type.
    var kind: JSONKind { JSONKind.allCases.first { !isDisjoint(with: TypeSet(name: $0.description)) } ?? .null }

    /// Creates the type of a value.
    init(of value: JSON) {
        self = value.number.map { $0.isInteger ? .integer : .fraction } ?? TypeSet(name: value.kind.description)
    }

    /// Returns the types in the order in which they are tried. The types in `hints`, which keywords such as
    /// `properties` imply, come first, and `null` comes last.
    func ordered(hints: TypeSet) -> [TypeSet] {
        let hintedOrder: [TypeSet] = [.object, .array, .string, .number, .boolean]
        let unhintedOrder: [TypeSet] = [.string, .number, .boolean, .object, .array, .null]
        let order =
            hintedOrder.filter { !hints.isDisjoint(with: $0) } + unhintedOrder.filter { hints.isDisjoint(with: $0) }
        return order.map(intersection).filter { !$0.isEmpty }
    }
}

/// A set of tape node kinds. The bits are in the order of ``TapeKind``.
///
/// The constants are computed, because access to a stored constant would take a lock in the evaluator's loop.
struct KindSet: OptionSet, BitwiseCopyable, Sendable {
    var rawValue: UInt16

    static var null: KindSet { KindSet(rawValue: 1) }
    static var bool: KindSet { KindSet(rawValue: 6) }
    static var number: KindSet { KindSet(rawValue: 8) }
    /// A string without escapes.
    static var plainString: KindSet { KindSet(rawValue: 16) }
    static var string: KindSet { KindSet(rawValue: 48) }
    static var array: KindSet { KindSet(rawValue: 64) }
    static var object: KindSet { KindSet(rawValue: 384) }
    static var container: KindSet { KindSet(rawValue: 448) }
    static var all: KindSet { KindSet(rawValue: 511) }
    static var none: KindSet { KindSet(rawValue: 0) }

    /// Returns whether the two sets have a kind in common.
    func meets(_ other: KindSet) -> Bool { rawValue & other.rawValue != 0 }
}

extension TapeNode {
    /// The kind of the node. Read directly from `link`, to avoid a call into the module AccordJSON.
    var kindBit: KindSet { KindSet(rawValue: 1 << UInt16(truncatingIfNeeded: link >> 28)) }

    /// The index of the first node after this node's subtree. Read directly from `link`, to avoid a call into the
    /// module AccordJSON.
    var nextNode: Int { Int(truncatingIfNeeded: link & 0x0FFF_FFFF) }
}
