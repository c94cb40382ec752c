// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation
import LoopbackServer
import Testing

@Suite("Sequences of requests, and a second user", .timeLimit(.minutes(20)))
struct SequenceRunTests {
    typealias Report = VerifyCommandTests.Report

    enum Bug: String, CaseIterable, Sendable {
        case none, forgets, stale, keeps, sameID, unlisted, readsForAll, changesForAll, deletesForAll

        /// The rule that finds the bug.
        var rule: String {
            switch self {
            case .none: ""
            case .forgets: "resource.lost"
            case .stale: "resource.stale"
            case .keeps: "refusal.accepted"
            case .sameID: "resource.same-id"
            case .unlisted: "resource.unlisted"
            case .readsForAll, .changesForAll, .deletesForAll: "security.other-user"
            }
        }
    }

    /// The notes of two users. Each user may use only his own notes.
    private final class Notes: Sendable {
        private struct Note: Codable {
            var id = ""
            var text: String
        }

        private let state = Locked<(count: Int, notes: [String: (owner: String, note: Note)])>((0, [:]))
        private let bug: Bug

        init(_ bug: Bug) { self.bug = bug }

        func answer(_ head: String, _ body: String) -> ScriptedServer.Act {
            let words = head.split(separator: " ", maxSplits: 2)
            let parts = words[1].split(separator: "?")[0].split(separator: "/").map { $0.removingPercentEncoding ?? "" }
            if words[0] == "POST", words[1] == "/login" {
                return .response("200 OK", body: #"{"token":"s3cret-of-bob"}"#)
            }
            let lines = head.components(separatedBy: "\r\n").map { $0.lowercased() }
            guard ["GET", "POST", "PUT", "DELETE"].contains(words[0]),
                (words[0] == "POST") == (parts.count == 1) || words[0] == "GET"
            else {
                return .response(
                    "405 No", fields: "Allow: \(parts.count == 1 ? "GET, POST" : "GET, PUT, DELETE")\r\n",
                    body: words[0] == "HEAD" ? "" : problem)
            }
            guard
                let user = ["s3cret-of-ann", "s3cret-of-bob"].first(where: {
                    lines.contains("authorization: bearer \($0)")
                })
            else { return .response("401 Who", body: problem) }
            var sent: Note?
            if ["POST", "PUT"].contains(words[0]) {
                guard lines.contains(where: { $0.hasPrefix("content-type: application/json") }) else {
                    return .response("415 No", body: problem)
                }
                struct New: Decodable { var text: String }
                guard let new = try? JSONDecoder().decode(New.self, from: Data(body.utf8)),
                    new.text.unicodeScalars.count <= 50
                else { return .response("422 No", body: problem) }
                sent = Note(text: new.text)
            }
            return state.withLock { perform(String(words[0]), parts, user, sent, &$0.count, &$0.notes) }
        }

        private let problem = #"{"title":"No."}"#

        private func perform(
            _ method: String, _ parts: [String], _ user: String, _ sent: Note?, _ count: inout Int,
            _ notes: inout [String: (owner: String, note: Note)]
        ) -> ScriptedServer.Act {
            func json(_ value: some Encodable) -> String {
                String(decoding: (try? JSONEncoder().encode(value)) ?? Data(), as: UTF8.self)
            }
            if parts.count == 1, let sent {
                count += bug == .sameID && count > 0 ? 0 : 1
                let note = Note(id: "n\(count)", text: sent.text)
                if bug != .forgets { notes[note.id] = (user, note) }
                return .response("201 Created", body: json(note))
            }
            if parts.count == 1 {
                let own = notes.values.filter { $0.owner == user }.map(\.note)
                return .response("200 OK", body: json(bug == .unlisted ? Array(own.dropFirst(own.count)) : own))
            }
            let open: [Bug: String] = [.readsForAll: "GET", .changesForAll: "PUT", .deletesForAll: "DELETE"]
            guard let (owner, note) = notes[parts[1]], owner == user || open[bug] == method else {
                return .response("404 None", body: problem)
            }
            switch method {
            case "GET": return .response("200 OK", body: json(note))
            case "DELETE":
                if bug != .keeps { notes[note.id] = nil }
                return .send(Array("HTTP/1.1 204 Gone\r\nConnection: close\r\n\r\n".utf8))
            default:
                let changed = Note(id: note.id, text: sent?.text ?? "")
                if bug != .stale { notes[note.id] = (owner, changed) }
                return .response("200 OK", body: json(changed))
            }
        }
    }

    private static let document: String = {
        func content(_ name: String, _ example: String = "") -> String {
            ##""content": { "application/json": { "schema": { "$ref": "#/components/schemas/\##(name)" }\##(example) } }"##
        }
        let problems = ["400", "401", "404", "415", "422"].map {
            "\"\($0)\": { \"description\": \"No.\", \(content("Problem")) }"
        }.joined(separator: ", ")
        func operation(_ id: String, _ status: String, _ response: String, body: String = "") -> String {
            """
            { "operationId": "\(id)", \(body)
              "responses": { "\(status)": { "description": "It."\(response.isEmpty ? "" : ", " + response) }, \(problems) } }
            """
        }
        let body = #""requestBody": { "required": true, "# + content("New", #", "example": { "text": "a" }"#) + " },"
        let list =
            ##""content": { "application/json": { "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Note" } } } }"##
        return """
            { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "security": [ { "bearer": [] } ],
              "paths": {
                "/notes": { "post": \(operation("add", "201", content("Note"), body: body)), "get": \(operation("list", "200", list)) },
                "/notes/{id}": { "parameters": [ { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } } ],
                  "get": \(operation("read", "200", content("Note"))), "put": \(operation("change", "200", content("Note"), body: body)),
                  "delete": \(operation("remove", "204", "")) } },
              "components": {
                "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } },
                "schemas": {
                  "New": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string", "maxLength": 50 } } },
                  "Note": { "type": "object", "required": ["id", "text"], "properties": { "id": { "type": "string" }, "text": { "type": "string" } } },
                  "Problem": { "type": "object", "required": ["title"] } } } }
            """
    }()

