import AccordContract
import AccordHTTP

/// Something that a contract implies and that no case asks, with the reason.
package struct Omission: Sendable, Hashable {
    /// The contract's path.
    package var file: String
    package var operation: String
    /// `cases`, `refuse`, `refuse.schema:body`, `fuzz`: the beginning of what the cases' ids would have been.
    package var what: String
    package var reason: String
    package var location: SourceLocation

    package init(of operation: Operation, _ what: String, _ reason: String) {
        file = operation.location.file
        self.operation = operation.id
        self.what = what
        self.reason = reason
        location = operation.location
    }
}

extension Omission {
    /// Why nothing can be changed in a request: what stands in it comes from an answer whose body isn't documented.
    static let unknownRequest =
        "its request takes a value from an answer that the contract has no example of: document that answer's body"

    /// What no case of a contract asks a server, and why: operations without a case, and refusals that can't be made.
    package static func all(in contract: Contract, refusals: RefusalOptions?) -> [Omission] {
        let documented = DocumentedCases(contract)
        let router = Router([contract])
        return contract.operations.flatMap { operation -> [Omission] in
            let isAsked = documented.cases(of: operation).contains { $0.appliesTo != .client }
            let cases =
                isAsked || documented.success(of: operation) != nil
                ? [] : [Omission(of: operation, "cases", "no case of it is for a server")]
            let unjudged = operation.responses.flatMap { response in
                (response.body?.content ?? []).filter(\.isStructuredXML).map { media in
                    Omission(
                        of: operation, "\(response.status) \(media.mediaType.essence)",
                        "how its schema stands in XML isn't judged; asserts by XPath are")
                }
            }
            guard let refusals else { return cases + unjudged }
            return cases + unjudged
                + RefusalCases(operation, documented, router: router, options: refusals).omissions
                + HTTPConventionCases(operation, documented, router: router).omissions
        }
    }
}
