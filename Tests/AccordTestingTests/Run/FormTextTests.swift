// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Line breaks and NULs in form fields", .timeLimit(.minutes(20))) struct FormTextTests {
    static let contract = """
        {
          "contract": "1.0",
          "info": { "title": "Diary", "version": "1" },
          "servers": [ { "url": "https://diary.example" } ],
          "operations": {
            "write": {
              "request": {
                "method": "POST", "path": "/pages",
                "body": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object", "required": ["text", "day"],
                        "properties": {
                          "text": { "type": "string" },
                          "day": { "type": "string", "pattern": "^[a-z]+$" }
                        }
                      }
                    }
                  }
                }
              },
              "responses": { "204": { "description": "Kept." } },
              "cases": {
                "keeps": {
                  "request": { "body": { "text": "Rain", "day": "monday" } }, "response": { "status": 204 }
                }
              }
            }
          }
        }
        """

    enum Habit: Sendable, CaseIterable {
        case percent, plusForSpaces
        /// Writes every line break as CR LF, as browsers do.
        case normalizes
        case refusesControls, refusesNUL
        /// A CR LF is one `Character`, whose ASCII value is that of LF.
        case byCharacter
        case cutsAtNUL, dropsControls, unixLines

        var isRight: Bool {
            switch self {
            case .percent, .plusForSpaces, .normalizes, .refusesControls, .refusesNUL: true
            case .byCharacter, .cutsAtNUL, .dropsControls, .unixLines: false
            }
        }
    }

    static let loaded = ContractLoader.load("diary.json", files: MemoryFiles(["diary.json": contract]))
    static let plan = loaded.contract.map { CasePlan($0, level: .standard) }

    private static func encoded(_ text: String, _ habit: Habit) throws -> String {
        let unreserved = CharacterSet(charactersIn: "-._~").union(.init(charactersIn: "a"..."z"))
            .union(.init(charactersIn: "A"..."Z")).union(.init(charactersIn: "0"..."9"))
        func percent(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
        switch habit {
        case .percent: return percent(text)
        case .plusForSpaces: return percent(text).replacing("%20", with: "+")
        case .normalizes: return percent(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n"))
        case .refusesControls:
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { throw URLError(.badURL) }
            return percent(text)
        case .refusesNUL:
            guard !text.contains("\0") else { throw URLError(.badURL) }
            return percent(text)
        case .byCharacter:
            return text.map { character in
                character.asciiValue.map { "%\($0 < 16 ? "0" : "")\(String($0, radix: 16, uppercase: true))" }
                    ?? percent(String(character))
            }
            .joined()
        case .cutsAtNUL: return percent(String(text.prefix { $0 != "\0" }))
        case .dropsControls: return percent(String(text.filter { $0 != "\r\n" && $0 != "\0" }))
        case .unixLines: return percent(text.replacing("\r\n", with: "\n"))
        }
    }

    static func run(_ testCase: Case, _ habit: Habit) async -> CaseResult {
        let bindings = ClientBindings(
            client: { $0.urlSession },
            operations: [
                "write": .init { session, input in
                    let fields: [String: String] = try input.json("body").decode()
                    var request = URLRequest(url: try #require(URL(string: "https://diary.example/pages")))
                    request.httpMethod = "POST"
                    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
                    let pairs = try fields.map { "\($0)=\(try Self.encoded($1, habit))" }
                    request.httpBody = Data(pairs.joined(separator: "&").utf8)
                    let status = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode ?? 0
                    guard status == 204 else { throw URLError(.badServerResponse) }
                    return nil
                }
            ])
        return await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(testCase)
    }

    @Test("pass if the client sends or rejects them", arguments: Habit.allCases.filter(\.isRight))
    func passes(_ habit: Habit) async throws {
        let cases = try #require(Self.plan, "\(Self.loaded.diagnostics.map(\.message))").cases
        for testCase in cases where !testCase.isDerived || testCase.id.contains("~request.") {
            let result = await Self.run(testCase, habit)
            #expect(result.status == .passed, "\(testCase.id): \(result.findings.map { $0.actual ?? $0.message })")
        }
        KillRatio.shared.noteCorrect(true)
    }

    @Test("fail if the client sends a different text", arguments: Habit.allCases.filter { !$0.isRight })
    func catches(_ habit: Habit) async throws {
        let result = await Self.run(try #require(Self.plan?["write~request.torture:/text:control"]), habit)
        #expect(result.findings.map(\.rule.id) == ["request.body.value"], "\(result.findings.map(\.message))")
        KillRatio.shared.note(!result.findings.isEmpty)
        let plain = try #require(Self.plan?["write/keeps"])
        #expect(await Self.run(plain, habit).status == .passed)
    }

    @Test("have no case if the schema excludes them")
    func forbidden() throws {
        let plan = try #require(Self.plan)
        #expect(plan["write~request.torture:/day:control"] == nil)
    }
}
