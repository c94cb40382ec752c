// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("The plan of a run", .timeLimit(.minutes(20)))
struct RunPlanTests {
    private func ids(
        _ serverName: String? = nil, today: String = "2026-01-01", _ choose: (inout Selection) -> Void = { _ in }
    ) throws -> [String] {
        var selection = Selection()
        choose(&selection)
        return try RunPlan([Flights.contract()], selection: selection, serverName: serverName, today: today)
            .entries.map(\.testCase.id)
    }

    @Test("the plan has the cases for servers in the order of the file")
    func everything() throws {
        #expect(
            try ids() == [
                "book/books a seat", "book/books at the second try", "book/waits for a seat", "show/shows a booking",
                "show/shows one of long ago", "show/is planned", "show/is skipped",
            ])
    }

    @Test("the plan includes the cases that a selected case depends on")
    func producers() throws {
        #expect(
            try ids { $0.included.cases = ["show/shows a booking"] } == ["book/books a seat", "show/shows a booking"])
        #expect(try ids { $0.included.tags = ["smoke"] } == ["book/books a seat", "show/shows a booking"])
    }

    @Test("cases are selected by a part of the id, by operation and by tag")
    func selection() throws {
        #expect(try ids { $0.included.filters = ["SECOND"] } == ["book/books at the second try"])
        #expect(try ids { $0.included.filters = ["flights*wait"] } == ["book/waits for a seat"])
        #expect(try ids { $0.included.tags = ["booking"] }.count == 3)
        #expect(
            try ids {
                $0.included.operations = ["show"]; $0.included.filters = ["planned"]
            } == ["show/is planned"])
        #expect(
            try ids {
                $0.included.operations = ["book"]; $0.included.filters = ["planned"]
            } == [])
    }

    @Test("a selection without a match is reported with a suggestion")
    func misses() throws {
        let cases = try RunPlan([Flights.contract()], selection: Selection(), serverName: nil, today: "2026-01-01")
            .entries.map(\.testCase)
        var selection = Selection()
        selection.included.operations = ["book", "shw"]
        selection.included.tags = ["zzz"]
        #expect(
            selection.misses(in: cases) == [
                "--operation “shw” matches no case; did you mean “show”?", "--tag “zzz” matches no case",
            ])
    }

    @Test(
        "a skip applies to the named servers until its date",
        arguments: [
            ("live", "2026-02-28", true), ("live", "2026-03-01", false), ("other", "2026-02-28", false),
            (nil, "2026-02-28", false),
        ])
    func skips(server: String?, today: String, isSkipped: Bool) throws {
        let plan = try RunPlan([Flights.contract()], selection: Selection(), serverName: server, today: today)
        #expect((plan.entries.last?.skip != nil) == isSkipped)
        #expect(plan.entries.filter { $0.pending != nil }.map(\.testCase.id) == ["show/is planned"])
    }

    @Test("each address is listed once")
    func addresses() throws {
        let plan = try RunPlan([Flights.contract()], selection: Selection(), serverName: nil, today: "2026-01-01")
        #expect(plan.addresses(.baseURL("http://127.0.0.1:8080/x")) == ["http://127.0.0.1:8080"])
    }
}

@Suite("The target of a run", .timeLimit(.minutes(20)))
struct TargetTests {
    @Test(
        "a base URL replaces scheme, host and port, and its path replaces the path",
        arguments: [
            (Target.baseURL("http://127.0.0.1:8080"), "http://127.0.0.1:8080/api"),
            (.baseURL("http://127.0.0.1:8080/"), "http://127.0.0.1:8080/api"),
            (.baseURL("https://x.example/v2"), "https://x.example/v2"),
            (.server("live"), "https://flights.example/api"),
        ])
    func baseURL(target: Target, url: String) throws {
        let operation = try #require(Flights.contract().operation("book"))
        #expect(target.baseURL(for: operation) == url)
        #expect(try target.problem(in: [Flights.contract()]) == nil)
    }

    @Test(
        "an invalid target has a message", arguments: [Target.baseURL("x"), .baseURL("http://x?y=1"), .server("life")])
    func problems(target: Target) throws {
        #expect(try target.problem(in: [Flights.contract()]) != nil)
    }

    @Test("an unknown server has a suggestion")
    func unknown() throws {
        let problem = try #require(try Target.server("life").problem(in: [Flights.contract()]))
        #expect(problem.contains("did you mean “live”?"))
    }
}
