// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `An imperfect document` {
    @Test(
        arguments: [
            (paths: "  {}", more: "", warnings: 1),
            (paths: "  {}", more: "components: {schemas: {A: {type: string}}}", warnings: 0),
            (paths: "  {}", more: "webhooks: {a: {post: {responses: {200: {description: y}}}}}", warnings: 0),
        ])
    func `a document without operations, webhooks and components is reported once`(
        paths: String, more: String, warnings: Int
    ) {
        let loaded = Loaded.yaml(Loaded.document(paths: paths, more: more))
        #expect(loaded.diagnostics.count { $0.rule == "contract.empty" } == warnings)
    }

    @Test(
        arguments: [
            ("3.0.3", "{enum: []}", "“enum” is empty"), ("3.0.3", "{enum: [a]}", nil),
            ("3.1.0", "{required: [a, b, a]}", "“required” contains \"a\" twice"), ("3.1.0", "{required: [a, b]}", nil),
            ("3.0.3", "{$ref: '#/components/schemas/B', minLength: 2}", "“minLength” has no effect beside “$ref”"),
            ("3.0.3", "{$ref: '#/components/schemas/B', description: x, x-y: 2}", nil),
            ("3.1.0", "{$ref: '#/components/schemas/B', minLength: 2}", nil),
            ("3.0.3", "{type: array}", "an array requires “items”"), ("3.0.3", "{type: array, items: {}}", nil),
            ("3.1.0", "{type: array}", nil),
            ("3.1.0", "{readOnly: true, writeOnly: true}", "“readOnly” and “writeOnly” exclude each other"),
            ("3.1.0", "{readOnly: true, writeOnly: false}", nil),
        ] as [(String, String, String?)])
    func `a keyword without effect, or that allows no value, is a warning`(
        version: String, schema: String, message: String?
    ) {
        let more = "components: {schemas: {A: \(schema), B: {type: string}}}"
        let loaded = Loaded.yaml(Loaded.document(paths: "  {}", version: version, more: more))
        #expect(loaded.diagnostics.map(\.severity) == (message == nil ? [] : [.warning]))
        #expect(
            loaded.diagnostics.allSatisfy { $0.message.contains(message ?? "") }, "\(loaded.diagnostics.map(\.message))"
        )
    }

    @Test(
        arguments: [
            ("'3.1.0'", "", "", nil), ("3.1", "", "", "“openapi”: expected a string, got a number"),
            ("3.1.0", "tags: x", "", "“tags”: expected an array, got a string"),
            ("3.1.0", "tags: [{name: x}]", "", nil),
            ("3.1.0", "", "tags: x", "“tags”: expected an array, got a string"), ("3.1.0", "", "tags: [x]", nil),
            ("3.1.0", "", "security: [{oa: [write]}]", "no flow of “oa” declares the scope \"write\""),
            ("3.1.0", "", "security: [{oa: [read]}, {key: [admin]}]", nil),
            ("3.1.0", "security: [{oa: [write]}]", "", "no flow of “oa” declares the scope \"write\""),
            (
                "3.1.0", "", "callbacks: {c: {done: {post: {responses: {200: {description: y}}}}}}",
                "isn't a runtime expression"
            ),
            (
                "3.1.0", "",
                "callbacks: {c: {'{$request.body#/u}/a': {post: {responses: {200: {description: y}}}}, "
                    + "'https://a.example': {post: {responses: {200: {description: y}}}}}}", nil
            ),
        ] as [(String, String, String, String?)])
    func `a field with a wrong type or an unknown name is a warning`(
        version: String, more: String, field: String, message: String?
    ) {
        let flows = "{clientCredentials: {tokenUrl: 'https://a.example', scopes: {read: Reads.}}}"
        let schemes = "{oa: {type: oauth2, flows: \(flows)}, key: {type: apiKey, in: header, name: X-Key}}"
        let operation = "{operationId: a, \(field.isEmpty ? "" : field + ", ")responses: {204: {description: y}}}"
        let text = Loaded.document(
            paths: "  /a: {get: \(operation)}", version: version,
            more: "\(more)\ncomponents: {securitySchemes: \(schemes)}")
        let warnings = Loaded.yaml(text).diagnostics
        #expect(
            warnings.map(\.message).filter { $0.contains(message ?? "") }.count == (message == nil ? warnings.count : 1)
        )
        #expect(warnings.count == (message == nil ? 0 : 1), "\(warnings.map(\.rendered))")
    }

    @Test(arguments: [("A.b-c_1", 0), ("A b", 1), ("Ä", 1)])
    func `a component has a name without spaces and letters beyond ASCII`(name: String, warnings: Int) {
        let loaded = Loaded.yaml(
            Loaded.document(paths: "  {}", more: "components: {schemas: {'\(name)': {type: string}}}"))
        #expect(loaded.diagnostics.count { $0.message.contains("can't be the name") } == warnings)
    }

    @Test(arguments: [
        ("type: integer, default: ten", "the default violates its schema: expected an integer, got the string \"ten\""),
        ("type: integer, example: ten", "the example violates its schema: expected an integer, got the string \"ten\""),
        (
            "enum: [], example: 1",
            "the example violates its schema: expected no value, because the enumeration is empty, got the number 1"
        ),
        ("type: integer, default: 10", nil),
    ])
    func `a default or an example that violates its schema is named`(schema: String, message: String?) {
        let loaded = Loaded.yaml(Loaded.document(paths: "  {}", more: "components: {schemas: {A: {\(schema)}}}"))
        let found = loaded.diagnostics.first { $0.rule == "contract.example" }?.message
        #expect(found == message)
    }

    @Test(arguments: [
        (
            "  /a: {get: {operationId: a, responses: {2OO: {description: x}, 200: {description: y}}}}",
            "invalid status code"
        ),
        (
            "  /a: {get: {operationId: a, parameters: [{$ref: '#/components/parameters/P'}], responses: {200: {description: y}}}}",
            "unresolved"
        ),
        (
            "  /a: {get: {operationId: a, parameters: [{name: q, in: body, schema: {}}], responses: {200: {description: y}}}}",
            "invalid “in”"
        ),
        (
            "  /a: {get: {operationId: a, responses: {200: {description: y, content: {application/json: {schema: {type: strin}}}}}}}",
            "isn't a type"
        ),
        (
            "  /a: {get: {operationId: a, responses: {200: {description: y, content: {application/json: {schema: {$ref: 'https://x.example/s.json'}}}}}}}",
            "loads nothing from a network"
        ),
        (
            "  /a: {get: {operationId: a, responses: {200: {description: y, content: {application/json: {schema: {$ref: '../s.json'}}}}}}}",
            "is outside of the document's folder"
        ),
        (
            "  /a{: {get: {operationId: b, responses: {}}}\n  /a: {get: {operationId: a, responses: {200: {description: y}}}}",
            "column 3"
        ),
        (
            "  /a: {get: {operationId: a, responses: {200: {description: y, links: {l: {operationId: b}}}}}}",
            "unknown operation"
        ),
    ])
    func `an invalid element is left out`(paths: String, message: String) throws {
        let loaded = Loaded.yaml(Loaded.document(paths: paths))
        let contract = try #require(loaded.contract)
        #expect(contract.operations.map(\.id) == ["a"])
        #expect(contract.operations[0].responses.map(\.status) == [.exact(200)])
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        #expect(errors.count == 1, "\(errors.map(\.rendered))")
        #expect(errors.first?.message.contains(message) == true, "\(errors.map(\.message))")
        #expect(errors.first?.location.line == 5)
        #expect(contract.leftOut.map(\.message) == errors.map(\.message))
    }

    @Test(arguments: [
        ("{responses: {404: {$ref: 'https://x.example/r.json'}}}", "the response 404 of GET /a"),
        (
            "{responses: {200: {description: y, content: {application/json: {schema: {$ref: 'https://x.example/s.json'}}}}}}",
            "the body of the response 200 of GET /a"
        ),
        (
            "{responses: {200: {description: y, content: {application/json: {schema: {pattern: '(a'}}}}}}",
            "a part of a schema of GET /a"
        ),
        (
            "{responses: {200: {description: y, headers: {X: {schema: {$ref: 'https://x.example/s.json'}}}}}}",
            "the header field X of the response 200 of GET /a"
        ),
        ("{parameters: [{$ref: 'https://x.example/p.json'}], responses: {}}", "a parameter of GET /a"),
        ("{requestBody: {$ref: 'https://x.example/b.json'}, responses: {}}", "the request body of GET /a"),
        ("{$ref: 'https://x.example/get.json'}", "GET /a"),
    ])
    func `an error names the element that isn't checked because of it`(operation: String, element: String) throws {
        let loaded = Loaded.yaml(Loaded.document(paths: "  /a: {get: \(operation)}"))
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        #expect(
            errors.map { $0.notes.map(\.message) } == [["not checked because of this error: \(element)"]],
            "\(errors.map(\.rendered))")
    }

    @Test(
        arguments: [
            (["/x/{id}: {get: {}}", "/x/{name}: {post: {}}", "/x/{name}/y: {get: {}}"], 1),
            (["/x/{id}: {get: {}, post: {}}", "/x/{id}/y: {get: {}}", "/x/me: {get: {}}"], 0),
        ])
    func `paths that differ only in the names of parameters are one path`(items: [String], warnings: Int) throws {
        let operation = "{responses: {200: {description: y}}}"
        let paths = items.map { "  " + $0.replacing("{}", with: operation) }.joined(separator: "\n")
        let loaded = Loaded.yaml(Loaded.document(paths: paths))
        let found = loaded.diagnostics.filter { $0.message.contains("differ only in the names of parameters") }
        #expect(found.map(\.severity) == Array(repeating: .warning, count: warnings))
        #expect(loaded.contract?.operations.count == items.count + 1 - warnings)
    }

    @Test func `a path or component that can't be read names what isn't checked`() throws {
        let loaded = Loaded.yaml(Loaded.document(paths: "  /a: {$ref: 'https://x.example/a.json'}"))
        let notes = loaded.diagnostics.filter { $0.severity == .error }.flatMap(\.notes).map(\.message)
        #expect(notes == ["not checked because of this error: the operations of /a"])
    }

    @Test func `the status code of an unresolved response is documented, and other status codes aren't`() throws {
        let responses = "{200: {description: y}, 404: {$ref: 'https://x.example/r.yaml#/NotFound'}}"
        let loaded = Loaded.yaml(Loaded.document(paths: "  /a: {get: {operationId: a, responses: \(responses)}}"))
        let operation = try #require(loaded.contract).operations[0]
        #expect(operation.response(for: 404) != nil)
        #expect(operation.response(for: 403) == nil)
        #expect(loaded.diagnostics.contains { $0.message.contains("loads nothing from a network") })
    }

    @Test(arguments: [(#"^a\-b$"#, true), (#"^a\_b$"#, false)])
    func `a pattern may escape a hyphen, and no other letter`(pattern: String, isAllowed: Bool) {
        let schema = "{type: string, pattern: '\(pattern)'}"
        let body = "{200: {description: y, content: {application/json: {schema: \(schema)}}}}"
        let loaded = Loaded.yaml(Loaded.document(paths: "  /a: {get: {operationId: a, responses: \(body)}}"))
        #expect(loaded.diagnostics.contains { $0.severity == .error } != isAllowed)
    }

    @Test(arguments: [
        ("3.1.0", "tyep: integer", "Did you mean “type”?"), ("3.0.4", "tyep: integer", "Did you mean “type”?"),
        // JSON Schema allows other words, a Schema Object of 3.0 none but its own and those that start with “x-”.
        ("3.1.0", "colour: red", nil), ("3.0.4", "colour: red", "start with “x-”"), ("3.0.4", "x-colour: red", nil),
        // Beside the word that it resembles it was meant for something else, which a Schema Object of 3.0 doesn't allow either.
        ("3.1.0", "type: string, tyep: integer", nil), ("3.0.4", "type: string, tyep: integer", "start with “x-”"),
        ("3.1.0", "properties: {tyep: {type: string}}", nil), ("3.1.0", "enum: [{tyep: 1}]", nil),
    ])
    func `an unknown keyword is a warning`(version: String, word: String, advice: String?) {
        let body = "{200: {description: y, content: {application/json: {schema: {title: T, \(word)}}}}}"
        let text = Loaded.document(paths: "  /a: {get: {operationId: a, responses: \(body)}}", version: version)
        let warnings = Loaded.yaml(text).diagnostics.filter { $0.rule == "contract.unknown-key" }
        #expect(warnings.map(\.severity) == (advice == nil ? [] : [.warning]))
        #expect(warnings.allSatisfy { $0.advice?.contains(advice ?? "") == true && $0.location.line == 5 })
    }

    @Test(arguments: [
        ("3.0.4", "const: a", "“const”"), ("3.0.4", "type: [string, 'null']", "a list in “type”"),
        ("3.0.4", "examples: [a]", "“examples”"), ("3.0.4", "prefixItems: [{}]", "“prefixItems”"),
        ("3.1.0", "type: string, nullable: true", "“nullable”"), ("3.0.4", "type: string, nullable: true", nil),
        ("3.0.4", "nullable: true, anyOf: [{type: string}]", "“nullable”"),
        ("3.0.4", "properties: {const: {}}", nil), ("3.0.4", "enum: [{const: 1}]", nil), ("3.1.0", "const: a", nil),
    ])
    func `a keyword of a different version of OpenAPI is a warning`(version: String, word: String, name: String?) {
        let body = "{200: {description: y, content: {application/json: {schema: {title: T, \(word)}}}}}"
        let text = Loaded.document(paths: "  /a: {get: {operationId: a, responses: \(body)}}", version: version)
        let warnings = Loaded.yaml(text).diagnostics.map(\.message)
        #expect(
            warnings.count == (name == nil ? 0 : 1) && warnings.allSatisfy { $0.hasPrefix(name ?? "") }, "\(warnings)")
    }

    @Test(arguments: [("nullable", true), ("x-nullable", false)])
    func `only “nullable” makes null a possible value in OpenAPI 3`(keyword: String, isPossible: Bool) {
        let schema = "{type: string, enum: [null], \(keyword): true}"
        let body = "{200: {description: y, content: {application/json: {schema: \(schema)}}}}"
        let text = Loaded.document(paths: "  /a: {get: {operationId: a, responses: \(body)}}", version: "3.0.4")
        #expect(Loaded.yaml(text).diagnostics.map(\.rule) == (isPossible ? [] : ["contract.unsatisfiable"]))
    }

    @Test(arguments: [
        ("  /a: {get: {responses: {200: {description: y}}}}", "contract.missing-key"),
        ("  /a: {get: {operationId: a, responses: {200: {}}}}", "contract.missing-key"),
        ("  '/a/{id}': {get: {operationId: a, responses: {200: {description: y}}}}", "contract.path"),
        ("  /a: {get: {operationId: a, respones: {}, responses: {200: {description: y}}}}", "contract.unknown-key"),
        (
            "  /a: {get: {operationId: a, responses: {200: {description: y, content: {application/json: {schema: {type: integer}, example: x}}}}}}",
            "contract.example"
        ),
        (
            "  /a: {get: {operationId: a, responses: {200: {description: y, content: {application/json: {schema: {type: string, format: emial}}}}}}}",
            "contract.unknown-format"
        ),
    ])
    func `a warning is an error in strict mode`(paths: String, rule: String) throws {
        let loaded = Loaded.yaml(Loaded.document(paths: paths))
        #expect(loaded.contract != nil)
        #expect(loaded.diagnostics.map(\.rule) == [rule], "\(loaded.diagnostics.map(\.rendered))")
        #expect(loaded.diagnostics.map(\.severity) == [.warning])
        let strict = Loaded.yaml(Loaded.document(paths: paths), isStrict: true)
        #expect(strict.contract == nil)
        #expect(strict.diagnostics.map(\.severity) == [.error])
    }

    @Test func `many warnings of a rule are counted`() throws {
        let paths = (1...20).map { "  /a\($0): {get: {responses: {200: {description: y}}}}" }.joined(separator: "\n")
        let loaded = Loaded.yaml(Loaded.document(paths: paths))
        #expect(loaded.diagnostics.count == 20)
        let counted = loaded.diagnostics.counted
        #expect(counted.count == 1 && counted[0].message.hasSuffix("(and 19 more of this kind)"))
        #expect(loaded.contract?.operations.count == 20)
    }

    @Test(arguments: [
        ("GET", "/users/{id}", "getUsersById"), ("GET", "/", "getRoot"), ("POST", "/users", "postUsers"),
        ("GET", "/users/{user-id}/pets", "getUsersByUserIdPets"), ("DELETE", "/v1.0/a_b", "deleteV10AB"),
    ])
    func `missing ids are generated from methods and paths`(method: String, path: String, id: String) throws {
        let text = Loaded.document(paths: "  '\(path)': {\(method.lowercased()): {responses: {200: {description: y}}}}")
        #expect(Loaded.yaml(text).contract?.operations.map(\.id) == [id])
    }

    @Test func `an embedded document equals the original`() throws {
        let loaded = Loaded.of(`An OpenAPI document as a contract`.petstore)
        let written = try #require(loaded.translations["openapi.json"])
        let text = String(decoding: written.document.bytes, as: UTF8.self)
        let again = ContractLoader.load(
            "openapi.json", files: MemoryFiles(["openapi.json": text]),
            formats: ContractFormats(embedded: ["openapi.json": written.places()]))
        let contract = try #require(again.contract, "\(again.diagnostics.map(\.rendered))")
        #expect(contract.origin == .openAPI)
        #expect(contract.operations.map(\.location) == loaded.contract?.operations.map(\.location))
        let schemas = [contract, try #require(loaded.contract)].map {
            $0.operations[0].responses[0].body?.content[0].schema
        }
        let places = schemas.map { $0?.validate(["id": "1", "name": "Rex"]).map { SourceLocation($0.schemaValue) } }
        #expect(places[0] == places[1])
        #expect(places[0]?.first?.line == 32)
    }

    @Test func `an unknown extended operation is an error`() throws {
        let extending = """
            {"contract": "1.0", "extends": "openapi.json", "operations": {"getPet": {"summary": "Ours", "cases": {
              "finds Rex": {"request": {"pathParameters": {"id": 1}}, "response": {"status": 200, "body": {"id": 1, "name": "Rex"}}}}}}}
            """
        let loaded = Loaded.of(
            extending, file: "pets.json", others: ["openapi.json": `An OpenAPI document as a contract`.petstore])
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        #expect(contract.operation("getPet")?.cases.map(\.name) == ["finds Rex"])
        #expect(contract.operation("getPet")?.summary == "Ours")
        #expect(contract.operation("getPet")?.request.location.file == "openapi.json")
    }
}
