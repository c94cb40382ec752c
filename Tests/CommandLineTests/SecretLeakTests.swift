// SPDX-License-Identifier: Apache-2.0
import ConformanceScore
import Foundation
import LoopbackServer
import Testing

@Suite("A secret given on the command line", .timeLimit(.minutes(20)))
struct SecretLeakTests {
    /// A way to give a secret, with the texts that no artifact may contain.
    struct Way: Sendable, CustomTestStringConvertible {
        var operation: String
        var options: [String]
        var traces: [String]
        /// The text in the request that proves that the secret was sent.
        var sent: String
        /// The content of `accord.yaml`.
        var configuration = ""
        var testDescription: String { options.joined(separator: " ") + configuration }

        init(_ operation: String, configuration: String, traces: [String], sent: String) {
            (self.operation, self.options, self.traces, self.sent) = (operation, [], traces, sent)
            self.configuration = configuration
        }

        init(_ operation: String, _ options: String..., traces: [String], sent: String) {
            (self.operation, self.options, self.traces, self.sent) = (operation, options, traces, sent)
        }
    }

    static let ways: [Way] = {
        func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        let user = base64("ada:s3cret:w0rd")
        let userTraces = ["s3cret", "w0rd", user, "czNjcmV0", "MzY3Jld", "zM2NyZX"]
        return [
            Way("header", "--auth", "header=s3cret:w0rd", traces: ["s3cret", "w0rd"], sent: "X-Key: s3cret:w0rd"),
            Way("header", "--auth", "header=${env.T}", traces: ["v4riable"], sent: "X-Key: v4riable"),
            Way("header", "--header", "X-Key: s3cret-key", traces: ["s3cret"], sent: "X-Key: s3cret-key"),
            Way("header", "--header", "x-key: ${env.T}", traces: ["v4riable"], sent: "X-Key: v4riable"),
            Way("header", "--auth", "header=k7", traces: ["X-Key: k7"], sent: "X-Key: k7"),
            Way("basic", "--auth", "basic=ada:s3cret:w0rd", traces: userTraces, sent: "Basic \(user)"),
            Way("basic", "--auth", "basic=ada:pw", traces: [base64("ada:pw")], sent: "Basic \(base64("ada:pw"))"),
            Way("basic", "--header", "Authorization: Basic \(user)", traces: userTraces, sent: "Basic \(user)"),
            Way(
                "basic", "--auth", "basic=${env.U}:s3cret:w0rd", traces: ["s3cret", "w0rd", "us3r"],
                sent: "Basic \(base64("us3r-name:s3cret:w0rd"))"),
            Way("bearer", "--auth", "bearer=s3cret-token", traces: ["s3cret"], sent: "Bearer s3cret-token"),
            Way(
                "bearer", "--auth", "bearer=${env.T}-s3cret", traces: ["v4riable", "s3cret"],
                sent: "v4riable-value-s3cret"),
            Way(
                "bearer", "--header", "Authorization: Bearer s3cret-token", traces: ["s3cret"],
                sent: "Bearer s3cret-token"),
            Way("bearer", "--header", "Authorization: Bearer ${env.T}", traces: ["v4riable"], sent: "Bearer v4riable"),
            Way("open", "--header", "Authorization: token s3cret-key", traces: ["s3cret"], sent: "token s3cret-key"),
            Way("open", "--header", "Authorization: token ${env.T}", traces: ["v4riable"], sent: "token v4riable"),
            Way("open", "--header", "X-Other: s3cret", traces: ["s3cret"], sent: "X-Other: s3cret"),
            Way(
                "open", "--header", "Cookie: sid=s3cret; flavor=${env.T}", traces: ["s3cret", "v4riable"],
                sent: "sid=s3cret; flavor=v4riable"),
            Way("open", "--header", "User-Agent: ${env.T}", traces: ["v4riable"], sent: "User-Agent: v4riable"),
            Way(
                "open", "--sign-command", #"echo '{"headers":[{"name":"X-Signature","value":"s3cret"}]}'"#,
                traces: ["s3cret"], sent: "X-Signature: s3cret"),
            Way(
                "header", configuration: "auth: { header: s3cret-yaml }", traces: ["s3cret"], sent: "X-Key: s3cret-yaml"
            ),
            Way(
                "header", configuration: "auth: { header: \"${env.T}\", \"header@bob\": s3cret-bob }",
                traces: ["v4riable", "s3cret"], sent: "X-Key: v4riable"),
            Way(
                "open", configuration: "header: { X-Other: s3cret-yaml }", traces: ["s3cret"],
                sent: "X-Other: s3cret-yaml"),
            Way(
                "header",
                configuration: "environment: staging\nenvironments: { staging: { auth: { header: s3cret-staging } } }",
                traces: ["s3cret"], sent: "X-Key: s3cret-staging"),
            Way(
                "bearer",
                configuration:
                    "login: { bearer: { request: POST /login, body: { user: ada, password: s3cret-word } } }",
                traces: ["s3cret"], sent: "Bearer issued-s3cret"),
            Way(
                "bearer",
                configuration:
                    "login: { bearer: { request: POST /login, body: { user: \"${env.U}\", password: \"${env.T}\" } } }",
                traces: ["us3r", "v4riable", "s3cret"], sent: "Bearer issued-s3cret"),
        ]
    }()

