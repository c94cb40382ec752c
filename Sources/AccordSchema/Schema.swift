// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A compiled JSON Schema, for any number of instances and threads.
public final class Schema: Sendable {
    /// The location of the schema.
    public let source: JSONValue
    /// The compiled program.
    let program: SchemaProgram
    /// The schema's number in the program.
    let root: UInt32
    /// Values that other modules derive from the schema.
    let derived: DerivedValues = DerivedValues()

    init(source: JSONValue, program: SchemaProgram, root: UInt32) {
        self.source = source
        self.program = program
        self.root = root
    }

    /// Compiles a schema: the root of a document, or any value within one.
    ///
    /// - Parameters:
    ///   - value: The schema. References that start with `#` resolve in its document.
    ///   - baseURI: The base of other references, by default the document's file name.
    ///   - registry: The other documents.
    ///   - options: Options for reading the schema.
    /// - Throws: A ``SchemaError`` with every error in the schema.
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

    /// Returns whether an instance satisfies the schema.
    public func isValid(_ instance: JSONValue) -> Bool {
        Evaluator.with(program, instance.document) { $0.decides(root, instance.node) }
    }

    /// Returns whether an instance that was built in memory satisfies the schema.
    public func isValid(_ instance: JSON) -> Bool { isValid(JSONDocument(instance, file: "<instance>").root) }

    /// Returns the violations of an instance in the order of the schema's text, or none if it is valid.
    ///
    /// The list has at most ``SchemaOptions/maximumViolations`` entries. Pointers start at the instance, even if it is
    /// part of a larger document.
    public func validate(_ instance: JSONValue) -> [SchemaViolation] {
        Evaluator.with(program, instance.document) { $0.violations(of: instance.node, root) }
    }

    /// Returns the violations of an instance that was built in memory.
    public func validate(_ instance: JSON) -> [SchemaViolation] {
        validate(JSONDocument(instance, file: "<instance>").root)
    }

    /// Whether the schema or a referenced one has `readOnly`.
    package var containsReadOnly: Bool { program.containsReadOnly }

    /// Whether the schema or a referenced one has `writeOnly`.
    package var containsWriteOnly: Bool { program.containsWriteOnly }
}

/// The schemas of one document, compiled together. A schema with several references to it is compiled once.
///
/// Time and memory grow with the document only. An invalid keyword is reported and left out.
package final class SchemaLibrary: Sendable {
    private let program: SchemaProgram
    private let document: JSONDocument
    /// The errors in the schemas, in the order of the text.
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

    /// Returns the compiled schema at a value, or `nil` if it wasn't compiled.
    package func schema(at value: JSONValue) -> Schema? {
        guard value.document === document,
            let number = program.schemaByPlace[SchemaPlace(document: 0, node: value.node)]
        else { return nil }
        return Schema(source: value, program: program, root: number)
    }
}

/// Values derived from a schema, one of each type.
final class DerivedValues: Sendable {
    private let values: Locked<[ObjectIdentifier: any Sendable]> = Locked([:])

    /// Returns the value of a type, which is created the first time.
    package func value<Value: Sendable>(of type: Value.Type, else make: () -> Value) -> Value {
        values.withLock { values in
            if let known = values[ObjectIdentifier(type)] as? Value { return known }
            let value = make()
            values[ObjectIdentifier(type)] = value
            return value
        }
    }
}
