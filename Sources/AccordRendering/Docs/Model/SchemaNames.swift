import AccordContract
import AccordJSON
import AccordSchema

/// The schemas that have a name of their own, by the place that they stand at, so that a reference is a link.
struct SchemaNames: Sendable {
    private struct Place: Hashable {
        var document: ObjectIdentifier
        var node: Int

        init(_ value: JSONValue) {
            document = ObjectIdentifier(value.document)
            node = value.node
        }
    }

    private var names: [Place: String] = [:]
    private var slugs: [String: String] = [:]

    init(_ schemas: [NamedSchema]) {
        var taken: Set<String> = []
        for schema in schemas {
            names[Place(schema.schema.source)] = schema.name
            slugs[schema.name] = Slug.unique(Slug.text(schema.name), among: &taken)
        }
    }

    func name(of schema: JSONValue) -> String? { names[Place(schema)] }
    func slug(of name: String) -> String? { slugs[name] }
}
