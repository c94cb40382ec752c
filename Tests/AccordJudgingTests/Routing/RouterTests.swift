// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordCore

@Suite("Routing") struct RouterTests {
    static let contract: Contract? = try? Shop.load(
        #"""
        {
          "contract": "1.0", "info": { "title": "Users", "version": "1" }, "servers": [{ "url": "https://h/v1" }],
          "operations": {
            "any": { "request": { "method": "GET", "path": "/{+path}", "pathParameters": { "path": { "type": "string" } } },
              "responses": { "204": { "description": "x", "body": false } }, "cases": { "a": { "request": { "pathParameters": { "path": "x/y" } }, "response": { "status": 204 } } } },
            "user": { "request": { "method": "GET", "path": "/users/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "204": { "description": "x", "body": false } }, "cases": { "a": { "request": { "pathParameters": { "id": "x" } }, "response": { "status": 204 } } } },
            "me": { "request": { "method": "GET", "path": "/users/me" },
              "responses": { "204": { "description": "x", "body": false } }, "cases": { "a": { "response": { "status": 204 } } } },
            "report": { "request": { "method": "PUT", "path": "/users/{id}.{format}", "pathParameters": { "id": { "type": "string" }, "format": { "type": "string" } } },
              "responses": { "204": { "description": "x", "body": false } }, "cases": { "a": { "request": { "pathParameters": { "id": "x", "format": "csv" } }, "response": { "status": 204 } } } }
          }
        }
        """#)

    @Test(
        "the most specific template comes first",
        arguments: [
            ("/v1/users/me", ["me", "user", "any"]), ("/v1/users/7", ["user", "any"]),
            ("/v1/users/a%2Fb", ["user", "any"]),
            ("/v1/users/a/b", ["any"]), ("/users/7", ["user", "any"]), ("/", []),
        ])
    func order(path: String, operations: [String]) throws {
        let router = Router([try #require(Self.contract)])
        #expect(router.route(method: "GET", path: path).matches.map(\.operation.id) == operations)
    }

    @Test(
        "a variable in the path of a server has one of its values, or without “enum” any value",
        arguments: [
            ("/v1/acme/users", "/v1/acme"), ("/v2/a%20b/users", "/v2/a%20b"), ("/users", ""), ("/v3/acme/users", nil),
            ("/v1/a/b/users", nil), ("/v1/users", nil),
        ])
    func serverVariables(path: String, base: String?) throws {
        let contract = try Shop.load(
            #"""
            {
              "contract": "1.0", "info": { "title": "Users", "version": "1" }, "servers": [{
                "url": "https://{host}/{v}/{tenant}",
                "variables": { "host": { "default": "h" }, "v": { "default": "v1", "enum": ["v1", "v2"] },
                  "tenant": { "default": "acme" } } }],
              "operations": {
                "list": { "request": { "method": "GET", "path": "/users" },
                  "responses": { "204": { "description": "x", "body": false } }, "cases": { "a": { "response": { "status": 204 } } } }
              }
            }
            """#)
        #expect(contract.servers.map(\.url) == ["https://h/v1/acme"])
        let matches = Router([contract]).route(method: "GET", path: path).matches
        #expect(matches.map(\.base) == (base.map { [$0] } ?? []))
        #expect(matches.allSatisfy { $0.pathValues.isEmpty })
    }

    @Test("values stay percent-encoded, with uppercase hex digits")
    func values() throws {
        let router = Router([try #require(Self.contract)])
        #expect(
            router.route(method: "GET", path: "/v1/users/a%2fb%20c").matches.first?.pathValues == ["id": "a%2Fb%20c"])
        #expect(
            router.route(method: "PUT", path: "/v1/users/a.b.csv").matches.first?.pathValues == [
                "id": "a", "format": "b.csv",
            ])
    }

    @Test(
        "a path matches whether or not its punctuation is percent-encoded",
        arguments: [
            ("/v1/jobs(x):cancel/7", true), ("/v1/jobs%28x%29%3Acancel/7", true), ("/v1/jobs%28x):cancel/7", true),
            ("/v1/jobs(x)%2Fcancel/7", false), ("/v1/jobs%29x%28:cancel/7", false),
        ])
    func punctuation(path: String, isMatch: Bool) throws {
        let matcher = PathMatcher(try PathTemplate(parsing: "/jobs(x):cancel/{id}"), base: "/v1")
        #expect((matcher.match(path) == ["id": "7"]) == isMatch)
        var tree = RouteTree()
        tree.insert(try PathTemplate(parsing: "/jobs(x):cancel/{id}"), base: "/v1", id: 3)
        #expect(tree.candidates(path) == (isMatch ? [3] : []))
    }

    @Test("a documented path with a different method lists the allowed methods")
    func methods() throws {
        let router = Router([try #require(Self.contract)])
        guard case .methodNotAllowed(let allowed) = router.route(method: "DELETE", path: "/v1/users/me.csv") else {
            Issue.record("the path is documented")
            return
        }
        #expect(allowed.sorted() == ["GET", "PUT"])
        guard case .noSuchPath = Router([]).route(method: "GET", path: "/") else {
            Issue.record("nothing is documented")
            return
        }
    }
}
