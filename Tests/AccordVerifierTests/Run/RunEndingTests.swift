// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Early end of a run")
struct RunEndingTests {
    @Test("three refused connections in a row after a response end the run")
    func wentAway() {
        var presence = ServerPresence()
        let before = (0..<3).map { presence.refused($0, at: "a:1") }
        #expect(before == [nil, nil, nil])
        #expect(presence.gone == nil)
        presence.answered("list/lists", at: "a:1")
        let after = (3...5).map { presence.refused($0, at: "a:1") }
        #expect(after == [nil, nil, "list/lists"])
        #expect(presence.gone?.refused == [3, 4, 5])
    }

    @Test("one refused connection ends the run if no requests are left")
    func wentAwayLast() throws {
        var presence = ServerPresence()
        presence.answered("list/lists", at: "a:1")
        #expect(presence.gone == nil)
        #expect(presence.refused(1, at: "a:1") == nil)
        let gone = try #require(presence.gone)
        #expect(gone.lastAnswered == "list/lists" && gone.refused == [1])
    }

    @Test("refused connections between responses, or of a different server, don't end the run")
    func overloaded() {
        var presence = ServerPresence()
        for position in 0..<9 {
            presence.answered("a", at: "a:1")
            let refused = ["a:1", "a:1", "b:1"].map { presence.refused(position, at: $0) }
            #expect(refused == [nil, nil, nil])
        }
        presence.answered("a", at: "a:1")
        #expect(presence.gone == nil)
    }

    @Test(
        "each end of a run has a reason in words",
        arguments: [
            (RunEnding.timeIsUp(300), true, "not finished: --max-time 300s was reached"),
            (.serverWentAway(after: "a/b"), false, "not run: the server could no longer be reached after a/b"),
            (.enoughFailures(1, last: "a/b"), false, "not started: --fail-fast ended the run after a/b failed"),
            (.enoughFailures(3, last: "a/b"), false, "not started: --max-failures 3 ended the run after a/b failed"),
        ])
    func words(ending: RunEnding, wasStarted: Bool, text: String) {
        #expect(ending.reason(wasStarted: wasStarted) == text)
    }
}

@Suite("Time limit for shrinking")
struct ShrinkingBudgetTests {
    private let start = ContinuousClock.now

    private func finding(
        _ rule: Rule, status: String = "500", line: Int = 1, place: Finding.Place = .init(.status)
    ) -> Finding {
        Finding(
            rule: rule, blame: .server, "x", contract: SourceLocation(file: "a.json", line: line, column: 1),
            place: place, actual: status)
    }

    @Test("one of several failures with the same rule, place and line is shrunk")
    func identical() throws {
        var budget = ShrinkingBudget()
        let testCase = try Flights.testCase("show/shows one of long ago")
        let findings = [
            (finding(.fuzzCrashed), true), (finding(.fuzzCrashed), false), (finding(.fuzzRefused), true),
            (finding(.fuzzCrashed, line: 2), true), (finding(.fuzzCrashed, status: "502"), true),
            (finding(.responseBodyValue, status: "1", place: .init(.body, "/0/a")), true),
            (finding(.responseBodyValue, status: "2", place: .init(.body, "/7/a")), false),
            (finding(.responseBodyValue, place: .init(.body, "", missing: "b")), true),
            (finding(.responseBodyValue, place: .init(.header, "A")), true),
            (finding(.responseBodyValue, place: .init(.header, "B")), true),
        ]
        for (finding, isTaken) in findings {
            switch budget.refusal(finding, of: testCase, at: start) {
            case nil: #expect(isTaken, "\(finding)")
            case .failsAlike(let id): #expect(!isTaken && id == testCase.id, "\(finding)")
            case .outOfTime: Issue.record("\(finding)")
            }
        }
    }

