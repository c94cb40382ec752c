// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("Input of an operation")
struct InputShapeTests {
    @Test(
        "properties have Swift names",
        arguments: [
            ("page_no", "pageNo"), ("items-per-page", "itemsPerPage"), ("ETag", "eTag"), ("ID", "id"),
            ("X-API-Version", "xAPIVersion"), ("URLPath", "urlPath"), ("filter[name]", "filterName"),
            ("2fa", "_2fa"), ("self", "_self"), ("default", "default"), ("größe", "grE"), ("名", "value"),
            ("_private", "private"), ("If-Match", "ifMatch"), ("HTTP2", "http2"),
        ])
    func namesProperties(name: String, swiftName: String) {
        #expect(SwiftName.camelCased(name) == swiftName)
    }

    @Test("the input contains the parameters that aren't constant or forbidden")
    func hasWhatARequestNeeds() throws {
        let operation = try #require(
            Contracts.operation(
                """
                "request": {
                  "method": "POST", "path": "/shops/{id}",
                  "pathParameters": { "id": { "type": "string", "description": "The shop." } },
                  "query": {
                    "id": { "type": "integer" },
                    "page_no": { "required": false, "schema": { "type": ["integer", "null"] } },
                    "ratio": { "type": "number" }, "open": { "type": "boolean" },
                    "tags": { "type": "array" }, "kind": { "enum": ["a", "b"] }
                  },
                  "headers": { "Api-Version": { "const": "2" }, "Deprecation": false, "If-Match": { "type": "string" } },
                  "body": { "type": "object" }
                },
                "responses": { "200": { "description": "Fine." } },
                "cases": {
                  "a": { "request": { "pathParameters": { "id": "1" } }, "response": { "status": 200 },
                         "client": { "arguments": { "locale": "de", "depth": 2 }, "returns": null } },
                  "b": { "request": { "pathParameters": { "id": "1" } }, "response": { "status": 200 },
                         "client": { "arguments": { "depth": 2.5 }, "returns": null } }
                }
                """))
        let shape = InputShape(operation)
        let texts = shape.fields.map { "\($0.source) \($0.swiftName): \($0.type)\($0.isOptional ? "?" : "")" }
        #expect(
            texts == [
                "path id: string", "query queryId: int", "query pageNo: int?", "query ratio: double",
                "query open: bool", "query tags: json", "query kind: string", "header ifMatch: string",
                "body body: json",
                "argument locale: string?", "argument depth: double",
            ])
        #expect(shape["id"]?.documentation == "The shop.")
    }

    @Test("the input contains required credentials")
    func hasCredentials() throws {
        let path = PackageRoot.file("Specs/awesome-todos.json")
        let contract = try #require(ContractLoader.load(path).contract)
        let login = try #require(contract.operation("login"))
        #expect(InputShape(login).fields.map(\.swiftName) == ["username", "password"])
        let fetch = try #require(contract.operation("fetchItems"))
        #expect(InputShape(fetch)["credentials"]?.isOptional == false)
    }
}
