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

/// Habits of good clients that a plain reading of the document would call mistakes.
@Suite("Habits of correct clients") struct CorrectHabitsTests {
    struct Item: Codable, Sendable { var id: String }

    /// Sends a request, whose response must be 204.
    static func post(_ session: URLSession, _ target: String, _ type: String, _ body: Data) async throws {
        var request = URLRequest(url: try #require(URL(string: "https://bank.example\(target)")))
        request.httpMethod = "POST"
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        let (_, response) = try await session.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 204 else { throw URLError(.badServerResponse) }
    }

    struct Page: Decodable {
        var data: [Item]
        var has_more: Bool
    }

    static let pageText = """
        "page": { "request": { "method": "GET", "path": "/page" },
          "responses": { "200": { "description": "A page.", "body": { "type": "object", "required": ["data", "has_more"],
            "properties": { "has_more": { "type": "boolean" }, "data": { "type": "array", "items": { "type": "object",
              "required": ["id"], "properties": { "id": { "type": "string" } } } } } } } } }
        """

    @Test("a client that reads all pages ends at a page that says so", arguments: [true, false])
    func pages(asks: Bool) async throws {
        let results = try await DoubtTests.results(Self.pageText, of: "page", isOpenAPI: true, profile: .default) {
            session, _ in
            var items: [Item] = []
            while true {
                let page = try JSONDecoder().decode(Page.self, from: await DoubtTests.get(session, "/page"))
                items += page.data
                if !(asks ? page.has_more : items.count < 3) { return items }
            }
        }
        #expect(DoubtTests.errors(results).isEmpty == asks, "\(DoubtTests.errors(results).prefix(5))")
    }

    @Test("a client that rejects true in the only page has a mistake")
    func rejectsTrue() async throws {
        let results = try await DoubtTests.results(Self.pageText, of: "page", isOpenAPI: true, profile: .default) {
            session, _ in
            let page = try JSONDecoder().decode(Page.self, from: await DoubtTests.get(session, "/page"))
            guard !page.has_more else { throw URLError(.cannotParseResponse) }
            return page.data
        }
        #expect(!DoubtTests.errors(results).isEmpty)
    }

    @Test("a list in an object has every element, and the key of the document's example", arguments: [0, 1, 2])
    func reading(mistake: Int) async throws {
        struct Entry: Encodable { var fullName: String? }
        struct Book: Encodable { var entries: [Entry] }
        let results = try await DoubtTests.results(
            """
            "book": { "request": { "method": "GET", "path": "/book/{id}", "pathParameters": { "id": { "schema": { "type": "string" } } } },
              "responses": { "200": { "description": "It.", "body": { "type": "object", "required": ["entries"],
                "example": { "entries": [{ "full_name": "a" }, { "full_name": "b" }] },
                "properties": { "entries": { "type": "array", "items": { "type": "object",
                  "properties": { "full_name": { "type": "string" } } } } } } } } }
            """, of: "book", isOpenAPI: true, profile: .default
        ) { session, input in
            let data = try await DoubtTests.get(session, "/book/\(try input.string("id"))")
            let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            guard let entries = object?["entries"] as? [[String: Any]] else { throw URLError(.cannotParseResponse) }
            let key = mistake == 1 ? "fullName" : "full_name"
            let all = entries.map { Entry(fullName: $0[key] as? String) }
            return Book(entries: mistake == 2 ? Array(all.prefix(1)) : all)
        }
        let unread = results.first { $0.id == "book/made" }?.findings.filter { $0.rule == .outcomeUnread } ?? []
        let severities: [[Finding.Severity]] = [[], [.error], [.warning]]
        #expect(unread.map(\.severity) == severities[mistake], "\(unread)")
    }

    @Test("a binary part of a generated multipart body is a file of the closure's input", arguments: [true, false])
    func files(isFile: Bool) async throws {
        struct File: Decodable {
            var filename: String
            var data: Data
        }
        let results = try await DoubtTests.results(
            """
            "upload": { "request": { "method": "POST", "path": "/files", "body": { "content": { "multipart/form-data": {
                "schema": { "type": "object", "required": ["file"], "properties": { "file": { "type": "string",
                  \(isFile ? #""format": "binary""# : #""maxLength": 9"#) } } } } } } },
              "responses": { "204": { "description": "Stored." } } }
            """, of: "upload", isOpenAPI: true, profile: .default
        ) { session, input in
            let part = try #require(input.json("body")["file"])
            let file = isFile ? try part.decode(File.self) : nil
            let name = file.map { "; filename=\"\($0.filename)\"\r\nContent-Type: application/octet-stream" } ?? ""
            let start = "--x\r\nContent-Disposition: form-data; name=\"file\"\(name)\r\n\r\n"
            let text = isFile ? nil : try part.decode(String.self)
            let body = Data(start.utf8) + (file?.data ?? Data((text ?? "").utf8)) + Data("\r\n--x--\r\n".utf8)
            try await Self.post(session, "/files", "multipart/form-data; boundary=x", body)
            return nil
        }
        let made = try #require(results.first { $0.id == "upload/made" })
        #expect(made.status == .passed, "\(made.findings.map(\.message))")
    }

    @Test("the failure of a returned Result is an error, and its success a value", arguments: [true, false])
    func result(isChecked: Bool) async throws {
        let results = try await DoubtTests.results(
            """
            "item": { "request": { "method": "GET", "path": "/item" },
              "responses": { "200": { "description": "It.", "body": { "type": "object", "required": ["id"],
                "properties": { "id": { "type": "string" } } } }, "404": { "description": "None." } },
              "cases": { "works": { "response": { "status": 200, "body": { "id": "7" } }, "client": { "returns": { "id": "7" } } } } }
            """, of: "item", profile: .default
        ) { session, _ -> Result<Item, any Error> in
            do {
                let url = try #require(URL(string: "https://bank.example/item"))
                let (data, response) = try await session.data(from: url)
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                if isChecked, status != 200 { throw URLError(.badServerResponse) }
                if !isChecked, status == 404 { return .success(Item(id: "")) }
                return .success(try JSONDecoder().decode(Item.self, from: data))
            } catch { return .failure(error) }
        }
        #expect(DoubtTests.errors(results).isEmpty == isChecked, "\(DoubtTests.errors(results).prefix(5))")
    }

    @Test("a client that asks again after a documented 202 polls", arguments: ["GET", "POST"])
    func polling(method: String) async throws {
        let results = try await DoubtTests.results(
            """
            "report": { "request": { "method": "\(method)", "path": "/report" },
              "responses": { "200": { "description": "It.", "body": { "type": "object", "required": ["id"],
                "properties": { "id": { "type": "string" } } } }, "202": { "description": "Not yet." } },
              "cases": { "works": { "response": { "status": 200, "body": { "id": "7" } } } } }
            """, of: "report", profile: .default
        ) { session, _ in
            for _ in 0..<5 {
                var request = URLRequest(url: try #require(URL(string: "https://bank.example/report")))
                request.httpMethod = method
                let (data, response) = try await session.data(for: request)
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                if status == 202 { continue }
                guard status == 200 else { throw URLError(.badServerResponse) }
                return try JSONDecoder().decode(Item.self, from: data)
            }
            throw URLError(.timedOut)
        }
        let errors = DoubtTests.errors(results)
        #expect(errors.isEmpty == (method == "GET"), "\(errors.prefix(5))")
    }

    @Test("a point in time may have another offset, and a UUID the other letter case", arguments: [true, false])
    func instants(isSame: Bool) async throws {
        let time = "2026-03-01T0\(isSame ? 6 : 8):00:00Z"
        let results = try await DoubtTests.results(
            """
            "save": { "request": { "method": "POST", "path": "/save",
                "query": { "since": { "required": true, "schema": { "type": "string", "format": "date-time" } },
                  "id": { "required": true, "schema": { "type": "string", "format": "uuid" } } }, "body": { "type": "object", "required": ["at"],
                "properties": { "at": { "type": "string", "format": "date-time" } } } },
              "responses": { "204": { "description": "Saved." } },
              "cases": { "works": { "request": { "query": { "since": "2026-03-01T08:00:00+02:00",
                "id": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" }, "body": { "at": "2026-03-01T08:00:00+02:00" } }, "response": { "status": 204 } } } }
            """, of: "save", profile: .default
        ) { session, _ in
            let uuid = isSame ? "6F9619FF-8B86-4D01-B42D-00CF4FC964FF" : "6f9619ff-8b86-4d01-b42d-00cf4fc964f0"
            try await Self.post(
                session, "/save?since=\(time)&id=\(uuid)", "application/json", Data(#"{"at":"\#(time)"}"#.utf8))
            return nil
        }
        let rules = results.first { $0.id == "save/works" }?.findings.map(\.rule)
        #expect(rules.map(Set.init) == (isSame ? [] : [.requestQueryValue, .requestBodyValue]))
    }

    struct Lossy: Decodable, Sendable {
        var items: [Item] = []

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd {
                if let item = try? list.decode(Item.self) {
                    items.append(item)
                } else {
                    _ = try list.decode(Skipped.self)
                }
            }
        }

        struct Skipped: Decodable { init(from decoder: any Decoder) {} }
    }

    @Test("leaving out elements that can't be decoded is a choice", arguments: [Severities.Profile.default, .strict])
    func lossyList(profile: Severities.Profile) async throws {
        let results = try await DoubtTests.results(
            """
            "items": { "request": { "method": "GET", "path": "/items" },
              "responses": { "200": { "description": "Them.", "body": { "type": "array", "items": { "type": "object",
                "required": ["id"], "properties": { "id": { "type": "string" } } } } } },
              "cases": { "works": { "response": { "status": 200, "body": [{ "id": "7" }, { "id": "8" }] } } } }
            """, of: "items", profile: profile
        ) { session, _ in
            try JSONDecoder().decode(Lossy.self, from: await DoubtTests.get(session, "/items")).items
        }
        let errors = DoubtTests.errors(results)
        #expect(errors.isEmpty == (profile == .default), "\(errors.prefix(5))")
        let warnings = results.flatMap(\.findings).filter { $0.severity == .warning }.map(\.message)
        #expect(warnings.contains("the client leaves out list elements that are null or invalid") == errors.isEmpty)
    }

    @Test("a POST may be repeated with its idempotency key", arguments: [true, false])
    func repeatsWithKey(isSameKey: Bool) async throws {
        let results = try await DoubtTests.results(
            """
            "pay": { "request": { "method": "POST", "path": "/pay",
                "headers": { "Idempotency-Key": { "fresh": true, "schema": { "type": "string" } } } },
              "responses": { "204": { "description": "Paid." }, "503": { "description": "Later." } },
              "cases": { "works": { "response": { "status": 204 } } } }
            """, of: "pay", profile: .default
        ) { session, _ in
            var request = URLRequest(url: try #require(URL(string: "https://bank.example/pay")))
            request.httpMethod = "POST"
            for _ in 0..<3 {
                if !isSameKey || request.value(forHTTPHeaderField: "Idempotency-Key") == nil {
                    request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
                }
                let status = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode ?? 0
                if status == 204 { return nil }
                guard status == 503 else { throw URLError(.badServerResponse) }
            }
            throw URLError(.badServerResponse)
        }
        let errors = DoubtTests.errors(results)
        #expect(errors.isEmpty == isSameKey, "\(errors.prefix(5))")
    }

    @Test("an optional property without a value is left out", arguments: [true, false])
    func omission(isLeftOut: Bool) async throws {
        struct Note: Codable, Sendable {
            var title: String
            var text: String?
        }
        let results = try await DoubtTests.results(
            """
            "note": { "request": { "method": "POST", "path": "/note", "body": { "type": "object", "required": ["title"],
                "properties": { "title": { "type": "string" }, "text": { "type": "string" } } } },
              "responses": { "204": { "description": "Saved." } },
              "cases": { "works": { "request": { "body": { "title": "a", "text": "b" } }, "response": { "status": 204 } } } }
            """, of: "note", profile: .default
        ) { session, input in
            let note = try input.json("body").decode(Note.self)
            let object: [String: Any] = ["title": note.title, "text": note.text ?? NSNull()]
            let body = try isLeftOut ? JSONEncoder().encode(note) : JSONSerialization.data(withJSONObject: object)
            try await Self.post(session, "/note", "application/json", body)
            return nil
        }
        #expect(DoubtTests.errors(results).isEmpty == isLeftOut, "\(DoubtTests.errors(results).prefix(5))")
    }

    enum Sending: CaseIterable {
        case all, required, nothingRead, misnamed
    }

    @Test("a form has the fields that the closure reads, by their names", arguments: Sending.allCases)
    func formFields(sending: Sending) async throws {
        let results = try await DoubtTests.results(
            """
            "pay": { "request": { "method": "POST", "path": "/pay",
                "body": { "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object",
                  "required": ["sum"], "properties": { "sum": { "type": "integer" }, "note": { "type": "string" } } } } } } },
              "responses": { "204": { "description": "Paid." } },
              "cases": { "works": { "request": { "body": { "sum": 5 } }, "response": { "status": 204 } } } }
            """, of: "pay", profile: .default
        ) { session, input in
            let body = try input.json("body")
            let sum: Int = try #require(body["sum"]).decode()
            let note: String? = sending == .nothingRead ? nil : try body["note"]?.decode()
            var form = ["sum=\(sum)"]
            let text = note?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            if let text, sending != .required { form.append("\(sending == .misnamed ? "notes" : "note")=\(text)") }
            try await Self.post(
                session, "/pay", "application/x-www-form-urlencoded", Data(form.joined(separator: "&").utf8))
            return nil
        }
        let errors = DoubtTests.errors(results)
        #expect(errors.isEmpty == (sending == .all || sending == .nothingRead), "\(errors.prefix(5))")
    }

    @Test("an idempotency key is the client's own, and a form has every documented field")
    func variations() throws {
        let loaded = DoubtTests.loaded(
            """
            "pay": { "request": { "method": "POST", "path": "/pay",
                "headers": { "Idempotency-Key": { "required": false, "schema": { "type": "string" } },
                  "X-Note": { "required": false, "schema": { "type": "string" } } },
                "body": { "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object",
                  "required": ["sum"], "properties": { "sum": { "type": "integer" }, "note": { "type": "string" } } } } } } },
              "responses": { "204": { "description": "Paid." } },
              "cases": { "works": { "request": { "body": { "sum": 5 } }, "response": { "status": 204 } } } }
            """, isOpenAPI: false)
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        let plan = CasePlan(contract, level: .standard)
        let all = try #require(plan["pay~request.all"]?.last.request)
        #expect(all.headers.map(\.name) == ["X-Note"])
        #expect(!plan.cases.contains { $0.id.contains("torture:Idempotency-Key") })
        guard case .json(let form)? = plan["pay~request.all:body"]?.last.request?.body?.content else {
            Issue.record("no form with every field")
            return
        }
        #expect(form.members.map(\.key) == ["sum", "note"])
    }
}
