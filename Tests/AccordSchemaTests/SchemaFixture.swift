// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema

/// Compiles a schema from its text.
func compiled(
    _ text: String, file: String = "s.json", registry: SchemaRegistry = SchemaRegistry(),
    options: SchemaOptions = SchemaOptions()
) throws -> Schema {
    try Schema.compile(JSONDocument(parsing: text, file: file).root, registry: registry, options: options)
}

/// The errors in a schema.
func mistakes(
    _ text: String, file: String = "s.json", registry: SchemaRegistry = SchemaRegistry(),
    options: SchemaOptions = SchemaOptions()
) throws -> [SchemaDiagnostic] {
    do {
        _ = try compiled(text, file: file, registry: registry, options: options)
        return []
    } catch let error as SchemaError {
        return error.diagnostics
    }
}

/// Reads an instance from its text.
func instance(_ text: String) throws -> JSONValue { try JSONDocument(parsing: text, file: "i.json").root }
