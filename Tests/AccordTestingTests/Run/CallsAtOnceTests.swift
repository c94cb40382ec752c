import AccordContract
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Calls at once") struct CallsAtOnceTests {
    static let id = "login~client.concurrent-isolation"

    static let traps: [(bug: CrowdBug, message: String, actual: String)] = [
        // Whose answer the last handler is given is up to the threads: maybe its own.
        (.keepsLastHandler, "of calls made at once, one", "completion handler was let go"),
        (.sharesAnswer, "returned another’s answer", "the answer of call"),
        (.sharesBuffer, "succeeds alone", "failed"),
        (.sharesArguments, "sent another’s request", "was sent in place of that of"),
        (.joinsAnything, "returned another’s answer", "the answer of call 1"),
        (.isBusy, "succeeds alone", "busy"),
    ]

    @Test("has a trap for every bug")
    func everyBug() { #expect(Set(Self.traps.map(\.bug)) == Set(CrowdBug.allCases)) }

    @Test("catches a client whose calls get in each other's way, and says how", arguments: traps.indices)
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

    @Test("lets a client pass whose calls keep apart, whichever way", arguments: CrowdStyle.allCases)
    func passes(_ style: CrowdStyle) async throws {
        let result = try await Todos.result(Self.id, of: OrderlyClient.bindings(style))
        #expect(result.status == .passed, "\(result.reason ?? "") \(result.findings.map { $0.actual ?? "" })")
        #expect(result.assertions == 4)
        #expect(result.exchanges.count == 4)
        // In another order than they were asked for, unless one waits for the other.
        let bodies = result.exchanges.map { $0.response?.body?.text ?? "" }
        #expect(Set(bodies).count == 4)
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

    @Test("holds what differs from call to call to what is documented alone")
    func stamped() async throws {
        let result = try await Self.result(Self.id) { session, input in
            Stamped(id: try CrowdedClient.token(try await session.data(from: Self.url(input)).0).id)
        }
        #expect(result.status == .notApplicable)
        #expect(result.reason?.contains("differs each time") == true)
    }

    @Test("doesn't pass calls whose answers nobody can tell apart, and fails one of them that never ends")
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
        let tried = try #require(plan["ring~client.concurrent-isolation"])
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
            let result = await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(tried)
            #expect(result.status == (keepsLast ? .failed : .notApplicable))
            #expect(result.findings.map(\.rule.id) == (keepsLast ? ["outcome.mixed"] : []))
            #expect(result.reason?.contains("told apart") ?? keepsLast)
        }
    }

    @Test("says which call fails by itself, and leaves the rest of it to that one's case")
    func alone() async throws {
        let result = try await Self.result(Self.id) { session, input in
            ["id": try CrowdedClient.token(try await session.data(from: Self.url(input)).0).id + "!"]
        }
        #expect(result.status == .blocked)
        #expect(result.reason == "“login/creates a token”, made alone, failed")
    }

    @Test("takes an error that the contract states for a call too many, and no other")
    func stated() async throws {
        let found = try #require(Todos.plan?[Self.id])
        for (name, status) in [("busy", CaseResult.Status.passed), ("late", .failed)] {
            let tried = found.with { $0.outcome.result = .throwing(.named(name)) }
            let result = await CaseRunner(bindings: CrowdedClient.bindings(.isBusy), deadline: .seconds(20)).run(tried)
            #expect(result.status == status)
        }
    }

    @Test("can be waived, and isn't taken for a case of one call")
    func waived() async throws {
        let found = try #require(Todos.plan?[Self.id])
        let tried = found.with { $0.skip = Exemption(reason: "the SDK of 2019", location: found.location) }
        let bindings = CrowdedClient.bindings(.keepsLastHandler)
        let result = await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(tried)
        #expect(result.status == .skipped)
        #expect(throws: ContractProblem.self) { try Todos.contract().script(for: Self.id) }
    }
}
