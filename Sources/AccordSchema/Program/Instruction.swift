// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// One step of a compiled schema. The operation defines the meaning of `a` to `c`.
struct Instruction: BitwiseCopyable, Sendable {
    enum Operation: UInt8, Sendable {
        /// Apply schema `a` to the value.
        case reference
        /// Apply the schema that the dynamic scope has for name `b`, otherwise schema `a`.
        case dynamicReference
        /// Apply the schemas in the list from `a` up to `b`.
        case allOf, anyOf, oneOf
        case not
        /// Apply schema `b` if the value satisfies schema `a`, otherwise schema `c`.
        case condition
        /// Find the value in enumeration `a`.
        case enumeration
        /// Check a number with rule `a`.
        case number
        /// Count the scalars of a string: at least `a`, at most `b`.
        case length
        /// Match pattern `a`.
        case pattern
        /// Check format `a`.
        case format
        /// Check the encoded content of a string (draft 7): `a` is 1 for base64, plus 2 for JSON.
        case content
        case array
        case object
        /// If an object has key `a`, require the keys in the list from `b` up to `c`.
        case dependentKeys
        /// If an object has key `a`, apply schema `b`.
        case dependentSchema
        /// Apply schema `a` to unevaluated values.
        case unevaluatedItems, unevaluatedProperties
    }

    var operation: Operation
    /// The keyword that is reported if the step fails, if there is only one.
    var keyword: Keyword
    /// The kinds of value that the step applies to.
    var kinds: KindSet
    var a: UInt32 = 0
    var b: UInt32 = 0
    var c: UInt32 = 0

    /// The number that stands for no schema.
    static let none: UInt32 = .max
}

/// A schema's instructions, and the checks before the first of them.
struct SchemaCode: BitwiseCopyable, Sendable {
    var first: UInt32 = 0
    var end: UInt32 = 0
    /// The kinds of value that the schema allows.
    var kinds: KindSet = .all
    /// Whether a number must be an integer.
    var isIntegerOnly: Bool = false
    /// Whether the schema has `unevaluatedItems` or `unevaluatedProperties`.
    var asksUnevaluated: Bool = false
    /// The schema's resource, for the dynamic scope.
    var resource: UInt32 = 0
}

/// The constraints of an array.
struct ArrayRule: BitwiseCopyable, Sendable {
    /// The list of the schemas of the first elements.
    var prefixStart: UInt32 = 0
    var prefixEnd: UInt32 = 0
    /// The schema of the elements after those.
    var items: UInt32 = Instruction.none
    var minimum: UInt32 = 0
    var maximum: UInt32 = .max
    var contains: UInt32 = Instruction.none
    var minimumContained: UInt32 = 1
    var maximumContained: UInt32 = .max
    var isUnique: Bool = false
    /// Whether elements that match `contains` count as evaluated, as in 2020-12.
    var containsEvaluates: Bool = false
}

/// The constraints of an object.
struct ObjectRule: BitwiseCopyable, Sendable {
    /// The table of the keys in `properties` and `required`.
    var table: KeyTable = KeyTable()
    var requiredCount: UInt32 = 0
    /// The list of pairs of a pattern and a schema, for `patternProperties`.
    var patternStart: UInt32 = 0
    var patternEnd: UInt32 = 0
    /// The schema of the other members.
    var additional: UInt32 = Instruction.none
    var propertyNames: UInt32 = Instruction.none
    var minimum: UInt32 = 0
    var maximum: UInt32 = .max
}

/// The values of an enumeration.
struct EnumerationRule: BitwiseCopyable, Sendable {
    /// The kinds of the values.
    var kinds: KindSet = .none
    /// The strings.
    var strings: KeyTable = KeyTable()
    /// The range of the numbers, arrays and objects in the program's values.
    var start: UInt32 = 0
    var end: UInt32 = 0
}

/// The constraints of a number.
struct NumberRule: BitwiseCopyable, Sendable {
    var minimum: NumberBound = NumberBound()
    var maximum: NumberBound = NumberBound()
    var factor: NumberBound = NumberBound()
}

/// A number in a schema: scaled if it fits, and always in the program's numbers.
struct NumberBound: BitwiseCopyable, Sendable {
    var isPresent: Bool = false
    var isExclusive: Bool = false
    var keyword: Keyword = .minimum
    var scaled: ScaledNumber = ScaledNumber()
    var number: UInt32 = 0
}
