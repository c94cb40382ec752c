import AccordJSON

/// One step of a compiled schema; what `a` to `c` are depends on the operation.
struct Instruction: BitwiseCopyable, Sendable {
    enum Operation: UInt8, Sendable {
        /// Hold the value against schema `a`.
        case reference
        /// Hold it against the schema that the dynamic scope chooses: by default `a`, by name `b`.
        case dynamicReference
        /// Hold it against the schemas that the list from `a` up to `b` names.
        case allOf, anyOf, oneOf
        case not
        /// If it satisfies `a`, hold it against `b`, else against `c`.
        case condition
        /// Look for it in enumeration `a`.
        case enumeration
        /// Hold a number against bounds `a`.
        case number
        /// Count the scalars of a string: at least `a`, at most `b`.
        case length
        /// Look for pattern `a`.
        case pattern
        /// Hold it against format `a`.
        case format
        /// Hold a string against what draft 7 says of encoded content: `a` is 1 for base64, plus 2 for JSON.
        case content
        case array
        case object
        /// Where an object has key `a`, it has those that the list from `b` up to `c` names.
        case dependentKeys
        /// Where an object has key `a`, hold it against schema `b`.
        case dependentSchema
        /// Hold what nothing else looked at against schema `a`.
        case unevaluatedItems, unevaluatedProperties
    }

    var operation: Operation
    /// The keyword that is reported if the step fails, if there is only one.
    var keyword: Keyword
    /// The kinds of value that the step says something about.
    var kinds: KindSet
    var a: UInt32 = 0
    var b: UInt32 = 0
    var c: UInt32 = 0

    /// Stands for a schema that isn't there.
    static let none: UInt32 = .max
}

/// A schema's instructions, and what is decided before the first of them.
struct SchemaCode: BitwiseCopyable, Sendable {
    var first: UInt32 = 0
    var end: UInt32 = 0
    /// The kinds of value that the schema allows.
    var kinds: KindSet = .all
    /// Whether a number has to be whole.
    var isIntegerOnly: Bool = false
    /// Whether the schema asks what nothing else looked at.
    var asksUnevaluated: Bool = false
    /// The resource that the schema is in, for the dynamic scope.
    var resource: UInt32 = 0
}
