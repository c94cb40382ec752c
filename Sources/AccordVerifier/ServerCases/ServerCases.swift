// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore

extension CasePlan {
    /// - Parameter refusals: The options of refusals and of the cases of HTTP's conventions, or `nil` for neither.
    package init(
        _ contract: Contract, level: Level = .standard, operations: Set<String>? = nil, refusals: RefusalOptions?
    ) {
        self.init(
            contract, level: level, operations: operations, further: Self.serverCases(of: contract, refusals))
    }

    /// Calls `body` with the cases of one operation after the other.
    package static func forEachOperation(
        of contract: Contract, level: Level, refusals: RefusalOptions?, _ body: ([Case]) -> Void
    ) {
        forEachOperation(of: contract, level: level, further: serverCases(of: contract, refusals), body)
    }

    private static func serverCases(
        of contract: Contract, _ refusals: RefusalOptions?
    ) -> (Operation, DocumentedCases) -> [Case] {
        guard let refusals else { return { _, _ in [] } }
        let router = Router([contract])
        return { operation, documented in
            ServerCases(operation, documented, router: router, refusals: refusals).cases
        }
    }
}

/// The cases that test conditions that only a server can violate, and the parts that can't be tested.
struct ServerCases {
    let cases: [Case]
    let omissions: [Omission]

    init(_ operation: Operation, _ documented: DocumentedCases, router: Router, refusals: RefusalOptions) {
        let refusals = RefusalCases(operation, documented, router: router, options: refusals)
        let conventions = HTTPConventionCases(operation, documented, router: router)
        cases = refusals.cases + conventions.cases
        omissions = refusals.omissions + conventions.omissions
    }

    /// Whether the derived cases of an operation precede its documented cases, as in a `CasePlan`. Credentials can't be
    /// tested on a deleted resource, and a changed resource has a different version.
    static func precedeDocumented(_ operation: Operation) -> Bool {
        ["DELETE", "PATCH", "PUT"].contains(operation.request.method)
    }
}

extension Omission {
    /// Returns the omissions of a contract: operations without a case, and refusals that can't be generated.
    package static func all(in contract: Contract, refusals: RefusalOptions?) -> [Omission] {
        let documented = DocumentedCases(contract)
        let router = Router([contract])
        return contract.operations.flatMap { operation -> [Omission] in
            of(operation, documented)
                + (refusals.map { ServerCases(operation, documented, router: router, refusals: $0).omissions } ?? [])
        }
    }

    /// Returns the omissions of an operation, except those of refusals.
    static func of(_ operation: Operation, _ documented: DocumentedCases) -> [Omission] {
        let isAsked = documented.cases(of: operation).contains { $0.appliesTo != .client }
        let cases =
            isAsked || documented.success(of: operation) != nil
            ? [] : [Omission(of: operation, "cases", "the operation has no case that applies to servers")]
        return cases
            + operation.responses.flatMap { unjudged($0.body?.content, "\($0.status)", of: operation) }
    }
}
