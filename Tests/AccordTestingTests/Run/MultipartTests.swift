// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Strings and names in a multipart body", .timeLimit(.minutes(20))) struct MultipartTests {
    static let contract = """
        {
          "contract": "1.0",
          "info": { "title": "Album", "version": "1" },
          "servers": [ { "url": "https://album.example" } ],
          "operations": {
            "upload": {
              "request": {
                "method": "POST", "path": "/photos",
                "body": {
                  "content": {
                    "multipart/form-data": {
                      "schema": {
                        "type": "object", "required": ["caption"],
                        "properties": {
                          "caption": { "type": "string" }, "copies": { "type": "integer", "default": 1 } },
                        "additionalProperties": { "type": "string" }
                      }
                    }
                  }
                }
              },
              "responses": { "204": { "description": "Kept." } },
              "cases": {
                "keeps": {
                  "request": { "parts": { "caption": { "bodyText": "Sea" } } },
                  "response": { "status": 204 }
                },
                "keeps an accent": {
                  "request": { "parts": { "caption": { "bodyText": "Café" } } },
                  "response": { "status": 204 }
                }
              }
            }
          }
        }
        """

    enum Habit: Sendable, CaseIterable {
        /// Escapes names as RFC 7578 and browsers do, with `%22`.
        case percent
        /// With a backslash.
        case backslash
        case rawNames, encodesTexts
        /// Doesn't send such a name.
        case refuses
        /// Takes line breaks out.
        case strips
        /// Writes every line break in a text as CR LF, as browsers do.
        case normalizes
        /// Passes texts through a C string.
        case cutsAtNUL
        /// Writes line breaks in texts as LF.
        case unixLines
        /// Declares texts as ISO-8859-1 and writes them in this charset if possible, or else in UTF-8.
        case latin1
        /// Declares UTF-8 texts as ISO-8859-1.
        case wrongCharset
        /// Adds the documented default of an optional part.
        case addsDefault
        /// Adds a different value of an optional part.
        case addsValue
    }

    static let result = ContractLoader.load("album.json", files: MemoryFiles(["album.json": contract]))
    static let plan = result.contract.map { CasePlan($0, level: .standard) }

    static func run(_ testCase: Case, _ habit: Habit) async -> CaseResult {
        let bindings = ClientBindings(
            client: { $0.urlSession },
            operations: [
                "upload": .init { session, input in
                    let fields: [String: String] = try input.json("body").decode()
                    try await upload(fields, session, habit)
                    return nil
                }
            ])
        return await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(testCase)
    }

    private static func upload(_ fields: [String: String], _ session: URLSession, _ habit: Habit) async throws {
        guard let url = URL(string: "https://album.example/photos") else { return }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("multipart/form-data; boundary=b0undary", forHTTPHeaderField: "Content-Type")
        if habit == .refuses, fields.keys.contains(where: { $0.contains("\r\n") }) { throw URLError(.badURL) }
        var fields = fields
        if [.addsDefault, .addsValue].contains(habit), fields["copies"] == nil {
            fields["copies"] = habit == .addsDefault ? "1" : "2"
        }
        let parts = fields.map { name, value in
            let plain = habit == .rawNames ? name : name.replacing("\r\n", with: habit == .strips ? "" : "%0D%0A")
            let quoted =
                switch habit {
                case .percent, .encodesTexts, .refuses, .strips, .normalizes, .cutsAtNUL, .unixLines, .latin1,
                    .wrongCharset, .addsDefault, .addsValue:
                    plain.replacing("\"", with: "%22")
                case .backslash: plain.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                case .rawNames: name
                }
            let text = Self.text(value, habit)
            let latin1 = habit == .latin1 ? text.data(using: .isoLatin1) : nil
            let isLatin1 = latin1 != nil || habit == .wrongCharset
            let type = isLatin1 ? "Content-Type: text/plain; charset=ISO-8859-1\r\n" : ""
            let head = "--b0undary\r\nContent-Disposition: form-data; name=\"\(quoted)\"\r\n\(type)\r\n"
            return Data(head.utf8) + (latin1 ?? Data(text.utf8)) + Data("\r\n".utf8)
        }
        request.httpBody = Data(parts.joined()) + Data("--b0undary--\r\n".utf8)
        let status = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 204 else { throw URLError(.badServerResponse) }
    }

    private static func text(_ value: String, _ habit: Habit) -> String {
        switch habit {
        case .encodesTexts: value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        case .normalizes: value.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        case .cutsAtNUL: String(value.prefix { $0 != "\0" })
        case .unixLines: value.replacing("\r\n", with: "\n")
        case .percent, .backslash, .rawNames, .refuses, .strips, .latin1, .wrongCharset, .addsDefault, .addsValue:
            value
        }
    }

    @Test(
        "pass in each of the usual encodings",
        arguments: [Habit.percent, .backslash, .refuses, .strips, .normalizes, .latin1, .addsDefault])
    func passes(_ habit: Habit) async throws {
        let cases = try #require(Self.plan, "\(Self.result.diagnostics.map(\.message))").cases
        for testCase in cases where !testCase.isDerived || testCase.id.contains("~request.") {
            let result = await Self.run(testCase, habit)
            #expect(result.status == .passed, "\(testCase.id): \(result.findings.map { $0.actual ?? $0.message })")
        }
        KillRatio.shared.noteCorrect(true)
    }

    static let traps: [(habit: Habit, id: String, rule: String)] = [
        (.rawNames, "upload~request.torture:/*/name", "request.body.value"),
        (.rawNames, "upload~request.injection:/*/name", "request.header.injection"),
        (.encodesTexts, "upload~request.torture:/caption", "request.body.value"),
        (.wrongCharset, "upload~request.torture:/caption", "request.body.value"),
        (.cutsAtNUL, "upload~request.torture:/caption:control", "request.body.value"),
        (.unixLines, "upload~request.torture:/caption:control", "request.body.value"),
    ]

    @Test("an additional part that isn't the documented default fails, although the schema documents the part")
    func additionalPart() async throws {
        let testCase = try #require(Self.plan?["upload/keeps"])
        let result = await Self.run(testCase, .addsValue)
        #expect(
            result.findings.map(\.message) == ["the multipart part “copies” was sent, but the case doesn't have it"])
    }

    @Test("fail if they are escaped wrongly", arguments: traps)
    func catches(_ trap: (habit: Habit, id: String, rule: String)) async throws {
        let testCase = try #require(Self.plan?[trap.id])
        let result = await Self.run(testCase, trap.habit)
        let rules = Set(result.findings.filter { $0.severity == .error }.map(\.rule.id))
        #expect(rules == [trap.rule], "\(result.status) \(result.findings.map(\.message))")
        #expect(result.findings.count == 1)
        if trap.habit == .rawNames { #expect(result.findings.first?.advice?.contains("%22") == true) }
        KillRatio.shared.note(rules == [trap.rule])
        let plain = try #require(Self.plan?["upload/keeps"])
        #expect(await Self.run(plain, trap.habit).status == .passed)
    }
}
