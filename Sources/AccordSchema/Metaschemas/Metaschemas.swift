import AccordJSON

/// The schemas of schemas, which every registry knows.
enum Metaschemas {
    /// The metaschema with a URI.
    static func document(uri: String) -> JSONDocument? {
        for draft in ["draft-04", "draft-06", "draft-07"] where uri == "https://json-schema.org/\(draft)/schema" {
            return byURI["http://json-schema.org/\(draft)/schema"]
        }
        guard uri.hasPrefix("http") else { return nil }
        return byURI[uri]
    }

    /// Read when the first schema asks for one.
    private static let byURI: [String: JSONDocument] = {
        var documents: [String: JSONDocument] = [:]
        for text in draft202012 + draft201909 + draft7 + draft6 + draft4 + openAPI31 {
            guard let document = try? JSONDocument(parsing: text, file: "<metaschema>"),
                let id = (document.root["$id"] ?? document.root["id"])?.string
            else { continue }
            documents[URIReference(id).withoutFragment] = document
        }
        return documents
    }()
}
