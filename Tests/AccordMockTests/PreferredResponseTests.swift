// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

@Suite("Preferences for a response of the mock", .timeLimit(.minutes(20)))
struct PreferredResponseTests {
    @Test("unknown preferences are reported")
    func unknownPreference() throws {
        let answer = try Todos.mock().ask("GET", "/v1/todos", "", HTTPField("Prefer", "respond-async, wait=1"))
        #expect(answer.headers.first("Accord-Preference-Unknown")?.hasPrefix("respond-async") == true)
        #expect(answer.headers.first("Preference-Applied") == "wait=1")
    }

    @Test("an invalid preference value is reported", arguments: ["wait=soon", "wait=-1", "wait"])
    func unusablePreference(preference: String) throws {
        let answer = try Todos.mock().ask("GET", "/v1/todos", "", HTTPField("Prefer", preference))
        #expect(answer.status == 200)
        #expect(answer.headers.first("Accord-Preference-Unknown")?.contains("wait") == true)
        #expect(answer.headers.first("Preference-Applied") == nil)
    }

    @Test("Prefer: dynamic=false has no effect", arguments: ["dynamic=false", "dynamic=false, code=200"])
    func notDynamic(preference: String) throws {
        let answer = try Todos.mock().ask("GET", "/v1/todos", "", HTTPField("Prefer", preference))
        #expect(answer.headers.first("Accord-Case") == "list/lists")
        #expect(answer.headers.values("Preference-Applied").contains("dynamic") == false)
    }

    @Test("a request with a preference is judged unless it matches a case")
    func judgesPreferring() throws {
        let mock = try Todos.mock()
        func rules(_ body: String, _ preference: String) -> [String] {
            let request = HTTPRequest(
                method: "POST", url: "http://x/v1/todos",
                headers: [HTTPField("Content-Type", "application/json"), HTTPField("Prefer", preference)],
                body: Array(body.utf8))
            return mock.answer(to: request, target: "/v1/todos").findings.map(\.rule.id)
        }
        for preference in ["code=201", "case=creates", "fault=short-body, code=201"] {
            #expect(rules(#"{"title":""}"#, preference) == ["request.body.schema"], "\(preference)")
            #expect(rules(#"{"title":"bread"}"#, preference) == [], "\(preference)")
        }
        #expect(rules(#"{"title":""}"#, "code=422") == ["request.body.schema"])
        #expect(rules(#"{"title":"x"}"#, "code=201") == [])
    }

    @Test(
        "a preference never hides that a request is invalid",
        arguments: [("code=201", 422), ("code=422", 422), ("code=503", 503), ("case=creates", 201)])
    func prefersInvalid(preference: String, status: Int) throws {
        let down = #""503": { "description": "Down." }, "422": { "description": "No.""#
        let mock = try MockResponder([
            Todos.contract(Todos.text.replacing(#""422": { "description": "No.""#, with: down))
        ])
        let prefer = HTTPField("Prefer", preference)
        let refused = mock.ask("POST", "/v1/todos", #"{"title":""}"#, prefer)
        #expect(refused.status == status)
        #expect(refused.headers.first("Accord-Problem")?.hasPrefix("request.body.schema at ") == true)
        let accepted = mock.ask("POST", "/v1/todos", #"{"title":"bread"}"#, prefer)
        #expect(accepted.headers.first("Accord-Problem") == nil)
    }

    @Test(
        "query items select a response as Prefer does, unless the contract documents them",
        arguments: [
            ("/v1/todos/1?__code=404", 404), ("/v1/todos/1?__code=200&__dynamic=true", 200),
            ("/v1/todos?__code=200", 400), ("/v1/todos/1?__example=none", 404),
            ("/v1/todos?__code=7", 200), ("/v1/todos/1?__other=1", 400),
        ])
    func preferredByQuery(path: String, status: Int) throws {
        let page = #""page": { "required": false, "schema": { "type": "integer" } }"#
        let code = #", "__code": { "required": false, "schema": { "const": 7 } }"#
        let mock = try MockResponder([Todos.contract(Todos.text.replacing(page, with: page + code))])
        #expect(mock.ask("GET", path).status == status)
    }
}
