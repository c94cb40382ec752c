// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import ConformanceScore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("One issue per mistake") struct NoiseTests {
    static let operations = ["login", "fetchItems", "addItem"]

    /// What tests say of a client, operation by operation.
    static func issues(_ bindings: ClientBindings, _ level: Level) async throws -> [IssueGroup] {
        let contract = try Todos.contract(level)
        let plan = try #require(contract.plan)
        var issues: [IssueGroup] = []
        for operation in operations {
            let results = await contract.results(of: operation, with: bindings)
            issues += IssueGroup.groups(of: results.judgingRequestsOnce(in: plan)).filter(\.isError)
        }
        return issues
    }

    static let mistakes: [ItemBug] = [
        .forgetsContentType, .forgetsToken, .misnamesProperty, .trailingSlash, .otherPort, .numberForTruth,
        .formInsteadOfJSON,
        .tokenWithoutScheme, .putsInsteadOfPosts, .doubleEncodesBody, .escapesTwiceInJSON, .logsInAgain,
    ]

    /// `make test` tries each mistake at one of the levels, and `scripts/test.sh collections` at each.
    static let levels: [(ItemBug, Level)] = mistakes.enumerated().flatMap { index, mistake in
        let levels: [Level] = [.smoke, .standard, .full]
        return (Conformance.isComplete ? levels : [index % 6 == 0 ? .full : levels[index % 2]]).map { (mistake, $0) }
    }

    @Test("a mistake in the request has at most five issues at every level", arguments: levels)
    func atMostFive(mistake: ItemBug, level: Level) async throws {
        let issues = try await Self.issues(ItemsClient.bindings(mistake), level)
        #expect(!issues.isEmpty)
        #expect(issues.count <= 5, "\(issues.map(\.text).joined(separator: "\n"))")
    }

    @Test("there are at most twice as many issues as mistakes", arguments: [Level.smoke, .standard, .full])
    func atMostTwice(level: Level) async throws {
        let three = ClientBindings(
            client: { stub in ItemsClient(session: stub.urlSession, bug: .forgetsContentType) },
            operations: [
                "login": .init({ (try $0.string("username"), try $0.string("password")) }) { client, input in
                    ["id": try await client.login(input.0, input.1.lowercased() + "!")]
                },
                "fetchItems": .init({ try $0.optionalBool("done") }) { client, done in
                    try await client.items(done: done.map { !$0 })
                },
                "addItem": .init({ try $0.json("body").decode(NewTodo.self) }) { client, item in
                    try await client.add(item)
                },
            ])
        let issues = try await Self.issues(three, level)
        #expect(issues.count >= 3 && issues.count <= 6, "\(issues.map(\.text).joined(separator: "\n"))")
    }

    @Test("an issue has the number of cases and the first three")
    func counted() async throws {
        let issues = try await Self.issues(ItemsClient.bindings(.forgetsToken), .standard)
        let text = try #require(issues.first?.text)
        #expect(text.contains("request.header.missing"), "\(text)")
        #expect(text.contains(" cases: "), "\(text)")
    }

    @Test("derived cases with the same request are judged by their outcome, and name the case that failed")
    func outcomeAlone() async throws {
        let contract = try Todos.contract()
        let plan = try #require(contract.plan)
        let results = await contract.results(of: "login", with: TodoClient.bindings(.encodesTwice))
        let judged = results.judgingRequestsOnce(in: plan)
        let fault = try #require(judged.first { $0.id == "login~syntax.invalid-json" })
        #expect(fault.status == .passed)
        #expect(
            fault.reason
                == "the case “login/creates a token” sends the same request and reports the mistakes in that request")
        // Tried by itself, it shows all.
        #expect(results.first { $0.id == "login~syntax.invalid-json" }?.status == .failed)
    }

    static let noExamples = """
        { "contract": "1.0", "info": { "title": "Tokens", "version": "1" },
          "servers": [{ "name": "test", "url": "https://api.test" }],
          "operations": {
            "token": {
              "request": { "method": "GET", "path": "/token" },
              "responses": { "200": { "description": "A token.", "body": {
                "type": "object", "required": ["a"], "properties": { "a": { "type": "string" } } } } } },
            "ping": {
              "request": { "method": "GET", "path": "/ping" },
              "responses": { "204": { "description": "Nothing." } },
              "cases": { "works": { "response": { "status": 204 } } } } } }
        """

    @Test(
        "in an operation without examples, the generated case reports a mistake in the request for all cases",
        arguments: [(Rule.requestHost, CaseResult.Status.passed), (.requestCountNone, .notApplicable)])
    func generatedCase(rule: Rule, status: CaseResult.Status) throws {
        let files = MemoryFiles(["tokens.json": Self.noExamples])
        var contract = try #require(ContractLoader.load("tokens.json", files: files).contract)
        // Accord generates a case for each operation of an OpenAPI document.
        contract.origin = .openAPI
        let plan = CasePlan(contract.withImpliedCases)
        let location = SourceLocation(file: "tokens.json", line: 1, column: 1)
        let request = Finding(rule: rule, blame: .client, "the request is wrong or missing", contract: location)
        let outcome = Finding(rule: .outcomeThrew, blame: .client, "the call failed", contract: location)
        let warning = Finding(
            rule: .outcomeCancelled, severity: .warning, blame: .client, "an unexpected error", contract: location)
        func result(_ id: String, _ origin: CaseResult.Origin, _ findings: [Finding]) -> CaseResult {
            CaseResult(
                id: id, file: "tokens.json", operation: "token", origin: origin, status: .failed, location: location,
                findings: findings)
        }
        let results = [
            result("token/made", .made, [request]),
            result("token~syntax.invalid-json", .derived, [request]),
            result("token~syntax.truncated-json", .derived, [request, outcome]),
            result("token~client.cancel-before-response", .derived, [request, warning]),
        ]
        #expect(results.allSatisfy { plan[$0.id] != nil })
        let judged = results.judgingRequestsOnce(in: plan)
        #expect(judged.map(\.status) == [.failed, status, .failed, status])
        #expect(judged.map { $0.findings.map(\.rule) } == [[rule], [], [.outcomeThrew], [.outcomeCancelled]])
    }

    /// What a client does before it sends a request.
    enum Silence: CaseIterable {
        case throwsError, returnsValue, returnsOldValue, sends
    }

    @Test("a call that sends no request is one mistake, whatever it returns or throws", arguments: Silence.allCases)
    func noRequest(silence: Silence) async throws {
        struct Token: Codable, Sendable { var a: String? }
        let old = Locked<Token?>(nil)
        let results = try await DoubtTests.results(
            """
            "token": { "request": { "method": "GET", "path": "/token" },
              "responses": { "200": { "description": "A token.", "body": {
                "type": "object", "required": ["a"], "properties": { "a": { "type": "string" } } } },
                "404": { "description": "None." } },
              "cases": { "works": { "response": { "status": 200, "body": { "a": "x" } }, "client": { "returns": { "a": "x" } } } } }
            """, of: "token"
        ) { session, _ in
            if silence == .throwsError { throw URLError(.unsupportedURL) }
            if silence == .returnsValue { return Token() }
            if let token = old.withLock({ $0 }) { return token }
            let token = try JSONDecoder().decode(Token.self, from: await DoubtTests.get(session, "/token"))
            if silence == .returnsOldValue { old.withLock { $0 = token } }
            guard token.a != nil else { throw URLError(.cannotParseResponse) }
            return token
        }
        let issues = IssueGroup.groups(of: results.filter { !$0.id.hasSuffix("concurrent-isolation") })
        #expect(
            issues.compactMap { $0.finding?.rule } == (silence == .sends ? [] : [.requestCountNone]),
            "\(issues.map(\.line))")
    }

    /// The failures that a client returns as a value.
    enum Swallowing: CaseIterable {
        case statusAndName, everything
    }

    @Test(
        "an ignored status and a default for a missing property are two mistakes, but one value for all failures is one",
        arguments: Swallowing.allCases)
    func causes(swallowing: Swallowing) async throws {
        struct Name: Codable, Sendable { var id, name: String }
        let results = try await DoubtTests.results(
            """
            "name": { "request": { "method": "GET", "path": "/name" },
              "responses": { "200": { "description": "A name.", "body": { "type": "object", "required": ["id", "name"],
                "properties": { "id": { "type": "string" }, "name": { "type": "string" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "id": "7", "name": "x" } } } } }
            """, of: "name", profile: .default
        ) { session, _ in
            let none = Name(id: "", name: "")
            do {
                let url = try #require(URL(string: "https://bank.example/name"))
                let (data, response) = try await session.data(from: url)
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                if status == 500 { return none }
                guard status == 200 else { throw URLError(.badServerResponse) }
                let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
                let name = object?["name"] as? String
                guard let id = object?["id"] as? String, name != nil || swallowing == .statusAndName else {
                    throw URLError(.cannotParseResponse)
                }
                return Name(id: id, name: name ?? "")
            } catch {
                guard swallowing == .everything, !Task.isCancelled else { throw error }
                return none
            }
        }
        let issues = IssueGroup.groups(of: results).filter { $0.finding?.rule == .outcomeReturned && $0.isError }
        #expect(issues.count == (swallowing == .everything ? 1 : 2), "\(issues.map(\.line))")
    }

    /// The responses that a client rejects with an error that says nothing.
    enum Rejection: CaseIterable {
        case dates, missing, datesAndMissing, everything
    }

    @Test(
        "two rejected changes of different kinds and places are two mistakes, and one in several places is one",
        arguments: [(.dates, 1), (.missing, 1), (.datesAndMissing, 2), (.everything, 1)] as [(Rejection, Int)],
        [true, false])
    func thrown(row: (rejection: Rejection, count: Int), isDecodingError: Bool) async throws {
        enum Key: String, CodingKey { case id, start, end, title, memo }
        let results = try await DoubtTests.results(
            """
            "trip": { "request": { "method": "GET", "path": "/trip" },
              "responses": { "200": { "description": "A trip.", "body": { "type": "object", "required": ["id"],
                "properties": { "id": { "type": "string" }, "title": { "type": "string" }, "memo": { "type": "string" },
                  "start": { "type": "string", "format": "date-time" },
                  "end": { "type": "string", "format": "date-time" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "id": "7", "title": "x", "memo": "y",
                "start": "2026-05-01T08:00:00Z", "end": "2026-05-01T09:00:00Z" } } } } }
            """, of: "trip"
        ) { session, _ in
            struct Refused: Error {}
            let data = try await DoubtTests.get(session, "/trip")
            let body = try JSONDocument(parsing: [UInt8](data)).root
            func refuse(_ key: String, _ text: String) throws {
                let path = [Key(rawValue: key)].compactMap(\.self)
                let context = DecodingError.Context(codingPath: path, debugDescription: text)
                throw isDecodingError ? DecodingError.dataCorrupted(context) : Refused()
            }
            if row.rejection == .everything { try refuse("id", "\(body["id"]?.string ?? "") is invalid") }
            for key in ["start", "end"] where [.dates, .datesAndMissing].contains(row.rejection) {
                let text = body[key]?.string ?? "2026-05-01T08:00:00Z"
                if text.utf8.count != 20 { try refuse(key, "\"\(text)\" is no date") }
            }
            for key in ["title", "memo"] where [.missing, .datesAndMissing].contains(row.rejection) {
                if body[key]?.string == nil { try refuse(key, "\(key) is missing") }
            }
            return JSON(body).compact
        }
        let issues = IssueGroup.groups(of: results.filter { $0.status != .blocked })
            .filter { $0.finding?.rule == .outcomeThrew && $0.isError }
        #expect(issues.count == row.count, "\(issues.map(\.text))")
    }
}

