import AccordContract

/// Every case of a contract: documented ones, then derived ones, operation by operation, in the file's order.
package struct CasePlan: Sendable {
    package let contract: Contract
    package let level: Level
    package let cases: [Case]
    private let index: [String: Int]

    package init(_ contract: Contract, level: Level = .standard) {
        self.contract = contract
        self.level = level
        cases = []
        index = Dictionary(cases.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    }

    /// The case with an id such as `login/creates a token`; also with the file's name in front of it.
    package subscript(id: String) -> Case? {
        if let found = index[id] { return cases[found] }
        return cases.first { $0.qualifiedID == id }
    }

    /// The cases that come first, producers before those who use what they produce; without the case itself.
    package func flow(of case: Case) -> [Case] { `case`.producers }
}
