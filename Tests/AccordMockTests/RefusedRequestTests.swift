// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

@Suite("Requests that the mock refuses", .timeLimit(.minutes(20)))
struct RefusedRequestTests {
    @Test("a refusal names the place in the body, and a path with a slash at its end gets a hint")
    func hints() throws {
        let mock = try MockResponder([Todos.contract(StatefulAnswerTests.parcels)])
        let refused = mock.ask("POST", "/parcels", #"{"recipient":3}"#)
        #expect(refused.json?.object?["detail"]?.string?.hasPrefix("body /recipient: expected a string") == true)
        let missing = mock.ask("GET", "/parcels/7/").json?.object?["detail"]?.string
        #expect(missing?.contains("Did you mean /parcels/7, without") == true, "\(missing ?? "")")
    }

    @Test(
        "a compressed body is decoded, and a body that can't be decoded is refused",
        arguments: [
            ("gzip", "H4sIAAAAAAACA6tWKsksyUlVslLKzczJVqoFABAiuAUQAAAA", 201), ("gzip", "eA==", 400),
            ("br", "eA==", 415), ("compress", "eA==", 415), ("identity", "eyJ0aXRsZSI6Im1pbGsifQ==", 201),
        ])
    func compressed(coding: String, base64: String, status: Int) throws {
        let mock = try Todos.mock()
        let body = try #require(Base64.decode(base64))
        let fields = [HTTPField("Content-Type", "application/json"), HTTPField("Content-Encoding", coding)]
        let request = HTTPRequest(method: "POST", url: "http://127.0.0.1:1/todos", headers: fields, body: body)
        #expect(mock.response(to: request).status == status)
    }

    @Test("a documented refusal is sent unchanged, with the reason in a header field")
    func reason() throws {
        let answer = try Todos.mock().ask("POST", "/v1/todos", #"{"text":1}"#)
        #expect(answer.status == 422)
        #expect(answer.json == ["code": "too_short", "message": "the title is too short"])
        let problem = try #require(answer.headers.first("Accord-Problem"))
        #expect(problem.hasPrefix("request.body.schema at todos.json:") && problem.contains("title"), "\(problem)")
        #expect(problem.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }

    @Test("a lenient mock accepts invalid requests and records the violations")
    func lenient() throws {
        let mock = try Todos.mock { $0.isLenient = true }
        let request = HTTPRequest(
            method: "POST", url: "http://x/v1/todos", headers: [HTTPField("Content-Type", "application/json")],
            body: Array(#"{"title":""}"#.utf8))
        let answer = mock.answer(to: request, target: "/v1/todos")
        #expect(answer.response.status == 201)
        #expect(answer.findings.contains { $0.severity == .error })
    }

    @Test("a refusal contains the nearest case and its differences")
    func nearest() throws {
        let answer = try Todos.mock().ask("GET", "/v1/todos/x")
        #expect(answer.status == 404)
        #expect(answer.json?.object?["nearest"]?.object?["case"] == "fetch/fetches")
        #expect(answer.json?.object?["nearest"]?.object?["differs"]?.array?.isEmpty == false)
    }

    @Test("a deprecated operation has the field Deprecation, whose value is a date in the past")
    func deprecated() throws {
        let answer = try Todos.mock().ask("DELETE", "/v1/todos/3")
        #expect(answer.headers.first("Deprecation") == "@0")
    }

    @Test("an invalid request gets the chosen status if the contract documents none", arguments: [400, 422])
    func invalidStatus(status: Int) throws {
        let mock = try Todos.mock { $0.invalidStatus = status }
        #expect(mock.ask("PATCH", "/v1/todos/1", #"{"title":1}"#).status == status)
        #expect(mock.ask("POST", "/v1/todos", #"{"title":1}"#).status == 422)
    }

    @Test(
        "undocumented cookies and tracking items are warnings unless the mock is strict",
        arguments: [
            ("", "other=1", 200, 400), ("?utm_source=mail&gclid=1", "", 200, 400), ("?unknown=1", "", 400, 400),
            ("", "", 200, 200),
        ])
    func strays(query: String, cookie: String, status: Int, strict: Int) throws {
        let fields = cookie.isEmpty ? [] : [HTTPField("Cookie", cookie)]
        let request = HTTPRequest(method: "GET", url: "http://x/v1/todos\(query)", headers: fields)
        for (isStrict, status) in [(false, status), (true, strict)] {
            let mock = try Todos.mock { $0.isStrict = isStrict }
            let answer = mock.answer(to: request, target: "/v1/todos\(query)")
            #expect(answer.response.status == status, "\(query) \(cookie)")
            #expect(answer.findings.isEmpty == (query.isEmpty && cookie.isEmpty))
            #expect(answer.caseID == (status == 200 ? "list/lists" : nil))
        }
    }

    @Test(
        "an optional cookie or tracking item that the contract documents is judged, though no case has it",
        arguments: [("", "page=2", 204), ("", "page=two", 400), ("?gclid=1", "", 204), ("?gclid=one", "", 400)])
    func documentedStrays(query: String, cookie: String, status: Int) throws {
        let text = """
            openapi: 3.0.3
            info: { title: Jar, version: "1" }
            paths: { /: { get: { operationId: list, responses: { 204: { description: Done. } }, parameters: [
              { name: page, in: cookie, schema: { type: integer } }, { name: gclid, in: query, schema: { type: integer } } ] } } }
            """
        let files = MemoryFiles(["jar.yaml": text])
        let contract = try #require(ContractLoader.load("jar.yaml", files: files, formats: .all()).contract)
        let fields = cookie.isEmpty ? [] : [HTTPField("Cookie", cookie)]
        let request = HTTPRequest(method: "GET", url: "http://x/\(query)", headers: fields)
        let answer = try MockResponder([contract]).answer(to: request, target: "/\(query)")
        #expect(answer.response.status == status)
    }
}
