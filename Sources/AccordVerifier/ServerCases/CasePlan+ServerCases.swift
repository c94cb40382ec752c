import AccordContract
import AccordCore

extension CasePlan {
    /// - Parameter refusals: what a server must refuse, of every operation, and what HTTP itself asks of it; nil: neither.
    package init(
        _ contract: Contract, level: Level = .standard, operations: Set<String>? = nil, refusals: RefusalOptions?
    ) {
        self.init(
            contract, level: level, operations: operations, further: Self.serverCases(of: contract, refusals))
    }

    /// A plan's cases alone, for those who look none up by its id.
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
