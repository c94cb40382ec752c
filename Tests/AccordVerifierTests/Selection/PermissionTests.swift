// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordOpenAPI
import ConformanceScore
import Foundation
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("Public documents without permission", .enabled("needs a public suite") { try Conformance.has("openapi") })
struct PermissionTests {
    @Test(
        "a plain run sends no request with an unsafe method",
        arguments: Conformance.part(of: Conformance.publicDocuments))
    func unsafe(file: String) throws {
        let loaded = ContractLoader.load(Conformance.path(file), formats: .all(), lints: false)
        guard var contract = loaded.contract else { return }
        let unsafe = contract.operations.filter { !HTTPMethod.isSafe($0.request.method) }
        guard !unsafe.isEmpty else { return }
        // A large document has hundreds of operations. Those with safe methods take minutes, and can't break the rule.
        let operations = contract.operations.count <= 10 ? contract.operations : unsafe
        // Without credentials, the run would send no request.
        contract.operations = operations.map { $0.with(security: []) }
        let contracts = [contract.withImpliedCases]
        let server = try ScriptedServer([.answer { _ in [.response("200 OK")] }])
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.concurrency = 64
        let recorder = Recorder(Secrets(contracts) { _ in nil }, keptExchanges: 0)
        let planner = RunPlanner(contracts, options: PlanOptions(today: "2026-01-01"))
        let results = try Verifier.run(PlanSource(planner), options: options, recorder: recorder)
        let methods = Set(server.requestHeads.map { $0.prefix { $0 != " " } })
        #expect(methods.allSatisfy { HTTPMethod.isSafe(String($0)) }, "\(methods)")
        // An operation without a documented response has no case.
        let names = Set(results.map(\.operation))
        #expect(recorder.unpermitted.count == unsafe.count { names.contains($0.id) })
    }
}
