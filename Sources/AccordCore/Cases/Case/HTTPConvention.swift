import AccordContract

/// What HTTP itself asks of an answer, whatever the contract says of the operation (RFC 9110).
package enum HTTPConvention: Sendable, Hashable {
    /// HEAD is answered as the GET before it is, without content (section 9.3.2).
    case head
    /// GET with the validator of the answer before it is answered 304 (section 13.2.2).
    case unchanged(Validator)
    /// The answer to OPTIONS names the path's methods (section 9.3.7).
    case allow(AllowedMethods)

    /// What an answer says of the version that it shows (RFC 9110 section 8.8).
    package enum Validator: String, Sendable, Hashable {
        case etag = "ETag"
        case lastModified = "Last-Modified"

        /// The request header field that sends it back.
        package var condition: String {
            switch self {
            case .etag: "If-None-Match"
            case .lastModified: "If-Modified-Since"
            }
        }
    }
}

/// The methods that `Allow` may name for a path.
package struct AllowedMethods: Sendable, Hashable {
    /// Those that the path is documented for.
    package var documented: [String]
    /// Those of other paths that the same URL matches, and what a server may answer by itself.
    package var others: Set<String>

    package init(documented: [String], others: Set<String>) {
        self.documented = documented
        self.others = others.union(documented.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"])
    }
}

extension Operation {
    /// True where 304 is documented as such, not only by “default”.
    package var documentsNotModified: Bool {
        response(for: 304).map { $0.status != .any } ?? false
    }
}
