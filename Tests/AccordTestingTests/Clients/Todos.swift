// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation

@testable import AccordTesting

/// The to-do contract that ships in Specs/, and cases of it tried on clients written for the purpose.
enum Todos {
    static let packageRoot = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    static let plan: CasePlan? = {
        let path = packageRoot.appending(path: "Specs/awesome-todos.json").path
        return ContractLoader.load(path, displayedAs: "Specs/awesome-todos.json", files: DiskFiles()).contract
            .map { CasePlan($0, level: .standard) }
    }()

    /// The cases of an operation that a client runs.
    static func cases(of operation: String) -> [Case] {
        (plan?.cases ?? []).filter { $0.operation.id == operation && $0.appliesTo != .server }
    }

    static func result(
        _ id: String, of bindings: ClientBindings, deadline: Duration = .seconds(20)
    ) async throws -> CaseResult {
        guard let found = plan?[id] else { throw NoSuchCase(id: id) }
        return await CaseRunner(bindings: bindings, deadline: deadline).run(found)
    }

    struct NoSuchCase: Error {
        var id: String
    }
}
