import AccordContract
import AccordCore
import Testing

@Suite("A cause")
struct CauseTests {
    private static let token = SampleReport.place(41, 7, "/components/schemas/Token/properties/id/type")

    private static func failed(_ number: Int, _ findings: Finding..., status: CaseResult.Status = .failed) -> CaseResult
    {
        SampleReport.result("case \(number)", status, line: number, findings: findings)
    }

    private static func wrongType(_ value: String, at place: AccordContract.SourceLocation = token) -> Finding {
        Finding(rule: .responseBodySchema, blame: .server, "got the string \(value)", contract: place)
    }

    @Test("the same mistake with different values has one cause")
    func values() {
        let causes = Cause.grouping((1...5).map { Self.failed($0, Self.wrongType("\"\($0)\"")) })
        #expect(causes.map(\.count) == [5])
        #expect(causes[0].finding.message == "got the string \"1\"")
        #expect(!causes[0].hasOneMessage)
        #expect(causes[0].examples.map(\.result) == [0, 1, 2])
    }

    @Test("a cause shows the case that represents the others, independent of its position")
    func representative() {
        var results = (1...4).map { Self.failed($0, Self.wrongType("\"\($0)\"")) }
        for index in [0, 1, 3] { results[index].reason = "fails as case 3" }
        let causes = Cause.grouping(results)
        #expect(causes.map(\.finding.message) == ["got the string \"3\""])
        #expect(causes[0].occurrences.map(\.result) == [2, 0, 1, 3])
        #expect(causes[0].examples.map(\.result) == [2, 0, 1])
    }

    @Test("a cause counts each case once")
    func once() {
        let causes = Cause.grouping([Self.failed(1, Self.wrongType("a"), Self.wrongType("b"))])
        #expect(causes.map(\.count) == [1])
    }

    @Test("findings with different rules, contract locations or parties have different causes")
    func apart() {
        var client = Self.wrongType("a")
        client.blame = .client
        var rule = Self.wrongType("a")
        rule.rule = .responseBodyValue
        let elsewhere = Self.wrongType("a", at: SampleReport.place(42, 7, "/components/schemas/Token/type"))
        let causes = Cause.grouping([Self.failed(1, Self.wrongType("a"), client, rule, elsewhere)])
        #expect(causes.map(\.count) == [1, 1, 1, 1])
        #expect(causes.map(\.finding.blame) == [.server, .server, .server, .client])
    }

    @Test("the cause of a crash is the client's line, independent of the response")
    func crash() {
        func crashed(_ number: Int, at line: String?) -> CaseResult {
            Self.failed(
                number,
                Finding(
                    rule: .outcomeCrash, blame: .client, "the client crashed",
                    contract: SampleReport.place(number, 1, "/operations/\(number)"), place: .init(.outcome, line)))
        }
        let lines = ["Shop/Client.swift:9", "Shop/Client.swift:9", "Shop/Client.swift:12", nil, nil]
        let causes = Cause.grouping(lines.enumerated().map { crashed($0.offset, at: $0.element) })
        #expect(causes.map(\.count) == [2, 2, 1])
    }

    @Test("an unreachable server is one cause for all requests")
    func transport() {
        let results = (1...3).map { number in
            Self.failed(
                number,
                Finding(
                    rule: .transportRefused, blame: .server, "the connection was refused",
                    contract: SampleReport.place(number, 1, "/operations/\(number)"), place: .init(.transport)))
        }
        #expect(Cause.grouping(results).map(\.count) == [3])
    }

    @Test("an undocumented status code is one cause for each operation")
    func undocumented() {
        func answered(_ status: Int, _ line: Int, operation: String = "get") -> CaseResult {
            let finding = Finding(
                rule: .responseStatusUndocumented, blame: .server, "the status \(status) isn't documented",
                contract: SampleReport.place(line, 1, "/operations/get/cases/\(line)"), place: .init(.status),
                actual: String(status))
            return SampleReport.result(
                "case \(line)", .failed, operation: operation, line: line, findings: [finding])
        }
        let results = [answered(404, 1), answered(404, 2), answered(405, 3), answered(404, 4, operation: "list")]
        #expect(Cause.grouping(results).map(\.count) == [2, 1, 1])
    }

    @Test("causes are sorted by the number of failed cases, without warnings and other cases")
    func order() {
        let elsewhere = Self.wrongType("b", at: SampleReport.place(50, 1, "/other"))
        var warning = Self.wrongType("c", at: SampleReport.place(60, 1, "/third"))
        warning.severity = .warning
        let causes = Cause.grouping([
            Self.failed(1, Self.wrongType("a"), warning), Self.failed(2, elsewhere), Self.failed(3, elsewhere),
            Self.failed(4, elsewhere, status: .pending),
        ])
        #expect(causes.map(\.count) == [2, 1])
        #expect(causes.map(\.finding.contract?.line) == [50, 41])
    }

    @Test("findings without a contract location have one cause for each operation")
    func operations() {
        let finding = Finding(rule: .outcomeReturned, blame: .client, "returned a value")
        let other = SampleReport.result("x", .failed, operation: "other", line: 1, findings: [finding])
        let causes = Cause.grouping([Self.failed(1, finding), Self.failed(2, finding), other])
        #expect(causes.map(\.count) == [2, 1])
        #expect(causes[0].finding.contract?.line == 1)
    }
}
