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
            let unread = operation.responses.flatMap { response in
                Self.unjudged(response.body?.content, "\(response.status)", of: operation, "; asserts by XPath are")
            }
            guard let refusals else { return cases + unread }
            return cases + unread
                + RefusalCases(operation, documented, router: router, options: refusals).omissions
                + HTTPConventionCases(operation, documented, router: router).omissions
        }
    }

    /// What a client's requests to an operation aren't held to.
    package static func ofClients(of operation: Operation) -> [Omission] {
        unjudged(operation.request.body?.content, "request", of: operation)
    }

    private static func unjudged(
        _ content: [MediaTypeDescription]?, _ what: String, of operation: Operation, _ addition: String = ""
    ) -> [Omission] {
        (content ?? []).filter(\.isStructuredXML).map { media in
            Omission(
                of: operation, "\(what) \(media.mediaType.essence)",
                "how its schema stands in XML isn't judged\(addition)")
        }
    }
}