@Suite("The summary of a test run") struct SummaryTests {
    @Test("contains cases, mistakes, the party at fault and the path of the report")
    func summary() {
        let location = SourceLocation(file: "Specs/a.json", line: 3, column: 5)
        let finding = Finding(rule: .requestPath, blame: .client, "another path", contract: location)
        func result(_ id: String, _ status: CaseResult.Status) -> CaseResult {
            CaseResult(
                id: id, file: "Specs/a.json", operation: "a", origin: .documented, status: status, location: location,
                findings: status == .failed ? [finding] : [])
        }
        let report = RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 1,
            contracts: [.init(file: "Specs/a.json", title: "A", version: "1")],
            cases: [result("a/1", .passed), result("a/2", .failed), result("a/3", .failed)])
        let rendered = ["html", "md", "junit.xml", "tap", "svg"].map { "Reports/client.\($0)" }
        let text = ClientSummary(report: report, file: "Reports/client.json", rendered: rendered).text
        #expect(
            text == """
                accord: 3 cases of 1 contract: 1 passed, 2 failed
                  1 mistake, the client’s:
                  ✘ another path [request.path]
                    Specs/a.json:3:5: a/2 and 1 more: the server gets a different request than the caller meant
                  Reports: Reports/client.html, client.md, client.junit.xml, client.tap and more

                """)
    }

    @Test("names the error that a call threw, and the harm of a mistake")
    func harm() {
        let location = SourceLocation(file: "Specs/a.json", line: 3, column: 5)
        let rows: [(Rule, Finding.Blame, String)] = [
            (.outcomeThrew, .client, "  ✘ wrong: keyNotFound: id [outcome.threw]\n"),
            (.outcomeThrew, .client, "a/works: the caller gets an error instead of the response\n"),
            (.outcomeReturned, .client, "  ✘ wrong [outcome.returned]\n"),
            (.outcomeReturned, .client, "a/works: the caller takes a failure for a success\n"),
            (.outcomeReturned, .contract, "a/works\n"),
        ]
        for (rule, blame, line) in rows {
            let finding = Finding(
                rule: rule, blame: blame, "wrong", contract: location, actual: "keyNotFound: id\nat 3")
            let result = CaseResult(
                id: "a/works", file: "Specs/a.json", operation: "a", origin: .documented, status: .failed,
                location: location, findings: [finding])
            let report = RunReport(
                tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 1, contracts: [],
                cases: [result])
            let text = ClientSummary(report: report).text
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test("has a line for each habit of a client, also if one note names several")
    func habits() {
        let location = SourceLocation(file: "Specs/a.json", line: 3, column: 5)
        let cases = [["never a", "always b"], ["never a", "never c"]].enumerated().map { index, messages in
            CaseResult(
                id: "a/\(index)", file: "Specs/a.json", operation: "a", origin: .documented, status: .passed,
                location: location,
                findings: messages.map { message in
                    Finding(rule: .requestBodyValue, severity: .note, blame: .client, message, contract: location)
                })
        }
        let report = RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 1, contracts: [], cases: cases)
        let lines = ClientSummary(report: report).text.lines.filter { $0.hasPrefix("  · ") }
        #expect(lines == ["never a", "always b", "never c"].map { "  · \($0) [request.body.value]: a" })
    }

    @Test("has at most 40 lines of 200 characters, the errors first, then warnings and notes")
    func limits() {
        let location = SourceLocation(file: "Specs/a.json", line: 3, column: 5)
        let severities: [Finding.Severity] = [.note, .warning, .error]
        let cases = (0..<90).map { index in
            let finding = Finding(
                rule: .requestQueryValue, severity: severities[index % 3], blame: .client,
                "mistake \(index) \(String(repeating: "x", count: 300))",
                contract: SourceLocation(file: "Specs/a.json", line: index, column: 1),
                place: .init(.query, "q\(index)"))
            return CaseResult(
                id: "a/\(index)", file: "Specs/a.json", operation: "a", origin: .documented,
                status: index % 3 == 2 ? .failed : .passed, location: location, findings: [finding])
        }
        let report = RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 1, contracts: [], cases: cases)
        let lines = ClientSummary(report: report, file: "Reports/client.json").text.lines
        #expect(lines.count == 41 && lines.last == "", "\(lines.count)")
        #expect(lines.allSatisfy { $0.count <= 200 })
        let ranks = lines.compactMap { line in ["✘", "!", "·"].firstIndex { line.hasPrefix("  \($0) ") } }
        #expect(ranks == ranks.sorted() && ranks.count { $0 == 0 } == 10 && ranks.contains(1))
        #expect(lines.contains { $0.hasSuffix(" more in the report") })
    }

    @Test(
        "coverage counts derived cases of documented statuses and parameters, and no other derived case",
        arguments: [
            ("get~status.404", CaseResult.Origin.derived, ["404"]), ("get~request.all", .derived, ["404"]),
            ("get~error.error-body-valid:404", .derived, []), ("get/works", .documented, ["404"]),
        ])
    func coverage(id: String, origin: CaseResult.Origin, covered: [String]) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "X", "version": "1" }, "servers": [{ "url": "https://x.example" }],
              "operations": { "get": { "request": { "method": "GET", "path": "/x" }, "responses": {
                "204": { "description": "Fine." }, "404": { "description": "None." } },
                "cases": { "works": { "response": { "status": 204 } } } } } }
            """
        let contract = try #require(ContractLoader.load("x.json", files: MemoryFiles(["x.json": text])).contract)
        let exchange = ExchangeRecord(
            request: HTTPRequest(method: "GET", url: "https://x.example/x"), response: HTTPResponse(status: 404))
        let result = CaseResult(
            id: id, file: contract.file, operation: "get", origin: origin, status: .passed,
            location: contract.operations[0].location, exchanges: [exchange])
        let coverage = ClientRecorder.coverage(of: [result.withoutIdleExchanges], [contract])
        #expect(coverage.flatMap(\.elements).filter { $0.kind == .status && $0.isShown }.map(\.name) == covered)
    }

    @Test("reports unchecked XML bodies, but not JSON or text")
    func unjudged() throws {
        func operation(_ type: String, _ schema: String) -> String {
            """
            { "request": { "method": "POST", "path": "/\(type)", "body": { "required": false, "content": { "\(type)": { "schema": \(schema) } } } },
              "responses": { "204": { "description": "Fine." } }, "cases": { "works": { "response": { "status": 204 } } } }
            """
        }
        let text = """
            { "contract": "1.0", "info": { "title": "X", "version": "1" }, "servers": [{ "url": "https://x.example" }],
              "operations": {
                "order": \(operation("application/xml", #"{ "type": "object" }"#)),
                "note": \(operation("text/xml", #"{ "type": "string" }"#)),
                "json": \(operation("application/json", #"{ "type": "object" }"#)),
                "untried": \(operation("application/a+xml", #"{ "type": "object" }"#))
              } }
            """
        let loaded = ContractLoader.load("x.json", files: MemoryFiles(["x.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        let results = ["order", "note", "json"].map { operation in
            CaseResult(
                id: "\(operation)/works", file: contract.file, operation: operation, origin: .documented,
                status: .passed,
                location: contract.operations[0].location)
        }
        let extent = try #require(ClientRecorder.extent(of: results, [contract]))
        let line = "order (request application/xml): Accord doesn't check the schema of an XML body"
        #expect(extent.unaskedLines == [line])
        #expect(ClientRecorder.extent(of: Array(results.dropFirst()), [contract]) == nil)
        var report = RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 1, contracts: [], cases: results)
        report.extent = extent
        let summary = ClientSummary(report: report).text
        #expect(summary.contains("\n  not tested: 1 of 4 possible checks (75 % tested)\n    \(line)\n"), "\(summary)")
    }
}
