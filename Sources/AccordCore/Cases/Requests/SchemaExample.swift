import AccordContract
import AccordJSON
import AccordSchema

/// A value that a schema allows, for what a case leaves open.
package enum SchemaExample {
    /// What a request carries: what is optional and what is `readOnly` isn't sent.
    package static func requested(_ schema: Schema) -> JSON? {
        made(schema, ExampleOptions(includesOptional: false, omits: .readOnly))
    }

    /// What an answer carries: all but what is `writeOnly`.
    static func answered(_ schema: Schema, seed: UInt64 = 0) -> JSON? {
        made(schema, ExampleOptions(seed: seed, includesOptional: true, omits: .writeOnly))
    }

    /// nil where no value is found: a schema that nothing satisfies is the lint's business.
    private static func made(_ schema: Schema, _ options: ExampleOptions) -> JSON? {
        guard let value = try? schema.example(options) else { return nil }
        let isAnswer = options.omits == .writeOnly
        guard isAnswer ? schema.containsWriteOnly : schema.containsReadOnly else { return value }
        let keyword = isAnswer ? "writeOnly" : "readOnly"
        var made = value
        for place in AccessSearch(keyword).places(in: JSONDocument(value).root, SchemaView(schema.source)).reversed() {
            made.remove(at: place.pointer)
        }
        return made
    }
}
