import AccordJSON

/// A value by the document that it is in and its node there.
package struct SchemaPlace: Hashable {
    /// Among the documents that are compiled together.
    package var document: Int
    /// In that document.
    package var node: Int

    /// A value of a document, by their indexes.
    package init(document: Int, node: Int) {
        self.document = document
        self.node = node
    }

    /// One number instead of two: a node's index has 28 bits.
    package func hash(into hasher: inout Hasher) { hasher.combine(document << 28 ^ node) }
}

/// A schema with a base URI of its own: the root of a document, or a schema with an `$id`.
package struct SchemaResource {
    let uri: String
    let root: SchemaPlace
    /// That of `$schema`, else of what refers to it.
    package let dialect: SchemaDialect
    var anchors: [String: SchemaPlace] = [:]
    var dynamicAnchors: [String: SchemaPlace] = [:]
    var hasRecursiveAnchor: Bool = false
}
