// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A compiled schema: flat tables for the evaluator, and source locations for violations.
final class SchemaProgram: Sendable {
    let schemas: FlatTable<SchemaCode>
    let instructions: FlatTable<Instruction>
    /// Lists of indexes. An instruction or rule refers to its list by a range.
    let lists: FlatTable<UInt32>
    let arrays: FlatTable<ArrayRule>
    let objects: FlatTable<ObjectRule>
    let enumerations: FlatTable<EnumerationRule>
    let numberRules: FlatTable<NumberRule>
    let slots: FlatTable<KeySlot>
    let keyBytes: FlatTable<UInt8>
    /// The patterns, in the order of their indexes in `patternBySource`.
    let patterns: [ECMAPattern]
    let compiledPatterns: [CompiledPattern]
    let numbers: [JSONNumber]
    let values: [JSONValue]
    let keys: [String]
    /// The possible targets of each dynamic reference: the schemas to use, each with the resource that defines it.
    let dynamicTargets: [[(resource: UInt32, schema: UInt32)]]

    /// The compiled documents. A `SchemaPlace` contains an index in this list.
    let documents: [JSONDocument]
    /// The schema resources. A `SchemaSource` contains an index in this list.
    let resources: [SchemaResource]
    /// The locations of the schemas, in the order of the schema numbers.
    let sources: [SchemaSource]
    /// The number of the schema at each location. The location of a `$ref` string has the number of the target schema.
    let schemaByPlace: [SchemaPlace: UInt32]
    /// The index of each pattern in `patterns`, by the pattern's source.
    let patternBySource: [String: UInt32]
    /// The index of each dynamic reference in `dynamicTargets`. The key is the location of the string in `$dynamicRef`
    /// or `$recursiveRef`.
    let dynamicNameByPlace: [SchemaPlace: UInt32]
    let options: SchemaOptions
    private let containsReadOnly: Bool
    private let containsWriteOnly: Bool

    /// Returns the text of a schema.
    func source(_ schema: UInt32) -> JSONValue {
        let source = sources[Int(schema)]
        return JSONValue(document: documents[Int(source.document)], node: Int(source.node))
    }

    /// Returns whether a schema of the program marks properties that a message may lack.
    func contains(_ omission: OmittedProperties) -> Bool {
        switch omission {
        case .nothing: false
        case .readOnly: containsReadOnly
        case .writeOnly: containsWriteOnly
        }
    }

    /// Whether the target of a reference can depend on the dynamic scope.
    var followsDynamicScope: Bool { !dynamicTargets.isEmpty }

    init(_ builder: consuming ProgramBuilder, index: SchemaIndex) {
        schemas = FlatTable(builder.schemas)
        instructions = FlatTable(builder.instructions)
        lists = FlatTable(builder.lists)
        arrays = FlatTable(builder.arrays)
        objects = FlatTable(builder.objects)
        enumerations = FlatTable(builder.enumerations)
        numberRules = FlatTable(builder.numberRules)
        slots = FlatTable(builder.keyTables.slots)
        keyBytes = FlatTable(builder.keyTables.bytes)
        patterns = builder.patterns
        compiledPatterns = builder.patterns.map(\.compiled)
        numbers = builder.numbers
        values = builder.values
        keys = builder.keys
        dynamicTargets = builder.dynamicTargets
        sources = builder.sources
        schemaByPlace = builder.schemaByPlace
        patternBySource = builder.patternBySource
        dynamicNameByPlace = builder.dynamicNameByPlace
        containsReadOnly = builder.containsReadOnly
        containsWriteOnly = builder.containsWriteOnly
        documents = index.documents
        resources = index.resources
        options = index.options
    }
}

/// The location of a compiled schema.
struct SchemaSource: BitwiseCopyable, Sendable {
    /// The index of the schema's document in the program's `documents`.
    var document: UInt32
    /// The node of the schema in its document.
    var node: UInt32
    /// The index of the schema's resource in the program's `resources`.
    var resource: UInt32
}

/// Collects the tables of a ``SchemaProgram`` while schemas are compiled.
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

    /// Adds a list of indexes to `lists`. Returns the range of the added elements.
    mutating func list(_ elements: [UInt32]) -> (start: UInt32, end: UInt32) {
        let start = UInt32(lists.count)
        lists += elements
        return (start, UInt32(lists.count))
    }

    /// Adds a string that an instruction refers to. Returns its index.
    mutating func key(_ key: String) -> UInt32 {
        keys.append(key)
        return UInt32(keys.count - 1)
    }

    /// Adds a limit, such as the number in `minimum`.
    mutating func bound(_ number: JSONNumber, _ keyword: Keyword, isExclusive: Bool = false) -> NumberBound {
        numbers.append(number)
        return NumberBound(
            isPresent: true, isExclusive: isExclusive, keyword: keyword,
            scaled: number.lexeme.utf8Buffer { ScaledNumber($0, $1) }, number: UInt32(numbers.count - 1))
    }
}
