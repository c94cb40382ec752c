import AccordJSON

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
        return Schema(source: value, program: SchemaProgram(program, root: number))
    }
}
