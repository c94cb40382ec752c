// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordVerifier

@Suite("The pace of requests")
struct PacerTests {
    @Test("requests start one interval after each other, and the first one immediately")
    func evenly() {
        var pacer = Pacer(rate: 4)
        let start = ContinuousClock.now
        #expect((0..<3).map { _ in pacer.reserve(at: start) } == [.zero, .milliseconds(250), .milliseconds(500)])
    }

    @Test("an idle time doesn't permit a burst")
    func noBurst() {
        var pacer = Pacer(rate: 10)
        let start = ContinuousClock.now
        _ = pacer.reserve(at: start)
        let later = start + .seconds(60)
        #expect(pacer.reserve(at: later) == .zero)
        #expect(pacer.reserve(at: later) == .milliseconds(100))
    }
}
