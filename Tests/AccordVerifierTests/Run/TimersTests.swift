// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordVerifier

@Suite("Pauses")
struct TimersTests {
    @Test("pauses end in the order of their times, then of their starts")
    func order() {
        let start = ContinuousClock.now
        var timers = Timers()
        timers.add(1, due: start + .seconds(3))
        timers.add(2, due: start + .seconds(1))
        timers.add(3, due: start + .seconds(3))
        timers.add(4, due: start + .seconds(2))
        #expect(timers.next == start + .seconds(1))
        #expect(timers.due(at: start) == [])
        #expect(timers.due(at: start + .seconds(2)) == [2, 4])
        #expect(timers.next == start + .seconds(3))
        #expect(timers.due(at: start + .seconds(9)) == [1, 3])
        #expect(timers.next == nil)
    }
}
