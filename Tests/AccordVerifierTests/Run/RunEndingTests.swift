import AccordCases
import AccordContract
import AccordHTTP
import AccordJudging
import Testing

@testable import AccordVerifier

@Suite("What ends a run early")
struct RunEndingTests {
    @Test("says that the server went away after three refused connections in a row, once it had answered")
    func wentAway() {
        var presence = ServerPresence()
        let before = (0..<3).map { presence.refused($0) }
        #expect(before == [nil, nil, nil])
        presence.answered("list/lists")
        let after = (3...5).map { presence.refused($0) }
        #expect(after == [nil, nil, "list/lists"])
        #expect(presence.refused == [3, 4, 5])
    }

    @Test("doesn't say so of connections that are refused between answers")
    func overloaded() {
        var presence = ServerPresence()
        for position in 0..<9 {
            presence.answered("a")
            let twice = [presence.refused(position), presence.refused(position)]
            #expect(twice == [nil, nil])
        }
    }

    @Test(
        "is said in words",
        arguments: [
            (RunEnding.timeIsUp(300), true, "not finished: --max-time 300s was over"),
            (.serverWentAway(after: "a/b"), false, "not run: the server went away after a/b"),
            (.enoughFailures(1, last: "a/b"), false, "not started: --fail-fast ended the run at a/b"),
            (.enoughFailures(3, last: "a/b"), false, "not started: --max-failures 3 ended the run at a/b"),
        ])
    func words(ending: RunEnding, wasStarted: Bool, text: String) {
        #expect(ending.reason(wasStarted: wasStarted) == text)
    }
}

@Suite("How much is spent on making requests smaller")
struct ShrinkingBudgetTests {
    private func finding(_ rule: String) -> Finding { Finding(rule: rule, blame: .server, "x", actual: "500") }

    @Test("takes so many failures of a kind, and others besides")
    func kinds() throws {
        var budget = ShrinkingBudget(mostOfOneKind: 3)
        let testCase = try Flights.testCase("show/shows one of long ago")
        let rules = ["fuzz.crashed", "fuzz.crashed", "fuzz.crashed", "fuzz.crashed", "fuzz.refused"]
        let allowed = rules.map { budget.allows(finding($0), of: testCase) }
        #expect(allowed == [true, true, true, false, true])
    }

    @Test("ends once the answers have taken as long as they may")
    func seconds() throws {
        var budget = ShrinkingBudget(seconds: 1)
        let testCase = try Flights.testCase("show/shows one of long ago")
        var times = PhaseTimes()
        times.total = 600_000
        budget.spend(times)
        #expect(!budget.isSpent)
        budget.spend(times)
        #expect(budget.isSpent)
        // Where the run's own requests take long, so may the smaller ones.
        budget.earn(times)
        #expect(!budget.isSpent)
        budget.spend(times)
        #expect(budget.isSpent)
        let isAllowed = budget.allows(finding("fuzz.crashed"), of: testCase)
        #expect(!isAllowed)
    }
}

@Suite("The request that a redirect leads to")
struct RedirectedRequestTests {
    private let post = HTTPRequest(
        method: "POST", url: "http://a.example/x/y?q=1",
        headers: [
            HTTPField("Content-Type", "text/plain"), HTTPField("Authorization", "Bearer t"), HTTPField("Accept", "*/*"),
        ], body: [1])

    private func next(_ status: Int, _ location: String?) -> HTTPRequest? {
        let headers = location.map { [HTTPField("Location", $0)] } ?? []
        return RedirectedRequest(post, answered: HTTPResponse(status: status, headers: headers))?.request
    }

    @Test(
        "resolves Location as RFC 3986 does",
        arguments: [
            ("/z?p=%2F", "http://a.example/z?p=%2F"), ("z", "http://a.example/x/z"), ("../z", "http://a.example/z"),
            ("?n=2", "http://a.example/x/y?n=2"), ("https://b.example/k#f", "https://b.example/k"),
            ("//b.example/k", "http://b.example/k"),
        ])
    func resolves(location: String, url: String) {
        #expect(next(307, location)?.url == url)
    }

    @Test("sends a GET without a body after 303, and after 301 and 302 of a POST; the same again after 307 and 308")
    func methods() {
        for status in [301, 302, 303] {
            #expect(next(status, "/z")?.method == "GET" && next(status, "/z")?.body == [])
            #expect(next(status, "/z")?.headers.first("Content-Type") == nil)
        }
        for status in [307, 308] { #expect(next(status, "/z")?.method == "POST" && next(status, "/z")?.body == [1]) }
    }

    @Test("takes credentials along to no other origin")
    func origins() {
        #expect(next(307, "/z")?.headers.first("Authorization") == "Bearer t")
        #expect(next(307, "http://A.example:80/z")?.headers.first("Authorization") == "Bearer t")
        for location in ["https://a.example/z", "http://b.example/z", "http://a.example:8080/z"] {
            #expect(next(307, location)?.headers.first("Authorization") == nil)
            #expect(next(307, location)?.headers.first("Accept") == "*/*")
        }
    }

    @Test("is none where the answer is no redirect, or leads nowhere that can be asked")
    func none() {
        #expect(next(200, "/z") == nil && next(304, "/z") == nil && next(302, nil) == nil)
        #expect(next(302, "ftp://a.example/z") == nil)
    }
}
