// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import Testing

@testable import AccordCore

@Suite("Cases of concurrent calls") struct CallsAtOnceTests {
    private static func contract(_ schema: String, _ cases: String, level: Level = .standard) throws -> CasePlan {
        let text = """
            {
              "contract": "1.0", "info": { "title": "Things", "version": "1" }, "servers": [{ "url": "https://t.example" }],
              "operations": { "get": {
                "request": { "method": "GET", "path": "/things/{id}", "pathParameters": { "id": { "type": "integer" } } },
                "responses": { "200": { "description": "It.", "body": \(schema) }, "404": { "description": "No." } },
                "cases": { \(cases) } } }
            }
            """
        return CasePlan(try Shop.load(text), level: level)
    }

    private static func bodies(_ plan: CasePlan) throws -> [String] {
        try CallsAtOnce.calls(of: #require(plan["get~client.concurrent-isolation"])).map { call in
            guard case .answer(let answer) = try call.reply(0, scope: call.scope()) else { return "" }
            return String(decoding: answer.body, as: UTF8.self)
        }
    }

    private static func one(_ body: String) -> String {
        #""one": { "request": { "pathParameters": { "id": 1 } }, "response": { "status": 200, "body": \#(body) } }"#
    }

    @Test("concurrent calls start with the documented successes, which get their documented responses")
    func documented() throws {
        let plan = try Self.contract(
            #"{ "type": "object" }"#,
            Self.one(#"{ "a": 1 }"#) + """
                , "none": { "request": { "pathParameters": { "id": 9 } }, "response": { "status": 404 } },
                "two": { "request": { "pathParameters": { "id": 2 } }, "response": { "status": 200, "body": { "a": 7 } } },
                "out": { "request": { "pathParameters": { "id": 3 } }, "response": { "fault": "offline" } },
                "later": { "after": ["get/one"], "response": { "status": 200, "body": { "a": 8 } },
                           "request": { "pathParameters": { "id": 3 } } }
                """)
        let tried = try #require(plan["get~client.concurrent-isolation"])
        #expect(tried.appliesTo == .client)
        #expect(tried.atOnce.map(\.id) == ["get/one", "get/two"])
        #expect(try Self.bodies(plan) == [#"{"a":1}"#, #"{"a":7}"#, #"{"a":3}"#, #"{"a":4}"#])
        #expect(CallsAtOnce.calls(of: tried).map(\.hasMadeAnswer) == [false, false, true, true])
    }

    @Test(
        "concurrent calls have different responses, if the schema allows it",
        arguments: [
            // All values change.
            (#"{ "type": "object" }"#, #"{"a":1,"b":"x9","c":true,"d":null}"#, #"{"a":2,"b":"x0","c":true,"d":null}"#),
            // Only values that the schema leaves open change.
            (
                #"{ "properties": { "k": { "const": "k1" }, "n": { "maximum": 3 }, "t": { "type": "string" } } }"#,
                #"{"k":"k1","n":3,"t":"day"}"#, #"{"k":"k1","n":3,"t":"daz"}"#
            ),
            // Values that clients often restrict more than the schema stay.
            (
                "true", #"[{"at":"2026-11-21T10:00:00Z","at2":"https://a.example/1","n":1}]"#,
                #"[{"at":"2026-11-21T10:00:00Z","at2":"https://a.example/1","n":2}]"#
            ),
            // Nothing can be changed.
            (#"{ "enum": ["a"] }"#, #""a""#, #""a""#),
        ])
    func variations(schema: String, body: String, varied: String) throws {
        let bodies = try Self.bodies(Self.contract(schema, Self.one(body)))
        #expect(bodies.count == 4)
        #expect(bodies.prefix(2) == [body, varied])
        #expect(Set(bodies).count == (body == varied ? 1 : 4))
    }

    @Test("calls with several requests aren't made concurrently, which only level full reports")
    func steps() throws {
        let cases = """
            "two": { "steps": [
              { "request": { "pathParameters": { "id": 1 } }, "response": { "status": 200, "body": 1 } },
              { "request": { "pathParameters": { "id": 2 } }, "response": { "status": 200, "body": 2 } } ] }
            """
        let id = "get~client.concurrent-isolation"
        #expect(try Self.contract("true", cases)[id] == nil)
        let full = try Self.contract("true", cases, level: .full)
        #expect(full[id]?.notApplicable?.contains("sends several requests") == true)
        #expect(full[id]?.atOnce.isEmpty == true)
    }

    @Test("a case can't use the fault for concurrent calls")
    func fault() throws {
        let plan = try Self.contract(
            "true",
            #""one": { "request": { "pathParameters": { "id": 1 } }, "response": { "fault": "concurrent-isolation" } }"#
        )
        #expect(plan["get/one"]?.notApplicable == CallsAtOnce.reason)
    }
}
