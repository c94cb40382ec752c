// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import Testing

@testable import AccordCore
@testable import AccordRendering

@Suite("A problem")
struct ProblemTests {
    private static let token = SampleReport.place(41, 7, "/components/schemas/Token/properties/id/type")

    private static func failed(_ number: Int, _ findings: Finding..., status: CaseResult.Status = .failed) -> CaseResult
    {
        SampleReport.result("case \(number)", status, line: number, findings: findings)
    }

    private static func problems(_ results: [CaseResult]) -> [Problem] {
        var report = SampleReport.report
        report.cases = results
        return report.problems()
    }

    private static func wrongType(_ value: String, at place: AccordContract.SourceLocation = token) -> Finding {
        Finding(rule: .responseBodySchema, blame: .server, "got the string \(value)", contract: place)
    }

    @Test("the same mistake with different values has one problem")
    func values() {
        let problems = Self.problems((1...5).map { Self.failed($0, Self.wrongType("\"\($0)\"")) })
        #expect(problems.map(\.count) == [5])
        #expect(problems[0].finding.message == "got the string \"1\"")
        #expect(problems[0].examples.map(\.result) == [0, 1, 2])
    }

    @Test("a problem shows the case that represents the others, independent of its position")
    func representative() {
        var results = (1...4).map { Self.failed($0, Self.wrongType("\"\($0)\"")) }
        for index in [0, 1, 3] { results[index].reason = "fails as case 3" }
        let problems = Self.problems(results)
        #expect(problems.map(\.finding.message) == ["got the string \"3\""])
        #expect(problems[0].occurrences.map(\.result) == [2, 0, 1, 3])
        #expect(problems[0].examples.map(\.result) == [2, 0, 1])
    }

    @Test("a problem counts each case once")
    func once() {
        let problems = Self.problems([Self.failed(1, Self.wrongType("a"), Self.wrongType("b"))])
        #expect(problems.map(\.count) == [1])
    }

