// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaRegistry {
    /// Returns a metaschema by its URI. The URIs of drafts 4, 6 and 7 may begin with `https` instead of `http`.
    static func metaschema(uri: String) -> JSONDocument? {
        for draft in ["draft-04", "draft-06", "draft-07"] where uri == "https://json-schema.org/\(draft)/schema" {
            return metaschemas["http://json-schema.org/\(draft)/schema"]
        }
        guard uri.hasPrefix("http") else { return nil }
        return metaschemas[uri]
    }

    /// The metaschemas by URI. All are parsed at the first access to this dictionary.
    private static let metaschemas: [String: JSONDocument] = {
        var documents: [String: JSONDocument] = [:]
        for text in draft202012 + draft201909 + draft7 + draft6 + draft4 + openAPI31 {
            guard let document = try? JSONDocument(parsing: text, file: "<metaschema>"),
                let id = (document.root["$id"] ?? document.root["id"])?.string
            else { continue }
            documents[URIReference(id).withoutFragment] = document
        }
        return documents
    }()

    /// The metaschemas of 2019-09. Some differ from those of 2020-12 only in the references to the metaschema.
    static let draft201909: [String] =
        only201909
        + draft202012.filter { text in
            ["validation", "meta-data", "content"].contains { text.contains("/meta/\($0)\"") }
        }.map { text in
            text.replacing("2020-12", with: "2019-09")
                .replacing(##""$dynamicRef": "#meta""##, with: ##""$recursiveRef": "#""##)
                .replacing(#""$dynamicAnchor": "meta""#, with: #""$recursiveAnchor": true"#)
        }
}
