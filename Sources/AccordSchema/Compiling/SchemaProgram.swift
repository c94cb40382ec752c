import AccordJSON

/// A compiled schema: flat tables that the checker runs over, and what the explanation of a failure needs.
final class SchemaProgram: Sendable {
    let schemas: FlatTable<SchemaCode>
    let instructions: FlatTable<Instruction>
    /// Runs of indexes that instructions and rules refer to.
    let lists: FlatTable<UInt32>
    let arrays: FlatTable<ArrayRule>
    let objects: FlatTable<ObjectRule>
    let enumerations: FlatTable<EnumerationRule>
    let numberRules: FlatTable<NumberRule>
    let slots: FlatTable<KeySlot>
    let keyBytes: FlatTable<UInt8>
    let patterns: [ECMAPattern]
    let compiledPatterns: [CompiledPattern]
    let seed: UInt64 = KeyHashing.seed
    let numbers: [JSONNumber]
    let values: [JSONValue]
    let keys: [String]
    /// The schemas that a dynamic reference may mean, by its name: resource and schema.
    let dynamicTargets: [[(resource: UInt32, schema: UInt32)]]
    /// The schema to start with.
    let root: UInt32

    let documents: [JSONDocument]
    let resources: [SchemaResource]
    let sources: [SchemaSource]
    /// The schema that starts at a place, and for the place of a reference's text the schema that it means.
    let schemaByPlace: [SchemaPlace: UInt32]
    let patternBySource: [String: UInt32]
    let dynamicNameByPlace: [SchemaPlace: UInt32]
    let options: SchemaOptions
    let containsReadOnly: Bool
    let containsWriteOnly: Bool

    var followsDynamicScope: Bool { !dynamicTargets.isEmpty }

    init(_ builder: consuming ProgramBuilder, index: SchemaIndex, root: UInt32) {
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
        self.root = root
    }

    /// The same tables, which are shared, with another schema to start with.
    init(_ other: SchemaProgram, root: UInt32) {
        schemas = other.schemas
        instructions = other.instructions
        lists = other.lists
        arrays = other.arrays
        objects = other.objects
        enumerations = other.enumerations
        numberRules = other.numberRules
        slots = other.slots
        keyBytes = other.keyBytes
        patterns = other.patterns
        compiledPatterns = other.compiledPatterns
        numbers = other.numbers
        values = other.values
        keys = other.keys
        dynamicTargets = other.dynamicTargets
        sources = other.sources
        schemaByPlace = other.schemaByPlace
        patternBySource = other.patternBySource
        dynamicNameByPlace = other.dynamicNameByPlace
        containsReadOnly = other.containsReadOnly
        containsWriteOnly = other.containsWriteOnly
        documents = other.documents
        resources = other.resources
        options = other.options
        self.root = root
    }
}

/// Where a compiled schema was written.
struct SchemaSource: BitwiseCopyable, Sendable {
    var document: UInt32
    var node: UInt32
    var resource: UInt32
}
