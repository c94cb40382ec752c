// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("accord init and accord generate", .timeLimit(.minutes(20))) struct InitCommandTests {
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(name: "shop", targets: [.target(name: "Shop")])

        """

    /// Runs `body` in the folder of a package with this manifest.
    private func withPackage(_ manifest: String?, _ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try manifest?.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        try body(folder)
    }

    @Test("init writes a valid contract, bindings and a test target, and prints the next steps")
    func initialises() throws {
        try withPackage(Self.manifest) { folder in
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path)
            #expect(run.status == 0, "\(run.errors)")
            for text in ["wrote ", "changed ", "Next:", "swift test"] { #expect(run.output.contains(text)) }
            let lint = try Program.accord("lint", folder.appending(path: "Specs").path)
            #expect(lint.status == 0)
            #expect(lint.output.contains("0 errors, 0 warnings"))
            let bindings = try String(
                contentsOf: folder.appending(path: "Tests/ShopContractTests/ApiContract+Bindings.swift"),
                encoding: .utf8)
            #expect(bindings.contains("import Shop\n"))
            #expect(bindings.contains("health: { client, input in"))
            let manifest = try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
            #expect(manifest.hasPrefix(Self.manifest))
            #expect(manifest.contains("package.targets.append("))
            // The path is relative to the manifest.
            let behind = try #require(manifest.split(separator: "path: \"").dropFirst().first)
            let checkout = folder.appending(path: String(behind.prefix { $0 != "\"" })).standardizedFileURL
            #expect(checkout.path == Program.packageRoot.standardizedFileURL.path)
        }
    }

    @Test(
        "init tests the first library in Swift, or else the first program",
        arguments: [
            (#".target(name: "CShop", path: "C"), .target(name: "Shop"), .executableTarget(name: "Tool")"#, "Shop"),
            (#".target(name: "CShop"), .systemLibrary(name: "CZ"), .executableTarget(name: "Tool")"#, "Tool"),
            (#".target(name: "CShop"), .target(name: "Kit", dependencies: ["CShop"], path: "Source")"#, "Kit"),
            (#".executableTarget(name: "Tool"), .target(name: "Shop")"#, "Shop"), (#".target(name: "Empty")"#, "Empty"),
            (#".target(name: "Lemmy-Swift-Client")"#, "Lemmy-Swift-Client"),
        ])
    func module(targets: String, module: String) throws {
        let manifest = Self.manifest.replacing(#".target(name: "Shop")"#, with: targets)
        try withPackage(manifest) { folder in
            for path in [
                "C/a.c", "Sources/CShop/a.c", "Sources/Shop/Shop.swift", "Sources/Tool/main.swift",
                "Source/a/Kit.swift",
            ] {
                let file = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try "".write(to: file, atomically: true, encoding: .utf8)
            }
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path)
            #expect(run.status == 0 && run.output.contains("Tests/\(module)ContractTests/"), "\(run)")
            let bindings = try String(
                contentsOf: folder.appending(path: "Tests/\(module)ContractTests/ApiContract+Bindings.swift"),
                encoding: .utf8)
            #expect(bindings.contains("import \(module.replacing("-", with: "_"))\n"), "\(bindings)")
        }
    }

    @Test(
        "init writes nothing if Accord can't be found",
        arguments: [
            (["--from", "../nope"], "../nope/Package.swift doesn't exist"),
            (["--from", "https://git.example/accord", "--version", "foo"], "example: 1.0.0"),
        ])
    func source(arguments: [String], message: String) throws {
        try withPackage(Self.manifest) { folder in
            let run = try Program.run(
                Program.accordProgram, ["init", "--package-path", folder.path] + arguments, in: Program.packageRoot)
            #expect(run.status == 2 && run.errors.contains(message), "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Package.swift"])
        }
    }

    @Test("init keeps existing files")
    func again() throws {
        try withPackage(Self.manifest) { folder in
            _ = try Program.accord("init", "--from", ".", "--package-path", folder.path)
            let before = try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path)
            #expect(run.status == 0)
            #expect(!run.output.contains("wrote"))
            #expect(try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8) == before)
        }
    }

    @Test(
        "rejects a folder without a package and without an OpenAPI document, and an old package without a library",
        arguments: [
            (nil, "Package.swift doesn't exist, and the folder contains none of Specs, openapi.yaml"),
            ("// swift-tools-version: 5.8\n", "Add products: [.library(name: \"Client\", targets: [\"Client\"])]."),
        ])
    func refuses(manifest: String?, message: String) throws {
        try withPackage(manifest) { folder in
            try "".write(to: folder.appending(path: "main.c"), atomically: true, encoding: .utf8)
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path)
            #expect(run.status == 2)
            #expect(run.errors.contains(message))
        }
    }

    @Test(
        "creates a separate test package if the tools version is too old, or on request",
        arguments: [("5.3", [String]()), ("6.2", ["--separate"])])
    func separatePackage(version: String, options: [String]) throws {
        let old = """
            // swift-tools-version:\(version)
            import PackageDescription
            let package = Package(
                name: "shop", products: [.library(name: "ShopKit", targets: ["Shop"])], targets: [.target(name: "Shop")])

            """
        try withPackage(old) { folder in
            let run = try Program.run(
                Program.accordProgram, ["init", "--from", ".", "--package-path", folder.path] + options,
                in: Program.packageRoot)
            #expect(run.status == 0, "\(run)")
            #expect(run.output.contains("swift test --package-path ContractTests"), "\(run)")
            #expect(run.output.contains("swift-tools-version is \(version)") == options.isEmpty)
            func text(_ path: String) throws -> String {
                try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            }
            #expect(try text("Package.swift") == old)
            let tests = folder.appending(path: "ContractTests")
            let manifest = try text("ContractTests/Package.swift")
            #expect(manifest.contains(".package(name: \"client\", path: \"..\")"))
            #expect(manifest.contains(".product(name: \"ShopKit\", package: \"client\")"))
            let bindings = try text("ContractTests/Tests/ShopContractTests/ApiContract+Bindings.swift")
            #expect(bindings.contains("import Shop\n"))
            #expect(try Program.accord("lint", tests.appending(path: "Specs").path).status == 0)
            let dump = try Program.run(
                URL(filePath: "/usr/bin/env"), ["swift", "package", "--package-path", tests.path, "dump-package"],
                in: folder)
            #expect(dump.status == 0 && dump.output.contains("ShopContractTests"), "\(dump)")
        }
    }

    @Test("--operation selects operations by the ids of the document, and rejects an unknown id")
    func operations() throws {
        try withPackage(Self.manifest) { folder in
            let answer = #""responses": { "204": { "description": "Fine." } }"#
            let document = """
                { "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
                  "paths": { "/a": {
                    "get": { "operationId": "search/byterm", \(answer) },
                    "put": { "operationId": "other", \(answer) }
                  } } }
                """
            let file = folder.appending(path: "two.json")
            try document.write(to: file, atomically: true, encoding: .utf8)
            func initialize(_ id: String) throws -> Program {
                try Program.accord(
                    "init", "--from", ".", "--package-path", folder.path, "--openapi", file.path, "--operation", id)
            }
            let unknown = try initialize("search/bytrem")
            #expect(unknown.status == 2 && unknown.errors.contains("Did you mean “searchByterm”"), "\(unknown)")
            #expect(try initialize("search/byterm").status == 0)
            let tests = folder.appending(path: "Tests/ShopContractTests")
            let bindings = try String(contentsOf: tests.appending(path: "TwoContract+Bindings.swift"), encoding: .utf8)
            #expect(
                bindings.contains("searchByterm: { client, input in") && !bindings.contains("other: {"), "\(bindings)")
            let configuration = try String(contentsOf: tests.appending(path: "accord.json"), encoding: .utf8)
            #expect(configuration == "{ \"inputs\": \"typed\", \"operations\": [\"search/byterm\"] }\n")
            let again = try initialize("other")
            #expect(again.status == 2 && again.errors.contains("list the ids in this file"), "\(again)")
        }
    }

    @Test(
        "init rejects an invalid host",
        arguments: ["https://api.example.com", "api.example.com/v1", "api example", "api:0", "a\"b", "-x"])
    func host(host: String) throws {
        try withPackage(Self.manifest) { folder in
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path, "--host=\(host)")
            #expect(run.status == 2 && run.errors.contains("examples: api.example.com"), "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Package.swift"])
        }
    }

    @Test("init rejects a module that the package lacks, and names a similar one")
    func module() throws {
        try withPackage(Self.manifest) { folder in
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path, "--module", "Nope")
            #expect(run.status == 2 && run.errors.contains("has no target “Nope”"), "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Package.swift"])
        }
    }

    @Test(
        "init writes a valid contract for hosts of every kind", arguments: ["localhost:8080", "[::1]:80", "10.0.0.1"])
    func goodHost(host: String) throws {
        try withPackage(Self.manifest) { folder in
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path, "--host=\(host)")
            #expect(run.status == 0, "\(run)")
            let lint = try Program.accord("lint", folder.appending(path: "Specs").path)
            #expect(lint.output == "1 contract, 0 errors, 0 warnings\n", "\(lint)")
        }
    }

    @Test(
        "init creates a package with a client, a contract and bindings in an empty folder")
    func emptyFolder() throws {
        try withPackage(nil) { parent in
            let folder = parent.appending(path: "my-shop")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let run = try Program.accord("init", "--package-path", folder.path)
            #expect(run.status == 0, "\(run)")
            func text(_ path: String) throws -> String {
                try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            }
            #expect(try text("Package.swift").contains("name: \"MyShop\""))
            #expect(try text("Package.swift").contains("package.targets.append("))
            #expect(try text("Sources/MyShop/Client.swift").contains("https://api.example.com/health"))
            let bindings = try text("Tests/MyShopContractTests/ApiContract+Bindings.swift")
            #expect(bindings.contains("try await client.health()") && bindings.contains("import FoundationNetworking"))
            #expect(try text("Specs/api.json").contains("\"$schema\": \"contract.schema.json\""))
            let specs = Program.packageRoot.appending(path: "Specs/contract.schema.json")
            #expect(try text("Specs/contract.schema.json") == String(contentsOf: specs, encoding: .utf8))
            #expect(try Program.accord("lint", folder.appending(path: "Specs").path).status == 0)
            let manifest = try Program.run(
                URL(filePath: "/usr/bin/env"), ["swift", "package", "--package-path", folder.path, "dump-package"],
                in: folder)
            #expect(manifest.status == 0, "\(manifest)")
            #expect(manifest.output.contains("MyShopContractTests"))
        }
    }

    @Test("creates a package in a folder with only an OpenAPI document")
    func document() throws {
        try withPackage(nil) { folder in
            let document = Program.packageRoot.appending(path: "Specs/coffee.openapi.json")
            let copy = folder.appending(path: "coffee.json")
            try FileManager.default.copyItem(at: document, to: copy)
            let run = try Program.accord("init", "--package-path", folder.path, "--openapi", copy.path)
            #expect(run.status == 0, "\(run)")
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "Specs/coffee.json").path))
            #expect(run.output.contains("1. Check the documents with accord lint Specs."), "\(run)")
        }
    }

    @Test("copies the files that an OpenAPI document references, and reports references outside its folder")
    func references() throws {
        func document(_ reference: String) -> String {
            """
            openapi: 3.1.0
            info: { title: A, version: "1" }
            servers: [{ url: "https://a.example" }]
            paths:
              /pets:
                get:
                  operationId: pets
                  responses:
                    "200":
                      description: All pets.
                      content: { application/json: { schema: { $ref: "\(reference)" } } }
            """
        }
        try withPackage(nil) { folder in
            let part = folder.appending(path: "parts/schemas/pet.yaml")
            try FileManager.default.createDirectory(
                at: part.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "type: array".write(to: part, atomically: true, encoding: .utf8)
            func initialize(_ file: String, _ reference: String) throws -> Program {
                let file = folder.appending(path: file)
                try document(reference).write(to: file, atomically: true, encoding: .utf8)
                return try Program.accord("init", "--package-path", folder.path, "--openapi", file.path)
            }
            let inside = try initialize("parts/openapi.yaml", "schemas/pet.yaml")
            #expect(inside.status == 0, "\(inside)")
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "Specs/schemas/pet.yaml").path))
            let lint = try Program.accord("lint", folder.appending(path: "Specs").path)
            #expect(lint.status == 0, "\(lint)")
            let outside = try initialize("parts/other.yaml", "../secret.yaml")
            #expect(outside.errors.contains("“../secret.yaml” is outside of the document's folder"), "\(outside)")
        }
    }

    @Test("writes nothing for a missing or invalid OpenAPI document", arguments: [nil, "openapi: [", "{}"])
    func invalidDocument(text: String?) throws {
        try withPackage(nil) { folder in
            let document = folder.appending(path: "openapi.yaml")
            try text?.write(to: document, atomically: true, encoding: .utf8)
            let run = try Program.accord("init", "--package-path", folder.path, "--openapi", document.path)
            #expect(run.status == (text == nil ? 2 : 3), "\(run)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == (text == nil ? [] : ["openapi.yaml"]))
        }
    }

    @Test("writes a workflow for a folder with an OpenAPI document and without a package")
    func verificationOnly() throws {
        try withPackage(nil) { folder in
            try "".write(to: folder.appending(path: "main.py"), atomically: true, encoding: .utf8)
            try "*.pyc".write(to: folder.appending(path: ".gitignore"), atomically: true, encoding: .utf8)
            let document = Program.packageRoot.appending(path: "Specs/coffee.openapi.json")
            try FileManager.default.copyItem(at: document, to: folder.appending(path: "openapi.json"))
            for _ in 1...2 {
                let run = try Program.accord("init", "--package-path", folder.path)
                #expect(run.status == 0 && run.output.contains("accord mock openapi.json"), "\(run)")
            }
            func text(_ path: String) throws -> String {
                try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            }
            #expect(try text(".gitignore") == "*.pyc\nReports/\n")
            #expect(try text(".github/workflows/accord.yml").contains("specs: openapi.json"))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path))
        }
    }

    @Test(
        "a client with AsyncHTTPClient gets a stub on a socket, in a separate package before Swift 6.1",
        arguments: [("6.1", false), ("6.0", true)])
    func socket(version: String, isSeparate: Bool) throws {
        let manifest = """
            // swift-tools-version:\(version)
            import PackageDescription
            let package = Package(
                name: "shop", products: [.library(name: "Shop", targets: ["Shop"])],
                dependencies: [.package(url: "https://github.com/swift-server/async-http-client.git", from: "1.0.0")],
                targets: [.target(name: "Shop")])

            """
        try withPackage(manifest) { folder in
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path)
            #expect(run.status == 0, "\(run)")
            let home = isSeparate ? folder.appending(path: "ContractTests") : folder
            func text(_ path: String) throws -> String {
                try String(contentsOf: home.appending(path: path), encoding: .utf8)
            }
            let bindings = try text("Tests/ShopContractTests/ApiContract+Bindings.swift")
            #expect(bindings.hasPrefix("import AccordTestServer\nimport AccordTesting\n"))
            #expect(bindings.contains("ApiBindings<URL>(") && bindings.contains("try await stub.baseURL }"))
            let written = try text("Package.swift")
            #expect(written.contains("traits: [.defaults, \"TestServer\"]))"))
            #expect(written.contains(".product(name: \"AccordTestServer\", package: \"accord\")"))
        }
    }

    @Test("shows the inputs of each operation in its closure, and configures typed inputs")
    func inputsInClosures() throws {
        try withPackage(Self.manifest) { folder in
            let document = """
                { "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
                  "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } } },
                  "paths": { "/things/{id}": { "put": {
                    "operationId": "change", "security": [{ "bearer": [] }],
                    "parameters": [
                      { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } },
                      { "name": "dry_run", "in": "query", "schema": { "type": "boolean" } },
                      { "name": "tags", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } },
                      { "name": "by", "in": "query", "schema": { "oneOf": [{ "type": "string" }, { "type": "integer" }] } }
                    ],
                    "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object",
                      "required": ["title"], "properties": { "title": { "type": "string" }, "extra": {} } } } } },
                    "responses": { "204": { "description": "Changed." } } } } } }
                """
            let file = folder.appending(path: "things.json")
            try document.write(to: file, atomically: true, encoding: .utf8)
            let run = try Program.accord("init", "--from", ".", "--package-path", folder.path, "--openapi", file.path)
            #expect(run.status == 0 && run.output.contains("platforms:"), "\(run)")
            let tests = folder.appending(path: "Tests/ShopContractTests")
            let bindings = try String(
                contentsOf: tests.appending(path: "ThingsContract+Bindings.swift"), encoding: .utf8)
            let expressions = [
                "// The input: input.id, input.dryRun, input.tags,", "input.body.title,",
                #"input.credentials["token"]"#,
                #"input.by (a JSONInput: .string, ["key"], .elements, .decode())"#,
                #"input.body.extra (a JSONInput: .string, ["key"], .elements, .decode())"#,
            ]
            for expression in expressions { #expect(bindings.contains(expression), "\(bindings)") }
            let configuration = try String(contentsOf: tests.appending(path: "accord.json"), encoding: .utf8)
            #expect(configuration == "{ \"inputs\": \"typed\" }\n")
        }
    }

    @Test("init binds only the operations that accord.json lists")
    func chosenOperations() throws {
        try withPackage(Self.manifest) { folder in
            let operation = #""responses": { "204": { "description": "Fine." } }"#
            let document = """
                { "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
                  "paths": {
                    "/a": { "get": { "operationId": "wanted", \(operation) }, "put": { "operationId": "other", \(operation) } }
                  } }
                """
            let file = folder.appending(path: "two.json")
            try document.write(to: file, atomically: true, encoding: .utf8)
            let tests = folder.appending(path: "Tests/ShopContractTests")
            try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
            func initialize(_ configuration: String) throws -> (status: Int32, errors: String) {
                try configuration.write(to: tests.appending(path: "accord.json"), atomically: true, encoding: .utf8)
                let run = try Program.accord(
                    "init", "--from", ".", "--package-path", folder.path, "--openapi", file.path)
                return (run.status, run.errors)
            }
            let refused = try initialize(#"{ "operations": 1 }"#)
            #expect(refused.status == 2 && refused.errors.contains("expected an array of operation ids"), "\(refused)")
            let run = try initialize(#"{ "operations": ["wanted"] }"#)
            #expect(run.status == 0, "\(run)")
            let bindings = try String(contentsOf: tests.appending(path: "TwoContract+Bindings.swift"), encoding: .utf8)
            #expect(bindings.contains("wanted: { client, input in") && !bindings.contains("other: {"), "\(bindings)")
        }
    }

    @Test("generate accepts OpenAPI documents, with the operations and inputs of accord.json")
    func generatesFromOpenAPI() throws {
        try withPackage(nil) { folder in
            let answer = #""responses": { "204": { "description": "Fine." } }"#
            let document = """
                openapi: 3.1.0
                info: { title: A, version: "1" }
                servers: [{ url: "https://a.example" }]
                paths:
                  /a:
                    get: { operationId: find/all, \(answer) }
                    put: { operationId: other, \(answer) }
                """
            let file = folder.appending(path: "two.yaml")
            try document.write(to: file, atomically: true, encoding: .utf8)
            let configuration = folder.appending(path: "accord.json")
            try #"{ "operations": ["find/all"] }"#.write(to: configuration, atomically: true, encoding: .utf8)
            let run = try Program.accord("generate", file.path, "--output", folder.path)
            #expect(run.status == 0, "\(run)")
            let source = try String(contentsOf: folder.appending(path: "two.contract.swift"), encoding: .utf8)
            #expect(source.contains("func findAll()") && !source.contains("func other()"))
        }
    }

    @Test("generate writes source, and --check reports outdated files")
    func generates() throws {
        try withPackage(Self.manifest) { folder in
            _ = try Program.accord("init", "--from", ".", "--package-path", folder.path)
            let specs = folder.appending(path: "Specs").path
            let tests = folder.appending(path: "Tests/ShopContractTests").path
            let missing = try Program.accord("generate", specs, "--output", tests, "--check")
            #expect(missing.status == 1)
            #expect(missing.errors.contains("out of date: "))
            #expect(try Program.accord("generate", specs, "--output", tests).status == 0)
            #expect(try Program.accord("generate", specs, "--output", tests, "--check").status == 0)
            let contract = folder.appending(path: "Specs/api.json")
            let text = try String(contentsOf: contract, encoding: .utf8)
            try text.replacing("is up", with: "is well").write(to: contract, atomically: true, encoding: .utf8)
            #expect(try Program.accord("generate", specs, "--output", tests, "--check").status == 1)
        }
    }
}
