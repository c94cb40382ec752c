// SPDX-License-Identifier: Apache-2.0
// A file that imports AccordContract also sees the stages of the pipeline before it.
@_exported import AccordSchema

/// The documentation of an API, with resolved references and compiled schemas.
package struct Contract: Sendable {
    /// The path of the file in diagnostics and reports, such as `Specs/todos.json`.
    package var file: String
    package var document: JSONDocument
    package var title: String
    package var version: String
    package var servers: [Server]
    /// The operations in the order of the file.
    package var operations: [Operation] { didSet { operationsByID = Self.byID(operations) } }
    private var operationsByID: [String: Operation]
    package var securitySchemes: [SecurityScheme]
    /// The schemas of `components.schemas`, in the order of the file.
    package var schemas: [NamedSchema]
    /// The webhooks: requests that the server sends. They have the order of the file.
    package var webhooks: [CallbackDescription]
    /// The format that the contract was read from. Accord derives cases from the examples of an OpenAPI document. A
    /// contract in Accord's own format lists its cases.
    package var origin: ContractOrigin
    /// The path prefix under which the mock serves the contract, without a trailing slash. With the prefix `/shop` and
    /// the server `https://api.example.com/v1`, the mock serves `/shop/v1`.
    package var mountPoint: String = ""
    /// The errors in an OpenAPI document. The contract doesn't contain the elements with these errors.
    package var leftOut: [Diagnostic] = []

    package init(
        file: String, document: JSONDocument, title: String, version: String, servers: [Server] = [],
        operations: [Operation] = [], securitySchemes: [SecurityScheme] = [], schemas: [NamedSchema] = [],
        webhooks: [CallbackDescription] = [], origin: ContractOrigin = .contract
    ) {
        self.file = file
        self.document = document
        self.title = title
        self.version = version
        self.servers = servers
        self.operations = operations
        operationsByID = Self.byID(operations)
        self.securitySchemes = securitySchemes
        self.schemas = schemas
        self.webhooks = webhooks
        self.origin = origin
    }

    private static func byID(_ operations: [Operation]) -> [String: Operation] {
        Dictionary(operations.map { ($0.id, $0) }) { first, _ in first }
    }

    package func operation(_ id: String) -> Operation? { operationsByID[id] }

    package func securityScheme(_ name: String) -> SecurityScheme? { securitySchemes.first { $0.name == name } }
}

/// The format that a contract was read from.
package enum ContractOrigin: String, Sendable {
    case contract
    /// An OpenAPI document, with or without a contract that extends it.
    case openAPI
    /// A file of expected messages in a different format, whose rules decide whether cases pass.
    case messages
}

/// A server of the API. Client tests expect requests to the first server.
package struct Server: Sendable {
    package var name: String?
    /// The URL with its variables replaced by their defaults.
    package var url: String
    /// The paths of the URL with the documented values of its variables. A path contains `PathTemplate.anySegment` for a
    /// variable that may have any value.
    package var basePaths: [String]
    package var description: String?
    package var location: SourceLocation
}

/// A schema of `components.schemas`.
package struct NamedSchema: Sendable {
    package var name: String
    package var schema: Schema
}

/// Security schemes that a request must use together. A contract's `security` lists alternative requirements.
package struct SecurityRequirement: Sendable {
    package struct Use: Sendable {
        package var scheme: String
        package var scopes: [String] = []
        /// The parameter that contains the credentials.
        package var carrier: (place: ParameterPlace, name: String)?
    }

    package var uses: [Use] = []
    package var location: SourceLocation
}

/// A security scheme, as in OpenAPI: a method by which clients authenticate themselves, such as a bearer token.
package struct SecurityScheme: Sendable {
    package enum Kind: Sendable {
        case apiKey(place: Parameter.Place, name: String)
        case basic
        case bearer
        /// Digest authentication, RFC 7616.
        case digest
        case oauth2ClientCredentials(tokenURL: String, scopes: [String])
        /// An unsupported scheme, such as `mutualTLS`. Requests contain no credentials for this scheme.
        case other(String)
    }

    package var name: String
    package var kind: Kind
    /// The credentials. Their names are `value`, `token`, `username` and `password`, or `clientId` and `clientSecret`.
    /// The values may contain templates.
    package var credentials: [NamedValue] = []
    /// Whether concurrent calls with an expired token must renew the token only once.
    package var renewsOnce = false
    /// Whether a login during the run provides the token. If so, the scheme needs no other credentials.
    package var hasLogin = false
    /// Whether requests send the secret without its last character, to test that the server rejects it.
    package var isTruncated = false
    /// The name of the second user, or `nil` if the scheme contains the credentials of the first user. For the second
    /// user, the scheme's name ends with `@` and the user's name.
    package var user: String?
    package var location: SourceLocation

    /// The name of the scheme in the contract, without the name of the second user.
    package var documentedName: String { user.map { String(name.dropLast($0.count + 1)) } ?? name }

    /// Whether the credential is a token that the server issues during the run.
    package var needsToken: Bool {
        if case .oauth2ClientCredentials = kind { true } else { hasLogin }
    }
}

/// A value together with its location in a file.
package struct Located<Value: Sendable>: Sendable {
    package var value: Value
    package var location: SourceLocation

    package init(_ value: Value, at location: SourceLocation) {
        self.value = value
        self.location = location
    }
}

/// A name with a JSON value, such as a query parameter of a case.
package struct NamedValue: Sendable {
    package var name: String
    package var value: JSONValue
    /// Whether the case sets `"matching": "exact"` for this response header field. If so, the response must contain
    /// exactly this value.
    package var isExact = false
    /// The location of the value in the contract. A generated value has the location of its parameter.
    package var location: SourceLocation

    package init(name: String, value: JSONValue, location: SourceLocation? = nil) {
        self.name = name
        self.value = value
        self.location = location ?? SourceLocation(value)
    }
}

/// The level of testing that the user selects. It determines the number of derived cases that run.
package enum Level: String, Sendable, CaseIterable, Comparable {
    /// The level with the documented cases and a dozen derived cases.
    case smoke
    /// The level with all cases that an in-process stub supports, and a case for streams on a socket.
    case standard
    /// The level with all cases, including cases that need a socket.
    case full
}

/// A named set of severities that the user can select, for `accord verify` and in `accord.json`.
package enum SeverityProfile: String, Sendable, CaseIterable {
    /// The default profile. A deviation is a warning if people hardly notice it.
    case `default`
    /// The strict profile: every rule has the severity that its explanation documents.
    case strict
}
