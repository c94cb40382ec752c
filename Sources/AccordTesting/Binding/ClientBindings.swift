/// How each documented operation is called on the client under test; generated code wraps it in typed closures.
public struct ClientBindings: Sendable {
    /// One operation's closure, its input not yet typed.
    public struct Operation<Client>: Sendable {
        let call: @Sendable (Client, CallInput) async throws -> Any?

        /// Calls `body` with the input that `read` makes of a case's values.
        public init<Input>(
            _ read: @escaping @Sendable (CallInput) throws -> Input,
            _ body: @escaping @Sendable (Client, Input) async throws -> Any?
        ) {
            call = { client, input in try await body(client, read(input)) }
        }

        /// Calls `body` with a case's values, for bindings that are written without generated inputs.
        public init(_ body: @escaping @Sendable (Client, CallInput) async throws -> Any?) {
            call = body
        }
    }

    /// A client that was made, ready to be called by an operation's id.
    struct Instance {
        /// Makes the client now, rather than with its first call.
        let prepare: () async throws -> Void
        let call: (String, CallInput) async throws -> Any?
    }

    let make: @Sendable (Stub) throws -> Instance
    let bound: Set<String>

    /// The same for a type of client that is named: the compiler then looks at each closure by itself, where it may give
    /// up on many that it has to find the type for.
    public init<Client>(
        of type: Client.Type, client makeClient: @escaping @Sendable (Stub) async throws -> Client,
        operations: [String: Operation<Client>?]
    ) {
        self.init(client: makeClient, operations: operations)
    }

    /// `client` makes a client, once for each flow; `operations` are by operation id, those without one aren't bound.
    public init<Client>(
        client makeClient: @escaping @Sendable (Stub) async throws -> Client, operations: [String: Operation<Client>?]
    ) {
        let operations = operations.compactMapValues { $0 }
        bound = Set(operations.keys)
        make = { stub in
            var made: Client?
            func client() async throws -> Client {
                if let made { return made }
                let client = try await makeClient(stub)
                made = client
                return client
            }
            return Instance {
                _ = try await client()
            } call: { id, input in
                guard let operation = operations[id] else { throw NotBound(operation: id) }
                return try await operation.call(client(), input)
            }
        }
    }
}

/// An operation that no closure is bound to yet: thrown by a binding that is still to be written, it fails the case.
public struct NotBound: Error {
    /// The operation's id.
    public let operation: String

    /// Says so of an operation.
    public init(operation: String) {
        self.operation = operation
    }
}
