// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import Foundation
import Testing

@testable import AccordCore

@Suite("The included contracts") struct ShippedContractsTests {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Specs").resolvingSymlinksInPath()
    static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") && !$0.hasPrefix("coffee") }.sorted()

    static func plan(_ file: String) throws -> CasePlan {
        let result = ContractLoader.load(folder.appendingPathComponent(file).path)
        return CasePlan(try #require(result.contract, "\(result.diagnostics.map(\.message))"), level: .full)
    }

    @Test("the four contracts without an OpenAPI document exist")
    func count() { #expect(Self.files.count == 4) }

    @Test("the judge accepts the requests and responses of every included case", arguments: files)
    func consistent(file: String) throws {
        for asked in try Self.plan(file).cases where asked.appliesTo != .server {
            let scope = asked.scope()
            for step in asked.steps.indices {
                let expected = try asked.expectedRequest(step, scope: scope)
                let judgement = Judge.judge(expected.example, against: expected)
                #expect(judgement.findings == [], "\(asked.id)")
                guard !asked.isDerived, case .answer(let response) = try asked.reply(step, scope: scope) else {
                    continue
                }
                let answer = Judge.judge(response, of: asked, step: step, scope: scope)
                #expect(answer.findings == [], "\(asked.id)")
            }
            _ = try asked.inputValues(scope: scope)
        }
    }

    @Test("each operation with a success has a dozen derived cases", arguments: files)
    func derived(file: String) throws {
        let plan = try Self.plan(file)
        for operation in plan.contract.operations {
            let own = plan.cases.filter { $0.isDerived && $0.operation.id == operation.id }
            #expect(own.count > 40, "\(operation.id)")
            #expect(own.contains { $0.id == "\(operation.id)~connect.offline" })
            for asked in own { #expect(asked.id.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(asked.id)") }
        }
    }
}
