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
