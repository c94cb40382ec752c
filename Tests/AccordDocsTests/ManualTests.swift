// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

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
        #expect(list.parameters.first?.isRequired == false)
        #expect(list.responses.first?.body?.contents.first?.schema?.typeText == "array of Item")
    }

    @Test("cases are examples in HTTP, curl and Swift, with variables instead of secrets")
    func examples() throws {
        let add = try #require(try shop().operations.last?.examples.first)
        let exchange = try #require(add.exchanges.first, "\(add.problem ?? "")")
        #expect(exchange.request.hasPrefix("POST /v1/items HTTP/1.1\nHost: shop.example\n"))
        #expect(exchange.request.contains("Authorization: Basic base64($SHOP_USER:$SHOP_PASSWORD)"))
        #expect(exchange.curl.contains("-u \"${SHOP_USER}:$SHOP_PASSWORD\""))
        #expect(exchange.swift.contains("ProcessInfo.processInfo.environment[\"SHOP_USER\"]"))
        #expect(exchange.swift.contains(##"request.httpBody = Data(#"{"name":"A \"quoted\" pen"}"#.utf8)"##))
        #expect(exchange.response.contains("HTTP/1.1 201") && exchange.response.contains("Location: /items/2"))
        #expect(add.given == ["an empty shop"])
        let all = [exchange.request, exchange.curl, exchange.swift, exchange.response].joined()
        #expect(!all.contains("accord-variable") && !all.contains("elbairav"))
        let offline = try #require(try shop().operations.first?.examples.last)
        #expect(offline.client == "throws an error" && offline.audience == "for clients")
        #expect(offline.exchanges.first?.response.hasPrefix("No usable response: ") == true)
        #expect(try shop().operations.first?.examples.map(\.slug) == ["lists-two", "refuses-none", "is-offline"])
    }

    @Test("the verification is the result of the runs, also from a different folder")
    func proof() throws {
        let api = try shop([Shop.report()])
        #expect(api.operations.map(\.proof.state) == [.breaks, .untried])
        #expect(api.operations[0].examples.map(\.proof.state) == [.holds, .breaks, .untried])
        let side = try #require(api.operations[0].proof.sides.first)
        #expect(
            ProofModel.sentence(side)
                == "The server passed 1 of 2 cases on 2026-11-21 09:30 UTC, at https://staging.shop.example.")
        #expect(side.failures.map(\.message) == ["answered 500"])
        #expect(try shop().operations[0].proof.state == .untried)
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
        #expect(Slug.unique("get-item", among: &taken) == "get-item")
        #expect(Slug.unique("get-item", among: &taken) == "get-item-2")
        #expect(Slug.text("takes any password[emoji]") == "takes-any-password-emoji")
        #expect(Slug.text("../../etc") == "etc" && Slug.text("日本") == "x")
        #expect(Slug.file("Specs/awesome-todos.json") == "awesome-todos")
    }
}
