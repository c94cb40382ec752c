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
        let changes = KnownClient.judge(ContractComparison.changes(old, new, today: "2026-11-23"), clients, new)
        let removed = try #require(changes.first { $0.id == "response-required-property-removed" })
        #expect(removed.effects.map(\.effect.isBreaking) == [true, false, false, true])
        #expect(removed.effects.first?.effect.words.reason == "the client requires /avatar")
        #expect(Audience.clients.isBroken(by: removed))
    }

    @Test("lists the properties that no client reads, and the operations that no client calls")
    func unread() throws {
        let contract = try Self.load(Self.old).contract
        let reports = [
            Self.report([("/id", .needed), ("/avatar", .unread)]),
            Self.report([("/id", .unread), ("/avatar", .unread)]),
        ]
        #expect(UnreadParts(contract, reports).lines == ["GET /user: no client reads 200 /avatar"])
        let others = UnreadParts(contract, [Self.report([], calls: "login")]).lines
        #expect(others == ["GET /user: no client calls the operation"])
    }

    @Test("keeps only the requests and the needs in a summary of a report")
    func summary() throws {
        let report = Self.report([("/id", .needed)])
        let read = try RunReport(parsing: report.needsOnly.json())
        #expect(ClientNeeds(read).operations.first?.use(.body, "/id", status: 200) == .needed)
    }
}
