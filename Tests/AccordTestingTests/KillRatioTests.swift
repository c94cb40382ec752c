// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

@Suite("Broken clients of several operations") struct KillRatioTests {
    /// A bug, the case that has to find it, and the rule that names it.
    struct Trap: Sendable, CustomTestStringConvertible {
        var bug: ItemBug
        var caseID: String
        var rule: String

        init(_ bug: ItemBug, _ caseID: String, _ rule: String) {
            self.bug = bug
            self.caseID = caseID
            self.rule = rule
        }

        var testDescription: String { bug.rawValue }
    }

    private static let login = "login/creates a token"
    private static let add = "addItem/adds an item"
    private static let addDue = "addItem/adds an item with a due date"
    private static let left = "fetchItems/lists what is left to do"
    private static let all = "fetchItems/lists what was added"

    static let traps: [Trap] = [
        Trap(.forgetsToken, add, "request.header.missing"),
        Trap(.tokenWithoutScheme, add, "request.header"),
        Trap(.tokenInQuery, add, "request.query.unexpected"),
        Trap(.wrongTokenScheme, add, "request.header"),
        Trap(.keepsOldToken, add, "request.header"),
        Trap(.forgetsContentType, add, "request.body"),
        Trap(.formInsteadOfJSON, add, "request.body"),
        Trap(.bodyInQuery, add, "request.body"),
        Trap(.misnamesProperty, add, "request.body"),
        Trap(.sendsNullForNothing, add, "request.body"),
        Trap(.omitsTheDueDate, addDue, "request.body"),
        Trap(.timeWithoutZone, addDue, "request.body"),
        Trap(.localTime, addDue, "request.body"),
        Trap(.trimsTitle, "addItem/takes any title[two lines]", "request.body"),
        Trap(.decomposesTitle, "addItem/takes any title[quotation marks]", "request.body"),
        Trap(.cutsTitle, "addItem/takes any title[as long as it may be]", "request.body"),
        Trap(.escapesTwiceInJSON, "addItem/takes any title[quotation marks]", "request.body"),
        Trap(.doubleEncodesBody, add, "request.body"),
        Trap(.putsInsteadOfPosts, add, "request.method"),
        Trap(.trailingSlash, login, "request.path"),
        Trap(.doubleSlash, login, "request.path"),
        Trap(.upperCasePath, login, "request.path"),
        Trap(.otherPort, login, "request.port"),
        Trap(.oldVersionPrefix, login, "request.path"),
        Trap(.numberForTruth, left, "request.query"),
        Trap(.alwaysSendsOptional, all, "request.query.unexpected"),
        Trap(.neverSendsOptional, left, "request.query.missing"),
        Trap(.repeatsItem, left, "request.query"),
        Trap(.logsInAgain, left, "request.count.extra"),
        Trap(.callsHome, login, "request.host"),
        Trap(.asksTwice, left, "request.count.extra"),
        Trap(.retriesPost, "addItem~framing.short-body", "request.count.extra"),
        Trap(.requiresOptional, add, "outcome.threw"),
        Trap(.chokesOnNull, all, "outcome.threw"),
        Trap(.refusesEmptyList, "fetchItems/finds nothing done in a new list", "outcome.threw"),
        Trap(.onlyTwoHundred, add, "outcome.threw"),
        Trap(.acceptsAnyStatusBelow500, "fetchItems~error.error-status-success-body:401", "outcome.returned"),
        Trap(.skipsBrokenElements, "fetchItems~structure.wrong-type:/0/id", "outcome.returned"),
        Trap(.defaultsMissing, "fetchItems~structure.drop-required:/0/title", "outcome.returned"),
        Trap(.takesRootForGranted, "fetchItems~structure.wrong-root", "outcome.returned"),
        Trap(.numbersThroughText, "fetchItems~structure.wrong-type:/0/id:string", "outcome.returned"),
        Trap(.ignoresFractions, "fetchItems~number.float-for-int:/0/id", "outcome.returned"),
        Trap(.truthFromNumbers, "fetchItems~structure.wrong-type:/0/done:number", "outcome.returned"),
        Trap(.loosesPrecision, "fetchItems~number.int-2^53+1:/0/id", "outcome.value"),
        Trap(.readsByPattern, "fetchItems~syntax.truncated-json", "outcome.returned"),
        Trap(.emptyOnError, "fetchItems~connect.offline", "outcome.returned"),
        Trap(.wrapsEveryError, "fetchItems/says that the token has expired", "outcome.error"),
        Trap(.needsJSONInErrors, "fetchItems~error.error-body-malformed:401", "outcome.error"),
        Trap(.trustsContentType, "fetchItems~media.content-type-params", "outcome.threw"),
        Trap(.swallowsCancellation, "fetchItems~client.cancel-before-response", "outcome.cancelled"),
        Trap(.leavesRequest, "fetchItems~client.cancel-before-response", "outcome.leak"),
        Trap(.returnsOldList, "fetchItems~error.error-undocumented:500", "outcome.returned"),
        Trap(.readsDatesLoosely, "fetchItems~structure.wrong-type:/0/due:string", "outcome.returned"),
    ]

    @Test("each bug is found by its case", arguments: traps)
    func catches(_ trap: Trap) async throws {
        let result = try await Todos.result(
            trap.caseID, of: ItemsClient.bindings(trap.bug),
            deadline: trap.bug == .leavesRequest ? .milliseconds(500) : .seconds(20))
        let rules = result.findings.filter { $0.severity == .error }.map(\.rule.id)
        let isCaught = result.status == .failed && rules.contains { $0.hasPrefix(trap.rule) }
        #expect(isCaught, "\(result.status), found \(rules)")
        #expect(result.findings.allSatisfy { $0.blame == .client && $0.contract != nil })
        KillRatio.shared.note(isCaught)
    }

    @Test("has a trap for every bug")
    func everyBug() {
        #expect(Set(Self.traps.map(\.bug)) == Set(ItemBug.allCases).subtracting([.none]))
    }

    @Test("the correct client passes every case", arguments: ["login", "fetchItems", "addItem"])
    func passes(operation: String) async {
        for testCase in Todos.cases(of: operation) {
            let result = await CaseRunner(bindings: ItemsClient.bindings(.none), deadline: .seconds(20)).run(testCase)
            let errors = result.findings.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(testCase.id): \(errors.map(\.message))")
            #expect(result.status == .passed || result.status == .notApplicable, "\(testCase.id): \(result.status)")
        }
    }
}

/// Counts the broken clients that were caught and the correct ones that failed, and says so when the tests end; each
/// is an expectation of its own test, too.
final class KillRatio: Sendable {
    static let shared = KillRatio()

    private let counts = Locked((runs: 0, caught: 0))
    private let correct = Locked((runs: 0, failed: 0))

    init() {
        atexit {
            let (runs, caught) = KillRatio.shared.counts.withLock { $0 }
            if runs > 0 { print("broken clients caught: \(caught) of \(runs) (\(caught * 100 / runs) %)") }
            let (correctRuns, failed) = KillRatio.shared.correct.withLock { $0 }
            if correctRuns > 0 {
                print("correct clients failed: \(failed) of \(correctRuns) runs (\(failed * 100 / correctRuns) %)")
            }
        }
    }

    func noteCorrect(_ hasPassed: Bool) {
        correct.withLock { counts in
            counts.runs += 1
            counts.failed += hasPassed ? 0 : 1
        }
    }

    func note(_ isCaught: Bool) {
        counts.withLock { counts in
            counts.runs += 1
            counts.caught += isCaught ? 1 : 0
        }
    }
}
