// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clients whose behavior a maintainer may have chosen. The profile decides whether it fails the tests.
@Suite("The severity of what a client does", .timeLimit(.minutes(10))) struct HarmTests {
    enum Habit: CaseIterable {
        case rejectsNull, rejectsFractions, rejectsUnknownKeys, ignoresCancellation, repeats, returnsNil, returnsError
        case acceptsOddStatus, skipsNulls, readsLinksAsMap
    }

    private static let text = """
        "event": {
          "request": { "method": "GET", "path": "/event" },
          "responses": { "200": { "description": "An event.", "body": {
            "type": "object", "required": ["name", "at"], "properties": {
              "name": { "type": "string" }, "at": { "type": "string", "format": "date-time" },
              "memo": { "type": ["string", "null"] },
              "labels": { "type": "object", "additionalProperties": { "type": "string" } },
              "tags": { "type": "array", "items": { "type": "string" } },
              "links": { "type": "object", "properties": { "home": { "type": "string" } } } } } } },
          "cases": { "works": { "response": { "status": 200, "body": {
            "name": "Race", "at": "2026-05-01T08:00:00Z", "memo": "wet", "labels": { "a": "b" },
            "tags": ["x", "y"], "links": { "home": "h" } } } } }
        }
        """

    struct Event: Codable, Sendable {
        var name: String?
        var at: String
        var memo: String?
        var labels: [String: String]?
        var tags: [String?]?
    }

    private static func event(_ session: URLSession, _ habit: Habit) async throws -> Event {
        let url = try #require(URL(string: "https://bank.example/event"))
        var (data, response) = try await session.data(from: url)
        if habit == .repeats, (response as? HTTPURLResponse)?.statusCode == 503 {
            (data, response) = try await session.data(from: url)
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if habit == .returnsError, status == 503 { return Event(at: "") }
        let isSuccess = (200..<300).contains(status) || habit == .acceptsOddStatus && !(300..<600).contains(status)
        guard isSuccess else { throw URLError(.badServerResponse) }
        var event = try JSONDecoder().decode(Event.self, from: data)
        if habit == .skipsNulls { event.tags = event.tags?.filter { $0 != nil } }
        guard habit == .skipsNulls || event.tags?.contains(nil) != true else { throw URLError(.cannotParseResponse) }
        if habit == .readsLinksAsMap {
            struct Links: Decodable { var links: [String: String]? }
            _ = try JSONDecoder().decode(Links.self, from: data)
        }
        let isNull = String(decoding: data, as: UTF8.self).firstMatch(of: #/"memo"\s*:\s*null/#) != nil
        let isRejected =
            switch habit {
            case .rejectsNull: isNull
            case .rejectsFractions: event.at.contains(".")
            case .rejectsUnknownKeys: event.labels?.keys.contains { $0 != "a" } ?? false
            case .ignoresCancellation, .repeats, .returnsNil, .returnsError, .acceptsOddStatus, .skipsNulls,
                .readsLinksAsMap:
                false
            }
        guard !isRejected, habit == .returnsNil || event.name != nil else { throw URLError(.cannotParseResponse) }
        return event
    }

    private static func results(_ habit: Habit, _ profile: Severities.Profile) async throws -> [CaseResult] {
        try await DoubtTests.results(text, of: "event", profile: profile) { session, _ in
            guard habit == .ignoresCancellation else { return try await event(session, habit) }
            return try await Task.detached { try await event(session, habit) }.value
        }
    }

    @Test(
        "has the row of the table in docs/client-tests.md",
        arguments: [
            (.rejectsNull, .warning, .error), (.rejectsFractions, .warning, .error),
            (.rejectsUnknownKeys, .warning, .error), (.ignoresCancellation, .warning, .error),
            (.returnsNil, .warning, .error), (.repeats, .note, .note), (.returnsError, .error, .error),
            (.acceptsOddStatus, .warning, .error), (.skipsNulls, .warning, .error),
            (.readsLinksAsMap, .warning, .error),
        ] as [(Habit, Finding.Severity, Finding.Severity)])
    func rows(habit: Habit, inDefault: Finding.Severity, inStrict: Finding.Severity) async throws {
        for (profile, severity) in [(Severities.Profile.default, inDefault), (.strict, inStrict)] {
            let findings = try await Self.results(habit, profile).flatMap(\.findings).filter { $0.blame == .client }
            let seen = "\(findings.map { "\($0.severity) \($0.rule) \($0.message) \($0.details)" })"
            #expect(findings.contains { $0.severity == severity }, "\(profile): \(seen)")
            #expect(severity == .error || !findings.contains { $0.severity == .error }, "\(profile): \(seen)")
        }
    }

    @Test(
        "an optional property that a client needs is one mistake, also if the property is null",
        arguments: [("memo", "null-nullable"), ("tags", "null-optional")], [true, false])
    func needsOptional(property: (name: String, change: String), isNeeded: Bool) async throws {
        let results = try await DoubtTests.results(Self.text, of: "event", profile: .default) { session, _ in
            let event = try await Self.event(session, .repeats)
            let isThere = property.name == "memo" ? event.memo != nil : event.tags != nil
            guard isThere || !isNeeded else { throw URLError(.cannotParseResponse) }
            return event
        }
        let ids = ["drop-optional", property.change].map { "event~structure.\($0):/\(property.name)" }
        #expect(ids.allSatisfy { id in results.contains { $0.id == id } })
        let issues = IssueGroup.groups(of: results).filter { !Set($0.ids).isDisjoint(with: ids) }
        #expect(issues.map(\.isError) == (isNeeded ? [true] : []), "\(issues.map(\.text))")
        #expect(issues.allSatisfy { Set(ids).isSubset(of: $0.ids) })
    }

    @Test(
        "a document that requires no property isn't taken at its word, unlike one that requires some",
        arguments: [("", Finding.Severity.warning), (#""required": ["at"], "#, .error)])
    func requiresNothing(required: String, severity: Finding.Severity) async throws {
        let text = Self.text.replacing(#""required": ["name", "at"], "#, with: required)
        let results = try await DoubtTests.results(text, of: "event", profile: .default) { session, _ in
            try await Self.event(session, .repeats)
        }
        for id in ["drop-optional:/name", "empty-object"] {
            let found = results.first { $0.id == "event~structure.\(id)" }?.findings.map(\.severity)
            #expect(found == [severity] || id == "empty-object" && found == nil, "\(id): \(found ?? [])")
        }
        #expect(required != "" || results.contains { $0.id == "event~structure.empty-object" })
    }

    @Test(
        "an error body at 200 that becomes an object of nils is the choice of optional properties, but no value is",
        arguments: [
            (nil, Finding.Severity.warning), ("unknown", .error),
        ])
    func hollow(name: String?, severity: Finding.Severity) async throws {
        struct Label: Codable, Sendable { var name: String?, color: String?, url: String? }
        let text = """
            "label": {
              "request": { "method": "GET", "path": "/label" },
              "responses": {
                "200": { "description": "A label.", "body": { "type": "object", "required": ["name", "color"],
                  "properties": { "name": { "type": "string" }, "color": { "type": "string" },
                    "url": { "type": "string" } } } },
                "404": { "description": "None.", "body": { "type": "object", "required": ["message", "url"],
                  "properties": { "message": { "type": "string" }, "url": { "type": "string" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": {
                "name": "bug", "color": "red", "url": "https://bank.example/bug" } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "label", profile: .default) { session, _ in
            var label = try JSONDecoder().decode(Label.self, from: await DoubtTests.get(session, "/label"))
            if label.name == nil { label.name = name }
            return label
        }
        let found = try #require(results.first { $0.id == "label~error.success-status-error-body:404" })
        #expect(found.findings.map(\.severity) == [severity], "\(found.findings.map(\.message))")
    }

    /// What a client makes of the time of its calendar.
    enum Time: CaseIterable {
        case instant, wholeSeconds, clockText, hourLater, withoutOffset
    }

    @Test(
        "a date at a different instant is an error, but the local clock time as text is none", arguments: Time.allCases)
    func zones(time: Time) async throws {
        struct Meeting: Codable { var startsAt: String }
        struct Start: Codable { var starts_at: Date }
        let text = """
            "meeting": { "request": { "method": "GET", "path": "/meeting" },
              "responses": { "200": { "description": "A meeting.", "body": { "type": "object", "required": ["startsAt"],
                "properties": { "startsAt": { "type": "string", "format": "date-time" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "startsAt": "2026-05-01T08:00:00.25Z" } } } } }
            """
        let results = try await DoubtTests.results(text, of: "meeting", profile: .default) { session, _ in
            let meeting = try JSONDecoder().decode(Meeting.self, from: await DoubtTests.get(session, "/meeting"))
            let clock = String(meeting.startsAt.prefix(19))
            guard let seconds = Instant.seconds(meeting.startsAt), let local = Instant.seconds("\(clock)Z") else {
                throw URLError(.cannotParseResponse)
            }
            switch time {
            case .instant: return Start(starts_at: Date(timeIntervalSince1970: seconds))
            case .wholeSeconds: return Start(starts_at: Date(timeIntervalSince1970: seconds.rounded(.down)))
            case .clockText: return Meeting(startsAt: clock)
            case .hourLater: return Start(starts_at: Date(timeIntervalSince1970: seconds + 3600))
            case .withoutOffset: return Start(starts_at: Date(timeIntervalSince1970: local))
            }
        }
        let errors = results.filter { $0.findings.contains { $0.severity == .error } }
        #expect(errors.flatMap(\.findings).allSatisfy { $0.rule == .outcomeValue })
        #expect(errors.map(\.id).contains("meeting/works") == (time == .hourLater))
        #expect(errors.isEmpty == (time != .hourLater && time != .withoutOffset), "\(errors.map(\.id))")
    }

    @Test(
        "a member such as unknown for unlisted texts isn't a mistake, unlike a listed one for a number",
        arguments: [true, false])
    func lenientEnum(isLenientText: Bool) async throws {
        enum Kind: String, Codable { case round, square, unknown }
        struct Shape: Codable { var kind: Kind }
        struct Body: Decodable { var kind: String }
        let text = """
            "shape": { "request": { "method": "GET", "path": "/shape" },
              "responses": { "200": { "description": "A shape.", "body": { "type": "object", "required": ["kind"],
                "properties": { "kind": { "type": "string", "enum": ["round", "square"] } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "kind": "round" } } } } }
            """
        let results = try await DoubtTests.results(text, of: "shape", profile: .default) { session, _ in
            let data = try await DoubtTests.get(session, "/shape")
            if isLenientText {
                return Shape(kind: Kind(rawValue: try JSONDecoder().decode(Body.self, from: data).kind) ?? .unknown)
            }
            return (try? JSONDecoder().decode(Shape.self, from: data)) ?? Shape(kind: .square)
        }
        #expect(results.contains { $0.id == "shape~evolution.unknown-enum:/kind" && $0.findings.isEmpty })
        #expect(DoubtTests.errors(results).isEmpty == isLenientText, "\(DoubtTests.errors(results))")
        #expect(!isLenientText || results.allSatisfy(\.findings.isEmpty))
    }

    @Test(
        "a date-time that a client rejects in every operation is one warning, or in the strict profile several errors")
    func dateForms() async throws {
        func operation(_ name: String, _ start: String, _ end: String) -> String {
            """
            "\(name)": { "request": { "method": "GET", "path": "/\(name)" },
              "responses": { "200": { "description": "A slot.", "body": { "type": "object", "required": ["\(start)", "\(end)"],
                "properties": { "\(start)": { "type": "string", "format": "date-time" },
                  "\(end)": { "type": "string", "format": "date-time" } } } } },
              "cases": { "works": { "response": { "status": 200, "body": {
                "\(start)": "2026-05-01T08:00:00Z", "\(end)": "2026-05-01T09:00:00Z" } } } } }
            """
        }
        let rows: [(Severities.Profile, Finding.Severity, Int)] = [(.default, .warning, 1), (.strict, .error, 2)]
        for (profile, severity, count) in rows {
            var results: [CaseResult] = []
            for (name, start, end) in [("slot", "start", "end"), ("shop", "opens", "closes")] {
                let text = operation(name, start, end)
                results += try await DoubtTests.results(text, of: name, profile: profile) { session, _ in
                    let (decoder, formatter) = (JSONDecoder(), DateFormatter())
                    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
                    formatter.timeZone = TimeZone(secondsFromGMT: 0)
                    decoder.dateDecodingStrategy = .formatted(formatter)
                    return try decoder.decode([String: Date].self, from: await DoubtTests.get(session, "/\(name)"))
                }
            }
            let issues = IssueGroup.groups(of: results).filter { $0.first.id.contains("date-variants") }
            #expect(issues.count == count, "\(profile): \(issues.map(\.text))")
            #expect(issues.allSatisfy { $0.finding?.severity == severity && $0.ids.count >= 4 / count })
        }
    }

    @Test(
        "an unknown property that isn't of the one type of the others is rare, and one of this type is not",
        arguments: [(":null", [Finding.Severity.warning]), (":object", [.warning]), ("", [])])
    func mapOfOneType(variant: String, severities: [Finding.Severity]) async throws {
        let findings = try await Self.results(.readsLinksAsMap, .default).first {
            $0.id == "event~structure.extra-property:/links\(variant)"
        }?.findings
        #expect(findings?.map(\.severity) == severities, "\(findings?.map(\.message) ?? [])")
    }

    @Test(
        "a request that wasn't executed, or that is idempotent, may be sent again, unlike a POST after a 503",
        arguments: [("POST", 429, Finding.Severity.note), ("PUT", 503, .note), ("POST", 503, .error)])
    func repetition(method: String, status: Int, severity: Finding.Severity) async throws {
        let text = """
            "book": { "request": { "method": "\(method)", "path": "/book" },
              "responses": { "204": { "description": "Booked." }, "\(status)": { "description": "Later." } },
              "cases": { "works": { "response": { "status": 204 } } } }
            """
        let results = try await DoubtTests.results(text, of: "book", profile: .default) { session, _ in
            var request = URLRequest(url: try #require(URL(string: "https://bank.example/book")))
            request.httpMethod = method
            var code = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode
            if code == status { code = (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode }
            guard code == 204 else { throw URLError(.badServerResponse) }
            return nil
        }
        let extra = results.flatMap(\.findings).filter { $0.rule == .requestCountExtra }
        #expect(!extra.isEmpty && extra.allSatisfy { $0.severity == severity }, "\(extra.map(\.message))")
    }

    /// A type for any JSON value, as many clients have.
    enum Loose: Codable, Sendable {
        case string(String), number(Double), bool(Bool), array([Loose]), object([String: Loose])
        case null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode([String: Loose].self) { self = .object(value); return }
            if let value = try? container.decode([Loose].self) { self = .array(value); return }
            if let value = try? container.decode(Bool.self) { self = .bool(value); return }
            if let value = try? container.decode(Double.self) { self = .number(value); return }
            if let value = try? container.decode(String.self) { self = .string(value); return }
            self = .null
        }
    }

    /// A model that a client decodes, and keeps with the whole response.
    struct Model: Codable, Sendable {
        enum CodingKeys: String, CodingKey {
            case name
            case topProvider = "top_provider"
        }

        var name: String?
        var topProvider: Loose?
        var rawPayload: Loose?
        /// Values that differ in each call.
        var current: String?
        var received: Date?
    }

    private static let modelText = """
        "model": {
          "request": { "method": "GET", "path": "/model" },
          "responses": { "200": { "description": "A model.", "body": {
            "type": "object", "required": ["name", "top_provider"], "properties": { "name": { "type": "string" },
              "top_provider": { "type": "object", "required": ["limit"], "properties": {
                "limit": { "type": "integer" } } } } } } },
          "cases": { "works": { "response": { "status": 200, "body": {
            "name": "gpt", "top_provider": { "limit": 8 } } } } }
        }
        """

    @Test(
        "untyped JSON in properties of any name is the choice of a client, but an invented value is not",
        arguments: [(nil, true), ("unknown", false)] as [(String?, Bool)])
    func untyped(name: String?, isChoice: Bool) async throws {
        let results = try await DoubtTests.results(Self.modelText, of: "model", profile: .default) { session, _ in
            let data = try await DoubtTests.get(session, "/model")
            var model = try JSONDecoder().decode(Model.self, from: data)
            model.rawPayload = try JSONDecoder().decode(Loose.self, from: data)
            model.name = model.name ?? name
            return model
        }
        #expect(DoubtTests.errors(results).isEmpty == isChoice, "\(DoubtTests.errors(results))")
        #expect(results.contains { $0.id == "model~structure.wrong-type:/top_provider/limit" && $0.status == .passed })
    }

    @Test(
        "values that differ in each call don't make an omission an error",
        arguments: [(nil, true), ("unknown", false)] as [(String?, Bool)])
    func unsteady(name: String?, isChoice: Bool) async throws {
        let calls = Locked(0)
        let results = try await DoubtTests.results(Self.modelText, of: "model", profile: .default) { session, _ in
            var model = try JSONDecoder().decode(Model.self, from: await DoubtTests.get(session, "/model"))
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            model.name = model.name ?? name
            model.current = "https://bank.example/model?" + (call % 3 == 0 ? "limit=2&offset=1" : "offset=1&limit=2")
            model.received = Date(timeIntervalSince1970: Double(call))
            return model
        }
        let found = results.first { $0.id == "model~structure.drop-required:/name" }?.findings.map(\.severity)
        #expect(found == [isChoice ? .warning : .error])
    }

    @Test(
        "a client that can't read the documented response has this one error, unless it also invents values",
        arguments: [(false, 1), (true, 2)])
    func failsAlways(invents: Bool, count: Int) async throws {
        struct Limit: Codable, Sendable { var limit: UUID? }
        struct Strict: Codable, Sendable { var name: String?, top_provider: Limit? }
        struct BadResponse: Error { var status: Int, cause: String }
        let results = try await DoubtTests.results(Self.modelText, of: "model", profile: .default) { session, _ in
            let (data, response) = try await session.data(from: try #require(URL(string: "https://bank.example/model")))
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard (200..<300).contains(status) else { throw URLError(.badServerResponse) }
            do {
                var model = try JSONDecoder().decode(Strict.self, from: data)
                if invents { model.top_provider = model.top_provider ?? Limit(limit: UUID()) }
                return model
            } catch { throw BadResponse(status: status, cause: "\(error)") }
        }
        let errors = IssueGroup.groups(of: results).filter { $0.isError && $0.first.status == .failed }
        #expect(errors.count == count, "\(errors.map(\.text))")
        #expect(errors.first?.ids.contains("model~flow.unknown-2xx") == true)
    }

    // MARK: Choices

    private static let parcelText = """
        "rename": {
          "request": { "method": "PUT", "path": "/parcels/{id}", "pathParameters": { "id": { "type": "string" } },
            "query": { "by": { "type": "string" } },
            "body": { "type": "object", "required": ["name", "size"], "properties": {
              "name": { "type": "string" }, "size": { "type": "integer" } } } },
          "responses": { "200": { "description": "The parcel.", "body": { "type": "object", "required": ["names"],
            "properties": { "names": { "type": "array", "items": { "type": "object", "required": ["name", "size"],
              "properties": { "name": { "type": "string" }, "size": { "type": "integer" } } } } } } },
            "404": { "description": "None.", "body": { "type": "object", "required": ["code"], "properties": {
              "code": { "type": "string" } } } } },
          "cases": { "works": {
            "request": { "pathParameters": { "id": "a1" }, "query": { "by": "Ada" }, "body": { "name": "box", "size": 4 } },
            "response": { "status": 200, "body": { "names": [{ "name": "box", "size": 4 }] } } } }
        }
        """

    fileprivate struct Draft: Codable, Sendable {
        var name: String, size: Int
    }

    fileprivate struct Names: Codable, Sendable {
        struct Name: Codable, Sendable { var name: String, size: Int }
        var names: [Name]
    }

    /// - Parameters:
    ///   - tidy: Changes each text before the client sends it.
    ///   - check: Checks the response of the server to a request.
    private static func parcel(
        _ tidy: @escaping @Sendable (String) -> String = { $0 },
        _ check: @escaping @Sendable (Draft, Names) -> Bool = { _, _ in true }
    ) async throws -> [CaseResult] {
        try await DoubtTests.results(parcelText, of: "rename", profile: .default) { session, input in
            func escaped(_ text: String) throws -> String {
                try #require(tidy(text).addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            }
            var draft = try input.json("body").decode(Draft.self)
            draft.name = tidy(draft.name)
            let (id, by) = (try escaped(input.string("id")), try escaped(input.string("by")))
            var request = URLRequest(url: try #require(URL(string: "https://bank.example/parcels/\(id)?by=\(by)")))
            request.httpMethod = "PUT"
            request.httpBody = try JSONEncoder().encode(draft)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let (data, response) = try await session.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard (200..<300).contains(status) else { throw URLError(.badServerResponse) }
            let names = try JSONDecoder().decode(Names.self, from: data)
            guard check(draft, names) else { throw URLError(.cannotParseResponse) }
            return names
        }
    }

    private static func severities(_ results: [CaseResult], _ rules: Set<Rule>) -> Set<Finding.Severity> {
        Set(results.flatMap(\.findings).filter { rules.contains($0.rule) }.map(\.severity))
    }

    enum Tidying: CaseIterable {
        case trims, decomposes, trimsAndDecomposes, dropsSpaces

        func text(_ text: String) -> String {
            switch self {
            case .trims: text.trimmingCharacters(in: .whitespaces)
            case .decomposes: text.decomposedStringWithCanonicalMapping
            case .trimsAndDecomposes: text.trimmingCharacters(in: .whitespaces).decomposedStringWithCanonicalMapping
            case .dropsSpaces: text.replacing(" ", with: "")
            }
        }
    }

    @Test(
        "a client may trim a text or normalize its Unicode, but must not drop other characters",
        arguments: Tidying.allCases)
    func tidying(tidying: Tidying) async throws {
        let results = try await Self.parcel { tidying.text($0) }
        let found = Self.severities(results, [.requestPath, .requestQueryValue, .requestBodyValue])
        #expect(
            found.contains(.error) == (tidying == .dropsSpaces) && found.contains(.warning),
            "\(results.flatMap(\.findings).map(\.message))")
        #expect(try await Self.severities(Self.parcel(), [.requestPath, .requestQueryValue]) == [])
    }

    enum Check: CaseIterable {
        case comparesRequest, rejectsEmptyList, rejectsLargeNumbers

        fileprivate func accepts(_ sent: Draft, _ names: Names) -> Bool {
            switch self {
            case .comparesRequest: names.names.map(\.name) == [sent.name] && names.names.map(\.size) == [sent.size]
            case .rejectsEmptyList: !names.names.isEmpty
            case .rejectsLargeNumbers: names.names.allSatisfy { $0.size < 1_000_000 }
            }
        }
    }

    @Test(
        "a client may compare a response with its request, but must take an empty list and large numbers otherwise",
        arguments: Check.allCases)
    func comparing(check: Check) async throws {
        let results = try await Self.parcel({ $0 }, { check.accepts($0, $1) })
        let found = Self.severities(results, [.outcomeThrew])
        #expect(found.contains(.error) == (check != .comparesRequest), "\(DoubtTests.errors(results))")
        let warnings = IssueGroup.groups(of: results).filter { $0.finding?.severity == .warning }
        #expect(warnings.count == (check == .comparesRequest ? 1 : 0), "\(warnings.map(\.line))")
    }

    @Test(
        "a client may read a number as its text, but must not invent a value",
        arguments: [("nil", Finding.Severity.warning), ("none", .error)])
    func conversion(fallback: String, severity: Finding.Severity) async throws {
        struct Track: Codable, Sendable { var plays: Int, title: String? }
        let text = """
            "track": {
              "request": { "method": "GET", "path": "/track" },
              "responses": { "200": { "description": "A track.", "body": { "type": "object",
                "required": ["plays", "title"], "properties": {
                  "plays": { "type": "string" }, "title": { "type": ["string", "null"] } } } } },
              "cases": { "works": { "response": { "status": 200, "body": { "plays": "12", "title": "Aria" } } } }
            }
            """
        let results = try await DoubtTests.results(text, of: "track", profile: .default) { session, _ in
            let data = try await DoubtTests.get(session, "/track")
            struct Sent: Decodable {
                var plays: Int, title: String?
                enum Keys: String, CodingKey { case plays, title }
                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: Keys.self)
                    title = try? container.decode(String.self, forKey: .title)
                    if let number = try? container.decode(Int.self, forKey: .plays) {
                        plays = number
                    } else {
                        plays = try Int(container.decode(String.self, forKey: .plays)) ?? 0
                    }
                }
            }
            let sent = try JSONDecoder().decode(Sent.self, from: data)
            return Track(plays: sent.plays, title: fallback == "none" ? sent.title ?? "none" : sent.title)
        }
        let found = results.flatMap(\.findings).filter { $0.rule == .outcomeReturned }
        #expect(found.contains { $0.message == "the client reads a number or a Boolean in place of a text" })
        let title = found.filter { $0.message.contains("nil for a required property") || $0.severity == .error }
        #expect(!title.isEmpty && title.allSatisfy { $0.severity == severity }, "\(found.map(\.message))")
    }

    @Test("a client may lack an argument for one of several examples, but not for all", arguments: [true, false])
    func alternative(hasCircle: Bool) async throws {
        let circle = hasCircle ? #""circle": { "value": { "radius": 3 } }, "# : ""
        let text = """
            "draw": {
              "request": { "method": "POST", "path": "/draw", "body": { "content": { "application/json": {
                "schema": { "oneOf": [
                  { "type": "object", "required": ["radius"], "properties": { "radius": { "type": "integer" } } },
                  { "type": "object", "required": ["side"], "properties": { "side": { "type": "integer" } } }] },
                "examples": { \(circle)"square": { "value": { "side": 3 } } } } } } },
              "responses": { "204": { "description": "Drawn." } }
            }
            """
        let results = try await DoubtTests.results(text, of: "draw", isOpenAPI: true, profile: .default) {
            session, input in
            struct Circle: Codable { var radius: Int }
            var request = URLRequest(url: try #require(URL(string: "https://bank.example/draw")))
            request.httpBody = try JSONEncoder().encode(input.json("body").decode(Circle.self))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let (_, response) = try await session.data(for: request)
            guard (response as? HTTPURLResponse)?.statusCode == 204 else { throw URLError(.badServerResponse) }
            return nil
        }
        let square = results.first { $0.id == "draw/square" }
        #expect(square?.findings.map(\.severity) == [hasCircle ? .warning : .error], "\(square?.findings ?? [])")
        #expect(!hasCircle || results.first { $0.id == "draw/circle" }?.status == .passed)
    }

    @Test("an issue of notes names the habits of all cases")
    func notesOfAllCases() async throws {
        let text = """
            "list": {
              "request": { "method": "GET", "path": "/list", "query": {
                "a": { "required": false, "schema": { "type": "integer" } } }, "headers": {
                "Note": { "required": false, "schema": { "type": "string" } } } },
              "responses": { "204": { "description": "Listed." } }
            }
            """
        let results = try await DoubtTests.results(text, of: "list", isOpenAPI: true, profile: .default) { session, _ in
            _ = try await DoubtTests.get(session, "/list")
            return nil
        }
        let notes = IssueGroup.groups(of: results).filter { $0.finding?.severity == .note }.map(\.text)
        for part in ["query parameter “a”", "header “Note”"] {
            #expect(notes.contains { $0.contains(part) }, "\(notes)")
        }
    }
}
