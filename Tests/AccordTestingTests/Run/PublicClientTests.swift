// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Situations that false alarms and missed mistakes of octokit.swift, TMDb and their documents showed first.
@Suite("What public clients and their documents do", .timeLimit(.minutes(10))) struct PublicClientTests {
    static func posted(_ session: URLSession, _ target: String, _ body: [String: String]) async throws -> Any? {
        var request = URLRequest(url: try #require(URL(string: "https://bank.example\(target)")))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(body)
        let status = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw URLError(.badServerResponse) }
        return nil
    }

    @Test("a client may always send an optional body, also if the document has an example of the body")
    func alwaysSendsBody() async throws {
        let text = """
            "note": {
              "request": { "method": "POST", "path": "/notes", "body": { "required": false, "content": {
                "application/json": { "schema": { "type": "object", "properties": { "note": { "type": "string" } } } } } } },
              "responses": { "204": { "description": "Stored." } },
              "cases": { "works": { "request": { "body": { "note": "a" } }, "response": { "status": 204 } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "note", profile: .default) { session, input in
            let note = try input.optionalJSON("body")?.decode([String: String].self)["note"]
            return try await Self.posted(session, "/notes", ["note": note ?? ""])
        }
        #expect(DoubtTests.errors(results) == [])
    }

    static let issueText = """
        "issue": {
          "request": { "method": "GET", "path": "/issue" },
          "responses": { "200": { "description": "An issue.", "body": {
            "type": "object", "required": ["id", "user"], "properties": {
              "id": { "type": "integer" }, "html_url": { "type": "string" },
              "user": { "type": "object", "required": ["id"], "properties": {
                "id": { "type": "integer" }, "html_url": { "type": "string" } } } } } } },
          "cases": { "is there": { "response": { "status": 200, "body": {
            "id": 7, "html_url": "https://bank.example/7", "user": { "id": 1, "html_url": "https://bank.example/ada" } } } } }
        }
        """

    struct Issue: Codable, Sendable {
        struct User: Codable, Sendable { var id: Int, html_url: String? }
        var id: Int
        var htmlURL: String?
        var user: User
    }

    @Test(
        "a wrong coding key is an error although an inner object has a property with this name, and other findings",
        arguments: [
            ("html_url", true, []), ("html_uri", true, [Rule.outcomeUnread]), ("html_uri", false, [.outcomeUnread]),
        ])
    func codingKey(key: String, hasRequestError: Bool, rules: [Rule]) async throws {
        let results = try await DoubtTests.results(Self.issueText, of: "issue", profile: .default) { session, _ in
            let data = try await DoubtTests.get(session, hasRequestError ? "/issue?page=1" : "/issue")
            let body = try JSONDocument(parsing: [UInt8](data)).root
            let inner = try JSONDecoder().decode(Issue.self, from: data)
            return Issue(id: inner.id, htmlURL: body[key]?.string, user: inner.user)
        }
        let findings = try #require(results.first { $0.id == "issue/is there" }).findings
        #expect(findings.filter { !$0.isAboutRequest }.map(\.rule) == rules, "\(findings.map(\.message))")
        #expect(findings.allSatisfy { $0.severity == .error })
    }

    @Test("a date in a different time zone is found although the request has a mistake", arguments: [true, false])
    func shiftedDate(isRight: Bool) async throws {
        struct Comment: Sendable { var createdAt: Date }
        let text = """
            "comment": {
              "request": { "method": "GET", "path": "/comment" },
              "responses": { "200": { "description": "A comment.", "body": { "type": "object", "required": ["created_at"],
                "properties": { "created_at": { "type": "string", "format": "date-time" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "created_at": "2011-04-14T16:00:49Z" } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "comment", profile: .default) { session, _ in
            let body = try JSONDocument(parsing: [UInt8](await DoubtTests.get(session, "/comment?page=1"))).root
            guard let seconds = body["created_at"]?.string.flatMap({ Instant.seconds($0) }) else {
                throw URLError(.cannotParseResponse)
            }
            return Comment(createdAt: Date(timeIntervalSince1970: seconds + (isRight ? 0 : 3600)))
        }
        let findings = try #require(results.first { $0.id == "comment/works" }).findings
        #expect(findings.filter { !$0.isAboutRequest }.map(\.rule) == (isRight ? [] : [.outcomeValue]))
    }

    static let pagesText = """
        "pages": {
          "request": { "method": "GET", "path": "/pages", "query": {
            "page": { "required": false, "schema": { "type": "integer" } },
            "per_page": { "required": false, "schema": { "type": "integer" } } } },
          "responses": { "204": { "description": "Nothing." } }
        }
        """

    @Test("two exchanged parameters are an error, because their values differ", arguments: [true, false])
    func exchanged(isRight: Bool) async throws {
        let results = try await DoubtTests.results(Self.pagesText, of: "pages", isOpenAPI: true, profile: .default) {
            session, input in
            var (page, size) = (try input.optionalInt("page"), try input.optionalInt("perPage"))
            if !isRight { swap(&page, &size) }
            let items = [page.map { "page=\($0)" }, size.map { "per_page=\($0)" }].compactMap(\.self)
            _ = try await DoubtTests.get(session, "/pages" + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
            return nil
        }
        let all = try #require(results.first { $0.id == "pages~request.all" })
        #expect(
            Set(all.findings.map(\.rule)) == (isRight ? [] : [.requestQueryValue]), "\(all.findings.map(\.message))")
    }

    static let yearText = """
        "films": {
          "request": { "method": "GET", "path": "/films", "query": {
            "year": { "required": false, "schema": { "type": "string" } } } },
          "responses": { "204": { "description": "Nothing." } }
        }
        """

    @Test(
        "a client that sends only numbers for a string without an example gets a note, and one that sends none an error",
        arguments: [true, false])
    func numericText(sendsNumbers: Bool) async throws {
        let results = try await DoubtTests.results(Self.yearText, of: "films", isOpenAPI: true, profile: .default) {
            session, input in
            let year = try input.optionalString("year").flatMap { Int($0) }
            _ = try await DoubtTests.get(session, "/films" + (sendsNumbers ? year.map { "?year=\($0)" } ?? "" : ""))
            return nil
        }
        let all = try #require(results.first { $0.id == "films~request.all" })
        #expect(!sendsNumbers || all.findings.first?.advice?.contains("give the parameter a type") == true)
        #expect(all.findings.map(\.severity) == [sendsNumbers ? .note : .error], "\(all.findings.map(\.message))")
    }

    static let sortText = """
        "films": {
          "request": { "method": "GET", "path": "/films", "query": {
            "sort": { "required": false, "schema": { "type": "string" } },
            "page": { "required": false, "schema": { "type": "integer" } } } },
          "responses": { "204": { "description": "Nothing." } }
        }
        """

    @Test(
        "a refused optional text is a question to the contract, but no refused number",
        arguments: [
            ("year", Rule.caseMadeValue, Finding.Severity.warning), ("enum", .caseMadeValue, .warning),
            ("page", .requestCountNone, .error),
        ])
    func refusedText(client: String, rule: Rule, severity: Finding.Severity) async throws {
        struct Refused: Error {}
        let results = try await DoubtTests.results(Self.sortText, of: "films", isOpenAPI: true, profile: .default) {
            session, input in
            let page = try input.optionalInt("page")
            let sort = try input.optionalString("sort")
            let isRefused =
                switch client {
                case "year": sort.map { Int($0) == nil } ?? false
                case "enum": sort.map { !["up", "down"].contains($0) } ?? false
                case "page": page != nil
                default: false
                }
            if isRefused { throw Refused() }
            let items = [sort.map { "sort=\($0)" }, page.map { "page=\($0)" }].compactMap(\.self)
            _ = try await DoubtTests.get(session, "/films" + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
            return nil
        }
        let all = try #require(results.first { $0.id == "films~request.all" })
        #expect(all.findings.map(\.rule) == [rule], "\(all.findings.map(\.message))")
        #expect(all.findings.map(\.severity) == [severity])
    }

    @Test(
        "an item under a wrong name is one mistake, whether or not its caller passes a value",
        arguments: [("query", nil, 1), ("query", "BTC", 1), ("query", "USD", 1), ("quote", nil, 0)])
    func wrongName(name: String, value: String?, count: Int) async throws {
        let text = """
            "prices": {
              "request": { "method": "GET", "path": "/prices", "query": {
                "quote": { "required": false, "schema": { "type": "string", "enum": ["usd", "btc"] } } } },
              "responses": { "204": { "description": "Nothing." } }
            }
            """
        let results = try await DoubtTests.results(text, of: "prices", isOpenAPI: true, profile: .default) {
            session, input in
            let quote = try input.optionalString("quote") ?? "usd"
            _ = try await DoubtTests.get(session, "/prices?\(name)=\(value ?? quote)")
            return nil
        }
        let errors = IssueGroup.groups(of: results.filter { $0.status != .blocked }).filter(\.isError)
        #expect(errors.count == count, "\(errors.map(\.text))")
    }

    @Test(
        "the order in a text with commas is a choice, unless the order matters or the text has no commas",
        arguments: [
            ("b,a", "A comma-separated list.", true), ("a,b", "A comma-separated list.", true),
            ("b,c", "A comma-separated list.", false), ("b,a", "A comma-separated list, in order.", false),
            ("b,a", "Any text.", false),
        ])
    func commas(sent: String, description: String, isRight: Bool) async throws {
        let text = """
            "author": {
              "request": { "method": "GET", "path": "/author", "query": {
                "include": { "required": false, "description": "\(description)", "schema": { "type": "string" } } } },
              "responses": { "204": { "description": "Nothing." } },
              "cases": { "works": { "request": { "query": { "include": "a,b" } }, "response": { "status": 204 } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "author", profile: .default) { session, _ in
            _ = try await DoubtTests.get(session, "/author?include=\(sent)")
            return nil
        }
        let findings = try #require(results.first { $0.id == "author/works" }).findings
        #expect(findings.isEmpty == isRight, "\(findings.map(\.message))")
    }

    @Test(
        "a property under a wrong name is one mistake, and one that is missing beside an unrelated one is two",
        arguments: [
            (#"{"model":"a"}"#, 0), (#"{"name":"a"}"#, 1), (#"{"name":"A"}"#, 1), (#"{"modell":"b"}"#, 1),
            (#"{"name":"b"}"#, 2), (#"{"tag":"a"}"#, 2),
        ])
    func wrongProperty(sent: String, count: Int) async throws {
        let text = """
            "pull": {
              "request": { "method": "POST", "path": "/pull", "body": { "type": "object", "required": ["model"],
                "properties": { "model": { "type": "string" }, "tag": { "type": "string" } } } },
              "responses": { "204": { "description": "Pulled." } },
              "cases": { "works": { "request": { "body": { "model": "a" } }, "response": { "status": 204 } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "pull", profile: .default) { session, _ in
            try await Self.posted(session, "/pull", JSONDecoder().decode([String: String].self, from: Data(sent.utf8)))
        }
        let findings = try #require(results.first { $0.id == "pull/works" }).findings
        #expect(findings.count == count, "\(findings.map(\.message))")
        #expect(count != 1 || findings[0].advice?.contains("Did you mean “model”?") == true)
    }

    @Test(
        "a client may get the token of OAuth 2 from its caller", arguments: [("token", true), ("clientSecret", false)])
    func givenToken(name: String, isRight: Bool) async throws {
        let text = """
            { "contract": "1.0", "info": { "title": "Bank", "version": "1" }, "servers": [{ "url": "https://bank.example" }],
              "components": { "securitySchemes": { "login": { "type": "oauth2", "flows": { "clientCredentials": {
                "tokenUrl": "https://bank.example/token", "scopes": {} } } } } },
              "operations": { "pay": { "request": { "method": "PUT", "path": "/pay" }, "security": [{ "login": [] }],
                "responses": { "204": { "description": "Paid." } },
                "cases": { "works": { "response": { "status": 204 } } } } } }
            """
        let loaded = ContractLoader.load("bank.json", files: MemoryFiles(["bank.json": text]))
        let contract = ClientContract(loaded, file: "bank.json", packageRoot: "/", level: "smoke", profile: .default)
        let bindings = ClientBindings(
            client: { ($0.urlSession, $0.credentials[name] ?? "") },
            operations: [
                "pay": .init { client, _ in
                    var request = URLRequest(url: try #require(URL(string: "https://bank.example/pay")))
                    request.httpMethod = "PUT"
                    request.setValue("Bearer \(client.1)", forHTTPHeaderField: "Authorization")
                    let status = (try await client.0.data(for: request).1 as? HTTPURLResponse)?.statusCode
                    guard status == 204 else { throw URLError(.badServerResponse) }
                    return nil
                }
            ])
        let results = await contract.results(of: "pay", with: bindings)
        let made = try #require(results.first { !$0.id.contains("~") })
        #expect(made.findings.map(\.rule) == (isRight ? [] : [.requestHeaderValue]), "\(made.findings.map(\.message))")
    }

    @Test("an operation that issues tokens is tested like others", arguments: [("/token", 0), ("/tokens", 1)])
    func tokenOperation(path: String, count: Int) async throws {
        struct Login: Codable, Sendable { var scope: String }
        let text = """
            { "contract": "1.0", "info": { "title": "Bank", "version": "1" }, "servers": [{ "url": "https://bank.example" }],
              "components": { "securitySchemes": { "login": { "type": "oauth2", "flows": { "clientCredentials": {
                "tokenUrl": "https://bank.example/token", "scopes": {} } } } } },
              "operations": { "token": { "request": { "method": "POST", "path": "/token" },
                "responses": { "200": { "description": "A token.", "body": { "type": "object", "required": ["scope"],
                  "properties": { "scope": { "type": "string" } } } } },
                "cases": { "works": { "response": { "status": 200, "body": { "scope": "read" } } } } } } }
            """
        let loaded = ContractLoader.load("bank.json", files: MemoryFiles(["bank.json": text]))
        let contract = ClientContract(loaded, file: "bank.json", packageRoot: "/", level: "smoke", profile: .default)
        let bindings = ClientBindings(
            client: { $0.urlSession },
            operations: [
                "token": .init { session, _ in
                    var request = URLRequest(url: try #require(URL(string: "https://bank.example\(path)")))
                    request.httpMethod = "POST"
                    return try JSONDecoder().decode(Login.self, from: await session.data(for: request).0)
                }
            ])
        let works = try #require(await contract.results(of: "token", with: bindings).first { $0.id == "token/works" })
        #expect(works.findings.count { $0.severity == .error } == count, "\(works.findings.map(\.message))")
    }

    /// What a client does with the members of an object that may have any.
    enum Members { case adds, drops, dropsRead, changes }

    static let queueText = """
        "queue": {
          "request": { "method": "POST", "path": "/queue", "body": { "type": "object", "required": ["arguments"],
            "properties": { "arguments": ARGUMENTS } } },
          "responses": { "204": { "description": "Declared." } }
        }
        """

    @Test(
        "a member that a client adds to a free-form object or drops from one unread is a note, unlike other members",
        arguments: [
            (#"{ "type": "object" }"#, .adds, .note),
            (#"{ "type": "object", "additionalProperties": { "type": "string" } }"#, .adds, .note),
            (#"{ "type": "object", "example": { "a": "b" } }"#, .drops, .note),
            (#"{ "type": "object", "example": { "a": "b" } }"#, .dropsRead, .error),
            (#"{ "type": "object", "example": { "a": "b" } }"#, .changes, .error),
            (#"{ "type": "object", "properties": { "a": { "type": "string" } } }"#, .adds, .warning),
            (#"{ "type": "object", "properties": { "a": {} }, "additionalProperties": false }"#, .adds, .error),
        ] as [(String, Members, Finding.Severity)])
    func freeForm(schema: String, client: Members, severity: Finding.Severity) async throws {
        struct Queue: Codable, Sendable { var arguments: [String: String] }
        let text = Self.queueText.replacing("ARGUMENTS", with: schema)
        let results = try await DoubtTests.results(text, of: "queue", isOpenAPI: true, profile: .default) {
            session, input in
            let given = try input.json("body")["arguments"]
            var queue = Queue(arguments: [:])
            for member in given?.value.object ?? JSONObject() { queue.arguments[member.key] = member.value.string }
            switch client {
            case .adds: queue.arguments["x-queue-type"] = "quorum"
            case .drops: queue.arguments = [:]
            case .dropsRead: queue.arguments = given?["a"] == nil ? ["a": "b"] : [:]
            case .changes: queue.arguments = queue.arguments.mapValues { $0.uppercased() }
            }
            var request = URLRequest(url: try #require(URL(string: "https://bank.example/queue")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(queue)
            let status = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode ?? 0
            guard (200..<300).contains(status) else { throw URLError(.badServerResponse) }
            return nil
        }
        let findings = results.flatMap(\.findings)
        let seen = "\(findings.map { "\($0.severity) \($0.message) \($0.actual ?? "")" })"
        #expect(findings.contains { $0.severity == severity }, "\(seen)")
        #expect(severity == .error || !findings.contains { $0.severity == .error }, "\(seen)")
    }

    /// Returns a body with one text, whose schema has a keyword, or else with an example of the whole body.
    private static func body(_ name: String, _ keyword: String?, example: String) -> String {
        let text = #"{ "type": "string"\#(keyword.map { ", \($0)" } ?? "") }"#
        let schema = #"{ "type": "object", "required": ["\#(name)"], "properties": { "\#(name)": \#(text) } }"#
        if keyword != nil { return schema }
        let whole = #"{ "\#(name)": "\#(example)" }"#
        return #"{ "content": { "application/json": { "schema": \#(schema), "example": \#(whole) } } }"#
    }

    @Test(
        "a required text that the client sets itself is a note if its default is only the name of its type",
        arguments: [
            ("string", Finding.Severity.note, true), ("string", .note, false), ("base64", .error, true),
            ("base64", .error, false),
        ])
    func placeholder(fallback: String, severity: Finding.Severity, isWhole: Bool) async throws {
        let body = Self.body("encoding", isWhole ? nil : #""default": "\#(fallback)""#, example: fallback)
        let text = """
            "send": {
              "request": { "method": "POST", "path": "/send", "body": \(body) },
              "responses": { "204": { "description": "Sent." } }
            }
            """
        let results = try await DoubtTests.results(text, of: "send", isOpenAPI: true, profile: .default) { session, _ in
            try await Self.posted(session, "/send", ["encoding": "utf8"])
        }
        let made = try #require(results.first { !$0.id.contains("~") })
        #expect(made.findings.map(\.severity) == [severity], "\(made.findings.map(\.message))")
    }

    @Test(
        "a text that is only the name of its type is a doubt in a response, too",
        arguments: [("string", true, true), ("string", true, false), ("ada", false, true), ("ada", false, false)])
    func placeholder(example: String, isDoubt: Bool, isWhole: Bool) async throws {
        struct Price: Codable, Sendable { var amount: String }
        let body = Self.body("amount", isWhole ? nil : #""example": "\#(example)""#, example: example)
        let text = """
            "price": {
              "request": { "method": "GET", "path": "/price" },
              "responses": { "200": { "description": "A price.", "body": \(body) } }
            }
            """
        let results = try await DoubtTests.results(text, of: "price", isOpenAPI: true, profile: .default) {
            session, _ in
            let price = try JSONDecoder().decode(Price.self, from: await DoubtTests.get(session, "/price"))
            guard Double(price.amount) != nil else { throw URLError(.cannotParseResponse) }
            return price
        }
        let made = try #require(results.first { !$0.id.contains("~") })
        let rules = made.findings.map(\.rule)
        #expect(rules == [isDoubt ? .caseMadeValue : .outcomeThrew], "\(made.findings.map(\.message))")
    }

    @Test(
        "a member that a client needs in a free-form object is a question to the contract, unlike a documented one",
        arguments: [("", true), (#", "properties": { "url": { "type": "string" } }"#, false)])
    func freeFormNeed(properties: String, isDoubt: Bool) async throws {
        struct Enclosure: Codable, Sendable { var url: String }
        struct Episode: Codable, Sendable { var id: String, enclosure: Enclosure? }
        let text = """
            "episode": {
              "request": { "method": "GET", "path": "/episode" },
              "responses": { "200": { "description": "An episode.", "body": { "type": "object",
                "required": ["id", "enclosure"], "properties": { "id": { "type": "string" },
                  "enclosure": { "type": ["object", "null"]\(properties) } } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "episode", isOpenAPI: true, profile: .default) {
            session, _ in
            try JSONDecoder().decode(Episode.self, from: await DoubtTests.get(session, "/episode"))
        }
        let doubts = results.flatMap(\.findings).filter { $0.rule == .caseMadeValue }
        #expect(doubts.map(\.place?.name) == (isDoubt ? ["/enclosure"] : []), "\(DoubtTests.errors(results))")
        #expect(!isDoubt || DoubtTests.errors(results).isEmpty, "\(DoubtTests.errors(results))")
    }

    /// Where a word of the client's enum is.
    enum EnumPlace: String, CaseIterable { case query, body, response }

    @Test(
        "an enum is a question to the contract, which the words in a description answer, but not in a response",
        arguments: EnumPlace.allCases, ["One of `asc`, `desc`.", "One of asc or desc.", "One of `up`, `down`."])
    func describedEnum(place: EnumPlace, description: String) async throws {
        enum Order: String, Codable, Sendable { case asc, desc }
        struct Sorting: Codable, Sendable { var order: Order }
        let schema = #"{ "type": "string", "description": "\#(description)" }"#
        let object = #"{ "type": "object", "required": ["order"], "properties": { "order": \#(schema) } }"#
        let text = """
            "sort": {
              "request": { "method": "POST", "path": "/sort"\(place == .query ? #", "query": { "order": \#(schema) }"# : "")
                \(place == .body ? #", "body": \#(object)"# : "") },
              "responses": { \(place == .response ? #""200": { "description": "Sorted.", "body": \#(object) }"#
                : #""204": { "description": "Sorted." }"#) }
            }
            """
        let results = try await DoubtTests.results(text, of: "sort", isOpenAPI: true, profile: .default) {
            session, input in
            var target = "/sort"
            var body: Data?
            switch place {
            case .query:
                guard let order = Order(rawValue: try input.string("order")) else {
                    throw CallInput.NotApplicable("the client has an enum")
                }
                target += "?order=\(order.rawValue)"
            case .body: body = try JSONEncoder().encode(try input.json("body").decode(Sorting.self))
            case .response: break
            }
            var request = URLRequest(url: try #require(URL(string: "https://bank.example\(target)")))
            request.httpMethod = "POST"
            if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
            request.httpBody = body
            let (data, response) = try await session.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard (200..<300).contains(status) else { throw URLError(.badServerResponse) }
            return place == .response ? try JSONDecoder().decode(Sorting.self, from: data) : nil
        }
        let isListed = !description.contains("up")
        let isQuestion = isListed || place != .response
        let made = try #require(results.first { !$0.id.contains("~") })
        #expect(made.findings.contains { $0.rule == .caseMadeValue } == isQuestion, "\(made.findings.map(\.message))")
        #expect(DoubtTests.errors(results).isEmpty == isQuestion, "\(DoubtTests.errors(results))")
        #expect((made.status == .notApplicable) == (isQuestion && !isListed))
        #expect(ClientContract.requiringCall(results).contains { $0.status == .failed } == !isQuestion)
    }

    /// Stores two lines of JSON and returns the id that the server responds with.
    private static func store(_ lines: String, _ session: URLSession) async throws -> [String: String] {
        var request = URLRequest(url: try #require(URL(string: "https://bank.example/bulk")))
        request.httpMethod = "POST"
        request.setValue("application/x-ndjson", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(lines.utf8)
        let (data, response) = try await session.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        return try JSONDecoder().decode([String: String].self, from: data)
    }

    private static let bulkText = #"""
        "bulk": {
          "request": { "method": "POST", "path": "/bulk", "body": { "content": { "application/x-ndjson": {
            "schema": { "type": "string" }, "example": "{\"a\":1,\"b\":2}\n{\"c\":3}\n" } } } },
          "responses": { "200": { "description": "Stored.", "body": { "type": "object", "required": ["id"],
            "properties": { "id": { "type": "string" } } } } }
        }
        """#

    @Test(
        "the order of members in JSON lines doesn't matter, unlike a value or the order of lines",
        arguments: [
            ("{\"a\":1,\"b\":2}\n{\"c\":3}\n", true), ("{\"b\":2,\"a\":1}\n{\"c\":3}\n", true),
            ("{\"b\":2,\"a\":7}\n{\"c\":3}\n", false), ("{\"c\":3}\n{\"a\":1,\"b\":2}\n", false),
            ("{\"a\":1,\"b\":2}\n{\"c\"\n", false),
        ])
    func lines(sent: String, isRight: Bool) async throws {
        let results = try await DoubtTests.results(Self.bulkText, of: "bulk", isOpenAPI: true) { session, _ in
            try await Self.store(sent, session)
        }
        let findings = try #require(results.first { !$0.id.contains("~") }).findings
        #expect(findings.isEmpty == isRight, "\(findings.map(\.message))")
    }

    @Test("concurrent calls of one case may send the members of their lines in different orders")
    func linesAtOnce() async throws {
        let count = Locked(0)
        let results = try await DoubtTests.results(Self.bulkText, of: "bulk", isOpenAPI: true) { session, _ in
            let isOdd = count.withLock { number in
                number += 1
                return number.isMultiple(of: 2)
            }
            let first = isOdd ? "{\"a\":1,\"b\":2}" : "{\"b\":2,\"a\":1}"
            return try await Self.store("\(first)\n{\"c\":3}\n", session)
        }
        let result = try #require(results.first { $0.id == "bulk~client.concurrent-isolation" })
        #expect(result.status == .passed, "\(result.reason ?? "") \(result.findings.map { $0.actual ?? "" })")
    }

    /// What a client sends for the languages that its caller passes.
    enum Languages {
        case given, added, dropped, changed, before

        func text(_ given: String) -> String {
            switch self {
            case .given: given
            case .added: "\(given),null"
            case .dropped: "null"
            case .changed: "\(given.uppercased()),null"
            case .before: "null,\(given)"
            }
        }
    }

    @Test(
        "an item beside all that the caller gave is a choice, but no dropped or changed one, and none in a plain text",
        arguments: [
            (.given, "Languages with commas.", nil), (.added, "Languages with commas.", .warning),
            (.added, "The language.", .error), (.dropped, "Languages with commas.", .error),
            (.changed, "Languages with commas.", .error), (.before, "Languages with commas.", .error),
        ] as [(Languages, String, Finding.Severity?)])
    func addedItems(client: Languages, description: String, severity: Finding.Severity?) async throws {
        let text = """
            "images": {
              "request": { "method": "GET", "path": "/images", "query": {
                "languages": { "required": false, "description": "\(description)", "schema": { "type": "string" } } } },
              "responses": { "204": { "description": "Nothing." } }
            }
            """
        let results = try await DoubtTests.results(text, of: "images", isOpenAPI: true, profile: .default) {
            session, input in
            let sent = try input.optionalString("languages").map(client.text)
            let text = sent?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            _ = try await DoubtTests.get(session, "/images" + (text.map { "?languages=\($0)" } ?? ""))
            return nil
        }
        let all = try #require(results.first { $0.id == "images~request.all" })
        #expect(all.findings.map(\.severity) == [severity].compactMap(\.self), "\(all.findings.map(\.message))")
        let errors = results.filter { $0.findings.contains { $0.severity == .error } }
        #expect(severity == .error || errors.isEmpty, "\(DoubtTests.errors(errors))")
        #expect(severity != .warning || all.findings[0].details[0].contains(#""request.all": { "skip""#))
    }

    @Test(
        "a required property that every example lacks is the contract's mistake, and one that an example has is not",
        arguments: [
            ([#"{ "media": 7 }"#], #"{ "media": 7 }"#, ["raw"]), ([#"{ "media": 7 }"#], #"{ "raw": "a" }"#, []),
            ([#"{ "media": 7 }"#, #"{ "raw": "a" }"#], #"{ "media": 7 }"#, []), ([], "{}", []), (["[]"], "{}", []),
        ])
    func contradiction(examples: [String], sent: String, names: [String]) throws {
        let text = #"{ "type": "object", "required": ["raw"] }"#
        let schema = try Schema.compile(JSONDocument(parsing: text, file: "s.json").root)
        let found = try SecondLook.contradictions(
            schema, examples: examples.map { try JSON(parsing: $0) }, sent: JSON(parsing: sent))
        #expect(found == names)
    }

    @Test(
        "a text of the client's own enum is the contract's doubt, but a client that rejects only other letters is wrong",
        arguments: [("enum", Finding.Severity.warning), ("letters", .error), ("numbers", .warning), ("small", .error)])
    func words(client: String, severity: Finding.Severity) async throws {
        struct Status: Codable, Sendable { var state: String, code: Int }
        let text = """
            "status": {
              "request": { "method": "GET", "path": "/status" },
              "responses": { "200": { "description": "A status.", "body": { "type": "object",
                "required": ["state", "code"],
                "properties": { "state": { "type": "string" }, "code": { "type": "integer" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "state": "success", "code": 2 } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "status", profile: .default) { session, _ in
            let status = try JSONDecoder().decode(Status.self, from: await DoubtTests.get(session, "/status"))
            let isKnown =
                switch client {
                case "enum": status.state == "success"
                case "letters": status.state.utf8.allSatisfy { $0 < 0x80 }
                case "numbers": (0...6).contains(status.code)
                default: status.code < Int(Int32.max)
                }
            guard isKnown else { throw URLError(.cannotParseResponse) }
            return status
        }
        let change = ["enum", "letters"].contains(client) ? "encoding.unicode-content" : "number.int-2^53+1"
        let findings = results.filter { $0.id.hasPrefix("status~\(change)") }.flatMap(\.findings)
        #expect(!findings.isEmpty && findings.allSatisfy { $0.severity == severity }, "\(findings.map(\.message))")
    }

    @Test(
        "an invalid optional property that is read as missing is a choice, but neither a wrong value nor a required one",
        arguments: [
            ("", "unknown", Finding.Severity.warning), ("", "female", .error),
            (#""required": ["gender"], "#, "unknown", .error),
        ])
    func lenient(required: String, invalid: String, severity: Finding.Severity) async throws {
        struct Person: Codable, Sendable { var gender: String }
        let text = """
            "person": {
              "request": { "method": "GET", "path": "/person" },
              "responses": { "200": { "description": "A person.", "body": { "type": "object", \(required)
                "properties": { "gender": { "type": "integer" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "gender": 2 } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "person", profile: .default) { session, _ in
            let data = try await DoubtTests.get(session, "/person")
            let body = try JSONDocument(parsing: [UInt8](data)).root
            guard body.kind == .object else { throw URLError(.cannotParseResponse) }
            guard let gender = body["gender"] else { return Person(gender: "unknown") }
            return Person(gender: gender.kind == .number ? gender.compact : invalid)
        }
        let findings = results.filter { $0.id.hasPrefix("person~structure.wrong-type") }.flatMap(\.findings)
        #expect(!findings.isEmpty && findings.allSatisfy { $0.severity == severity }, "\(findings.map(\.message))")
    }

    @Test(
        "an invalid value in an optional object may be read as no object, and a null element as nil, but not as another",
        arguments: [
            ("nil", [Finding.Severity.warning, .warning]), ("other", [.error, .error]),
        ])
    func lenientParts(client: String, severities: [Finding.Severity]) async throws {
        struct Song: Codable, Sendable {
            struct Link: Codable, Sendable { var url: String }
            var link: Link?
            var tags: [String?]
        }
        let text = """
            "song": {
              "request": { "method": "GET", "path": "/song" },
              "responses": { "200": { "description": "A song.", "body": { "type": "object", "required": ["tags"],
                "properties": { "tags": { "type": "array", "items": { "type": "string" } },
                  "link": { "type": "object", "required": ["url"], "properties": { "url": { "type": "string" } } } } } } },
              "cases": { "works": { "response": { "status": 200, "body": {
                "tags": ["a", "b"], "link": { "url": "https://bank.example/7" } } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "song", profile: .default) { session, _ in
            let data = try await DoubtTests.get(session, "/song")
            let body = try JSONDocument(parsing: [UInt8](data)).root
            guard let tags = body["tags"], tags.kind == .array else { throw URLError(.cannotParseResponse) }
            let url = body["link"]?["url"]?.string ?? (client == "other" && body["link"] != nil ? "/" : nil)
            return Song(
                link: url.map { Song.Link(url: $0) },
                tags: tags.elements.map { $0.string ?? (client == "other" ? "none" : nil) })
        }
        let found = ["wrong-type:/link/url", "null-element:/tags/0"].map { entry in
            results.first { $0.id == "song~structure.\(entry)" }?.findings.first?.severity
        }
        #expect(found == severities)
    }

    @Test("a case that fails like the documented case is no second problem")
    func failsAnyway() async throws {
        let results = try await DoubtTests.results(Self.issueText, of: "issue", profile: .default) { session, _ in
            struct Strict: Codable, Sendable { var id: Int, title: String }
            return try JSONDecoder().decode(Strict.self, from: await DoubtTests.get(session, "/issue"))
        }
        let findings = results.flatMap(\.findings).filter { $0.rule == .outcomeThrew }
        #expect(findings.count > 5 && findings.allSatisfy { $0.severity == .error }, "\(findings.map(\.message))")
    }

    @Test(
        "a text that is replaced by a known keyword is a note, and a wrong value of a number that the closure reads an error",
        arguments: [("keywords", Finding.Severity.note), ("constant", .error)])
    func replaced(client: String, severity: Finding.Severity) async throws {
        let text = """
            "albums": {
              "request": { "method": "GET", "path": "/albums", "query": {
                "groups": { "required": false, "schema": { "type": "string", "example": "single,album" } },
                "limit": { "required": false, "schema": { "type": "integer" } } } },
              "responses": { "204": { "description": "Nothing." } }
            }
            """
        let results = try await DoubtTests.results(text, of: "albums", isOpenAPI: true, profile: .default) {
            session, input in
            let (groups, limit) = (try input.optionalString("groups"), try input.optionalInt("limit"))
            let known = groups.map { $0 == "single,album" ? $0 : "other" }.map { "groups=\($0)" }
            let sent = limit.map { "limit=\(client == "constant" ? 50 : $0)" }
            let items = [known, sent].compactMap(\.self)
            _ = try await DoubtTests.get(session, "/albums" + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
            return nil
        }
        let findings = results.flatMap(\.findings)
        #expect(findings.contains { $0.severity == severity }, "\(findings.map(\.message))")
        #expect(severity == .error || !findings.contains { $0.severity == .error }, "\(findings.map(\.message))")
    }

    @Test(
        "a client may set a required property that no example states, if its closure doesn't read the property",
        arguments: [("", false, Finding.Severity.note), ("", true, .error), (#", "example": "base64""#, false, .error)])
    func setsRequired(example: String, isRead: Bool, severity: Finding.Severity) async throws {
        let text = """
            "get": {
              "request": { "method": "POST", "path": "/get", "body": { "type": "object", "required": ["encoding", "count"],
                "properties": { "encoding": { "type": "string"\(example) }, "count": { "type": "string" } } } },
              "responses": { "204": { "description": "Nothing." } }
            }
            """
        let results = try await DoubtTests.results(text, of: "get", isOpenAPI: true, profile: .default) {
            session, input in
            let body = try input.json("body")
            if isRead { _ = body["encoding"] }
            return try await Self.posted(session, "/get", ["encoding": "auto", "count": body["count"]?.string ?? ""])
        }
        let findings = results.first { $0.id == "get/made" }?.findings ?? []
        #expect(findings.map(\.severity) == [severity], "\(findings.map(\.message))")
    }

    @Test(
        "a response that the client always rejects is one mistake, also if its error contains the URL or the response",
        arguments: [("url", [true]), ("response", [true]), ("other", [true, true])])
    func alwaysRejects(content: String, areErrors: [Bool]) async throws {
        enum Unreadable: Error { case response(String), other }
        let text = """
            "coin": {
              "request": { "method": "GET", "path": "/coins/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "200": { "description": "A coin.", "body": { "type": "object", "required": ["name"],
                "properties": { "name": { "type": "string" }, "rank": { "type": "integer" } } } } },
              "cases": { "works": { "request": { "pathParameters": { "id": "btc" } },
                "response": { "status": 200, "body": { "name": "Bitcoin", "rank": 1 } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "coin", profile: .default) { session, input in
            let id = try input.string("id").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let text = String(decoding: try await DoubtTests.get(session, "/coins/\(id)"), as: UTF8.self)
            if content == "other", text.contains("unknownProperty") { throw Unreadable.other }
            throw Unreadable.response(content == "response" ? text : id)
        }
        let groups = IssueGroup.groups(of: results.filter { $0.status != .blocked })
        #expect(groups.map(\.isError) == areErrors, "\(groups.map(\.text))")
    }

    @Test("a property that the example of the body lacks is in the request with all properties")
    func allProperties() async throws {
        let text = """
            "list": {
              "request": { "method": "POST", "path": "/lists", "body": { "type": "object", "required": ["name"],
                "example": { "name": "Mix" }, "properties": { "name": { "type": "string" }, "shared": { "type": "string" } } } },
              "responses": { "204": { "description": "Stored." } }
            }
            """
        let results = try await DoubtTests.results(text, of: "list", isOpenAPI: true) { session, input in
            let body = try input.json("body")
            return try await Self.posted(session, "/lists", ["name": body["name"]?.string ?? ""])
        }
        let all = try #require(results.first { $0.id == "list~request.all:body" })
        #expect(all.findings.map(\.rule) == [.requestBodyValue], "\(all.findings.map(\.message))")
    }

    @Test("JSON without a type in a result is compared as JSON, whatever the order of its members")
    func untypedResult() throws {
        struct Hit: Codable { var document: JSONInput }
        let texts = [#"{"document":{"a":1,"b":[2]}}"#, #"{"document":{"b":[2],"a":1}}"#]
        let hits = try texts.map { try JSONDecoder().decode(Hit.self, from: Data($0.utf8)) }
        let values = hits.map { Reflected($0).json }
        #expect(values[0] == values[1] && values[0] == ["document": ["a": 1, "b": [2]]], "\(values)")
        #expect(hits[0].document == hits[1].document)
    }

    @Test("concurrent calls don't repeat the mistake of a single call, also with a baseline, and report a new one")
    func concurrent() throws {
        let plan = try #require(Todos.contract().plan)
        let location = SourceLocation(file: "awesome-todos.json", line: 1, column: 1)
        func result(_ id: String, _ status: CaseResult.Status, _ rule: Rule, _ severity: Finding.Severity) -> CaseResult
        {
            CaseResult(
                id: id, file: "awesome-todos.json", operation: "login",
                origin: id.contains("~") ? .derived : .documented, status: status,
                location: location,
                findings: [
                    Finding(
                        rule: rule, severity: severity, blame: .client, "wrong", contract: location,
                        place: .init(.outcome))
                ])
        }
        let blocked = result("login~client.concurrent-isolation", .blocked, .outcomeThrew, .error)
        for (other, status) in [
            (result("login/creates a token", .failed, .outcomeThrew, .error), CaseResult.Status.notApplicable),
            (result("login/creates a token", .pending, .outcomeThrew, .warning), .notApplicable),
            (result("login/creates a token", .failed, .outcomeValue, .error), .blocked),
            (result("login~syntax.invalid-json", .failed, .outcomeThrew, .error), .blocked),
        ] {
            #expect([other, blocked].judgingRequestsOnce(in: plan).last?.status == status)
        }
    }

    @Test(
        "the order of keywords in a body doesn't matter, unlike that of other texts, or if the description says so",
        arguments: [
            (#"{ "enum": ["a", "b"] }"#, "", true), (#"{ "type": "string" }"#, "", false),
            (#"{ "enum": ["a", "b"] }"#, "In the order of delivery.", false),
        ])
    func keywords(items: String, description: String, isRight: Bool) async throws {
        let text = """
            "hook": {
              "request": { "method": "POST", "path": "/hooks", "body": { "type": "object", "required": ["events"],
                "properties": { "events": {
                  "type": "array", "description": "\(description)", "items": \(items) } } } },
              "responses": { "204": { "description": "Stored." } },
              "cases": { "works": { "request": { "body": { "events": ["a", "b"] } }, "response": { "status": 204 } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "hook", profile: .default) { session, input in
            let events = try input.json("body").decode([String: [String]].self)["events"] ?? []
            var request = URLRequest(url: try #require(URL(string: "https://bank.example/hooks")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(["events": Array(events.reversed())])
            _ = try await session.data(for: request)
            return nil
        }
        let findings = try #require(results.first { $0.id == "hook/works" }).findings
        #expect(findings.isEmpty == isRight, "\(findings.map(\.message))")
    }

    @Test(
        "a client may return the body of a response as bytes, but not a part of it, or bytes in place of an invalid body",
        arguments: ["whole", "first", "none"])
    func bytes(share: String) async throws {
        let text = """
            "file": {
              "request": { "method": "GET", "path": "/file" },
              "responses": { "200": { "description": "A document.", "body": { "type": "object" } } },
              "cases": { "works": { "response": { "status": 200, "body": { "a": 1 } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "file", profile: .default) { session, _ in
            let data = try await DoubtTests.get(session, "/file")
            if share == "none", (try? JSONDocument(parsing: [UInt8](data))) == nil { return Data() }
            return share == "first" ? data.prefix(1) : data
        }
        let returned = results.filter { $0.id.hasPrefix("file~syntax") }.flatMap(\.findings)
        #expect(returned.isEmpty == (share == "whole"), "\(DoubtTests.errors(results))")
    }

    /// The wrapper of untyped JSON that Flight-School's package has.
    struct AnyCodable: Codable, @unchecked Sendable {
        let value: Any

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = container.decodeNil() ? () as Any : try container.decode(JSONInput.self)
        }

        func encode(to encoder: any Encoder) throws {}
    }

    @Test("a client may return untyped JSON in a wrapper, but no other value for null", arguments: [true, false])
    func wrapper(keepsNull: Bool) async throws {
        struct Hit: Codable, Sendable { var tokens: [AnyCodable] }
        struct Text: Codable, Sendable { var tokens: [String] }
        let text = """
            "hit": {
              "request": { "method": "GET", "path": "/hit" },
              "responses": { "200": { "description": "A hit.", "body": { "type": "object", "required": ["tokens"],
                "properties": { "tokens": { "type": "array", "items": { "type": "string" } } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "tokens": ["a"] } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "hit", profile: .default) { session, _ in
            let hit = try JSONDecoder().decode(Hit.self, from: await DoubtTests.get(session, "/hit"))
            return keepsNull
                ? hit as any Sendable : Text(tokens: hit.tokens.map { ($0.value as? JSONInput)?.string ?? "" })
        }
        let null = results.first { $0.id == "hit~structure.null-element:/tokens/0" }
        #expect(null?.findings.map(\.severity) == (keepsNull ? [] : [.error]), "\(null?.findings ?? [])")
    }

    @Test(
        "an error that reports a listed value is a choice, but a value that can't be decoded an error",
        arguments: [true, false])
    func listedError(reports: Bool) async throws {
        enum Code: String, Codable { case ok = "Ok" }
        struct Failure: Error { var code: String }
        struct Answer: Codable, Sendable { var code: String }
        struct Strict: Codable, Sendable { var code: Code }
        let text = """
            "trip": {
              "request": { "method": "GET", "path": "/trip" },
              "responses": { "200": { "description": "A trip.", "body": { "type": "object", "required": ["code"],
                "properties": { "code": { "type": "string", "enum": ["Ok", "ServiceError"] } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "code": "Ok" } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "trip", profile: .default) { session, _ in
            let data = try await DoubtTests.get(session, "/trip")
            guard reports else { return try JSONDecoder().decode(Strict.self, from: data) }
            let answer = try JSONDecoder().decode(Answer.self, from: data)
            guard answer.code == "Ok" else { throw Failure(code: answer.code) }
            return answer
        }
        let listed = results.first { $0.id == "trip~evolution.boundary-values:/code:serviceerror" }
        #expect(listed?.findings.map(\.severity) == [reports ? .warning : .error], "\(listed?.findings ?? [])")
    }

    @Test(
        "parameters whose false a client leaves out are one mistake, unlike true, and a choice if nothing says their default",
        arguments: [
            (true, "true", "", Finding.Severity.error), (false, "true", "", .error), (false, "false", "", .warning),
            (false, "false", #", "default": true"#, .error), (true, "false", "", .error),
        ])
    func omittedFlags(omitted: Bool, required: String, fallback: String, severity: Finding.Severity) async throws {
        let names = ["local", "pinned", "muted"]
        let query = names.map {
            #""\#($0)": { "required": \#(required), "schema": { "type": "boolean"\#(fallback) } }"#
        }
        let stated = names.map { #""\#($0)": \#(omitted)"# }
        let text = """
            "list": {
              "request": { "method": "GET", "path": "/list", "query": { \(query.joined(separator: ", ")) } },
              "responses": { "204": { "description": "Listed." } },
              "cases": { "works": {
                "request": { "query": { \(stated.joined(separator: ", ")) } }, "response": { "status": 204 } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "list", profile: .default) { session, input in
            let sent = try names.filter { try input.bool($0) != omitted }.map { "\($0)=\(!omitted)" }
            let target = sent.isEmpty ? "/list" : "/list?\(sent.joined(separator: "&"))"
            return try await DoubtTests.get(session, target).count
        }
        let issues = IssueGroup.groups(of: results.filter { $0.id == "list/works" })
        #expect(issues.count == (omitted ? names.count : 1), "\(issues.map(\.text))")
        #expect(issues.allSatisfy { $0.finding?.severity == severity }, "\(issues.map(\.text))")
    }

    @Test(
        "an optional property of a body that is false may be left out, unless the contract documents its default",
        arguments: [
            ("", "", false, Finding.Severity.warning), (#", "default": true"#, "", false, .error),
            ("", #", "required": ["stream"]"#, false, .error), ("", "", true, .error),
        ])
    func omittedFlag(fallback: String, required: String, value: Bool, severity: Finding.Severity) async throws {
        let text = """
            "run": {
              "request": { "method": "POST", "path": "/run", "body": { "type": "object"\(required),
                "properties": { "stream": { "type": "boolean"\(fallback) }, "name": { "type": "string" } } } },
              "responses": { "204": { "description": "It ran." } },
              "cases": { "works": { "request": { "body": { "name": "a", "stream": \(value) } },
                "response": { "status": 204 } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "run", profile: .default) { session, input in
            struct Run: Codable { var name: String?, stream: Bool? }
            var run = try input.json("body").decode(Run.self)
            // The client leaves out the property if it is false, and in this test also if it is true.
            run.stream = nil
            var request = URLRequest(url: URL(string: "https://bank.example/run") ?? URL(filePath: "/"))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(run)
            let status = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode
            guard status == 204 else { throw URLError(.badServerResponse) }
            return nil
        }
        let works = try #require(results.first { $0.id == "run/works" })
        #expect(works.findings.map(\.severity) == [severity], "\(works.findings.map(\.message))")
    }

    @Test("a list whose items have brackets is one mistake", arguments: [("id", 0), ("id%5B%5D", 1), ("ids", 1)])
    func bracketedList(name: String, count: Int) async throws {
        let text = """
            "list": {
              "request": { "method": "GET", "path": "/list", "query": { "id": {
                "schema": { "type": "array", "items": { "type": "string" } } } } },
              "responses": { "204": { "description": "Listed." } },
              "cases": { "works": { "request": { "query": { "id": ["amber", "cedar"] } }, "response": { "status": 204 } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "list", profile: .default) { session, _ in
            try await DoubtTests.get(session, "/list?\(name)=amber&\(name)=cedar").count
        }
        let works = try #require(results.first { $0.id == "list/works" })
        #expect(works.findings.count == count, "\(works.findings.map(\.message))")
    }

    @Test("a client may return a text that is no URL, but no different URL in place of it", arguments: [true, false])
    func uncheckedURL(keepsText: Bool) async throws {
        struct Media: Codable, Sendable { var id: String, remote: String? }
        let text = """
            "media": {
              "request": { "method": "GET", "path": "/media" },
              "responses": { "200": { "description": "A file.", "body": { "type": "object", "required": ["id", "remote"],
                "properties": { "id": { "type": "string" }, "remote": { "type": ["string", "null"], "format": "uri" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "id": "a", "remote": null } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "media", profile: .default) { session, _ in
            var media = try JSONDecoder().decode(Media.self, from: await DoubtTests.get(session, "/media"))
            if !keepsText, media.remote != nil { media.remote = "https://bank.example/none" }
            return media
        }
        let wrong = results.filter { $0.id.contains("wrong-type:/remote") }
        #expect(!wrong.isEmpty && DoubtTests.errors(wrong).isEmpty == keepsText, "\(DoubtTests.errors(wrong))")
    }
}