    private func run(_ bug: Bug, _ scratch: ScratchFolder, _ options: String...) throws -> Program {
        try run(bug, scratch, secondUser: ["--auth", "bearer@bob=s3cret-of-bob"], options)
    }

    private func run(
        _ bug: Bug, _ scratch: ScratchFolder, secondUser: [String], _ options: [String]
    ) throws -> Program {
        let notes = Notes(bug)
        let server = try ScriptedServer([.answerWithBody { [notes.answer($0, $1)] }])
        let file = try scratch.write(Self.document, to: "notes.json")
        return try Program.run(
            Program.accordProgram,
            [
                "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--auth",
                "bearer=s3cret-of-ann", "--concurrency", "1", file,
            ] + secondUser + options, in: Program.packageRoot)
    }

    @Test("sequences and a second user find a server's bug, and a correct server passes", arguments: Bug.allCases)
    func finds(bug: Bug) throws {
        let scratch = try ScratchFolder()
        let run = try run(bug, scratch, "--refusals", "--fuzz", "300", "--allow-unsafe", "--seed", "7")
        let report = try Report(in: scratch)
        let wrong = report.cases.filter { ["failed", "blocked"].contains($0.status) }
        guard bug != .none else {
            #expect(run.status == 0 && wrong.isEmpty, "\(wrong.map { "\($0.id) \($0.findings.map(\.message))" })")
            let derived = report.cases.filter { $0.id.contains("sequence") || $0.id.contains("other-user") }
            #expect(derived.count == 3 + 3 && derived.allSatisfy { $0.status == "passed" }, "\(derived.map(\.id))")
            return
        }
        let found = wrong.filter { $0.findings.contains { $0.rule == bug.rule && $0.blame == "server" } }
        #expect(!found.isEmpty, "\(run)")
        #expect(!run.output.contains("s3cret") && !run.errors.contains("s3cret"))
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) where name != "notes.json" {
            #expect(try !scratch.text(name).contains("s3cret"), "\(name)")
        }
    }

    @Test(
        "a second user with a login finds a server's bug, and a correct server passes",
        arguments: [.none, .readsForAll] as [Bug])
    func login(bug: Bug) throws {
        let scratch = try ScratchFolder()
        let login = #"bearer@bob={"request":"POST /login","body":{"name":"bob"},"token":"/token"}"#
        let run = try run(
            bug, scratch, secondUser: ["--login", login], ["--refusals", "--allow-unsafe", "--filter", "other-user"])
        let cases = try Report(in: scratch).cases.filter { $0.id.contains("other-user") }
        let failed = cases.filter { $0.status == "failed" }
        #expect(run.status == (bug == .none ? 0 : 1), "\(run)")
        #expect(failed.isEmpty == (bug == .none) && cases.contains { $0.status == "passed" }, "\(cases.map(\.status))")
        #expect(failed.flatMap(\.findings).allSatisfy { $0.rule == "security.other-user" }, "\(run)")
        #expect(!run.output.contains("s3cret") && !run.errors.contains("s3cret"))
    }

    @Test("a finding of a sequence has the requests before it, its curl line and the command that repeats it")
    func repeats() throws {
        let scratch = try ScratchFolder()
        let run = try run(.stale, scratch, "--fuzz", "20", "--allow-unsafe", "--filter", "sequence")
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("repeat    curl -sS -i http://127.0.0.1:"), "\(run)")
        let report = try scratch.text("report.json")
        #expect(report.contains("sent before: POST /notes → 201"))
        #expect(report.contains("sent before: PUT /notes/n1 → 200"))
        let again = try #require(report.firstMatch(of: /again: accord verify .*(add~fuzz\.[0-9]+-sequence-[0-9]+)/))
        let repeated = try self.run(.stale, scratch, "--allow-unsafe", "--case", String(again.1))
        #expect(repeated.status == 1 && repeated.output.contains("resource.stale"), "\(repeated)")
    }

    @Test("the second user's requests need --refusals, and a 401 for this user proves nothing")
    func unproven() throws {
        let scratch = try ScratchFolder()
        let plain = try run(.readsForAll, scratch)
        #expect(
            plain.errors.contains("the requests of the second user “bob” are sent only with --refusals"), "\(plain)")
        let unknown = try run(
            .none, scratch, "--refusals", "--allow-unsafe", "--filter", "other-user", "--auth",
            "bearer@bob=s3cret-unknown")
        let report = try Report(in: scratch)
        #expect(report.cases.allSatisfy { $0.status == "skipped" }, "\(unknown)")
        #expect(
            unknown.status == 1 && unknown.output.contains("the second user's credentials may be wrong"), "\(unknown)")
    }
}
