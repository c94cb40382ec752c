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

/// The shortest client that is correct: a query made from a dictionary, a body in whatever order an encoder likes.
private struct ShortClient: Sendable {
    struct NewItem: Codable, Sendable { var title: String, count: Int, tags: [String] }
    struct Item: Codable, Sendable { var id: Int, title: String, count: Int, tags: [String] }
    struct Failure: Error { var status: Int }

    private let items = URL(string: "https://shop.example/items")!
    let session: URLSession

    init(_ session: URLSession) { self.session = session }

    func search(_ filter: [String: String]) async throws -> [Item] {
        var parts = try #require(URLComponents(url: items, resolvingAgainstBaseURL: false))
        parts.queryItems = filter.map { URLQueryItem(name: $0.key, value: $0.value) }
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        return try await send(URLRequest(url: try #require(parts.url)))
    }

    func add(_ item: NewItem) async throws -> Item {
        var request = URLRequest(url: items)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(item)
        return try await send(request)
    }

    private func send<Value: Decodable>(_ request: URLRequest) async throws -> Value {
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 || status == 201 else { throw Failure(status: status) }
        return try JSONDecoder().decode(Value.self, from: data)
    }
}

@Suite("The shortest correct client") struct ShortClientTests {
    /// 1,000 in `make soak`.
    private static let runs = CorrectClientTests.soakRuns.map { $0 * 20 } ?? 4

    private static let contract = #"""
        {
          "contract": "1.0",
          "info": { "title": "Shop", "version": "1.0.0" },
          "servers": [{ "name": "production", "url": "https://shop.example" }],
          "operations": {
            "search": {
              "request": {
                "method": "GET", "path": "/items",
                "query": { "text": { "type": "string" }, "sort": { "type": "string" }, "owner": { "type": "string" } }
              },
              "responses": {
                "200": { "description": "Found.", "body": { "type": "array", "items": { "$ref": "#/components/schemas/Item" } } },
                "400": { "description": "Too short." }
              },
              "cases": {
                "finds": {
                  "request": { "query": { "text": "a + b & c", "sort": "title", "owner": "Ada é" } },
                  "response": { "status": 200, "body": [{ "id": 1, "title": "Pen", "count": 2, "tags": ["x"] }] }
                },
                "finds nothing": {
                  "request": { "query": { "text": "none", "sort": "count", "owner": "" } },
                  "response": { "status": 200, "body": [] }
                },
                "refuses": {
                  "request": { "query": { "text": "", "sort": "title", "owner": "Ada" } }, "response": { "status": 400 }
                }
              }
            },
            "add": {
              "request": { "method": "POST", "path": "/items", "body": { "$ref": "#/components/schemas/NewItem" } },
              "responses": {
                "201": { "description": "Added.", "body": { "$ref": "#/components/schemas/Item" } },
                "422": { "description": "No." }
              },
              "cases": {
                "adds a pen": {
                  "request": { "body": { "title": "Pen", "count": 2, "tags": ["x", "y"] } },
                  "response": { "status": 201, "body": { "id": 7, "title": "Pen", "count": 2, "tags": ["x", "y"] } }
                },
                "adds a map": {
                  "request": { "body": { "title": "Map", "count": 0, "tags": [] } },
                  "response": { "status": 201, "body": { "id": 8, "title": "Map", "count": 0, "tags": [] } }
                },
                "refuses": { "request": { "body": { "title": "", "count": 1, "tags": [] } }, "response": { "status": 422 } }
              }
            }
          },
          "components": {
            "schemas": {
              "NewItem": {
                "type": "object", "required": ["title", "count", "tags"],
                "properties": {
                  "title": { "type": "string" }, "count": { "type": "integer" },
                  "tags": { "type": "array", "items": { "type": "string" } }
                }
              },
              "Item": {
                "allOf": [{ "$ref": "#/components/schemas/NewItem" }], "required": ["id"],
                "properties": { "id": { "type": "integer" } }
              }
            }
          }
        }
        """#

    private static var bindings: ClientBindings {
        ClientBindings(
            of: ShortClient.self, client: { ShortClient($0.urlSession) },
            operations: [
                "search": .init { client, input in
                    let names = ["text", "sort", "owner"]
                    let filter = try names.map { ($0, try input.string($0)) }
                    return try await client.search(Dictionary(uniqueKeysWithValues: filter))
                },
                "add": .init { client, input in try await client.add(input.json("body").decode()) },
            ])
    }

    @Test("passes many runs, with any order of query items and properties")
    func neverFails() async throws {
        let files = MemoryFiles(["shop.json": Array(Self.contract.utf8)])
        let plan = CasePlan(try #require(ContractLoader.load("shop.json", files: files).contract), level: .standard)
        let cases = plan.cases.filter { $0.appliesTo != .server }
        #expect(cases.count { $0.id.hasSuffix("~client.concurrent-isolation") } == 2)
        let failures = await withTaskGroup(of: [String].self) { group in
            for lane in 0..<Self.lanes {
                group.addTask {
                    var failures: [String] = []
                    for run in stride(from: lane, to: Self.runs, by: Self.lanes) {
                        failures += await Self.failures(of: cases, in: run)
                    }
                    return failures
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
        KillRatio.shared.noteCorrect(failures.isEmpty)
    }

    /// Runs that are under way at the same time, each with clients of its own.
    private static let lanes = 4

    private static func failures(of cases: [Case], in run: Int) async -> [String] {
        let runner = CaseRunner(bindings: bindings)
        var failures: [String] = []
        for testCase in cases {
            let result = await runner.run(testCase)
            if result.status == .passed || result.status == .notApplicable { continue }
            let findings = result.findings.map { $0.text(of: result) }.joined(separator: "\n")
            failures.append("run \(run), \(result.id): \(result.status) \(result.reason ?? "")\n\(findings)")
        }
        return failures
    }
}
