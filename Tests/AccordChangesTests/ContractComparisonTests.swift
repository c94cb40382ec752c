// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordJSON
import AccordOpenAPI
import Testing

@Suite("Changes between two documents")
struct ContractComparisonTests {
    /// Returns a document with one operation.
    private static func load(
        _ operation: String, path: String = "/pets/{id}", extra: String = "", version: String = "3.1.0"
    ) throws -> ComparedDocument {
        let text = """
            {"openapi": "\(version)", "info": {"title": "Pets", "version": "1"}, "paths": {"\(path)": {"post": {
              "operationId": "savePet", \(operation)}}}\(extra)}
            """
        let result = ContractLoader.load("pets.json", files: MemoryFiles(["pets.json": text]), formats: .all())
        return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
    }

    private static func changes(_ old: String, _ new: String) throws -> [Change] {
        try ContractComparison.changes(load(old), load(new), today: "2026-11-23")
    }

    private static func request(_ schema: String) -> String {
        #""requestBody": {"content": {"application/json": {"schema": \#(schema)}}}, "responses": {"204": {"description": ""}}"#
    }

    private static func response(_ schema: String) -> String {
        #""responses": {"200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}"#
    }

    private static func content(_ content: String) -> String {
        #""requestBody": {"content": \#(content)}, "responses": {"204": {"description": ""}}"#
    }

    private static func responses(_ types: [String: String]) -> String {
        let all = types.sorted { $0.key < $1.key }.map { status, type in
            #""\#(status)": {"description": "", "content": {"application/json": {"schema": {"type": "\#(type)"}}}}"#
        }
        return #""responses": {\#(all.joined(separator: ", "))}"#
    }

    private static let union: String = """
        {"oneOf": [{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}},
          {"type": "object", "required": ["b"], "properties": {"b": {"type": "string"}}}]}
        """
    private static let integer: String = #"{"schema": {"type": "integer"}}"#
    private static let text: String = #"{"schema": {"type": "string"}}"#

