// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordTesting

@Suite("ACCORD_AGAINST: the changes of a newer version that break a client", .timeLimit(.minutes(20)))
struct NewerContractTests {
    private static let user = #"""
        "type": "object", "required": ["id", "name", "created", "avatar"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" }, "avatar": { "type": "string" },
          "created": { "type": "string", "format": "date-time" }, "team": { "type": "string" },
          "role": { "enum": ["admin", "guest"] } }
        """#

    /// Returns a contract with `GET /user`. Only the original has a case.
    private static func contract(
        _ schema: String = user, query: String = #""lang": { "required": false, "schema": { "type": "string" } }"#,
        path: String = "/user", status: String = "200", cases: String = ""
    ) -> String {
        #"""
        { "contract": "1.0", "info": { "title": "Users", "version": "1.0.0" },
          "servers": [{ "name": "production", "url": "https://users.example" }],
          "operations": {
            "about": { "request": { "method": "GET", "path": "/about" }, "responses": { "204": { "description": "" } },
              "cases": { "ok": { "response": { "status": 204 } } } },
            "getUser": {
              "request": { "method": "GET", "path": "\#(path)", "query": { \#(query) } },
              "responses": { "\#(status)": { "description": "The user.", "body": { \#(schema) } } }\#(cases)
            } } }
        """#
    }

    private static func bindings(_ kind: UserClient.Kind) -> ClientBindings {
        ClientBindings(
            client: { stub in UserClient(kind: kind, session: stub.urlSession) },
            operations: ["getUser": .init { client, _ in try await client.user() }])
    }

    /// Returns the client's contract, which has cases for the query that each kind sends.
    private static func suite(
        _ kind: UserClient.Kind, against newer: String?, from schema: String = user, program: String = "/no/accord"
    ) throws -> ClientContract {
        let query = kind == .watch ? #""request": { "query": { "lang": "en" } }, "# : ""
        let cases = #"""
            , "cases": { "finds": { \#(query)"response": {
              "status": 200, "body": {
                "id": 1, "name": "Ada", "avatar": "a.png", "created": "2026-11-23T10:00:00Z", "team": "red",
                "role": "admin" } } } }
            """#
        let text = contract(schema, cases: cases)
        let loaded = ContractLoader.load("users.json", files: MemoryFiles(["users.json": text]))
        guard let newer else {
            return ClientContract(loaded, file: "users.json", packageRoot: "/", level: "smoke", against: nil)
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "newer-\(UUID().uuidString).json")
        try Data(newer.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return ClientContract(
            loaded, file: "users.json", packageRoot: "/", level: "smoke", against: file.path,
            program: program)
    }

    private static func findings(_ kind: UserClient.Kind, against newer: String) async throws -> [Finding] {
        let suite = try suite(kind, against: newer)
        #expect(suite.problem == nil)
        #expect(suite.cases(of: "getUser").map(\.id) == ["getUser/finds"])
        let result = await suite.result(of: ClientCase(id: "getUser/finds"), with: bindings(kind))
        #expect((result.status == .failed) == result.findings.contains { $0.severity == .error })
        return result.findings
    }

    @Test(
        "reports a response of the newer version that the client rejects, and none that it accepts",
        arguments: [
            (
                "avatar removed",
                user.replacing(#", "avatar": { "type": "string" }"#, with: "").replacing(#", "avatar""#, with: ""),
                "body /avatar"
            ),
            ("avatar optional", user.replacing(#", "avatar"]"#, with: "]"), "body /avatar"),
            (
                "avatar nullable",
                user.replacing(#""avatar": { "type": "string""#, with: #""avatar": { "type": ["string", "null"]"#),
                "body /avatar"
            ),
            (
                "avatar renamed", user.replacing("avatar", with: "image"), "body /avatar"
            ),
            ("a new property", user.replacing(#""role""#, with: #""age": { "type": "integer" }, "role""#), ""),
            ("no change", user, ""),
        ])
    func responses(_ name: String, _ schema: String, _ place: String) async throws {
        let newer = Self.contract(schema)
        let phone = try await Self.findings(.phone, against: newer)
        #expect(Set(phone.compactMap(\.place?.description)) == (place.isEmpty ? [] : [place]), "\(name): \(phone)")
        #expect(phone.allSatisfy { $0.rule == .outcomeThrew && $0.message.hasPrefix("breaks with ") })
        let watch = try await Self.findings(.watch, against: newer)
        #expect(watch.isEmpty, "\(name): \(watch)")
    }

    @Test("reports a request that the newer version rejects, and accepts the one with the required item")
    func requests() async throws {
        let newer = Self.contract(query: #""lang": { "type": "string" }"#)
        let phone = try await Self.findings(.phone, against: newer)
        #expect(phone.map(\.rule) == [.requestQueryMissing])
        #expect(phone.first?.blame == .contract)
        #expect(try await Self.findings(.watch, against: newer).isEmpty)
    }

    @Test("reports a removed operation and a different status code of a success")
    func operations() async throws {
        let moved = try await Self.findings(.watch, against: Self.contract(path: "/users/me"))
        #expect(moved.map(\.rule) == [.requestPath])
        let accepted = try await Self.findings(.watch, against: Self.contract(status: "202"))
        #expect(accepted.map(\.place?.part) == [.status])
    }

    @Test("ignores a version of a different API, and fails each case if the document can't be used")
    func otherDocuments() async throws {
        let other = Self.contract(path: "/cats").replacing("/about", with: "/dogs")
        #expect(try Self.suite(.phone, against: other).cases(of: "getUser").count > 1)
        let suite = try Self.suite(.phone, against: "{ \"contract\": \"1.0\" }")
        let result = await suite.result(of: ClientCase(id: "getUser/finds"), with: Self.bindings(.phone))
        #expect(result.findings.map(\.rule) == [.contractInvalid])
    }

    /// Returns the path of a program in place of `accord` that prints a comparison.
    ///
    /// It is a link to a program of the checkout: Linux doesn't start a file that another test's new process has open
    /// for writing, because it was just written.
    private static func program(printing output: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString)").path
        let program = URL(filePath: #filePath).appending(path: "../../../Fixtures/programs/print-json.sh").standardized
        try Data(output.utf8).write(to: URL(filePath: "\(path).json"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: program.path)
        return path
    }

    private static func remove(_ program: String) {
        for path in [program, "\(program).json"] { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test(
        "answers with the witnesses of accord diff, which no example or boundary value contains",
        arguments: [
            (#"{"id":1,"name":"Ada","avatar":"a.png","created":"2026-11-23T10:00:00Z","team":"4711"}"#, 1), ("{}", 0),
        ])
    func witnesses(_ witness: String, _ count: Int) async throws {
        let team = #""team": { "type": "string""#
        let former = Self.user.replacing(team, with: team + #", "not": { "const": "4711" }"#)
        let change = #"{"direction": "response", "operation": "GET /user", "witness": \#(witness)}"#
        let program = try Self.program(printing: #"{"changes": [\#(change)]}"#)
        defer { Self.remove(program) }
        let suite = try Self.suite(.phone, against: Self.contract(), from: former, program: program)
        let result = await suite.result(of: ClientCase(id: "getUser/finds"), with: Self.bindings(.phone))
        #expect(result.findings.count { $0.details.contains { $0.contains("4711") } } == count, "\(result.findings)")
    }

    @Test("reports that the witnesses are missing without the program, and nothing with it")
    func missingWitnesses() throws {
        let missing = try Self.suite(.phone, against: Self.contract(), from: Self.user, program: "/nonexistent/accord")
        #expect(missing.newer?.note?.contains("Set ACCORD_PROGRAM to the path of the accord program.") == true)
        let program = try Self.program(printing: #"{"changes": []}"#)
        defer { Self.remove(program) }
        let complete = try Self.suite(.phone, against: Self.contract(), from: Self.user, program: program)
        #expect(complete.newer != nil && complete.newer?.note == nil)
    }

    @Test(
        "agrees with accord diff for known clients: the same change breaks one client and not the other",
        arguments: [
            (
                contract(user.replacing(#", "avatar"]"#, with: "]")), "response-property-became-optional",
                "requires /avatar", "doesn't read /avatar"
            ),
            (
                contract(user.replacing(#", "team": { "type": "string" }"#, with: "")),
                "response-optional-property-removed", "requires /team", "doesn't read /team"
            ),
            (
                contract(user.replacing(#""id": { "type": "integer" }"#, with: #""id": { "type": "number" }"#)),
                "response-property-type-generalized",
                "requires the exact type of /id, and rejects a number with a fraction",
                "accepts a number with a fraction at /id"
            ),
            (
                contract(
                    user.replacing(#""name": { "type": "string" }"#, with: #""name": { "type": ["string", "null"] }"#)),
                "response-property-became-nullable", "rejects null at /name", "accepts null at /name"
            ),
            (
                contract(user.replacing(#""guest""#, with: #""guest", "owner""#)), "response-property-enum-value-added",
                "decodes /role as a closed enumeration", "accepts a value outside of the enumeration at /role"
            ),
            (
                contract(user.replacing(#", "format": "date-time""#, with: "")), "response-property-type-changed",
                "parses the format of /created", "accepts a different format at /created"
            ),
            (
                contract(query: #""lang": { "type": "string" }"#), "request-parameter-became-required",
                "sends a request that the new document rejects: the query item “lang” is missing, got none",
                "sends only requests that the new document accepts"
            ),
        ])
    func needs(_ newer: String, _ id: String, _ demand: String, _ tolerance: String) async throws {
        func document(_ text: String) throws -> ComparedDocument {
            let loaded = ContractLoader.load("users.json", files: MemoryFiles(["users.json": text]))
            return try ComparedDocument(contract: #require(loaded.contract), document: #require(loaded.document))
        }
        let (old, new) = try (document(Self.contract()), document(newer))
        var known: [KnownClient] = []
        for kind in UserClient.Kind.allCases {
            let suite = try Self.suite(kind, against: nil)
            let finds = ClientCase(id: "getUser/finds")
            var result = await suite.result(of: finds, with: Self.bindings(kind))
            #expect(result.status == .passed)
            result.dependences = await suite.dependences(of: finds.id, with: Self.bindings(kind)).dependences
            let report = RunReport(
                tool: .current, kind: .client, started: "2026-11-23T00:00:00Z", duration: 0, contracts: [],
                cases: [result])
            let written = try RunReport(parsing: report.needsOnly.json())
            known.append(KnownClient(name: "\(kind)", report: written))
        }
        let changes = KnownClient.judge(ContractComparison.changes(old, new, today: "2026-11-23"), known, old, new)
        let change = try #require(changes.first { $0.id == id }, "\(changes.map(\.id))")
        #expect(
            change.clientSentences == [
                "breaks phone: the client \(demand)", "watch is not affected: the client \(tolerance)",
            ])
        for (kind, effect) in zip(UserClient.Kind.allCases, change.effects) {
            let findings = try await Self.findings(kind, against: newer)
            #expect(findings.isEmpty != effect.effect.isBreaking, "\(findings)")
        }
    }
}
