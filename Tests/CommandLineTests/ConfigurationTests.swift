// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("The configuration file", .timeLimit(.minutes(20)))
struct ConfigurationTests {
    /// Runs `accord` in a folder, with variables such as `ACCORD_FUZZ=3`.
    private func accord(_ line: String, _ variables: String = "", in scratch: ScratchFolder) throws -> Program {
        try Program.shell("cd '\(scratch.path)' && \(variables) '\(Program.accordProgram.path)' \(line)")
    }

    private func rows(_ run: Program) -> [String: (value: String, origin: String)] {
        var rows: [String: (value: String, origin: String)] = [:]
        for line in run.output.split(separator: "\n") {
            let columns = line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
            if columns.count == 3 { rows[columns[0]] = (columns[1], columns[2]) }
        }
        return rows
    }

    private static let file = """
        documents: [openapi.json]
        base-url: http://localhost:1
        fuzz: 10
        refusals: true
        auth:
          bearerAuth: ${env.TOKEN}
        header: { X-Tenant: secret-value }
        severity:
          http.allow: off
        environments:
          staging:
            server: staging
            fuzz: 20
        mock:
          port: 8123
        """

    @Test("flags override variables, variables the environment, and the environment the file")
    func layers() throws {
        let scratch = try ScratchFolder()
        _ = try scratch.write(Self.file, to: "accord.yaml")
        let plain = rows(try accord("config", in: scratch))
        #expect(plain["fuzz"]?.value == "10")
        #expect(plain["fuzz"]?.origin == "accord.yaml:3")
        #expect(plain["refusals"]?.value == "true")
        #expect(plain["auth"]?.value == "bearerAuth=${env.TOKEN}")
        #expect(plain["header"]?.value == "X-Tenant: •••")
        #expect(plain["severity"]?.value == "http.allow=off")
        #expect(plain["timeout"]?.origin == "default")
        let staging = rows(try accord("config verify --environment staging", in: scratch))
        #expect(staging["fuzz"]?.value == "20")
        #expect(staging["server"]?.value == "staging")
        #expect(staging["base-url"] == nil)
        let variable = rows(try accord("config verify --environment staging", "ACCORD_FUZZ=3", in: scratch))
        #expect(variable["fuzz"]?.origin == "ACCORD_FUZZ")
        let flag = rows(try accord("config verify --fuzz 4", "ACCORD_FUZZ=3", in: scratch))
        #expect(flag["fuzz"]?.value == "4")
        #expect(flag["fuzz"]?.origin == "the command line")
        #expect(rows(try accord("config mock", in: scratch))["port"]?.value == "8123")
    }

    @Test(
        "config masks the secrets in options as reports do",
        arguments: [
            ("--auth 'basic=ada:s3cret-word'", "auth", "basic=•••"),
            ("--auth 'key=x1' --auth 'basic=${env.U}:${env.P}'", "auth", "key=•••, basic=${env.U}:${env.P}"),
            ("--auth 'bearer=${env.T}'", "auth", "bearer=${env.T}"),
            ("--auth 'basic=${env.U}:s3cret-word'", "auth", "basic=•••"),
            ("--header 'Authorization: token s3cret-word'", "header", "Authorization: token •••"),
            ("--header 'Accept: text/plain'", "header", "Accept: text/plain"),
            ("--header 'X-Key: ${env.T}'", "header", "X-Key: ${env.T}"),
            (
                #"--login 'bearer={"operation":"login","body":{"name":"ada","password":"s3cret-word"}}'"#, "login",
                #"bearer={"operation":"login","body":{"name":"ada","password":"•••"}}"#
            ),
            ("--base-url http://ada:s3cret-word@localhost:1", "base-url", "http://ada:•••@localhost:1"),
            (
                "--base-url 'http://ada:p1@localhost:1/?token=s3cret-word'", "base-url",
                "http://ada:•••@localhost:1/?token=•••"
            ),
            ("--proxy ada:s3cret-word@localhost:1", "proxy", "ada:•••@localhost:1"),
        ])
    func masked(options: String, key: String, shown: String) throws {
        let run = try accord("config verify \(options)", in: ScratchFolder())
        #expect(rows(run)[key]?.value == shown, "\(run)")
        #expect(!run.output.contains("s3cret-word"), "\(run)")
    }

    @Test(
        "--no-NAME resets an option of the file, and an option that has no meaning without it",
        arguments: [
            ("", ["fuzz", "refusal-status", "refusals", "seed"]), ("--no-fuzz", ["refusal-status", "refusals"]),
            ("--no-refusals", ["fuzz", "refusal-status", "seed"]), ("--no-fuzz --no-refusals", []),
        ])
    func reset(options: String, left: [String]) throws {
        let scratch = try ScratchFolder()
        _ = try scratch.write("fuzz: 10\nseed: 3\nrefusals: true\nrefusal-status: [422]\n", to: "accord.yaml")
        let run = try accord("config verify \(options)", in: scratch)
        #expect(run.status == 0, "\(run)")
        #expect(rows(run).filter { $0.value.origin.hasPrefix("accord.yaml") }.keys.sorted() == left, "\(run)")
    }

    @Test("config rejects malformed credentials")
    func malformedCredentials() throws {
        let run = try accord("config verify --auth s3cret-word", in: ScratchFolder())
        #expect(run.status == 2 && run.errors.contains("--auth: expected NAME=VALUE"), "\(run)")
        #expect(!"\(run)".contains("s3cret-word"))
    }

