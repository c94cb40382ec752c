import AccordJSON

/// Schemes that are all needed together; one alternative of `security`.
package struct SecurityRequirement: Sendable {
    package struct Use: Sendable {
        package var scheme: String
        package var scopes: [String] = []
    }

    package var uses: [Use] = []
    package var location: SourceLocation
}

/// How a request authenticates its sender, in OpenAPI's words.
package struct SecurityScheme: Sendable {
    package enum Kind: Sendable {
        case apiKey(place: Parameter.Place, name: String)
        case basic
        case bearer
        /// RFC 7616.
        case digest
        case oauth2ClientCredentials(tokenURL: String, scopes: [String])
        /// Known by its name alone, `digest` or `mutualTLS`: nothing is sent for it.
        case other(String)
    }

    package var name: String
    package var kind: Kind
    /// `value`; `username`, `password`; `token`; `clientId`, `clientSecret`, with their templates.
    package var credentials: [NamedValue] = []
    package var location: SourceLocation
}
