import AccordJSON

/// A JSON Schema, compiled once and then held against any number of instances, from any number of threads.
public final class Schema: Sendable {
    /// Where the schema was written.
    public let source: JSONValue
    /// What was compiled, for those who look into a schema.
    let program: SchemaProgram
    /// The schema's number in the program.
    let root: UInt32
    /// What is worked out of the schema elsewhere and needed again.
    package let derived: DerivedValues = DerivedValues()

    init(source: JSONValue, program: SchemaProgram, root: UInt32) {
        self.source = source
        self.program = program
        self.root = root
    }

    /// Compiles a schema: the root of a document, or any value within one.
    ///
    /// References that start with `#` lead into the value's document; others are seen from `baseURI`, by default the
    /// document's file name, and found through the registry. Throws a ``SchemaError`` with everything that is wrong.
    public static func compile(
        _ value: JSONValue, baseURI: String? = nil, registry: SchemaRegistry = SchemaRegistry(),
        options: SchemaOptions = SchemaOptions()
    ) throws(SchemaError) -> Schema {
        let base = URIReference(baseURI ?? value.document.file).withoutFragment
        let (program, root) = try SchemaCompiler.compile(value, uri: base, registry: registry, options: options)
        return Schema(source: value, program: program, root: root)
    }

    /// Compiles a schema that was built in memory.
    public static func compile(
        _ value: JSON, baseURI: String? = nil, registry: SchemaRegistry = SchemaRegistry(),
        options: SchemaOptions = SchemaOptions()
    ) throws(SchemaError) -> Schema {
        try compile(
            JSONDocument(value, file: "<schema>").root, baseURI: baseURI, registry: registry, options: options)
    }

    /// Whether an instance satisfies the schema; it is not told why not.
    public func isValid(_ instance: JSONValue) -> Bool {
        Evaluator.with(program, instance.document) { $0.decides(root, instance.node) }
    }

    /// Whether an instance that was built in memory satisfies the schema.
    public func isValid(_ instance: JSON) -> Bool { isValid(JSONDocument(instance, file: "<instance>").root) }

    /// Everything that is wrong with an instance, in the order of the schema's text; empty if it is valid.
    ///
    /// The list has at most ``SchemaOptions/maximumViolations`` entries. Pointers start at the instance given, also
    /// where that is part of a larger document.
    public func validate(_ instance: JSONValue) -> [SchemaViolation] {
        Evaluator.with(program, instance.document) { $0.violations(of: instance.node, root) }
    }

    /// Everything that is wrong with an instance that was built in memory.
    public func validate(_ instance: JSON) -> [SchemaViolation] {
        validate(JSONDocument(instance, file: "<instance>").root)
    }

    /// True if `readOnly` is said anywhere within, references followed: if not, the search for it can be left out.
    package var containsReadOnly: Bool { program.containsReadOnly }

    /// True if `writeOnly` is said anywhere within, references followed.
    package var containsWriteOnly: Bool { program.containsWriteOnly }
}

/// The schemas of one document, compiled together: what several of them refer to is compiled once.
///
/// Time and memory grow with the document, however often its schemas refer to each other. A keyword that is wrong is
/// reported and left out; all else of its schema holds.
package final class SchemaLibrary: Sendable {
    private let program: SchemaProgram
    private let document: JSONDocument
    /// What is wrong with the schemas, in the order of the text.
    package let diagnostics: [SchemaDiagnostic]

    /// Compiles schemas that are all of one document.
    package init(
        _ schemas: [JSONValue], baseURI: String, registry: SchemaRegistry, options: SchemaOptions
    ) {
        document = schemas.first?.document ?? JSONDocument(JSON.bool(true))
        let uri = URIReference(baseURI).withoutFragment
        (program, diagnostics) = SchemaCompiler.compile(
            schemas, in: document, uri: uri, registry: registry, options: options)
    }

    /// The compiled schema that starts at a value; nil where none was compiled.
    package func schema(at value: JSONValue) -> Schema? {
        guard value.document === document,
            let number = program.schemaByPlace[SchemaPlace(document: 0, node: value.node)]
        else { return nil }
        return Schema(source: value, program: program, root: number)
    }
}

/// What others have worked out of a schema, kept with it: one value of each type.
package final class DerivedValues: Sendable {
    private let values: Locked<[ObjectIdentifier: any Sendable]> = Locked([:])

    /// The value of a type; made where there is none yet.
    package func value<Value: Sendable>(of type: Value.Type, else make: () -> Value) -> Value {
        values.withLock { values in
            if let known = values[ObjectIdentifier(type)] as? Value { return known }
            let value = make()
            values[ObjectIdentifier(type)] = value
            return value
        }
    }
}
