// SPDX-License-Identifier: Apache-2.0
import AccordContract

@testable import AccordCore

/// A run with a case for each status.
enum SampleReport {
    static let file = "Specs/awesome-todos.json"

    static var report: RunReport {
        var report = RunReport(
            tool: .init(version: "0.1.0"), kind: .verify, started: "2026-03-01T09:30:00Z", duration: 1.284,
            target: "http://127.0.0.1:8099",
            contracts: [.init(file: file, title: "Awesome Todos", version: "1.0.0")],
            cases: [passing, wrongBody, wrongStatus, unreachable, clientMistake, blocked, skipped, pending, tolerated],
            hints: [
                "Nearly every response takes 40 ms: the server sends header section and body separately, without TCP_NODELAY."
            ])
        report.quotes = [
            ContractQuote(file: file, line: 18, text: #"          "401": { "description": "Unknown user." }"#),
            ContractQuote(file: file, line: 41, text: #"      "required": ["token"],"#),
            ContractQuote(file: file, line: 52, text: #"        "username": { "type": "string", "minLength": 1 }"#),
        ]
        report.coverage = [
            OperationCoverage(
                file: file, operation: "login", method: "GET", path: "/login",
                elements: [
                    element(.parameter, "query.username", 12, "/operations/login/request/query/username"),
                    element(.parameter, "query.password", 13, "/operations/login/request/query/password"),
                    element(.status, "200", 16, "/operations/login/responses/200"),
                    element(.responseProperty, "200 /token", 42, "/components/schemas/Token/properties/token", false),
                    element(.status, "401", 18, "/operations/login/responses/401"),
                    element(.status, "503", 19, "/operations/login/responses/503", false),
                ], undocumentedStatuses: [500]),
            OperationCoverage(
                file: file, operation: "addItem", method: "POST", path: "/items",
                elements: [element(.status, "201", 55, "/operations/addItem/responses/201", false)]),
        ]
        return report
    }

    private static func element(
        _ kind: OperationCoverage.Element.Kind, _ name: String, _ line: Int, _ pointer: String, _ isShown: Bool = true
    ) -> OperationCoverage.Element {
        OperationCoverage.Element(kind, name, at: place(line, 9, pointer), isShown: isShown)
    }

    static let passing = result("creates a token", .passed, line: 30, duration: 0.0123, assertions: 6)

    static let wrongBody = result(
        "creates a token for a name with umlauts", .failed, line: 36, duration: 0.0181, assertions: 5,
        findings: [
            Finding(
                rule: .responseBodySchema, blame: .server, "the property \"token\" is missing",
                contract: place(41, 7, "/components/schemas/Token/required/0"),
                place: .init(.body, "", missing: "token"),
                expected: "an object with the property \"token\"", actual: #"{"tokn":"1234567890"}"#,
                reproduce: "curl -sS 'http://127.0.0.1:8099/login?username=dasd%C3%B6m&password=%25%2634'",
                advice: "Answer with \"token\", or make the property optional in the contract.",
                details: ["\"tokn\" is near \"token\": a slip of the keyboard?"]),
            Finding(
                rule: .responseHeaderMissing, severity: .warning, blame: .server,
                "the header Cache-Control is missing", contract: place(40, 11, "/operations/login/responses/200"),
                place: .init(.header, "Cache-Control"), expected: "no-store", actual: "nothing"),
        ],
        exchanges: [
            ExchangeRecord(
                request: .init(
                    method: "GET", url: "http://127.0.0.1:8099/login?username=dasd%C3%B6m&password=\(Masking.mark)",
                    headers: [HTTPField("Accept", "application/json")], body: nil),
                response: .init(
                    status: 200, headers: [HTTPField("Content-Type", "application/json"), HTTPField("Server", "py")],
                    body: .init(text: "{\n  \"tokn\": \"1234567890\"\n}", size: 25, isCut: false)),
                timing: .init(nameLookup: 0.0001, connect: 0.0004, tlsHandshake: 0, firstByte: 0.0171, total: 0.0181))
        ])

    static let wrongStatus = result(
        "refuses a wrong password", .failed, line: 44, duration: 0.009, assertions: 1,
        findings: [
            Finding(
                rule: .responseStatus, blame: .server, "the status is 500, documented is 401",
                contract: place(18, 11, "/operations/login/responses/401"), place: .init(.status),
                expected: "401", actual: "500",
                reproduce: "curl -sS 'http://127.0.0.1:8099/login?username=dasd%C3%B6m&password=wrong'",
                advice: "Look for the server's log of this request.")
        ],
        exchanges: [
            ExchangeRecord(
                request: .init(
                    method: "GET", url: "http://127.0.0.1:8099/login?username=dasd%C3%B6m&password=wrong",
                    headers: [], body: nil),
                response: .init(
                    status: 500, headers: [HTTPField("Content-Type", "text/html")],
                    body: .init(text: "<h1>Internal Server Error</h1>", size: 30, isCut: false)))
        ])

    static let unreachable = result(
        "answers in time", .failed, line: 48, duration: 30,
        findings: [
            Finding(
                rule: .transportTimeoutFirstByte, blame: .server, "no answer came within 30 s",
                place: .init(.transport), reproduce: "curl -sS --max-time 30 'http://127.0.0.1:8099/login?slow=1'",
                advice: "See whether the server hangs, or give it longer with --timeout.")
        ],
        exchanges: [
            ExchangeRecord(
                request: .init(method: "GET", url: "http://127.0.0.1:8099/login?slow=1", headers: [], body: nil),
                response: nil, failure: "no byte received within 30 s")
        ])

    static let clientMistake = result(
        "posts an item", .failed, operation: "addItem", line: 60, duration: 0.002, assertions: 4,
        findings: [
            Finding(
                rule: .requestBodyValue, blame: .client, "the body's /items/0/title differs",
                contract: place(52, 9, "/operations/addItem/cases/posts an item/request/body"),
                place: .init(.body, "/items/0/title"),
                expected:
                    "{\n  \"items\": [\n    { \"title\": \"Buy milk\" },\n    { \"title\": \"Pay rent\" }\n  ]\n}",
                actual: "{\n  \"items\": [\n    { \"title\": \"Buy silk\" },\n    { \"title\": \"Pay rent\" }\n  ]\n}",
                advice: "Compare the two, and mend the client or the contract.")
        ])

    static let blocked = result(
        "deletes an item", .blocked, operation: "deleteItem", line: 80, reason: "blocked by addItem/posts an item")

    static let skipped = result(
        "lists 10,000 items", .skipped, operation: "items", line: 90, reason: "too slow for staging, until 2026-06-01")

    static let pending = result(
        "filters by tag", .pending, operation: "items", line: 95, duration: 0.004, assertions: 2,
        reason: "the server has no filter yet",
        findings: [
            Finding(
                rule: .responseStatus, blame: .server, "the status is 404, documented is 200",
                contract: place(95, 9, "/operations/items/cases/filters by tag"), place: .init(.status),
                expected: "200", actual: "404")
        ])

    static let tolerated = CaseResult(
        id: "login~syntax.bom", file: file, operation: "login", origin: .derived, status: .passed, duration: 0.001,
        assertions: 2, location: place(12, 5, "/operations/login"),
        findings: [
            Finding(
                rule: .jsonInterop, severity: .warning, blame: .server,
                "an integer has more than 64 bits, and readers clamp or round it", place: .init(.body, "/id"),
                expected: "18446744073709551617", actual: "18446744073709551615",
                advice: "Write the number as a string, and document it as a string.")
        ])

    static func place(_ line: Int, _ column: Int, _ pointer: String = "") -> SourceLocation {
        SourceLocation(file: file, line: line, column: column, pointer: pointer)
    }

    static func result(
        _ name: String, _ status: CaseResult.Status, operation: String = "login", line: Int, duration: Double = 0,
        assertions: Int = 0, reason: String? = nil, findings: [Finding] = [], exchanges: [ExchangeRecord] = []
    ) -> CaseResult {
        CaseResult(
            id: "\(operation)/\(name)", file: file, operation: operation, origin: .documented, status: status,
            reason: reason, duration: duration, assertions: assertions,
            location: place(line, 9, "/operations/\(operation)/cases/\(name)"), findings: findings,
            exchanges: exchanges)
    }
}
