// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@Suite("Places that a different model lacks") struct AnswerProbeTests {
    static let text = #"""
        {
          "contract": "1.0", "info": { "title": "List", "version": "1" }, "servers": [{ "url": "https://list.example" }],
          "operations": { "all": {
            "request": { "method": "GET", "path": "/all" },
            "responses": { "200": { "description": "All.", "body": { "type": "array", "items": { "type": "object" } } } },
            "cases": { "two": { "response": { "status": 200, "body": [{ "id": 1, "at": { "x": 2 } }, { "id": 3 }] } } } } }
        }
        """#

    static let rows: [(other: String, bodies: [String])] = [
        // A different list: the properties that its first element lacks.
        (#"[{ "id": 7 }]"#, [#"[{"id":1},{"id":3}]"#]),
        (#"[{ "id": 7, "at": {} }]"#, [#"[{"id":1,"at":{}},{"id":3}]"#]),
        // Not a list, or an empty one: the whole first element.
        ("{}", [#"[{"id":3}]"#]), ("[]", [#"[{"id":3}]"#]), (#"{ "title": "x" }"#, [#"[{"id":3}]"#]),
        // Nothing is missing.
        (#"[{ "id": 7, "at": { "x": null } }]"#, []),
    ]

    @Test("each place is removed from the response, in a list from its first element", arguments: rows)
    func dropped(_ row: (other: String, bodies: [String])) throws {
        let contract = ContractLoader.load("list.json", files: MemoryFiles(["list.json": Self.text])).contract
        let tried = try #require(contract.map { CasePlan($0, level: .standard) }?["all/two"])
        let other = try JSON(parsing: row.other)
        let bodies = tried.dropping(placesMissingIn: other).map { dropped -> String in
            guard case .prepared(let response)? = dropped.steps.last?.answer else { return "" }
            return String(decoding: response.body, as: UTF8.self)
        }
        #expect(bodies == row.bodies)
    }
}
