// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `Security schemes of OpenAPI documents` {
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
}
