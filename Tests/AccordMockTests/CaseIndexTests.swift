// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

@Suite("The selection of a case by the mock", .timeLimit(.minutes(20)))
struct CaseIndexTests {
    @Test("a case with a provider state responds only after the state is set")
    func givenState() throws {
        let stated = #""cases": { "fetches":"#
        let given = #""has none": { "given": ["nothing"], "request": { "pathParameters": { "todoId": 1 } }, "#
        let text = Todos.text.replacing(
            stated, with: #""cases": { \#(given)"response": { "status": 404 } }, "fetches":"#)
        let mock = try MockResponder([Todos.contract(text)])
        #expect(mock.ask("GET", "/v1/todos/1").status == 200)
        mock.state.setState("nothing", isSetUp: true)
        #expect(mock.ask("GET", "/v1/todos/1").status == 404)
        mock.state.setState("nothing", isSetUp: false)
        #expect(mock.ask("GET", "/v1/todos/1").status == 200)
    }

    @Test("a route of two contracts is a warning")
    func duplicates() throws {
        let served = try ServedContracts(
            [Todos.contract(), Todos.contract(file: "others.json")], environment: { _ in nil })
        #expect(served.duplicates.count == 6)
        #expect(served.duplicates[0].contains("others.json:"))
        #expect(try ServedContracts([Todos.contract()], environment: { _ in nil }).duplicates.isEmpty)
    }

    @Test("Host selects one of two contracts with the same route")
    func hosts() throws {
        let other = Todos.text.replacing("todos.example", with: "other.example").replacing("first", with: "other")
        let mock = try MockResponder([Todos.contract(), Todos.contract(other, file: "other.json")])
        #expect(mock.ask("GET", "/v1/todos").json?.array?.first?.object?["title"] == "first")
        let answer = mock.ask("GET", "/v1/todos", "", HTTPField("Host", "other.example:80"))
        #expect(answer.json?.array?.first?.object?["title"] == "other")
    }

    @Test("the index finds one of many cases by its values")
    func index() throws {
        let cases = (0..<300).map {
            #""case \#($0)": { "request": { "query": { "page": \#($0) } }, "response": { "status": 200, "body": [ { "id": \#($0), "title": "t" } ] } }"#
        }
        let text = Todos.text.replacing(
            #""cases": { "lists": { "response": { "status": 200, "body": [ { "id": 1, "title": "first" } ] } } }"#,
            with: #""cases": { \#(cases.joined(separator: ", ")) }"#)
        let contract = try Todos.contract(text)
        let served = try ServedContracts([contract], environment: { _ in nil })
        let match = try #require(served.router.route(method: "GET", path: "/v1/todos").matches.first)
        let operation = try #require(served[match.operation])
        for (query, count) in [("?page=17", 1), ("?page=%317", 1), ("?page=301", 0), ("", 0)] {
            let request = ParsedRequest(HTTPRequest(method: "GET", url: "http://x/v1/todos\(query)"))
            #expect(operation.candidates(request, match).count == count, "\(query)")
        }
        let mock = try MockResponder([contract])
        #expect(mock.ask("GET", "/v1/todos?page=17").headers.first("Accord-Case") == "list/case 17")
    }

    @Test("a request with thousands of cookies or query items is refused without a comparison with each case")
    func manyItems() throws {
        let mock = try Todos.mock { $0.isStrict = true }
        let cookies = (0..<15_000).map { "c\($0)=1" }.joined(separator: "; ")
        let refused = mock.ask("GET", "/v1/todos", "", HTTPField("Cookie", cookies))
        #expect(refused.status == 400)
        #expect(refused.json?.object?["nearest"] == nil)
        let few = mock.ask("GET", "/v1/todos", "", HTTPField("Cookie", "a=1"))
        #expect(few.status == 400)
        #expect(few.json?.object?["nearest"] != nil)
    }
}
