// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client that renews tokens, follows links, sends lists and reads events, with at most one mistake.
final class LedgerClient: Sendable {
    enum Bug: String, CaseIterable, Sendable {
        case none
        /// Sends its token along a link to any host.
        case followsLinksWithToken
        /// Renews the token once for each call that needs it.
        case refreshesTwice
        /// Fails a call if a renewal is under way.
        case losesNewToken
        /// Joins the items of a list before it encodes them.
        case joinsBeforeEncoding
        /// Encodes only the spaces of an item.
        case encodesOnlySpaces
        case decodesHeaders
        /// Sends a request without a key again after its connection was lost.
        case postsAgain
        /// Keeps the first event of a stream in a property that all calls share.
        case sharesFirstEvent
        case knowsTwoStates
    }

    struct Failed: Error {}

    struct Entry: Codable, Sendable {
        var id: Int
    }

    struct Card: Codable, Sendable {
        enum State: String, Codable, Sendable { case open, closed, frozen }

        var state: State
    }

    private struct State {
        var token = "old"
        var renewal: Task<String, any Error>?
        var firstEvent: String?
    }

    let session: URLSession
    let bug: Bug
    private let state = Locked(State())

    init(_ session: URLSession, _ bug: Bug) {
        self.session = session
        self.bug = bug
    }

    // MARK: Requests

    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }

    private static func request(_ method: String, _ target: String) -> URLRequest {
        var request = URLRequest(url: URL(string: "https://ledger.example\(target)") ?? URL(filePath: "/"))
        request.httpMethod = method
        return request
    }

    private func load(_ request: URLRequest) async throws -> (data: Data, head: HTTPURLResponse) {
        let (data, response) = try await session.data(for: request)
        guard let head = response as? HTTPURLResponse else { throw Failed() }
        return (data, head)
    }

    private func success(_ request: URLRequest) async throws -> (data: Data, head: HTTPURLResponse) {
        let (data, head) = try await load(request)
        guard (200..<300).contains(head.statusCode) else { throw Failed() }
        return (data, head)
    }

    /// Sends a request with the token. After a 401 it may renew the token and send the request once more.
    private func authorized(
        _ request: URLRequest, mayRenew: Bool = false
    ) async throws -> (data: Data, head: HTTPURLResponse) {
        var request = request
        let token = state.withLock { $0.token }
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        var (data, head) = try await load(request)
        if head.statusCode == 401, mayRenew {
            request.setValue("Bearer \(try await renewed(token))", forHTTPHeaderField: "Authorization")
            (data, head) = try await load(request)
        }
        guard (200..<300).contains(head.statusCode) else { throw Failed() }
        return (data, head)
    }

    private func renewed(_ expired: String) async throws -> String {
        let task = try state.withLock { state -> Task<String, any Error> in
            if state.token != expired { return Task { [token = state.token] in token } }
            if let renewal = state.renewal {
                if bug == .losesNewToken { throw Failed() }
                if bug != .refreshesTwice { return renewal }
            }
            let renewal = Task { try await self.requestToken() }
            state.renewal = renewal
            return renewal
        }
        defer { state.withLock { $0.renewal = nil } }
        let token = try await task.value
        state.withLock { $0.token = token }
        return token
    }

    private func requestToken() async throws -> String {
        struct Token: Decodable { var token: String }
        var request = Self.request("POST", "/token")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"refreshToken":"r1"}"#.utf8)
        return try JSONDecoder().decode(Token.self, from: await success(request).data).token
    }

    // MARK: Calls

    func balance() async throws -> Int {
        struct Balance: Decodable { var amount: Int }
        let data = try await authorized(Self.request("GET", "/balance"), mayRenew: true).data
        return try JSONDecoder().decode(Balance.self, from: data).amount
    }

    func entries() async throws -> [Entry] {
        var entries: [Entry] = []
        var next: URLRequest? = Self.request("GET", "/entries")
        while let request = next {
            let (data, head) = try await authorized(request)
            entries += try JSONDecoder().decode([Entry].self, from: data)
            let link = head.value(forHTTPHeaderField: "Link")?.split(separator: ">").first?.dropFirst()
            let url = link.flatMap { URL(string: String($0)) }
            let isSafe = url?.host() == "ledger.example" || bug == .followsLinksWithToken
            next = isSafe ? url.map { URLRequest(url: $0) } : nil
        }
        return entries
    }

    func find(_ tags: [String], _ codes: [String], note: String?) async throws {
        let joined =
            bug == .joinsBeforeEncoding
            ? Self.encoded(tags.joined(separator: ",")) : tags.map(Self.encoded).joined(separator: ",")
        let items = codes.map { code in
            "codes=" + (bug == .encodesOnlySpaces ? code.replacing(" ", with: "%20") : Self.encoded(code))
        }
        var request = Self.request("GET", "/find?" + (["tags=\(joined)"] + items).joined(separator: "&"))
        if let note {
            let line = note.filter { !$0.isNewline }
            request.setValue(
                bug == .decodesHeaders ? line.removingPercentEncoding ?? line : line, forHTTPHeaderField: "Note")
        }
        _ = try await success(request)
    }

    /// Posts an entry. It is sent again only if the server can't have received it.
    func post() async throws {
        var unsent: Set<URLError.Code> = [.cannotConnectToHost, .cannotFindHost, .notConnectedToInternet]
        if bug == .postsAgain { unsent.insert(.networkConnectionLost) }
        do {
            _ = try await success(Self.request("POST", "/entries"))
        } catch let error as URLError where unsent.contains(error.code) {
            _ = try await success(Self.request("POST", "/entries"))
        }
    }

    func watch() async throws -> [String] {
        let text = String(decoding: try await success(Self.request("GET", "/events")).data, as: UTF8.self)
        var events: [String] = []
        var data: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast() {
            if line.hasPrefix("data:") {
                data.append(String(line.dropFirst(5).drop { $0 == " " }))
            } else if line.isEmpty, !data.isEmpty {
                events.append(data.joined(separator: "\n"))
                data = []
            }
        }
        if bug == .sharesFirstEvent, !events.isEmpty {
            state.withLock { $0.firstEvent = events[0] }
            await Task.yield()
            events[0] = state.withLock { $0.firstEvent } ?? events[0]
        }
        return events
    }

    func card() async throws -> Card {
        let card = try JSONDecoder().decode(Card.self, from: await success(Self.request("GET", "/card")).data)
        if bug == .knowsTwoStates, card.state == .frozen { throw Failed() }
        return card
    }

    static func bindings(_ bug: Bug) -> ClientBindings {
        ClientBindings(
            of: LedgerClient.self, client: { LedgerClient($0.urlSession, bug) },
            operations: [
                "balance": .init { client, _ in try await client.balance() },
                "entries": .init { client, _ in try await client.entries() },
                "find": .init { client, input in
                    let tags = try input.json("tags").elements.compactMap(\.string)
                    let codes = try input.json("codes").elements.compactMap(\.string)
                    return try await client.find(tags, codes, note: input.optionalString("note"))
                },
                "post": .init { client, _ in try await client.post() },
                "watch": .init { client, _ in try await client.watch() },
                "card": .init { client, _ in try await client.card() },
            ])
    }
}

