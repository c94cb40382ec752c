// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A contract of twelve operations, and a client of it whose calls go through one function.
enum Workshop {
    static let kinds = ["drill", "hammer", "ladder", "saw", "vice", "wrench"]
    static let operations = kinds.flatMap { ["find\($0.capitalized)", "add\($0.capitalized)"] }

    static func contract(_ level: Level) -> ClientContract {
        let loaded = ContractLoader.load("workshop.json", files: MemoryFiles(["workshop.json": Array(text.utf8)]))
        return ClientContract(loaded, file: "workshop.json", packageRoot: "/tmp", level: level.rawValue)
    }

    private static var text: String {
        let operations = kinds.map { kind in
            """
            "find\(kind.capitalized)": {
              "request": { "method": "GET", "path": "/\(kind)s/{id}", "pathParameters": { "id": { "type": "integer" } },
                "headers": { "Accept": { "const": "application/json" } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Tool" } } },
              "cases": { "finds it": { "request": { "pathParameters": { "id": 7 } }, "response": { "status": 200 } } }
            },
            "add\(kind.capitalized)": {
              "request": { "method": "POST", "path": "/\(kind)s", "headers": { "Accept": { "const": "application/json" } },
                "body": { "$ref": "#/components/schemas/Tool" } },
              "responses": { "201": { "description": "It.", "body": { "$ref": "#/components/schemas/Tool" } } },
              "cases": { "adds it": { "request": { "body": { "name": "\(kind)" } }, "response": { "status": 201 } } }
            }
            """
        }
        return """
            { "contract": "1.0", "info": { "title": "Workshop", "version": "1" }, "notSecret": { "t0ken": "made up" },
              "servers": [{ "url": "https://workshop.example/v1" }], "security": [{ "token": [] }],
              "operations": { \(operations.joined(separator: ",\n")) },
              "components": {
                "securitySchemes": { "token": { "type": "http", "scheme": "bearer", "credentials": { "token": "t0ken" } } },
                "schemas": { "Tool": { "type": "object", "required": ["name"],
                  "properties": { "name": { "type": "string" } } } } } }
            """
    }
}

/// What may be wrong in the function that makes every request of the workshop's client.
enum WorkshopBug: String, CaseIterable, Sendable {
    case forgetsAccept, forgetsToken, wrongTokenScheme, randomToken, forgetsContentType, otherHost, lacksVersion,
        endsInSlash, asksTwice, ignoresStatus, ignoresErrors
    /// Fails with whatever was answered.
    case refusesAnswers
}

struct WorkshopClient: Sendable {
    enum Failure: Error {
        case status(Int)
    }

    struct Tool: Codable {
        var name: String
    }

    let session: URLSession
    let token: String
    let bugs: Set<WorkshopBug>

    static func bindings(_ bugs: Set<WorkshopBug>) -> ClientBindings {
        var bound: [String: ClientBindings.Operation<WorkshopClient>] = [:]
        for kind in Workshop.kinds {
            bound["find\(kind.capitalized)"] = .init { client, input in
                _ = try await client.send("GET", "/\(kind)s/\(input.int("id"))", nil)
                return nil
            }
            bound["add\(kind.capitalized)"] = .init { client, input in
                let body = try JSONEncoder().encode(input.json("body").decode(Tool.self))
                _ = try await client.send("POST", "/\(kind)s", body)
                return nil
            }
        }
        return ClientBindings(
            client: { stub in
                WorkshopClient(session: stub.urlSession, token: stub.credentials["token"] ?? "", bugs: bugs)
            }, operations: bound)
    }

    private func send(_ method: String, _ path: String, _ body: Data?) async throws -> Tool {
        let host = bugs.contains(.otherHost) ? "api.workshop.example" : "workshop.example"
        let base = bugs.contains(.lacksVersion) ? "https://\(host)" : "https://\(host)/v1"
        guard let url = URL(string: base + path + (bugs.contains(.endsInSlash) ? "/" : "")) else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if !bugs.contains(.forgetsAccept) { request.setValue("application/json", forHTTPHeaderField: "Accept") }
        if body != nil, !bugs.contains(.forgetsContentType) {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        if !bugs.contains(.forgetsToken) {
            let value = bugs.contains(.randomToken) ? UUID().uuidString : token
            let scheme = bugs.contains(.wrongTokenScheme) ? "Token" : "Bearer"
            request.setValue("\(scheme) \(value)", forHTTPHeaderField: "Authorization")
        }
        if bugs.contains(.asksTwice) { _ = try await session.data(for: request) }
        do {
            let (data, response) = try await session.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard (200...299).contains(status) || bugs.contains(.ignoresStatus) else { throw Failure.status(status) }
            if bugs.contains(.refusesAnswers) { throw Failure.status(status) }
            return try JSONDecoder().decode(Tool.self, from: data)
        } catch let error as URLError {
            guard bugs.contains(.ignoresErrors) else { throw error }
            return Tool(name: "")
        }
    }
}
