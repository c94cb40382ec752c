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

/// Clients in the styles of public ones: each correct, and with a mistake that is typical of its style.
@Suite("Clients in the styles of public ones", .timeLimit(.minutes(20))) struct ClientStyleTests {
    static let contract = ##"""
        {
          "contract": "1.0", "info": { "title": "Directory", "version": "1" },
          "servers": [{ "url": "https://one.directory.example/v1" }, { "url": "https://two.directory.example/v1" }],
          "operations": {
            "person": {
              "request": {
                "method": "GET", "path": "/people/{id}",
                "pathParameters": { "id": { "type": "integer" } },
                "headers": { "X-Signature": { "$ref": "#/components/schemas/Signature" } }
              },
              "responses": {
                "200": { "description": "The person.", "body": { "$ref": "#/components/schemas/Person" } },
                "404": { "description": "Nobody." }
              },
              "cases": {
                "returns a person": {
                  "request": { "pathParameters": { "id": 7 } },
                  "response": { "status": 200, "body": { "id": 7, "name": "Ada", "tags": ["x", "y"], "note": null } },
                  "client": { "returns": "${response.body}" }
                },
                "finds nobody": {
                  "request": { "pathParameters": { "id": 8 } }, "response": { "status": 404 }, "client": { "throws": true }
                }
              }
            },
            "mirrored": {
              "client": { "retry": { "on": ["503"], "retryLimit": 1 } },
              "request": {
                "method": "GET", "path": "/mirrored/{id}",
                "pathParameters": { "id": { "type": "integer" } },
                "headers": { "X-Signature": { "$ref": "#/components/schemas/Signature" } }
              },
              "responses": {
                "200": { "description": "The person.", "body": { "$ref": "#/components/schemas/Person" } },
                "503": { "description": "Overloaded." }
              },
              "cases": {
                "returns a person": {
                  "request": { "pathParameters": { "id": 7 } },
                  "response": { "status": 200, "body": { "id": 7, "name": "Ada", "tags": ["x", "y"] } },
                  "client": { "returns": "${response.body}" }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Signature": { "type": "string", "pattern": "^[0-9]+-[0-9]+$" },
              "Person": {
                "type": "object", "required": ["id", "name", "tags"],
                "properties": {
                  "id": { "type": "integer" }, "name": { "type": "string" },
                  "tags": { "type": "array", "items": { "type": "string" } },
                  "note": { "type": ["string", "null"] }
                }
              }
            }
          }
        }
        """##

    static let plan: CasePlan? = {
        let files = MemoryFiles(["directory.json": Array(contract.utf8)])
        return ContractLoader.load("directory.json", files: files).contract.map { CasePlan($0, level: .standard) }
    }()

    enum Style: String, CaseIterable, Sendable {
        case twoClosures, semaphore, runLoop, publisher, untyped, singleton, nodes
    }

    static func bindings(_ style: Style, _ bug: DirectoryClient.Bug) -> ClientBindings {
        let singleton = DirectoryClient(.ephemeral, bug)
        return ClientBindings(
            client: { stub -> DirectoryClient in
                guard style == .singleton else { return DirectoryClient(stub.configuration, bug) }
                singleton.reset(stub.configuration)
                return singleton
            },
            operations: [
                "person": .init { client, input in try await Self.person(input.int("id"), of: client, style) },
                "mirrored": .init { client, input in try await client.mirroredPerson(input.int("id")) },
            ])
    }

    private static func person(_ id: Int, of client: DirectoryClient, _ style: Style) async throws -> Any? {
        switch style {
        case .twoClosures: try await completion { client.person(id, success: $0, failure: $1) }
        case .semaphore: try await blocking { try client.person(id) }
        case .runLoop: try await blocking { try client.personOnRunLoop(id) }
        case .publisher:
            try await completion { success, failure in
                client.personPublisher(id).sink(
                    completion: { if case .failure(let error) = $0 { failure(error) } }, value: success)
            }
        case .untyped: try await completion { client.untypedPerson(id, success: $0, failure: $1) }
        case .singleton: try await client.cachedPerson(id)
        case .nodes: nil
        }
    }

    /// The cases of the operation that a style calls.
    private static func cases(_ style: Style) -> [Case] {
        let id = style == .nodes ? "mirrored" : "person"
        return (plan?.cases ?? []).filter { $0.appliesTo != .server && $0.operation.id == id }
    }

    @Test("a correct client of each style passes every case", arguments: Style.allCases)
    func passes(_ style: Style) async {
        let cases = Self.cases(style)
        #expect(cases.count > 50)
        let runner = CaseRunner(bindings: Self.bindings(style, .none), deadline: .seconds(20))
        for testCase in cases {
            let result = await runner.run(testCase)
            let errors = result.findings.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(testCase.id): \(errors.map { "\($0.message): \($0.actual ?? "")" })")
            #expect([.passed, .notApplicable].contains(result.status), "\(testCase.id): \(result.status)")
        }
        KillRatio.shared.noteCorrect(true)
    }

    static let traps: [(style: Style, bug: DirectoryClient.Bug, id: String, rule: String)] = [
        (.twoClosures, .callsBothClosures, "person/finds nobody", "outcome.twice"),
        (.twoClosures, .forgetsFailure, "person/finds nobody", "outcome.hang"),
        (.semaphore, .returnsDefault, "person/finds nobody", "outcome.returned"),
        (.semaphore, .waitsForEver, "person~syntax.truncated-json", "outcome.hang"),
        (.runLoop, .returnsDefault, "person/finds nobody", "outcome.returned"),
        (.publisher, .dropsError, "person/finds nobody", "outcome.hang"),
        (.untyped, .flattensLists, "person/returns a person", "outcome.value"),
        (.singleton, .keepsSingleton, "person~syntax.truncated-json", "request.count.none"),
        (.nodes, .triesUnknownNode, "mirrored~flow.flaky-then-ok:503", "request.host"),
        (.nodes, .changesPath, "mirrored~flow.flaky-then-ok:503", "request.repeat"),
        (.twoClosures, .sendsNoSignature, "person/returns a person", "request.header.missing"),
    ]

    @Test("the typical mistake of each style is found", arguments: traps.indices)
    func catches(_ index: Int) async throws {
        let trap = Self.traps[index]
        let testCase = try #require(Self.plan?[trap.id])
        let isEndless = trap.rule == "outcome.hang"
        let runner = CaseRunner(
            bindings: Self.bindings(trap.style, trap.bug), deadline: isEndless ? .milliseconds(300) : .seconds(20))
        if trap.bug == .keepsSingleton {
            let first = try #require(Self.plan?["person/returns a person"])
            _ = await runner.run(first)
        }
        let rules = await runner.run(testCase).findings.filter { $0.severity == .error }.map(\.rule.id)
        #expect(rules.contains(trap.rule), "\(rules)")
        KillRatio.shared.note(rules.contains(trap.rule))
    }

    @Test("a closure of the bindings that runs after the case runs once, also after a failure")
    func afterCase() async throws {
        let count = Locked(0)
        let bindings = ClientBindings(
            client: { stub -> DirectoryClient in
                stub.afterCase { count.withLock { $0 += 1 } }
                stub.afterCase { throw URLError(.cancelled) }
                return DirectoryClient(stub.configuration, .none)
            },
            operations: ["person": .init { client, input in try await client.cachedPerson(input.int("id")) }])
        for (index, id) in ["person/returns a person", "person/finds nobody"].enumerated() {
            _ = await CaseRunner(bindings: bindings).run(try #require(Self.plan?[id]))
            #expect(count.withLock { $0 } == index + 1)
        }
    }
}

/// A client that offers one operation in many styles.
final class DirectoryClient: NSObject, @unchecked Sendable {
    // Unchecked, because its properties change only between the cases.
    enum Bug: Sendable {
        case none, callsBothClosures, forgetsFailure, returnsDefault, waitsForEver, dropsError, flattensLists
        case keepsSingleton, triesUnknownNode, changesPath, sendsNoSignature
    }

    struct Person: Codable, Equatable, Sendable {
        var id: Int
        var name: String
        var tags: [String]
        var note: String?
    }

    enum Failure: Error {
        case transport(any Error), status(Int), malformed(any Error), noAnswer
    }

    private var configuration: URLSessionConfiguration
    private var session: URLSession
    private let bug: Bug
    private let cache = Locked<[Int: Person]>([:])

    init(_ configuration: URLSessionConfiguration, _ bug: Bug) {
        self.configuration = configuration
        self.bug = bug
        session = URLSession(configuration: configuration)
    }

    func reset(_ configuration: URLSessionConfiguration) {
        if bug != .keepsSingleton { cache.withLock { $0 = [:] } }
        self.configuration = configuration
        session = URLSession(configuration: configuration)
    }

    private func request(_ path: String, node: String = "one") -> URLRequest {
        var request = URLRequest(url: URL(filePath: "/"))
        request.url = URL(string: "https://\(node).directory.example/v1/\(path)")
        if bug != .sendsNoSignature {
            // The signature contains the time, so it differs in each request.
            let time = DispatchTime.now().uptimeNanoseconds
            request.setValue("\(time)-\(time % 97)", forHTTPHeaderField: "X-Signature")
        }
        return request
    }

    private static func data(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) throws(Failure) -> Data {
        if let error { throw Failure.transport(error) }
        guard let data, let response = response as? HTTPURLResponse else { throw Failure.noAnswer }
        guard response.statusCode == 200 else { throw Failure.status(response.statusCode) }
        return data
    }

    private static func read(
        _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
    ) -> Result<Person, Failure> {
        Result { () throws(Failure) in
            let data = try Self.data(data, response, error)
            do { return try JSONDecoder().decode(Person.self, from: data) } catch { throw Failure.malformed(error) }
        }
    }

    // MARK: Two closures

    func person(
        _ id: Int, success: @escaping @Sendable (Person) -> Void, failure: @escaping @Sendable (Failure) -> Void
    ) {
        let bug = bug
        session.dataTask(with: request("people/\(id)")) { data, response, error in
            switch Self.read(data, response, error) {
            case .success(let person): success(person)
            case .failure(let error):
                if bug == .forgetsFailure { return }
                failure(error)
                if bug == .callsBothClosures { success(Person(id: 0, name: "", tags: [])) }
            }
        }.resume()
    }

    func untypedPerson(
        _ id: Int, success: @escaping @Sendable ([String: Any]) -> Void, failure: @escaping @Sendable (Failure) -> Void
    ) {
        let bug = bug
        session.dataTask(with: request("people/\(id)")) { data, response, error in
            switch Self.read(data, response, error) {
            case .success:
                var object = data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any] ?? [:]
                if bug == .flattensLists { object["tags"] = (object["tags"] as? [Any])?.first }
                success(object)
            case .failure(let error): failure(error)
            }
        }.resume()
    }

    // MARK: Blocking calls

    func person(_ id: Int) throws -> Person {
        let answer = Locked(Result<Person, Failure>.failure(.noAnswer))
        let bug = bug
        let semaphore = DispatchSemaphore(value: 0)
        session.dataTask(with: request("people/\(id)")) { data, response, error in
            let result = Self.read(data, response, error)
            if bug == .waitsForEver, case .failure(.malformed) = result { return }
            answer.withLock { $0 = result }
            semaphore.signal()
        }.resume()
        semaphore.wait()
        return try value(of: answer.withLock { $0 })
    }

    /// Runs the run loop until the task has ended, and gets the response on the main queue.
    func personOnRunLoop(_ id: Int) throws -> Person {
        let answer = Locked(Result<Person, Failure>.failure(.noAnswer))
        let session = URLSession(configuration: configuration, delegate: nil, delegateQueue: .main)
        let task = session.dataTask(with: request("people/\(id)")) { data, response, error in
            let result = Self.read(data, response, error)
            answer.withLock { $0 = result }
        }
        task.resume()
        let end = Date(timeIntervalSinceNow: 60)
        while task.state == .running, RunLoop.current.run(mode: .default, before: end) {}
        return try value(of: answer.withLock { $0 })
    }

    private func value(of result: Result<Person, Failure>) throws -> Person {
        if bug == .returnsDefault, case .failure = result { return Person(id: 0, name: "", tags: []) }
        return try result.get()
    }

    // MARK: Publishers

    /// A publisher as those of Combine and OpenCombine: nothing happens until a subscription, which ends when released.
    struct Publisher: Sendable {
        enum Completion {
            case finished
            case failure(Failure)
        }

        fileprivate var start: @Sendable (@escaping @Sendable (Result<Person, Failure>) -> Void) -> URLSessionTask

        func sink(
            completion: @escaping @Sendable (Completion) -> Void, value: @escaping @Sendable (Person) -> Void
        ) -> Subscription {
            Subscription(
                task: start { result in
                    switch result {
                    case .success(let person):
                        value(person)
                        completion(.finished)
                    case .failure(let error): completion(.failure(error))
                    }
                })
        }
    }

    final class Subscription: Sendable {
        private let task: URLSessionTask

        init(task: URLSessionTask) {
            self.task = task
            task.resume()
        }

        deinit { task.cancel() }
    }

    func personPublisher(_ id: Int) -> Publisher {
        let (session, request, bug) = (session, request("people/\(id)"), bug)
        return Publisher { deliver in
            session.dataTask(with: request) { data, response, error in
                let result = Self.read(data, response, error)
                if bug == .dropsError, case .failure = result { return }
                deliver(result)
            }
        }
    }

    // MARK: Other states

    func cachedPerson(_ id: Int) async throws -> Person {
        if let known = cache.withLock({ $0[id] }) { return known }
        let person = try await sent(request("people/\(id)"))
        cache.withLock { $0[id] = person }
        return person
    }

    /// Asks a second node if the first one is overloaded.
    func mirroredPerson(_ id: Int) async throws -> Person {
        do {
            return try await sent(request("mirrored/\(id)"))
        } catch Failure.status(503) {
            let node = bug == .triesUnknownNode ? "three" : "two"
            return try await sent(request("mirrored/\(bug == .changesPath ? id + 1 : id)", node: node))
        }
    }

    private func sent(_ request: URLRequest) async throws -> Person {
        let (data, response) = try await session.data(for: request)
        return try Self.read(data, response, nil).get()
    }
}
