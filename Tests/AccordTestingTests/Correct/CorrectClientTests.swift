// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import ConformanceScore
import Foundation
import Testing

@testable import AccordTesting

@Suite("Correct clients") struct CorrectClientTests {
    static let styles: [LibraryStyle] = [
        .init(name: "async and Codable"),
        .init(name: "a dictionary’s order in query and body", query: .dictionary, body: .serialization),
        .init(name: "a body by hand, its keys shuffled", body: .byHand),
        .init(name: "sorted, pretty-printed bodies", body: .sortedEncoder),
        .init(name: "percent-encodes everything", query: .formStylePercent),
        .init(name: "a query by hand", query: .byHand),
        .init(name: "defaults always sent", defaults: .sent),
        .init(name: "defaults never sent", defaults: .leftOut),
        .init(name: "defaults sent by hand", query: .dictionary, body: .byHand, defaults: .sent),
        .init(name: "reads titles alone", reading: .titles),
        .init(name: "reads the stock alone", reading: .stockOnly),
        .init(name: "reads a nested name alone", reading: .publisherOnly),
        .init(name: "flattens by a decoder of its own", reading: .custom),
        .init(name: "JSONSerialization, two properties", reading: .serialization),
        .init(name: "asks only whether it worked", reading: .nothing),
        .init(name: "completion handlers", loading: .handler),
        .init(name: "a continuation that hears its cancellation", loading: .continuation, reading: .titles),
        .init(name: "a delegate by task", loading: .delegate),
        .init(name: "a delegate, and an actor", loading: .delegate, isActor: true),
        .init(name: "upload tasks", loading: .upload),
        .init(name: "an operation queue", loading: .operationQueue),
        .init(name: "an actor", isActor: true),
        .init(name: "one call after the other", isOneAtATime: true),
        .init(name: "joins calls that ask the same", joinsCalls: true),
        .init(name: "keeps what it read", hasCache: true),
        .init(name: "a nonce in each request", query: .dictionary, sendsNonce: true),
        .init(name: "values with an id and a time", reading: .titles, stampsValues: true),
        .init(name: "errors as structures", failures: .structure),
        .init(name: "errors as NSError", failures: .nsError),
        .init(name: "errors as URLError", loading: .handler, failures: .urlError),
    ]

    /// How often `make soak` tries each; nil in other runs.
    static let soakRuns = ProcessInfo.processInfo.environment["ACCORD_SOAK"].flatMap { Int($0) }

    /// The cases for a style. In `make test` each style has another eighth of them, so three styles try each case.
    /// In `scripts/test.sh collections` and `make soak` each style has all cases.
    private static func cases(for style: LibraryStyle) throws -> [Case] {
        let plan = try #require(Library.plan(soakRuns == nil ? .standard : .full))
        let cases = plan.cases.filter { $0.appliesTo != .server }
        let isComplete = soakRuns != nil || Conformance.isComplete
        guard !isComplete, let start = styles.firstIndex(where: { $0.name == style.name }) else { return cases }
        return cases.enumerated().filter { $0.offset % 8 == start % 8 }.map(\.element)
    }

    @Test("pass every case of every operation", arguments: styles)
    func passes(_ style: LibraryStyle) async throws {
        let cases = try Self.cases(for: style)
        #expect(cases.count > 50)
        for _ in 0..<(Self.soakRuns ?? 1) {
            let runner = CaseRunner(bindings: LibraryClient.bindings(style))
            var failed: [CaseResult] = []
            for testCase in cases {
                let result = await runner.run(testCase)
                let isRight = result.status == .passed || result.status == .notApplicable
                if !isRight || result.findings.contains(where: { $0.severity == .error }) { failed.append(result) }
            }
            let texts = failed.prefix(5).map { result in
                "\(result.id): \(result.status) \(result.reason ?? "")\n"
                    + result.findings.map { $0.text(of: result) }.joined(separator: "\n")
            }
            #expect(failed.isEmpty, "\(failed.count) of \(cases.count): \(texts.joined(separator: "\n"))")
            KillRatio.shared.noteCorrect(failed.isEmpty)
        }
    }

