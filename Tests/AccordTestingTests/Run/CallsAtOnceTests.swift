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

@Suite("Concurrent calls", .timeLimit(.minutes(20))) struct CallsAtOnceTests {
    static let id = "login~client.concurrent-isolation"

    static let traps: [(bug: CrowdBug, message: String, actual: String)] = [
        // Whose answer the last handler is given is up to the threads: maybe its own.
        (.keepsLastHandler, "a concurrent call", "completion handler without calling it"),
        (.sharesAnswer, "returned the response of a different call", "the response of call"),
        (.sharesBuffer, "succeeds without other calls", "failed"),
        (.sharesArguments, "sent the request of a different call", "was sent instead of the request of"),
        (.joinsAnything, "returned the response of a different call", "the response of call 1"),
        (.isBusy, "succeeds without other calls", "busy"),
    ]

    @Test("has a trap for every bug")
    func everyBug() { #expect(Set(Self.traps.map(\.bug)) == Set(CrowdBug.allCases)) }

    @Test("a client whose calls interfere fails, with a description", arguments: traps.indices)
    func catches(_ index: Int) async throws {
        let trap = Self.traps[index]
        let result = try await Todos.result(Self.id, of: CrowdedClient.bindings(trap.bug))
        let finding = try #require(result.findings.first, "\(trap.bug): \(result.status) \(result.reason ?? "")")
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule.id) == ["outcome.mixed"])
        #expect(finding.message.contains(trap.message), "\(finding.message)\n\(finding.actual ?? "")")
        #expect(finding.actual?.contains(trap.actual) == true, "\(finding.actual ?? "")")
        #expect(finding.blame == .client && finding.contract != nil && finding.advice != nil)
        KillRatio.shared.note(result.findings.map(\.rule.id) == ["outcome.mixed"])
        // What is wrong only among others is seen by no other case.
        let alone = try await Todos.result("login/creates a token", of: CrowdedClient.bindings(trap.bug))
        #expect(alone.status == .passed, "\(alone.findings.map(\.message))")
    }

    @Test("a client with independent calls passes", arguments: CrowdStyle.allCases)
    func passes(_ style: CrowdStyle) async throws {
        let result = try await Todos.result(Self.id, of: OrderlyClient.bindings(style))
        #expect(result.status == .passed, "\(result.reason ?? "") \(result.findings.map { $0.actual ?? "" })")
        #expect(result.assertions == 4)
        #expect(result.exchanges.count == 4)
        // In another order than they were asked for, unless one waits for the other.
        let bodies = result.exchanges.map { $0.response?.body?.text ?? "" }
        #expect(Set(bodies).count == 4)
    }

    /// A client that keeps responses.
    final class Keeper: Sendable {
        let session: URLSession
        let kept = Locked<[String: (tag: String?, total: Int)]>([:])

        init(_ session: URLSession) { self.session = session }

        /// Returns the number of orders. Sends a request if no response with this key is kept, or always with the entity
        /// tag of the kept response.
        func total(_ url: URL, key: String, asksAgain: Bool) async throws -> Int {
            struct Orders: Decodable { var total: Int }
            let known = kept.withLock { $0[key] }
            if let known, !asksAgain { return known.total }
            var request = URLRequest(url: url)
            request.setValue(known?.tag, forHTTPHeaderField: "If-None-Match")
            let (data, response) = try await session.data(for: request)
            let head = response as? HTTPURLResponse
            if head?.statusCode == 304, let known { return known.total }
            guard head?.statusCode == 200 else { throw URLError(.badServerResponse) }
            let total = try JSONDecoder().decode(Orders.self, from: data).total
            kept.withLock { $0[key] = (head?.value(forHTTPHeaderField: "ETag"), total) }
            return total
        }
    }

    @Test(
        "a client that keeps responses must keep them by each argument",
        arguments: [
            ("url", false, true), ("url", true, true), ("path", false, false), ("query", false, false),
            ("none", false, false),
        ])
    func keepsResponses(key: String, asksAgain: Bool, isRight: Bool) async throws {
        let loaded = DoubtTests.loaded(
            """
            "orders": {
              "request": { "method": "GET", "path": "/users/{user}/orders",
                "pathParameters": { "user": { "type": "string", "minLength": 2 } },
                "query": { "page": { "required": false, "schema": { "type": "integer", "minimum": 1 } } } },
              "responses": { "200": { "description": "The orders.",
                "headers": { "ETag": { "schema": { "type": "string" } } }, "body": {
                "type": "object", "required": ["total"], "properties": { "total": { "type": "integer" } } } } },
              "cases": { "returns the orders": {
                "request": { "pathParameters": { "user": "ada" }, "query": { "page": 2 } },
                "response": { "status": 200, "headers": { "ETag": "\\"a\\"" }, "body": { "total": 7 } } } }
            }
            """, isOpenAPI: false)
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        let bindings = ClientBindings(
            client: { Keeper($0.urlSession) },
            operations: [
                "orders": .init { keeper, input in
                    let page = try input.optionalInt("page").map { "?page=\($0)" } ?? ""
                    let path = "/users/\(EverydayClientTests.escaped(try input.string("user")))/orders"
                    let url = try #require(URL(string: "https://bank.example\(path)\(page)"))
                    let keys = ["url": path + page, "path": path, "query": page]
                    return try await keeper.total(url, key: keys[key] ?? "", asksAgain: asksAgain)
                }
            ])
        let testCase = try #require(CasePlan(contract)["orders~client.concurrent-isolation"])
        let result = await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(testCase)
        #expect(result.status == (isRight ? .passed : .failed), "\(result.reason ?? "") \(result.findings)")
        #expect(result.findings.map(\.message) == (isRight ? [] : ["a call returned the response of an earlier call"]))
    }

    private static func result(
        _ id: String, _ call: @escaping @Sendable (URLSession, CallInput) async throws -> Any?
    ) async throws -> CaseResult {
        let bindings = ClientBindings(
            client: { $0.urlSession },
            operations: ["login": .init { session, input in try await call(session, input) }])
        return try await Todos.result(id, of: bindings)
    }

    private static func url(_ input: CallInput) throws -> URL {
        CrowdedClient.url(try input.string("username"), try input.string("password"))
    }

    struct Stamped: Sendable {
        var id: String
        var stamp = UUID()
    }

    @Test("a value that differs in each call is compared with the documented parts only")
    func stamped() async throws {
        let result = try await Self.result(Self.id) { session, input in
            Stamped(id: try CrowdedClient.token(try await session.data(from: Self.url(input)).0).id)
        }
        #expect(result.status == .notApplicable)
        #expect(result.reason?.contains("different values for the same response") == true)
    }

    @Test("calls with equal results aren't applicable, but a call that never ends fails")
    func silent() async throws {
        let contract = """
            {
              "contract": "1.0", "info": { "title": "Bell", "version": "1" }, "servers": [{ "url": "https://bell.example" }],
              "operations": { "ring": {
                "request": { "method": "POST", "path": "/ring" }, "responses": { "204": { "description": "It rang." } },
                "cases": { "rings": { "response": { "status": 204 } } } } }
            }
            """
        let plan = try #require(
            ContractLoader.load("bell.json", files: MemoryFiles(["bell.json": contract])).contract.map { CasePlan($0) })
        let testCase = try #require(plan["ring~client.concurrent-isolation"])
        let url = try #require(URL(string: "https://bell.example/ring"))
        for keepsLast in [false, true] {
            let bindings = ClientBindings(
                client: { stub in (session: stub.urlSession, last: Locked<(@Sendable ((any Error)?) -> Void)?>(nil)) },
                operations: [
                    "ring": .init { client, _ in
                        var request = URLRequest(url: url)
                        request.httpMethod = "POST"
                        return try await completion { (handler: @escaping @Sendable ((any Error)?) -> Void) in
                            client.last.withLock { $0 = handler }
                            client.session.dataTask(with: request) { _, _, error in
                                keepsLast ? client.last.withLock({ $0 })?(error) : handler(error)
                            }
                            .resume()
                        }
                    }
                ])
            let result = await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(testCase)
            #expect(result.status == (keepsLast ? .failed : .notApplicable))
            #expect(result.findings.map(\.rule.id) == (keepsLast ? ["outcome.mixed"] : []))
            #expect(result.reason?.contains("return the same value") ?? keepsLast)
        }
    }

    @Test("a call that fails alone blocks the case")
    func alone() async throws {
        let result = try await Self.result(Self.id) { session, input in
            ["id": try CrowdedClient.token(try await session.data(from: Self.url(input)).0).id + "!"]
        }
        #expect(result.status == .blocked)
        #expect(result.reason == "the case “login/creates a token” failed without concurrent calls")
    }

    @Test("only the documented error of a rejected call passes")
    func stated() async throws {
        let found = try #require(Todos.plan?[Self.id])
        for (name, status) in [("busy", CaseResult.Status.passed), ("late", .failed)] {
            let testCase = found.with { $0.outcome.result = .throwing(.named(name)) }
            let result = await CaseRunner(bindings: CrowdedClient.bindings(.isBusy), deadline: .seconds(20)).run(
                testCase)
            #expect(result.status == status)
        }
    }

    @Test("the case can be waived, and can't be used as the trait of a test")
    func waived() async throws {
        let found = try #require(Todos.plan?[Self.id])
        let testCase = found.with { $0.skip = Exemption(reason: "the SDK of 2019", location: found.location) }
        let bindings = CrowdedClient.bindings(.keepsLastHandler)
        let result = await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(testCase)
        #expect(result.status == .skipped)
        #expect(throws: DescribedError.self) { try Todos.contract().script(for: Self.id) }
    }
}
