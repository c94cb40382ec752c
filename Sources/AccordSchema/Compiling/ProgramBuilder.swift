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
    var slots: [KeySlot] = []
    var keyBytes: [UInt8] = []
    var patterns: [ECMAPattern] = []
    var numbers: [JSONNumber] = []
    var values: [JSONValue] = []
    var keys: [String] = []
    var dynamicTargets: [[(resource: UInt32, schema: UInt32)]] = []
    var sources: [SchemaSource] = []
    var schemaByPlace: [SchemaPlace: UInt32] = [:]
    var patternBySource: [String: UInt32] = [:]
    var dynamicNameByPlace: [SchemaPlace: UInt32] = [:]

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

    /// Adds a table of keys; of a key that comes twice the entries are joined.
    mutating func table(_ entries: [(key: String, schema: UInt32, isRequired: Bool)]) -> KeyTable {
        if entries.isEmpty { return KeyTable() }
        var size = 2
        while size < entries.count * 2 { size *= 2 }
        let start = slots.count
        slots += [KeySlot](repeating: KeySlot(), count: size)
        for entry in entries {
            var key = entry.key
            key.withUTF8 { insert($0, entry.schema, entry.isRequired, start, size - 1) }
        }
        return KeyTable(start: UInt32(start), mask: UInt32(size - 1), isEmpty: false)
    }

    /// The number of different keys in a table that an object must have.
    func requiredCount(_ table: KeyTable) -> UInt32 {
        if table.isEmpty { return 0 }
        let slots = self.slots[Int(table.start)...Int(table.start + table.mask)]
        return UInt32(slots.count(where: \.isRequired))
    }

    private mutating func insert(
        _ key: UnsafeBufferPointer<UInt8>, _ schema: UInt32, _ isRequired: Bool, _ start: Int, _ mask: Int
    ) {
        // An empty key has no bytes to read, so the stand-in's value doesn't matter.
        let hash = withUnsafePointer(to: 0 as UInt8) {
            KeyHashing.hash(key.baseAddress ?? $0, key.count, KeyHashing.seed)
        }
        var place = Int(hash) & mask
        while slots[start + place].length != .max {
            let slot = slots[start + place]
            let bytes = keyBytes[Int(slot.start)..<Int(slot.start + slot.length)]
            if slot.hash == hash, bytes.elementsEqual(key) {
                if schema != Instruction.none { slots[start + place].schema = schema }
                if isRequired { slots[start + place].isRequired = true }
                return
            }
            place = (place + 1) & mask
        }
        slots[start + place] = KeySlot(
            start: UInt32(keyBytes.count), length: UInt32(key.count), hash: hash, schema: schema,
            isRequired: isRequired)
        keyBytes += key
    }

    /// Adds a number that bounds others.
    mutating func bound(_ number: JSONNumber, isExclusive: Bool) -> NumberBound {
        numbers.append(number)
        var lexeme = number.lexeme
        let scaled = lexeme.withUTF8 { buffer in
            // A number's text is never empty; it is read within the closure.
            buffer.baseAddress.map { ScaledNumber($0, buffer.count) } ?? ScaledNumber()
        }
        return NumberBound(
            isPresent: true, isExclusive: isExclusive, scaled: scaled, number: UInt32(numbers.count - 1))
    }
}
