// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordOpenAPI
import ConformanceScore
import Foundation
import Testing

@testable import AccordVerifier

/// A correct server that closes connections without notice, gives ids of deleted resources again, lets clients choose ids,
/// lists resources by their parent, and has a logout. With ACCORD_SEEDS=20, the test runs 20 seeds at each concurrency.
@Suite("A correct server", .serialized, .enabled(if: SeededServer.isInstalled, "python3 isn't installed"))
struct CorrectServerTests {
    private static let folder = SeededServer.folder.deletingLastPathComponent().appending(path: "CorrectServer")
    private static let names = [
        "put-is-lost", "patch-changes-nothing", "status-filter-ignored", "pinned-filter-ignored", "limit-ignored",
        "deleted-note-listed", "deleted-note-read", "title-cut", "note-not-stored",
        "two-notes-one-id", "label-update-lost",
    ]

    /// The seeds of a run, each with the number of concurrent requests.
    private static let runs: [(seed: UInt64, concurrency: Int)] = {
        let seeds = ProcessInfo.processInfo.environment["ACCORD_SEEDS"].flatMap { UInt64($0) }
        guard let seeds else { return [(1, 1), (2, 2), (3, 16)] }
        return (1...max(1, seeds)).flatMap { seed in [1, 2, 16].map { (seed, $0) } }
    }()

    private func run(
        _ server: SeededServer, _ name: String, seed: UInt64 = 1, concurrency: Int = 16
    ) throws -> [CaseResult] {
        let loaded = ContractLoader.load(Self.folder.appending(path: "openapi.json").path, formats: .all())
        var given = try GivenCredentials(auth: ["session=token-of-correct"])
        let contracts = try given.fill([try #require(loaded.contract).withImpliedCases])
        var planOptions = PlanOptions(today: "2026-01-01")
        planOptions.refusals = RefusalOptions(allowsUnsafe: true)
        planOptions.fuzz = FuzzOptions(count: 200, seed: seed, allowsUnsafe: true)
        planOptions.allowsUnsafe = true
        var options = VerifierOptions(target: .baseURL(server.address(name)))
        options.concurrency = concurrency
        let recorder = Recorder(Secrets(contracts) { _ in nil }, keptExchanges: 0)
        return try Verifier.run(
            PlanSource(RunPlanner(contracts, options: planOptions)), options: options, recorder: recorder)
    }

    @Test("a correct server has no finding", arguments: runs)
    func correct(seed: UInt64, concurrency: Int) throws {
        let results = try run(SeededServer(Self.folder), "correct", seed: seed, concurrency: concurrency)
        let wrong = results.filter { $0.status == .failed || $0.status == .blocked }
        #expect(wrong.isEmpty, "\(wrong.map { "\($0.id): \($0.findings.first?.message ?? $0.reason ?? "")" })")
        #expect(results.count { $0.status == .passed } > 400)
    }

    @Test(
        "sequences find servers that lose changes, ignore queries, and list deleted resources",
        arguments: Conformance.part(of: names, each: 3))
    func finds(name: String) throws {
        let failed = try run(SeededServer(Self.folder), name).filter { $0.status == .failed }
        #expect(failed.contains { FuzzID($0.id)?.isSequence == true }, "\(failed.map(\.id))")
    }
}
