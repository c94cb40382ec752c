import AccordContract
import Testing

@Suite("One mistake is one diagnostic")
struct NoiseTests {
    @Test("however many cases use what is broken", arguments: broken)
    func isOneDiagnostic(contract: BrokenContract) {
        contract.check()
    }

    private static func used(_ what: String, _ rule: ContractRule, q: String = "{}", body: String = "{}")
        -> BrokenContract
    {
        .operation(
            what, rule, components: #"{ "schemas": { "A": { "type": "object" } } }"#,
            """
            "request": { "method": "POST", "path": "/x", "query": { "q": \(q), "r": { "$ref": "#/components/schemas/A" } },
              "body": { "type": "object" } },
            "responses": { "200": { "description": "Fine.", "body": \(body) } },
            "cases": {
              "a": { "request": { "query": { "q": 1 }, "body": {} }, "response": { "status": 200, "body": { "id": 1 } } },
              "b": { "after": ["op/a"], "request": { "query": { "q": 2 }, "body": {} }, "response": { "status": 200, "body": {} } }
            }
            """)
    }

    static let broken: [BrokenContract] = [
        used("a parameter's keyword", .unknownKey, q: #"{ ▶"tpye": "integer" }"#),
        used("a parameter's reference", .unresolvedReference, q: ##"{ "$ref": ▶"#/components/schemas/B" }"##),
        used("a parameter's object", .wrongType, q: #"{ "schema": {}, "required": ▶"yes" }"#),
        used(
            "a reference inside of a schema", .unresolvedReference,
            q: ##"{ "items": { "$ref": ▶"#/components/schemas/B" } }"##),
        used("a body's type", .schema, body: #"{ "type": ▶"objekt" }"#),
        used("a body's reference", .unresolvedReference, body: ##"{ "$ref": ▶"#/components/schemas/B" }"##),
        .operation(
            "a request that can't be read", .path,
            """
            "request": { "method": "GET", "path": ▶"x" }, "responses": { "200": { "description": "Fine." } },
            "cases": { "a": { "response": { "status": 200 } }, "b": { "after": ["op/a"], "response": { "status": 200 } } }
            """),
    ]
}
