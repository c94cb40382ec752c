// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A registry of the documents that schemas refer to, by URI. The metaschemas of all dialects are built in.
public final class SchemaRegistry: Sendable {
    private let documents: Locked<[String: JSONDocument]> = Locked([:])
    private let resolver: (@Sendable (String) -> JSONDocument?)?

    /// Creates a registry. If a document wasn't added, the registry calls the resolver with the document's URI or
    /// relative path.
    public init(resolver: (@Sendable (String) -> JSONDocument?)? = nil) {
        self.resolver = resolver
    }

    /// Adds a document. The document replaces an earlier document with the same URI.
    public func add(_ document: JSONDocument, uri: String) {
        let key = URIReference(uri).withoutFragment
        documents.withLock { $0[key] = document }
    }

    /// Returns the document with a URI. The URI must not have a fragment.
    public func document(uri: String) -> JSONDocument? {
        if let known = documents.withLock({ $0[uri] }) { return known }
        guard let document = resolver?(uri) ?? Self.metaschema(uri: uri) else { return nil }
        // If two threads load the same URI, keep the first document, so that both threads use the same document.
        return documents.withLock { documents in
            if let known = documents[uri] { return known }
            documents[uri] = document
            return document
        }
    }
}

/// The location of a value: a document and a node.
struct SchemaPlace: Hashable {
    /// The index of the document in the documents of a compilation.
    var document: Int
    /// The index of the node in the document.
    var node: Int

    /// Combines the document and the node in one integer. A node has 28 bits.
    func hash(into hasher: inout Hasher) { hasher.combine(document << 28 ^ node) }
}

/// A schema with its own base URI: the root of a document, or a schema with an `$id`.
struct SchemaResource {
    let uri: String
    let root: SchemaPlace
    /// The dialect that `$schema` specifies. Without `$schema`, a document has the dialect of the options, and a nested
    /// schema has the dialect of the enclosing resource.
    let dialect: SchemaDialect
    var anchors: [String: SchemaPlace] = [:]
    var dynamicAnchors: [String: SchemaPlace] = [:]
    var hasRecursiveAnchor: Bool = false
}
