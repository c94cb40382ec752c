// SPDX-License-Identifier: Apache-2.0
// A file that imports AccordSchema also sees the stages of the pipeline before it.
@_exported import AccordJSON

/// A compiled JSON Schema. It can validate any number of instances, on any number of threads.
public final class Schema: Sendable {
    /// The schema's source, with its location in the document.
    public let source: JSONValue
    /// The schema as instructions, which ``Evaluator`` runs. A program can contain several schemas.
    let program: SchemaProgram
    /// The schema's number in the program.
    let root: UInt32
    /// The properties that instances may lack even if they are required.
    let omission: OmittedProperties
    /// The examples of seed 0. Most test cases of a contract use the same examples, so each example is generated once.
    let examples: Locked<[ExampleOptions: Result<JSON, SchemaUnsatisfiable>]> = Locked([:])

    init(source: JSONValue, program: SchemaProgram, root: UInt32, omission: OmittedProperties = .nothing) {
        (self.source, self.program, self.root, self.omission) = (source, program, root, omission)
    }

    /// Returns the schema for the messages of one direction: requests may lack `readOnly` properties, and responses
    /// may lack `writeOnly` properties, even if the properties are required.
    package func omitting(_ omission: OmittedProperties) -> Schema {
        let omission = program.contains(omission) ? omission : .nothing
        guard omission != self.omission else { return self }
        return Schema(source: source, program: program, root: root, omission: omission)
    }

    /// Returns whether an instance satisfies the schema in requests or in responses.
    package func isValidMessage(_ instance: JSONValue) -> Bool {
        isValid(instance) || omitting(.readOnly).isValid(instance) || omitting(.writeOnly).isValid(instance)
    }

    /// Compiles a schema, which is the root of a document or any value in it.
    ///
    /// - Parameters:
    ///   - value: The schema. References that start with `#` are resolved in its document.
    ///   - baseURI: The base URI of all other references. The default is the document's file name.
    ///   - registry: The other documents that the schema refers to.
    ///   - options: Options for reading the schema.
    /// - Throws: A ``SchemaError`` that contains every error in the schema.
    public static func compile(
        _ value: JSONValue, baseURI: String? = nil, registry: SchemaRegistry = SchemaRegistry(),
        options: SchemaOptions = SchemaOptions()
    ) throws(SchemaError) -> Schema {
        let library = SchemaLibrary(
            [value], baseURI: baseURI ?? value.document.file, registry: registry, options: options)
        guard library.diagnostics.isEmpty, let schema = library.schema(at: value) else {
            throw SchemaError(diagnostics: library.diagnostics)
        }
        return schema
    }

    /// Compiles a schema that was built in memory.
    public static func compile(
        _ value: JSON, baseURI: String? = nil, registry: SchemaRegistry = SchemaRegistry(),
        options: SchemaOptions = SchemaOptions()
    ) throws(SchemaError) -> Schema {
        try compile(JSONDocument(value, file: "<schema>").root, baseURI: baseURI, registry: registry, options: options)
    }

    /// Returns whether an instance satisfies the schema.
    public func isValid(_ instance: JSONValue) -> Bool {
        Evaluator.with(program, omitting: omission, instance.document) { $0.decides(root, instance.node) }
    }

    /// Returns whether an instance that was built in memory satisfies the schema.
    public func isValid(_ instance: JSON) -> Bool { isValid(JSONDocument(instance, file: "<instance>").root) }

    /// Returns the violations of an instance, in the order of the keywords in the schema's text. The list is empty for
    /// a valid instance.
    ///
    /// The list has at most ``SchemaOptions/maximumViolations`` entries. The pointers to invalid values start at the
    /// root of the instance, even if the instance is part of a larger document.
    public func validate(_ instance: JSONValue) -> [SchemaViolation] {
        Evaluator.with(program, omitting: omission, instance.document) { $0.violations(of: instance.node, root) }
    }

    /// Returns the violations of an instance that was built in memory.
    public func validate(_ instance: JSON) -> [SchemaViolation] {
        validate(JSONDocument(instance, file: "<instance>").root)
    }

    /// Returns whether the schema or a schema that it refers to has the keyword of an omission.
    package func contains(_ omission: OmittedProperties) -> Bool { program.contains(omission) }
}

/// The schemas of one document, compiled together. A schema is compiled once, even if several references lead to it.
///
/// Time and memory depend only on the size of the document. Invalid keywords are reported and ignored.
package final class SchemaLibrary: Sendable {
    private let program: SchemaProgram
    private let document: JSONDocument
    /// The errors in the schemas, in the order of the document's text.
    package let diagnostics: [SchemaDiagnostic]

    /// Compiles schemas, which must all be in the same document.
    package init(
        _ schemas: [JSONValue], baseURI: String, registry: SchemaRegistry, options: SchemaOptions
    ) {
        document = schemas.first?.document ?? JSONDocument(JSON.bool(true))
        let uri = URIReference(baseURI).withoutFragment
        (program, diagnostics) = SchemaCompiler.compile(
            schemas, in: document, uri: uri, registry: registry, options: options)
    }

    /// Returns the compiled schema at a value, or `nil` if that schema wasn't compiled.
    package func schema(at value: JSONValue) -> Schema? {
        guard value.document === document,
            let number = program.parts.schemaByPlace[SchemaPlace(document: 0, node: value.node)]
        else { return nil }
        return Schema(source: value, program: program, root: number)
    }
}
