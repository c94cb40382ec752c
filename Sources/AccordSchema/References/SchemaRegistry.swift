import AccordJSON

/// The documents that schemas refer to, by their URI; the metaschemas of all dialects are built in.
public final class SchemaRegistry: Sendable {
    private let documents: Locked<[String: JSONDocument]>
    private let resolver: (@Sendable (String) -> JSONDocument?)?

    /// Creates a registry; the resolver is asked for documents that weren't added, by URI or relative path.
    public init(resolver: (@Sendable (String) -> JSONDocument?)? = nil) {
        documents = Locked([:])
        self.resolver = resolver
    }

    /// Adds a document; of two with one URI the later one counts.
    public func add(_ document: JSONDocument, uri: String) {
        let key = URIReference(uri).withoutFragment
        documents.withLock { $0[key] = document }
    }

    /// The document with a URI, which has no fragment.
    public func document(uri: String) -> JSONDocument? {
        if let known = documents.withLock({ $0[uri] }) { return known }
        guard let found = resolver?(uri) ?? Metaschemas.document(uri: uri) else { return nil }
        // The first one counts, so that a URI is one document however often and from wherever it is asked for.
        return documents.withLock { documents in
            if let known = documents[uri] { return known }
            documents[uri] = found
            return found
        }
    }
}