    @Test("shrinking ends at its total time limit, and simultaneous cases count once")
    func seconds() throws {
        var budget = ShrinkingBudget(seconds: 5)
        let testCase = try Flights.testCase("show/shows one of long ago")
        budget.begin(at: start)
        budget.begin(at: start + .seconds(1))
        #expect(budget.left(at: start + .seconds(2)) == 3)
        budget.end(at: start + .seconds(2))
        budget.end(at: start + .seconds(3))
        #expect(budget.left(at: start + .seconds(60)) == 2)
        let early = budget.refusal(finding(.fuzzCrashed), of: testCase, at: start + .seconds(60))
        if early != nil { Issue.record("there are two seconds left") }
        budget.begin(at: start + .seconds(60))
        #expect(budget.left(at: start + .seconds(62)) == 0)
        let late = budget.refusal(finding(.fuzzRefused), of: testCase, at: start + .seconds(62))
        if case .outOfTime = late {} else { Issue.record("there is no time left") }
    }
}

@Suite("Redirected requests")
struct RedirectedRequestTests {
    private var post: HTTPRequest {
        var request = HTTPRequest(
            method: "POST", url: "http://a.example/x/y?q=1",
            headers: [
                HTTPField("Content-Type", "text/plain"), HTTPField("Authorization", "Bearer t"),
                HTTPField("X-API-Key", "k"), HTTPField("Accept", "*/*"),
            ], body: [1])
        request.digest = DigestCredentials(username: "u", password: "p")
        return request
    }

    private func next(_ status: Int, _ location: String?) -> HTTPRequest? {
        let headers = location.map { [HTTPField("Location", $0)] } ?? []
        let text = """
            { "contract": "1.0", "info": { "title": "A", "version": "1" }, "servers": [ { "url": "https://a.example" } ],
              "components": { "securitySchemes": {
                "key": { "type": "apiKey", "in": "header", "name": "x-api-key", "credentials": { "value": "k" } } } },
              "operations": { "a": { "request": { "method": "GET", "path": "/" }, "responses": { "204": { "description": "a" } },
                "cases": { "a": { "response": { "status": 204 } } } } } }
            """
        let contract = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text])).contract
        let response = HTTPResponse(status: status, headers: headers)
        return RedirectedRequest(post, answered: response, schemes: contract?.securitySchemes ?? [])?.request
    }

    @Test(
        "Location is resolved as RFC 3986 specifies",
        arguments: [
            ("/z?p=%2F", "http://a.example/z?p=%2F"), ("z", "http://a.example/x/z"), ("../z", "http://a.example/z"),
            ("?n=2", "http://a.example/x/y?n=2"), ("https://b.example/k#f", "https://b.example/k"),
            ("//b.example/k", "http://b.example/k"),
        ])
    func resolves(location: String, url: String) {
        #expect(next(307, location)?.url == url)
    }

    @Test("303 becomes a GET, as do 301 and 302 of a POST; 307 and 308 repeat the request")
    func methods() {
        for status in [301, 302, 303] {
            #expect(next(status, "/z")?.method == "GET" && next(status, "/z")?.body == [])
            #expect(next(status, "/z")?.headers.first("Content-Type") == nil)
        }
        for status in [307, 308] { #expect(next(status, "/z")?.method == "POST" && next(status, "/z")?.body == [1]) }
    }

    @Test("a different origin receives no credentials")
    func origins() {
        #expect(next(307, "/z")?.headers.first("Authorization") == "Bearer t")
        #expect(next(307, "http://A.example:80/z")?.headers.first("Authorization") == "Bearer t")
        #expect(next(307, "/z")?.headers.first("X-API-Key") == "k" && next(307, "/z")?.digest != nil)
        for location in ["https://a.example/z", "http://b.example/z", "http://a.example:8080/z"] {
            #expect(next(307, location)?.headers.first("Authorization") == nil)
            #expect(next(307, location)?.headers.first("X-API-Key") == nil && next(307, location)?.digest == nil)
            #expect(next(307, location)?.headers.first("Accept") == "*/*")
        }
    }

    @Test("a response without a usable Location isn't followed")
    func none() {
        #expect(next(200, "/z") == nil && next(304, "/z") == nil && next(302, nil) == nil)
        #expect(next(302, "ftp://a.example/z") == nil)
    }
}
