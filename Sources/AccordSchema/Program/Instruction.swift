// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// One step of a compiled schema. The operation determines the meaning of `a`, `b` and `c`.
struct Instruction: BitwiseCopyable, Sendable {
    enum Operation: UInt8, Sendable {
        /// Apply schema `a` to the value.
        case reference
        /// Apply the schema that the dynamic scope defines for name `b`. If the scope defines no schema, apply schema
        /// `a`.
        case dynamicReference
        /// Apply the schemas in the list from index `a` to `b` (exclusive).
        case allOf, anyOf, oneOf
        case not
        /// Apply schema `b` if the value satisfies schema `a`, otherwise apply schema `c`.
        case condition
        /// Check that enumeration `a` contains the value.
        case enumeration
        /// Check a number against the number rule with index `a`.
        case number
        /// Check that a string has at least `a` and at most `b` Unicode scalars.
        case length
        /// Check that a string matches pattern `a`.
        case pattern
        /// Check that a value has format `a`.
        case format
        /// Check the encoded content of a string (draft 7). The bits of `a` are 1 for base64 and 2 for JSON.
        case content
        case array
        case object
        /// If an object has key `a`, require the keys in the list from index `b` to `c` (exclusive).
        case dependentKeys
        /// If an object has key `a`, apply schema `b` to the object.
        case dependentSchema
        /// Apply schema `a` to the elements or members that no other keyword has evaluated.
        case unevaluated
    }

    var operation: Operation
    /// The keyword that the step checks, for reports. Not used if the step checks several keywords.
    var keyword: Keyword
    /// The kinds of values that the step applies to.
    var kinds: KindSet
    var a: UInt32 = 0
    var b: UInt32 = 0
    var c: UInt32 = 0

    /// The number to use in place of a schema's number if there is no schema.
    static let none: UInt32 = .max
}

/// The range of a schema's instructions, and the checks of types that come before the first instruction.
struct SchemaCode: BitwiseCopyable, Sendable {
    var first: UInt32 = 0
    var end: UInt32 = 0
    /// The kinds of values that the schema allows.
    var kinds: KindSet = .all
    /// Whether a number must be an integer.
    var isIntegerOnly: Bool = false
    /// Whether the schema has `unevaluatedItems` or `unevaluatedProperties`.
    var asksUnevaluated: Bool = false
    /// The index of the schema's resource, for the dynamic scope.
    var resource: UInt32 = 0
}

/// The constraints that a schema puts on an array, such as `minItems` and the schema of the elements.
struct ArrayRule: BitwiseCopyable, Sendable {
    /// The index in the program's `lists` at which the schemas of the first elements start.
    var prefixStart: UInt32 = 0
    var prefixEnd: UInt32 = 0
    /// The schema of all elements that have no schema of their own in `prefixItems`.
    var items: UInt32 = Instruction.none
    var minimum: UInt32 = 0
    var maximum: UInt32 = .max
    var contains: UInt32 = Instruction.none
    var minimumContained: UInt32 = 1
    var maximumContained: UInt32 = .max
    var isUnique: Bool = false
    /// Whether elements that match `contains` count as evaluated, as in JSON Schema 2020-12.
    var containsEvaluates: Bool = false
}

/// The constraints that a schema puts on an object, such as `required` and the schemas of the members.
struct ObjectRule: BitwiseCopyable, Sendable {
    /// The key table with the names in `properties` and `required`.
    var table: KeyTable = KeyTable()
    var requiredCount: UInt32 = 0
    /// The index in the program's `lists` at which the entries of `patternProperties` start. Each entry is a pattern
    /// and a schema.
    var patternStart: UInt32 = 0
    var patternEnd: UInt32 = 0
    /// The schema of members that neither `properties` nor `patternProperties` covers.
    var additional: UInt32 = Instruction.none
    var propertyNames: UInt32 = Instruction.none
    var minimum: UInt32 = 0
    var maximum: UInt32 = .max
}

/// The values of an enumeration.
struct EnumerationRule: BitwiseCopyable, Sendable {
    /// The kinds of the values in the enumeration.
    var kinds: KindSet = .none
    /// The strings in the enumeration.
    var strings: KeyTable = KeyTable()
    /// The index in the program's `values` at which the enumeration's numbers, arrays and objects start.
    var start: UInt32 = 0
    var end: UInt32 = 0
}

/// The limits that a schema puts on a number, and the value of `multipleOf` as `factor`.
struct NumberRule: BitwiseCopyable, Sendable {
    var minimum: NumberBound = NumberBound()
    var maximum: NumberBound = NumberBound()
    var factor: NumberBound = NumberBound()
}

/// A limit in a schema. `number` is an index in the program's list of numbers. `scaled` is exact only for short
/// numbers.
struct NumberBound: BitwiseCopyable, Sendable {
    var isPresent: Bool = false
    var isExclusive: Bool = false
    var keyword: Keyword = .minimum
    var scaled: ScaledNumber = ScaledNumber()
    var number: UInt32 = 0
}
