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

    /// Returns the cases of a plan without an index by id.
    package static func cases(
        of contract: Contract, level: Level = .standard, operations: Set<String>? = nil, refusals: RefusalOptions?
    ) -> [Case] {
        cases(of: contract, level: level, operations: operations, further: serverCases(of: contract, refusals))
    }

    private static func serverCases(
        of contract: Contract, _ refusals: RefusalOptions?
    ) -> (Operation, DocumentedCases) -> [Case] {
        guard let refusals else { return { _, _ in [] } }
        let router = Router([contract])
        return { operation, documented in
            RefusalCases(operation, documented, router: router, options: refusals).cases
                + HTTPConventionCases(operation, documented, router: router).cases
        }
    }
}

extension Omission {
    /// Returns the omissions of a contract: operations without a case, and refusals that can't be generated.
    package static func all(in contract: Contract, refusals: RefusalOptions?) -> [Omission] {
        let documented = DocumentedCases(contract)
        let router = Router([contract])
        return contract.operations.flatMap { operation -> [Omission] in
            let isAsked = documented.cases(of: operation).contains { $0.appliesTo != .client }
            let cases =
                isAsked || documented.success(of: operation) != nil
                ? [] : [Omission(of: operation, "cases", "the operation has no case for servers")]
            let unread = operation.responses.flatMap { response in
                unjudged(response.body?.content, "\(response.status)", of: operation)
            }
            guard let refusals else { return cases + unread }
            return cases + unread
                + RefusalCases(operation, documented, router: router, options: refusals).omissions
                + HTTPConventionCases(operation, documented, router: router).omissions
        }
    }
}
