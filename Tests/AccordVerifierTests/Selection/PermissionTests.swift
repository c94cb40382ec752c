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
    private static let files: [String] = {
        let base = Conformance.folder.appending(path: "openapi")
        let all = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return all.filter { file in
            // A document of more than 20 kB has hundreds of operations, and takes minutes without telling more.
            let size = (try? FileManager.default.attributesOfItem(atPath: "\(base.path)/\(file)")[.size] as? Int) ?? 0
            return (file.hasSuffix(".json") || file.hasSuffix(".yaml")) && size <= 20_000
        }.sorted()
    }()

    @Test("a plain run sends no request with an unsafe method", arguments: files)
    func unsafe(file: String) throws {
        let loaded = ContractLoader.load("\(Conformance.path("openapi"))/\(file)", formats: .all(), lints: false)
        guard var contract = loaded.contract else { return }
        // Without credentials, the run would send no request.
        contract.operations = contract.operations.map { $0.with(security: []) }
        let contracts = [contract.withImpliedCases]
        let server = try ScriptedServer([.answer { _ in [.response("200 OK")] }])
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.concurrency = 64
        let recorder = Recorder(Secrets(contracts) { _ in nil }, keptExchanges: 0)
        let planner = RunPlanner(contracts, options: PlanOptions(today: "2026-01-01"))
        _ = try Verifier(PlanSource(planner), options: options, recorder: recorder).run()
        let methods = Set(server.requestHeads.map { $0.prefix { $0 != " " } })
        #expect(methods.allSatisfy { HTTPMethod.isSafe(String($0)) }, "\(methods)")
        let isUnsafe = contract.operations.contains { !HTTPMethod.isSafe($0.request.method) }
        #expect(recorder.unpermitted.isEmpty || isUnsafe)
    }
}
