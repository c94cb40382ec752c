// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The documents that schemas refer to, by URI. The metaschemas of all dialects are built in.
public final class SchemaRegistry: Sendable {
    private let documents: Locked<[String: JSONDocument]>
    private let resolver: (@Sendable (String) -> JSONDocument?)?

    /// Creates a registry. The resolver returns documents that weren't added, by URI or relative path.
    public init(resolver: (@Sendable (String) -> JSONDocument?)? = nil) {
        documents = Locked([:])
        self.resolver = resolver
    }

    /// Adds a document; of two with one URI the later one counts.
    public func add(_ document: JSONDocument, uri: String) {
        let key = URIReference(uri).withoutFragment
        documents.withLock { $0[key] = document }
    }

    /// Returns the document with a URI, which has no fragment.
    public func document(uri: String) -> JSONDocument? {
        if let known = documents.withLock({ $0[uri] }) { return known }
        guard let found = resolver?(uri) ?? Metaschemas.document(uri: uri) else { return nil }
        // The first document counts, so that a URI always means the same one.
        return documents.withLock { documents in
            if let known = documents[uri] { return known }
            documents[uri] = found
            return found
        }
    }
}

/// The location of a value: a document and a node.
struct SchemaPlace: Hashable {
    /// The index among the documents of a compilation.
    var document: Int
    /// The node in that document.
    var node: Int

    /// Combines both numbers, since a node has 28 bits.
    func hash(into hasher: inout Hasher) { hasher.combine(document << 28 ^ node) }
}

/// A schema with a base URI of its own: the root of a document, or a schema with an `$id`.
struct SchemaResource {
    let uri: String
    let root: SchemaPlace
    /// The dialect in `$schema`, or that of the referring schema.
    let dialect: SchemaDialect
    var anchors: [String: SchemaPlace] = [:]
    var dynamicAnchors: [String: SchemaPlace] = [:]
    var hasRecursiveAnchor: Bool = false
}
