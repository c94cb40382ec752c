// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A documented retry", .timeLimit(.minutes(20))) struct RetryTests {
    static let contract = """
        {
          "contract": "1.0",
          "info": { "title": "Weather", "version": "1" },
          "servers": [ { "url": "https://weather.example" } ],
          "client": { "retry": { "on": ["503", "connect"], "retryLimit": 2, "retryAfter": 30 } },
          "operations": {
            "today": {
              "request": { "method": "GET", "path": "/today" },
              "responses": {
                "200": { "description": "The weather.", "body": { "type": "object", "required": ["sky"], "properties": { "sky": { "type": "string" } } } },
                "503": { "description": "Too much weather.", "headers": { "Retry-After": { "type": "integer" } } }
              },
              "cases": {
                "tells": { "response": { "status": 200, "body": { "sky": "blue" } }, "client": { "returns": { "sky": "blue" } } },
                "gives up": { "appliesTo": "client", "response": { "status": 503, "headers": { "Retry-After": 90 } }, "client": { "throws": true } }
              }
            },
            "report": {
              "request": { "method": "POST", "path": "/reports" },
              "responses": { "204": { "description": "Thanks." }, "503": { "description": "Too many." } },
              "cases": { "thanks": { "response": { "status": 204 } } }
            }
          }
        }
        """

    static let plan = ContractLoader.load("weather.json", files: MemoryFiles(["weather.json": contract])).contract
        .map { CasePlan($0, level: .standard) }

    static func bindings(_ habit: WeatherClient.Habit) -> ClientBindings {
        ClientBindings(
            client: { stub in WeatherClient(session: stub.urlSession, clock: stub.clock, habit: habit) },
            operations: [
                "today": .init { client, _ in try await client.today() },
                "report": .init { client, _ in try await client.report() },
            ])
    }

    static func result(_ id: String, _ habit: WeatherClient.Habit) async throws -> CaseResult {
        let testCase = try #require(plan?[id])
        return await CaseRunner(bindings: bindings(habit), deadline: .seconds(20)).run(testCase)
    }

    @Test("has cases for the documented failures of requests that may be repeated")
    func cases() throws {
        let ids = try #require(Self.plan).cases.map(\.id).filter { $0.contains("flaky") }
        #expect(ids == ["today~flow.flaky-then-ok:503", "today~flow.flaky-then-ok:connect"])
    }

    @Test("a client that follows it passes every case without waiting")
    func keeps() async throws {
        for testCase in try #require(Self.plan).cases {
            let result = await CaseRunner(bindings: Self.bindings(.asDocumented), deadline: .seconds(20)).run(testCase)
            let errors = result.findings.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(testCase.id): \(errors.map { ($0.rule, $0.actual) })")
        }
    }

    @Test(
        "a client that violates it fails",
        arguments: [
            ("today~flow.flaky-then-ok:503", WeatherClient.Habit.never, "request.count.missing"),
            ("today~flow.flaky-then-ok:connect", .never, "request.count.missing"),
            ("today/gives up", .forEver, "request.count.extra"),
            ("today~flow.flaky-then-ok:503", .hastily, "request.retry.early"),
            ("today/gives up", .withoutReadingTheAnswer, "request.retry.early"),
            ("today~flow.flaky-then-ok:503", .asAnotherRequest, "request.repeat"),
            ("today/gives up", .asAnotherRequest, "request.repeat"),
            ("today~error.error-undocumented:404", .onEveryFailure, "request.count.extra"),
            ("report~flow.unavailable", .onEveryFailure, "request.count.extra"),
        ])
    func breaks(id: String, habit: WeatherClient.Habit, rule: String) async throws {
        let result = try await Self.result(id, habit)
        #expect(result.status == .failed)
        #expect(result.findings.contains { $0.rule.id == rule }, "\(result.findings.map(\.rule.id))")
        #expect(Set(result.findings.map(\.rule)).count == 1, "\(result.findings.map(\.rule.id))")
        // A repeated POST is a mistake of its own.
        let isPost = rule == "request.count.extra" && id.hasPrefix("report")
        #expect(result.findings.contains { $0.message.contains("POST") } == isPost)
    }
}

/// Repetitions after failures that “retry” in the contract doesn't mention.
extension RetryTests {
    @Test(
        "a client may repeat a GET after other failures than the documented ones, but must not exceed their limit",
        arguments: [
            ("today~error.error-undocumented:500", WeatherClient.Habit.onEveryFailure, Finding.Severity.note),
            ("today~error.error-body-valid:503", .forEver, .error), ("today~connect.offline", .forEver, .error),
            ("report~error.error-undocumented:500", .onEveryFailure, .error),
        ])
    func others(id: String, habit: WeatherClient.Habit, severity: Finding.Severity) async throws {
        let findings = try await Self.result(id, habit).findings
        #expect(findings.map(\.rule) == [.requestCountExtra] && findings.map(\.severity) == [severity])
        let advice = #""client": { "retry": { "on": ["503", "connect", "500"], "retryLimit": 2 } }"#
        #expect(findings.first?.details == (severity == .note ? [advice] : []))
    }
}

/// A client that tries again, well or badly.
struct WeatherClient: Sendable {
    enum Habit: Sendable {
        case asDocumented, never, forEver, hastily, withoutReadingTheAnswer, asAnotherRequest, onEveryFailure
    }

    struct Weather: Codable, Sendable {
        var sky: String
    }

    enum Failure: Error {
        case status(Int)
    }

    let session: URLSession
    let clock: any Clock<Duration>
    let habit: Habit

    func today() async throws -> Weather {
        try JSONDecoder().decode(Weather.self, from: try await send("GET", "/today", mayRetry: true))
    }

    func report() async throws {
        _ = try await send("POST", "/reports", mayRetry: habit == .onEveryFailure)
    }

    private func send(_ method: String, _ path: String, mayRetry: Bool) async throws -> Data {
        var request = URLRequest(url: URL(string: "https://weather.example\(path)") ?? URL(filePath: "/"))
        request.httpMethod = method
        var attempt = 0
        while true {
            attempt += 1
            if habit == .asAnotherRequest { request.setValue("\(attempt)", forHTTPHeaderField: "X-Attempt") }
            let limit = habit == .never ? 1 : habit == .forEver ? 10 : 3
            let isLast = attempt == limit || !mayRetry
            do {
                let (data, response) = try await session.data(for: request)
                let answer = response as? HTTPURLResponse
                let status = answer?.statusCode ?? 0
                if (200..<300).contains(status) { return data }
                guard !isLast, status == 503 || habit == .onEveryFailure else { throw Failure.status(status) }
                try await pause(answer?.value(forHTTPHeaderField: "Retry-After").flatMap { Double($0) } ?? 0)
            } catch let error as URLError
                where !isLast
                && [.cannotConnectToHost, .cannotFindHost, .notConnectedToInternet, .timedOut]
                    .contains(error.code)
            {
                try await pause(0)
            }
        }
    }

    private func pause(_ asked: Double) async throws {
        switch habit {
        case .hastily: break
        case .withoutReadingTheAnswer: try await clock.sleep(for: .seconds(30))
        default: try await clock.sleep(for: .seconds(max(30, asked)))
        }
    }
}