@Suite("Tokens, links, lists, events and enumerations", .timeLimit(.minutes(20))) struct LedgerClientTests {
    static let contract = ##"""
        {
          "contract": "1.0", "info": { "title": "Ledger", "version": "1" },
          "servers": [{ "url": "https://ledger.example" }],
          "operations": {
            "refresh": {
              "request": { "method": "POST", "path": "/token", "body": {
                "type": "object", "required": ["refreshToken"], "properties": { "refreshToken": { "type": "string" } } } },
              "responses": { "200": { "description": "A token.", "body": {
                "type": "object", "required": ["token"], "properties": { "token": { "type": "string" } } } } }
            },
            "balance": {
              "request": { "method": "GET", "path": "/balance" },
              "security": [{ "session": [] }],
              "responses": {
                "200": { "description": "The balance.", "body": {
                  "type": "object", "required": ["amount"], "properties": { "amount": { "type": "integer" } } } },
                "401": { "description": "The token has expired." }
              },
              "cases": {
                "returns the balance": { "response": { "status": 200, "body": { "amount": 12 } } },
                "renews an expired token": {
                  "appliesTo": "client",
                  "steps": [
                    { "request": {}, "response": { "status": 401 } },
                    { "operationId": "refresh", "request": { "body": { "refreshToken": "r1" } },
                      "response": { "status": 200, "body": { "token": "new" } }, "security": [] },
                    { "request": { "headers": { "Authorization": "Bearer new" } }, "security": [],
                      "response": { "status": 200, "body": { "amount": 12 } } }
                  ]
                }
              }
            },
            "entries": {
              "request": { "method": "GET", "path": "/entries", "query": {
                "page": { "required": false, "schema": { "type": "integer" } } } },
              "security": [{ "session": [] }],
              "responses": { "200": { "description": "A page.",
                "headers": { "Link": { "required": false, "schema": { "type": "string" } } },
                "body": { "type": "array", "items": {
                  "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } } } },
              "cases": {
                "returns two pages": { "steps": [
                  { "request": {}, "response": { "status": 200, "body": [{ "id": 1 }],
                    "headers": { "Link": "<https://ledger.example/entries?page=2>; rel=\"next\"" } } },
                  { "request": { "query": { "page": 2 } }, "response": { "status": 200, "body": [{ "id": 2 }] } }
                ] }
              }
            },
            "find": {
              "request": { "method": "GET", "path": "/find",
                "query": {
                  "tags": { "explode": false, "schema": { "type": "array", "items": { "type": "string" } } },
                  "codes": { "schema": { "type": "array", "items": { "type": "string" } } }
                },
                "headers": { "Note": { "required": false, "schema": { "type": "string" } } } },
              "responses": { "204": { "description": "Found." } },
              "cases": {
                "finds": { "request": { "query": { "tags": ["a", "b"], "codes": ["1", "2"] }, "headers": { "Note": "x" } },
                  "response": { "status": 204 } }
              }
            },
            "post": {
              "request": { "method": "POST", "path": "/entries" },
              "client": { "retry": { "on": ["connect"], "retryLimit": 1 } },
              "responses": { "204": { "description": "Posted." } },
              "cases": { "posts": { "response": { "status": 204 } } }
            },
            "watch": {
              "request": { "method": "GET", "path": "/events" },
              "responses": { "200": { "description": "Events.", "body": { "content": { "text/event-stream": {
                "itemSchema": { "type": "object", "required": ["data"] } } } } } },
              "cases": { "returns events": {
                "response": { "status": 200, "body": [{ "data": "a" }, { "data": "b" }] } } }
            },
            "card": {
              "request": { "method": "GET", "path": "/card" },
              "responses": { "200": { "description": "The card.", "body": {
                "type": "object", "required": ["state"],
                "properties": { "state": { "type": "string", "enum": ["open", "closed", "frozen"] } } } } },
              "cases": { "returns the card": { "response": { "status": 200, "body": { "state": "open" } } } }
            }
          },
          "components": { "securitySchemes": { "session": {
            "type": "http", "scheme": "bearer", "renewal": "once", "credentials": { "token": "old" },
            "notSecret": { "old": "made up for this test" } } } }
        }
        """##

    static func plan() throws -> CasePlan {
        let loaded = ContractLoader.load("ledger.json", files: MemoryFiles(["ledger.json": contract]))
        return CasePlan(try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))"))
    }

    @Test("a correct client passes", arguments: ["balance", "entries", "find", "post", "watch", "card"])
    func passes(operation: String) async throws {
        let cases = try Self.plan().cases.filter { $0.operation.id == operation && $0.appliesTo != .server }
        #expect(cases.count > 15)
        var failures: [String] = []
        for testCase in cases {
            let result = await CaseRunner(bindings: LedgerClient.bindings(.none), deadline: .seconds(20)).run(testCase)
            let isRight = result.status == .passed || result.status == .notApplicable
            if isRight, !result.findings.contains(where: { $0.severity == .error }) { continue }
            let findings = result.findings.map { $0.text(of: result) }.joined(separator: "\n")
            failures.append("\(testCase.id): \(result.status) \(result.reason ?? "")\n\(findings)")
        }
        #expect(failures.isEmpty, "\(failures.count) of \(cases.count):\n\(failures.joined(separator: "\n"))")
        KillRatio.shared.noteCorrect(failures.isEmpty)
    }

    static let traps: [(bug: LedgerClient.Bug, id: String, rule: String)] = [
        (.followsLinksWithToken, "entries~request.link", "request.redirect.credentials"),
        (.refreshesTwice, "balance~request.renewal", "request.count.extra"),
        (.losesNewToken, "balance~request.renewal", "outcome.mixed"),
        (.joinsBeforeEncoding, "find~request.torture:tags:separator", "request.query.value"),
        (.encodesOnlySpaces, "find~request.torture:codes", "request.query"),
        (.decodesHeaders, "find~request.torture:Note", "request.header.value"),
        (.postsAgain, "post~pre-response.reset-after-request", "request.count.extra"),
        (.sharesFirstEvent, "watch~client.concurrent-isolation", "outcome.mixed"),
        (.knowsTwoStates, "card~evolution.boundary-values:/state:frozen", "outcome.threw"),
    ]

    @Test("a client with a mistake fails the case for this mistake", arguments: traps.indices)
    func catches(_ index: Int) async throws {
        let trap = Self.traps[index]
        let testCase = try #require(try Self.plan()[trap.id])
        let runner = CaseRunner(bindings: LedgerClient.bindings(trap.bug), deadline: .seconds(20))
        var isCaught = false
        // Two calls must meet during the renewal of a token. On a loaded machine, they may miss each other.
        for _ in 0..<(trap.bug == .losesNewToken ? 10 : 1) where !isCaught {
            let result = await runner.run(testCase)
            let rules = result.findings.filter { $0.severity == .error }.map(\.rule.id)
            isCaught = result.status == .failed && rules.contains { $0.hasPrefix(trap.rule) }
        }
        #expect(isCaught, "\(trap.bug): \(trap.id)")
        KillRatio.shared.note(isCaught)
    }

    @Test("each mistake has a case")
    func everyBug() {
        #expect(Set(Self.traps.map(\.bug)) == Set(LedgerClient.Bug.allCases).subtracting([.none]))
    }

    @Test("the cases of the mistakes apply to the correct client", arguments: traps.indices)
    func applies(_ index: Int) async throws {
        let testCase = try #require(try Self.plan()[Self.traps[index].id])
        let result = await CaseRunner(bindings: LedgerClient.bindings(.none), deadline: .seconds(20)).run(testCase)
        #expect(result.status == .passed, "\(result.reason ?? "") \(result.findings.map(\.message))")
    }
}
