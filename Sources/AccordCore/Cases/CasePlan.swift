// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Every case of a contract, in file order. The documented cases of an operation precede its derived cases.
///
/// The derived cases of an operation are created on first use.
package struct CasePlan: Sendable {
    package let contract: Contract
    package let level: Level
    private let documented: DocumentedCases
    private let numbers: [String: Int]
    private let newCases: @Sendable (Operation) -> [Case]
    /// The cases of each operation. `indices` contains their indices by id.
    private let operations: [Lazy<(cases: [Case], indices: [String: Int])>]

    /// - Parameters:
    ///   - operations: The operations for which the plan creates derived cases, or `nil` for all operations. The plan
    ///     contains the documented cases of every operation, because other cases may use their outputs.
    ///   - further: A closure that returns additional cases of an operation. The additional cases run first if the
    ///     operation may change or delete a resource.
    package init(
        _ contract: Contract, level: Level = .standard, operations: Set<String>? = nil,
        further: @escaping @Sendable (Operation, DocumentedCases) -> [Case] = { _, _ in [] }
    ) {
        let documented = DocumentedCases(contract)
        let newCases = { @Sendable (operation: Operation) -> [Case] in
            let isChosen = operations?.contains(operation.id) ?? true
            let derived = isChosen ? DerivedCases(operation, documented, level: level)?.cases : nil
            let cases = documented.cases(of: operation) + (derived ?? [])
            let further = further(operation, documented)
            return operation.testsInvalidRequestsFirst ? further + cases : cases + further
        }
        self.contract = contract
        self.level = level
        self.documented = documented
        self.newCases = newCases
        numbers = Dictionary(contract.operations.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        self.operations = contract.operations.map { operation in
            Lazy {
                let cases = newCases(operation)
                return (cases, Dictionary(cases.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first })
            }
        }
    }

    /// The cases of all operations.
    package var cases: [Case] { operations.flatMap { $0.value.cases } }

    /// Returns the cases of an operation.
    package func cases(of operation: String) -> [Case] { numbers[operation].map { operations[$0].value.cases } ?? [] }

    /// Whether at least one documented case tests clients.
    package var isForClients: Bool {
        contract.operations.contains { documented.cases(of: $0).contains { $0.appliesTo != .server } }
    }

    /// Calls `body` with the cases of one operation after another. The cases of all operations together would need too
    /// much memory in a large contract.
    package func forEachOperation(_ body: ([Case]) -> Void) {
        for operation in contract.operations { body(newCases(operation)) }
    }

    /// Finds a case by its id, such as `login/creates a token`. The id may have the file's name as a prefix.
    package subscript(id: String) -> Case? {
        if let place = place(of: id) { return operations[place.operation].value.cases[place.index] }
        return cases.first { $0.qualifiedID == id }
    }

    /// Returns a number by which cases are in the order of the plan, or `nil` if no case has the id.
    package func position(of id: String) -> Int? { place(of: id).map { $0.operation << 32 | $0.index } }

    /// Returns the indices of an operation and its case. The id of the case starts with the id of the operation.
    private func place(of id: String) -> (operation: Int, index: Int)? {
        let operation = String(id.prefix { $0 != "/" && $0 != "~" })
        guard let number = numbers[operation], let index = operations[number].value.indices[id] else { return nil }
        return (number, index)
    }
}

extension Operation {
    /// Whether the additional cases of the operation, such as invalid requests, run before its documented cases. After a
    /// deletion, a server responds with 404 before it checks credentials. After a change, the resource has a different
    /// ETag. After a logout, the server rejects the credentials.
    package var testsInvalidRequestsFirst: Bool { ["DELETE", "PATCH", "PUT"].contains(request.method) || endsSession }

    /// Whether the request probably ends a session or disables credentials, according to the operation's path and id.
    /// If such a request ran early, all later requests could receive a 401.
    package var endsSession: Bool {
        let segments = request.path.description.split(separator: "/").filter { !$0.contains("{") }.map {
            $0.lowercased()
        }
        let names = (segments.suffix(2) + [id.lowercased()]).map { $0.filter { $0 != "-" && $0 != "_" } }
        if names.contains(where: { name in Self.endings.contains { name.contains($0) } }) { return true }
        guard !HTTPMethod.isSafe(request.method) else { return false }
        if names.contains(where: { name in Self.changes.contains { name.contains($0) } }) { return true }
        return request.method == "DELETE" && segments.last.map(Self.credentials.contains) ?? false
    }

    private static let endings = ["logout", "signout", "logoff", "revoke"]
    private static let changes = [
        "deactivate", "password", "rotatekey", "rotatetoken", "rotatesecret", "invalidatetoken",
    ]
    private static let credentials: Set<String> = [
        "session", "sessions", "token", "tokens", "me", "self", "account", "keys", "api-keys", "apikeys", "credentials",
    ]
}

/// A case that didn't run, or a kind of test that a plan or a run doesn't contain, with the reason.
package struct Omission: Sendable, Hashable {
    package var file: String
    /// The operation's id. Empty for a feature of an OpenAPI document that Accord doesn't support: then, `what` is the
    /// feature's source location.
    package var operation: String
    /// The missing tests: the common prefix of the ids of the missing cases, such as `refuse`, `refuse.schema:body` or
    /// `fuzz`, or the id of a single case. `cases` means the documented cases.
    package var what: String
    package var reason: String
}

extension Omission {
    package init(of operation: Operation, _ what: String, _ reason: String) {
        self.init(file: operation.location.file, operation: operation.id, what: what, reason: reason)
    }

    /// Creates an omission for a part of a document that has an error or isn't supported.
    package init(leftOut diagnostic: Diagnostic) {
        self.init(
            file: diagnostic.location.file, operation: "", what: "\(diagnostic.location)",
            reason: "Accord can't test this part of the document: \(diagnostic.message)")
    }

    /// Returns an omission (a missing test, with the reason) for each media type whose schema Accord can't check, such as
    /// XML.
    package static func unjudged(
        _ content: [MediaTypeDescription]?, _ what: String, of operation: Operation, _ addition: String = ""
    ) -> [Omission] {
        (content ?? []).filter(\.hasUnreadSchema).map { media in
            let format = media.mediaType.isXML ? "an XML" : "a \(media.mediaType.essence)"
            return Omission(
                of: operation, "\(what) \(media.mediaType.essence)",
                "Accord doesn't check the schema of \(format) body\(addition)")
        }
    }
}
