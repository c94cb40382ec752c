// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordOpenAPI
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Documents that contradict themselves, or that say too little about a value. A client can't be right about them.
@Suite("Documents that contradict themselves", .timeLimit(.minutes(10))) struct ContradictoryDocumentTests {
    /// Runs the client tests of the operation `get`, or `post`, of an OpenAPI document.
    private static func results(
        _ operation: String, _ call: @escaping @Sendable (URLSession, CallInput) async throws -> Any?
    ) async throws -> [CaseResult] {
        let text = """
            { "openapi": "3.0.3", "info": { "title": "Bank", "version": "1" },
              "servers": [{ "url": "https://bank.example" }], "paths": { \(operation) } }
            """
        let loaded = ContractLoader.load(
            "bank.json", files: MemoryFiles(["bank.json": text]), formats: ContractFormats.all())
        let id = try #require(loaded.contract?.operations.first?.id, "\(loaded.diagnostics.map(\.rendered))")
        let contract = ClientContract(
            loaded, file: "bank.json", packageRoot: "/", level: "standard", profile: .default)
        let results = await contract.results(
            of: id, with: ClientBindings(client: { $0.urlSession }, operations: [id: .init({ $0 }, call)]))
        return try results.judgingRequestsOnce(in: #require(contract.plan))
    }

    /// The mistakes and questions of a run, each once.
    private static func issues(_ results: [CaseResult]) -> [String] {
        IssueGroup.groups(of: results).compactMap { group in
            group.finding.map { "\($0.severity) \($0.blame) \($0.rule): \($0.message)" }
        }
    }

    @Test(
        "a sent property that the example has is no mistake if the example lacks a required one, but a property of none",
        arguments: [("value", Finding.Severity.warning), ("stars", .error)])
    func propertyOfExample(name: String, severity: Finding.Severity) async throws {
        let results = try await Self.results(
            """
            "/ratings": { "post": { "operationId": "rate", "requestBody": { "content": { "application/json": {
              "schema": { "type": "object", "required": ["RAW_BODY"], "properties": {
                "RAW_BODY": { "type": "string" } } },
              "examples": { "a rating": { "value": { "value": "8.5" } } } } } },
              "responses": { "204": { "description": "Stored." } } } }
            """
        ) { session, _ in try await PublicClientTests.posted(session, "/ratings", [name: "8.5"]) }
        let findings = results.flatMap(\.findings).filter { $0.place?.name == "/\(name)" }
        let sent = findings.map { "\($0.severity): \($0.message)" }
        #expect(!findings.isEmpty && findings.allSatisfy { $0.severity == severity }, "\(sent)")
    }

    @Test(
        "a date-time with a fraction is a question to a document whose example of an object violates its schema, too",
        arguments: [".000Z", "never"])
    func fraction(form: String) async throws {
        struct Event: Codable { var at: String, name: String }
        let results = try await Self.results(
            """
            "/event": { "get": { "operationId": "event", "responses": { "200": { "description": "OK", "content": {
              "application/json": { "schema": { "type": "object", "required": ["at", "name"],
                "properties": { "at": { "type": "string", "format": "date-time" }, "name": { "type": "string" } },
                "example": { "at": "2024-05-17T09:30:00.000Z" } } } } } } } }
            """
        ) { session, _ in
            let event = try JSONDecoder().decode(Event.self, from: await DoubtTests.get(session, "/event"))
            guard event.at.hasSuffix(form) else { throw URLError(.cannotParseResponse) }
            return event
        }
        let isFound = "2024-05-17T09:30:00.000Z".hasSuffix(form)
        let questions = results.flatMap(\.findings).filter { $0.rule == .caseMadeValue }
        #expect(questions.map(\.place?.name) == (isFound ? ["/at"] : []), "\(Self.issues(results))")
        #expect(DoubtTests.errors(results).isEmpty == isFound, "\(Self.issues(results))")
    }

    /// The kinds of values that a client accepts: those of the example, and those of the schema.
    enum Acceptance: CaseIterable {
        case example, schema, both, neither
    }

    @Test(
        "a client may reject a response example that violates its schema, or accept only this example",
        arguments: Acceptance.allCases, [(#""integer""#, #""A7""#), (#""string", "format": "date-time""#, #""May 1""#)])
    func example(acceptance: Acceptance, values: (type: String, example: String)) async throws {
        struct Account: Codable { var id: String }
        struct Counted: Codable { var id: Int }
        let results = try await Self.results(
            """
            "/account": { "get": { "operationId": "account", "responses": { "200": { "description": "OK", "content": {
              "application/json": {
                "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": \(values.type) } } },
                "example": { "id": \(values.example) } } } } } } }
            """
        ) { session, _ in
            let data = try await DoubtTests.get(session, "/account")
            let isDate = values.type.contains("date")
            if !isDate, [.schema, .both].contains(acceptance),
                let account = try? JSONDecoder().decode(Counted.self, from: data)
            {
                return account
            }
            let id = try JSONDecoder().decode(Account.self, from: data).id
            let isValid = isDate && Instant.seconds(id) != nil
            let isExample = id.contains("A") || id.contains("May")
            switch acceptance {
            case .example where isExample, .schema where isValid, .both where isExample || isValid:
                return Account(id: id)
            case .example, .schema, .both, .neither: throw URLError(.cannotParseResponse)
            }
        }
        let question = "warning contract case.made-value: the client"
        let issues = Self.issues(results).map { $0.components(separatedBy: " of the response").first ?? "" }
        switch acceptance {
        case .example: #expect(issues.first == "\(question) accepts the example" && issues.count == 1, "\(issues)")
        case .schema, .both: #expect(issues == [])
        case .neither: #expect(issues.contains { $0.hasPrefix("error client outcome.threw") }, "\(issues)")
        }
    }

    /// The generated parameters that the closure of a client can take.
    enum Taking: CaseIterable {
        case texts, numbers, decimals, nothing
        /// The closure doesn't read the parameter.
        case unread
        /// The client throws for other texts than numbers, before it sends a request.
        case numbersOfClient
    }

    @Test(
        "a parameter that may be any text gets a number if the closure needs one, and a question to the contract",
        arguments: Taking.allCases, ["", #""type": "string""#])
    func parameter(taking: Taking, schema: String) async throws {
        let results = try await Self.results(
            """
            "/accounts/{id}": { "get": { "operationId": "account", "parameters": [
                { "name": "id", "in": "path", "required": true, "schema": { \(schema) } }],
              "responses": { "200": { "description": "OK", "content": { "application/json": { "schema": {
                "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } } } },
                "404": { "description": "None" } } } }
            """
        ) { session, input in
            struct Account: Codable { var name: String }
            if taking == .unread { throw CallInput.NotApplicable("the client has no such call") }
            let text = try input.string("id")
            let isTaken =
                switch taking {
                case .texts: true
                case .numbers, .numbersOfClient: Int(text) != nil
                case .decimals: text.contains(".") && Double(text) != nil
                case .nothing, .unread: false
                }
            if taking == .numbersOfClient, !isTaken { throw URLError(.badURL) }
            guard isTaken else { throw CallInput.NotApplicable("the client's parameter has a different type") }
            let id = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            return try JSONDecoder().decode(Account.self, from: await DoubtTests.get(session, "/accounts/\(id)"))
        }
        let issues = Self.issues(results).filter { !$0.contains("case.not-applicable") }
        let question =
            "warning contract case.made-value: the client or its closure can't take a text that Accord generated"
        #expect(issues == ([.texts, .unread].contains(taking) ? [] : [question]))
        let status: CaseResult.Status = [.nothing, .unread].contains(taking) ? .notApplicable : .passed
        #expect(results.first { $0.id == "account/made" }?.status == status)
        #expect(results.first { $0.id == "account~status.404" }?.status == status)
        #expect(ClientContract.requiringCall(results).contains { $0.status == .failed } == (taking == .unread))
    }

    @Test("a client that takes certain texts only must still encode its other parameters", arguments: [true, false])
    func otherParameter(encodes: Bool) async throws {
        let results = try await Self.results(
            """
            "/accounts/{id}/{name}": { "get": { "operationId": "account", "parameters": [
                { "name": "id", "in": "path", "required": true, "schema": {} },
                { "name": "name", "in": "path", "required": true, "schema": { "type": "string" } }],
              "responses": { "204": { "description": "Found" } } } }
            """
        ) { session, input in
            guard let id = try Int(input.string("id")) else { throw URLError(.badURL) }
            let allowed = encodes ? CharacterSet.alphanumerics : .urlPathAllowed
            let name = try #require(input.string("name").addingPercentEncoding(withAllowedCharacters: allowed))
            return try await DoubtTests.get(session, "/accounts/\(id)/\(name)").count
        }
        let issues = Self.issues(results)
        #expect(issues.first?.hasPrefix("warning contract case.made-value") == true)
        #expect(issues.count == (encodes ? 1 : 2) && issues.last?.hasPrefix("error") == !encodes, "\(issues)")
    }

    @Test(
        "a required property that the schema doesn't define is a question to the contract, unlike one that it defines",
        arguments: ["labels", "id", nil])
    func undefined(missing: String?) async throws {
        let results = try await Self.results(
            """
            "/things": { "post": { "operationId": "add", "requestBody": { "required": true, "content": {
              "application/json": { "schema": { "type": "object", "required": ["id", "labels"], "properties": {
                "id": { "type": "string" }, "label": { "type": "string" } } } } } },
              "responses": { "204": { "description": "Done" } } } }
            """
        ) { session, input in
            var body: [String: String] = [:]
            for name in ["id", "labels", "label"] where name != missing {
                body[name] = try input.json("body")[name]?.string
            }
            return try await PublicClientTests.posted(session, "/things", body)
        }
        let issues = Self.issues(results)
        switch missing {
        case "labels":
            let message = "the schema requires “labels”, but doesn't define this property"
            #expect(issues == ["warning contract request.body.value: \(message)"])
        case "id": #expect(issues.contains { $0.hasPrefix("error client request.body.value") }, "\(issues)")
        default: #expect(issues == [])
        }
    }

    /// What a client does with the object in its caller's body.
    enum Packing: CaseIterable {
        case needsColor, leavesOutEmpty, forgetsName
    }

    @Test(
        "an optional object without properties isn't sent empty, because many clients can't, but other properties are",
        arguments: Packing.allCases, ["", #""required": ["name"], "#])
    func emptyObject(packing: Packing, required: String) async throws {
        struct Meta: Codable { var color: String }
        struct Typed: Codable { var name: String?, meta: Meta? }
        struct Open: Codable { var name: String?, meta: [String: String]? }
        let results = try await Self.results(
            """
            "/things": { "post": { "operationId": "add", "requestBody": { "required": true, "content": {
              "application/json": { "schema": { "type": "object", \(required)"properties": {
                "name": { "type": "string" }, "meta": { "type": "object" } } } } } },
              "responses": { "204": { "description": "Done" } } } }
            """
        ) { session, input in
            let body = try input.json("body")
            var data: Data
            switch packing {
            case .needsColor: data = try JSONEncoder().encode(body.decode(Typed.self))
            case .leavesOutEmpty, .forgetsName:
                var open = try body.decode(Open.self)
                if open.meta?.isEmpty == true { open.meta = nil }
                if packing == .forgetsName { open.name = nil }
                data = try JSONEncoder().encode(open)
            }
            var request = URLRequest(url: try #require(URL(string: "https://bank.example/things")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = data
            let status = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode
            guard status == 204 else { throw URLError(.badServerResponse) }
            return nil
        }
        let issues = Self.issues(results).filter { $0.hasPrefix("error") }
        #expect(issues.isEmpty == (packing != .forgetsName), "\(issues)")
    }
}
