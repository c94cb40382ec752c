// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `Parameters of OpenAPI documents` {
    @Test(arguments: ["foo", "multi"])
    func `an invalid collection format is read as comma-separated values`(format: String) throws {
        let loaded = Loaded.yaml(
            """
            swagger: '2.0'
            info: {title: T, version: '1'}
            paths:
              /a:
                get:
                  operationId: a
                  parameters:
                    - {name: X-A, in: header, type: array, items: {type: integer}, collectionFormat: \(format)}
                    - {name: q, in: query, type: array, items: {type: integer}, collectionFormat: foo}
                  responses: {200: {description: y}}
            """)
        let request = try #require(loaded.contract?.operations.first?.request)
        #expect(loaded.diagnostics.count { $0.message.contains("invalid collection format") } == 2)
        for parameter in request.headers + request.query { #expect(!parameter.explode, "\(parameter.name)") }
    }

    @Test(arguments: ["Accept", "authorization", "Content-Length", "Host", "Transfer-Encoding"])
    func `controlled header parameters are ignored`(name: String) throws {
        let parameters = "[{name: \(name), in: header, schema: {type: integer}}, {name: X-A, in: header, schema: {}}]"
        let loaded = Loaded.yaml(
            Loaded.document(
                paths: "  /a: {get: {operationId: a, parameters: \(parameters), responses: {200: {description: y}}}}"))
        let contract = try #require(loaded.contract)
        #expect(contract.operations[0].request.headers.map(\.name) == ["X-A"])
        let reports = loaded.diagnostics.filter { $0.message.contains("header parameter") }
        #expect(reports.count { $0.message.contains("“\(name)”") } == 1)
    }
}
