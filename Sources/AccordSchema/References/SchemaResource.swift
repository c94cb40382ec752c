import AccordJSON

/// A value by the document that it is in and its node there.
struct SchemaPlace: Hashable {
    var document: Int
    var node: Int

    /// One number instead of two: a node's index has 28 bits.
    func hash(into hasher: inout Hasher) { hasher.combine(document << 28 ^ node) }
}

/// A schema with a base URI of its own: the root of a document, or a schema with an `$id`.
struct SchemaResource {
    let uri: String
    let root: SchemaPlace
    let dialect: SchemaDialect
    var anchors: [String: SchemaPlace] = [:]
    var dynamicAnchors: [String: SchemaPlace] = [:]
    var hasRecursiveAnchor: Bool = false
}
