// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordTesting

@Suite("The response barrier of concurrent calls") struct ResponseBarrierTests {
    private typealias State = ResponseBarrierState<String>

    private static func request(_ name: String) -> HTTPRequest { HTTPRequest(method: "GET", url: "https://a/\(name)") }

    /// The call whose number the request's name ends in, where it is open.
    private static let choose: @Sendable (HTTPRequest, [Int]) -> Int = { request, open in
        let wanted = request.url.last.flatMap { Int(String($0)) } ?? 0
        return open.contains(wanted) ? wanted : open[0]
    }

    private static func answered(_ answers: [State.Answer]) -> [String] {
        answers.map { "\($0.waiter) by \($0.call)" }
    }

    @Test("answers after all requests have arrived, each with its own reply, in a different order")
    func all() {
        var state = State(calls: 3, patience: 10, seed: "x")
        #expect(Self.answered(state.take(Self.request("0"), "a", choose: Self.choose)) == [])
        #expect(Self.answered(state.take(Self.request("1"), "b", choose: Self.choose)) == [])
        #expect(state.isWaiting)
        let answered = Self.answered(state.take(Self.request("2"), "c", choose: Self.choose))
        #expect(answered.sorted() == ["a by 0", "b by 1", "c by 2"])
        #expect(answered != ["a by 0", "b by 1", "c by 2"])
        #expect(!state.isWaiting)
    }

    @Test("answers when no more requests arrive, and waits less for the next")
    func oneAfterTheOther() {
        var state = State(calls: 2, patience: 3, seed: "x")
        _ = state.take(Self.request("0"), "a", choose: Self.choose)
        #expect(Self.answered(state.tick(choose: Self.choose)) == [])
        #expect(Self.answered(state.tick(choose: Self.choose)) == [])
        #expect(Self.answered(state.tick(choose: Self.choose)) == ["a by 0"])
        #expect(state.patience == 2)
        #expect(Self.answered(state.take(Self.request("1"), "b", choose: Self.choose)) == ["b by 1"])
    }

    @Test("counts intervals from the last request, and none without requests")
    func quiet() {
        var state = State(calls: 3, patience: 2, seed: "x")
        #expect(Self.answered(state.tick(choose: Self.choose)) == [])
        _ = state.take(Self.request("0"), "a", choose: Self.choose)
        _ = state.tick(choose: Self.choose)
        _ = state.take(Self.request("1"), "b", choose: Self.choose)
        #expect(Self.answered(state.tick(choose: Self.choose)) == [])
        #expect(Self.answered(state.tick(choose: Self.choose)).count == 2)
    }

    @Test("answers a surplus request with the reply of a call")
    func surplus() {
        var state = State(calls: 1, patience: 2, seed: "x")
        #expect(Self.answered(state.take(Self.request("0"), "a", choose: Self.choose)) == ["a by 0"])
        #expect(Self.answered(state.take(Self.request("0"), "b", choose: Self.choose)) == ["b by 0"])
    }
}
