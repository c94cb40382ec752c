// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A compiled schema: flat tables for the evaluator, and source locations for violations.
final class SchemaProgram: Sendable {
    let tables: ProgramTables
    let parts: ProgramParts
    /// The compiled documents. A `SchemaPlace` contains an index in this list.
    let documents: [JSONDocument]
    /// The schema resources. A `SchemaSource` contains an index in this list.
    let resources: [SchemaResource]
    let options: SchemaOptions

    init(_ parts: ProgramParts, index: SchemaIndex) {
        tables = ProgramTables(parts)
        self.parts = parts
        documents = index.documents
        resources = index.resources
        options = index.options
    }

    deinit { tables.deallocate() }

    /// Returns the text of a schema.
    func source(_ schema: UInt32) -> JSONValue {
        let place = parts.sources[Int(schema)].place
        return JSONValue(document: documents[place.document], node: place.node)
    }

    /// Returns the schema at a value in the document of another schema, or the target of a reference at the value.
    func schema(at value: JSONValue, in parent: UInt32) -> UInt32? { parts.schemaByPlace[place(of: value, in: parent)] }

    /// Returns the location of a value in the document of a schema.
    func place(of value: JSONValue, in schema: UInt32) -> SchemaPlace {
        SchemaPlace(document: parts.sources[Int(schema)].place.document, node: value.node)
    }

    /// Returns the compiled pattern with a source text.
    func pattern(_ source: String) -> ECMAPattern? { parts.patternBySource[source].map { parts.patterns[Int($0)] } }

    func dialect(_ schema: UInt32) -> SchemaDialect { resources[parts.sources[Int(schema)].resource].dialect }

    /// Returns whether a schema of the program marks properties that a message may lack.
    func contains(_ omission: OmittedProperties) -> Bool {
        switch omission {
        case .nothing: false
        case .readOnly: parts.containsReadOnly
        case .writeOnly: parts.containsWriteOnly
        }
    }

    /// Whether the target of a reference can depend on the dynamic scope.
    var followsDynamicScope: Bool { !parts.dynamicTargets.isEmpty }
}

/// The tables of a program in memory of their own. The evaluator reads them without bounds checks or reference
/// counting, and copies the pointers.
struct ProgramTables: BitwiseCopyable, @unchecked Sendable {
    // Only `init` writes to this memory, and ``SchemaProgram`` frees it.
    let schemas: UnsafePointer<SchemaCode>
    let instructions: UnsafePointer<Instruction>
    let lists: UnsafePointer<UInt32>
    let arrays: UnsafePointer<ArrayRule>
    let objects: UnsafePointer<ObjectRule>
    let enumerations: UnsafePointer<EnumerationRule>
    let numberRules: UnsafePointer<NumberRule>
    let slots: UnsafePointer<KeySlot>
    let keyBytes: UnsafePointer<UInt8>

    init(_ parts: ProgramParts) {
        schemas = Self.copy(parts.schemas)
        instructions = Self.copy(parts.instructions)
        lists = Self.copy(parts.lists)
        arrays = Self.copy(parts.arrays)
        objects = Self.copy(parts.objects)
        enumerations = Self.copy(parts.enumerations)
        numberRules = Self.copy(parts.numberRules)
        slots = Self.copy(parts.keyTables.slots)
        keyBytes = Self.copy(parts.keyTables.bytes)
    }

    private static func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(elements.count, 1))
        _ = memory.initialize(from: elements)
        // A buffer of at least one element has an address.
        return UnsafePointer(memory.baseAddress ?? .allocate(capacity: 1))
    }

    func deallocate() {
        let tables: [UnsafeRawPointer] = [
            .init(schemas), .init(instructions), .init(lists), .init(arrays), .init(objects), .init(enumerations),
            .init(numberRules), .init(slots), .init(keyBytes),
        ]
        for table in tables { table.deallocate() }
    }
}

/// The location of a compiled schema.
struct SchemaSource: Sendable {
    var place: SchemaPlace
    /// The index of the schema's resource in the program's `resources`.
    var resource: Int
}

/// The parts of a ``SchemaProgram``, which ``SchemaCompiler`` collects. ``ProgramTables`` has copies of those that the
/// evaluator reads most.
struct ProgramParts: Sendable {
    var schemas: [SchemaCode] = []
    var instructions: [Instruction] = []
    /// Lists of indexes. An instruction or rule refers to its list by a range.
    var lists: [UInt32] = []
    var arrays: [ArrayRule] = []
    var objects: [ObjectRule] = []
    var enumerations: [EnumerationRule] = []
    var numberRules: [NumberRule] = []
    var keyTables = KeyTableBuilder()
    /// The patterns, in the order of their indexes in `patternBySource`.
    var patterns: [ECMAPattern] = []
    var numbers: [JSONNumber] = []
    var values: [JSONValue] = []
    var keys: [String] = []
    /// The possible targets of each dynamic reference: the schemas to use, each with the resource that defines it.
    var dynamicTargets: [[(resource: UInt32, schema: UInt32)]] = []
    /// The locations of the schemas, in the order of the schema numbers.
    var sources: [SchemaSource] = []
    /// The number of the schema at each location. The location of a `$ref` string has the number of the target schema.
    var schemaByPlace: [SchemaPlace: UInt32] = [:]
    /// The index of each pattern in `patterns`, by the pattern's source.
    var patternBySource: [String: UInt32] = [:]
    /// The index of each dynamic reference in `dynamicTargets`. The key is the location of the string in `$dynamicRef`
    /// or `$recursiveRef`.
    var dynamicNameByPlace: [SchemaPlace: UInt32] = [:]
    /// The schemas that inherit from a schema with a discriminator, by the document and node of that schema.
    var children: [ObjectIdentifier: [Int: [SchemaView.Heir]]] = [:]
    var containsDiscriminator = false
    var containsReadOnly = false
    var containsWriteOnly = false

    /// Returns the schemas that inherit from a schema with a discriminator.
    func children(of schema: JSONValue) -> [SchemaView.Heir] {
        children[ObjectIdentifier(schema.document)]?[schema.node] ?? []
    }

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

    /// Returns the target of a dynamic reference: the schema in the outermost resource that defines the dynamic anchor
    /// (2020-12 core, section 8.2.3.2), or `nil` if no resource does.
    func dynamicTarget(_ name: UInt32, in scope: [UInt32]) -> UInt32? {
        let targets = dynamicTargets[Int(name)]
        return scope.lazy.compactMap { resource in targets.first { $0.resource == resource }?.schema }.first
    }

    /// Adds a limit, such as the number in `minimum`.
    mutating func bound(_ number: JSONNumber, _ keyword: Keyword, isExclusive: Bool = false) -> NumberBound {
        numbers.append(number)
        return NumberBound(
            isPresent: true, isExclusive: isExclusive, keyword: keyword,
            scaled: number.lexeme.utf8Buffer { ScaledNumber($0, $1) }, number: UInt32(numbers.count - 1))
    }
}
