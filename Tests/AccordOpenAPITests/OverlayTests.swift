// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `Overlays` {
    @Test func `an overlay changes a document and keeps source locations`() throws {
        let text = Loaded.document(
            paths:
                "  /a: {get: {operationId: a, responses: {200: {description: y}}}}\n  /b: {get: {operationId: b, responses: {200: {description: y}}}}"
        )
        let overlay = """
            overlay: 1.0.0
            info: {title: O, version: '1'}
            actions:
              - target: $.paths['/b']
                remove: true
              - target: $.paths['/a'].get.responses
                update:
                  404: {description: Nothing.}
            """
        let loaded = Loaded.of(
            text, file: "openapi.yaml", others: ["o.yaml": overlay], options: OpenAPIOptions(overlays: ["o.yaml"]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        #expect(contract.operations.map(\.id) == ["a"])
        let responses = contract.operations[0].responses
        #expect(responses.map(\.status) == [.exact(200), .exact(404)])
        #expect(responses.map(\.location.description) == ["openapi.yaml:5:42", "o.yaml:8:7"])
    }
}