    @Test("verify takes its options from the file")
    func verify() throws {
        let mock = try RunningServer.mock("Specs/coffee.json")
        let scratch = try ScratchFolder()
        let specs = Program.packageRoot.appending(path: "Specs/coffee.json").path
        _ = try scratch.write(
            #"{ "documents": "\#(specs)", "base-url": "\#(mock.address)", "report": "Out" }"#, to: "accord.json")
        let run = try accord("verify", in: scratch)
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("Reports: Out/report.html"), "\(run)")
        #expect(mock.stop() == 0)
    }

    @Test(
        "a mistake is reported with its place and a suggestion",
        arguments: [
            ("fuz: 3\n", "accord.yaml:1:6: unknown key “fuz”; did you mean “fuzz”?"),
            ("mock:\n  prt: 3\n", "accord.yaml:2:8: unknown key “prt”; did you mean “port”?"),
            ("refusals: 3\n", "accord.yaml:1:11: expected true or false"),
            ("fuzz: [1, 2]\n", "accord.yaml:1:7: expected one value"),
            ("environment: stagin\nenvironments: { staging: {} }\n", "did you mean “staging”?"),
        ])
    func mistakes(text: String, message: String) throws {
        let scratch = try ScratchFolder()
        _ = try scratch.write(text, to: "accord.yaml")
        let run = try accord("verify --list", in: scratch)
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains(message), "\(run)")
    }

    @Test(
        "an invalid value is reported with its place, by config too",
        arguments: [
            ("fuzz: abc\n", "verify", "accord.yaml:1: "), ("fuzz: abc\n", "config verify", "accord.yaml:1: "),
            ("{}\n", "config verify --nope", "--nope"),
            ("severity: { http.allow: nope }\n", "config", "unknown severity"),
        ])
    func values(text: String, line: String, message: String) throws {
        let scratch = try ScratchFolder()
        _ = try scratch.write(text, to: "accord.yaml")
        let run = try accord(line, in: scratch)
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains(message), "\(run)")
    }

    @Test("the overlays in the accord.json of a test target correct the document, and aren't part of the source")
    func overlays() throws {
        let scratch = try ScratchFolder()
        let document = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/items": { "get": {
              "operationId": "items", "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "string" } }],
              "responses": { "200": { "description": "All." } } } } } }
            """, to: "openapi.json")
        _ = try scratch.write(
            """
            overlay: 1.0.0
            info: { title: Corrections, version: 1.0.0 }
            actions:
              - target: $.paths['/items'].get.parameters[?@.name == 'limit'].schema
                update: { type: integer }
            """, to: "corrections.yaml")
        let generator = Program.accordProgram.deletingLastPathComponent().appending(path: "accord-generate")
        func generate(_ configuration: String) throws -> (source: String, errors: String) {
            let file = try scratch.write(configuration, to: "accord.json")
            let run = try Program.run(
                generator,
                [document, "--output", scratch.path + "/out.swift", "--root", scratch.path, "--configuration", file],
                in: Program.packageRoot)
            return (run.status == 0 ? try scratch.text("out.swift") : "", run.errors)
        }
        #expect(try generate("{}").source.contains("var limit: String?"))
        let corrected = try generate(#"{ "overlays": ["corrections.yaml"] }"#)
        #expect(corrected.source.contains("var limit: Int?"), "\(corrected)")
        #expect(corrected.source.contains("files: [:]"))
        #expect(try generate(#"{ "overlays": ["none.yaml"] }"#).errors.contains("can't read the Overlay file"))
        #expect(try generate(#"{ "overlays": [] }"#).errors.contains("“overlays”: expected an array of paths"))
    }

    @Test("docs has the current schema of the file")
    func schema() throws {
        let run = try Program.accord("config", "--schema")
        #expect(run.status == 0, "\(run)")
        let page = Program.packageRoot.appending(path: "docs/configuration.schema.json")
        #expect(
            try String(contentsOf: page, encoding: .utf8) == run.output,
            "run: accord config --schema > docs/configuration.schema.json")
    }

    @Test("a document is read from standard input, from a URL, or from the usual places")
    func documents() throws {
        let scratch = try ScratchFolder()
        let none = try accord("lint", in: scratch)
        #expect(none.status == 2)
        #expect(none.errors.contains("no documents: specify a file, a folder or a URL"), "\(none)")
        let document = """
            { "openapi": "3.1.0", "info": { "title": "Well", "version": "1" },
              "paths": { "/health": { "get": { "operationId": "health",
                "responses": { "200": { "description": "Well." } } } } } }
            """
        _ = try scratch.write(document, to: "openapi.json")
        let found = try accord("cases", in: scratch)
        #expect(found.output.contains("health"), "\(found)")
        let piped = try accord("lint - < openapi.json", in: scratch)
        #expect(piped.status == 0, "\(piped)")
        #expect(try accord("lint -", in: scratch).errors.contains("standard input is empty"))
        let missing = try accord("lint http://127.0.0.1:1/openapi.json", in: scratch)
        #expect(missing.status == 4, "\(missing)")
    }

    @Test("the excluded cases don't run")
    func excludes() throws {
        let all = try Program.accord("verify", "--list", "Specs/awesome-todos.json").output.split(separator: "\n")
        let part = try Program.accord(
            "verify", "--list", "--exclude-operation", "fetchItems", "--exclude", "login/refuses",
            "Specs/awesome-todos.json")
        let listed = part.output.split(separator: "\n")
        #expect(listed.count < all.count && !listed.isEmpty)
        #expect(!listed.contains { $0.contains("fetchItems/") })
        let wrong = try Program.accord("verify", "--list", "--exclude-tag", "nothing", "Specs/awesome-todos.json")
        #expect(wrong.status == 2, "\(wrong)")
    }
}
