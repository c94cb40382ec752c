// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation
import Testing

@testable import AccordCore

@Suite("The decision to deploy without a broker", .timeLimit(.minutes(20)))
struct CanDeployTests {
    private static func result(
        _ id: String, _ status: CaseResult.Status, _ findings: [Finding] = [], uses: [(String, Dependence.Use)] = []
    ) -> CaseResult {
        CaseResult(
            id: id, file: "shop.json", operation: String(id.prefix { $0 != "/" }), origin: .documented, status: status,
            location: SourceLocation(file: "shop.json", line: 1, column: 1), findings: findings,
            dependences: uses.map { Dependence(status: 200, part: .body, name: $0.0, use: $0.1) })
    }

    private static func text(_ kind: RunReport.Kind, _ cases: [CaseResult]) -> String {
        let report = RunReport(
            tool: .current, kind: kind, started: "2026-11-23T00:00:00Z", duration: 0,
            target: kind == .verify ? "http://staging.example" : nil, contracts: [], cases: cases)
        return String(decoding: report.json(), as: UTF8.self)
    }

    /// A client that needs the names of items, and ignores their notes.
    private static let client = text(
        .client,
        [
            result(
                "list/all items", .passed, uses: [("/*/name", .needed), ("/*/note", .unread), ("/*/maker", .unread)]),
            result("add/an item", .passed),
        ])

    private static func finding(_ pointer: String, missing: String? = nil) -> Finding {
        Finding(
            rule: .responseBodySchema, blame: .server, "the response is wrong", contract: nil,
            place: .init(.body, pointer, missing: missing), expected: "a string", actual: "5", advice: "Correct it.")
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var cases: [CaseResult]
        var reason: String?
    }

    static let rows: [Row] = [
        Row(testDescription: "all pass", cases: [result("list/all items", .passed), result("add/an item", .passed)]),
        Row(
            testDescription: "a part that the client ignores is wrong",
            cases: [
                result("list/all items", .failed, [finding("/3/note"), finding("/0/maker/town")]),
                result("add/an item", .passed),
            ]),
        Row(
            testDescription: "a part that the client ignores is missing",
            cases: [
                result("list/all items", .failed, [finding("/3", missing: "note")]), result("add/an item", .passed),
            ]),
        Row(
            testDescription: "a case that the client doesn't have fails",
            cases: [
                result("list/all items", .passed), result("list/no items", .failed, [finding("")]),
                result("add/an item", .passed),
            ]),
        Row(
            testDescription: "a needed part is wrong",
            cases: [result("list/all items", .failed, [finding("/3/name")]), result("add/an item", .passed)],
            reason: "list: breaks: list/all items: the response is wrong"),
        Row(
            testDescription: "a part that wasn't probed is wrong",
            cases: [result("list/all items", .passed), result("add/an item", .failed, [finding("/id")])],
            reason: "add: breaks"),
        Row(
            testDescription: "the server lacks an operation", cases: [result("list/all items", .passed)],
            reason: "add: may break: the server's report doesn't contain the operation"),
        Row(
            testDescription: "the server's case was skipped",
            cases: [result("list/all items", .passed), result("add/an item", .skipped)],
            reason: "add: may break: no case of the operation passed"),
    ]

    @Test("depends on what the client needs of the server", arguments: rows)
    func decision(row: Row) throws {
        let scratch = try ScratchFolder()
        _ = try scratch.write(Self.client, to: "ios.json")
        _ = try scratch.write(Self.text(.verify, row.cases), to: "staging.json")
        let run = try Program.accord("can-i-deploy", "--needs", scratch.path, "--server", "staging")
        #expect(run.status == (row.reason == nil ? 0 : 1), "\(run)")
        #expect(run.output.contains(row.reason ?? "✓ ios: 2 operations"), "\(run)")
        #expect(run.output.contains("staging, verified 2026-11-23T00:00:00Z at http://staging.example"), "\(run)")
    }

    struct Call: CustomTestStringConvertible, Sendable {
        var method = "GET"
        var path = "/users/7"
        var body: String?
        var need = ""
        var reason: String?
        var testDescription: String { "\(method) \(path) \(body ?? "") \(need)" }
    }

    static let calls: [Call] = [
        Call(need: "/name"), Call(method: "POST", path: "/users", body: #"{"name":"Bo"}"#),
        Call(method: "POST", path: "/users", body: #"{"name":"•••"}"#),
        Call(path: "/people", reason: "the document doesn't contain GET /people"),
        Call(path: "/users/seven", reason: "user/a case: "),
        Call(need: "/nickname", reason: "the client requires /nickname, which the document doesn't contain"),
        Call(method: "POST", path: "/users", body: #"{"name":5}"#, reason: "expected a string"),
    ]

    @Test("depends on the requests and properties that a document has", arguments: calls)
    func document(call: Call) throws {
        var result = Self.result("user/a case", .passed, uses: [(call.need, .needed)])
        if call.method == "POST" { result.dependences = [] }
        var request = ExchangeRecord.Request(
            method: call.method, url: "https://shop.example\(call.path)", headers: [], body: nil)
        if let body = call.body {
            request.headers = [HTTPField("Content-Type", "application/json")]
            request.body = .init(text: body, size: body.utf8.count, isCut: false)
        }
        result.exchanges = [ExchangeRecord(request: request, response: nil)]
        let scratch = try ScratchFolder()
        let needs = try scratch.write(Self.text(.client, [result]), to: "ios.json")
        let document = try scratch.write(PactCommandTests.document, to: "openapi.json")
        try FileManager.default.createDirectory(atPath: scratch.path + "/Needs", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: needs, toPath: scratch.path + "/Needs/ios.json")
        let run = try Program.accord("can-i-deploy", "--needs", scratch.path + "/Needs", "--server", document)
        #expect(run.status == (call.reason == nil ? 0 : 1), "\(run)")
        #expect(
            run.output.contains(call.reason ?? "✓ ios: 1 operation")
                && run.output.contains("documented but not verified"), "\(run)")
    }

    @Test("is not made without a client, without a server, or from a run that tested nothing")
    func nothing() throws {
        let scratch = try ScratchFolder()
        let staging = try scratch.write(Self.text(.verify, [Self.result("a/b", .passed)]), to: "staging.json")
        let arguments = ["can-i-deploy", "--needs", scratch.path, "--server"]
        func run(_ more: String...) throws -> Program {
            try Program.run(Program.accordProgram, arguments + more, in: Program.packageRoot)
        }
        let empty = try run(staging)
        #expect(empty.status == 1 && empty.errors.contains("contains no file for a client"), "\(empty)")
        _ = try scratch.write(Self.client, to: "ios.json")
        let unknown = try run("production")
        #expect(unknown.status == 2 && unknown.errors.contains("doesn't exist"), "\(unknown)")
        let client = try run("ios")
        #expect(client.status == 2 && client.errors.contains("isn't a report of accord verify"), "\(client)")
        let stranger = try run("staging", "--client", "tv")
        #expect(stranger.status == 2 && stranger.errors.contains("has no file for the client “tv”"), "\(stranger)")
        _ = try scratch.write(Self.text(.verify, [Self.result("a/b", .pending)]), to: "idle.json")
        let idle = try run("idle")
        #expect(idle.status == 1 && idle.errors.contains("proves nothing"), "\(idle)")
    }
}
