// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clients that hand on an answer piece by piece: lines of JSON, server-sent events.
@Suite("Streams of lines and events", .timeLimit(.minutes(20))) struct StreamStyleTests {
    static let contract = """
        {
          "contract": "1.0", "info": { "title": "Ticker", "version": "1" }, "servers": [{ "url": "https://ticker.example" }],
          "operations": {
            "lines": {
              "request": { "method": "GET", "path": "/lines" },
              "responses": { "200": { "description": "Prices.", "body": { "content": { "application/x-ndjson": {
                "itemSchema": { "type": "object", "required": ["price"], "properties": { "price": { "type": "integer" } } } } } } } },
              "cases": { "tells": {
                "response": { "status": 200, "body": [{ "price": 3 }, { "price": 5 }] },
                "client": { "returns": [{ "price": 3 }, { "price": 5 }] } } }
            },
            "events": {
              "request": { "method": "GET", "path": "/events" },
              "responses": { "200": { "description": "News.", "body": { "content": { "text/event-stream": {
                "itemSchema": { "type": "object", "required": ["data"] } } } } } },
              "cases": { "tells": {
                "response": { "status": 200, "body": [{ "event": "add", "data": "a\\nb" }, { "data": "c" }] },
                "client": { "returns": ["a\\nb", "c"] } } }
            }
          }
        }
        """

    static let plan = ContractLoader.load("ticker.json", files: MemoryFiles(["ticker.json": contract])).contract
        .map { CasePlan($0) }

    struct Price: Codable, Sendable {
        var price: Int
    }

    /// What a client gets wrong of a stream.
    enum Bug: CaseIterable, Sendable {
        case none, dropsTheLast, joinsLines, endsQuietly
    }

    /// The lines of an answer, each as soon as it is there.
    static func lines(_ session: URLSession, _ path: String, _ bug: Bug) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let url = URL(string: "https://ticker.example\(path)") ?? URL(filePath: "/")
                    let (data, response) = try await session.data(from: url)
                    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
                    var lines = String(decoding: data, as: UTF8.self)
                        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
                    if bug == .dropsTheLast { lines.removeLast(2) }
                    for line in lines { continuation.yield(line) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: bug == .endsQuietly ? nil : error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The texts of events: lines of data up to an empty line.
    static func events(_ session: URLSession, _ bug: Bug) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                var data: [String] = []
                do {
                    for try await line in lines(session, "/events", bug) {
                        if line.hasPrefix("data:") {
                            data.append(String(line.dropFirst(5).drop { $0 == " " }))
                        } else if line.isEmpty, !data.isEmpty {
                            continuation.yield(data.joined(separator: bug == .joinsLines ? "" : "\n"))
                            data = []
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    static func bindings(_ bug: Bug) -> ClientBindings {
        ClientBindings(
            client: { $0.urlSession },
            operations: [
                "lines": .init { session, _ in
                    lines(session, "/lines", bug).filter { !$0.isEmpty }
                        .map { try JSONDecoder().decode(Price.self, from: Data($0.utf8)) }
                },
                "events": .init { session, _ in events(session, bug) },
            ])
    }

    @Test("a correct client passes every case", arguments: ["lines", "events"])
    func passes(operation: String) async throws {
        let cases = try #require(Self.plan).cases.filter { $0.operation.id == operation }
        #expect(cases.count > 20)
        for testCase in cases {
            let result = await CaseRunner(bindings: Self.bindings(.none), deadline: .seconds(20)).run(testCase)
            let errors = result.findings.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(testCase.id): \(errors.map { ($0.message, $0.actual) })")
        }
        let atOnce = try #require(Self.plan?["\(operation)~client.concurrent-isolation"])
        let result = await CaseRunner(bindings: Self.bindings(.none), deadline: .seconds(20)).run(atOnce)
        #expect(result.status == .passed, "\(result.reason ?? "")")
    }

    @Test(
        "a client that misses a part of a stream fails",
        arguments: [
            ("lines/tells", Bug.dropsTheLast, "outcome.value"), ("events/tells", .dropsTheLast, "outcome.value"),
            ("events/tells", .joinsLines, "outcome.value"),
            ("lines~framing.reset-mid-body", .endsQuietly, "outcome.returned"),
            ("events~connect.offline", .endsQuietly, "outcome.returned"),
        ])
    func catches(id: String, bug: Bug, rule: String) async throws {
        let testCase = try #require(Self.plan?[id])
        let result = await CaseRunner(bindings: Self.bindings(bug), deadline: .seconds(20)).run(testCase)
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule.id) == [rule])
    }
}
