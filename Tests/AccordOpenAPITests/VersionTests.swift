// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `Versions of OpenAPI` {
    @Test func `Swagger 2.0: host, forms, files and collections`() throws {
        let contract = try Loaded.contract(
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
        let contract = try Loaded.contract(
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
        let contract = try Loaded.contract(
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
        let contract = try Loaded.contract(
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
            let contract = try Loaded.contract(
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
        let contract = try Loaded.contract(
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

    @Test func `OpenAPI 3.2: contentSchema describes the data of events`() throws {
        let contract = try Loaded.contract(
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
}