    @Test("findings with different rules, contract locations or parties have different problems")
    func apart() {
        var client = Self.wrongType("a")
        client.blame = .client
        var rule = Self.wrongType("a")
        rule.rule = .responseBodyValue
        let elsewhere = Self.wrongType("a", at: SampleReport.place(42, 7, "/components/schemas/Token/type"))
        let problems = Self.problems([Self.failed(1, Self.wrongType("a"), client, rule, elsewhere)])
        #expect(problems.map(\.count) == [1, 1, 1, 1])
        #expect(
            problems.map(\.finding.blame).sorted { $0.rawValue < $1.rawValue } == [.client, .server, .server, .server])
    }

    @Test("the problem of a crash is the client's line, independent of the response")
    func crash() {
        func crashed(_ number: Int, at line: String?) -> CaseResult {
            Self.failed(
                number,
                Finding(
                    rule: .outcomeCrash, blame: .client, "the client crashed",
                    contract: SampleReport.place(number, 1, "/operations/\(number)"), place: .init(.outcome, line)))
        }
        let lines = ["Shop/Client.swift:9", "Shop/Client.swift:9", "Shop/Client.swift:12", nil, nil]
        let problems = Self.problems(lines.enumerated().map { crashed($0.offset, at: $0.element) })
        #expect(problems.map(\.count) == [2, 2, 1])
    }

    @Test("a client's habit is one warning for the client, whatever rule finds it, and two habits are two")
    func habits() {
        func warning(_ number: Int, _ rule: Rule, _ message: String) -> CaseResult {
            var result = Self.failed(
                number,
                Finding(
                    rule: rule, severity: .warning, blame: .client, message,
                    contract: SampleReport.place(number, 1, "/operations/a"), place: .init(.outcome)))
            result.status = .passed
            return result
        }
        var report = SampleReport.report
        report.cases = [
            warning(1, .outcomeCancelled, "ignores"), warning(2, .outcomeHang, "ignores"),
            warning(3, .outcomeReturned, "returns nil"), warning(4, .outcomeReturned, "returns false"),
            warning(5, .outcomeReturned, "returns nil"),
        ]
        #expect(report.problems(.warning).map(\.count) == [2, 2, 1])
    }

    @Test("an unreachable server is one problem for all requests")
    func transport() {
        let results = (1...3).map { number in
            Self.failed(
                number,
                Finding(
                    rule: .transportRefused, blame: .server, "the connection was refused",
                    contract: SampleReport.place(number, 1, "/operations/\(number)"), place: .init(.transport)))
        }
        #expect(Self.problems(results).map(\.count) == [3])
    }

    @Test("each way in which responses are malformed is one problem for all requests")
    func malformed() {
        let results = ["two lengths", "a bare CR", "two lengths"].enumerated().map { number, reason in
            Self.failed(
                number,
                Finding(
                    rule: .transportMalformed, blame: .server, "the response is malformed: \(reason)",
                    contract: SampleReport.place(number, 1, "/operations/\(number)"), place: .init(.transport)))
        }
        #expect(Self.problems(results).map(\.count) == [2, 1])
    }

    @Test("an undocumented status code is one problem of all operations")
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
        let problems = Self.problems(results)
        #expect(problems.map(\.count) == [3, 1])
        #expect(problems[0].operations == ["get", "list"])
    }

    @Test("a finding in a sequence is a problem of the operation with the defect, and is written with it")
    func sequences() throws {
        var crash = Finding(
            rule: .fuzzCrashed, blame: .server, "crashed", contract: SampleReport.place(1, 1, "/1"),
            place: .init(.status), actual: "500")
        let own = SampleReport.result("own", .failed, operation: "change", line: 1, findings: [crash])
        crash.operation = "change"
        let sequence = SampleReport.result("sequence", .failed, operation: "create", line: 2, findings: [crash])
        let problems = Self.problems([sequence, own])
        #expect(problems.map(\.operations) == [["change"]] && problems[0].count == 2)
        let entry = Baseline(entries: []).rewritten(for: [sequence], reason: "known", expires: nil).entries
        #expect(entry.map(\.operations) == [["change"]])
    }

    @Test("problems of a kind are sorted by the number of failed cases, without warnings and other cases")
    func order() {
        let elsewhere = Self.wrongType("b", at: SampleReport.place(50, 1, "/other"))
        var warning = Self.wrongType("c", at: SampleReport.place(60, 1, "/third"))
        warning.severity = .warning
        let problems = Self.problems([
            Self.failed(1, Self.wrongType("a"), warning), Self.failed(2, elsewhere), Self.failed(3, elsewhere),
            Self.failed(4, elsewhere, status: .pending),
        ])
        #expect(problems.map(\.count) == [2, 1])
        #expect(problems.map(\.finding.contract?.line) == [50, 41])
    }

    @Test("findings without a contract location have one problem for each operation")
    func operations() {
        let finding = Finding(rule: .outcomeReturned, blame: .client, "returned a value")
        let other = SampleReport.result("x", .failed, operation: "other", line: 1, findings: [finding])
        let problems = Self.problems([Self.failed(1, finding), Self.failed(2, finding), other])
        #expect(problems.map(\.count) == [2, 1])
        #expect(problems[0].finding.contract?.line == 1)
    }

    private static func derived(_ id: String, _ finding: Finding, status: Int? = nil, summary: String? = nil)
        -> CaseResult
    {
        let operation = String(id.prefix { $0 != "~" && $0 != "/" })
        var result = SampleReport.result("", .failed, operation: operation, line: 1, findings: [finding])
        result.id = id
        result.origin = id.contains("~") ? .derived : .documented
        result.summary = summary
        if let status {
            result.exchanges = [
                ExchangeRecord(
                    request: .init(method: "GET", url: "/", headers: [], body: nil),
                    response: .init(version: nil, status: status, headers: [], body: nil))
            ]
        }
        return result
    }

    private static func status(_ rule: Rule, _ actual: String, _ message: String = "failed", line: Int = 1) -> Finding {
        Finding(
            rule: rule, blame: .server, message, contract: SampleReport.place(line, 1, "/\(line)"),
            place: .init(.status), actual: actual)
    }

    @Test("the kinds of problems are in the order in which a user must know of them")
    func kinds() {
        let results = [
            Self.derived(
                "a~http.allow", Finding(rule: .httpAllow, blame: .server, "no Allow", place: .init(.header, "Allow"))),
            Self.derived("b~fuzz.1-1", Self.status(.fuzzRefused, "422")),
            Self.derived("c~refuse.type:query.q", Self.status(.refusalAccepted, "200")),
            Self.derived("d~status.200", Self.wrongType("x")),
            Self.derived("e~refuse.type:query.q", Self.status(.refusalCrashed, "500")),
            Self.derived("f~status.200", Self.status(.responseStatusUndocumented, "503")),
            Self.derived("g/example", Self.status(.responseStatus, "500")),
        ]
        #expect(
            Self.problems(results).map(\.kind)
                == [.crash, .crash, .crash, .accepted, .response, .rejected, .convention])
    }

    @Test("a documented request that the server rejects comes after wrong responses, because its data may be missing")
    func missingData() {
        let results = [
            Self.derived("a/example", Self.status(.responseStatus, "404")),
            Self.derived("b/example", Self.wrongType("x")),
        ]
        #expect(Self.problems(results).map(\.kind) == [.response, .example])
    }

    private static func accepted(
        _ id: String, _ place: Finding.Place?, pointer: String = "/1", rule: Rule = .refusalAccepted
    ) -> CaseResult {
        let finding = Finding(
            rule: rule, blame: .server, "the server accepted an invalid request",
            contract: SampleReport.place(1, 1, pointer), place: place, actual: rule == .refusalCrashed ? "500" : "200")
        return derived(id, finding, status: rule == .refusalCrashed ? 500 : 200, summary: "“x” is missing")
    }

    @Test(
        "accepted invalid requests are one problem for each place that must change: of an operation, or of a component")
    func accepted() {
        let item = "/components/schemas/Item/properties"
        let results = [
            Self.accepted("a~refuse.type:query.q", .init(.query, "q")),
            Self.accepted("a~fuzz.3-4", .init(.query, "q")),
            Self.accepted("b~refuse.type:query.q", .init(.query, "q")),
            Self.accepted("a~refuse.missing:query.r", .init(.query, "r")),
            Self.accepted("c~refuse.schema:body/id:type", .init(.body, "/id"), pointer: "\(item)/id/type"),
            Self.accepted(
                "d~refuse.schema:body/items/0/id:minimum", .init(.body, "/items/0/id"), pointer: "\(item)/id/min"),
            Self.accepted("d~refuse.schema:body/name:type", .init(.body, "/name"), pointer: "\(item)/name/type"),
            Self.accepted("a~refuse.missing-credentials", .init(.credentials, "token"), pointer: "/security/0"),
            Self.accepted("b~refuse.wrong-credentials:token", .init(.credentials, "token"), pointer: "/x/token"),
        ]
        let problems = Self.problems(results)
        #expect(
            problems.map { $0.occurrences.map(\.result) } == [[0, 1], [4, 5], [7, 8], [2], [3], [6]],
            "\(problems.map(\.heading))")
    }

    @Test("an operation that checks no credentials is one problem, also if a DELETE then finds no resource")
    func uncheckedCredentials() {
        func deleted(_ id: String, _ rule: Rule) -> CaseResult {
            var result = Self.derived(id, Self.status(rule, "404"), status: 404)
            result.exchanges[0].request.method = "DELETE"
            return result
        }
        let problems = Self.problems([
            deleted("a~refuse.wrong-credentials:token", .refusalUnanswered),
            Self.accepted("a~refuse.wrong-credentials:key", .init(.credentials, "key")),
            Self.accepted("a~refuse.missing-credentials", .init(.credentials, "token and key")),
            deleted("a/example", .responseStatus),
            deleted("b~refuse.wrong-credentials:token", .refusalUnanswered),
        ])
        #expect(problems.map { $0.occurrences.map(\.result) } == [[2, 0, 1, 3], [4]], "\(problems.map(\.heading))")
        #expect(problems[0].heading.hasPrefix("a → 200 · credentials token and key: the server accepted"))
    }

    @Test(
        "the same mistake in many operations is one problem, and the same mistake in a few is not", arguments: [5, 6])
    func pattern(count: Int) {
        let accepted = (1...count).map { Self.accepted("op\($0)~refuse.missing:query.q", .init(.query, "q")) }
        #expect(Self.problems(accepted).count == (count > 5 ? 1 : count))
        let crashed = (1...count).map { number in
            Self.accepted("op\(number)~refuse.malformed:body", .init(.body, "/\(number)"), rule: .refusalCrashed)
        }
        let problems = Self.problems(crashed)
        #expect(problems.count == (count > 5 ? 1 : count))
        if count > 5 { #expect(problems[0].heading == "500 in 6 operations: invalid body") }
    }

    @Test("a wrong property at the same place of several operations is one problem, also with separate schemas")
    func shared() {
        func wrong(_ operation: String, _ place: String, keyword: String = "type") -> CaseResult {
            Self.derived(
                "\(operation)/example",
                Finding(
                    rule: .responseBodySchema, blame: .server, "expected an integer",
                    contract: SampleReport.place(1, 1, "/\(operation)/properties/id/\(keyword)"),
                    place: .init(.body, place)))
        }
        let results = [
            wrong("a", "/3/id"), wrong("b", "/14/id"), wrong("c", "/id"), wrong("d", "/3/id", keyword: "minimum"),
        ]
        #expect(Self.problems(results).map(\.operations) == [["a", "b"], ["c"], ["d"]])
    }

    @Test(
        "612 failures of 120 operations with nine mistakes of a server are nine problems, counted alike in each format")
    func systematic() throws {
        let report = try SystematicMistakes.report()
        #expect(report.operationCount == 120 && report.summary.failed == 612)
        let problems = report.problems()
        #expect(problems.map(\.operations.count).sorted() == [60, 72, 120, 120, 120, 120, 120, 120, 120])
        let headline = "The server crashes in 120 operations; 9 problems in 120 of 120 operations"
        let terminal = TerminalRenderer().render(report)
        #expect(terminal.split(separator: "\n").last == "✗ \(headline): 612 of 612 cases failed, 0 passed")
        #expect(terminal.split(separator: "\n").count { $0.hasPrefix("✗ ") } == 10)
        #expect(terminal.hasPrefix("✗ 500 in 120 operations: invalid requests\n"), "\(terminal)")
        #expect(terminal.split(separator: "\n").count < 60)
        let page = try HTMLReport.render(report)
        #expect(page.contains("<h1>\(headline)</h1>"))
        #expect(page.ranges(of: "<details class=\"problem error\"").count == 9)
        let summary = try MarkdownReport.render(report)
        #expect(summary.hasPrefix("## ❌ \(headline)\n") && summary.ranges(of: "<details>").count == 9)
        #expect(GitHubAnnotations.render(report).split(separator: "\n").count == 9)
        let results = try JSONDocument(parsing: Array(SARIFReport.render(report).utf8)).root["runs"]?.elements.first
        #expect(results?["results"]?.count == 9)
        let issues = try JSONDocument(parsing: Array(CodeQualityReport.render(report).utf8)).root
        #expect(issues.count == 9)
    }

    @Test("a server error of an operation is one problem, with any rule; another operation's is not joined by its rule")
    func serverErrors() {
        let results = [
            Self.derived("a/made", Self.status(.responseStatusUndocumented, "500")),
            Self.derived("a~fuzz.1-1", Self.status(.fuzzCrashed, "500", line: 2)),
            Self.derived("a~refuse.schema:query.q", Self.status(.refusalCrashed, "500", line: 3)),
            Self.derived("a~fuzz.1-2", Self.status(.refusalCrashed, "500", line: 4)),
            Self.derived("b~fuzz.1-1", Self.status(.fuzzRefused, "400", line: 5)),
        ]
        #expect(Self.problems(results).map { $0.occurrences.map(\.result) } == [[0, 1], [2, 3], [4]])
    }

    @Test(
        "a heading has the method, the path, the status and the place, unless the message names it",
        arguments: [
            (
                Finding.Place(.body, "/expiresIn"), "expected an integer",
                "GET /login → 201 · body /expiresIn: expected an integer"
            ),
            (.init(.body, ""), "the property “a” is missing", "GET /login → 201 · body: the property “a” is missing"),
            (.init(.header, "ETag"), "the header ETag is missing", "GET /login → 201 · the header ETag is missing"),
            (.init(.header, "ETag"), "expected a string", "GET /login → 201 · header ETag: expected a string"),
            (.init(.status), "the status is 201", "GET /login → 201 · the status is 201"),
        ])
    func heading(place: Finding.Place, message: String, heading: String) {
        let finding = Finding(rule: .responseBodySchema, blame: .server, message, place: place)
        #expect(Self.problems([Self.derived("login/example", finding, status: 201)]).map(\.heading) == [heading])
    }

    @Test("a heading of a refusal has the reason of a single case, or the number of requests")
    func refusal() {
        let pointer = "/components/parameters/q/required"
        let results = ["login", "addItem", "other"].map { operation in
            Self.accepted("\(operation)~refuse.missing:query.q", .init(.query, "q"), pointer: pointer)
        }
        #expect(
            Self.problems([results[0]]).map(\.heading)
                == ["GET /login → 200 · query q: the server accepted an invalid request: “x” is missing"])
        #expect(
            Self.problems(results).map(\.heading)
                == [
                    "GET /login and 2 more operations → 200 · query q: "
                        + "the server accepted 3 invalid requests: “x” is missing"
                ])
        let methods = ["TRACE", "PATCH"].map { (method: String) in
            Self.accepted("login~refuse.method:\(method)", .init(.method, method), pointer: "/operations/login")
        }
        #expect(
            Self.problems(methods + methods).map(\.heading)
                == ["TRACE", "PATCH"].map {
                    "GET /login → 200 · method \($0): the server accepted 2 invalid requests: “x” is missing"
                })
    }

    @Test(
        "a heading leaves out values and statuses that differ between the cases",
        arguments: [
            (
                ["expected a number, got the string \"1\"", "expected a number, got true"], [200, 200],
                "→ 200 · expected a number"
            ),
            (
                ["expected a number, got true", "expected a number, got true"], [200, 201],
                "· expected a number, got true"
            ),
            (["accepted: the token is missing", "accepted: the token is wrong"], [200, 200], "→ 200 · accepted"),
            (["an unknown value", "a wrong value"], [200, 200], "→ 200 · an unknown value"),
        ])
    func common(messages: [String], statuses: [Int], heading: String) {
        let results = zip(messages, statuses).enumerated().map { number, values in
            Self.derived(
                "login/\(number)",
                Finding(rule: .responseBodySchema, blame: .server, values.0, contract: Self.token), status: values.1)
        }
        #expect(Self.problems(results).map(\.heading) == ["GET /login \(heading)"])
    }

    @Test(
        "mistakes in the contract follow wrong responses of the server", arguments: [Finding.Blame.contract, .server])
    func order(blame: Finding.Blame) {
        let results = [
            Self.derived("a/1", Finding(rule: .responseStatusUndocumented, blame: blame, "410", place: .init(.status))),
            Self.derived("b/1", Finding(rule: .responseHeaderMissing, blame: .server, "x", place: .init(.header, "X"))),
        ]
        #expect(Self.problems(results).map(\.operations) == (blame == .contract ? [["b"], ["a"]] : [["a"], ["b"]]))
    }
}
