// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Planning cases") struct CasePlanTests {
    @Test("documented cases come first in each operation, and ids are unique")
    func order() {
        let ids = Shop.plan.cases.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(
            ids.prefix(5) == [
                "search/finds", "search/finds exactly", "search/finds nothing", "search/has nothing to say",
                "search~request.required-only",
            ])
        #expect(Shop.plan["shop.json:search/finds"]?.id == "search/finds")
        #expect(Shop.plan["search/nope"] == nil)
    }

    @Test("a case is found by its id, and its position is the order of the plan")
    func findsCases() throws {
        let plan = CasePlan(try Shop.load(Shop.text), level: .smoke)
        let ids = plan.cases.map(\.id)
        #expect(ids.allSatisfy { plan[$0]?.id == $0 && plan["shop.json:\($0)"]?.id == $0 })
        let positions = ids.compactMap { plan.position(of: $0) }
        #expect(positions == positions.sorted() && Set(positions).count == ids.count)
        #expect(plan.cases(of: "search").map(\.id) == ids.filter { $0.hasPrefix("search/") || $0.hasPrefix("search~") })
        #expect(plan.cases(of: "nope").isEmpty && plan["nope/finds"] == nil && plan.position(of: "search") == nil)
    }

    @Test("the same contract gives the same cases")
    func deterministic() throws {
        let other = CasePlan(try Shop.load(Shop.text), level: .full)
        #expect(other.cases.map(\.id) == Shop.plan.cases.map(\.id))
        for (left, right) in zip(other.cases, Shop.plan.cases) {
            for step in left.steps.indices {
                guard case .prepared(let first) = left.steps[step].answer,
                    case .prepared(let second) = right.steps[step].answer
                else { continue }
                #expect(first == second)
            }
        }
    }

    @Test("a level contains every case of the lower level")
    func levels() {
        var below: Set<String> = []
        for level in Level.allCases {
            let ids = Set(CasePlan(Shop.contract, level: level).cases.map(\.id))
            #expect(ids.isSuperset(of: below))
            #expect(ids.count > below.count)
            below = ids
        }
    }

    @Test("level smoke has a dozen derived cases")
    func smoke() {
        let ids = CasePlan(Shop.contract, level: .smoke).cases.map(\.id).filter { $0.hasPrefix("search~") }
        #expect(
            ids == [
                "search~syntax.empty-body", "search~syntax.invalid-json", "search~syntax.truncated-json",
                "search~structure.extra-property", "search~structure.drop-required:/items",
                "search~structure.wrong-root",
                "search~error.error-body-valid:404", "search~error.error-undocumented:418",
                "search~error.error-undocumented:500", "search~connect.offline", "search~connect.connect-timeout",
                "search~framing.reset-mid-body", "search~client.cancel-before-response",
            ])
    }

    @Test("a producer runs before its consumer, which gets the documented output")
    func flow() throws {
        let asked = try #require(Shop.plan["cancel/cancels"])
        #expect(asked.after == ["order/orders"])
        let scope = asked.scope()
        #expect(scope.outputs == ["order": "o1"])
        #expect(try asked.expectedRequest(0, scope: scope).example.url == "https://shop.example/v1/orders/o1")
        #expect(asked.scope(outputs: ["order": "live"]).outputs == ["order": "live"])
    }

    @Test("by default, a call returns on 2xx and throws the documented error otherwise")
    func outcomes() throws {
        func outcome(_ id: String) throws -> String {
            switch try #require(Shop.plan[id]).outcome.result {
            case .returns(let value): "returns \(value?.compact ?? "anything")"
            case .throwing(.any): "throws"
            case .throwing(.named(let name)): "throws \(name)"
            case .throwing: "throws values"
            case .either: "either"
            }
        }
        #expect(try outcome("search/finds") == #"returns {"items":[{"id":1}]}"#)
        #expect(try outcome("search/finds nothing") == "throws notFound")
        #expect(try outcome("order/orders by schema") == "returns anything")
        #expect(try outcome("search~connect.offline") == "throws")
        #expect(try outcome("search~structure.extra-property") == #"returns {"items":[{"id":1}]}"#)
        #expect(try outcome("search~structure.empty-array:/items") == "returns anything")
        #expect(try outcome("search~syntax.trailing-comma") == "either")
        #expect(try outcome("search~error.error-body-valid:404") == "throws notFound")
        #expect(try outcome("search~error.error-body-empty:404") == "throws notFound")
        #expect(try outcome("search~error.error-undocumented:418") == "throws")
        #expect(try outcome("search~flow.unknown-2xx") == #"returns {"items":[{"id":1}]}"#)
    }

    @Test("an undocumented status has the JSON of a documented error")
    func undocumented() throws {
        let testCase = try #require(Shop.plan["search~error.error-undocumented:418"])
        let response = try #require(try testCase.reply(0, scope: testCase.scope()).response)
        #expect(response.status == 418 && response.headers.mediaType?.isJSON == true)
        #expect(String(decoding: response.body, as: UTF8.self).contains("none"))
    }

    @Test("violations of should and may aren't errors")
    func severities() throws {
        #expect(try #require(Shop.plan["search~flow.unknown-2xx"]).outcome.severity == .warning)
        #expect(try #require(Shop.plan["search~connect.offline"]).outcome.severity == .error)
        #expect(try #require(Shop.plan["search~client.cancel-before-response"]).outcome.isCancelled)
    }

    @Test("cases that require a socket aren't applicable to a stub, and only in level full, except for streams")
    func notApplicable() throws {
        let socket = try #require(Shop.plan["search~framing.slow-drip"])
        #expect(socket.notApplicable?.contains("stub") == true)
        #expect(CasePlan(Shop.contract)["search~framing.slow-drip"] == nil)
        let others = CasePlan(Shop.contract).cases.filter { $0.notApplicable != nil }
        #expect(others.allSatisfy { $0.id.hasSuffix("~framing.utf8-split") }, "\(others.map(\.id))")
    }

    private static func faults(_ method: String, _ status: Int) throws -> Set<String> {
        let text = """
            { "contract": "1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
              "operations": { "a": {
                "request": { "method": "\(method)", "path": "/a" },
                "responses": { "\(status)": { "description": "Done." } },
                "cases": { "works": { "response": { "status": \(status) } } } } } }
            """
        let plan = CasePlan(try Shop.load(text), level: .full)
        return Set(plan.cases.compactMap { $0.derivation?.variation.entry })
    }

    @Test(
        "a response without a body has no faults in its body or length",
        arguments: [("DELETE", 204), ("HEAD", 200)])
    func bodiless(method: String, status: Int) throws {
        let faults = try Self.faults(method, status)
        let aboutBody = ["short-body", "reset-mid-body", "malformed-chunk", "gzip-ok", "te-and-cl", "cancel-mid-body"]
        #expect(faults.isDisjoint(with: aboutBody))
        #expect(faults.isSuperset(of: ["offline", "truncated-headers", "cancel-before-response"]))
        #expect(faults.contains("body-on-204") == (status == 204))
        #expect(try Self.faults("GET", 200).isSuperset(of: aboutBody))
    }

    @Test("a client may reject a response with both framings")
    func bothFramings() throws {
        guard case .either = try #require(Shop.plan["search~headers.te-and-cl"]).outcome.result else {
            Issue.record("the client must return")
            return
        }
    }

    @Test("every applicable fault and mutation has a case")
    func coverage() {
        var made: Set<String> = []
        for asked in Shop.plan.cases {
            if let variation = asked.derivation?.variation { made.insert(variation.entry) }
        }
        let faults = Fault.allCases.map(\.id).filter { !made.contains($0) }
        #expect(faults == ["body-on-204"].filter { !made.contains($0) })
        let mutations = Mutation.allCases.map(\.id).filter { !made.contains($0) }
        // This contract has no maps, dates, unions, integer formats and limits.
        let absent: Set<String> = [
            "empty-object", "int-max", "int-overflow", "huge-exponent", "number-notation", "unknown-enum",
            "unknown-variant",
            "date-variants", "date-lowercase", "date-invalid", "date-impossible", "content-type-suffix",
            "success-status-other-model", "boundary-values", "drop-optional", "null-optional", "null-nullable",
        ]
        #expect(Set(mutations).subtracting(absent).sorted() == [])
    }

    @Test("a rule of “derived” changes or waives a case, and an entry takes precedence over its group")
    func rules() throws {
        let text = Shop.text.replacing(
            "\"search\": {",
            with: """
                "search": { "derived": {
                    "syntax": { "throws": "malformed" },
                    "syntax.trailing-comma": { "skip": { "reason": "accepted here" } },
                    "syntax.comments": { "throws": "comments" },
                    "connect": { "throws": "unreachable" }
                },
                """, maxReplacements: 1)
        let plan = CasePlan(try Shop.load(text))
        func name(_ id: String) throws -> String? {
            if case .throwing(.named(let name)) = try #require(plan[id]).outcome.result { name } else { nil }
        }
        #expect(try name("search~syntax.invalid-json") == "malformed")
        #expect(try name("search~connect.offline") == "unreachable")
        #expect(try name("search~syntax.comments") == "comments")
        #expect(try name("search~structure.wrong-root") == nil)
        #expect(try name("order~syntax.invalid-json") == nil)
        #expect(plan["search~syntax.trailing-comma"]?.skip?.reason == "accepted here")
        #expect(plan["search~syntax.invalid-json"]?.skip == nil)
    }

    @Test("a mutation that must be rejected violates the schema, and one that must be tolerated doesn't")
    func verdicts() throws {
        var count = 0
        for asked in Shop.plan.cases {
            guard let derivation = asked.derivation,
                case .prepared(let response)? = asked.steps.last?.answer,
                ["structure", "number", "evolution"].contains(derivation.variation.group), response.status == 200
            else { continue }
            let judgement = Judge.judge(response, documentedBy: asked.operation)
            switch derivation.verdict {
            case .mustError: #expect(judgement.failed, "\(asked.id)")
            case .mustTolerate: #expect(!judgement.failed, "\(asked.id): \(judgement.findings.map(\.message))")
            default: continue
            }
            count += 1
        }
        #expect(count > 20)
    }

    @Test("without a successful case, the success is generated from its schema")
    func madeBase() throws {
        let text = Shop.text.replacing(
            "\"status\": 201, \"body\": { \"id\": \"o2\", \"lines\": [] }", with: "\"status\": 409"
        )
        .replacing("\"status\": 201, \"body\": { \"id\": \"o3\", \"lines\": [] }", with: "\"status\": 409")
        .replacing(/"orders": {(.|\n)*?"orders by/, with: "\"orders by")
        .replacing("\"after\": [\"order/orders\"],", with: "").replacing("${outputs.order}", with: "o1")
        let plan = CasePlan(try Shop.load(text), level: .smoke)
        let tolerated = try #require(plan["order~structure.extra-property"])
        guard case .returns(nil) = tolerated.outcome.result,
            case .prepared(let response)? = tolerated.steps.last?.answer
        else {
            Issue.record("\(tolerated.outcome)")
            return
        }
        #expect(response.status == 201)
        #expect(try JSON(parsing: String(decoding: response.body, as: UTF8.self))["lines"] != nil)
    }

    @Test("a stub issues the expected tokens")
    func tokens() throws {
        let text = Shop.text.replacing(
            "\"components\": {",
            with: """
                "security": [{ "service": [] }],
                "components": { "securitySchemes": { "service": { "type": "oauth2",
                    "flows": { "clientCredentials": { "tokenUrl": "https://id.example/token", "scopes": {} } },
                    "credentials": { "clientId": "${env.ID}", "clientSecret": "${env.SECRET}" } } },
                """)
        let plan = CasePlan(try Shop.load(text), level: .smoke)
        let asked = try #require(plan["stock/of a day"])
        let expected = try asked.expectedRequest(0, scope: asked.scope())
        let answer = try #require(
            TokenReply.answer(
                to: HTTPRequest(method: "POST", url: "https://id.example/token"), schemes: asked.securitySchemes))
        let token = try #require(JSON(parsing: String(decoding: answer.body, as: UTF8.self))["access_token"]?.string)
        #expect(expected.example.headers.first("Authorization") == "Bearer \(token)")
        #expect(TokenReply.answer(to: expected.example, schemes: asked.securitySchemes) == nil)
        #expect(
            try asked.inputValues(scope: asked.scope())["credentials"]
                == ["clientId": "ID", "clientSecret": "SECRET", "token": .string(token)])
        var live = asked.scope()
        live.namesUnsetVariables = false
        #expect(throws: SubstitutionError.self) { try asked.request(0, scope: live, baseURL: "http://h") }
        live.accessTokens = ["service": "t"]
        #expect(try asked.request(0, scope: live, baseURL: "http://h").headers.first("Authorization") == "Bearer t")
    }

    @Test("“${response.body}” in “client” is the documented body")
    func responseBody() throws {
        let text = Shop.text.replacing(
            #""client": { "returns": { "id": "o1" } }"#, with: #""client": { "returns": "${response.body}" }"#)
        let asked = try #require(CasePlan(try Shop.load(text), level: .smoke)["order/orders"])
        guard case .returns(let value?) = asked.outcome.result else {
            Issue.record("it returns a value")
            return
        }
        let expected: JSON = ["id": "o1", "lines": [["item": 1, "count": 2]], "note": .null]
        #expect(try asked.scope().substitute(value) == expected)
        #expect(try #require(Shop.plan["order/orders"]).scope().response == nil)
    }

    @Test("the typed input contains the values of the request")
    func inputs() throws {
        let asked = try #require(Shop.plan["search/finds"])
        let values = try asked.inputValues(scope: asked.scope())
        #expect(values["q"] == "1+1 = é&")
        #expect(values["tag"] == ["x", "y"])
        #expect(values["kind"] == "a/b c")
        #expect(values["session"] == "s 1")
        #expect(values["page"] == nil && values["v"] == nil)
        #expect(values["nonce"]?.string?.count == 4)
        let upload = try #require(Shop.plan["upload/uploads"])
        let body = try #require(upload.inputValues(scope: upload.scope())["body"])
        #expect(body["meta"] == ["name": "a", "size": 1])
        #expect(body["file"] == ["filename": "ä \"1\".png", "data": "iVBORw0K"])
        #expect(body["tag"] == ["x", "y"])
    }

    @Test("the judge accepts every request that verify sends")
    func sent() throws {
        for asked in Shop.plan.cases where !asked.isDerived {
            let scope = asked.scope()
            var previous: HTTPRequest?
            for step in asked.steps.indices {
                let request = try asked.request(
                    step, scope: scope, baseURL: "https://shop.example/v1", previous: previous)
                let expected = try asked.expectedRequest(step, scope: scope)
                #expect(Judge.judge(request, against: expected, previous: previous).findings == [], "\(asked.id)")
                previous = request
            }
        }
    }

    @Test("the judge accepts every response that the stub sends")
    func answered() throws {
        for asked in Shop.plan.cases where !asked.isDerived {
            let scope = asked.scope()
            for step in asked.steps.indices {
                guard case .answer(let response) = try asked.reply(step, scope: scope) else { continue }
                let judgement = Judge.judge(response, of: asked, step: step, scope: scope)
                #expect(judgement.findings == [], "\(asked.id)")
                #expect(judgement.assertions > 0)
            }
        }
    }
}