    private static let document: String = {
        let schemes = [
            "header": #"{ "type": "apiKey", "in": "header", "name": "X-Key" }"#,
            "basic": #"{ "type": "http", "scheme": "basic" }"#, "bearer": #"{ "type": "http", "scheme": "bearer" }"#,
        ]
        let paths = (schemes.keys.sorted() + ["open"]).map { name in
            """
            "/\(name)": { "get": { "operationId": "\(name)", "security": [\(name == "open" ? "" : "{ \"\(name)\": [] }")],
              "responses": { "200": { "description": "A number.", "content": { "application/json": {
                "schema": { "type": "integer" }, "example": 1 } } } } } }
            """
        }
        return """
            { "openapi": "3.1.0", "info": { "title": "Secrets", "version": "1" },
              "servers": [{ "url": "https://secrets.example" }], "paths": { \(paths.joined(separator: ",")) },
              "components": { "securitySchemes": {
                \(schemes.map { "\"\($0)\": \($1)" }.sorted().joined(separator: ",")) } } }
            """
    }()

    /// Runs `accord verify` against a server that returns each request, and collects the texts of all artifacts.
    private static func texts(
        _ operation: String, _ options: [String], _ configuration: String = ""
    ) throws -> (texts: [String: String], head: String) {
        let server = try ScriptedServer([
            .answer { head in
                if head.hasPrefix("POST /login ") {
                    return [.response("200 OK", body: #"{"access_token":"issued-s3cret"}"#)]
                }
                let body = String(decoding: (try? JSONEncoder().encode(head)) ?? Data(), as: UTF8.self)
                return [
                    .response("200 OK", fields: "X-Echo: \(head.split(separator: "\r\n").last ?? "")\r\n", body: body)
                ]
            }
        ])
        let scratch = try ScratchFolder()
        let file = try scratch.write(document, to: "secrets.json")
        let variables = try scratch.write("T=v4riable-value\nU=us3r-name\n", to: "variables")
        let config = try scratch.write("concurrency: 1\n\(configuration)\n", to: "accord.yaml")
        let run = try Program.run(
            URL(filePath: "/usr/bin/env"),
            [
                "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY=\(scratch.path)/step.md", Program.accordProgram.path,
                "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--operation", operation, "--report",
                scratch.path + "/Reports", "--events", scratch.path + "/events", "--env-file", variables, "--verbose",
                "--config", config,
                "--write-baseline", scratch.path + "/known.json", file,
            ] + options, in: Program.packageRoot)
        #expect(run.status == 1, "\(run)")
        var texts = ["terminal": run.output, "errors": run.errors]
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Reports") {
            texts[name] = try scratch.text("Reports/" + name)
        }
        for name in ["events", "known.json"] { texts[name] = try scratch.text(name) }
        return (texts, server.requestHeads.joined())
    }

    @Test("is hidden in every artifact", arguments: Conformance.part(of: ways, each: 2))
    func hidden(way: Way) throws {
        let (texts, head) = try Self.texts(way.operation, way.options, way.configuration)
        #expect(head.lowercased().contains(way.sent.lowercased()), "\(head)")
        for name in [
            "terminal", "events", "report.json", "report.html", "summary.md", "junit.xml", "report.tap", "ctrf.json",
            "report.sarif", "gl-code-quality-report.json", "report.har",
        ] {
            #expect(texts[name] != nil, "\(texts.keys)")
        }
        #expect(texts["terminal"]?.contains("curl -sS -i") == true)
        #expect(texts["terminal"]?.contains("::error ") == true)
        for (name, text) in texts {
            for trace in way.traces where text.contains(trace) {
                let line = text.split(separator: "\n").first { $0.contains(trace) } ?? ""
                Issue.record("\(name) contains \(trace): \(line.prefix(400))")
            }
        }
    }

    @Test(
        "in the URL of a document is sent, and is masked in the name of the document",
        arguments: ["token", "api%4Bey", "sig", "session"])
    func documentURL(name: String) throws {
        let document = """
            { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": { "/notes": { "get": {
              "operationId": "list", "responses": { "200": { "description": "It." } } } } } }
            """
        let server = try ScriptedServer([
            .answer { head in [head.hasPrefix("GET /api") ? .response("200 OK", body: document) : .response("500 Oh")] }
        ])
        let scratch = try ScratchFolder()
        let run = try Program.accord(
            "verify", "--report", scratch.path, "http://127.0.0.1:\(server.port)/api?\(name)=s3cret-word&v=2")
        #expect(run.status == 1, "\(run)")
        #expect(server.requestHeads.first?.hasPrefix("GET /api?\(name)=s3cret-word&v=2 ") == true)
        for file in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
            #expect(try !scratch.text(file).contains("s3cret-word"), "\(file)")
        }
        #expect(!run.output.contains("s3cret-word") && !run.errors.contains("s3cret-word"), "\(run)")
        #expect(run.output.contains("/api?\(name)=•••&v=2:"), "\(run)")
    }

    @Test("that is short leaves the words of reports readable")
    func readable() throws {
        let plain = try Self.texts("open", []).texts
        let short = try Self.texts("open", ["--header", "X-Flag: t", "--header", "Accept: application/json"]).texts
        for word in ["isn't", "expected", "integer", "application/json", "the"] {
            let count = { (texts: [String: String]) in (texts["summary.md"] ?? "").components(separatedBy: word).count }
            #expect(count(short) >= count(plain), "\(word)")
        }
        #expect(short["terminal"]?.contains("X-Flag: •••") == true)
    }
}
