import AccordJSON

/// A JSON Schema, compiled once and then held against any number of instances, from any number of threads.
public final class Schema: Sendable {
    /// Where the schema was written.
    public let source: JSONValue
    /// What was compiled, for those who look into a schema.
    package let program: SchemaProgram
    /// What is worked out of the schema elsewhere and needed again.
    package let derived: DerivedValues = DerivedValues()

    init(source: JSONValue, program: SchemaProgram) {
        self.source = source
        self.program = program
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
        let program = try SchemaCompiler.compile(value, uri: base, registry: registry, options: options)
        return Schema(source: value, program: program)
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
        Evaluator.with(program, instance.document) { $0.decides(program.root, instance.node) }
    }

    /// Whether an instance that was built in memory satisfies the schema.
    public func isValid(_ instance: JSON) -> Bool { isValid(JSONDocument(instance, file: "<instance>").root) }

    /// Everything that is wrong with an instance, in the order of the schema's text; empty if it is valid.
    ///
    /// The list has at most ``SchemaOptions/maximumViolations`` entries. Pointers start at the instance given, also
    /// where that is part of a larger document.
    public func validate(_ instance: JSONValue) -> [SchemaViolation] {
        Evaluator.with(program, instance.document) { $0.violations(of: instance.node) }
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
