// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordContract
@testable import AccordServer

@Suite("Contracts from recorded exchanges", .timeLimit(.minutes(20)))
struct RecordedContractTests {
    @Test("recorded exchanges form a valid contract with each request once and without secrets")
    func records() throws {
        var recorded = try RecordedContract(
            server: "http://real.example/v1", masking: Masking(secrets: ["hush-hush-value"]))
        let json = [HTTPField("Content-Type", "application/json")]
        func add(_ method: String, _ path: String, _ status: Int, _ answer: String, body: String = "") {
            recorded.add(
                HTTPRequest(
                    method: method, url: "http://real.example/v1\(path)", headers: body.isEmpty ? [] : json,
                    body: Array(body.utf8)),
                HTTPResponse(status: status, headers: json, body: Array(answer.utf8)))
        }
        add("GET", "/todos?done=true", 200, "[]")
        add("GET", "/todos?done=true", 200, "[]")
        add("GET", "/todos/41", 200, #"{"id":41,"token":"t0k3n"}"#)
        add("GET", "/todos/42", 404, #"{"message":"none"}"#)
        add("GET", "/tagged?tag=a&tag=b", 200, "[]")
        add("GET", "/~{user}/7", 200, "[]")
        add("GET", "/tagged?tag=$%7Bc%7D", 200, "[]")
        recorded.add(
            HTTPRequest(
                method: "POST", url: "http://real.example/v1/form",
                headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("user=a&pass%77ord=hunter2&b=1".utf8)),
            HTTPResponse(status: 204))
        add(
            "POST", "/login", 201, #"{"ok":true}"#,
            body: #"{"user":"a","password":"pw","note":"hush-hush-value ${x}"}"#)
        #expect(recorded.caseCount == 8)
        let text = recorded.json.pretty
        #expect(!text.contains("t0k3n"))
        #expect(!text.contains("hush-hush-value"))
        #expect(!text.contains(#""pw""#))
        #expect(!text.contains("hunter2"))
        let loaded = ContractLoader.load("recorded.json", files: MemoryFiles(["recorded.json": text]))
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        let contract = try #require(loaded.contract)
        #expect(
            contract.operations.map { "\($0.request.method) \($0.request.path)" } == [
                "GET /todos", "GET /todos/{id}", "GET /tagged", "GET /~%7Buser%7D/{id}", "POST /form", "POST /login",
            ])
        let mock = try MockResponder([contract])
        #expect(mock.ask("GET", "/v1/todos/42").status == 404)
        for query in ["tag=a&tag=b", "tag=$%7Bc%7D"] {
            let answer = mock.ask("GET", "/v1/tagged?\(query)")
            #expect(answer.headers.first("Accord-Case")?.hasPrefix("getTagged/") == true, "\(query)")
        }
        #expect(mock.ask("GET", "/v1/todos?done=true").headers.first("Accord-Case")?.hasPrefix("getTodos/") == true)
    }

    @Test("a recorded contract has the types of the values, requires what all have, and accepts what was recorded")
    func schemas() throws {
        var recorded = try RecordedContract(server: "http://real.example", masking: .none)
        let json = [HTTPField("Content-Type", "application/json")]
        for (id, answer) in [
            (1, #"{"id":1,"price":2,"tags":["a"],"owner":{"name":"A"},"note":null,"kind":"x","gone":null}"#),
            (2, #"{"id":2,"price":2.5,"tags":[],"owner":null,"kind":"y","gone":null,"extra":true}"#),
        ] {
            recorded.add(
                HTTPRequest(method: "PUT", url: "http://real.example/a/\(id)", headers: json, body: Array(answer.utf8)),
                HTTPResponse(status: 200, headers: json, body: Array(answer.utf8)))
        }
        recorded.add(
            HTTPRequest(method: "PUT", url: "http://real.example/a/3"),
            HTTPResponse(status: 200, headers: [HTTPField("Content-Type", "text/plain")], body: Array("no".utf8)))
        let text = recorded.json.compact
        let schema =
            #"{"type":"object","required":["id","price","tags","owner","kind","gone"],"properties":{"#
            + #""id":{"type":"integer"},"price":{"type":"number"},"tags":{"type":"array","items":{"type":"string"}},"#
            + #""owner":{"type":["null","object"],"required":["name"],"properties":{"name":{"type":"string"}}},"#
            + #""note":{},"kind":{"type":"string"},"gone":{},"extra":{"type":"boolean"}}}"#
        #expect(text.contains(#""required":false,"content":{"application/json":{"schema":\#(schema)}}"#), "\(text)")
        #expect(text.contains(#""application/json":{"schema":\#(schema)},"text/plain":{"schema":{}}"#), "\(text)")
        let loaded = ContractLoader.load("recorded.json", files: MemoryFiles(["recorded.json": text]))
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
    }

    @Test("recorded exchanges extend a contract by the cases, statuses and operations that it lacks")
    func extends() throws {
        let contract = try Todos.contract()
        let known = JSON(contract.document.root)
        var recorded = try RecordedContract(
            server: "http://real.example", masking: .none, extending: (known, contract))
        let json = [HTTPField("Content-Type", "application/json")]
        func add(_ path: String, _ status: Int, _ body: String) {
            recorded.add(
                HTTPRequest(method: "GET", url: "http://real.example\(path)"),
                HTTPResponse(status: status, headers: json, body: Array(body.utf8)))
        }
        add("/v1/todos/1", 200, #"{"id":1,"title":"changed"}"#)
        #expect(recorded.caseCount == 0 && !recorded.isEmpty)
        add("/v1/todos/5", 200, #"{"id":5,"title":"new"}"#)
        add("/v1/todos/6", 410, #"{"message":"gone"}"#)
        add("/v1/todos?page=2&sort=up", 200, "[]")
        add("/v1/lists/7", 200, "[]")
        #expect(recorded.caseCount == 4)
        let text = recorded.json.pretty
        let loaded = ContractLoader.load("todos.json", files: MemoryFiles(["todos.json": text]))
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        let mock = try MockResponder([try #require(loaded.contract)])
        for (path, name) in [
            ("/v1/todos/1", "fetch/fetches"), ("/v1/todos/5", "fetch/recorded 1"), ("/v1/todos/6", "fetch/recorded 2"),
            ("/v1/todos?page=2&sort=up", "list/recorded 1"), ("/v1/lists/7", "getListsId/recorded 1"),
        ] {
            #expect(mock.ask("GET", path).headers.first("Accord-Case") == name)
        }
        #expect(mock.ask("GET", "/v1/todos/6").status == 410)
        // Elements of the contract that the recording doesn't extend stay.
        #expect(recorded.json.object?["components"] == known.object?["components"])
    }
}
