// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON

/// Every case of a contract, in file order. The documented cases of an operation precede its derived cases.
package struct CasePlan: Sendable {
    package let contract: Contract
    package let level: Level
    package let cases: [Case]
    private let index: [String: Int]

    /// - Parameters:
    ///   - operations: The operations for which the plan creates derived cases, or `nil` for all operations. The plan
    ///     contains the documented cases of every operation, because other cases may use their outputs.
    ///   - further: A closure that returns additional cases of an operation. The additional cases run first if the
    ///     operation may change or delete a resource.
    package init(
        _ contract: Contract, level: Level = .standard, operations: Set<String>? = nil,
        further: (Operation, DocumentedCases) -> [Case] = { _, _ in [] }
    ) {
        self.contract = contract
        self.level = level
        cases = Self.cases(of: contract, level: level, operations: operations, further: further)
        index = Dictionary(cases.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    }

    /// Returns the cases that a plan would contain, without creating an index of their ids.
    package static func cases(
        of contract: Contract, level: Level = .standard, operations: Set<String>? = nil,
        further: (Operation, DocumentedCases) -> [Case] = { _, _ in [] }
    ) -> [Case] {
        var all: [Case] = []
        all.reserveCapacity(contract.operations.reduce(0) { $0 + $1.cases.count })
        forEachOperation(of: contract, level: level, operations: operations, further: further) { all += $0 }
        return all
    }

    /// Calls `body` with the cases of one operation after another. The cases of all operations together would need too
    /// much memory in a large contract.
    package static func forEachOperation(
        of contract: Contract, level: Level, operations: Set<String>? = nil,
        further: (Operation, DocumentedCases) -> [Case], _ body: ([Case]) -> Void
    ) {
        let documented = DocumentedCases(contract)
        for operation in contract.operations {
            var cases: [Case] = []
            let further = further(operation, documented)
            // The additional cases run before cases that change or delete the resource. After a deletion, the server
            // responds with 404 before it checks credentials. After a change, the resource has a different ETag.
            let isFirst = ["DELETE", "PATCH", "PUT"].contains(operation.request.method)
            if isFirst { cases += further }
            cases += documented.cases(of: operation)
            if operations?.contains(operation.id) ?? true {
                cases += DerivedCases(operation, documented, level: level)?.cases ?? []
            }
            if !isFirst { cases += further }
            body(cases)
        }
    }

    /// Finds a case by its id, such as `login/creates a token`. The id may have the file's name as a prefix.
    package subscript(id: String) -> Case? {
        if let caseIndex = index[id] { return cases[caseIndex] }
        return cases.first { $0.qualifiedID == id }
    }

    /// Returns the index of the case with this id in the plan, or `nil` if no case has the id.
    package func position(of id: String) -> Int? { index[id] }
}

/// A kind of test that the plan lacks for an operation, and the reason why it is missing.
package struct Omission: Sendable, Hashable {
    package var file: String
    package var operation: String
    /// The common prefix of the ids of the missing cases: `cases`, `refuse`, `refuse.schema:body`, `fuzz`.
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
    /// Returns an omission (a missing test, with the reason) for each media type of the request that Accord can't
    /// check.
    package static func ofClients(of operation: Operation) -> [Omission] {
        unjudged(operation.request.body?.content, "request", of: operation)
    }

    /// Returns an omission (a missing test, with the reason) for each media type that Accord can't check: XML with a
    /// schema.
    package static func unjudged(
        _ content: [MediaTypeDescription]?, _ what: String, of operation: Operation, _ addition: String = ""
    ) -> [Omission] {
        (content ?? []).filter(\.isStructuredXML).map { media in
            Omission(
                of: operation, "\(what) \(media.mediaType.essence)",
                "Accord doesn't check the schema of an XML body\(addition)")
        }
    }
}
