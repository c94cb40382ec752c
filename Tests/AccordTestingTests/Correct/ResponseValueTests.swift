// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clients that read the documented example correctly, but not each value that the contract lists.
@Suite("Documented values that servers rarely send") struct ResponseValueTests {
    enum Reading: CaseIterable { case all, misspelled, misspelledExample, none, isDone, text }

    private enum State: String, Codable { case open, done, shut, unknown }

    private static func read(_ text: String, _ reading: Reading) -> any Sendable {
        let state = State(rawValue: text)
        switch reading {
        case .all: return state ?? .unknown
        case .misspelled: return text == "done" ? State.unknown : state ?? .unknown
        case .misspelledExample: return text == "open" ? State.unknown : state ?? .unknown
        case .none: return text == "done" ? nil : state
        case .isDone: return text == "done"
        case .text: return text
        }
    }

    @Test("each value of an enumeration differs from an unknown value", arguments: Reading.allCases)
    func listed(reading: Reading) async throws {
        let results = try await DoubtTests.results(
            """
            "task": { "request": { "method": "GET", "path": "/task" },
              "responses": { "200": { "description": "It.", "body": { "type": "object", "required": ["state"],
                "properties": { "state": { "enum": ["open", "done", "shut"] } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "state": "open" } } } } }
            """, of: "task", profile: .default
        ) { session, _ in
            let data = try await DoubtTests.get(session, "/task")
            struct Task: Decodable { var state: String }
            return Self.read(try JSONDecoder().decode(Task.self, from: data).state, reading)
        }
        #expect(DoubtTests.errors(results).isEmpty, "\(DoubtTests.errors(results).prefix(5))")
        let unknown = results.flatMap(\.findings).filter { $0.rule == .outcomeUnread }.map(\.message)
        let expected: [Reading: String] = [.misspelled: "done", .misspelledExample: "open", .none: "done"]
        let message = expected[reading].map { "the client treats the documented value “\($0)” like an unknown value" }
        #expect(Set(unknown) == Set([message].compactMap(\.self)))
    }

    enum Keys: CaseIterable { case own, exchanged, both, fallback, joined }

    struct User: Encodable, Sendable { var name: String, fullName: String }

    @Test("a property has the value of its own key", arguments: Keys.allCases)
    func keys(keys: Keys) async throws {
        let results = try await DoubtTests.results(
            """
            "user": { "request": { "method": "GET", "path": "/user" },
              "responses": { "200": { "description": "One.", "body": { "type": "object", "required": ["name", "full_name"],
                "properties": { "name": { "type": "string" }, "full_name": { "type": "string" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "name": "ada", "full_name": "Ada L." } } } } }
            """, of: "user", profile: .default
        ) { session, _ in
            struct Body: Decodable { var name: String, full_name: String }
            let body = try JSONDecoder().decode(Body.self, from: await DoubtTests.get(session, "/user"))
            switch keys {
            case .own: return User(name: body.name, fullName: body.full_name)
            case .exchanged: return User(name: body.full_name, fullName: body.name)
            case .both: return User(name: body.full_name, fullName: body.full_name)
            case .fallback: return User(name: body.name.isEmpty ? body.full_name : body.name, fullName: body.full_name)
            case .joined: return User(name: "\(body.name) (\(body.full_name))", fullName: body.full_name)
            }
        }
        #expect(DoubtTests.errors(results).isEmpty == (keys != .exchanged), "\(DoubtTests.errors(results).prefix(5))")
        let isWrong = keys == .exchanged || keys == .both
        #expect(results.flatMap(\.findings).contains { $0.message.contains("has the value of") } == isWrong)
    }

    private struct Pet: Decodable, Sendable { var kind: String, lives: Int?, breed: String? }

