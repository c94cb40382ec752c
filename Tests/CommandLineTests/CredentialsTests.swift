// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation
import LoopbackServer
import Testing

@Suite("Credentials of accord verify", .timeLimit(.minutes(20)))
struct CredentialsTests {
    typealias Report = VerifyCommandTests.Report

    @Test("the documentation's examples have the credentials of a secured operation, as variables")
    func documentation() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "Safe", "version": "1" }, "servers": [{ "url": "http://localhost" }],
              "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } } },
              "paths": { "/me": { "get": { "operationId": "me", "security": [{ "bearer": [] }],
                "responses": { "200": { "description": "You." } } } } } }
            """, to: "safe.json")
        let run = try Program.accord(
            "docs", "--format", "markdown", "--output", "\(scratch.path)/docs", "--quiet", file)
        #expect(run.status == 0, "\(run)")
        let pages = try Program.shell("cat '\(scratch.path)'/docs/*.md").output
        #expect(pages.contains(#"curl -sS -i http://localhost/me -H "Authorization: Bearer $TOKEN""#), "\(pages)")
    }

    /// A server with a login. It accepts each token for three requests.
    private final class Sessions: Sendable {
        private let state = Locked((logins: 0, uses: 0))

        var logins: Int { state.withLock { $0.logins } }

        func answer(_ head: String, _ body: String) -> ScriptedServer.Act {
            state.withLock { state in
                guard !head.hasPrefix("POST /login ") else {
                    guard body.contains("s3cret-word"), body.contains("ada") else { return .response("401 No") }
                    state = (state.logins + 1, 0)
                    return .response("200 OK", body: #"{"session":{"key":"issued-\#(state.logins)"}}"#)
                }
                state.uses += 1
                let isCurrent = head.contains("Authorization: Bearer issued-\(state.logins)\r\n") && state.uses <= 3
                return .response(isCurrent ? "200 OK" : "401 No")
            }
        }
    }

    private func logIn(_ password: String, _ configuration: String) throws -> (Program, Sessions, String) {
        let sessions = Sessions()
        let server = try ScriptedServer([.answerWithBody { [sessions.answer($0, $1)] }])
        let scratch = try ScratchFolder()
        let names = ["one", "two", "three", "four", "five", "six", "seven"]
        let paths = names.map { name in
            #""/\#(name)": { "get": { "operationId": "\#(name)", "security": [{ "bearer": [] }], "#
                + #""responses": { "200": { "description": "Yes." } } } }"#
        }
        _ = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "Safe", "version": "1" },
              "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } } },
              "paths": { \(paths.joined(separator: ",\n")),
                "/login": { "post": { "operationId": "login", "responses": { "200": { "description": "Yes." },
                  "401": { "description": "No." } } } } } }
            """, to: "openapi.json")
        _ = try scratch.write(
            "base-url: http://127.0.0.1:\(server.port)\nconcurrency: 1\nexclude-operation: login\n\(configuration)",
            to: "accord.yaml")
        let run = try Program.shell(
            "cd '\(scratch.path)' && T_USER=ada T_PASSWORD=\(password) '\(Program.accordProgram.path)' verify")
        return (run, sessions, run.output + run.errors + (try Program.shell("cat '\(scratch.path)'/Reports/*")).output)
    }

    @Test(
        "a login returns the token, and another one after a 401",
        arguments: [
            "operation: login, body: { name: \"${env.T_USER}\", password: \"${env.T_PASSWORD}\" }",
            "request: POST /login, form: { name: ada, password: \"${env.T_PASSWORD}\" }",
        ])
    func login(request: String) throws {
        let (run, sessions, texts) = try logIn(
            "s3cret-word", "login:\n  bearer: { \(request), token: /session/key }\n")
        #expect(run.status == 0, "\(run)")
        #expect(sessions.logins == 3, "\(run)")
        for secret in ["s3cret-word", "issued-1", "issued-3"] { #expect(!texts.contains(secret), "\(secret)") }
    }

    @Test("a failing login is one problem with the credentials")
    func failingLogin() throws {
        let (run, sessions, texts) = try logIn(
            "wrong-word",
            "login:\n  bearer: { operation: login, body: [ada, \"${env.T_PASSWORD}\"], token: /session/key }\n")
        #expect(run.status == 1 && sessions.logins == 0, "\(run)")
        #expect(run.output.contains("1 problem in 7 of"), "\(run)")
        #expect(run.output.contains("no access token was issued for “bearer”"), "\(run)")
        #expect(!texts.contains("wrong-word"))
    }

    /// An operation for each kind of scheme. The responses are wrong, so that reports contain everything.
    static let contract: String = {
        let schemes = [
            (
                "header",
                #""type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.T_HEADER}" }"#
            ),
            ("query", #""type": "apiKey", "in": "query", "name": "key", "credentials": { "value": "${env.T_QUERY}" }"#),
            (
                "cookie",
                #""type": "apiKey", "in": "cookie", "name": "sid", "credentials": { "value": "${env.T_COOKIE}" }"#
            ),
            (
                "basic",
                #""type": "http", "scheme": "basic", "credentials": { "username": "${env.T_USER}", "password": "${env.T_PASSWORD}" }"#
            ),
            ("bearer", #""type": "http", "scheme": "bearer", "credentials": { "token": "${env.T_BEARER}" }"#),
            (
                "oauth",
                #""type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": "https://secrets.example/token", "scopes": { "read": "Reading." } } }, "credentials": { "clientId": "${env.T_ID}", "clientSecret": "${env.T_SECRET}" }"#
            ),
        ]
        let operations = schemes.map { name, _ in
            """
            "\(name)": {
              "security": [ { "\(name)": [\(name == "oauth" ? "\"read\"" : "")] } ],
              "request": { "method": "GET", "path": "/\(name)" },
              "responses": { "200": { "description": "It.", "body": { "type": "integer" } } },
              "cases": {
                "one": { "response": { "status": 200, "body": 1 } },
                "two": { "appliesTo": "server", "response": { "status": 200, "body": 1 } }
              }
            }
            """
        }
        return """
            { "contract": "1.0", "info": { "title": "Credentials", "version": "1" },
              "servers": [{ "url": "https://secrets.example" }],
              "operations": { \(operations.joined(separator: ",\n")) },
              "components": { "securitySchemes": {
                \(schemes.map { "\"\($0.0)\": { \($0.1) }" }.joined(separator: ",\n"))
              } } }
            """
    }()

    static let secrets = [
        "T_HEADER": "header-s3cret&value/with+signs", "T_QUERY": "query-s3cret%&=ö", "T_COOKIE": "cookie-s3cret",
        "T_USER": "user-s3cret", "T_PASSWORD": "password:s3cret\"<x>", "T_BEARER": "bearer.s3cret", "T_ID": "id-s3cret",
        "T_SECRET": "client s3cret",
    ]

    private static func json(_ text: String) -> String {
        String(data: (try? JSONEncoder().encode(text)) ?? Data(), encoding: .utf8) ?? ""
    }

    /// The text as servers write it into errors and logs, too.
    private static func disguised(_ text: String) -> String {
        let base64 = ["", "x", "xy"].map { Data(($0 + text).utf8).base64EncodedString() }
        return ([text, json(text)] + base64).joined(separator: "\n")
    }

    /// Echoes the request, and issues tokens, of which it accepts only the second.
    static func server() throws -> ScriptedServer {
        let issued = Locked(0)
        return try ScriptedServer([
            .answer { head in
                func reply(_ status: String, _ body: String) -> [ScriptedServer.Act] {
                    [
                        .send(
                            "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n"
                                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                    ]
                }
                if head.hasPrefix("POST /token ") {
                    let number = issued.withLock { issued in
                        issued += 1
                        return issued
                    }
                    return reply("200 OK", #"{"access_token":"issued-s3cret-\#(number)","token_type":"bearer"}"#)
                }
                if head.hasPrefix("GET /oauth "), !head.contains("Bearer issued-s3cret-2\r\n") {
                    return reply("401 Unauthorized", #""old""#)
                }
                return reply("200 OK", json(disguised(head)))
            }
        ])
    }

    private func run(_ server: ScriptedServer, _ scratch: ScratchFolder, _ options: String...) throws -> Program {
        let file = try scratch.write(Self.contract, to: "credentials.json")
        let lines = Self.secrets.map { "\($0.key)='\($0.value)'\n" }.sorted().joined()
        let variables = try scratch.write(lines, to: "variables")
        return try Program.run(
            Program.accordProgram,
            [
                "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path + "/Reports",
                "--env-file", variables, file,
            ] + options, in: Program.packageRoot)
    }

    @Test("credentials are sent as their scheme defines; an access token is requested once and renewed once")
    func sent() throws {
        let server = try Self.server()
        let scratch = try ScratchFolder()
        let run = try run(server, scratch)
        #expect(run.status == 1, "\(run)")
        func heads(_ start: String) -> [String] { server.requestHeads.filter { $0.hasPrefix(start) } }
        let basic = Data("user-s3cret:password:s3cret\"<x>".utf8).base64EncodedString()
        let expected = [
            ("GET /header ", "X-Key: header-s3cret&value/with+signs\r\n"),
            ("GET /query?key=query-s3cret%25%26%3D%C3%B6 ", ""), ("GET /cookie ", "Cookie: sid=cookie-s3cret\r\n"),
            ("GET /basic ", "Authorization: Basic \(basic)\r\n"),
            ("GET /bearer ", "Authorization: Bearer bearer.s3cret\r\n"),
        ]
        for (start, line) in expected {
            #expect(heads(start).count == 2, "\(start)")
            #expect(heads(start).allSatisfy { line.isEmpty || $0.contains(line) }, "\(start)")
        }
        let client = Data("id-s3cret:client+s3cret".utf8).base64EncodedString()
        #expect(heads("POST /token ").count == 2)
        #expect(heads("POST /token ").allSatisfy { $0.contains("Authorization: Basic \(client)\r\n") })
        // Both cases may be rejected once with the first token, and succeed with the second.
        #expect(heads("GET /oauth ").count { $0.contains("Bearer issued-s3cret-2\r\n") } == 2)
        let report = try JSONDecoder().decode(Report.self, from: Data(scratch.text("Reports/report.json").utf8))
        #expect(report.cases.count == 12)
        #expect(report.cases.allSatisfy { $0.findings.map(\.rule) == ["response.body.schema"] }, "\(run)")
    }

    @Test("credentials and signatures are masked in every report and on the terminal", arguments: [false, true])
    func hidden(signs: Bool) throws {
        let server = try Self.server()
        let scratch = try ScratchFolder()
        let signing = #"echo '{ "headers": [ { "name": "X-Signature", "value": "signature-s3cret" } ] }'"#
        let events = scratch.path + "/events"
        let run =
            try signs
            ? run(server, scratch, "--events", events, "--sign-command", signing)
            : run(server, scratch, "--events", "-", "--write-baseline", scratch.path + "/known.json")
        #expect(run.status == 1, "\(run)")
        #expect(server.requestHeads.contains { $0.contains("X-Signature: signature-s3cret\r\n") } == signs)
        var texts = ["output": run.output, "errors": run.errors]
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Reports") {
            texts[name] = try scratch.text("Reports/" + name)
        }
        for name in signs ? ["events"] : ["known.json"] { texts[name] = try scratch.text(name) }
        #expect((signs ? texts["events"] : run.output)?.contains("run.ended") == true)
        #expect(texts.count > 7)
        // This part of a secret is the same in every encoding, or in the middle of its base64.
        let traces =
            ["s3cret", "dXNlci1zM2Ny", "aWQtczNjcmV0", "czNjcmV0", "MzY3Jld", "zM2NyZX"]
        for (name, text) in texts {
            for trace in traces { #expect(!text.contains(trace), "\(name) has \(trace)") }
        }
        #expect(run.output.contains("•••"))
    }

    @Test("a missing token fails only the cases that need it")
    func noToken() throws {
        let server = try ScriptedServer([
            .answer { head in
                let body = head.hasPrefix("POST") ? #"{"error":"invalid_client"}"# : "1"
                let status = head.hasPrefix("POST") ? "401 Unauthorized" : "200 OK"
                return [
                    .send(
                        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n"
                            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                ]
            }
        ])
        let scratch = try ScratchFolder()
        let run = try run(server, scratch)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("invalid_client"), "\(run)")
        let report = try JSONDecoder().decode(Report.self, from: Data(scratch.text("Reports/report.json").utf8))
        let failed = report.cases.filter { $0.status == "failed" }
        #expect(failed.map(\.id) == ["oauth/one", "oauth/two"])
        #expect(failed.flatMap(\.findings).map(\.rule) == ["security.token", "security.token"])
        #expect(server.requestHeads.count { $0.hasPrefix("POST /token ") } == 1)
    }

    @Test("a failing sign command fails its cases with the command's message")
    func notSigned() throws {
        let server = try Self.server()
        let scratch = try ScratchFolder()
        let run = try run(server, scratch, "--sign-command", "echo no key >&2; exit 3", "--operation", "header")
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("the signing command ended with status 3: no key"), "\(run)")
        #expect(server.requestHeads.isEmpty)
    }
}
