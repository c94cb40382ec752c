// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema
import Testing

@Suite("Paths, media types and statuses")
struct ModelTests {
    @Test(
        "a template matches its paths",
        arguments: [
            ("/users/{id}", "/users/1", ["id": "1"]), ("/users/{id}", "/users/a%2Fb", ["id": "a%2Fb"]),
            ("/files/{+path}", "/files/a/b/c", ["path": "a/b/c"]), ("/a/{x}.{y}", "/a/b.c.d", ["x": "b", "y": "c.d"]),
            ("/~a", "/%7Ea", [:]), ("/ü", "/%c3%bc", [:]), ("/{a}/x/{+b}/y", "/1/x/2/y/3/y", ["a": "1", "b": "2/y/3"]),
            ("/", "/", [:]),
        ])
    func matches(template: String, path: String, values: [String: String]) throws {
        #expect(try PathMatcher(PathTemplate(parsing: template)).match(path) == values)
    }

    @Test(
        "a path that can be read in several ways has the values that the schemas allow, or else the first ones",
        arguments: [
            ("/{name}.{type}", "/a.b.csv", ["name": "a.b", "type": "csv"]),
            ("/{name}.{type}", "/a.b.txt", ["name": "a", "type": "b.txt"]),
            ("/{type}-{name}", "/a-b", ["name": "b", "type": "a"]),
            ("/{+name}.{type}/{a}.{b}", "/x/y.z.csv/c.d.e", ["name": "x/y.z", "type": "csv", "a": "c", "b": "d.e"]),
        ])
    func ambiguous(template: String, path: String, values: [String: String]) throws {
        let types = JSONDocument(["type": "string", "enum": ["csv", "pdf"]])
        let type = Parameter(
            name: "type", place: .path, location: SourceLocation(types.root), value: types.root,
            schema: try Schema.compile(types.root))
        #expect(try PathMatcher(PathTemplate(parsing: template)).match(path, [type]) == values)
    }

    @Test("a path of many separators is read in at most 100 ways")
    func bounded() throws {
        let path = "/" + String(repeating: "a.", count: 2_000) + "a"
        #expect(try PathMatcher(PathTemplate(parsing: "/{a}.{b}.{c}")).matches(path).count == 100)
    }

    @Test(
        "a template doesn't match other paths",
        arguments: [
            ("/users/{id}", "/users"), ("/users/{id}", "/users/"), ("/users/{id}", "/users/1/x"),
            ("/users/{id}", "/user/1"), ("/files/{+path}", "/files/"), ("/a%2Fb", "/a/b"), ("/x", "/x/"), ("/x", "/X"),
        ])
    func refuses(template: String, path: String) throws {
        #expect(try PathMatcher(PathTemplate(parsing: template)).match(path) == nil)
    }

    @Test("templates that differ only in names have the same shape")
    func shape() throws {
        #expect(try PathTemplate(parsing: "/a/{x}").shape == PathTemplate(parsing: "/a/{y}").shape)
        #expect(try PathTemplate(parsing: "/a/{x}").shape != PathTemplate(parsing: "/a/{+x}").shape)
    }

    @Test(
        "a media type is parsed",
        arguments: [
            ("application/json", "application/json"), ("Text/HTML; Charset=\"utf-8\"", "text/html; charset=utf-8"),
            (" a/b ;; c=d", "a/b; c=d"),
            ("multipart/form-data; boundary=\"a \\\"b\"", "multipart/form-data; boundary=a \"b"),
        ])
    func readsMediaTypes(text: String, description: String) {
        #expect(MediaType(parsing: text)?.description == description)
    }

    @Test(
        "an invalid media type is rejected",
        arguments: ["", "json", "a/", "/b", "a/b; c", "a/b c", "a/b; c=\"d", "a/b/c"])
    func refusesMediaTypes(text: String) {
        #expect(MediaType(parsing: text) == nil)
    }

    @Test(
        "a documented media type covers a type with the same parameters, and JSON has the charset UTF-8",
        arguments: [
            ("application/json; charset=utf-8", "application/json", true),
            ("application/json; charset=UTF-8", "application/json; charset=utf-8", true),
            ("application/json; charset=utf-8", "application/json; charset=utf-16", false),
            ("text/plain; charset=utf-8", "text/plain", false), ("a/b; v=1", "a/b", false), ("a/*", "a/b; v=1", true),
        ])
    func coveredTypes(documented: String, actual: String, isCovered: Bool) throws {
        let range = try #require(MediaType(parsing: documented))
        #expect(try range.covers(#require(MediaType(parsing: actual))) == isCovered)
    }

