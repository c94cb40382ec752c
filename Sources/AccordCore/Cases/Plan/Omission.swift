import AccordContract

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
    /// What a client's requests to an operation aren't held to.
    package static func ofClients(of operation: Operation) -> [Omission] {
        unjudged(operation.request.body?.content, "request", of: operation)
    }

    /// What isn't judged of bodies: how XML with a schema stands.
    package static func unjudged(
        _ content: [MediaTypeDescription]?, _ what: String, of operation: Operation, _ addition: String = ""
    ) -> [Omission] {
        (content ?? []).filter(\.isStructuredXML).map { media in
            Omission(
                of: operation, "\(what) \(media.mediaType.essence)",
                "how its schema stands in XML isn't judged\(addition)")
        }
    }
}