    static let applied: [(String, String, Bool)] = [
        // Only the most specific status and media type apply to a message.
        (responses(["default": "string"]), responses(["200": "integer", "default": "string"]), true),
        (responses(["default": "string"]), responses(["200": "string", "default": "string"]), false),
        (
            responses(["200": "string", "default": "string"]),
            responses(["200": "string", "404": "integer", "default": "string"]), true
        ),
        (
            responses(["200": "string", "default": "string"]),
            responses(["200": "string", "4XX": "string", "default": "string"]), false
        ),
        (
            responses(["200": "string", "4XX": "string"]),
            responses(["200": "string", "404": "integer", "4XX": "string"]), true
        ),
        (
            responses(["200": "string", "404": "string", "default": "integer"]),
            responses(["200": "string", "default": "integer"]), true
        ),
        // A `default` beside a success is about failures.
        (
            responses(["200": "string", "default": "string"]),
            responses(["200": "string", "201": "integer", "default": "string"]), false
        ),
        (content(#"{"*/*": {}}"#), content(#"{"*/*": {}, "application/json": \#(integer)}"#), true),
        (content(#"{"*/*": {}}"#), content(#"{"*/*": {}, "application/json": {}}"#), false),
        (content(#"{"text/*": \#(text)}"#), content(#"{"text/*": \#(text), "text/csv": \#(text)}"#), false),
        // An object without constraints accepts every alternative.
        (request(union), request(#"{"type": "object"}"#), false), (request(union), request("{}"), false),
        (request(union), request(#"{"type": "object", "required": ["a"]}"#), true),
    ]

    private static func query(_ schema: String) -> String {
        let parameter = #"{"name": "q", "in": "query", "schema": \#(schema)}"#
        return #""parameters": [\#(parameter)], "responses": {"204": {"description": ""}}"#
    }

    private static let form = "application/x-www-form-urlencoded"

    private static func fields(_ type: String, _ mediaType: String) -> String {
        content(#"{"\#(mediaType)": {"schema": {"type": "object", "properties": {"a": {"type": "\#(type)"}}}}}"#)
    }

    private static func lines(_ schema: String) -> String {
        #""responses": {"200": {"description": "", "content": {"application/jsonl": {"itemSchema": \#(schema)}}}}"#
    }

    @Test(
        "compares lists of texts as texts, and each item of a stream",
        arguments: [
            (
                query(#"{"type": "array", "items": {"type": "integer"}}"#),
                query(#"{"type": "array", "items": {"type": "string"}}"#), false
            ),
            (query(#"{"type": "boolean"}"#), query(#"{"type": "array", "items": {"type": "boolean"}}"#), false),
            (
                query(#"{"type": "array", "items": {"type": "string"}}"#),
                query(#"{"type": "array", "items": {"type": "integer"}}"#), true
            ),
            (query(#"{"type": "boolean"}"#), query(#"{"enum": ["true", "false"]}"#), false),
            (query(#"{"type": "boolean"}"#), query(#"{"enum": ["true"]}"#), true),
            // A query has no text for null and for an empty list.
            (query(#"{"type": ["integer", "null"]}"#), query(#"{"type": "integer"}"#), false),
            (query(#"{"type": ["integer", "boolean"]}"#), query(#"{"type": "integer"}"#), true),
            (query(#"{"type": "array", "maxItems": 1}"#), query(#"{"type": "array", "minItems": 1}"#), false),
            (query(#"{"type": "array", "maxItems": 3}"#), query(#"{"type": "array", "maxItems": 2}"#), true),
            (lines(#"{"type": "integer"}"#), lines(#"{"type": "string"}"#), true),
            (lines(#"{"type": "number"}"#), lines(#"{"type": "integer"}"#), false),
            // An integer in a form or in plain text is a text, too.
            (fields("integer", form), fields("string", form), false),
            (fields("string", form), fields("integer", form), true),
            (fields("integer", "multipart/form-data"), fields("string", "multipart/form-data"), false),
            (fields("string", "multipart/form-data"), fields("integer", "multipart/form-data"), true),
            (fields("integer", "application/xml"), fields("string", "application/xml"), false),
            (fields("integer", "application/json"), fields("string", "application/json"), true),
            (
                content(#"{"\#(form)": {"schema": {"type": "object", "properties": {"a": {"enum": [1]}}}}}"#),
                content(#"{"\#(form)": {"schema": {"type": "object", "properties": {"a": {"enum": ["1"]}}}}}"#), false
            ),
            (content(#"{"text/plain": \#(integer)}"#), content(#"{"text/plain": \#(text)}"#), false),
            (content(#"{"text/plain": \#(text)}"#), content(#"{"text/plain": \#(integer)}"#), true),
        ] as [(String, String, Bool)])
    func textsAndItems(old: String, new: String, isBreaking: Bool) throws {
        let changes = try ContractComparison.changes(
            Self.load(old, version: "3.2.0"), Self.load(new, version: "3.2.0"), today: "2026-11-23")
        let breaking = changes.filter { $0.impact == .breaking }
        #expect(breaking.isEmpty != isBreaking, "\(breaking.map(\.id))")
    }

    @Test("compares what applied to a message with what applies to it now", arguments: applied)
    func applies(old: String, new: String, isBreaking: Bool) throws {
        let breaking = try Self.changes(old, new).filter { $0.impact == .breaking }
        #expect(breaking.isEmpty != isBreaking, "\(breaking.map(\.id))")
    }

    @Test("a range of media types that one media type replaces is one change")
    func replacedRange() throws {
        let changes = try Self.changes(Self.content(#"{"*/*": {}}"#), Self.content(#"{"text/csv": \#(Self.integer)}"#))
        #expect(changes.filter { $0.impact == .breaking }.map(\.id) == ["request-body-media-type-removed"])
    }

    @Test(
        "a scheme that is unused, renamed, or spelled in a different case breaks nobody, but a different place does",
        arguments: [
            (#""k": {"type": "apiKey", "in": "header", "name": "x-key"}"#, "k", false),
            (#""n": {"type": "apiKey", "in": "header", "name": "x-key", "description": "It."}"#, "n", false),
            (#""n": {"type": "apiKey", "in": "header", "name": "X-Other"}"#, "n", true),
            (
                #""k": {"type": "apiKey", "in": "header", "name": "X-Key"}, "u": {"type": "http", "scheme": "basic"}"#,
                "k",
                false
            ),
            (#""k": {"type": "apiKey", "in": "query", "name": "X-Key"}"#, "k", true),
        ])
    func schemes(schemes: String, used: String, isBreaking: Bool) throws {
        func document(_ schemes: String, _ used: String) throws -> ComparedDocument {
            try Self.load(
                #""security": [{"\#(used)": []}], "responses": {"204": {"description": ""}}"#,
                extra: #", "components": {"securitySchemes": {\#(schemes)}}"#)
        }
        let old =
            #""k": {"type": "apiKey", "in": "header", "name": "X-Key"}, "u": {"type": "http", "scheme": "bearer"}"#
        let changes = try ContractComparison.changes(document(old, "k"), document(schemes, used), today: "2026-11-23")
        let breaking = changes.filter { $0.impact == .breaking }
        #expect(breaking.isEmpty != isBreaking, "\(breaking.map(\.id))")
    }

    /// Components, and pairs of bodies in requests with the sentences about the changes.
    static let sentences: [(String, String, [String])] = [
        // The only schemas without a name in `allOf` belong together.
        (
            #"{"allOf": [\#(x), {"required": ["c"], "properties": {"c": {"type": "string"}}}]}"#,
            #"{"allOf": [\#(x), {"properties": {"c": {"type": "string"}, "d": {}, "e": {}}}]}"#,
            [
                "compatible request body /d: the optional property is new",
                "compatible request body /e: the optional property is new",
                "compatible request body /c: became optional",
            ]
        ),
        (
            #"{"allOf": [{"type": "string", "maxLength": 9}, {"maxLength": 20}]}"#,
            #"{"allOf": [{"type": "string", "maxLength": 9}, {"maxLength": 5}]}"#,
            ["breaking request body: the schema accepts fewer values now: “maxLength” rejects values"]
        ),
        // The change of the type contains the alternatives.
        (
            #"{"oneOf": [{"type": "string"}, \#(x)]}"#, #"{"type": "string"}"#,
            ["breaking request body: the type changed from object or string to string"]
        ),
        (
            #"{"anyOf": [{"type": "string"}, \#(x), {"type": "integer"}]}"#, #"{"anyOf": [{"type": "string"}, \#(x)]}"#,
            ["breaking request body: alternative 3 was removed from anyOf"]
        ),
        (
            #"{"oneOf": [\#(x), \#(y), {"type": "null"}]}"#, #"{"oneOf": [\#(x), \#(y)]}"#,
            ["breaking request body: the value can't be null anymore"]
        ),
        // An object that becomes one of several alternatives, or the reverse.
        (x, #"{"anyOf": [\#(x), \#(y)]}"#, ["compatible request body: “Y” was added to anyOf"]),
        (
            #"{"oneOf": [\#(x), \#(y)]}"#, x,
            ["breaking request body: “Y” was removed from oneOf"]
        ),
        (
            #"{"type": "object", "properties": {"a": {}}}"#,
            #"{"type": "object", "properties": {"a": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
            ["breaking request body: alternative 1 and alternative 2 were added to anyOf"]
        ),
        // Alternatives without a name are different changes.
        (
            #"{"oneOf": [\#(x), {"type": "boolean"}]}"#,
            #"{"oneOf": [\#(x), {"type": "boolean"}, {"type": "string"}, {"type": "array", "items": {}}]}"#,
            [
                "compatible request body: alternative 3 was added to oneOf",
                "compatible request body: alternative 4 was added to oneOf",
            ]
        ),
        // schemars, for Qdrant, writes each value of an enumeration as an alternative.
        (
            #"{"oneOf": [{"type": "string", "enum": ["a"]}, {"type": "string", "enum": ["b"]}]}"#,
            #"{"type": "string", "enum": ["a", "b"]}"#, []
        ),
        (
            #"{"oneOf": [{"type": "string", "enum": ["a"]}, {"type": "string", "enum": ["b"]}]}"#,
            #"{"type": "string", "enum": ["a"]}"#,
            [#"breaking request body: the enumeration lost the value "b""#]
        ),
        // A property that the sender may declare in a closed object is one change, but not further properties.
        (
            #"{"type": "object", "properties": {"a": {}, "b": {}}}"#,
            #"{"type": "object", "properties": {"a": {}}, "additionalProperties": false}"#,
            [
                "breaking request body /b: was removed",
                "compatible request body: the object forbids undeclared properties now",
            ]
        ),
        (
            #"{"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": true}"#,
            #"{"type": "object", "properties": {"a": {}}, "additionalProperties": false}"#,
            [
                "breaking request body /b: was removed",
                "breaking request body: the object forbids undeclared properties now",
            ]
        ),
        // The change of the alternatives contains their values of the discriminator.
        (
            #"{"oneOf": [\#(x), \#(y)], "discriminator": {"propertyName": "a", "mapping": {"x": "X", "y": "Y"}}}"#,
            #"{"oneOf": [\#(x)], "discriminator": {"propertyName": "a", "mapping": {"x": "X"}}}"#,
            ["breaking request body: “Y” was removed from oneOf"]
        ),
        (
            #"{"oneOf": [\#(x), \#(y)], "discriminator": {"propertyName": "a", "mapping": {"x": "X", "y": "Y"}}}"#,
            #"{"oneOf": [\#(x), \#(y)], "discriminator": {"propertyName": "a", "mapping": {"x": "X"}}}"#,
            ["breaking request body: the discriminator “y” selects no schema instead of “Y”"]
        ),
        // Two properties have the same schema, but only one of them gets a default and is deprecated.
        (
            #"{"type": "object", "properties": {"p": \#(x), "q": {"allOf": [\#(x)]}}}"#,
            #"{"type": "object", "properties": {"p": \#(x), "q": {"allOf": [\#(x)], "default": {"a": ""}, "deprecated": true}}}"#,
            [
                #"compatible request body /q: the schema has the default {"a":""} now"#,
                "compatible request body /q: the value is deprecated",
            ]
        ),
        (
            #"{"type": "object", "properties": {"p": \#(x), "q": {"allOf": [\#(x)], "default": {"a": ""}}}}"#,
            #"{"type": "object", "properties": {"p": \#(x), "q": {"allOf": [\#(x)], "default": {"a": ""}}}}"#, []
        ),
        // In a closed object, the removed pattern is the change that rejects properties.
        (
            #"{"type": "object", "patternProperties": {"^x": {}}, "additionalProperties": false}"#,
            #"{"type": "object", "patternProperties": {"^y": {}}, "additionalProperties": false}"#,
            [
                "breaking request body: patternProperties doesn't contain “^x” anymore",
                "compatible request body: patternProperties contains “^y” now",
            ]
        ),
        (
            #"{"type": "object", "additionalProperties": true}"#,
            #"{"type": "object", "additionalProperties": true, "patternProperties": {"^y": {"type": "string"}}}"#,
            ["breaking request body: patternProperties contains “^y” now"]
        ),
    ]

    private static let x: String = ##"{"$ref": "#/components/schemas/X"}"##
    private static let y: String = ##"{"$ref": "#/components/schemas/Y"}"##

    @Test("reports one change once, by the keyword that changed", arguments: sentences)
    func reportsOnce(old: String, new: String, expected: [String]) throws {
        func document(_ schema: String) throws -> ComparedDocument {
            let schemas = ["X": "a", "Y": "b"].map { name, property in
                #""\#(name)": {"type": "object", "required": ["\#(property)"], "properties": {"\#(property)": {"type": "string"}}}"#
            }
            return try Self.load(
                Self.request(schema),
                extra: #", "components": {"schemas": {\#(schemas.sorted().joined(separator: ", "))}}"#)
        }
        let changes = try ContractComparison.changes(document(old), document(new), today: "2026-11-23")
        #expect(changes.map { "\($0.impact) \($0.sentence)" } == expected)
    }

    @Test("names the status code of a response that a range or default covered")
    func coveredStatus() throws {
        func responses(_ type: String, _ others: String) -> String {
            let body = #"{"description": "", "content": {"application/json": {"schema": {"type": "\#(type)"}}}}"#
            return #""responses": {"200": {"description": ""}, "default": \#(body)\#(others)}"#
        }
        let without = #", "400": {"description": ""}, "404": {"description": ""}"#
        let changes = try Self.changes(responses("string", ""), responses("string", without))
        #expect(changes.filter { $0.impact == .breaking }.map(\.place) == ["400 body", "404 body"])
        let body = #"{"description": "", "content": {"application/json": {"schema": {"type": "string"}}}}"#
        let same = try Self.changes(responses("string", ""), responses("string", #", "400": \#(body)"#))
        #expect(same.map(\.place) == ["400"] && same[0].impact == .compatible)
    }

    @Test("compares a discriminator of Swagger 2.0 with one of OpenAPI 3")
    func swaggerDiscriminator() throws {
        let kinds = #"{"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}"#
        let swagger = ##"""
            {"swagger": "2.0", "info": {"title": "", "version": "1"}, "paths": {"/a": {"get": {"responses": {"200": {
              "description": "", "schema": {"$ref": "#/definitions/P"}}}, "produces": ["application/json"]}}},
             "definitions": {"P": \##(kinds), "discriminator": "k"}, "C": {"allOf": [{"$ref": "#/definitions/P"}]}}}
            """##
        func openAPI(_ name: String) -> String {
            ##"""
            {"openapi": "3.0.3", "info": {"title": "", "version": "1"}, "paths": {"/a": {"get": {"responses": {"200": {
              "description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/P"}}}}}}}},
             "components": {"schemas": {"P": \##(kinds), "discriminator": {"propertyName": "\##(name)"}},
              "C": {"allOf": [{"$ref": "#/components/schemas/P"}]}}}}
            """##
        }
        func document(_ text: String) throws -> ComparedDocument {
            let result = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        func ids(_ name: String) throws -> [String] {
            try ContractComparison.changes(document(swagger), document(openAPI(name)), today: "2026-11-23").map(\.id)
        }
        #expect(try ids("k") == [])
        #expect(try ids("l").contains("response-body-discriminator-property-name-changed"))
    }

    @Test("groups a change of a named schema by its property, whatever alternative contains the schema")
    func groups() throws {
        func document(_ properties: String) throws -> ComparedDocument {
            func body(_ name: String) -> String {
                let other = #"{"title": "\#(name)", "type": "object", "properties": {"x": \#(Self.x)}}"#
                return #"{"post": {\#(Self.response(#"{"anyOf": [\#(other), {"type": "string"}]}"#))}}"#
            }
            let text = """
                {"openapi": "3.1.0", "info": {"title": "", "version": "1"}, "paths": {"/a": \(body("A")), "/b": \(body("B"))},
                 "components": {"schemas": {"X": {"type": "object", "properties": {"c": {"type": "object",
                   "properties": {\(properties)}}}}}}}
                """
            let result = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        let (small, large) = (#""p": {}"#, #""p": {}, "q": {}, "r": {}"#)
        func sentences(_ old: String, _ new: String) throws -> [String] {
            let changes = try ContractComparison.changes(document(old), document(new), today: "2026-11-23")
            return ChangeReport(changes: changes, old: "", new: "").groups.map(\.sentence).sorted()
        }
        #expect(
            try sentences(large, small) == [
                "response X/c/q: was removed, in 2 operations", "response X/c/r: was removed, in 2 operations",
            ])
        #expect(
            try sentences(small, large) == [
                "response X/c/q: the optional property is new, in 2 operations",
                "response X/c/r: the optional property is new, in 2 operations",
            ])
    }

    @Test(
        "groups a change of a shared response by its name, but not equal changes of different responses",
        arguments: [
            (["/a", "/b"], true, ["response Problem: CHANGE, in 2 operations"]),
            (["/a"], true, ["response 400 body and 1 more: CHANGE"]),
            (["/a"], false, ["response 400 body: CHANGE", "response 401 body: CHANGE"]),
        ])
    func sharedResponses(paths: [String], isShared: Bool, expected: [String]) throws {
        func document(_ type: String) throws -> ComparedDocument {
            let problem = #"{"description": "", "content": {"application/\#(type)": {}}}"#
            let used = isShared ? ##"{"$ref": "#/components/responses/Problem"}"## : problem
            let item = #"{"get": {"responses": {"400": \#(used), "401": \#(used)}}}"#
            let text = """
                {"openapi": "3.1.0", "info": {"title": "", "version": "1"},
                 "paths": {\(paths.map { "\"\($0)\": \(item)" }.joined(separator: ", "))},
                 "components": {"responses": {"Problem": \(problem)}}}
                """
            let result = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        let changes = try ContractComparison.changes(document("problem+json"), document("json"), today: "2026-11-23")
        let text = "the media type changed from application/problem+json to application/json"
        let sentences = ChangeReport(changes: changes, old: "", new: "").groups.map(\.sentence)
        #expect(sentences.map { $0.replacing(text, with: "CHANGE") } == expected)
        let same = try ContractComparison.changes(document("json"), document("json"), today: "2026-11-23")
        #expect(same.isEmpty)
    }

    @Test(
        "groups the changes of the parameters of a path and of the document's security, but not those of operations",
        arguments: [
            (
                false, "{name: q, in: query, schema: {type: string, maxLength: 5}}", "[{key: []}]",
                ["request query parameter q: changed maxLength from 9 to 5, in 2 operations"]
            ),
            (
                false, "{name: n, in: query, required: true, schema: {type: string}}", "[{key: []}]",
                [
                    "request query parameter n: the required parameter is new, in 2 operations",
                    "request query parameter q: the parameter was removed: servers may ignore or reject the parameter, in 2 operations",
                ]
            ),
            (
                true, "{name: q, in: query, schema: {type: string, maxLength: 5}}", "[{key: []}]",
                [
                    "request query parameter q: changed maxLength from 9 to 5",
                    "request query parameter q: changed maxLength from 9 to 5",
                ]
            ),
            (
                false, "{name: q, in: query, schema: {type: string, maxLength: 9}}", "[{bear: []}]",
                [
                    "authentication with “bear” suffices now, in 2 operations",
                    "authentication with “key” doesn't suffice anymore, in 2 operations",
                    "the document has the default security scheme “bear” now",
                    "the document lost the default security scheme “key”",
                ]
            ),
            (false, "{name: q, in: query, schema: {type: string, maxLength: 9}}", "[{key: []}]", []),
        ])
    func sharedParameters(isOwn: Bool, parameter: String, security: String, expected: [String]) throws {
        func document(_ parameter: String, _ security: String) throws -> ComparedDocument {
            let list = "parameters: [\(parameter)], "
            let own = "{\(isOwn ? list : "")responses: {'200': {description: d}}}"
            let text = """
                openapi: 3.1.0
                info: {title: t, version: '1'}
                security: \(security)
                paths: {/a: {\(isOwn ? "" : list)get: \(own), put: \(own)}}
                components: {securitySchemes: {key: {type: apiKey, in: header, name: X}, bear: {type: http, scheme: bearer}}}
                """
            let result = ContractLoader.load("a.yaml", files: MemoryFiles(["a.yaml": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        let old = try document("{name: q, in: query, schema: {type: string, maxLength: 9}}", "[{key: []}]")
        let changes = try ContractComparison.changes(old, document(parameter, security), today: "2026-11-23")
        #expect(ChangeReport(changes: changes, old: "", new: "").groups.map(\.sentence).sorted() == expected)
    }

    @Test(
        "groups a change of a component that elements refer to, but not equal changes of separate elements",
        arguments: [
            (
                true,
                [
                    "request B: became required, in 2 operations", "request P: became required, in 2 operations",
                    "response H: became optional, in 2 operations",
                ]
            ),
            (
                false,
                [
                    "request body: became required", "request body: became required",
                    "request query parameter q: became required", "request query parameter q: became required",
                    "response 200 header field X: became optional", "response 200 header field X: became optional",
                    "response 404 header field X: became optional", "response 404 header field X: became optional",
                ]
            ),
        ])
    func sharedComponents(isShared: Bool, expected: [String]) throws {
        func document(_ isRequired: Bool) throws -> ComparedDocument {
            let parameter = "{name: q, in: query, required: \(isRequired), schema: {type: string}}"
            let body = "{required: \(isRequired), content: {application/json: {}}}"
            let header = "{required: \(!isRequired), schema: {type: string}}"
            func used(_ element: String, _ name: String) -> String {
                isShared ? "{$ref: '#/components/\(name)'}" : element
            }
            let response = "{description: d, headers: {X: \(used(header, "headers/H"))}}"
            let operation = """
                {parameters: [\(used(parameter, "parameters/P"))], requestBody: \(used(body, "requestBodies/B")),
                 responses: {'200': \(response), '404': \(response)}}
                """
            let text = """
                openapi: 3.1.0
                info: {title: t, version: '1'}
                paths: {/a: {put: \(operation)}, /b: {put: \(operation)}}
                components: {parameters: {P: \(parameter)}, requestBodies: {B: \(body)}, headers: {H: \(header)}}
                """
            let result = ContractLoader.load("a.yaml", files: MemoryFiles(["a.yaml": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        let changes = try ContractComparison.changes(document(false), document(true), today: "2026-11-23")
        #expect(ChangeReport(changes: changes, old: "", new: "").groups.map(\.sentence).sorted() == expected)
    }

    @Test(
        "a value that shows the change of a keyword doesn't show a new union, but the value of a new union does",
        arguments: [
            (#""enum": ["a"]"#, ["response-property-enum-removed strict", "response-body-one-of-added compatible"]),
            (#""title": "X""#, ["response-body-one-of-added compatible"]),
        ])
    func newUnion(keyword: String, expected: [String]) throws {
        func object(_ keyword: String, _ more: String = "") -> String {
            Self.response(
                #"{"type": "object", "required": ["k"], "properties": {"k": {"type": "string", \#(keyword)}}\#(more)}"#)
        }
        let union = #", "oneOf": [{"required": ["x"]}, {"required": ["y"]}]"#
        let changes = try Self.changes(object(keyword), object(#""title": "K""#, union))
        #expect(changes.map { "\($0.id) \($0.impact)" }.sorted(by: >) == expected)
    }

    @Test("names an alternative by its number in the new document")
    func alternativeNumber() throws {
        func schema(_ length: Int) -> String {
            let members = [("x", length), ("y", 3), ("z", 3)].map { name, length in
                #"{"properties": {"\#(name)": {"type": "string", "maxLength": \#(length)}}, "required": ["\#(name)"]}"#
            }
            return #"{"anyOf": [\#(members.joined(separator: ", "))]}"#
        }
        let changes = try Self.changes(Self.request(schema(5)), Self.request(schema(3)))
        #expect(changes.map(\.text) == ["changed maxLength from 5 to 3 in alternative 1"])
    }

    @Test("reports a value of a new type as one change of the type")
    func newType() throws {
        let union = #"{"anyOf": [{"type": "string"}, {"type": "boolean"}]}"#
        let changes = try Self.changes(Self.response(#"{"const": "b"}"#), Self.response(union))
        #expect(changes.filter { $0.impact >= .strict }.map(\.id) == ["response-body-list-of-types-widened"])
    }

    @Test("finds a change inside seventy objects, and in the target of a dynamic reference")
    func hiddenChanges() throws {
        func nested(_ leaf: String) -> String {
            (0..<70).reduce(leaf) { inner, _ in #"{"type": "object", "properties": {"n": \#(inner)}}"# }
        }
        let changes = try Self.changes(
            Self.request(nested(#"{"type": "string"}"#)), Self.request(nested(#"{"type": "integer"}"#)))
        #expect(changes.map(\.id) == ["request-property-type-changed"])
        #expect(changes.map(\.impact) == [.breaking])
        func list(_ element: String) throws -> ComparedDocument {
            try Self.load(
                Self.request(##"{"$ref": "#/components/schemas/L"}"##),
                extra: ##"""
                    , "components": {"schemas": {
                      "G": {"$id": "g", "items": {"$dynamicRef": "#e"}, "$defs": {"d": {"$dynamicAnchor": "e"}}},
                      "L": {"$id": "l", "$ref": "g", "$defs": {"x": {"$dynamicAnchor": "e", \##(element)}}}}}
                    """##)
        }
        let (text, short, titled) = try (
            list(#""type": "string""#), list(#""type": "string", "maxLength": 3"#),
            list(#""type": "string", "title": "T""#)
        )
        func impacts(_ old: ComparedDocument, _ new: ComparedDocument) -> [Change.Impact] {
            ContractComparison.changes(old, new, today: "2026-11-23").map(\.impact)
        }
        #expect(impacts(text, short) == [.breaking])
        #expect(impacts(short, text) == [.warning])
        #expect(impacts(text, titled) == [])
    }

    @Test("four hundred values of a property that all change are compared")
    func manyValues() throws {
        func schema(_ letter: String) -> String {
            let values = (1...400).map { #""\#(letter)\#($0)""# }.joined(separator: ", ")
            return #"{"type": "object", "properties": {"a": {"enum": [\#(values)]}}}"#
        }
        let changes = try Self.changes(Self.request(schema("v")), Self.request(schema("w")))
        #expect(changes.count { $0.id == "request-property-enum-value-removed" } == 400)
    }

    @Test(
        "reports a request that the new document rejects, with the smallest one as a witness",
        arguments: [
            (
                #"{"type":"object","properties":{"a":{"type":"string"}}}"#,
                #"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}"#,
                "request-property-became-required", "{}"
            ),
            (
                #"{"type":"object","properties":{"a":{"type":"integer"}}}"#,
                #"{"type":"object","properties":{"a":{"type":"integer","maximum":9}}}"#, "request-property-max-set",
                #"{"a":10}"#
            ),
            (
                #"{"type":"object","properties":{"a":{"enum":["x","y"]}}}"#,
                #"{"type":"object","properties":{"a":{"enum":["x"]}}}"#, "request-property-enum-value-removed",
                #"{"a":"y"}"#
            ),
            (
                #"{"type":"array","items":{"type":["string","null"]}}"#, #"{"type":"array","items":{"type":"string"}}"#,
                "request-property-became-not-nullable", "[null]"
            ),
        ])
    func request(_ old: String, _ new: String, _ id: String, _ witness: String) throws {
        let changes = try Self.changes(Self.request(old), Self.request(new))
        let breaking = changes.filter { $0.impact == .breaking }
        #expect(breaking.map(\.id) == [id])
        #expect(breaking.first?.witness?.compact == witness)
        #expect(breaking.first?.old != nil && breaking.first?.new != nil)
        // The reverse accepts more requests.
        let reverse = try Self.changes(Self.request(new), Self.request(old))
        #expect(!reverse.isEmpty)
        #expect(!reverse.contains { $0.impact >= .strict }, "\(reverse)")
    }

    @Test(
        "tells a response that breaks only strict clients from one that breaks every client",
        arguments: [
            (#"{"enum":["a"]}"#, #"{"enum":["a","b"]}"#, Change.Impact.strict),
            (#"{"type":"integer"}"#, #"{"type":["integer","string"]}"#, .breaking),
            (#"{"type":"string","maxLength":3}"#, #"{"type":"string"}"#, .strict),
            (
                #"{"type":"object","required":["a"],"properties":{"a":{}}}"#,
                #"{"type":"object","properties":{"a":{}}}"#,
                .breaking
            ),
            (
                #"{"type":"object","additionalProperties":false,"properties":{"a":{}}}"#,
                #"{"type":"object","additionalProperties":false,"properties":{"a":{},"b":{}}}"#, .strict
            ),
        ])
    func response(_ old: String, _ new: String, _ impact: Change.Impact) throws {
        let changes = try Self.changes(Self.response(old), Self.response(new))
        #expect(changes.map(\.impact).max() == impact, "\(changes)")
        let reverse = try Self.changes(Self.response(new), Self.response(old))
        #expect(!reverse.contains { $0.impact >= .strict }, "\(reverse)")
    }

    @Test("proves each of several changes of a response with a value of its own")
    func separateWitnesses() throws {
        let changes = try Self.changes(
            Self.response(
                #"{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"enum":["x"]}}}"#),
            Self.response(#"{"type":"object","properties":{"a":{"type":"string"},"b":{"enum":["x","y"]}}}"#))
        let optional = try #require(changes.first { $0.id == "response-property-became-optional" })
        let added = try #require(changes.first { $0.id == "response-property-enum-value-added" })
        #expect(optional.impact == .breaking && optional.witness?.compact == "{}")
        #expect(added.impact == .strict && added.witness?.object?["b"] == "y")
    }

    @Test("judges a change without the other changes of the response, even if each new response violates those")
    func changesElsewhere() throws {
        func schema(_ page: String, _ values: String) -> String {
            """
            {"type":"object","required":["items","page"],"properties":{"page":{"type":"\(page)"},"items":{"type":"array",
              "items":{"type":"object","required":["status"],"properties":{"status":{"enum":[\(values)]}}}}}}
            """
        }
        let changes = try Self.changes(
            Self.response(schema("integer", #""a","b""#)), Self.response(schema("string", #""a","b","c""#)))
        let added = try #require(changes.first { $0.id == "response-property-enum-value-added" })
        #expect(added.impact == .strict && added.witness?["items"]?[0]?["status"] == "c", "\(added)")
        let page = try #require(changes.first { $0.id == "response-property-type-changed" })
        #expect(page.impact == .breaking && page.witness?["page"]?.string != nil, "\(page)")
    }

    @Test("shows an alternative with the value of its discriminator, and a removed alternative with a value of its own")
    func alternatives() throws {
        func catalog(_ types: String) -> String {
            """
            , "components": {"schemas": {
              "Catalog": {"type": "object", "required": ["type"], "properties": {"type": {"enum": ["INTERNAL", "EXTERNAL"]}},
                "discriminator": {"propertyName": "type", "mapping": {"EXTERNAL": "#/components/schemas/External"}}},
              "External": {"allOf": [{"$ref": "#/components/schemas/Catalog"}, {"type": "object",
                "properties": {"connection": {"enum": [\(types)]}}}]}}}
            """
        }
        let body = Self.response(##"{"$ref": "#/components/schemas/Catalog"}"##)
        let documents = try (Self.load(body, extra: catalog("1")), Self.load(body, extra: catalog("1, 2")))
        let changes = ContractComparison.changes(documents.0, documents.1, today: "2026-11-23")
        #expect(changes.map { $0.witness?["type"] } == ["EXTERNAL"], "\(changes)")

        func object(_ name: String) -> String {
            #"{"type": "object", "required": ["\#(name)"], "properties": {"\#(name)": {"type": ["array", "integer"]}}}"#
        }
        let removed = try Self.changes(
            Self.request(#"{"anyOf": [\#(object("value")), \#(object("text")), \#(object("except"))]}"#),
            Self.request(#"{"anyOf": [\#(object("value")), \#(object("text"))]}"#))
        #expect(removed.map { $0.witness?.compact } == [#"{"except":0}"#], "\(removed)")
    }

    @Test("reports only null if a union becomes nullable")
    func nullableUnions() throws {
        let union = ##"{"$ref": "#/components/schemas/U"}"##
        func load(_ schema: String) throws -> ComparedDocument {
            let schemas = #", "components": {"schemas": {"U": \#(Self.union)}}"#
            return try Self.load(Self.response(schema), extra: schemas, version: "3.0.3")
        }
        let documents = try (load(union), load(#"{"anyOf": [\#(union), {"nullable": true}]}"#))
        let changes = ContractComparison.changes(documents.0, documents.1, today: "2026-11-23")
        #expect(changes.map(\.id) == ["response-body-became-nullable"], "\(changes)")
        #expect(ContractComparison.changes(documents.1, documents.1, today: "2026-11-23").isEmpty)
    }

    @Test("proves each of several limits of one schema with a value of its own")
    func separateLimits() throws {
        let changes = try Self.changes(
            Self.request(#"{"type":"integer"}"#), Self.request(#"{"type":"integer","minimum":1,"maximum":9}"#))
        let proofs = changes.map { "\($0.id) \($0.witness?.compact ?? "")" }.sorted()
        #expect(proofs == ["request-body-max-set 10", "request-body-min-set 0"])
    }

    @Test("proves a removed operation, a removed media type, a required parameter and a credential with a request")
    func requestWitnesses() throws {
        func proofs(_ old: String, _ new: String, path: String = "/pets/{id}", extra: String = "") throws -> [String] {
            let documents = try (Self.load(old, extra: extra), Self.load(new, path: path, extra: extra))
            let changes = ContractComparison.changes(documents.0, documents.1, today: "2026-11-23")
            return changes.filter { $0.impact == .breaking }.map { $0.request ?? "none" }
        }
        let responses = #""responses": {"204": {"description": ""}}"#
        let id = #"{"in": "path", "name": "id", "required": true, "schema": {"type": "integer"}}"#
        let old = #""parameters": [\#(id)], \#(responses)"#
        #expect(try proofs(old, old, path: "/animals/{id}/x") == ["POST /pets/9"])
        let required =
            #""parameters": [\#(id), {"in": "query", "name": "q", "required": true, "schema": {}}], \#(responses)"#
        #expect(try proofs(old, required) == ["POST /pets/9"])
        let schemes = #", "components": {"securitySchemes": {"a": {"type": "http", "scheme": "basic"}}}"#
        let secured = #""security": [{"a": []}], \#(old)"#
        #expect(try proofs(old, secured, extra: schemes) == ["POST /pets/9 without credentials"])
        func body(_ types: String...) -> String {
            let content = types.map { #""\#($0)": {"schema": {"type": "string"}}"# }.joined(separator: ", ")
            return
                #""parameters": [\#(id)], "requestBody": {"required": true, "content": {\#(content)}}, \#(responses)"#
        }
        let removed = try proofs(body("application/json", "text/plain"), body("application/json"))
        #expect(removed.count == 1 && removed[0].hasPrefix("POST /pets/9, Content-Type: text/plain, "), "\(removed)")
    }

    @Test(
        "doesn't compare a schema with an empty list of alternatives, which is an error", arguments: ["oneOf", "anyOf"])
    func emptyAlternatives(_ keyword: String) throws {
        let list = #""a": {"\#(keyword)": []}, "b": "#
        let changes = try Self.changes(
            Self.response(#"{"type":"object","properties":{\#(list){"type":"string"}}}"#),
            Self.response(#"{"type":"object","properties":{\#(list){"type":["string","null"]}}}"#))
        #expect(changes.map(\.id) == ["document-invalid"])
    }

    @Test("finds a safe change safe: an optional request property, and a removed optional response property")
    func safe() throws {
        let (small, large) = (
            #"{"type":"object","properties":{}}"#, #"{"type":"object","properties":{"a":{"type":"string"}}}"#
        )
        for changes in [
            try Self.changes(Self.request(small), Self.request(large)),
            try Self.changes(Self.response(large), Self.response(small)),
        ] {
            #expect(changes.count == 1)
            #expect(!changes.contains { $0.impact >= .strict })
        }
    }

    /// Returns a document with a webhook and a callback that have the same body.
    private static func hooks(_ schema: String) throws -> ComparedDocument {
        let post = #"{"post": {\#(request(schema))}}"#
        return try load(
            #""callbacks": {"event": {"{$request.body#/url}": \#(post)}}, "responses": {"204": {"description": ""}}"#,
            extra: #", "webhooks": {"created": \#(post)}"#)
    }

    @Test("judges the request of a webhook and of a callback as a message from the server")
    func serverRequests() throws {
        let strict = try Self.hooks(
            #"{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"k":{"enum":["x"]}}}"#)
        let loose = try Self.hooks(#"{"type":"object","properties":{"a":{"type":"string"},"k":{"enum":["x","y"]}}}"#)
        let changes = ContractComparison.changes(strict, loose, today: "2026-11-23")
        let found = changes.map { "\($0.operation) \($0.id) \($0.impact)" }.sorted()
        #expect(
            found == [
                "callback event of POST /pets/{id} request-property-became-optional breaking",
                "callback event of POST /pets/{id} request-property-enum-value-added strict",
                "webhook created request-property-became-optional breaking",
                "webhook created request-property-enum-value-added strict",
            ])
        let reverse = ContractComparison.changes(loose, strict, today: "2026-11-23")
        #expect(reverse.count == 4 && !reverse.contains { $0.impact >= .strict }, "\(reverse)")
    }

    @Test("pairs webhooks by key and method, and callbacks by URL and method")
    func pairsServerRequests() throws {
        func request(_ type: String) -> String { Self.request(#"{"type": "\#(type)"}"#) }
        func found(_ old: [String], _ new: [String], _ document: ([String]) throws -> ComparedDocument) throws
            -> [String]
        {
            ContractComparison.changes(try document(old), try document(new), today: "2026-11-23").map(\.id)
        }
        func webhook(_ methods: [String]) throws -> ComparedDocument {
            let operations = methods.map { #""\#($0)": {\#(request("string"))}"# }.joined(separator: ", ")
            return try Self.load(
                #""responses": {"204": {"description": ""}}"#, extra: #", "webhooks": {"e": {\#(operations)}}"#)
        }
        #expect(try found(["post"], ["post", "put"], webhook) == ["webhook-added"])
        #expect(try found(["post", "put"], ["post"], webhook) == ["webhook-removed"])
        #expect(try found(["post"], ["put"], webhook) == ["webhook-removed", "webhook-added"])
        #expect(try found(["post", "put"], ["put", "post"], webhook) == [])
        func numbered(_ names: [String]) throws -> ComparedDocument {
            let hooks = names.map { #""e \#($0)": {"post": {\#(request($0 == "1" ? "string" : "integer"))}}"# }
            return try Self.load(
                #""responses": {"204": {"description": ""}}"#,
                extra: #", "webhooks": {\#(hooks.joined(separator: ", "))}"#)
        }
        #expect(try found(["1", "2"], ["2"], numbered) == ["webhook-removed"])
        func callback(_ urls: [String]) throws -> ComparedDocument {
            let operations = urls.map { url in
                let type = url == "a" ? "string" : "integer"
                return #""{$request.body#/\#(url)}": {"post": {\#(request(type))}}"#
            }
            return try Self.load(
                #""callbacks": {"c": {\#(operations.joined(separator: ", "))}}, "responses": {"204": {"description": ""}}"#
            )
        }
        #expect(try found(["a"], ["b", "a"], callback) == ["callback-added"])
        #expect(try found(["a", "b"], ["b", "a"], callback) == [])
        #expect(try found(["a", "b"], ["b"], callback) == ["callback-removed"])
    }

    @Test(
        "judges each alternative of a union, even if an open alternative accepts all values",
        arguments: [
            (
                #"{"title":"B","type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#,
                #"{"title":"B","type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"number"}}}"#,
                "response-property-type-changed"
            ),
            (
                #"{"title":"B","type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#,
                #"{"title":"B","type":"object","required":["a","c"],"properties":{"a":{"type":"string"},"c":{"type":"string"}}}"#,
                "response-required-property-removed"
            ),
        ])
    func alternatives(_ old: String, _ new: String, _ id: String) throws {
        func union(_ other: String) -> String {
            Self.response(
                #"{"oneOf":[{"title":"A","type":"object","required":["a"],"properties":{"a":{"type":"string"}}},\#(other)]}"#
            )
        }
        let breaking = try Self.changes(union(old), union(new)).filter { $0.impact == .breaking }
        #expect(breaking.map(\.id) == [id] && breaking.allSatisfy { $0.text.hasSuffix("in “B”") }, "\(breaking)")
        #expect(breaking.first?.witness != nil)
    }

    @Test("finds an alternative that was removed from a request, but not if a remaining one describes its values")
    func removedAlternative() throws {
        func union(_ alternatives: String) -> String { Self.request(#"{"anyOf":[\#(alternatives)]}"#) }
        let small = #"{"title":"A","type":"object","properties":{"a":{"type":"string"}}}"#
        let large = #"{"title":"B","type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#
        let removed = try Self.changes(union("\(small),\(large)"), union(small))
        #expect(removed.map(\.id) == ["request-body-any-of-removed"])
        #expect(removed.map(\.impact) == [.breaking])
        let covered = try Self.changes(union("\(small),\(large)"), union(large))
        #expect(covered.map(\.impact) == [.compatible])
    }

    @Test("warns of a removed optional property in a union of any size", arguments: [2, 12])
    func optionalInUnion(_ count: Int) throws {
        func union(_ extra: String) -> String {
            let alternatives = (0..<count).map { index in
                #"{"title":"A\#(index)","type":"object","properties":{"k":{"const":\#(index)}\#(index == 0 ? extra : "")}}"#
            }
            return Self.response(#"{"oneOf":[\#(alternatives.joined(separator: ","))]}"#)
        }
        let changes = try Self.changes(union(#","e":{"type":"string"}"#), union(""))
        #expect(changes.map(\.impact) == [.warning], "\(changes)")
    }

    @Test("doesn't compare an element with an error in one of the documents, and compares the others")
    func unreadable() throws {
        let schema = #"{"type":"object","properties":{"a":{"type":"string"}}}"#
        func operation(_ body: String, _ status: String) -> String {
            #""requestBody": {"content": {"application/json": {"schema": \#(body)}}}, "responses": {"\#(status)": {"description": ""}}"#
        }
        let changes = try Self.changes(
            operation(schema, "200"), operation(##"{"$ref":"#/components/schemas/Typo"}"##, "201"))
        #expect(changes.filter { $0.direction == .request }.isEmpty, "\(changes)")
        #expect(changes.filter(\.isUndecided).map(\.id) == ["document-invalid"])
        #expect(changes.contains { $0.id == "response-success-status-removed" && $0.impact == .breaking })
    }

    @Test("pairs paths that differ only in the names of their parameters in order")
    func sameShapes() throws {
        func path(_ name: String, _ type: String) -> String {
            """
            "/a/{\(name)}": {"get": {"operationId": "\(name)", "parameters": [{"in": "path", "name": "\(name)",
              "required": true, "schema": {"type": "\(type)"}}], "responses": {"204": {"description": ""}}}}
            """
        }
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {
              \(path("x", "string")), \(path("y", "integer"))}}
            """
        let result = ContractLoader.load("pets.json", files: MemoryFiles(["pets.json": text]), formats: .all())
        let document = try ComparedDocument(
            contract: #require(result.contract), document: #require(result.document))
        #expect(ContractComparison.changes(document, document, today: "2026-11-23").isEmpty)
    }

    @Test(
        "finds a different character encoding of a response",
        arguments: [
            ("text/csv; charset=utf-8", "text/csv; charset=utf-16", Change.Impact.breaking),
            ("text/csv; charset=utf-8", "text/csv; charset=UTF-8", .compatible),
            ("text/csv", "text/csv; charset=utf-8", .compatible),
            ("application/json", "application/vnd.x+json", .warning),
            ("application/json;q=1", "application/json", .compatible),
            ("text/csv;q=1; charset=utf-8", "text/csv; charset=UTF-8", .compatible),
            ("text/csv;q=1; charset=utf-8", "text/csv;q=1; charset=utf-16", .breaking),
            ("*/*", "application/json", .compatible),
        ])
    func charset(_ old: String, _ new: String, _ impact: Change.Impact) throws {
        func response(_ type: String) -> String {
            #""responses": {"200": {"description": "", "content": {"\#(type)": {"schema": {"type": "string"}}}}}"#
        }
        #expect(try Self.changes(response(old), response(new)).allSatisfy { $0.impact == impact })
    }

    @Test(
        "allows a removal after the sunset, and only then",
        arguments: [
            ("", "api-path-removed-without-deprecation", Change.Impact.breaking),
            (#""deprecated": true,"#, "api-path-removed-with-deprecation", .breaking),
            (#""deprecated": true, "x-sunset": "2026-11-01","#, "api-path-removed-with-deprecation", .compatible),
            (#""deprecated": true, "x-sunset": "2027-01-01","#, "api-path-removed-before-sunset", .breaking),
            (
                #""deprecated": true, "x-sunset": "Sun, 01 Nov 2026 00:00:00 GMT","#,
                "api-path-removed-with-deprecation", .compatible
            ),
            // In UTC, this is the next day.
            (
                #""deprecated": true, "x-sunset": "2026-11-23T23:00:00-02:00","#, "api-path-removed-before-sunset",
                .breaking
            ),
            (#""deprecated": true, "x-sunset": "2026-11-01 at noon","#, "api-path-sunset-parse", .breaking),
        ])
    func sunset(_ fields: String, _ id: String, _ impact: Change.Impact) throws {
        let responses = #""responses": {"204": {"description": ""}}"#
        let old = try Self.load(fields + responses)
        let new = try Self.load(responses, path: "/animals")
        let removed = ContractComparison.changes(old, new, today: "2026-11-23").first { $0.new == nil }
        #expect(removed?.id == id)
        #expect(removed?.impact == impact)
    }

    @Test(
        "warns of a removed operation if a path parameter covers its path, unless the new operation rejects the requests",
        arguments: [("string", "string", [Change.Impact.warning]), ("integer", "string", [.breaking])])
    func coveredPath(_ parameter: String, _ value: String, _ impacts: [Change.Impact]) throws {
        func response(_ type: String) -> String {
            let content = #"{"application/json": {"schema": {"type": "\#(type)"}}}"#
            return #""responses": {"200": {"description": "", "content": \#(content)}}"#
        }
        let schema = #"{"type": "\#(parameter)"}"#
        let id = #""parameters": [{"name": "id", "in": "path", "required": true, "schema": \#(schema)}],"#
        let old = try Self.load(response("string"), path: "/users/me")
        let new = try Self.load(id + response(value), path: "/users/{id}")
        let changes = ContractComparison.changes(old, new, today: "2026-11-23").filter { $0.path == "/users/me" }
        #expect(changes.map(\.impact) == impacts, "\(changes)")
        #expect(changes.first?.text == "the operation was removed: its requests reach POST /users/{id} now")
    }

    @Test("compares the responses of an operation whose path a path parameter covers")
    func coveredResponse() throws {
        let id = #""parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],"#
        let old = try Self.load(#""responses": {"200": {"description": ""}}"#, path: "/users/me")
        let new = try Self.load(id + #""responses": {"204": {"description": ""}}"#, path: "/users/{id}")
        let changes = ContractComparison.changes(old, new, today: "2026-11-23")
        #expect(changes.contains { $0.id == "response-success-status-removed" && $0.path == "/users/me" })
    }

    @Test("finds a new security requirement, and accepts a second alternative")
    func security() throws {
        let schemes =
            #", "components": {"securitySchemes": {"a": {"type": "http", "scheme": "basic"}, "b": {"type": "http", "scheme": "bearer"}}}"#
        func load(_ security: String) throws -> ComparedDocument {
            try Self.load(#""security": \#(security), "responses": {"204": {"description": ""}}"#, extra: schemes)
        }
        let added = try ContractComparison.changes(load("[]"), load(#"[{"a":[]}]"#), today: "2026-11-23")
        #expect(added.map(\.impact) == [.breaking])
        let second = try ContractComparison.changes(
            load(#"[{"a":[]}]"#), load(#"[{"a":[]},{"b":[]}]"#), today: "2026-11-23")
        #expect(second.map(\.impact) == [.compatible])
        let relief = try ContractComparison.changes(
            load(#"[{"a":[],"b":[]}]"#), load(#"[{"a":[]}]"#), today: "2026-11-23")
        #expect(!relief.isEmpty && relief.allSatisfy { $0.impact == .compatible }, "\(relief)")
        let replaced = try ContractComparison.changes(
            load(#"[{"a":[]},{"b":[]}]"#), load(#"[{"a":[],"b":[]}]"#), today: "2026-11-23")
        let proofs = replaced.filter { $0.impact == .breaking }.map { $0.request?.suffix(8) }
        #expect(proofs == ["with “a”", "with “b”"])
    }

    @Test("compares links by the request to which they lead, and ignores the names of path parameters")
    func links() throws {
        func load(_ links: String, id: String = "savePet", name: String = "id") throws -> ComparedDocument {
            let text = """
                {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets/{\(name)}": {"get": {
                  "operationId": "\(id)", "parameters": [{"in": "path", "name": "\(name)", "required": true, "schema": {}}],
                  "responses": {"200": {"description": "", "links": {\(links)}}}}}}}
                """
            let result = ContractLoader.load("pets.json", files: MemoryFiles(["pets.json": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        func link(_ id: String, _ name: String, _ value: String) -> String {
            #""self": {"operationId": "\#(id)", "parameters": {"\#(name)": "$response.body#/\#(value)"}}"#
        }
        func ids(_ old: ComparedDocument, _ new: ComparedDocument) -> [String] {
            ContractComparison.changes(old, new, today: "2026-11-23").map { "\($0.id) \($0.impact)" }
        }
        let old = try load(link("savePet", "id", "id"))
        let renamed = try load(link("getPet", "petId", "id"), id: "getPet", name: "petId")
        #expect(ids(old, renamed).isEmpty)
        #expect(try ids(old, load(link("savePet", "id", "key"))) == ["link-changed warning"])
        #expect(try ids(old, load("")) == ["link-removed warning"])
        #expect(try ids(load(""), old) == ["link-added compatible"])
    }

    @Test("reports a change of a schema that several alternatives use once, without the name of an alternative")
    func sharedSchemas() throws {
        func document(_ value: String) throws -> ComparedDocument {
            func alternative(_ name: String) -> String {
                ##""\##(name)": {"type": "object", "required": ["k"], "properties": {"k": {"const": "\##(name)"}, "s": {"$ref": "#/components/schemas/Shared"}}}"##
            }
            return try Self.load(
                Self.response(
                    ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]}"##),
                extra: """
                    , "components": {"schemas": {\(alternative("A")), \(alternative("B")), "Shared": {"type": "object",
                      "properties": {"v": \(value)}}}}
                    """)
        }
        let changes = try ContractComparison.changes(
            document(#"{"type": "string"}"#), document(#"{"type": "number"}"#), today: "2026-11-23")
        #expect(changes.map(\.text) == ["the type changed from string to number"], "\(changes)")
        #expect(changes.map(\.impact) == [.breaking])
    }

    @Test(
        "compares oneOf with anyOf: only a value that matches several alternatives breaks",
        arguments: [(",", Change.Impact.breaking), (#","additionalProperties":false,"#, .compatible)])
    func exclusiveAlternatives(_ closing: String, _ impact: Change.Impact) throws {
        func union(_ keyword: String) -> String {
            let alternatives = ["a", "b"].map { name in
                #"{"type":"object"\#(closing)"required":["\#(name)"],"properties":{"\#(name)":{"type":"string"}}}"#
            }
            return Self.request(#"{"\#(keyword)":[\#(alternatives.joined(separator: ","))]}"#)
        }
        let narrowed = try Self.changes(union("anyOf"), union("oneOf"))
        #expect(narrowed.map(\.id) == ["request-body-any-of-became-one-of"], "\(narrowed)")
        #expect(narrowed.map(\.impact) == [impact])
        let widened = try Self.changes(union("oneOf"), union("anyOf"))
        #expect(widened.map(\.impact) == [.compatible], "\(widened)")
    }

    @Test("finds the changed keyword inside of a condition")
    func conditions() throws {
        func schema(_ then: String) -> String {
            Self.request(
                #"{"type":"object","properties":{"k":{"type":"string"},"v":{"type":"integer"}},"if":{"properties":{"k":{"const":"a"}}},"then":\#(then)}"#
            )
        }
        let changes = try Self.changes(
            schema(#"{"properties":{"v":{"minimum":0}}}"#),
            schema(#"{"properties":{"v":{"minimum":5}},"required":["k"]}"#))
        let found = changes.filter { $0.impact == .breaking }.map(\.id).sorted()
        #expect(found == ["request-body-property-became-required", "request-property-min-increased"], "\(changes)")
        let reverse = try Self.changes(
            schema(#"{"properties":{"v":{"minimum":5}}}"#), schema(#"{"properties":{"v":{"minimum":0}}}"#))
        #expect(reverse.map(\.impact) == [.compatible])
    }

    @Test(
        "shows a change in a branch of a condition with a value of this branch",
        arguments: [("request-property-min-increased", false), ("request-property-min-length-increased", true)])
    func branches(_ id: String, _ isOtherwise: Bool) throws {
        func schema(_ kind: String, _ minimum: Int, _ minLength: Int) -> String {
            Self.request(
                #"""
                {"type":"object","properties":{"data":{"type":"object",
                "if":{"properties":{"kind":{"type":"string","const":"\#(kind)"}}},
                "then":{"properties":{"value":{"type":"integer","minimum":\#(minimum)}}},
                "else":{"properties":{"value":{"type":"string","minLength":\#(minLength)}}},
                "unevaluatedProperties":{"type":"string","minLength":\#(minLength)}}}}
                """#)
        }
        let changes = try Self.changes(schema("a", 0, 1), schema("b", 5, 3))
        let data = try #require(changes.first { $0.id == id && $0.impact == .breaking }?.witness?["data"], "\(changes)")
        #expect((data["value"]?.string != nil) == isOtherwise && (data["kind"] ?? "b" != "b") == isOtherwise, "\(data)")
    }

    @Test(
        "a union of constants that becomes a string is one change",
        arguments: [(#"{"oneOf":[{"const":"a"},{"const":"b"}]}"#, "oneOf"), (#"{"enum":["a","b"]}"#, "enum")])
    func unlisted(_ schema: String, _ keyword: String) throws {
        let changes = try Self.changes(Self.response(schema), Self.response(#"{"type":"string"}"#))
        #expect(changes.map { "\($0.id) \($0.impact)" } == ["response-body-enum-removed strict"])
        #expect(changes.map(\.text) == ["the schema isn't limited to the values of \(keyword) anymore"])
    }

    @Test(
        "finds a renamed discriminator, unless messages already select an alternative by the new property",
        arguments: [("{}", Change.Impact.breaking), (#"{"const":"a"}"#, .compatible)])
    func discriminator(_ kind: String, _ impact: Change.Impact) throws {
        func union(_ name: String) -> String {
            Self.request(
                #"{"oneOf":[{"type":"object","required":["t","k"],"properties":{"t":{"const":"a"},"k":\#(kind)}}],"discriminator":{"propertyName":"\#(name)"}}"#
            )
        }
        let changes = try Self.changes(union("t"), union("k"))
        #expect(changes.map(\.id) == ["request-body-discriminator-property-name-changed"], "\(changes)")
        #expect(changes.map(\.impact) == [impact])
    }

    @Test("accepts a response with a narrower integer format, and finds a wider one")
    func formats() throws {
        let (small, large) = (#"{"type":"integer","format":"int32"}"#, #"{"type":"integer","format":"int64"}"#)
        #expect(try Self.changes(Self.response(large), Self.response(small)).map(\.impact) == [.compatible])
        #expect(try Self.changes(Self.response(small), Self.response(large)).map(\.impact) == [.breaking])
    }

    @Test(
        "explains the ids of all changes",
        arguments: [
            ("request-property-max-length-decreased", "lower maxLength"), ("endpoint-added", "new operation"),
            ("request-parameter-property-became-nullable", "became nullable"), ("link-removed", "removed link"),
        ])
    func kinds(_ id: String, _ title: String) {
        #expect(ChangeKind(id: id)?.title == title)
        #expect(ChangeKind(id: "request-property-unknown") == nil)
    }

    @Test(
        "reports no change if the same schema has a different form, in both directions",
        arguments: [
            (
                #"{"allOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"integer"}}}]}"#,
                #"{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}"#
            ),
            (
                ##"{"allOf":[{"$ref":"#/components/schemas/A"}],"properties":{"b":{"type":"integer"}}}"##,
                #"{"type":"object","required":["x"],"properties":{"x":{"type":"string"},"b":{"type":"integer"}}}"#
            ),
            (
                ##"{"type":"object","properties":{"a":{"$ref":"#/components/schemas/A"}}}"##,
                ##"{"type":"object","properties":{"a":{"allOf":[{"$ref":"#/components/schemas/A"}],"description":"d"}}}"##
            ),
            (
                #"{"type":"integer","exclusiveMinimum":1}"#,
                #"3.0.3 {"type":"integer","minimum":1,"exclusiveMinimum":true}"#
            ),
            (
                ##"{"type":"object","allOf":[{"$ref":"#/components/schemas/A"}],"properties":{"b":{"type":"integer"}}}"##,
                ##"{"type":"object","allOf":[{"$ref":"#/components/schemas/A"},{"properties":{"b":{"type":"integer"}}}]}"##
            ),
        ])
    func refactoring(_ old: String, _ new: String) throws {
        let extra =
            #", "components": {"schemas": {"A": {"type": "object", "required": ["x"], "properties": {"x": {"type": "string"}}}}}"#
        func document(_ schema: String) throws -> ComparedDocument {
            let isOld = schema.hasPrefix("3.0.3 ")
            let operation = Self.request(isOld ? String(schema.dropFirst(6)) : schema)
            return try Self.load(operation, extra: extra, version: isOld ? "3.0.3" : "3.1.0")
        }
        let (left, right) = try (document(old), document(new))
        for changes in [
            ContractComparison.changes(left, right, today: "2026-11-23"),
            ContractComparison.changes(right, left, today: "2026-11-23"),
        ] { #expect(changes.isEmpty, "\(changes.map(\.sentence))") }
    }

    @Test("finds a schema in allOf that requires more than the other keywords, and a different exclusive limit")
    func differentForm() throws {
        let object = #"{"type":"object","properties":{"a":{"type":"string"}}}"#
        let part =
            #"{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"required":["a"],"not":{"required":["b"]}}]}"#
        let found = try Self.changes(Self.request(object), Self.request(part)).map(\.id)
        let expected = ["request-property-became-required", "request-body-all-of-added"]
        #expect(expected.allSatisfy(found.contains), "\(found)")
        let old = try Self.load(
            Self.request(#"{"type":"integer","minimum":1,"exclusiveMinimum":true}"#), version: "3.0.3")
        let new = try Self.load(Self.request(#"{"type":"integer","exclusiveMinimum":5}"#))
        let changes = ContractComparison.changes(old, new, today: "2026-11-23")
        #expect(changes.map { "\($0.id) \($0.impact)" } == ["request-body-exclusive-min-increased breaking"])
        let reverse = ContractComparison.changes(new, old, today: "2026-11-23")
        #expect(reverse.map(\.impact) == [.compatible])
        let higher = try Self.load(
            Self.request(#"{"type":"integer","minimum":2,"exclusiveMinimum":true}"#), version: "3.0.3")
        let ids = ContractComparison.changes(old, higher, today: "2026-11-23").map { "\($0.id) \($0.impact)" }
        #expect(ids == ["request-body-min-increased breaking"])
    }

    @Test("judges an operation in both directions", arguments: OperationChange.all)
    fileprivate func operations(_ change: OperationChange) throws {
        let forward = try Self.changes(change.old, change.new)
        #expect(forward.map(\.impact).max() == change.impact, "\(forward.map(\.sentence))")
        let backward = try Self.changes(change.new, change.old)
        #expect(backward.map(\.impact).max() == change.reverse, "\(backward.map(\.sentence))")
    }

    @Test("reports only the change of the type if the schemas have no type in common")
    func replacedType() throws {
        let old = Self.response(#"{"type":"string","enum":["a"]}"#)
        let object = #"{"type":"object","required":["t"],"properties":{"t":{"type":"string"}}}"#
        let replaced = try Self.changes(old, Self.response(object))
        #expect(replaced.map { "\($0.id) \($0.impact)" } == ["response-body-type-changed breaking"])
        let extended = try Self.changes(old, Self.response(#"{"type":["string","integer"],"enum":["a","b"]}"#))
        #expect(extended.contains { $0.id == "response-body-enum-value-added" }, "\(extended)")
    }

    @Test(
        "reports only the change of the type if one schema allows everything",
        arguments: [
            ("{}", ["type-specialized compatible"], ["type-generalized breaking"]),
            (#"{"description": "Any."}"#, ["type-specialized compatible"], ["type-generalized breaking"]),
            (
                #"{"required": ["t"]}"#, ["required-property-added compatible", "type-specialized compatible"],
                ["required-property-removed warning", "type-generalized breaking"]
            ),
        ])
    func removedType(other: String, narrower: [String], wider: [String]) throws {
        let object = Self.response(#"{"type":"object","required":["t"],"properties":{"t":{"type":"string"}}}"#)
        func names(_ changes: [Change]) -> [String] {
            changes.map { "\($0.id.replacing(#/^response-(body-)?/#, with: "")) \($0.impact)" }.sorted()
        }
        #expect(try names(Self.changes(Self.response(other), object)) == narrower)
        #expect(try names(Self.changes(object, Self.response(other))) == wider)
    }

    @Test("reports only the change of the type of a property that a new pattern describes")
    func coveredProperty() throws {
        let old = Self.request(#"{"type":"object","properties":{"x":{"type":"string"}}}"#)
        let new = Self.request(#"{"type":"object","patternProperties":{"^x$":{"type":"integer"}}}"#)
        let breaking = try Self.changes(old, new).filter { $0.impact > .compatible }
        #expect(breaking.map(\.id) == ["request-property-type-changed"])
    }

    @Test("warns of a server with a different path, unless the paths of the operations compensate for it")
    func serverPath() throws {
        func load(_ server: String, _ path: String) throws -> ComparedDocument {
            try Self.load(
                #""responses": {"204": {"description": ""}}"#, path: path,
                extra: #", "servers": [{"url": "https://pets.example\#(server)"}]"#)
        }
        let moved = try ContractComparison.changes(load("/v1", "/pets"), load("/v2", "/pets"), today: "2026-11-23")
        #expect(moved.map { "\($0.id) \($0.impact)" } == ["server-path-changed warning"])
        let equal = try ContractComparison.changes(load("/v1", "/pets"), load("", "/v1/pets"), today: "2026-11-23")
        #expect(equal.isEmpty, "\(equal)")
    }

    @Test(
        "compares the servers of documents, paths and operations",
        arguments: [
            ("", "/v1", "/v1", []), ("", "/v1", "/v2", ["server-path-changed warning"]),
            ("/v1", "/v1", "", ["server-path-changed warning"]), ("/v1", "/v1", "/v1", []),
        ])
    func servers(_ document: String, _ old: String, _ new: String, _ expected: [String]) throws {
        func list(_ path: String) -> String {
            path.isEmpty ? "" : #""servers": [{"url": "https://pets.example\#(path)"}], "#
        }
        func load(_ operation: String, _ item: String) throws -> ComparedDocument {
            let text = """
                {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, \(document == "/v1" ? list("/v2") : "")
                 "paths": {"/pets": {\(list(item))"get": {\(list(operation))"responses": {"204": {"description": ""}}}}}}
                """
            let result = ContractLoader.load("pets.json", files: MemoryFiles(["pets.json": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        for documents in try [(load(old, ""), load(new, "")), (load("", old), load("", new))] {
            let changes = ContractComparison.changes(documents.0, documents.1, today: "2026-11-23")
            #expect(changes.map { "\($0.id) \($0.impact)" } == expected, "\(changes.map(\.sentence))")
            #expect(changes.allSatisfy { $0.operation == "GET /pets" })
        }
    }

    @Test(
        "compares servers by the URLs of messages",
        arguments: [
            (region("us", "us", "eu"), region("us", "us"), ["server-removed warning"]),
            (region("us", "us", "eu"), region("eu", "us", "eu"), []),
            (region("us", "us", "eu"), #"{"url": "https://us.h"}, {"url": "https://eu.h/"}"#, []),
            (
                #"{"url": "https://h/v2"}"#, #"{"url": "https://h/v1"}, {"url": "https://h/v2"}"#,
                ["server-added compatible"]
            ),
            (
                #"{"url": "https://h/v1"}, {"url": "https://h/v2"}"#,
                #"{"url": "https://h/v2"}, {"url": "https://h/v1"}"#, []
            ),
            (#"{"url": "/"}"#, "", []),
            (#"{"url": "https://H.example:443/v1"}"#, #"{"url": "https://h.example/v1"}"#, []),
            (#"{"url": "https://h/A"}"#, #"{"url": "https://h/a"}"#, ["server-path-changed warning"]),
            (#"{"url": "/api"}"#, #"{"url": "http://localhost/api"}"#, []),
        ])
    func addresses(_ old: String, _ new: String, _ expected: [String]) throws {
        let documents = try [old, new].map { servers in
            try Self.load(#""responses": {"204": {"description": ""}}"#, extra: #", "servers": [\#(servers)]"#)
        }
        let changes = ContractComparison.changes(documents[0], documents[1], today: "2026-11-23")
        #expect(changes.map { "\($0.id) \($0.impact)" } == expected)
    }

    private static func region(_ standard: String, _ values: String...) -> String {
        #"{"url": "https://{r}.h", "variables": {"r": {"default": "\#(standard)", "enum": \#(values)}}}"#
    }

    @Test(
        "warns if clients may not get a token anymore",
        arguments: [
            (
                flows(#""password": {"tokenUrl": "/t", "scopes": {"r": ""}}"#),
                ["doesn't offer tokens by clientCredentials"]
            ),
            (flows(#""clientCredentials": {"tokenUrl": "/u", "scopes": {"r": ""}}"#), ["changed tokenUrl from"]),
            (flows(#""clientCredentials": {"tokenUrl": "/t", "scopes": {"w": ""}}"#), ["doesn't offer the scope “r”"]),
            (#""type": "openIdConnect", "openIdConnectUrl": "/o""#, ["doesn't offer tokens by clientCredentials"]),
            (#""type": "http", "scheme": "bearer""#, ["doesn't offer tokens by clientCredentials"]),
            (flows(#""clientCredentials": {"tokenUrl": "/t", "scopes": {"r": "Read."}}"#), []),
        ])
    func issuers(_ new: String, _ expected: [String]) throws {
        let old = Self.flows(#""clientCredentials": {"tokenUrl": "/t", "scopes": {"r": "", "w": ""}}"#)
        let documents = try [old, new].map { scheme in
            try Self.load(
                #""security": [{"o": ["r"]}], "responses": {"204": {"description": ""}}"#,
                extra: #", "components": {"securitySchemes": {"o": {\#(scheme)}}}"#)
        }
        let changes = ContractComparison.changes(documents[0], documents[1], today: "2026-11-23")
        #expect(changes.map(\.impact) == expected.map { _ in .warning })
        for (change, text) in zip(changes, expected) { #expect(change.text.contains(text)) }
    }

    @Test("warns if clients must get the token of a scheme in a documented way now")
    func schemeType() throws {
        let flows = Self.flows(#""clientCredentials": {"tokenUrl": "/t", "scopes": {}}"#)
        let documents = try [#""type": "http", "scheme": "bearer""#, flows].map { scheme in
            try Self.load(
                #""security": [{"o": []}], "responses": {"204": {"description": ""}}"#,
                extra: #", "components": {"securitySchemes": {"o": {\#(scheme)}}}"#)
        }
        let changes = ContractComparison.changes(documents[0], documents[1], today: "2026-11-23")
        #expect(changes.map(\.id) == ["api-security-component-issuer-changed"] && changes[0].impact == .warning)
        #expect(ContractComparison.changes(documents[1], documents[1], today: "2026-11-23").isEmpty)
    }

    private static func flows(_ flows: String) -> String { #""type": "oauth2", "flows": {\#(flows)}"# }

    @Test(
        "a list with only an empty requirement, or with a requirement twice, is no change",
        arguments: [(#"[{}]"#, #"[]"#), (#"[{"k": []}, {"k": []}]"#, #"[{"k": []}]"#)])
    func equalRequirements(_ old: String, _ new: String) throws {
        let documents = try [old, new].map { security in
            try Self.load(
                #""security": \#(security), "responses": {"204": {"description": ""}}"#,
                extra: #", "components": {"securitySchemes": {"k": {"type": "http", "scheme": "basic"}}}"#)
        }
        #expect(ContractComparison.changes(documents[0], documents[1], today: "2026-11-23").isEmpty)
    }

    @Test(
        "a segment of a path isn't empty",
        arguments: [
            (#""minLength": 1"#, false), (#""pattern": "^.+$""#, false), (#""minLength": 2"#, true),
            (#""pattern": "^.{2,}$""#, true),
        ])
    func emptySegment(_ limit: String, _ isBreaking: Bool) throws {
        func path(_ limit: String) -> String {
            let schema = #"{"type": "string"\#(limit)}"#
            let parameter = #"{"name": "id", "in": "path", "required": true, "schema": \#(schema)}"#
            return #""parameters": [\#(parameter)], "responses": {"204": {"description": ""}}"#
        }
        let changes = try Self.changes(path(""), path(", " + limit))
        #expect(changes.map { $0.impact == .breaking } == [isBreaking])
    }

    @Test("a header field has one line", arguments: [("[^\\\\n]*", false), ("[^a]*", true)])
    func oneLine(_ pattern: String, _ isBreaking: Bool) throws {
        func header(_ pattern: String) -> String {
            let schema = #"{"type": "string", "pattern": "^\#(pattern)$"}"#
            let parameter = #"{"name": "X", "in": "header", "schema": \#(schema)}"#
            return #""parameters": [\#(parameter)], "responses": {"204": {"description": ""}}"#
        }
        let changes = try Self.changes(header(#"(.|\\n)*"#), header(pattern))
        #expect(changes.map { $0.impact == .breaking } == [isBreaking])
    }

    @Test("a number in JSON is the same text as a number without a media type")
    func numbersInJSON() throws {
        func query(_ member: String) -> String {
            #""parameters": [{"name": "q", "in": "query", \#(member)}], "responses": {"204": {"description": ""}}"#
        }
        func json(_ type: String) -> String { #""content": {"application/json": {"schema": {"type": "\#(type)"}}}"# }
        #expect(try Self.changes(query(#""schema": {"type": "integer"}"#), query(json("integer"))).isEmpty)
        let changes = try Self.changes(query(#""schema": {"type": "string"}"#), query(json("string")))
        #expect(changes.map(\.id) == ["request-parameter-content-changed"])
    }

    @Test("a response that has no content has no body to compare", arguments: [("head", false), ("get", true)])
    func bodiless(_ method: String, _ isBreaking: Bool) throws {
        let documents = try ["string", "integer"].map { type in
            let text = """
                {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
                 "paths": {"/pets": {"\(method)": {\(Self.responses(["200": type]))}}}}
                """
            let result = ContractLoader.load("pets.json", files: MemoryFiles(["pets.json": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        let changes = ContractComparison.changes(documents[0], documents[1], today: "2026-11-23")
        #expect(changes.isEmpty != isBreaking)
    }

    @Test(
        "the server of a callback reads the documented responses of the client",
        arguments: [
            (["200", "410"], ["200"], true), (["200", "default"], ["200"], true), (["2XX"], ["200"], true),
            (["200"], ["2XX"], false), (["200", "410"], ["200", "default"], false), (["200"], ["200", "410"], false),
        ])
    func answers(_ old: [String], _ new: [String], _ isBreaking: Bool) throws {
        func callback(_ name: String, _ statuses: [String]) -> String {
            let answers = statuses.map { #""\#($0)": {"description": ""}"# }.joined(separator: ", ")
            let post = #"{"{$request.query.url}": {"post": {"responses": {\#(answers)}}}}"#
            return #""responses": {"204": {"description": ""}}, "callbacks": {"\#(name)": \#(post)}"#
        }
        let changes = try Self.changes(callback("a", old), callback("a", new))
        #expect(changes.contains { $0.impact == .breaking } == isBreaking)
        #expect(try Self.changes(callback("a", old), callback("b", old)).isEmpty, "requests don't contain the name")
    }

    @Test("warns of a removed server, and not of a new one")
    func removedServer() throws {
        func load(_ hosts: String...) throws -> ComparedDocument {
            let servers = hosts.map { #"{"url": "https://\#($0)/v1"}"# }.joined(separator: ", ")
            return try Self.load(#""responses": {"204": {"description": ""}}"#, extra: #", "servers": [\#(servers)]"#)
        }
        let removed = try ContractComparison.changes(load("a", "b"), load("a"), today: "2026-11-23")
        #expect(removed.map { "\($0.id) \($0.impact)" } == ["server-removed warning"])
        let added = try ContractComparison.changes(load("a"), load("a", "b"), today: "2026-11-23")
        #expect(added.map { "\($0.id) \($0.impact)" } == ["server-added compatible"])
    }

    @Test(
        "an equal scheme or a required parameter in place of a scheme breaks nobody",
        arguments: [
            (#""security": [{"a": []}],"#, #""security": [{"b": []}],"#, false),
            (#""security": [{"a": []}],"#, #""security": [{"c": []}],"#, true),
            (#""security": [{"o": []}],"#, #""security": [{"p": []}],"#, true),
            (key("true"), #""security": [{"a": []}],"#, false), (#""security": [{"a": []}],"#, key("true"), false),
            (key("false"), #""security": [{"a": []}],"#, true), (#""security": [{"c": []}],"#, key("true"), true),
        ])
    func equalSchemes(_ old: String, _ new: String, _ isBreaking: Bool) throws {
        func load(_ fields: String) throws -> ComparedDocument {
            func key(_ name: String) -> String { #"{"type": "apiKey", "in": "header", "name": "\#(name)"}"# }
            func issuer(_ url: String) -> String {
                #"{"type": "openIdConnect", "openIdConnectUrl": "https://\#(url).example"}"#
            }
            return try Self.load(
                fields + #""responses": {"204": {"description": ""}}"#,
                extra: """
                    , "components": {"securitySchemes": {"a": \(key("X-Key")), "b": \(key("x-key")),
                      "c": \(key("X-Other")), "o": \(issuer("o")), "p": \(issuer("p"))}}
                    """)
        }
        let changes = try ContractComparison.changes(load(old), load(new), today: "2026-11-23")
        #expect(changes.contains { $0.impact == .breaking } == isBreaking, "\(changes.map(\.sentence))")
    }

    private static func key(_ isRequired: String) -> String {
        #""parameters": [{"in": "header", "name": "X-Key", "required": \#(isRequired), "schema": {"type": "string"}}],"#
    }

    /// Returns a document with a parent and two children. The parent is a part of a request or a response.
    private static func parent(
        _ isRequest: Bool, _ mapping: String, dog: String = "string", puppy: String = "string", required: String = "",
        children: [String] = ["Cat", "Dog"], isNested: Bool
    ) throws -> ComparedDocument {
        let schemas = children.map { name in
            ##"""
            "\##(name)": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"type": "object",
              "required": [\##(name == "Dog" ? required : "")],
              "properties": {"\##(name)": {"type": "\##(name == "Dog" ? dog : "string")"}}}]}
            """##
        }
        let grandchild =
            ##""Puppy": {"allOf": [{"$ref": "#/components/schemas/Dog"}, {"properties": {"p": {"type": "\##(puppy)"}}}]}"##
        let pet = ##"{"$ref": "#/components/schemas/Pet"}"##
        let schema = isNested ? #"{"type": "object", "properties": {"n": \#(pet)}}"# : pet
        return try load(
            isRequest ? request(schema) : response(schema),
            extra: """
                , "components": {"schemas": {"Pet": {"type": "object", "required": ["t"], "properties": {"t":
                  {"type": "string"}}, "discriminator": {"propertyName": "t", "mapping": {\(mapping)}}},
                  \((schemas + (children.contains("Dog") ? [grandchild] : [])).joined(separator: ", "))}}
                """)
    }

    @Test("compares the schemas that the discriminator of a parent selects", arguments: [false, true])
    func children(_ isNested: Bool) throws {
        let both = #""c": "Cat", "d": "Dog""#
        func impacts(_ isRequest: Bool, _ change: (Bool) throws -> ComparedDocument) throws -> String {
            let old = try Self.parent(isRequest, both, isNested: isNested)
            let changes = try [
                ContractComparison.changes(old, change(isRequest), today: "2026-11-23"),
                ContractComparison.changes(change(isRequest), old, today: "2026-11-23"),
            ]
            return changes.map { $0.map(\.impact).max().map { "\($0)" } ?? "none" }.joined(separator: ", ")
        }
        let same = { try Self.parent($0, both, isNested: isNested) }
        let unmapped = { try Self.parent($0, #""c": "Cat""#, isNested: isNested) }
        let swapped = { try Self.parent($0, #""c": "Dog", "d": "Cat""#, isNested: isNested) }
        let removed = { try Self.parent($0, #""c": "Cat""#, children: ["Cat"], isNested: isNested) }
        let changed = { try Self.parent($0, both, dog: "integer", isNested: isNested) }
        let grandchild = { try Self.parent($0, both, puppy: "integer", isNested: isNested) }
        let required = { try Self.parent($0, both, required: #""Dog""#, isNested: isNested) }
        #expect(try impacts(true, same) == "none, none")
        #expect(try impacts(true, unmapped) == "breaking, compatible")
        #expect(try impacts(false, unmapped) == "compatible, strict")
        #expect(try impacts(true, removed) == "breaking, compatible")
        #expect(try impacts(false, removed) == "compatible, strict")
        for isRequest in [true, false] {
            #expect(try impacts(isRequest, swapped) == "breaking, breaking")
            #expect(try impacts(isRequest, changed) == "breaking, breaking")
            #expect(try impacts(isRequest, grandchild) == "breaking, breaking")
        }
        #expect(try impacts(true, required) == "breaking, compatible")
        #expect(try impacts(false, required) == "compatible, breaking")
    }

    @Test("shows a change of the type by an array with elements")
    func tellingWitness() throws {
        let changes = try Self.changes(
            Self.request(#"{"type": "array", "items": {"type": "integer"}}"#), Self.request(#"{"type": "string"}"#))
        #expect(changes.first?.witness?.array?.isEmpty == false, "\(changes)")
    }

    @Test("ignores the name of a security scheme, and finds a scheme with a different header field")
    func renamedSchemes() throws {
        func load(_ name: String, _ header: String) throws -> ComparedDocument {
            try Self.load(
                #""security": [{"\#(name)": []}], "responses": {"204": {"description": ""}}"#,
                extra:
                    #", "components": {"securitySchemes": {"\#(name)": {"type": "apiKey", "in": "header", "name": "\#(header)"}}}"#
            )
        }
        let renamed = try ContractComparison.changes(load("a", "K"), load("b", "K"), today: "2026-11-23")
        #expect(renamed.isEmpty, "\(renamed)")
        let changed = try ContractComparison.changes(load("a", "K"), load("b", "L"), today: "2026-11-23")
        #expect(changed.map(\.impact).max() == .breaking)
    }

    @Test("doesn't compare security with a scheme of an unknown type, which is an error")
    func unknownScheme() throws {
        func load(_ type: String) throws -> ComparedDocument {
            let scheme = #"{"type": "\#(type)", "in": "header", "name": "K"}"#
            return try Self.load(
                #""security": [{"k": []}], "responses": {"204": {"description": ""}}"#,
                extra: #", "components": {"securitySchemes": {"k": \#(scheme)}}"#)
        }
        let misspelt = try ContractComparison.changes(load("apiKey"), load("apikey"), today: "2026-11-23")
        #expect(misspelt.map(\.id) == ["document-invalid"])
        let changed = try ContractComparison.changes(load("apiKey"), load("openIdConnect"), today: "2026-11-23")
        #expect(changed.map(\.impact).max() == .breaking)
    }

    @Test(
        "the next version is a patch if no message changes",
        arguments: [
            (#"{"type": "object"}"#, #"{"type": "object", "properties": {"id": {"readOnly": true}}}"#, "patch"),
            (#"{"type": "object"}"#, #"{"type": "object", "properties": {"id": {"writeOnly": true}}}"#, "minor"),
            (#"{"type": "object"}"#, #"{"type": "object", "allOf": [{"title": "An object"}]}"#, "patch"),
            (#"{"type": "object"}"#, #"{"type": "object", "deprecated": true}"#, "minor"),
            (#"{"type": "object"}"#, #"{"type": "object", "minProperties": 1}"#, "major"),
        ])
    func nextVersion(_ old: String, _ new: String, _ version: String) throws {
        let changes = try Self.changes(Self.request(old), Self.request(new))
        #expect(!changes.isEmpty)
        #expect(ChangeReport(changes: changes, old: "old", new: "new").version.rawValue == version)
    }

    @Test("a new property that requests lack has a text and an id of its own")
    func readOnlyProperty() throws {
        let old = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
        func changes(_ fields: String) throws -> [String] {
            let property = #"{"type": "string"\#(fields)}"#
            let new =
                #"{"type": "object", "properties": {"a": {"type": "string"}, "b": \#(property)}, "required": ["b"]}"#
            return try Self.changes(Self.request(old), Self.request(new)).map { "\($0.id) \($0.impact): \($0.text)" }
        }
        #expect(
            try changes(#", "readOnly": true"#) == [
                "new-read-only-request-property compatible: "
                    + "the required property is new, but requests lack readOnly properties"
            ])
        #expect(try changes("") == ["new-required-request-property breaking: the required property is new"])
    }

    @Test(
        "a change of a style shows a value in both styles",
        arguments: [
            ("query", "pipeDelimited", "form, exploded (ids=1&ids=2) to pipeDelimited (ids=1%7C2)"),
            ("path", "label", "simple (1,2) to label (.1,2)"), ("header", "simple", nil),
        ])
    func shownStyles(_ place: String, _ style: String, _ text: String?) throws {
        func operation(_ fields: String) -> String {
            """
            "parameters": [{"name": "ids", "in": "\(place)", "required": true\(fields),
              "schema": {"type": "array", "items": {"type": "integer"}, "example": [1, 2]}}],
            "responses": {"204": {"description": ""}}
            """
        }
        func document(_ fields: String) throws -> ComparedDocument {
            try Self.load(operation(fields), path: "/pets/{ids}")
        }
        let new = try document(#", "style": "\#(style)", "explode": false"#)
        let changes = try ContractComparison.changes(document(""), new, today: "2026-11-23")
        #expect(changes.map(\.text) == (text.map { ["the style changed from \($0)"] } ?? []))
    }

    @Test(
        "OpenAPI 3.1 has no “nullable”",
        arguments: [
            ("3.1.0", #"{"type": "string", "nullable": true}"#, [String]()),
            ("3.0.3", #"{"type": "string", "nullable": true}"#, ["response-body-became-nullable"]),
            ("3.1.0", #"{"anyOf": [{"type": "string"}, {"nullable": true}]}"#, ["response-body-any-of-added"]),
            ("3.0.3", #"{"anyOf": [{"type": "string"}, {"nullable": true}]}"#, ["response-body-became-nullable"]),
        ])
    func nullable(_ version: String, _ schema: String, _ ids: [String]) throws {
        let old = schema.hasPrefix(#"{"any"#) ? #"{"anyOf": [{"type": "string"}]}"# : #"{"type": "string"}"#
        let changes = try ContractComparison.changes(
            Self.load(Self.response(old), version: version), Self.load(Self.response(schema), version: version),
            today: "2026-11-23")
        #expect(changes.map(\.id) == ids)
    }

    @Test("reports no change between a document and itself")
    func same() throws {
        let document = Self.request(#"{"type":"object","properties":{"next":{"type":"string"}}}"#)
        #expect(try Self.changes(document, document).isEmpty)
    }
}

/// An old and a new operation, with the greatest impact of the change and of the reverse change.
private struct OperationChange: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var impact: Change.Impact?
    var reverse: Change.Impact?
    var testDescription: String { "\(old) → \(new)" }

    init(_ old: String, _ new: String, _ impact: Change.Impact?, _ reverse: Change.Impact?) {
        (self.old, self.new, self.impact, self.reverse) = (old, new, impact, reverse)
    }

    static let all: [OperationChange] = [
        // A prefix is a part of a single value, too.
        .init(
            parameter(#""schema": {"type": "string"}"#),
            parameter(#""schema": {"type": "string"}, "style": "label""#), .breaking, .breaking
        ),
        .init(
            parameter(#""schema": {"type": "string"}"#),
            parameter(#""schema": {"type": "string"}, "explode": true"#), nil, nil
        ),
        // The style and the media type of a header field.
        .init(header(object), header(#"\#(object), "explode": true"#), .breaking, .breaking),
        .init(header(list), header(#"\#(list), "explode": true"#), nil, nil),
        .init(header(list), header(#""content": {"application/json": {\#(list)}}"#), .breaking, .breaking),
        .init(
            header(#""content": {"application/json": {\#(list)}}"#),
            header(#""content": {"application/json": {\#(list)}}"#), nil, nil
        ),
        .init(
            header(#""content": {"application/json": {\#(list)}}"#), header(#""content": {"text/plain": {\#(list)}}"#),
            .breaking, .breaking
        ),
        // A string can be empty.
        .init(
            parameter(#""schema": {"type": "integer"}, "allowEmptyValue": true"#, "query"),
            parameter(#""schema": {"type": "integer"}"#, "query"), .breaking, .compatible
        ),
        .init(
            parameter(#""schema": {"type": "string"}, "allowEmptyValue": true"#, "query"),
            parameter(#""schema": {"type": "string"}"#, "query"), .warning, .compatible
        ),
        // A request never contains a property that is only read.
        .init(
            content(#"{"type":"object","properties":{"a":{"type":"string"},"id":{"type":"string","readOnly":true}}}"#),
            content(#"{"type":"object","properties":{"a":{"type":"string"}}}"#), .compatible, .compatible
        ),
        .init(
            content(#"{"type":"object","properties":{"a":{"type":"string"},"id":{"type":"string"}}}"#),
            content(#"{"type":"object","properties":{"a":{"type":"string"}}}"#), .warning, .compatible
        ),
        // Status codes replace a range.
        .init(status("2XX", "string"), status("200", "string"), .compatible, .compatible),
        .init(status("2XX", "string"), status("200", "integer"), .breaking, .breaking),
        .init(status("200", "string"), status("300", "string"), .breaking, .compatible),
        .init(status("4XX", "string"), status("404", "integer"), .breaking, .breaking),
        .init(status("4XX", "string"), status("404", "string"), .compatible, .compatible),
        // UTF-8 is the default.
        .init(body("text/plain"), body("text/plain; charset=utf-8"), nil, nil),
        .init(body("text/plain"), body("text/plain; charset=utf-16"), .breaking, .compatible),
        .init(body("text/plain"), body("text/html"), .breaking, .breaking),
        .init(answer("application/json"), answer("application/json; charset=utf-8"), .compatible, .compatible),
        .init(answer("text/plain; charset=utf-8"), answer("text/plain; charset=utf-16"), .breaking, .breaking),
    ]

    /// A response with one header field.
    private static func header(_ fields: String) -> String {
        #""responses": {"200": {"description": "", "headers": {"X": {\#(fields)}}}}"#
    }

    private static let object = #""schema": {"type": "object", "properties": {"a": {"type": "string"}}}"#
    private static let list = #""schema": {"type": "array", "items": {"type": "string"}}"#
    private static let responses = #""responses": {"204": {"description": ""}}"#

    private static func parameter(_ fields: String, _ place: String = "path") -> String {
        #""parameters": [{"in": "\#(place)", "name": "id", "required": true, \#(fields)}], \#(responses)"#
    }

    private static func content(_ schema: String) -> String {
        #""requestBody": {"content": {"application/json": {"schema": \#(schema)}}}, \#(responses)"#
    }

    private static func body(_ type: String) -> String {
        #""requestBody": {"content": {"\#(type)": {"schema": {"type": "string"}}}}, \#(responses)"#
    }

    private static func answer(_ type: String) -> String {
        #""responses": {"200": {"description": "", "content": {"\#(type)": {"schema": {"type": "string"}}}}}"#
    }

    private static func status(_ code: String, _ type: String) -> String {
        #""responses": {"\#(code)": {"description": "", "content": {"application/json": {"schema": {"type": "\#(type)"}}}}}"#
    }
}
