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

/// Correct clients with habits of everyday code: one operation per habit.
@Suite("Correct clients with everyday habits", .timeLimit(.minutes(20))) struct EverydayClientTests {
    static let contract = ##"""
        {
          "contract": "1.0", "info": { "title": "Depot", "version": "1" },
          "servers": [{ "url": "https://depot.example" }],
          "operations": {
            "token": {
              "request": { "method": "POST", "path": "/token" },
              "responses": { "200": { "description": "A token.", "body": {
                "type": "object", "required": ["token"], "properties": { "token": { "type": "string" } } } } }
            },
            "profile": {
              "request": { "method": "GET", "path": "/profile" },
              "security": [{ "session": [] }],
              "responses": {
                "200": { "description": "The user.", "body": {
                  "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } },
                "401": { "description": "The token has expired." }
              },
              "cases": {
                "returns the user": { "response": { "status": 200, "body": { "name": "Ada" } } },
                "renews an expired token": {
                  "appliesTo": "client",
                  "steps": [
                    { "request": {}, "response": { "status": 401 } },
                    { "operationId": "token", "request": {}, "response": { "status": 200, "body": { "token": "new" } },
                      "security": [] },
                    { "request": { "headers": { "Authorization": "Bearer new" } }, "security": [],
                      "response": { "status": 200, "body": { "name": "Ada" } } }
                  ]
                }
              }
            },
            "history": {
              "request": { "method": "GET", "path": "/history" },
              "security": [{ "session": [] }],
              "responses": {
                "200": { "description": "The user.", "body": {
                  "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } },
                "401": { "description": "The token has expired." }
              },
              "cases": { "returns the user": { "response": { "status": 200, "body": { "name": "Ada" } } } }
            },
            "parcel": {
              "request": {
                "method": "GET", "path": "/parcels/{id}",
                "pathParameters": { "id": { "type": "string", "format": "uuid" } }
              },
              "responses": { "200": { "description": "The parcel.", "body": { "$ref": "#/components/schemas/Parcel" } } },
              "cases": {
                "returns the parcel": {
                  "request": { "pathParameters": { "id": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" } },
                  "response": { "status": 200, "body": {
                    "id": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "sent": 1715938200, "day": "2024-05-17",
                    "seen": "2024-05-17T09:30:00.250Z", "note": null, "weight": 2 } },
                  "client": { "returns": "${response.body}" }
                }
              }
            },
            "parcels": {
              "request": { "method": "GET", "path": "/parcels" },
              "responses": { "200": { "description": "All.", "body": {
                "type": "array", "items": { "$ref": "#/components/schemas/Parcel" } } } },
              "cases": {
                "returns all": {
                  "response": { "status": 200, "body": [{
                    "id": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "sent": 1715938200, "day": "2024-05-17",
                    "seen": "2024-05-17T09:30:00.250Z", "note": "fragile", "weight": 2 }] },
                  "client": { "returns": "${response.body}" }
                }
              }
            },
            "shelf": {
              "request": { "method": "GET", "path": "/shelf" },
              "responses": { "200": { "description": "The shelf.", "body": {
                "type": "object", "required": ["row_count", "shelf_name"], "properties": {
                  "row_count": { "type": "integer", "format": "int32" }, "shelf_name": { "type": "string" } } } } },
              "cases": {
                "returns the shelf": {
                  "response": { "status": 200, "body": { "row_count": 7, "shelf_name": "B" } },
                  "client": { "returns": { "rowCount": 7, "shelfName": "B" } }
                }
              }
            },
            "notice": {
              "request": { "method": "GET", "path": "/notice" },
              "responses": { "200": { "description": "The notice.", "body": {
                "type": "object", "required": ["notice"], "properties": { "notice": {
                  "type": "object", "required": ["text", "size", "lines"], "properties": {
                    "text": { "type": "string" }, "size": { "type": "integer" }, "color": { "type": "string" },
                    "lines": { "type": "array", "items": {
                      "type": "object", "required": ["bold"], "properties": { "bold": { "type": "boolean" } } } }
                  } } } } } },
              "cases": {
                "returns the notice": {
                  "response": { "status": 200, "body": {
                    "notice": { "text": "Fragile", "size": 7, "color": "red", "lines": [{ "bold": true }] } } }
                }
              }
            },
            "slot": {
              "request": {
                "method": "GET", "path": "/slots/{day}", "pathParameters": { "day": { "type": "string" } }
              },
              "responses": { "200": { "description": "The slot.", "body": {
                "type": "object", "required": ["free"], "properties": { "free": { "type": "integer" } } } } },
              "cases": {
                "is free on Monday": {
                  "request": { "pathParameters": { "day": "monday" } },
                  "response": { "status": 200, "body": { "free": 3 } }, "client": { "returns": 3 }
                },
                "is full on Friday": {
                  "request": { "pathParameters": { "day": "friday" } },
                  "response": { "status": 200, "body": { "free": 0 } }, "client": { "returns": 0 }
                }
              }
            },
            "send": {
              "request": {
                "method": "POST", "path": "/parcels",
                "headers": { "Idempotency-Key": { "type": "string", "minLength": 8 } },
                "body": { "type": "object", "required": ["id"], "properties": {
                  "id": { "type": "string", "format": "uuid" } } }
              },
              "responses": { "201": { "description": "Sent." } },
              "cases": {
                "sends": {
                  "request": { "body": { "id": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" } },
                  "response": { "status": 201 }
                }
              }
            },
            "attach": {
              "request": {
                "method": "POST", "path": "/labels",
                "body": { "content": { "multipart/form-data": { "schema": {
                  "type": "object", "required": ["label"], "properties": {
                    "label": { "type": "string", "contentMediaType": "application/octet-stream" } } } } } }
              },
              "responses": { "204": { "description": "Attached." } },
              "cases": {
                "attaches": {
                  "request": { "parts": { "label": { "bodyText": "label", "filename": "label.txt" } } },
                  "response": { "status": 204 }
                }
              }
            }
          },
          "components": {
            "securitySchemes": {
              "session": { "type": "http", "scheme": "bearer", "credentials": { "token": "old" },
                "notSecret": { "old": "made up for this test" } }
            },
            "schemas": {
              "Parcel": {
                "type": "object", "required": ["id", "sent", "day", "seen", "note", "weight"],
                "properties": {
                  "id": { "type": "string", "format": "uuid" },
                  "sent": { "type": "integer", "minimum": 0, "maximum": 4102444800 },
                  "day": { "type": "string", "format": "date" },
                  "seen": { "type": "string", "format": "date-time" },
                  "note": { "type": ["string", "null"] },
                  "weight": { "type": "integer", "minimum": 0, "maximum": 1000000 }
                }
              }
            }
          }
        }
        """##

    static let plan = ContractLoader.load("depot.json", files: MemoryFiles(["depot.json": contract])).contract
        .map { CasePlan($0) }

    struct Failed: Error {}

    /// An error type for typed throws, with a case for a cancelled call.
    enum DepotError: Error {
        case cancelled
        case failed(any Error)
    }

    /// A parcel whose identifier is a `UUID`, and whose time of dispatch is a `Date`.
    struct Parcel: Codable, Sendable {
        var id: UUID
        var sentAt: Date
        /// A date kept as text.
        var day: String
        var seen: String
        var note: String?
        var grams: Int

        enum CodingKeys: String, CodingKey {
            case id, day, seen, note
            case sentAt = "sent"
            case grams = "weight"
        }
    }

    static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }()

    static func request(_ method: String, _ path: String) -> URLRequest {
        var request = URLRequest(url: URL(string: "https://depot.example\(path)") ?? URL(filePath: "/"))
        request.httpMethod = method
        return request
    }

    static func load(
        _ session: URLSession, _ request: URLRequest
    ) async throws -> (data: Data, status: Int) {
        let (data, response) = try await session.data(for: request)
        return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
    }

    static func success(_ session: URLSession, _ request: URLRequest) async throws -> Data {
        let (data, status) = try await load(session, request)
        guard (200..<300).contains(status) else { throw Failed() }
        return data
    }

    /// Gets the user. After a 401 it renews the token and tries once more.
    static func profile(_ session: URLSession, _ path: String = "/profile") async throws -> String {
        struct User: Decodable { var name: String }
        struct Token: Decodable { var token: String }
        var request = request("GET", path)
        request.setValue("Bearer old", forHTTPHeaderField: "Authorization")
        var (data, status) = try await load(session, request)
        if status == 401 {
            let body = try await success(session, Self.request("POST", "/token"))
            let token = try JSONDecoder().decode(Token.self, from: body).token
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            (data, status) = try await load(session, request)
        }
        guard status == 200 else { throw Failed() }
        return try JSONDecoder().decode(User.self, from: data).name
    }

    struct Shelf: Codable, Sendable {
        var rowCount: Int
        var shelfName: String
    }

    struct SparseShelf: Decodable, Sendable {
        var rowCount: Int?
        var shelfName: String?
    }

    /// Gets the shelf with a decoder that converts the names of the properties.
    static func shelf<Value: Decodable & Sendable>(
        as type: Value.Type, _ convert: @escaping @Sendable (Value) -> Shelf
    ) -> ClientBindings.Operation<Depot> {
        .init { depot, _ in
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return convert(try decoder.decode(type, from: await success(depot.session, request("GET", "/shelf"))))
        }
    }

    /// Gets the notice as JSON without types.
    static func notice(_ session: URLSession) async throws -> [String: Any]? {
        let body = try JSONSerialization.jsonObject(with: await success(session, request("GET", "/notice")))
        return (body as? [String: Any])?["notice"] as? [String: Any]
    }

    struct SparseNotice: Decodable, Sendable {
        struct Notice: Decodable { var text: String? }
        var notice: Notice?
    }

    static let sparseNotice = ClientBindings.Operation<Depot> { depot, _ in
        let data = try await success(depot.session, request("GET", "/notice"))
        return try JSONDecoder().decode(SparseNotice.self, from: data).notice
    }

    /// The parcels one by one.
    static func parcels(_ session: URLSession) -> AsyncThrowingStream<Parcel, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let data = try await success(session, request("GET", "/parcels"))
                    for parcel in try decoder.decode([Parcel].self, from: data) { continuation.yield(parcel) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Sends a parcel, with an idempotency key of its own and a typed error.
    static func send(_ session: URLSession, _ id: UUID) async throws(DepotError) {
        do {
            var request = request("POST", "/parcels")
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
            request.httpBody = try JSONEncoder().encode(["id": id])
            _ = try await success(session, request)
        } catch {
            if error is CancellationError || (error as? URLError)?.code == .cancelled { throw .cancelled }
            throw .failed(error)
        }
    }

    /// Attaches a file, whose name the client chooses.
    static func attach(_ session: URLSession, _ label: String) async throws {
        var request = request("POST", "/labels")
        request.setValue("multipart/form-data; boundary=x1y2z3", forHTTPHeaderField: "Content-Type")
        let head =
            "Content-Disposition: form-data; name=\"label\"; filename=\"upload-7.txt\"\r\nContent-Type: text/plain"
        request.httpBody = Data("--x1y2z3\r\n\(head)\r\n\r\n\(label)\r\n--x1y2z3--\r\n".utf8)
        _ = try await success(session, request)
    }

    /// A client that keeps the numbers of free slots.
    final class Depot: Sendable {
        let session: URLSession
        let slots = Locked<[String: Int]>([:])

        init(_ session: URLSession) { self.session = session }
    }

    /// Gets the number of free slots, and keeps it.
    ///
    /// - Parameter key: Returns the key of the cache for a path.
    static func slot(_ key: @escaping @Sendable (String) -> String = { $0 }) -> ClientBindings.Operation<Depot> {
        .init { depot, input in
            struct Slot: Decodable { var free: Int }
            let path = "/slots/" + escaped(try input.string("day"))
            if let known = depot.slots.withLock({ $0[key(path)] }) { return known }
            let body = try await success(depot.session, request("GET", path))
            let free = try JSONDecoder().decode(Slot.self, from: body).free
            depot.slots.withLock { $0[key(path)] = free }
            return free
        }
    }

    private static let ascii = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~")

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: ascii) ?? text
    }

    static let bindings = ClientBindings(
        client: { Depot($0.urlSession) },
        operations: [
            "profile": .init { depot, _ in try await profile(depot.session) },
            // Another operation documents the renewal of the token.
            "history": .init { depot, _ in try await profile(depot.session, "/history") },
            "parcel": .init { depot, input in
                guard let id = UUID(uuidString: try input.string("id")) else { throw Failed() }
                let data = try await success(depot.session, request("GET", "/parcels/\(id.uuidString)"))
                return try decoder.decode(Parcel.self, from: data)
            },
            "parcels": .init { depot, _ in parcels(depot.session) },
            "shelf": shelf(as: Shelf.self) { $0 },
            "notice": .init { depot, _ in
                guard let notice = try await notice(depot.session) else { throw Failed() }
                return notice
            },
            "slot": slot(),
            "send": .init { depot, input in
                struct Body: Decodable { var id: UUID }
                return try await send(depot.session, input.json("body").decode(Body.self).id)
            },
            "attach": .init { depot, input in
                struct Body: Decodable { var label: File }
                struct File: Decodable { var data: Data }
                let label = try input.json("body").decode(Body.self).label.data
                return try await attach(depot.session, String(decoding: label, as: UTF8.self))
            },
        ])

    @Test(
        "pass every case",
        arguments: ["profile", "history", "parcel", "parcels", "shelf", "notice", "slot", "send", "attach"])
    func passes(operation: String) async throws {
        let cases = try #require(Self.plan).cases.filter { $0.operation.id == operation && $0.appliesTo != .server }
        #expect(cases.count > 20)
        var failures: [String] = []
        for testCase in cases {
            let result = await CaseRunner(bindings: Self.bindings, deadline: .seconds(20)).run(testCase)
            let isRight = result.status == .passed || result.status == .notApplicable
            if isRight, !result.findings.contains(where: { $0.severity == .error || $0.rule == .outcomeCancelled }) {
                continue
            }
            let findings = result.findings.map { $0.text(of: result) }.joined(separator: "\n")
            failures.append("\(testCase.id): \(result.status) \(result.reason ?? "")\n\(findings)")
        }
        #expect(failures.isEmpty, "\(failures.count) of \(cases.count):\n\(failures.joined(separator: "\n"))")
        KillRatio.shared.noteCorrect(failures.isEmpty)
    }

    /// A similar client with a mistake, and the case and the rule that report it.
    struct Trap: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var id: String
        var rule: String
        var call: ClientBindings.Operation<Depot>
    }

    static let traps: [Trap] = [
        Trap(
            testDescription: "tries a third time after a 401", id: "profile~flow.challenge-bearer",
            rule: "request.count.extra",
            call: .init { depot, _ in
                do { return try await profile(depot.session) } catch { return try await profile(depot.session) }
            }),
        Trap(
            testDescription: "tries a third time after a 401 of an operation without a documented renewal",
            id: "history~flow.challenge-bearer", rule: "request.count.extra",
            call: .init { depot, _ in
                do { return try await profile(depot.session, "/history") } catch {
                    return try await profile(depot.session, "/history")
                }
            }),
        Trap(
            testDescription: "renews a token that the operation doesn't need", id: "shelf~flow.challenge-bearer",
            rule: "request.count.extra",
            call: .init { depot, _ in
                _ = try await profile(depot.session, "/shelf")
                return Shelf(rowCount: 7, shelfName: "B")
            }),
        Trap(
            testDescription: "returns a different UUID", id: "parcel/returns the parcel", rule: "outcome.value",
            call: .init { depot, input in
                let id = try input.string("id").uppercased()
                let data = try await success(depot.session, request("GET", "/parcels/\(id)"))
                var parcel = try decoder.decode(Parcel.self, from: data)
                parcel.id = UUID()
                return parcel
            }),
        Trap(
            testDescription: "loses an element of a sequence", id: "parcels/returns all", rule: "outcome.value",
            call: .init { depot, _ in parcels(depot.session).filter { _ in false } }),
        Trap(
            testDescription: "uses a default for a missing number", id: "parcel~structure.drop-required:/weight",
            rule: "outcome.returned",
            call: .init { depot, input in
                struct Light: Decodable { var weight: Int? }
                let id = try input.string("id")
                let data = try await success(depot.session, request("GET", "/parcels/\(id)"))
                return try JSONDecoder().decode(Light.self, from: data).weight ?? 0
            }),
        Trap(
            testDescription: "uses the documented number for a missing one",
            id: "shelf~structure.drop-required:/row_count", rule: "outcome.returned",
            call: shelf(as: SparseShelf.self) { Shelf(rowCount: $0.rowCount ?? 7, shelfName: $0.shelfName ?? "B") }),
        Trap(
            testDescription: "truncates a number to 32 bits", id: "shelf~number.int-overflow:/row_count",
            rule: "outcome.returned",
            call: shelf(as: Shelf.self) {
                Shelf(rowCount: Int(Int32(truncatingIfNeeded: $0.rowCount)), shelfName: $0.shelfName)
            }),
        Trap(
            testDescription: "returns nil for a missing object without types",
            id: "notice~structure.drop-required:/notice", rule: "outcome.returned",
            call: .init { depot, _ in try await notice(depot.session) }),
        Trap(
            testDescription: "returns nil for a missing property", id: "notice~structure.drop-required:/notice/text",
            rule: "outcome.returned", call: sparseNotice),
        Trap(
            testDescription: "returns nil for a property that must not be null",
            id: "notice~structure.null-required:/notice/text", rule: "outcome.returned", call: sparseNotice),
        Trap(
            testDescription: "sends no idempotency key", id: "send/sends", rule: "request.header.missing",
            call: .init { depot, input in
                var request = request("POST", "/parcels")
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                request.httpBody = Data(
                    #"{"id":"\(try input.json("body").decode([String: String].self)["id"] ?? "")"}"#.utf8)
                return try await success(depot.session, request)
            }),
        Trap(
            testDescription: "sends a file without a name", id: "attach/attaches", rule: "request.body.value",
            call: .init { depot, _ in
                var request = request("POST", "/labels")
                request.setValue("multipart/form-data; boundary=x1y2z3", forHTTPHeaderField: "Content-Type")
                let head = "Content-Disposition: form-data; name=\"label\"\r\nContent-Type: text/plain"
                request.httpBody = Data("--x1y2z3\r\n\(head)\r\n\r\nlabel\r\n--x1y2z3--\r\n".utf8)
                return try await success(depot.session, request)
            }),
        Trap(
            testDescription: "keeps one response for all requests", id: "slot~client.concurrent-isolation",
            rule: "outcome.mixed", call: slot { _ in "the only key" }),
    ]

    @Test("finds the mistake of a client that", arguments: traps)
    func catches(_ trap: Trap) async throws {
        let testCase = try #require(Self.plan?[trap.id], "\(Self.plan?.cases.map(\.id) ?? [])")
        let bindings = ClientBindings(
            client: { Depot($0.urlSession) }, operations: [testCase.operation.id: trap.call])
        let result = await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(testCase)
        let rules = result.findings.filter { $0.severity == .error }.map(\.rule.id)
        #expect(
            result.status == .failed && rules.contains(trap.rule), "\(result.status) \(rules) \(result.reason ?? "")")
        KillRatio.shared.note(rules.contains(trap.rule))
    }
}
