import AccordContract
import AccordJSON

/// Every case of a contract: documented ones, then derived ones, operation by operation, in the file's order.
package struct CasePlan: Sendable {
    package let contract: Contract
    package let level: Level
    package let cases: [Case]
    private let index: [String: Int]

    /// `operations` limits what is derived to these; documented cases are always there, since flows need them.
    ///
    /// - Parameter further: further cases of an operation, which come before the others where these may change or delete
    ///   what it asks for.
    package init(
        _ contract: Contract, level: Level = .standard, operations: Set<String>? = nil,
        further: (Operation, DocumentedCases) -> [Case] = { _, _ in [] }
    ) {
        self.contract = contract
        self.level = level
        cases = Self.cases(of: contract, level: level, operations: operations, further: further)
        index = Dictionary(cases.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    }

    /// A plan's cases alone, for those who look none up by its id.
    package static func cases(
        of contract: Contract, level: Level = .standard, operations: Set<String>? = nil,
        further: (Operation, DocumentedCases) -> [Case] = { _, _ in [] }
    ) -> [Case] {
        let documented = DocumentedCases(contract)
        var cases: [Case] = []
        cases.reserveCapacity(contract.operations.reduce(0) { $0 + $1.cases.count })
        for operation in contract.operations {
            let further = further(operation, documented)
            // What is deleted can't be asked for without credentials any more, and what has changed has another version.
            let isFirst = ["DELETE", "PATCH", "PUT"].contains(operation.request.method)
            if isFirst { cases += further }
            cases += documented.cases(of: operation)
            if operations?.contains(operation.id) ?? true {
                cases += DerivedCases(operation, documented, level: level)?.cases ?? []
            }
            if !isFirst { cases += further }
        }
        return cases
    }

    /// The case with an id such as `login/creates a token`; also with the file's name in front of it.
    package subscript(id: String) -> Case? {
        if let found = index[id] { return cases[found] }
        return cases.first { $0.qualifiedID == id }
    }

    /// Where a case comes among all; nil where there is none with the id.
    package func position(of id: String) -> Int? { index[id] }
}

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
