import AccordJSON

/// The schemas of schemas, which every registry knows.
enum Metaschemas {
    /// The metaschema with a URI.
    static func document(uri: String) -> JSONDocument? {
        if uri == "https://json-schema.org/draft-07/schema" { return byURI["http://json-schema.org/draft-07/schema"] }
        guard uri.hasPrefix("http") else { return nil }
        return byURI[uri]
    }

    /// Read when the first schema asks for one.
    private static let byURI: [String: JSONDocument] = {
        var documents: [String: JSONDocument] = [:]
        for text in draft202012 + draft201909 + draft7 + openAPI31 {
            guard let document = try? JSONDocument(parsing: text, file: "<metaschema>"),
                let id = document.root["$id"]?.string
            else { continue }
            documents[URIReference(id).withoutFragment] = document
        }
        return documents
    }()
}
