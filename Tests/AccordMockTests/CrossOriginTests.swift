// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

@Suite("OPTIONS, and pages of other origins", .timeLimit(.minutes(20)))
struct CrossOriginTests {
    @Test("OPTIONS and 405 list the allowed methods")
    func allow() throws {
        let mock = try Todos.mock()
        let options = mock.ask("OPTIONS", "/v1/todos")
        #expect(options.status == 204)
        #expect(options.headers.first("Allow") == "GET, POST, HEAD, OPTIONS")
        #expect(mock.ask("PUT", "/v1/todos").headers.first("Allow") == "GET, POST, HEAD, OPTIONS")
    }

    @Test("pages of other origins get CORS fields and preflight responses")
    func crossOrigin() throws {
        let mock = try Todos.mock()
        let origin = HTTPField("Origin", "https://app.example")
        let preflight = mock.ask(
            "OPTIONS", "/v1/todos", "", origin, HTTPField("Access-Control-Request-Method", "POST"),
            HTTPField("Access-Control-Request-Headers", "content-type"))
        #expect(preflight.status == 204)
        #expect(preflight.headers.first("Access-Control-Allow-Origin") == "https://app.example")
        #expect(preflight.headers.first("Access-Control-Allow-Methods")?.contains("POST") == true)
        #expect(preflight.headers.first("Access-Control-Allow-Headers") == "content-type")
        let answer = mock.ask("GET", "/v1/todos", "", origin)
        #expect(answer.headers.first("Access-Control-Allow-Origin") == "https://app.example")
        #expect(mock.ask("GET", "/v1/todos").headers.first("Access-Control-Allow-Origin") == nil)
    }

    @Test("OPTIONS appears once in a list of methods, also if the contract documents it")
    func documentedOptions() throws {
        let mock = try GeneratedResponseTests.bytes()
        #expect(mock.ask("OPTIONS", "/b").status == 200)
        let preflight = mock.ask(
            "OPTIONS", "/b", "", HTTPField("Origin", "http://a"), HTTPField("Access-Control-Request-Method", "PUT"))
        #expect(preflight.headers.first("Access-Control-Allow-Methods") == "GET, PUT, OPTIONS")
    }

    @Test("OPTIONS * gets 204")
    func optionsOfServer() throws {
        let request = HTTPRequest(method: "OPTIONS", url: "http://x")
        #expect(try Todos.mock().answer(to: request, target: "*").response.status == 204)
    }
}
