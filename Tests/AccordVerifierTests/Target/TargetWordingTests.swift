// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Messages about the target", .timeLimit(.minutes(20)))
struct TargetWordingTests {
    @Test(
        "an unknown server has a message with the known servers",
        arguments: [
            ("nope", "x.json has no server “nope”. The servers of the contracts are: production, staging"),
            (
                "stagin",
                "x.json has no server “stagin”; did you mean “staging”? The servers of the contracts are: production, staging"
            ),
            ("staging", nil),
        ] as [(String, String?)])
    func named(name: String, problem: String?) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "X", "version": "1" },
              "servers": [ { "name": "production", "url": "https://x.example" },
                           { "name": "staging", "url": "https://staging.x.example" } ],
              "operations": { "get": { "request": { "method": "GET", "path": "/" },
                "responses": { "200": { "description": "It." } },
                "cases": { "gets": { "response": { "status": 200 } } } } } }
            """
        let contract = try #require(ContractLoader.load("x.json", files: MemoryFiles(["x.json": text])).contract)
        #expect(Target.server(name).problem(in: [contract]) == problem)
    }

    @Test(
        "the target is shown as command-line options",
        arguments: [
            (Target.baseURL("http://localhost:8080"), "--base-url http://localhost:8080"),
            (.baseURL("http://[::1]:80/a&b"), "--base-url 'http://[::1]:80/a&b'"),
            (.server("my one"), "--server 'my one'"),
        ])
    func pasted(target: Target, options: String) {
        #expect(target.options == options)
    }
}
