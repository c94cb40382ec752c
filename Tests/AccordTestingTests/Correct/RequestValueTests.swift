// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clients that send the documented example correctly, but not each value that their callers may pass.
@Suite("Values that a client rarely sends") struct RequestValueTests {
    enum Writing: CaseIterable {
        case encoder, escapedByHand, byHand, entities, fixedPlatform, fixedByHand

        func body(_ note: Note) throws -> Data {
            var note = note
            func quoted(_ text: String) -> String { "\"\(text)\"" }
            func escaped(_ text: String) throws -> String {
                String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            }
            func object(_ title: String) throws -> Data {
                Data("{\"title\": \(title), \"platform\": \(try escaped(note.platform))}".utf8)
            }
            switch self {
            case .encoder: break
            case .escapedByHand: return try object(try escaped(note.title))
            case .byHand: return try object(quoted(note.title))
            case .entities: note.title = note.title.replacing("&", with: "&amp;")
            case .fixedPlatform: note.platform = "ios"
            case .fixedByHand:
                note.platform = "ios"
                return try object(quoted(note.title))
            }
            return try JSONEncoder().encode(note)
        }
    }

    struct Note: Codable, Sendable { var title: String, platform: String }

    @Test(
        "a text of a JSON body is escaped as JSON, and the client may set a value itself", arguments: Writing.allCases)
    func texts(writing: Writing) async throws {
        let results = try await DoubtTests.results(
            """
            "note": { "request": { "method": "POST", "path": "/note", "body": { "type": "object",
                "required": ["title", "platform"], "properties": {
                  "title": { "type": "string" }, "platform": { "type": "string", "example": "ios" } } } },
              "responses": { "204": { "description": "Saved." } } }
            """, of: "note", isOpenAPI: true, profile: .default
        ) { session, input in
            let body = try input.json("body")
            let isFixed = writing == .fixedPlatform || writing == .fixedByHand
            let platform = isFixed ? "" : body["platform"]?.string ?? ""
            let note = Note(title: body["title"]?.string ?? "", platform: platform)
            try await CorrectHabitsTests.post(session, "/note", "application/json", try writing.body(note))
            return nil
        }
        let errors = DoubtTests.errors(results)
        let isWrong = [.byHand, .entities, .fixedByHand].contains(writing)
        #expect(errors.isEmpty != isWrong, "\(errors.prefix(5))")
    }

    enum Query: CaseIterable { case all, dropsFalse, roundsDown, repeatsNames, fixedOrder, stubbornOrder }

    @Test("false, a fraction, two elements and each value of an enumeration arrive", arguments: Query.allCases)
    func query(habit: Query) async throws {
        let results = try await DoubtTests.results(
            """
            "find": { "request": { "method": "GET", "path": "/find", "query": {
                "inStock": { "required": false, "schema": { "type": "boolean", "example": true } },
                "price": { "required": false, "schema": { "type": "number", "example": 3 } },
                "order": { "required": false, "schema": { "enum": ["up", "down"] } },
                "kinds": { "required": true, "explode": false, "schema": { "type": "array",
                  "items": { "allOf": [{ "enum": ["book", "film"] }] } } } } },
              "responses": { "204": { "description": "Found." } } }
            """, of: "find", isOpenAPI: true, profile: .default
        ) { session, input in
            var items: [String] = []
            if let inStock = try input.optionalBool("inStock"), inStock || habit != .dropsFalse {
                items.append("inStock=\(inStock)")
            }
            if let price = try input.optionalJSON("price")?.value.number {
                items.append("price=\(habit == .roundsDown ? "\(Int(price.double))" : price.lexeme)")
            }
            if habit == .fixedOrder { items.append("order=up") }
            if habit != .fixedOrder, try input.optionalString("order") != nil { items.append("order=up") }
            if habit != .fixedOrder, habit != .stubbornOrder, let order = try input.optionalString("order") {
                items[items.count - 1] = "order=\(order)"
            }
            let kinds: [String] = try input.json("kinds").decode()
            items += habit == .repeatsNames ? kinds.map { "kinds=\($0)" } : ["kinds=\(kinds.joined(separator: ","))"]
            let url = try #require(URL(string: "https://bank.example/find?\(items.joined(separator: "&"))"))
            let (_, response) = try await session.data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 204 else { throw URLError(.badServerResponse) }
            return nil
        }
        let worst = results.flatMap(\.findings).map(\.severity).filter { $0 != .note }
        let expected: Set<Finding.Severity> =
            switch habit {
            case .all, .fixedOrder: []
            case .dropsFalse: [.warning]
            case .roundsDown, .repeatsNames, .stubbornOrder: [.error]
            }
        #expect(Set(worst) == expected, "\(DoubtTests.errors(results).prefix(5))")
    }

    @Test("a client may take one value for the path and the body, and refuse a text", arguments: [true, false])
    func oneValue(encodes: Bool) async throws {
        let results = try await DoubtTests.results(
            """
            "put": { "request": { "method": "POST", "path": "/items/{sku}",
                "pathParameters": { "sku": { "schema": { "type": "string", "example": "s1" } } },
                "body": { "type": "object", "required": ["sku", "note"], "properties": {
                  "sku": { "type": "string", "example": "s1" }, "note": { "type": "string" } } } },
              "responses": { "204": { "description": "Saved." } } }
            """, of: "put", isOpenAPI: true, profile: .default
        ) { session, input in
            let sku = try input.string("sku")
            guard !sku.contains("\"") || sku.count < 5 else { throw URLError(.badURL) }
            let body = ["sku": sku, "note": try input.json("body")["note"]?.string ?? ""]
            let path = encodes ? sku.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" : sku
            try await CorrectHabitsTests.post(
                session, "/items/\(path)", "application/json", try JSONEncoder().encode(body))
            return nil
        }
        #expect(DoubtTests.errors(results).isEmpty == encodes, "\(DoubtTests.errors(results).prefix(5))")
        let warnings = results.flatMap(\.findings).filter { $0.severity == .warning }
        #expect(warnings.contains { $0.rule == .requestCountNone }, "\(warnings.map(\.message))")
    }
}
