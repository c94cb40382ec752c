// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import ConformanceScore
import Foundation
import Testing

@testable import AccordVerifier

/// How many bugs that were seeded into a server are found, and how many mistakes a correct one is said to have.
@Suite(
    "A server with seeded bugs", .timeLimit(.minutes(20)), .serialized,
    .enabled(if: SeededServer.isInstalled, "python3 isn't installed"))
struct SeededBugsTests {
    /// The seeds of the correct server: as many as `ACCORD_SEEDS` says, or three, or one in `make test`.
    private static let seeds: ClosedRange<UInt64> = {
        let count = ProcessInfo.processInfo.environment["ACCORD_SEEDS"].flatMap { UInt64($0) }
        return 1...max(1, count ?? (Conformance.isComplete ? 3 : 1))
    }()

    /// The seeded bugs of a kind: all of them, or a part in `make test`.
    private static func bugs(_ kind: SeededServer.Bug.Kind, each distance: Int) throws -> [SeededServer.Bug] {
        Conformance.part(of: try SeededServer.bugs().filter { $0.kind == kind }, each: distance)
    }

    /// The bugs that refusals and fuzzing miss: servers that don't check a pattern or length before they look for the
    /// resource or the password, and one that fails for an empty note.
    private static let knownMisses: Set<String> = [
        "updateNote.header-If-Match.pattern", "getNote.path-id.pattern", "headNote.path-id.pattern",
        "deleteNote.path-id.pattern", "login.body-username.maxLength", "login.body-password.maxLength",
        "exported.path-id.pattern", "upload.empty-note",
    ]

    private let contract: Contract
    private let server: SeededServer

    init() throws {
        let file = SeededServer.folder.appending(path: "notes.json").path
        contract = try #require(ContractLoader.load(file).contract)
        server = try SeededServer()
    }

    @Test("the correct server passes with every seed")
    func correct() throws {
        var failed: [String] = []
        for seed in Self.seeds {
            let results = try run(plan(fuzz: seed, refusals: seed == 1), "correct.\(seed)", failsFast: false)
            let wrong = results.filter { $0.status == .failed || $0.status == .blocked }
            let skipped = results.filter { $0.status == .skipped }
            failed += (wrong + skipped).map {
                "seed \(seed): \($0.id): \($0.findings.first?.message ?? $0.reason ?? "")"
            }
        }
        let count = Set(failed.map { $0.prefix { $0 != ":" } }).count
        print("correct server green in \(Self.seeds.count - count) of \(Self.seeds.count) seeds")
        #expect(failed.isEmpty, "\(failed.prefix(20).joined(separator: "\n"))")
    }

    @Test("documented cases find the seeded bugs")
    func documented() throws {
        let plan = try plan(fuzz: nil, refusals: false)
        let bugs = try Self.bugs(.documented, each: 3)
        let missed = try bugs.filter { try run(plan, $0.name).allSatisfy { $0.status != .failed } }
        report("documented cases", missed, of: bugs)
        #expect(missed.isEmpty, "\(missed.map(\.name))")
    }

    @Test("refusals and fuzzing find the bugs that documented cases can't")
    func implied() throws {
        let documented = try plan(fuzz: nil, refusals: false)
        let whole = try plan(fuzz: 1, refusals: true)
        var plans: [String: RunPlan] = [:]
        let bugs = try Self.bugs(.implied, each: 6)
        var missed: [SeededServer.Bug] = []
        for bug in bugs {
            let visible = try run(part(bug.operation, of: documented), bug.name).filter { $0.status == .failed }
            #expect(visible.isEmpty, "\(bug.name) is seen by documented cases: \(visible.map(\.id))")
            let plan = plans[bug.operation] ?? part(bug.operation, of: whole)
            if plans.updateValue(plan, forKey: bug.operation) == nil {
                let wrong = try run(plan, "correct.\(bug.operation)", failsFast: false).filter { $0.status == .failed }
                #expect(wrong.isEmpty, "the correct \(bug.operation) fails: \(wrong.map(\.id))")
            }
            // The first run's requests aren't repeated: a key that was used would be answered as before.
            let results = try run(plan, bug.name, runID: bug.name + "again")
            let found = results.filter { $0.status == .failed && $0.origin == .derived }
            if found.isEmpty { missed.append(bug) }
        }
        report("refusals and --fuzz 200", missed, of: bugs)
        #expect(Self.knownMisses.isSuperset(of: missed.map(\.name)), "\(missed.map(\.name))")
    }

    private func report(_ means: String, _ missed: [SeededServer.Bug], of bugs: [SeededServer.Bug]) {
        let found = bugs.count - missed.count
        print("seeded bugs found by \(means): \(found) of \(bugs.count) (\(found * 100 / max(1, bugs.count)) %)")
        if !missed.isEmpty { print("missed: \(missed.map(\.name).joined(separator: ", "))") }
    }

    private func plan(fuzz seed: UInt64?, refusals: Bool) throws -> RunPlan {
        let fuzz = seed.map { FuzzPlan([contract], options: FuzzOptions(count: 200, seed: $0, allowsUnsafe: true)) }
        return RunPlan(
            [contract], selection: Selection(), serverName: nil, today: "2026-01-01",
            refusals: refusals ? RefusalOptions(allowsUnsafe: true) : nil, fuzz: fuzz)
    }

    /// An operation's cases with what comes before them.
    private func part(_ operation: String, of plan: RunPlan) -> RunPlan {
        var plan = plan
        var kept = plan.entries.map { $0.testCase.operation.id == operation }
        for position in plan.entries.indices.reversed() where kept[position] {
            for needed in plan.needs[position] { kept[needed] = true }
        }
        let fixed = kept
        plan.keep { fixed[$0] }
        return plan
    }

    private func run(
        _ plan: RunPlan, _ name: String, runID: String? = nil, failsFast: Bool = true
    ) throws -> [CaseResult] {
        var options = VerifierOptions(target: .baseURL(server.address(name)))
        options.maximumFailures = failsFast ? 1 : nil
        options.runID = (runID ?? name).filter { $0.isLetter || $0.isNumber }
        let environment = [
            "NOTES_KEY": "key-of-notes", "NOTES_USER": "admin", "NOTES_PASSWORD": "secret-of-notes",
        ]
        options.environment = { environment[$0] }
        let recorder = Recorder(Secrets([contract], environment: options.environment), keptExchanges: 0)
        return try Verifier.run(plan, options: options, recorder: recorder)
    }
}
