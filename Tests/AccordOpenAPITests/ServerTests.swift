// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `Servers of OpenAPI documents` {
    @Test(arguments: [
        (".", ""), ("./", ""), ("..", ""), ("/v1/../", ""), ("/", ""), ("v1", "/v1"), ("/v1/", "/v1"),
        ("./v1/./a", "/v1/a"),
        ("/a/b/../c", "/a/c"), ("../../v2", "/v2"),
    ])
    func `a relative server is resolved against the address of the document`(url: String, path: String) throws {
        let contract = try Loaded.contract(
            """
            openapi: 3.0.3
            info: {title: T, version: '1'}
            servers: [{url: '\(url)'}]
            paths: {/a: {get: {operationId: ask, responses: {200: {description: x}}}}}
            """)
        #expect(contract.operations[0].servers.map(\.url) == ["http://localhost\(path)"])
    }
}
