// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import Testing

@testable import AccordCore
@testable import AccordRendering

@Suite("Documentation")
struct ManualTests {
    private func shop(_ reports: [RunReport] = []) throws -> APIText {
        try #require(Manual([Shop.contract()], reports: reports).apis.first)
    }

    @Test("schemas are described in words, with links to named schemas")
    func schemas() throws {
        let item = try #require(try shop().schemas.first)
        #expect(item.name == "Item" && item.slug == "item")
        #expect(item.schema.typeText == "object")
        #expect(item.schema.constraints == ["no other properties"])
        let properties = item.schema.properties.map { "\($0.name)\($0.isRequired ? "!" : "") \($0.schema.typeText)" }
        #expect(
            properties == [
                "id! integer", "name! string", "parent Item", "state one of \"new\", \"used\"", "price any value",
            ]
                || properties.last == "price integer or string")
        #expect(item.schema.properties[0].schema.constraints == ["only in responses"])
        #expect(item.schema.properties[1].schema.constraints == ["at least 1 character", "at most 80 characters"])
        #expect(item.schema.properties[1].schema.description == "What people see.")
        #expect(item.schema.properties[2].schema.type == [.init(text: "Item", schema: "item")])
        #expect(item.schema.properties[4].schema.alternativesTitle == "exactly one of")
        #expect(
            item.schema.properties[4].schema.alternatives.map(\.constraints) == [["0 or more"], ["matches ^[0-9]+$"]])
        let list = try #require(try shop().operations.first)
        #expect(list.parameters.first?.schema.constraints == ["1 to 50", "default 10"])
        #expect(list.parameters.first?.parameter.isRequired == false)
        #expect(list.responses.first?.body?.contents.first?.schema?.typeText == "array of Item")
    }

    @Test(
        "null and exclusive limits of OpenAPI 3.0 are described like those of 3.1",
        arguments: [
            (#"{"type": "string", "nullable": true}"#, "string or null", []),
            (#"{"type": ["string", "null"]}"#, "string or null", []), (#"{"type": "string"}"#, "string", []),
            (#"{"type": "integer", "minimum": 1, "exclusiveMinimum": true}"#, "integer", ["more than 1"]),
            (#"{"type": "integer", "exclusiveMinimum": 1}"#, "integer", ["more than 1"]),
            (#"{"type": "integer", "minimum": 1, "maximum": 2}"#, "integer", ["1 to 2"]),
        ])
    func version30(schema: String, type: String, constraints: [String]) throws {
        let text = SchemaText(try JSONDocument(parsing: schema).root, names: SchemaNames([]))
        #expect(text.typeText == type && text.constraints == constraints)
    }

    @Test("a named schema is described inline in an operation, and recursion ends with a link")
    func inline() throws {
        let operations = try shop().operations
        let list = try #require(operations.first?.responses.first?.body?.contents.first?.schema)
        #expect(list.isNamed && list.properties.map(\.name) == ["id", "name", "parent", "state", "price"])
        #expect(list.properties[2].schema.type == [.init(text: "Item", schema: "item")])
        #expect(list.properties[2].schema.properties.isEmpty)
        let markdown = try #require(MarkdownManual.render(Manual([Shop.contract()]), version: "1").first).text
        #expect(markdown.ranges(of: "What people see.").count == 1)
    }

    @Test("cases are examples in HTTP, curl, Swift, JavaScript and Python, with variables instead of secrets")
    func examples() throws {
        let add = try #require(try shop().operations.last?.examples.first)
        let exchange = try #require(add.exchanges.first, "\(add.problem ?? "")")
        #expect(exchange.request.hasPrefix("POST /v1/items HTTP/1.1\nHost: shop.example\n"))
        #expect(exchange.request.contains("Authorization: Basic base64($SHOP_USER:$SHOP_PASSWORD)"))
        #expect(exchange.curl.contains("-u \"${SHOP_USER}:$SHOP_PASSWORD\""))
        #expect(exchange.swift.contains("ProcessInfo.processInfo.environment[\"SHOP_USER\"]"))
        #expect(exchange.swift.contains(##"request.httpBody = Data(#"{"name":"A \"quoted\" pen"}"#.utf8)"##))
        #expect(
            exchange.javaScript == """
                const response = await fetch("https://shop.example/v1/items", {
                  method: "POST",
                  headers: {
                    "Authorization": "Basic " + btoa(process.env.SHOP_USER + ":" + process.env.SHOP_PASSWORD),
                    "Content-Type": "application/json",
                  },
                  body: '{"name":"A \\\\"quoted\\\\" pen"}',
                });
                console.log(response.status, await response.text());
                """)
        #expect(exchange.python.hasPrefix("import base64\nimport os\nimport requests\n\nresponse = requests.request("))
        #expect(exchange.python.contains("base64.b64encode((os.environ[\"SHOP_USER\"] + \":\" + "))
        #expect(exchange.response.contains("HTTP/1.1 201") && exchange.response.contains("Location: /items/2"))
        #expect(add.given == ["an empty shop"])
        let all = [
            exchange.request, exchange.curl, exchange.swift, exchange.javaScript, exchange.python, exchange.response,
        ]
        .joined()
        #expect(!all.contains("accord-variable") && !all.contains("elbairav"))
        let offline = try #require(try shop().operations.first?.examples.last)
        #expect(offline.client == "throws an error" && offline.audience == "for clients")
        #expect(offline.exchanges.first?.response.hasPrefix("The client receives no usable response: ") == true)
        #expect(try shop().operations.first?.examples.map(\.slug) == ["lists-two", "refuses-none", "is-offline"])
    }

    @Test("the verification is the result of the runs, also from a different folder")
    func proof() throws {
        let api = try shop([Shop.report()])
        #expect(api.operations.map(\.proof.state) == [.failed, .untried])
        #expect(api.operations[0].examples.map(\.proof.state) == [.passed, .failed, .untried])
        let side = try #require(api.operations[0].proof.sides.first)
        #expect(
            side.sentence
                == "The server passed 1 of 2 cases on 2026-11-21 09:30 UTC, at https://staging.shop.example.")
        #expect(side.failures.map(\.message) == ["answered 500"])
        #expect(try shop().operations[0].proof.state == .untried)
    }

    @Test("a status is verified only if a server returned it")
    func statuses() throws {
        var report = Shop.report()
        let place = SourceLocation(file: "shop.json", line: 1, column: 1)
        report.coverage = [
            OperationCoverage(
                file: "elsewhere/shop.json", operation: "list", method: "GET", path: "/items",
                elements: [.init(.status, "200", at: place, isShown: true), .init(.status, "400", at: place)])
        ]
        #expect(try shop([report]).operations.map { $0.responses.map(\.proof) } == [[.passed, .untried], [.untried]])
        report.coverage[0].elements[0].isShown = false
        report.coverage[0].elements[1].isShown = true
        report.cases.removeAll { $0.status == .failed }
        let refused = try #require(try shop([report]).operations.first)
        #expect(refused.proof.state == .untried, "an operation is not verified by its errors alone")
        report.kind = .client
        #expect(try shop([report]).operations[0].responses.map(\.proof) == [.untried, .untried])
    }

    @Test("errors are listed separately")
    func errors() throws {
        let list = try #require(try shop().operations.first)
        #expect(list.responses.map(\.isError) == [false, true])
        #expect(list.responses.last?.client == "throws badLimit")
        #expect(try shop().operations.last?.security == ["user name and password (Basic) (basic)"])
    }

    @Test("dependent query items are described in HTML and in Markdown")
    func query() throws {
        let text = Shop.text.replacing(
            #""query": { "limit": { "required""#,
            with: #"""
                "querySchema": {
                  "oneOf": [{ "required": ["from"] }, { "required": ["since"] }],
                  "dependentRequired": { "to": ["from"] }, "not": { "required": ["to", "limit"] }
                },
                "query": {
                  "from": { "required": false, "schema": { "type": "integer" } },
                  "to": { "required": false, "schema": { "type": "integer" } },
                  "since": { "required": false, "schema": { "type": "string" } },
                  "limit": { "required"
                """#
        )
        .replacing(#""limit": 2 }"#, with: #""limit": 2, "from": 1 }"#)
        .replacing(#""limit": 0 }"#, with: #""limit": 0, "from": 1 }"#)
        .replacing(#""is offline": {"#, with: #""is offline": { "request": { "query": { "from": 1 } },"#)
        let manual = Manual([try Shop.contract(text)])
        let operation = try #require(manual.apis.first?.operations.first)
        #expect(operation.query?.constraints == ["to only with from", "not to and limit together"])
        #expect(operation.query?.alternatives.map(\.constraints) == [["with from"], ["with since"]])
        let page = try #require(try HTMLManual.render(manual, version: "1").first { $0.path == "shop/list.html" }).text
        let markdown = try #require(MarkdownManual.render(manual, version: "1").first).text
        for part in ["Query", "to only with from", "exactly one of", "with since"] {
            #expect(page.contains(part) && markdown.contains(part), "\(part)")
        }
        #expect(try shop().operations.first?.query == nil)
        let plain = try HTMLManual.render(Manual([try Shop.contract()]), version: "1")
        #expect(!plain.contains { $0.text.contains("id=\"query-items\"") })
    }

    @Test("names of files and anchors are unique")
    func slugs() {
        var taken: Set<String> = []
        #expect(taken.insertUnused("get-item", separator: "-") == "get-item")
        #expect(taken.insertUnused("get-item", separator: "-") == "get-item-2")
        #expect(Slug.text("takes any password[emoji]") == "takes-any-password-emoji")
        #expect(Slug.text("../../etc") == "etc" && Slug.text("日本") == "x")
        #expect(Slug.file("Specs/awesome-todos.json") == "awesome-todos")
    }
}