    @Test("each documented variant of a union is read", arguments: [true, false])
    func variants(readsDogs: Bool) async throws {
        let results = try await DoubtTests.results(
            """
            "pet": { "request": { "method": "GET", "path": "/pet" },
              "responses": { "200": { "description": "It.", "body": { "oneOf": [
                { "type": "object", "required": ["kind", "lives"], "properties": {
                  "kind": { "const": "cat" }, "lives": { "type": "integer" } } },
                { "type": "object", "required": ["kind", "breed"], "properties": {
                  "kind": { "const": "dog" }, "breed": { "type": "string" } } } ] } } },
              "cases": { "works": { "response": { "status": 200, "body": { "kind": "cat", "lives": 9 } } } } }
            """, of: "pet", profile: .default
        ) { session, _ in
            let pet = try JSONDecoder().decode(Pet.self, from: await DoubtTests.get(session, "/pet"))
            let isComplete = pet.kind == "cat" && pet.lives != nil || pet.kind == "dog" && pet.breed != nil && readsDogs
            guard isComplete else { throw URLError(.cannotParseResponse) }
            return pet
        }
        let errors = DoubtTests.errors(results).filter { $0.contains("boundary-values") }
        #expect(errors.isEmpty == readsDogs, "\(errors)")
    }

    @Test("an optional Link to a different host gets no token", arguments: [true, false])
    func link(sendsToken: Bool) async throws {
        let results = try await DoubtTests.results(
            """
            "items": { "security": [{ "token": [] }], "request": { "method": "GET", "path": "/items" },
              "responses": { "200": { "description": "Them.",
                "headers": { "Link": { "required": false, "schema": { "type": "string" },
                  "example": "<https://bank.example/items?page=2>; rel=\\"next\\"" } },
                "body": { "type": "array", "items": { "type": "string" } } } },
              "cases": { "works": { "request": { "headers": { "Authorization": "Bearer t" } },
                "response": { "status": 200, "body": ["a"] } } } }
            """.replacing("\"security\": [{ \"token\": [] }], ", with: ""), of: "items", profile: .default
        ) { session, _ in
            var next = URL(string: "https://bank.example/items")
            var items: [String] = []
            while let url = next {
                var request = URLRequest(url: url)
                if sendsToken || url.host == "bank.example" {
                    request.setValue("Bearer t", forHTTPHeaderField: "Authorization")
                }
                let (data, response) = try await session.data(for: request)
                guard let http = response as? HTTPURLResponse, http.statusCode == 200 else {
                    throw URLError(.badServerResponse)
                }
                items += try JSONDecoder().decode([String].self, from: data)
                let link = http.value(forHTTPHeaderField: "Link")?.split(separator: ">").first?.dropFirst()
                next = link.flatMap { URL(string: String($0)) }
            }
            return items
        }
        #expect(results.contains { $0.id == "items~request.link" })
        let leaks = results.flatMap(\.findings).filter { $0.rule == .requestRedirectCredentials }
        #expect(leaks.isEmpty != sendsToken)
        #expect(DoubtTests.errors(results).isEmpty != sendsToken, "\(DoubtTests.errors(results).prefix(5))")
    }

    /// A type for any JSON value, as many clients have one.
    enum JSONContent: Codable, Sendable {
        case null, bool(Bool), number(Double), string(String), array([JSONContent]), object([String: JSONContent])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([JSONContent].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: JSONContent].self))
            }
        }
    }

    struct Post: Codable, Sendable { var id: String, meta: JSONContent? }

    @Test("a client may return untyped JSON, reject status 299, and return false for 404")
    func choices() async throws {
        let results = try await DoubtTests.results(
            """
            "post": { "request": { "method": "GET", "path": "/post" },
              "responses": { "200": { "description": "It.", "body": { "type": "object", "required": ["id"],
                "properties": { "id": { "type": "string" }, "meta": { "type": "object" } } } },
                "404": { "description": "No." } },
              "cases": { "works": { "response": { "status": 200, "body": { "id": "a", "meta": { "k": [1] } } } } } }
            """, of: "post", profile: .default
        ) { session, _ in
            let url = try #require(URL(string: "https://bank.example/post"))
            let (data, response) = try await session.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode
            if status == 404 { return nil }
            guard status == 200 else { throw URLError(.badServerResponse) }
            return try JSONDecoder().decode(Post.self, from: data)
        }
        #expect(DoubtTests.errors(results).isEmpty, "\(DoubtTests.errors(results).prefix(5))")
        let warnings = results.flatMap(\.findings).filter { $0.severity == .warning }
        #expect(!warnings.isEmpty && warnings.allSatisfy { $0.details.contains(#""client": { "returns": null }"#) })
        let notes = results.flatMap(\.findings).filter { $0.severity == .note }.map(\.message)
        #expect(notes == ["the client rejects an undocumented success status"])
    }
}
