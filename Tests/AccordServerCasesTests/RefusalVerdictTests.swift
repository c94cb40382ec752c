// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordSchema
import Testing

@testable import AccordContract
@testable import AccordVerifier

@Suite("Verdicts about requests that a server must refuse")
struct RefusalVerdictTests {
    static let text = #"""
        {
          "contract": "1.0", "info": { "title": "Verdicts", "version": "1" },
          "servers": [ { "url": "https://verdicts.example" } ],
          "operations": {
            "read": {
              "security": [ { "key": [] } ],
              "request": {
                "method": "GET", "path": "/books",
                "query": {
                  "size": { "required": false, "schema": { "type": "integer", "minimum": 10, "maximum": 100 } },
                  "sort": { "required": false, "schema": { "enum": ["title", "year"] } },
                  "since": { "required": false, "schema": { "type": "string", "format": "date-time" } },
                  "about": { "required": false, "schema": { "type": "string", "maxLength": 60000 } }
                }
              },
              "responses": {
                "200": { "description": "Some." }, "400": { "description": "No." }, "401": { "description": "Who?" },
                "501": { "description": "Not yet." },
                "default": { "description": "A problem.", "body": { "type": "object", "required": ["code"] } }
              },
              "cases": { "reads": { "request": { "query": { "size": 100 } }, "response": { "status": 200 } } }
            },
            "own": {
              "security": [ { "key": [] } ],
              "request": { "method": "GET", "path": "/own" },
              "responses": { "200": { "description": "Some." }, "401": { "description": "Who?" } },
              "cases": { "reads": { "response": { "status": 200 } } }
            },
            "upload": {
              "request": {
                "method": "POST", "path": "/covers",
                "body": { "content": { "multipart/form-data": { "schema": {
                  "type": "object", "required": ["cover", "title"],
                  "properties": { "cover": { "type": "string", "format": "binary" }, "title": { "type": "string" } }
                } } } }
              },
              "responses": { "201": { "description": "Kept." }, "422": { "description": "No." } },
              "cases": { "uploads": { "request": { "body": { "cover": "GIF", "title": "Emma" } }, "response": { "status": 201 } } }
            }
          },
          "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.KEY}" } } } }
        }
        """#

    private static let plannedCases = Result {
        let result = ContractLoader.load("verdicts.json", files: MemoryFiles(["verdicts.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        return CasePlan(contract, operations: [], refusals: RefusalOptions(allowsUnsafe: true)).cases
    }

    private func cases() throws -> [Case] { try Self.plannedCases.get() }

    struct Verdict: CustomTestStringConvertible {
        var id: String
        var status: Int
        var headers: [HTTPField] = []
        var rules: [String] = []

        var testDescription: String { "\(id): \(status)" }
    }

    static let verdicts = [
        Verdict(id: "own~refuse.missing-credentials", status: 401),
        Verdict(id: "own~refuse.missing-credentials", status: 400, rules: ["refusal.unanswered"]),
        // “default” doesn't describe the response to a method that the path lacks.
        Verdict(id: "read~refuse.method:TRACE", status: 405, headers: [HTTPField("Allow", "GET")]),
        Verdict(id: "read~refuse.method:TRACE", status: 200, rules: ["refusal.accepted"]),
        // The server itself, and not the operation, responds with this 400.
        Verdict(id: "read~refuse.method:TRACE", status: 400, headers: [HTTPField("Allow", "GET")]),
        Verdict(id: "own~refuse.method:TRACE", status: 402, rules: ["response.status.undocumented"]),
        Verdict(id: "read~refuse.schema:query.size:type.string", status: 501),
        Verdict(id: "read~refuse.schema:query.size:type.string", status: 500, rules: ["refusal.crashed"]),
    ]

    @Test("a refusal passes only with a status code that the operation documents", arguments: verdicts)
    func judges(verdict: Verdict) throws {
        let testCase = try #require(try cases().first { $0.id == verdict.id })
        let body = verdict.status == 405 ? "" : #"{"code": 1}"#
        let response = HTTPResponse(
            status: verdict.status, headers: verdict.headers + [HTTPField("Content-Type", "application/json")],
            body: Array(body.utf8))
        let judgement = Judge.judge(response, of: testCase, step: testCase.lastStep, scope: testCase.scope())
        #expect(judgement.findings.filter { $0.severity == .error }.map(\.rule.id) == verdict.rules)
    }

    @Test(
        "a status that fits the mistake, and that the contract lacks, is a warning about the contract",
        arguments: [
            ("own~refuse.missing-credentials", 403, Finding.Severity.warning),
            ("own~refuse.wrong-credentials:key", 403, .warning),
            ("upload~refuse.missing:body", 400, .warning), ("upload~refuse.missing:body", 415, .warning),
            ("upload~refuse.missing:body", 404, .error), ("upload~refuse.missing:body", 403, .error),
            ("upload~refuse.missing:body", 422, nil),
        ])
    func fitting(id: String, status: Int, severity: Finding.Severity?) throws {
        let testCase = try #require(try cases().first { $0.id == id })
        let findings = Judge.judge(
            HTTPResponse(status: status), of: testCase, step: testCase.lastStep, scope: testCase.scope()
        ).findings
        #expect(findings.map(\.severity) == [severity].compactMap(\.self), "\(findings)")
        guard let finding = findings.first else { return }
        #expect(finding.rule == .responseStatusUndocumented && finding.blame == .contract)
        #expect(finding.expected?.contains(String(status)) == false, "\(finding)")
    }

    @Test(
        "an accepted invalid request is reported at the invalid part of the request",
        arguments: [
            ("read~refuse.schema:query.size:type.string", Finding.Place(.query, "size")),
            ("own~refuse.missing-credentials", .init(.credentials, "key")),
            ("read~refuse.method:TRACE", .init(.method, "TRACE")),
            ("upload~refuse.schema:body:required.without-title", .init(.body, "")),
        ])
    func places(id: String, place: Finding.Place) throws {
        let testCase = try #require(try cases().first { $0.id == id })
        let findings = Judge.judge(
            HTTPResponse(status: 200), of: testCase, step: testCase.lastStep, scope: testCase.scope()
        ).findings
        #expect(findings.map(\.place) == [place])
    }

    @Test(
        "a violation breaks one keyword, and leaves the value within the limits of the others",
        arguments: [
            ("size:type.a-fraction", "size=10.5"), ("sort:enum.a-different-case", "sort=TITLE"),
            ("since:format.no-time-zone", "since=2024-02-29T12%3A00%3A00"),
        ])
    func values(id: String, query: String) throws {
        let testCase = try #require(try cases().first { $0.id == "read~refuse.schema:query.\(id)" })
        #expect(try #require(testCase.lastRequest).url.contains(query), "\(testCase.lastRequest?.url ?? "")")
    }

    @Test(
        "frameworks convert some values of a wrong type, and no others",
        arguments: [
            (#"{"type": "boolean"}"#, "1", true), (#"{"type": "boolean"}"#, "2", false),
            (#"{"type": "integer", "minimum": 1}"#, "true", true),
            (#"{"type": "integer", "minimum": 1}"#, "false", false),
            (#"{"type": "integer"}"#, #""7""#, true), (#"{"type": "integer"}"#, #""x""#, false),
            (#"{"type": "integer"}"#, "1.5", false), (#"{"type": "string"}"#, "9", true),
            (#"{"type": "string"}"#, "true", false), (#"{"type": "string"}"#, "[]", false),
            (#"{"enum": ["a"]}"#, "1", false), (#"{"type": "string", "format": "date-time"}"#, "9", true),
            (#"{"type": "string", "format": "date-time"}"#, #""2024-05-17 09:30""#, true),
            (#"{"type": "string", "format": "date-time"}"#, #""soon""#, false),
            (#"{"type": "string", "format": "uuid"}"#, #""x""#, false),
            (#"{"type": "string", "minLength": 3}"#, #""As""#, false),
            (#"{"type": "string", "minLength": 1}"#, #""""#, false),
            (#"{"type": "object"}"#, "[]", true), (#"{"type": "object", "required": ["id"]}"#, "[]", false),
        ])
    func conversions(schema: String, value: String, isUsual: Bool) throws {
        let schema = try Schema.compile(JSONDocument(parsing: schema).root)
        #expect(schema.isUsuallyConverted(try JSON(parsing: value), at: .root) == isUsual)
    }

    @Test("no request has a parameter of more bytes than most servers accept")
    func long() throws {
        #expect(try cases().allSatisfy { ($0.lastRequest?.url.utf8.count ?? 0) < 8_000 })
        #expect(!FuzzValues.canCarry(.string(String(repeating: "x", count: 79_000)), .header, isText: true))
        #expect(FuzzValues.canCarry(.string(String(repeating: "x", count: 4_000)), .header, isText: true))
    }

    @Test("a part with a file's content has a file name, and other parts have none")
    func files() throws {
        let testCase = try #require(try cases().first { $0.id == "upload/uploads" })
        let body = String(decoding: try #require(testCase.lastRequest).body, as: UTF8.self)
        #expect(body.contains(#"name="cover"; filename="file""#), "\(body)")
        #expect(body.contains("name=\"title\"\r\n"))
    }

    @Test("a documented 403 or 501 is no defect of a valid request, and an undocumented one is")
    func permissions() throws {
        let result = ContractLoader.load("verdicts.json", files: MemoryFiles(["verdicts.json": Self.text]))
        let contract = try #require(result.contract)
        let plan = FuzzPlan([contract], options: FuzzOptions(count: 4, seed: 1)) { $0.id == "read" }
        let testCase = try #require(plan.cases.joined().first)
        func rules(_ status: Int) -> [String] {
            let response = HTTPResponse(
                status: status, headers: [HTTPField("Content-Type", "application/json")],
                body: Array(#"{"code": 1}"#.utf8))
            return Judge.judge(response, of: testCase, step: 0, scope: testCase.scope()).findings.map(\.rule.id)
        }
        #expect(rules(401) == [])
        #expect(rules(501) == [])
        #expect(rules(403) == ["fuzz.refused"])
        #expect(rules(500) == ["fuzz.crashed"])
    }

    private static let owned: String = {
        func operation(_ id: String, _ method: String, _ path: String, _ status: Int, _ security: String) -> String {
            #"""
            "\#(id)": { "security": [\#(security)],
              "request": { "method": "\#(method)", "path": "\#(path)/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "\#(status)": { "description": "It." } },
              "cases": { "works": { "request": { "pathParameters": { "id": "n1" } }, "response": { "status": \#(status) } } } }
            """#
        }
        let user = #"{ "bearer": [] }"#
        return #"""
            { "contract": "1.0", "info": { "title": "Owned", "version": "1" }, "servers": [ { "url": "https://owned.example" } ],
              "operations": {
                "add": { "security": [ { "bearer": [] } ],
                  "request": { "method": "POST", "path": "/notes", "body": { "type": "object", "required": ["text"] } },
                  "responses": { "201": { "description": "It.", "body": { "type": "object", "properties": { "id": { "type": "string" } } } } },
                  "cases": { "adds": { "request": { "body": { "text": "a" } }, "response": { "status": 201, "body": { "id": "n1" } } } } },
                \#(operation("read", "GET", "/notes", 200, user)), \#(operation("remove", "DELETE", "/notes", 204, user)),
                \#(operation("book", "GET", "/books", 200, user)), \#(operation("open", "GET", "/public", 200, ""))
              },
              "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } } } }
            """#
    }()

    private static func ofUsers(_ auth: [String], _ changed: (String) -> String = { $0 }) throws -> Contract {
        let result = ContractLoader.load("owned.json", files: MemoryFiles(["owned.json": changed(owned)]))
        var given = try GivenCredentials(auth: auth)
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        return try #require(try given.fill([contract]).first)
    }

    @Test("a second user requests each secured resource that the first user creates")
    func secondUser() throws {
        let contract = try Self.ofUsers(["bearer=one", "bearer@bob=two"])
        let safe = CasePlan(contract, operations: [], refusals: RefusalOptions()).cases.map(\.id)
        #expect(safe.filter { $0.contains("other-user") } == ["read~refuse.other-user:bob"])
        let cases = CasePlan(contract, operations: [], refusals: RefusalOptions(allowsUnsafe: true)).cases
            .filter { $0.id.contains("other-user") }
        #expect(cases.map(\.id) == ["read~refuse.other-user:bob", "remove~refuse.other-user:bob"])
        for testCase in cases {
            let tokens = try testCase.steps.indices.map { step in
                try testCase.request(
                    step, scope: testCase.scope(outputs: ["add_id": "n7"]), baseURL: "https://o.example")
            }
            #expect(tokens.map { $0.headers.first("Authorization") } == ["Bearer one", "Bearer two"])
            #expect(tokens.map(\.url) == ["https://o.example/notes", "https://o.example/notes/n7"])
        }
        // A documented link names the creating request, although the paths differ.
        let body = #""properties": { "id": { "type": "string" } } }"#
        let link = #""it": { "operationId": "remove", "parameters": { "id": "$response.body#/id" } }"#
        let linked = try Self.ofUsers(["bearer=one", "bearer@bob=two"]) {
            $0.replacing("/notes/{id}", with: "/all/{id}").replacing(body, with: #"\#(body), "links": { \#(link) }"#)
        }
        #expect(
            CasePlan(linked, operations: [], refusals: RefusalOptions(allowsUnsafe: true)).cases.map(\.id)
                .filter { $0.contains("other-user") } == ["remove~refuse.other-user:bob"])
        // The run reports operations whose resource no request creates.
        let omissions = Omission.all(in: contract, refusals: RefusalOptions(allowsUnsafe: true))
        #expect(omissions.filter { $0.what.contains("other-user") }.map(\.operation) == ["book"])
        let one = try Self.ofUsers(["bearer=one"])
        #expect(CasePlan(one, refusals: RefusalOptions()).cases.allSatisfy { !$0.id.contains("other-user") })
    }

    @Test(
        "a second user may not use a resource of the first one",
        arguments: [
            (403, nil), (404, nil), (200, "security.other-user"), (204, "security.other-user"),
            (500, "refusal.crashed"), (302, "refusal.other"),
        ] as [(Int, String?)])
    func otherUser(status: Int, rule: String?) throws {
        let contract = try Self.ofUsers(["bearer=one", "bearer@bob=two"])
        let testCase = try #require(
            CasePlan(contract, refusals: RefusalOptions()).cases.first { $0.id == "read~refuse.other-user:bob" })
        let judgement = Judge.judge(
            HTTPResponse(status: status), of: testCase, step: testCase.lastStep, scope: testCase.scope())
        #expect(judgement.findings.map(\.rule.id) == (rule.map { [$0] } ?? []))
        #expect(judgement.findings.allSatisfy { $0.severity == .error && $0.blame == .server })
    }
}