    /// So a soak at the fullest level is one at every level.
    @Test("a level includes the cases of the lower levels")
    func levels() throws {
        let ids = try [Level.smoke, .standard, .full].map { Set(try #require(Library.plan($0)).cases.map(\.id)) }
        #expect(ids[0].isStrictSubset(of: ids[1]) && ids[1].isStrictSubset(of: ids[2]))
    }

    @Test("there are at least 25 different correct clients")
    func areMany() {
        #expect(Set(Self.styles.map(\.name)).count >= 25)
    }
}

extension LibraryStyle: CustomTestStringConvertible {
    var testDescription: String { name }
}

@Suite("Mistakes that earlier versions missed") struct FormerMissTests {
    struct Trap: Sendable, CustomTestStringConvertible {
        var bug: LibraryStyle.Bug
        var caseID: String
        var rule: String
        var advice: String?

        var testDescription: String { bug.rawValue }
    }

    static let traps: [Trap] = [
        Trap(bug: .sendsLineBreaks, caseID: "search~request.injection:Trace", rule: "request.header.injection"),
        Trap(
            bug: .setsHeadersAtOnce, caseID: "search~request.injection:Trace:another-header",
            rule: "request.header.injection"),
        Trap(bug: .leavesFormsAlone, caseID: "annotate~request.torture:/author", rule: "request.body.value"),
        Trap(bug: .leavesAmpersands, caseID: "annotate~request.torture:/author", rule: "request.body.value"),
        Trap(bug: .leavesQueriesAlone, caseID: "search~request.torture:text", rule: "request.query"),
        Trap(bug: .leavesPathsAlone, caseID: "book~request.torture:isbn", rule: "request.path"),
        Trap(bug: .refusesAccepted, caseID: "add~status.202", rule: "outcome.threw"),
        // What stands in for the missing stock is what is documented: it is read all the same.
        Trap(bug: .defaultsStock, caseID: "book~structure.drop-required:/stock", rule: "outcome.returned"),
        Trap(
            bug: .hearsNoCancellation, caseID: "book~client.cancel-before-response", rule: "outcome.hang",
            advice: "withTaskCancellationHandler"),
        Trap(bug: .usesTheTitle, caseID: "book~structure.wrong-type:/title:number", rule: "outcome.ignored"),
    ]

    @Test("each mistake is found by its case", arguments: traps)
    func caught(_ trap: Trap) async throws {
        let ignoring = Library.text.replacing(
            #""200": { "description": "It.","#,
            with: ##""200": { "description": "It.", "client": { "ignores": ["/title"] },"##)
        let text = trap.bug == .usesTheTitle ? ignoring : Library.text
        let contract = try #require(
            ContractLoader.load("library.json", files: MemoryFiles(["library.json": Array(text.utf8)])).contract)
        let testCase = try #require(CasePlan(contract, level: .standard)[trap.caseID])
        let style = LibraryStyle(
            name: trap.bug.rawValue, bug: trap.bug, loading: trap.bug == .hearsNoCancellation ? .handler : .async,
            query: trap.bug == .leavesQueriesAlone ? .byHand : .components)
        let runner = CaseRunner(
            bindings: LibraryClient.bindings(style),
            deadline: trap.bug == .hearsNoCancellation ? .milliseconds(300) : .seconds(20))
        let result = await runner.run(testCase)
        let errors = result.findings.filter { $0.severity == .error }
        #expect(errors.contains { $0.rule.id.hasPrefix(trap.rule) }, "\(result.status) \(errors.map(\.rule))")
        if let advice = trap.advice { #expect(errors.contains { $0.advice?.contains(advice) == true }) }
        KillRatio.shared.note(errors.contains { $0.rule.id.hasPrefix(trap.rule) })
    }

    @Test("a client may fail on an ignored place whose bytes aren't JSON")
    func ignoresTheUnreadable() async throws {
        let text = Library.text.replacing(
            #""200": { "description": "It.","#,
            with: ##""200": { "description": "It.", "client": { "ignores": ["/title", "/publisher"] },"##)
        let contract = try #require(
            ContractLoader.load("library.json", files: MemoryFiles(["library.json": Array(text.utf8)])).contract)
        let cases = CasePlan(contract, level: .full).cases.filter {
            $0.id.hasPrefix("book~") && ($0.id.contains(":/title") || $0.id.contains(":/publisher"))
        }
        #expect(cases.contains { $0.id.contains("latin1-bytes") } || cases.contains { $0.id.contains("invalid-utf8") })
        let style = LibraryStyle(name: "reads the stock", reading: .stockOnly)
        for testCase in cases {
            let result = await CaseRunner(bindings: LibraryClient.bindings(style)).run(testCase)
            #expect(result.status == .passed, "\(testCase.id): \(result.findings.map(\.message))")
        }
    }

    @Test("has a trap for every bug")
    func everyBug() {
        #expect(Set(Self.traps.map(\.bug)) == Set(LibraryStyle.Bug.allCases))
    }
}

@Suite("Probing what a client reads") struct DependenceTests {
    private static func dependences(_ reading: LibraryStyle.Reading) async throws -> [Dependence] {
        let plan = try #require(Library.plan(.standard))
        let testCase = try #require(plan["book/is there"])
        let bindings = LibraryClient.bindings(LibraryStyle(name: "reads", reading: reading))
        return await CaseRunner(bindings: bindings).dependences(of: testCase)
    }

    @Test("finds the one property that the client decodes")
    func one() async throws {
        let found = try await Self.dependences(.stockOnly)
        #expect(found.filter { $0.use != .unread }.map(\.name) == ["", "/stock"])
        let stock = try #require(found.first { $0.name == "/stock" })
        #expect(stock.use == .needed && stock.rejects.isSuperset(of: [.null, .string, .array]), "\(stock)")
        #expect(found.contains { $0.name == "/publisher/name" && $0.use == .unread })
    }

    @Test("finds all properties that the client decodes, including optional ones")
    func all() async throws {
        let found = try await Self.dependences(.everything)
        #expect(found.allSatisfy { $0.use != .unread }, "\(found)")
    }

    @Test("finds only the type of the body if the client ignores the properties")
    func nothing() async throws {
        let found = try await Self.dependences(.nothing)
        #expect(found.count > 1 && found.dropFirst().allSatisfy { $0.use == .unread }, "\(found)")
        #expect(found.first?.rejects.contains(.array) == true && found.first?.accepts == [.extra], "\(found)")
    }
}
