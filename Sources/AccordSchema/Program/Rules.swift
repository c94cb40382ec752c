/// What a schema says of an array's elements and their number.
struct ArrayRule: BitwiseCopyable, Sendable {
    /// The list of the schemas of the first elements.
    var prefixStart: UInt32 = 0
    var prefixEnd: UInt32 = 0
    /// The schema of the elements behind those.
    var items: UInt32 = Instruction.none
    var minimum: UInt32 = 0
    var maximum: UInt32 = .max
    var contains: UInt32 = Instruction.none
    var minimumContained: UInt32 = 1
    var maximumContained: UInt32 = .max
    var isUnique: Bool = false
    /// Whether what `contains` found counts as looked at: in 2020-12 it does.
    var containsEvaluates: Bool = false
}

/// What a schema says of an object's members and their number.
struct ObjectRule: BitwiseCopyable, Sendable {
    /// The table of the keys that `properties` and `required` name.
    var table: KeyTable = KeyTable()
    var requiredCount: UInt32 = 0
    /// The list of pairs of a pattern and a schema.
    var patternStart: UInt32 = 0
    var patternEnd: UInt32 = 0
    /// The schema of the members that neither names nor patterns match.
    var additional: UInt32 = Instruction.none
    var propertyNames: UInt32 = Instruction.none
    var minimum: UInt32 = 0
    var maximum: UInt32 = .max
}

/// Values of which an instance has to be one.
struct EnumerationRule: BitwiseCopyable, Sendable {
    /// The kinds among the values.
    var kinds: KindSet = .none
    /// The strings among them.
    var strings: KeyTable = KeyTable()
    /// The numbers, arrays and objects, among the program's values.
    var start: UInt32 = 0
    var end: UInt32 = 0
}

/// What a schema says of a number.
struct NumberRule: BitwiseCopyable, Sendable {
    var minimum: NumberBound = NumberBound()
    var maximum: NumberBound = NumberBound()
    var factor: NumberBound = NumberBound()
}

/// A number in a schema: as a scaled integer if it fits, and always among the program's numbers.
struct NumberBound: BitwiseCopyable, Sendable {
    var isPresent: Bool = false
    var isExclusive: Bool = false
    var keyword: Keyword = .minimum
    var scaled: ScaledNumber = ScaledNumber()
    var number: UInt32 = 0
}
