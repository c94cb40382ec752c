// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordSchema
import Testing

@Suite("References and extended contracts")
struct ReferenceTests {
    static let right: [BrokenContract] = [
        .operation(
            "an object for each of its kind", .badValue,
            components: #"""
                { "parameters": { "Page": { "required": false, "schema": { "type": "integer" } } },
                "headers": { "Trace": { "type": "string" } },
                "responses": { "Fine": { "description": "Fine.", "headers": { "Trace": { "$ref": "#/components/headers/Trace" } } } },
                "schemas": { "Node": { "type": "object", "properties": { "next": { "$ref": "#/components/schemas/Node" } } } } }
                """#,
            #"""
            "request": { "method": "POST", "path": "/x", "query": { "page": { "$ref": "#/components/parameters/Page" } },
              "body": { "$ref": "#/components/schemas/Node" } },
            "responses": { "200": { "$ref": "#/components/responses/Fine", "description": "Restated." } },
            "cases": { "a": { "request": { "query": { "page": 1 }, "body": { "next": { "next": {} }, "$ref": 1 } },
              "response": { "status": 200 } } }
            """#)
    ]

    @Test("any object outside of cases can be a reference", arguments: right)
    func standForObjects(contract: BrokenContract) {
        contract.check()
    }

    @Test("a reference can restate the description")
    func restate() throws {
        let contract = try #require(Contracts.load(Self.right[0].text).contract)
        let operation = try #require(contract.operation("op"))
        #expect(operation.responses.first?.description == "Restated.")
        #expect(operation.responses.first?.headers.map(\.name) == ["Trace"])
        #expect(operation.request.query.first?.isRequired == false)
        #expect(operation.request.query.first?.types == [.integer])
    }

    @Test("references to other files are resolved")
    func leadIntoOtherFiles() throws {
        let text = Contracts.withOperation(
            """
            "request": { "$ref": "parts/shared.json#/get" },
            "responses": { "200": { "description": "Fine.", "body": { "$ref": "parts/shared.json#/$defs/A" } } },
            "cases": { "a": { "request": { "query": { "q": 1 } }, "response": { "status": 200, "body": { "b": "x" } } } }
            """)
        let files = [
            "Specs/parts/shared.json": """
            { "get": { "method": "GET", "path": "/x", "query": { "q": { "$ref": "more.json" } } },
              "$defs": { "A": { "properties": { "b": { "$ref": "more.json#/$defs/B" } } } } }
            """,
            "Specs/parts/more.json": "{ \"type\": \"integer\", \"$defs\": { \"B\": { \"type\": \"string\" } } }",
        ]
        let result = Contracts.load(text, files: files)
        #expect(result.diagnostics == [])
        let wrong = Contracts.load(text.replacing("\"b\": \"x\"", with: "\"b\": 1"), files: files)
        #expect(wrong.diagnostics.map(\.rule) == ["contract.response-value"])
        #expect(wrong.diagnostics.first?.notes.first?.location.file == "Specs/parts/more.json")
    }

    @Test("a mistake in a referenced file is reported there")
    func reportElsewhere() {
        let text = Contracts.withOperation(
            """
            "request": { "method": "GET", "path": "/x" }, "responses": { "200": { "$ref": "shared.json" } },
            "cases": { "a": { "response": { "status": 200 } } }
            """)
        let result = Contracts.load(text, files: ["Specs/shared.json": "{ \"description\": \"x\",\n \"headrs\": {} }"])
        #expect(
            result.diagnostics.map { "\($0.location) \($0.rule)" } == ["Specs/shared.json:2:2 contract.unknown-key"])
        let malformed = Contracts.load(text, files: ["Specs/shared.json": "{"])
        #expect(malformed.diagnostics.map(\.rule) == ["contract.unresolved-ref", "contract.syntax"])
    }

    static let base = """
        { "contract": "1.0", "info": { "title": "Base", "version": "1" },
          "operations": { "get": {
            "request": { "method": "GET", "path": "/x" },
            "responses": { "200": { "description": "Fine." }, "404": { "description": "None." } },
            "cases": { "a": { "response": { "status": 200 } }, "b": { "given": ["none"], "response": { "status": 404 } } }
          } } }
        """

    @Test("extended contracts are merged key by key")
    func joinKeyByKey() throws {
        let text = """
            { "contract": "1.0", "extends": "base.json", "info": { "title": "Mine", "version": "2" },
              "operations": { "get": {
                "responses": { "404": { "client": { "throws": "notFound" } } },
                "cases": {
                  "a": { "client": { "returns": 1 } },
                  "c": { "given": ["more"], "response": { "status": 200 } }
                }
              } } }
            """
        let result = Contracts.load(text, files: ["Specs/base.json": Self.base])
        #expect(result.diagnostics == [])
        let operation = try #require(result.contract?.operation("get"))
        #expect(result.contract?.title == "Mine")
        #expect(operation.cases.map(\.name) == ["a", "b", "c"])
        #expect(operation.cases.map { $0.client != nil } == [true, false, false])
        #expect(operation.cases[0].steps[0].response.status == 200)
        #expect(operation.responses[1].client != nil)
        #expect(operation.responses[1].description == "None.")
    }

    @Test(
        "references stay in the contract's folder",
        arguments: ["../secret.json", "/secret.json", "parts/../../secret.json", "%2E%2E/secret.json"])
    func stayInside(path: String) {
        let contracts = [
            Contracts.withOperation(
                """
                "request": { "method": "GET", "path": "/x" }, "responses": { "200": { "$ref": "\(path)" } },
                "cases": { "a": { "response": { "status": 200 } } }
                """),
            Contracts.withOperation(
                """
                "request": { "method": "GET", "path": "/x" },
                "responses": { "200": { "description": "x", "body": { "$ref": "\(path)" } } },
                "cases": { "a": { "response": { "status": 200 } } }
                """),
            #"{ "contract": "1.0", "extends": "\#(path)" }"#,
        ]
        for text in contracts {
            let files = MemoryFiles([
                "/work/Specs/c.json": text, "/secret.json": "secret", "/work/secret.json": "secret",
            ])
            let result = ContractLoader.load("/work/Specs/c.json", displayedAs: "Specs/c.json", files: files)
            #expect(result.contract == nil)
            #expect(result.diagnostics.count == 1)
            #expect(!result.diagnostics.map(\.rendered).joined().contains("“secret"))
        }
    }

    @Test("references stay in the reference root")
    func leadOut() {
        let text = Contracts.withOperation(
            """
            "request": { "method": "GET", "path": "/x" },
            "responses": { "200": { "description": "x", "body": { "$ref": "../shared/a.json#/$defs/A" } } },
            "cases": { "a": { "response": { "status": 200, "body": 1 } } }
            """)
        let files = MemoryFiles([
            "w/Specs/c.json": text, "w/shared/a.json": #"{ "$defs": { "A": { "$ref": "b.json" } } }"#,
            "w/shared/b.json": #"{ "type": "integer" }"#,
        ])
        let confined = ContractLoader.load("w/Specs/c.json", files: files)
        #expect(confined.diagnostics.map(\.rule) == ["contract.unresolved-ref"])
        #expect(confined.diagnostics.first?.advice?.contains("--ref-root") == true)
        #expect(ContractLoader.load("w/Specs/c.json", files: files, referenceRoot: "w").diagnostics == [])
        #expect(ContractLoader.load("w/Specs/c.json", files: files, referenceRoot: "v").contract == nil)
    }

    @Test("circular and missing base contracts are errors")
    func refuseCircles() {
        let text = #"{ "contract": "1.0", "extends": "base.json" }"#
        let circle = Contracts.load(text, files: ["Specs/base.json": #"{ "contract": "1.0", "extends": "c.json" }"#])
        #expect(circle.diagnostics.map(\.rule) == ["contract.extends"])
        #expect(Contracts.load(text).diagnostics.map(\.rule) == ["contract.extends"])
    }
}
