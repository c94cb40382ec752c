import AccordJSON
import AccordSchema

/// An API's documentation, resolved and compiled: what everything else is a function of.
package struct Contract: Sendable {
    /// The path by which people know the file, `Specs/todos.json`.
    package var file: String
    package var document: JSONDocument
    package var title: String
    package var version: String
    package var servers: [Server]
    /// In the file's order.
    package var operations: [Operation] {
        didSet { operationsByID = Self.byID(operations) }
    }
    private var operationsByID: [String: Operation]
    package var securitySchemes: [SecurityScheme]
    /// `components.schemas`, by name, in the file's order.
    package var schemas: [NamedSchema]
    /// Requests that the server sends, in the file's order.
    package var webhooks: [CallbackDescription]
    /// The kind of document that it was read from: an OpenAPI document implies cases, a contract lists them.
    package var origin: ContractOrigin
    /// The path below which it is served, without a slash at its end; empty: where its servers say.
    package var mountPoint: String = ""
    /// What of an OpenAPI document can't be judged and was left out, for reports to name.
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

    package func operation(_ id: String) -> Operation? {
        operationsByID[id]
    }

    package func securityScheme(_ name: String) -> SecurityScheme? {
        securitySchemes.first { $0.name == name }
    }
}

/// The kind of document that a contract was read from.
package enum ContractOrigin: String, Sendable, Codable {
    case contract
    /// An OpenAPI document, alone or extended by a contract.
    case openAPI
}

/// A server that answers as the contract says; the first one is what client tests expect.
package struct Server: Sendable {
    package var name: String?
    /// With its variables filled in by their defaults.
    package var url: String
    package var description: String?
    package var location: SourceLocation
}

/// A schema of `components.schemas`.
package struct NamedSchema: Sendable {
    package var name: String
    package var schema: Schema
}

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

/// A value with the place where it was written.
package struct Located<Value: Sendable>: Sendable {
    package var value: Value
    package var location: SourceLocation

    package init(_ value: Value, at location: SourceLocation) {
        self.value = value
        self.location = location
    }
}

/// A name with a value, as written: a JSON string, number, list, null, …
package struct NamedValue: Sendable {
    package var name: String
    package var value: JSONValue
    /// True: compared exactly, whatever the rest of the message is held to.
    package var isExact = false
    /// The contract location; of a made value, that of its parameter.
    package var location: SourceLocation

    package init(name: String, value: JSONValue, location: SourceLocation? = nil) {
        self.name = name
        self.value = value
        self.location = location ?? SourceLocation(value)
    }
}

/// How much is derived.
package enum Level: String, Sendable, Codable, CaseIterable, Comparable {
    /// Documented cases and a dozen derived ones.
    case smoke
    /// All that an in-process stub can do.
    case standard
    /// What needs a socket, too.
    case full

    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .smoke: 0
        case .standard: 1
        case .full: 2
        }
    }
}
