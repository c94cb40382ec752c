// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordCore
import AccordOpenAPI
import Testing

@Suite("Changes for known clients")
struct KnownClientTests {
    private static func load(_ schema: String) throws -> ComparedDocument {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Users", "version": "1"}, "paths": {"/user": {"get": {
              "operationId": "getUser", "responses": {"200": {"description": "", "content": {"application/json": {
              "schema": \(schema)}}}}}}}}
            """
        let result = ContractLoader.load("users.json", files: MemoryFiles(["users.json": text]), formats: .all())
        return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
    }

    private static func report(_ uses: [(name: String, use: Dependence.Use)], calls operation: String = "getUser")
        -> RunReport
    {
        let parts = uses.map { Dependence(status: 200, part: .body, name: $0.name, use: $0.use) }
        let result = CaseResult(
            id: "\(operation)/example", file: "users.json", operation: operation, origin: .documented, status: .passed,
            location: SourceLocation(file: "users.json", line: 1, column: 1), dependences: parts)
        return RunReport(
            tool: .current, kind: .client, started: "2026-11-23T00:00:00Z", duration: 0, contracts: [], cases: [result])
    }

    private static let old =
        #"{"type":"object","required":["id","avatar"],"properties":{"id":{"type":"integer"},"avatar":{"type":"string"}}}"#
    private static let new = #"{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}}"#

    @Test("breaks the client that requires a removed property, and not the client that ignores it")
    func twoClients() throws {
        let (old, new) = try (Self.load(Self.old), Self.load(Self.new))
        let clients = [
            KnownClient(name: "iOS", report: Self.report([("/id", .needed), ("/avatar", .needed)])),
            KnownClient(name: "Android", report: Self.report([("/id", .needed), ("/avatar", .unread)])),
            KnownClient(name: "watch", report: Self.report([], calls: "login")),
            KnownClient(name: "unprobed", report: Self.report([])),
        ]
        let changes = KnownClient.judge(ContractComparison.changes(old, new, today: "2026-11-23"), clients, old, new)
        let removed = try #require(changes.first { $0.id == "response-required-property-removed" })
        #expect(removed.effects.map(\.effect.isBreaking) == [true, false, false, true])
        #expect(
            removed.clientSentences == [
                "breaks iOS: the client requires /avatar", "Android is not affected: the client doesn't read /avatar",
                "watch is not affected: the client doesn't call GET /user",
                "may break unprobed: the client's tests ran without ACCORD_NEEDS=1, "
                    + "so they didn't record the properties that the client reads",
            ])
        #expect(Audience.clients.isBroken(by: removed))
    }

    @Test(
        "judges a change by the client's demands on the part, and doesn't know the effect without a probe",
        arguments: [
            ([.null], [], #""type":["string","null"]"#, "breaks app: the client rejects null at /a"),
            ([], [.null], #""type":["string","null"]"#, "app is not affected: the client accepts null at /a"),
            (
                [], [], #""type":["string","null"]"#,
                "may break app: the client reads /a, but the client's tests don't cover null"
            ),
            (
                [.integer], [], #""type":["string","integer"]"#,
                "breaks app: the client requires the exact type of /a, and rejects an integer"
            ),
            (
                [.null], [.integer], #""type":["string","integer"]"#,
                "app is not affected: the client accepts an integer at /a"
            ),
            ([.limit], [], #""type":"string","maxLength":9"#, "breaks app: the client checks the limits of /a"),
            (
                [.format], [.limit], #""type":"string","maxLength":9"#,
                "app is not affected: the client accepts a value beyond the limit at /a"
            ),
        ] as [(Set<Dependence.Variation>, Set<Dependence.Variation>, String, String)])
    func demands(
        _ rejects: Set<Dependence.Variation>, _ accepts: Set<Dependence.Variation>, _ schema: String, _ expected: String
    ) throws {
        func document(_ schema: String) throws -> ComparedDocument {
            try Self.load(#"{"type":"object","properties":{"a":{\#(schema)}}}"#)
        }
        let (old, new) = try (document(#""type":"string","maxLength":5"#), document(schema))
        var report = Self.report([("/a", .read)])
        report.cases[0].dependences[0].rejects = rejects
        report.cases[0].dependences[0].accepts = accepts
        let client = KnownClient(name: "app", report: try RunReport(parsing: report.json()))
        let changes = KnownClient.judge(ContractComparison.changes(old, new, today: "2026-11-23"), [client], old, new)
        let sentences = changes.filter { $0.part?.name == "/a" }.flatMap(\.clientSentences)
        #expect(sentences.contains(expected))
    }

    @Test("counts the clients that read a part if none does")
    func nobodyReads() throws {
        let (old, new) = try (Self.load(Self.old), Self.load(Self.new))
        let clients = ["iOS", "Android", "web"].map {
            KnownClient(name: $0, report: Self.report([("/avatar", .unread)]))
        }
        let changes = KnownClient.judge(ContractComparison.changes(old, new, today: "2026-11-23"), clients, old, new)
        let removed = try #require(changes.first { $0.id == "response-required-property-removed" })
        #expect(removed.clientSentences == ["0 of 3 clients read /avatar"])
        #expect(!Audience.clients.isBroken(by: removed))
    }

    @Test("an unknown property breaks a client that rejects it, and not a client that ignores it")
    func newProperty() throws {
        let closed = #"{"type":"object","additionalProperties":false,"properties":{"id":{"type":"integer"}}}"#
        let (old, new) = try (
            Self.load(closed), Self.load(closed.replacing(#""id""#, with: #""tag":{"type":"string"},"id""#))
        )
        let clients = [Dependence.Reaction.rejects, .accepts].map { reaction in
            var report = Self.report([("", .needed)])
            report.cases[0].dependences[0].rejects = reaction == .rejects ? [.extra] : []
            report.cases[0].dependences[0].accepts = reaction == .accepts ? [.extra] : []
            return KnownClient(name: "\(reaction)", report: report)
        }
        let changes = KnownClient.judge(ContractComparison.changes(old, new, today: "2026-11-23"), clients, old, new)
        let added = try #require(changes.first { $0.id == "response-optional-property-added" })
        #expect(added.effects.map(\.effect.isBreaking) == [true, false], "\(added.effects)")
    }

    /// Returns a document whose operation `save` has the given parameters and body.
    private static func request(_ parameters: String, _ type: String, _ schema: String?) throws -> ComparedDocument {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Users", "version": "1"}, "paths": {"/users/{id}": {"put": {
              "operationId": "save", "parameters": [\(parameters)], "requestBody": {"content": {"\(type)": {
              \(schema.map { "\"schema\": \($0)" } ?? "")}}}, "responses": {"204": {"description": ""}}}}}}
            """
        let result = ContractLoader.load("users.json", files: MemoryFiles(["users.json": text]), formats: .all())
        return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
    }

    private static func parameters(
        path: String = #"{"type": "string"}"#, query: String = "{}", header: String = "{}", isRequired: Bool = false
    ) -> String {
        """
        {"in": "path", "name": "id", "required": true, "schema": \(path)},
        {"in": "query", "name": "lang", "required": \(isRequired), "schema": \(query)},
        {"in": "header", "name": "Trace", "schema": \(header)}
        """
    }

    private enum Effect { case breaks, unaffected, unknown }

    @Test(
        "judges recorded requests by the new document: path, query, header fields, JSON and forms",
        arguments: [
            (parameters(path: #"{"maxLength": 2}"#), json, name, Effect.breaks),
            (parameters(path: #"{"maxLength": 3}"#), json, name, .unaffected),
            (parameters(query: #"{"enum": ["de"]}"#), json, name, .breaks),
            (parameters(query: #"{"enum": ["en"]}"#), json, name, .unaffected),
            (parameters(isRequired: true), json, name, .unaffected),
            (parameters(header: #"{"maxLength": 1}"#), json, name, .breaks),
            (parameters(), json, name.replacing("}}", with: #", "maxLength": 2}}"#), .breaks),
            (parameters(), json, name.replacing("}}", with: #", "maxLength": 3}}"#), .unaffected),
            (parameters(), json, name.dropLast() + #", "required": ["name", "age"]}"#, .breaks),
            (parameters(), json, name.dropLast() + #", "required": ["name"]}"#, .unaffected),
            (parameters(), form, name.replacing("}}", with: #", "maxLength": 2}}"#), .breaks),
            (parameters(), form, name.replacing("}}", with: #", "maxLength": 3}}"#), .unaffected),
        ])
    private func requests(_ parameters: String, _ type: String, _ schema: String, _ expected: Effect) throws {
        let (old, new) = try (Self.request(Self.parameters(), type, Self.name), Self.request(parameters, type, schema))
        let body = type == Self.json ? #"{"name":"Ada"}"# : "name=Ada"
        try Self.expect(expected, from: old, to: new, type, body)
    }

    private static let json = "application/json"
    private static let form = "application/x-www-form-urlencoded"
    private static let name = #"{"type": "object", "properties": {"name": {"type": "string"}}}"#

    @Test(
        "doesn't know the effect on a body that is cut or not JSON",
        arguments: [(#"{"name":"A"#, false), (#"{"name":"#, true)])
    func unknownBodies(_ body: String, isCut: Bool) throws {
        let old = try Self.request(Self.parameters(), Self.json, Self.name)
        let new = try Self.request(
            Self.parameters(), Self.json, Self.name.replacing("}}", with: #", "maxLength": 2}}"#))
        try Self.expect(.unknown, from: old, to: new, Self.json, body, isCut: isCut)
    }

    private static func expect(
        _ expected: Effect, from old: ComparedDocument, to new: ComparedDocument, _ type: String, _ body: String,
        isCut: Bool = false
    ) throws {
        var report = Self.report([], calls: "save")
        let request = HTTPRequest(
            method: "PUT", url: "https://users.example/users/abc?lang=en",
            headers: [HTTPField("Trace", "abc"), HTTPField("Content-Type", type)], body: Array(body.utf8))
        report.cases[0].exchanges = [ExchangeRecord(request: request, response: nil, bodyLimit: isCut ? 5 : 1_000)]
        let client = KnownClient(name: "iOS", report: report)
        let changes = KnownClient.judge(
            ContractComparison.changes(old, new, today: "2026-11-23"), [client], old, new)
        let effects = changes.filter { $0.impact > .compatible }.flatMap(\.effects).map { entry -> Effect in
            switch entry.effect {
            case .breaks: .breaks
            case .unaffected, .unread: .unaffected
            case .unknown: .unknown
            }
        }
        let worst: Effect? = effects.contains(.breaks) ? .breaks : effects.contains(.unknown) ? .unknown : effects.first
        #expect(worst == expected, "\(changes.flatMap(\.effects))")
    }

    @Test("lists the properties that no client reads, and the operations that no client calls")
    func unread() throws {
        let contract = try Self.load(Self.old).contract
        let reports = [
            Self.report([("/id", .needed), ("/avatar", .unread)]),
            Self.report([("/id", .unread), ("/avatar", .unread)]),
        ]
        #expect(contract.unreadParts(reports) == ["GET /user: no client reads 200 /avatar"])
        let others = contract.unreadParts([Self.report([], calls: "login")])
        #expect(others == ["GET /user: no client calls the operation"])
    }

    @Test("keeps only the requests and the needs in a summary of a report")
    func summary() throws {
        let report = Self.report([("/id", .needed)])
        let read = try RunReport(parsing: report.needsOnly.json())
        #expect(ClientNeeds(read).operations.first?.use(.body, "/id", status: 200) == .needed)
    }
}