    @Test("responses are sorted from specific to general")
    func sortsAnswers() throws {
        let operation = try #require(
            Contracts.operation(
                """
                "request": { "method": "GET", "path": "/x" },
                "responses": {
                  "default": { "description": "d" }, "4XX": { "description": "r" }, "404": { "description": "e" },
                  "200": { "description": "f" }
                },
                "cases": { "a": { "response": { "status": 200 } } }
                """))
        #expect(operation.responses.map(\.status.description) == ["404", "200", "4XX", "default"])
        #expect(operation.response(for: 404)?.description == "e")
        #expect(operation.response(for: 410)?.description == "r")
        #expect(operation.response(for: 503)?.description == "d")
    }

    @Test("each row is a case with its label or number")
    func expandsRows() throws {
        let operation = try #require(
            Contracts.operation(
                """
                "request": { "method": "GET", "path": "/x", "query": { "q": {} } },
                "responses": { "2XX": { "description": "Fine." } },
                "cases": { "a": {
                  "each": [{ "label": "one", "status": 200 }, { "status": 201 }],
                  "request": { "query": { "q": "${row.status}" } }, "response": { "status": "${row.status}" }
                } }
                """))
        #expect(operation.cases.map(\.name) == ["a[one]", "a[1]"])
        #expect(operation.cases.map { $0.steps[0].response.status } == [200, 201])
    }

    @Test("parameters have the defaults of their places and of referenced schemas")
    func parameters() throws {
        let contract = try #require(
            Contracts.load(
                Contracts.withOperation(
                    """
                    "request": { "method": "GET", "path": "/{a}", "pathParameters": { "a": {} },
                      "query": { "q": { "$ref": "#/components/schemas/Version" } },
                      "headers": { "H": { "allOf": [ { "$ref": "#/components/schemas/Page" } ], "minimum": 1 }, "D": false },
                      "cookies": { "c": { "anyOf": [ { "type": "string" }, { "type": "null" } ] } } },
                    "responses": { "200": { "description": "Fine." } },
                    "cases": { "a": { "response": { "status": 200 } } }
                    """,
                    components: """
                        { "schemas": { "Version": { "const": "2" }, "Page": { "type": "integer", "default": 3 } } }
                        """)
            ).contract)
        let request = try #require(contract.operation("op")).request
        #expect(request.pathParameters[0].style == .simple && !request.pathParameters[0].explode)
        #expect(request.query[0].style == .form && request.query[0].explode)
        #expect(request.query[0].constant?.string == "2")
        #expect(request.query[0].types == [.string])
        #expect(request.headers[0].style == .simple && request.headers[0].defaultValue?.int == 3)
        #expect(request.headers[0].types == [.integer])
        #expect(request.headers[1].isForbidden && !request.headers[1].isRequired)
        #expect(request.cookies[0].style == .form && request.cookies[0].types == [.string, .null])
    }

    @Test("a server's URL has the defaults of its variables")
    func serverVariables() throws {
        let path = PackageRoot.file("Specs/geocoder.json")
        let contract = try #require(ContractLoader.load(path).contract)
        #expect(contract.servers.map(\.url) == ["https://us.geocoder.example/v1"])
    }

    @Test("a folder contributes its contracts without schemas, bodies and subfolders")
    func folders() throws {
        let found = try ContractFolder.contracts(in: [PackageRoot.file("Specs"), PackageRoot.file("Specs/coffee.json")])
        #expect(
            found.map { $0.split(separator: "/").last.map(String.init) ?? "" } == [
                "awesome-todos.json", "coffee.json", "geocoder.json", "open-market.json", "points-of-interest.json",
            ])
        #expect(throws: ContractFileError.self) { try ContractFolder.contracts(in: ["/nowhere"]) }
        #expect(throws: ContractFileError.self) {
            try ContractFolder.contracts(in: [
                PackageRoot.file("Specs/bodies/..").replacing("Specs/bodies/..", with: "Tests")
            ])
        }
    }

    @Test("every rule has a title, an explanation and advice")
    func explainsRules() {
        for rule in ContractRule.allCases {
            #expect(rule.title != rule.rawValue && !rule.explanation.isEmpty && !rule.advice.isEmpty, "\(rule)")
        }
    }
}
