// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `Examples of OpenAPI documents` {
    @Test(arguments: [("id", "readOnly", 0), ("secret", "writeOnly", 1), ("id", "description", 1)])
    func `an example of a request needs no required property that is read-only`(
        name: String, keyword: String, warnings: Int
    ) {
        let value = keyword == "description" ? "x" : "true"
        let property = "{\(name): {type: integer, \(keyword): \(value)}}"
        let loaded = Loaded.yaml(
            Loaded.document(
                paths: """
                      /a:
                        post:
                          requestBody:
                            content:
                              application/json:
                                schema: {oneOf: [{type: object, required: [\(name)], properties: \(property)}]}
                                example: {}
                          responses: {204: {description: Done.}}
                    """))
        #expect(loaded.diagnostics.count { $0.rule == "contract.example" } == warnings, "\(loaded.diagnostics)")
    }

    @Test(arguments: ["{\"id\": 1}", "{\"id\": \"x\"}"])
    func `JSON in a string is an example, and a violation is a warning at the string`(example: String) throws {
        let schema = "{type: object, properties: {id: {type: integer}}}"
        let loaded = Loaded.yaml(
            Loaded.document(
                paths: """
                      /a:
                        get:
                          operationId: a
                          responses:
                            200:
                              description: y
                              content: {application/json: {schema: \(schema), example: '\(example)'}}
                    """))
        let contract = try #require(loaded.contract)
        #expect(contract.operations[0].responses[0].body?.content[0].examples.count == 1)
        let violations = loaded.diagnostics.filter { $0.message.contains("violates its schema") }
        #expect(violations.map(\.severity) == (example.contains("x") ? [.warning] : []))
        #expect(violations.allSatisfy { $0.location.line == 11 })
    }

    @Test(
        arguments: [
            ("examples: {text/plain: hello}", "text/plain", "hello"),
            ("examples: {'*/*': hello}", "application/json", "hello"),
            ("schema: {type: string}, examples: {application/json: a}", "application/json", "a"),
            ("schema: {type: string}, examples: {text/plain: hello}", "application/json", nil),
        ] as [(String, String, String?)])
    func `Swagger 2.0: the media types of examples`(response: String, type: String, example: String?) throws {
        let contract = try Loaded.contract(
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
        let contract = try Loaded.contract(
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
}
