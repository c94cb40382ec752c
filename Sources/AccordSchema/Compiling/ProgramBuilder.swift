import AccordJSON

/// The tables of a program while it is being compiled.
struct ProgramBuilder {
    var schemas: [SchemaCode] = []
    var instructions: [Instruction] = []
    var lists: [UInt32] = []
    var arrays: [ArrayRule] = []
    var objects: [ObjectRule] = []
    var enumerations: [EnumerationRule] = []
    var numberRules: [NumberRule] = []
    var keyTables = KeyTableBuilder()
    var patterns: [ECMAPattern] = []
    var numbers: [JSONNumber] = []
    var values: [JSONValue] = []
    var keys: [String] = []
    var dynamicTargets: [[(resource: UInt32, schema: UInt32)]] = []
    var sources: [SchemaSource] = []
    var schemaByPlace: [SchemaPlace: UInt32] = [:]
    var patternBySource: [String: UInt32] = [:]
    var dynamicNameByPlace: [SchemaPlace: UInt32] = [:]
    var containsReadOnly = false
    var containsWriteOnly = false

    /// Adds a run of indexes; returns where it starts and ends.
    mutating func list(_ elements: [UInt32]) -> (start: UInt32, end: UInt32) {
        let start = UInt32(lists.count)
        lists += elements
        return (start, UInt32(lists.count))
    }

    /// Adds a string that an instruction refers to.
    mutating func key(_ key: String) -> UInt32 {
        keys.append(key)
        return UInt32(keys.count - 1)
    }

    /// Adds a number that bounds others.
    mutating func bound(_ number: JSONNumber, _ keyword: Keyword, isExclusive: Bool = false) -> NumberBound {
        numbers.append(number)
        var lexeme = number.lexeme
        let scaled = lexeme.withUTF8 { buffer in
            // A number's text is never empty; it is read within the closure.
            buffer.baseAddress.map { ScaledNumber($0, buffer.count) } ?? ScaledNumber()
        }
        return NumberBound(
            isPresent: true, isExclusive: isExclusive, keyword: keyword, scaled: scaled,
            number: UInt32(numbers.count - 1))
    }
}
