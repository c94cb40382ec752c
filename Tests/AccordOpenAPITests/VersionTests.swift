// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `Versions of OpenAPI` {
    private func load(_ text: String, options: OpenAPIOptions = OpenAPIOptions()) throws -> Contract {
        let loaded = Loaded.of(text, file: "openapi.yaml", options: options)
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics.map(\.rendered).joined(separator: "\n"))")
        return try #require(loaded.contract)
    }

    @Test func `Swagger 2.0: host, forms, files and collections`() throws {
        let contract = try load(
            """
            swagger: '2.0'
            info: {title: T, version: '1'}
            host: api.example.com
            basePath: /v2/
            schemes: [https]
            consumes: [application/json]
            produces: [application/json]
            paths:
              /pets:
                get:
                  operationId: list
                  parameters:
                    - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
                    - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: pipes}
                    - {name: limit, in: query, type: integer, maximum: 5, exclusiveMaximum: true, required: true}
                  responses:
                    200:
                      description: x
                      schema: {$ref: '#/definitions/Pet'}
                      headers: {X-Rate: {type: integer}}
                      examples: {application/json: {id: 1}}
                post:
                  operationId: upload
                  consumes: [multipart/form-data]
                  parameters:
                    - {name: photo, in: formData, type: file, required: true}
                    - {name: note, in: formData, type: string, maxLength: 3}
                    - {name: tags, in: formData, type: array, items: {type: string}}
                  responses: {201: {description: x}}
                patch:
                  operationId: note
                  consumes: [application/x-www-form-urlencoded]
                  parameters:
                    - {name: tags, in: formData, type: array, items: {type: string}}
                    - {name: ids, in: formData, type: array, items: {type: integer}, collectionFormat: multi}
                  responses: {204: {description: x}}
                delete:
                  operationId: remove
                  consumes: [application/x-www-form-urlencoded]
                  parameters: [{name: reason, in: formData, type: string}]
                  responses: {204: {description: x}}
                put:
                  operationId: replace
                  parameters: [{name: body, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}]
                  responses: {204: {description: x}}
            definitions:
              Pet: {type: object, required: [id], properties: {id: {type: integer}, next: {$ref: '#/definitions/Pet'}, age: {type: integer, x-nullable: true}}}
            """)
        #expect(contract.servers.map(\.url) == ["https://api.example.com/v2"])
        let list = try #require(contract.operation("list"))
        #expect(list.request.query.map(\.style) == [.form, .pipeDelimited, .form])
        #expect(list.request.query.map(\.explode) == [true, false, true])
        #expect(list.request.query.map(\.isRequired) == [false, false, true])
        #expect(list.request.query[2].schema.isValid(4))
        #expect(!list.request.query[2].schema.isValid(5))
        let answer = list.responses[0]
        #expect(answer.headers.map(\.name) == ["X-Rate"])
        #expect(answer.body?.content[0].schema?.isValid(["id": 1, "next": ["id": 2]]) == true)
        #expect(answer.body?.content[0].schema?.isValid(["id": 1, "next": [:]]) == false)
        #expect(answer.body?.content[0].schema?.isValid(["id": 1, "age": .null]) == true)
        #expect(answer.body?.content[0].schema?.isValid(["id": 1, "age": "x"]) == false)
        #expect(answer.body?.content[0].examples.count == 1)
        let note = try #require(contract.operation("note")?.request.body?.content.first?.encoding)
        #expect(note["tags"]?.style == .form && note["tags"]?.explode == false && note["ids"]?.explode == true)
        let lists = try #require(contract.operation("note")?.request.body?.content.first)
        let text = try #require(contract.operation("remove")?.request.body?.content.first)
        #expect(lists.location["encoding"] != nil && text.location["encoding"] == nil)
        let form = try #require(contract.operation("upload")?.request.body?.content.first)
        #expect(form.mediaType.description == "multipart/form-data")
        #expect(form.encoding["tags"]?.explode == false && form.encoding["note"] == nil)
        #expect(form.schema?.isValid(["photo": "x", "note": "abc"]) == true)
        #expect(form.schema?.isValid(["photo": "x", "note": "abcd"]) == false)
        #expect(form.schema?.isValid(["note": "a"]) == false)
        #expect(contract.operation("replace")?.request.body?.isRequired == true)
    }

    @Test func `OpenAPI 3.0: nullable, exclusive bounds and nothing beside a reference`() throws {
        let contract = try load(
            """
            openapi: 3.0.3
            info: {title: T, version: '1'}
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    2XX:
                      description: x
                      content:
                        application/json:
                          schema:
                            type: object
                            properties:
                              name: {type: string, nullable: true}
                              age: {type: integer, minimum: 0, exclusiveMinimum: true}
            """)
        let schema = try #require(contract.operations[0].responses[0].body?.content[0].schema)
        #expect(contract.operations[0].responses[0].status == .range(2))
        #expect(schema.isValid(["name": .null, "age": 1]))
        #expect(!schema.isValid(["age": 0]))
        #expect(!schema.isValid(["name": 1]))
    }

    @Test func `OpenAPI 3.1: webhooks, callbacks, path items and other dialects`() throws {
        let contract = try load(
            """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            jsonSchemaDialect: http://json-schema.org/draft-04/schema#
            servers: [{url: 'https://{region}.example.com/', variables: {region: {default: eu}}}]
            paths:
              /a: {$ref: '#/components/pathItems/A'}
            webhooks:
              born: {post: {operationId: onBorn, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {200: {description: x}}}}
            components:
              pathItems:
                A:
                  post:
                    operationId: a
                    parameters: [{name: n, in: query, schema: {type: integer, minimum: 1, exclusiveMinimum: true}}]
                    callbacks:
                      done: {'{$request.query.url}': {post: {operationId: onDone, responses: {204: {description: x}}}}}
                    responses: {200: {description: x}}
            """)
        #expect(contract.servers.map(\.url) == ["https://eu.example.com"])
        #expect(contract.webhooks.map(\.name) == ["born"])
        #expect(contract.webhooks[0].operation.request.body != nil)
        let operation = try #require(contract.operation("a"))
        #expect(operation.callbacks.map(\.expression) == ["{$request.query.url}"])
        #expect(operation.request.query[0].schema.isValid(2))
        #expect(!operation.request.query[0].schema.isValid(1))
    }

    @Test func `OpenAPI 3.2: more methods and streams`() throws {
        let contract = try load(
            """
            openapi: 3.2.0
            info: {title: T, version: '1'}
            paths:
              /a:
                query: {operationId: ask, responses: {200: {description: x, content: {application/jsonl: {itemSchema: {type: integer}}}}}}
                additionalOperations:
                  COPY: {operationId: duplicate, responses: {200: {}}}
            """)
        #expect(contract.operations.map(\.request.method) == ["QUERY", "COPY"])
        #expect(contract.operations[0].responses[0].body?.content[0].itemSchema?.isValid(1) == true)
        #expect(contract.operations[0].responses[0].body?.content[0].itemSchema?.isValid("x") == false)
    }

    @Test(arguments: ["3.0.3", "3.1.0"])
    func `a schema of a stream describes its items before OpenAPI 3.2`(version: String) throws {
        func media(_ type: String, _ schema: String) throws -> MediaTypeDescription {
            let contract = try load(
                """
                openapi: \(version)
                info: {title: T, version: '1'}
                paths:
                  /a: {get: {operationId: ask, responses: {200: {description: x, content: {\(type): {schema: \(schema)}}}}}}
                components: {schemas: {Chunk: {type: object, required: [id], properties: {id: {type: integer}}}}}
                """)
            return try #require(contract.operations[0].responses[0].body?.content[0])
        }
        let chunk = "{$ref: '#/components/schemas/Chunk'}"
        let data = try media("text/event-stream", chunk)
        #expect(data.schema == nil && data.itemSchema == nil)
        #expect(data.dataSchema?.isValid(["id": 1]) == true)
        #expect(data.dataSchema?.isValid(["id": "1"]) == false)
        #expect(try media("text/event-stream", "{type: array, items: \(chunk)}").dataSchema?.isValid(["id": 1]) == true)
        let event = try media(
            "text/event-stream", "{type: object, properties: {event: {type: string}, data: {type: string}}}")
        #expect(event.itemSchema != nil && event.dataSchema == nil)
        let text = try media("text/event-stream", "{type: string}")
        #expect(text.schema == nil && text.itemSchema == nil && text.dataSchema == nil)
        #expect(try media("application/x-ndjson", chunk).itemSchema?.isValid(["id": "1"]) == false)
        #expect(try media("application/jsonl", "{type: array, items: \(chunk)}").schema?.isValid([["id": 1]]) == true)
    }

    @Test func `a schema of JSON lines describes its items in Swagger 2.0`() throws {
        let contract = try load(
            """
            swagger: '2.0'
            info: {title: T, version: '1'}
            paths:
              /events:
                get:
                  operationId: events
                  produces: [application/jsonl, application/json]
                  responses: {200: {description: x, schema: {type: object, required: [id]}}}
            """)
        let content = try #require(contract.operations[0].responses[0].body?.content)
        #expect(content.map { $0.itemSchema != nil } == [true, false])
        #expect(content.map { $0.schema != nil } == [false, true])
    }

    @Test(
        arguments: [
            ("examples: {text/plain: hello}", "text/plain", "hello"),
            ("examples: {'*/*': hello}", "application/json", "hello"),
            ("schema: {type: string}, examples: {application/json: a}", "application/json", "a"),
            ("schema: {type: string}, examples: {text/plain: hello}", "application/json", nil),
        ] as [(String, String, String?)])
    func `Swagger 2.0: the media types of examples`(response: String, type: String, example: String?) throws {
        let contract = try load(
            """
            swagger: '2.0'
            info: {title: T, version: '1'}
            paths: {/a: {get: {operationId: ask, responses: {200: {description: x, \(response)}}}}}
            """)
        let content = try #require(contract.operations[0].responses[0].body?.content.first)
        #expect(content.mediaType.description == type)
        let texts = content.examples.compactMap { named -> String? in
            guard case .value(let value) = named.content else { return nil }
            return value.string
        }
        #expect(texts == [example].compactMap(\.self))
    }

    @Test(
        arguments: [
            ("x-examples: {application/json: {id: 7}}", #"{"id":7}"#), ("x-examples: {'*/*': {id: 7}}", #"{"id":7}"#),
            ("x-examples: {first: {id: 7}}", nil), ("description: None.", nil),
        ] as [(String, String?)])
    func `Swagger 2.0: the examples of a request are extensions`(field: String, example: String?) throws {
        let contract = try load(
            """
            swagger: '2.0'
            info: {title: T, version: '1'}
            paths: {/a: {post: {operationId: add, responses: {200: {description: x}}, parameters: [
              {name: body, in: body, schema: {type: object}, \(field)},
              {name: size, in: query, type: string, x-example: small}]}}}
            """)
        let request = contract.operations[0].request
        let texts = request.body?.content.first?.examples.map { named -> String? in
            guard case .value(let value) = named.content else { return nil }
            return JSON(value).compact
        }
        #expect(texts == [example].compactMap(\.self))
        #expect(request.parameters.first?.schema.source["example"]?.string == "small")
    }

    @Test(arguments: [
        (".", ""), ("./", ""), ("..", ""), ("/v1/../", ""), ("/", ""), ("v1", "/v1"), ("/v1/", "/v1"),
        ("./v1/./a", "/v1/a"),
        ("/a/b/../c", "/a/c"), ("../../v2", "/v2"),
    ])
    func `a relative server is resolved against the address of the document`(url: String, path: String) throws {
        let contract = try load(
            """
            openapi: 3.0.3
            info: {title: T, version: '1'}
            servers: [{url: '\(url)'}]
            paths: {/a: {get: {operationId: ask, responses: {200: {description: x}}}}}
            """)
        #expect(contract.operations[0].servers.map(\.url) == ["http://localhost\(path)"])
    }

    @Test func `OpenAPI 3.2: contentSchema describes the data of events`() throws {
        let contract = try load(
            """
            openapi: 3.2.0
            info: {title: T, version: '1'}
            paths:
              /a:
                get:
                  operationId: ask
                  responses:
                    200:
                      description: x
                      content:
                        text/event-stream:
                          itemSchema:
                            type: object
                            properties:
                              data: {type: string, contentMediaType: application/json, contentSchema: {type: integer}}
            """)
        let media = try #require(contract.operations[0].responses[0].body?.content[0])
        #expect(media.dataSchema?.isValid(1) == true && media.dataSchema?.isValid("x") == false)
    }

    @Test func `security schemes of every type`() throws {
        let loaded = Loaded.of(
            """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            servers: [{url: 'https://api.example/v1'}]
            security: [{key: []}, {}]
            paths:
              /a: {get: {operationId: a, security: [{oidc: [x]}], responses: {200: {description: x}}}}
            components:
              securitySchemes:
                key: {type: apiKey, in: header, name: X-Key}
                basic: {type: http, scheme: Basic}
                machine: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://x.example/t', scopes: {}}}}
                own: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {}}}}
                near: {type: oauth2, flows: {clientCredentials: {tokenUrl: oauth/token, scopes: {}}}}
                loud: {type: oauth2, flows: {clientCredentials: {tokenUrl: /TOKEN, scopes: {}}}}
                todo: {type: oauth2, flows: {clientCredentials: {tokenUrl: TODO, scopes: {}}}}
                people: {type: oauth2, flows: {implicit: {authorizationUrl: 'https://x.example/a', scopes: {}}}}
                oidc: {type: openIdConnect, openIdConnectUrl: 'https://x.example/.well-known'}
                tls: {type: mutualTLS}
            """, file: "openapi.yaml")
        let contract = try #require(loaded.contract)
        #expect(loaded.diagnostics.map(\.message).filter { $0.contains("mutualTLS") }.count == 1)
        #expect(loaded.diagnostics.count == 1, "\(loaded.diagnostics.map(\.rendered))")
        let kinds = contract.securitySchemes.map { scheme in
            switch scheme.kind {
            case .apiKey: "key"
            case .basic: "basic"
            case .bearer: "bearer"
            case .digest: "digest"
            case .oauth2ClientCredentials(let url, _): url
            case .other(let name): name
            }
        }
        #expect(
            kinds == [
                "key", "basic", "https://x.example/t", "https://api.example/token", "https://api.example/oauth/token",
                "https://api.example/TOKEN", "bearer", "bearer", "bearer", "mutualTLS",
            ])
        #expect(contract.operations[0].security.map { $0.uses.map(\.scheme) } == [["oidc"]])
    }

    @Test("operations in the steps of a selected operation's cases are read, and no others")
    func selectedSteps() throws {
        let paths = ["a", "b", "c"].map { id in
            #""/\#(id)": { "get": { "operationId": "\#(id)", "responses": { "200": { "description": "x" } } } }"#
        }
        let files = [
            "api.json": """
            { "openapi": "3.0.3", "info": { "title": "T", "version": "1" }, "paths": { \(paths.joined(separator: ", ")) } }
            """,
            "more.json": """
            { "contract": "1.0", "extends": "api.json", "servers": [{ "url": "https://a.example" }],
              "operations": { "a": { "cases": { "after b": { "steps": [
                { "operationId": "b", "response": { "status": 200 } },
                { "operationId": "a", "response": { "status": 200 } } ] } } } } }
            """,
        ]
        let loaded = ContractLoader.load(
            "more.json", files: MemoryFiles(files), formats: .all(OpenAPIOptions(operations: ["a"])))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        #expect(contract.operations.map(\.id) == ["a", "b"])
    }

    @Test func `only selected operations and their components are read`() throws {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a: {get: {operationId: a, responses: {200: {description: x, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}
              /b: {get: {operationId: b, responses: {200: {description: x, content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}}}}
            components:
              schemas:
                A: {type: array, items: {$ref: '#/components/schemas/C'}}
                B: {type: object}
                C: {type: integer}
            """
        let contract = try load(text, options: OpenAPIOptions(operations: ["a"]))
        #expect(contract.operations.map(\.id) == ["a"])
        #expect(contract.schemas.map(\.name) == ["A", "C"])
        #expect(contract.operations[0].responses[0].body?.content[0].schema?.isValid([1]) == true)
    }
}
