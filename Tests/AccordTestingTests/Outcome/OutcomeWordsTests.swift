import AccordContract
import AccordCore
import AccordSchema
import Testing

@testable import AccordTesting

@Suite("What is said of a call's outcome") struct OutcomeWordsTests {
    struct Broken: Error {}

    static func finding(_ id: String, _ outcome: CallOutcome, answer: String = "offline") throws -> Finding {
        let tried = try #require(Todos.plan?[id])
        var fault: Fault?
        if case .fault(let found, _)? = tried.steps.last?.answer { fault = found }
        let judge = OutcomeJudge(expected: tried.outcome, scope: tried.scope(), answer: answer, fault: fault)
        let observation = ClientObservation(outcome: ClientOutcome(outcome))
        return try #require(judge.judge(observation).findings.first)
    }

    @Test("“should” is said where a client may do otherwise, with what it should do and what to look at")
    func should() throws {
        let finding = try Self.finding("login~flow.unknown-2xx", .threw(ThrownError(Broken())))
        #expect(finding.severity == .warning)
        #expect(finding.message == "the call failed, but should return")
        let advice = finding.advice ?? ""
        #expect(advice.contains("the client should decode the answer, as for 200"), "\(advice)")
        #expect(advice.contains("every status code from 200 to 299 is a success"), "\(advice)")
        #expect(!advice.contains("MAY"))
    }

    @Test("“must” is said where it must, and the session's error is pointed at")
    func must() throws {
        let finding = try Self.finding("login~connect.offline", .returned(ReturnedValue("x")))
        #expect(finding.severity == .error)
        #expect(finding.message == "the call returned a value, but must fail")
        #expect(finding.advice?.contains("the client must throw an error in time") == true)
        #expect(finding.advice?.contains("Check the session's error") == true)
    }

    @Test("one cause has one message, whatever was answered; the answer is among the details")
    func message() throws {
        let first = try Self.finding("login~connect.offline", .neither, answer: "offline")
        let second = try Self.finding("login~connect.offline", .neither, answer: "status 200, 4 bytes")
        #expect(first.message == second.message)
        #expect(first.details == ["answered: offline"])
        #expect(second.details == ["answered: status 200, 4 bytes"])
    }
}
