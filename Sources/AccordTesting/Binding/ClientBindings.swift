// SPDX-License-Identifier: Apache-2.0
/// The closures that call the client under test, one for each documented operation. Generated code gives each closure a
/// typed input.
public struct ClientBindings: Sendable {
    /// A closure that calls one operation of the client. This type hides the input type, so that a dictionary can
    /// contain all operations.
    public struct Operation<Client>: Sendable {
        let call: @Sendable (Client, CallInput) async throws -> Any?

        /// Creates an operation from two closures. For each case, `read` creates the input from the values of the case,
        /// and `body` calls the client with this input.
        public init<Input>(
            _ read: @escaping @Sendable (CallInput) throws -> Input,
            _ body: @escaping @Sendable (Client, Input) async throws -> Any?
        ) {
            call = { client, input in
                let values = try read(input)
                input.reads.start()
                return try await body(client, values)
            }
        }

        /// Creates an operation that calls `body` with the values of a case. Use this initializer without generated
        /// code.
        public init(_ body: @escaping @Sendable (Client, CallInput) async throws -> Any?) {
            call = { client, input in
                input.reads.start()
                return try await body(client, input)
            }
        }
    }

    /// A client under test. Its operations can be called by operation id.
    struct Instance: @unchecked Sendable {
        // Its calls are tasks of one thread, or run one after the other.
        /// A closure that creates the client. It is called before the first call of an operation.
        let prepare: () async throws -> Void
        let call: (String, CallInput) async throws -> Any?
    }

    let make: @Sendable (Stub) -> Instance
    let bound: Set<String>

    /// Creates bindings with an explicitly specified client type.
    ///
    /// If you specify the type, the compiler checks each closure separately. Otherwise, the compiler may time out if
    /// there are many closures.
    public init<Client>(
        of type: Client.Type, client makeClient: @escaping @Sendable (Stub) async throws -> Client,
        operations: [String: Operation<Client>?]
    ) { self.init(client: makeClient, operations: operations) }

    /// Creates bindings.
    ///
    /// - Parameters:
    ///   - makeClient: A closure that creates a new client for each case. If other cases must run before a case, the
    ///     same client runs them.
    ///   - operations: The operations by operation id. Cases of an operation that is missing or `nil` are skipped.
    public init<Client>(
        client makeClient: @escaping @Sendable (Stub) async throws -> Client, operations: [String: Operation<Client>?]
    ) {
        let operations = operations.compactMapValues { $0 }
        bound = Set(operations.keys)
        make = { stub in
            var existing: Client?
            func client() async throws -> Client {
                if let existing { return existing }
                let client = try await makeClient(stub)
                existing = client
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

/// The error that a closure of the bindings throws if it isn't implemented yet. Cases that call the closure fail.
public struct NotBound: Error {
    /// The id of the operation that the closure should call.
    public let operation: String

    /// Creates the error for an operation whose closure isn't implemented.
    public init(operation: String) { self.operation = operation }
}
