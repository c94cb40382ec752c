// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import ConformanceScore
import Testing

@testable import AccordTesting

@Suite("Mistakes that operations share") struct SharedMistakeTests {
    /// What the tests of twelve operations say, one after the other: issues, and why tests are cancelled.
    private struct Run {
        var issues: [IssueGroup] = []
        var cancelled: [String: String] = [:]
        var results: [CaseResult] = []

        var text: String { (issues.map(\.text) + cancelled.values.sorted()).joined(separator: "\n") }
    }

    private static func run(
        _ bugs: Set<WorkshopBug>, _ level: Level = .standard, only operations: [String] = Workshop.operations,
        contract: ClientContract? = nil
    ) async throws -> Run {
        let contract = contract ?? Workshop.contract(level)
        let plan = try #require(contract.plan, "\(contract.problem ?? "")")
        var run = Run()
        for operation in operations {
            let all = await contract.results(of: operation, with: WorkshopClient.bindings(bugs))
            let results = all.judgingRequestsOnce(in: plan)
            run.results += results
            let reason = contract.record(IssueGroup.groups(of: results), of: operation) { issue in
                run.issues.append(issue)
                return issue.isError
            }
            run.cancelled[operation] = reason
        }
        return run
    }

    @Test("a correct client has no issues", arguments: [Level.smoke, .standard, .full])
    func correct(level: Level) async throws {
        let run = try await Self.run([], level)
        #expect(run.issues.isEmpty && run.cancelled.isEmpty, "\(run.text)")
    }

    @Test(
        "each mistake has at most five issues",
        arguments: Conformance.part(of: WorkshopBug.allCases.filter { $0 != .refusesAnswers }, each: 4))
    func one(bug: WorkshopBug) async throws {
        let run = try await Self.run([bug])
        #expect(run.issues.contains { $0.isError })
        #expect(run.issues.count <= 5, "\(run.text)")
        #expect(run.issues.count { $0.isError } + run.cancelled.count > 5, "\(run.text)")
    }

    @Test("a mistake has at most five issues at the other levels", arguments: [Level.smoke, .full])
    func levels(level: Level) async throws {
        let run = try await Self.run([.forgetsAccept], level)
        #expect(!run.issues.isEmpty && run.issues.count <= 5, "\(run.text)")
    }

    @Test("two mistakes have at most four issues")
    func two() async throws {
        let run = try await Self.run([.forgetsContentType, .wrongTokenScheme])
        let rules = Set(run.issues.compactMap { $0.finding?.place?.name })
        #expect(rules == ["Content-Type", "Authorization"], "\(run.text)")
        #expect(run.issues.count <= 4, "\(run.text)")
    }

    @Test("the first test records the issue, and the others are cancelled with its name")
    func cancelled() async throws {
        let run = try await Self.run([.forgetsAccept])
        #expect(run.issues.map(\.first.operation) == ["findDrill"])
        #expect(run.cancelled.keys.sorted() == Workshop.operations.filter { $0 != "findDrill" }.sorted())
        let reason = try #require(run.cancelled["addSaw"])
        #expect(
            reason.hasPrefix("this test fails for the same reason as the test of “findDrill”: the header “Accept”"),
            "\(reason)")
        #expect(reason.hasSuffix("To run only this operation: ACCORD_CASE='addSaw' swift test"), "\(reason)")
    }

    @Test("a test that runs alone, or again, records the issue")
    func alone() async throws {
        let contract = Workshop.contract(.smoke)
        for _ in 0..<2 {
            let run = try await Self.run([.forgetsAccept], only: ["addSaw"], contract: contract)
            #expect(run.issues.count == 1 && run.cancelled.isEmpty, "\(run.text)")
        }
    }

    @Test("the next test records the issue if the first test passes anyway, as with a known issue")
    func knownIssue() async throws {
        let contract = Workshop.contract(.smoke)
        let plan = try #require(contract.plan)
        var asked: [String] = []
        for operation in Workshop.operations.prefix(3) {
            let all = await contract.results(of: operation, with: WorkshopClient.bindings([.forgetsAccept]))
            let issues = IssueGroup.groups(of: all.judgingRequestsOnce(in: plan))
            let reason = contract.record(issues, of: operation) { _ in
                asked.append(operation)
                return asked.count > 1
            }
            #expect((reason == nil) == (asked.last == operation))
        }
        #expect(asked == Array(Workshop.operations.prefix(2)))
    }

    @Test("a pending case doesn't prevent the issue in the next test")
    func pending() async throws {
        let contract = Workshop.contract(.smoke)
        let plan = try #require(contract.plan)
        var recorded: [Bool] = []
        for (number, operation) in Workshop.operations.prefix(3).enumerated() {
            var results = await contract.results(of: operation, with: WorkshopClient.bindings([.forgetsAccept]))
            results = results.judgingRequestsOnce(in: plan).filter { $0.status == .failed }
            if number == 0 { for index in results.indices { results[index].status = .pending } }
            _ = contract.record(IssueGroup.groups(of: results), of: operation) { issue in
                recorded.append(issue.isError)
                return issue.isError
            }
        }
        #expect(recorded == [false, true])
    }

    @Test("the report has one problem with the number and names of the operations")
    func report() async throws {
        let run = try await Self.run([.forgetsAccept])
        let report = RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 1, contracts: [],
            cases: run.results)
        let problems = report.problems()
        #expect(problems.count == 1, "\(problems.map(\.heading))")
        let text = ClientSummary(report: report).text
        #expect(text.contains("in 12 operations: findDrill, addDrill, findHammer and 9 more"), "\(text)")
    }

    @Test("a wrong result of an operation's own response isn't shared")
    func own() async throws {
        let run = try await Self.run([.refusesAnswers], .smoke, only: ["findSaw", "addSaw"])
        let issues = run.issues.filter { $0.finding?.rule.id == "outcome.threw" }
        #expect(issues.map(\.first.operation) == ["findSaw", "addSaw"], "\(run.text)")
    }
}
