// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import Testing

@testable import AccordServer

@Suite("Credentials of requests to the mock")
struct MockCredentialTests {
    private static func contract(responses: String = #", "401": { "description": "Who?" }"#) -> String {
        #"""
        {
          "contract": "1.0",
          "info": { "title": "Shop", "version": "1" },
          "servers": [ { "url": "https://shop.example" } ],
          "security": [ { "user": [] }, { "key": [] }, { "link": [] } ],
          "operations": {
            "list": {
              "request": { "method": "GET", "path": "/list", "query": { "sig": { "required": false, "schema": { "type": "string" } } } },
              "responses": { "200": { "description": "All." }\#(responses) },
              "cases": { "lists": { "response": { "status": 200 } } }
            }
          },
          "components": {
            "securitySchemes": {
              "user": { "type": "http", "scheme": "bearer", "credentials": { "token": "${env.SHOP_TOKEN}" } },
              "key": { "type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.SHOP_KEY}" } },
              "link": { "type": "apiKey", "in": "query", "name": "sig" }
            }
          }
        }
        """#
    }

    @Test(
        "an API key in the query or in a cookie is no undocumented value",
        arguments: [
            ("query", "?sig=1", "", 200), ("query", "?sig=1&other=1", "", 400), ("query", "", "", 401),
            ("cookie", "", "sig=1", 200), ("cookie", "", "sig=1; other=1", 400),
        ])
    func keys(place: String, query: String, cookie: String, status: Int) throws {
        let text = """
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "security": [ { "key": [] } ],
              "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "\(place)", "name": "sig" } } },
              "paths": { "/a": { "post": {
                "requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object" } } } },
                "responses": { "200": { "description": "It." }, "400": { "description": "No." },
                  "401": { "description": "Who?" } } } } } }
            """
        let files = MemoryFiles(["a.json": text])
        let contract = try #require(ContractLoader.load("a.json", files: files, formats: .all()).contract)
        var options = MockOptions()
        options.isStrict = true
        let fields = cookie.isEmpty ? [] : [HTTPField("Cookie", cookie)]
        let request = HTTPRequest(
            method: "POST", url: "http://127.0.0.1:1/a\(query)",
            headers: fields + [HTTPField("Content-Type", "application/json")], body: Array("{}".utf8))
        #expect(try MockResponder([contract], options).response(to: request).status == status)
        let operation = try #require(contract.operations.first)
        #expect(Judge.judge(request, documentedBy: operation).failed == (status == 400))
    }

    private static func status(
        _ headers: [HTTPField], query: String = "", _ environment: [String: String] = [:],
        contract text: String = contract()
    ) throws -> Int {
        let loaded = ContractLoader.load("shop.json", files: MemoryFiles(["shop.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        let responder = try MockResponder([contract], MockOptions(environment: { environment[$0] }))
        return responder.response(
            to: HTTPRequest(method: "GET", url: "http://127.0.0.1:1/list\(query)", headers: headers)
        ).status
    }

    static let requests: [(headers: [HTTPField], query: String, environment: [String: String], status: Int)] = [
        ([], "", [:], 401),
        ([HTTPField("Authorization", "Bearer anything")], "", [:], 200),
        ([HTTPField("authorization", "bearer anything")], "", [:], 200),
        ([HTTPField("Authorization", "Basic YTpi")], "", [:], 401),
        ([HTTPField("Authorization", "Bearer")], "", [:], 401),
        ([HTTPField("Authorization", "Bearer right")], "", ["SHOP_TOKEN": "right"], 200),
        ([HTTPField("Authorization", "Bearer wrong")], "", ["SHOP_TOKEN": "right"], 401),
        ([HTTPField("x-key", "anything")], "", ["SHOP_TOKEN": "right"], 200),
        ([HTTPField("X-Key", "wrong")], "", ["SHOP_KEY": "right"], 401),
        ([], "?sig=anything", [:], 200),
        // The wrong secret that `verify` sends.
        ([], "?sig=accord-wrong", [:], 401), ([HTTPField("X-Key", "accord-wrong")], "", [:], 401),
        ([HTTPField("Authorization", "Bearer accord-wrong")], "", [:], 401),
    ]

    @Test("credentials must equal those of the environment, otherwise have the form of the scheme", arguments: requests)
    func asked(headers: [HTTPField], query: String, environment: [String: String], status: Int) throws {
        #expect(try Self.status(headers, query: query, environment) == status)
    }

    @Test(
        "a token isn't valid because of an alternative whose token is unknown, if the other alternative has a token",
        arguments: [("Bearer right", 200), ("Bearer wrong", 401)])
    func sharedPlace(value: String, status: Int) throws {
        let text = Self.contract().replacing(#"{ "key": [] }"#, with: #"{ "other": [] }"#)
            .replacing(#""key": {"#, with: #""other": { "type": "http", "scheme": "bearer" }, "key": {"#)
        let headers = [HTTPField("Authorization", value)]
        #expect(try Self.status(headers, ["SHOP_TOKEN": "right"], contract: text) == status)
    }

    @Test(
        "the credentials of a scheme that Accord doesn't know have its name, and those of TLS aren't checked",
        arguments: [("DSN", "dsn k", 200), ("DSN", "Bearer k", 401), ("DSN", "", 401), ("mutualTLS", "", 200)])
    func otherScheme(type: String, value: String, status: Int) throws {
        let scheme = type == "DSN" ? #""type": "http", "scheme": "DSN""# : #""type": "mutualTLS""#
        let text = """
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "security": [ { "key": [] } ],
              "components": { "securitySchemes": { "key": { \(scheme) } } }, "paths": { "/list": { "get": {
                "responses": { "200": { "description": "It." }, "401": { "description": "Who?" } } } } } }
            """
        let contract = try #require(
            ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all()).contract)
        let request = HTTPRequest(
            method: "GET", url: "http://127.0.0.1:1/list",
            headers: value.isEmpty ? [] : [HTTPField("Authorization", value)])
        let response = try MockResponder([contract], MockOptions()).response(to: request)
        #expect(response.status == status)
        #expect(response.headers.first("WWW-Authenticate") == (status == 401 ? type : nil))
    }

    @Test(
        "a finding about credentials has the place in the request and its rule",
        arguments: [
            ("query", "", "", "request.query.missing query sig"),
            ("query", "?sig=accord-wrong", "", "request.query.value query sig"),
            ("cookie", "", "other=1", "request.cookie.missing cookie sig"),
            ("cookie", "", "sig=accord-wrong", "request.cookie.value cookie sig"),
            ("header", "", "", "request.header.missing header sig"), ("query", "?sig=1", "", ""),
        ])
    func places(place: String, query: String, cookie: String, expected: String) throws {
        let text = """
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "security": [ { "key": [] } ],
              "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "\(place)", "name": "sig" } } },
              "paths": { "/a": { "get": { "responses": { "204": { "description": "It." } } } } } }
            """
        let files = MemoryFiles(["a.json": text])
        let contract = try #require(ContractLoader.load("a.json", files: files, formats: .all()).contract)
        let fields = cookie.isEmpty ? [] : [HTTPField("Cookie", cookie)]
        let request = HTTPRequest(method: "GET", url: "http://127.0.0.1:1/a\(query)", headers: fields)
        let response = try MockResponder([contract], MockOptions()).response(to: request)
        let finding = try? JSON(parsing: String(decoding: response.body, as: UTF8.self))["findings"]?.array?.first
        #expect(
            [finding?["rule"]?.string, finding?["place"]?.string].compactMap(\.self).joined(separator: " ") == expected)
    }

    @Test("missing credentials get 401 even if it isn't documented")
    func undocumented() throws {
        #expect(try Self.status([], contract: Self.contract(responses: "")) == 401)
    }

    @Test("tokens that the mock issues are valid")
    func tokens() throws {
        let text = Self.contract().replacing(
            #"[ { "user": [] }, { "key": [] }, { "link": [] } ]"#, with: #"[ { "service": [] } ]"#
        )
        .replacing(
            #""securitySchemes": {"#,
            with: #"""
                "securitySchemes": {
                  "service": { "type": "oauth2",
                    "flows": { "clientCredentials": { "tokenUrl": "https://id.example/token", "scopes": {} } } },
                """#)
        let loaded = ContractLoader.load("shop.json", files: MemoryFiles(["shop.json": text]))
        let responder = try MockResponder([try #require(loaded.contract)])
        func asked(_ method: String, _ path: String, _ headers: [HTTPField] = []) -> HTTPResponse {
            responder.response(to: HTTPRequest(method: method, url: "http://127.0.0.1:1\(path)", headers: headers))
        }
        let issued = try JSON(parsing: String(decoding: asked("POST", "/token").body, as: UTF8.self))
        let token = try #require(issued["access_token"]?.string)
        #expect(asked("GET", "/list", [HTTPField("Authorization", "Bearer \(token)")]).status == 200)
        #expect(asked("GET", "/list").status == 401)
        #expect(asked("POST", "/tokens").status == 404)
    }

    @Test(
        "credentials without documented values must have the form of their scheme",
        arguments: [
            ("basic", "Basic YTpi", 200), ("basic", "basic YTpi", 200), ("basic", "Bearer x", 401),
            ("basic", "Basic !!", 401), ("basic", "Basic YWI=", 401), ("basic", "Basic", 401), ("basic", "YTpi", 401),
            ("bearer", "Bearer x", 200), ("bearer", "Bearer", 401), ("bearer", "Basic YTpi", 401),
            ("bearer", "Bearer a b", 401), ("oauth2", "Bearer x", 200), ("oauth2", "Digest username=\"a\"", 401),
            ("oauth2", "Basic YTpi", 401), ("digest", "Digest username=\"a\", response=\"0\"", 200),
            ("digest", "Digest username=\"a\"", 401), ("digest", "Basic YTpi", 401),
        ])
    func schemes(scheme: String, value: String, status: Int) throws {
        let definition =
            scheme == "oauth2"
            ? #""type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": "https://id.example/token" } }"#
            : #""type": "http", "scheme": "\#(scheme)""#
        let text = #"""
            {
              "contract": "1.0",
              "info": { "title": "Shop", "version": "1" },
              "servers": [ { "url": "https://shop.example" } ],
              "security": [ { "user": [] } ],
              "operations": {
                "list": {
                  "request": { "method": "GET", "path": "/list" },
                  "responses": { "200": { "description": "All." } },
                  "cases": { "lists": { "response": { "status": 200 } } }
                }
              },
              "components": { "securitySchemes": { "user": { \#(definition) } } }
            }
            """#
        #expect(try Self.status([HTTPField("Authorization", value)], contract: text) == status)
    }
}

extension MockOptions {
    init(environment: @escaping Scope.Environment) {
        self.init()
        self.environment = environment
    }
}
