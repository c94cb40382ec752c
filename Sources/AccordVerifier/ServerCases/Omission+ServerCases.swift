import AccordContract
import AccordCore

extension Omission {
    /// What no case of a contract asks a server, and why: operations without a case, and refusals that can't be made.
    package static func all(in contract: Contract, refusals: RefusalOptions?) -> [Omission] {
        let documented = DocumentedCases(contract)
        let router = Router([contract])
        return contract.operations.flatMap { operation -> [Omission] in
            let isAsked = documented.cases(of: operation).contains { $0.appliesTo != .client }
            let cases =
                isAsked || documented.success(of: operation) != nil
                ? [] : [Omission(of: operation, "cases", "no case of it is for a server")]
            let unread = operation.responses.flatMap { response in
                unjudged(response.body?.content, "\(response.status)", of: operation, "; asserts by XPath are")
            }
            guard let refusals else { return cases + unread }
            return cases + unread
                + RefusalCases(operation, documented, router: router, options: refusals).omissions
                + HTTPConventionCases(operation, documented, router: router).omissions
        }
    }
}
