import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("The server that is asked, in words")
struct TargetWordingTests {
    @Test(
        "is one that the contracts name, or the message says which there are",
        arguments: [
            ("nope", "x.json names no server \"nope\". The contracts name: production, staging"),
            (
                "stagin",
                "x.json names no server \"stagin\"; did you mean \"staging\"? The contracts name: production, staging"
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
        "is named to be pasted",
        arguments: [
            (Target.baseURL("http://localhost:8080"), "--base-url http://localhost:8080"),
            (.baseURL("http://[::1]:80/a&b"), "--base-url 'http://[::1]:80/a&b'"),
            (.server("my one"), "--server 'my one'"),
        ])
    func pasted(target: Target, options: String) {
        #expect(target.options == options)
    }
}
