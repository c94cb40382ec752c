// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordTesting

@Suite("The watchdog") struct WatchdogTests {
    @Test("gives up a call after exactly the idle steps of its patience")
    func idle() {
        var quiet = Quiet()
        for _ in 0..<4 { #expect(quiet.step(0, patience: 5, busyFactor: 12) == .wait) }
        #expect(quiet.step(0, patience: 5, busyFactor: 12) == .giveUp)
    }

    @Test("gives a busy call more steps, reports it as slow, and gives it up at last")
    func busy() {
        var quiet = Quiet()
        var actions: [Quiet.Action] = []
        repeat { actions.append(quiet.step(1, patience: 5, busyFactor: 3)) } while actions.last != .giveUp
        #expect(actions.count == 15)
        #expect(actions.firstIndex(of: .noteSlowness) == 4)
        #expect(actions.count { $0 == .noteSlowness } == 1)
    }

    @Test("counts a busy step by its processor time, so that a loaded machine doesn't make a call slow")
    func loaded() {
        var quiet = Quiet()
        var actions: [Quiet.Action] = []
        repeat { actions.append(quiet.step(0.25, patience: 5, busyFactor: 12)) } while actions.last != .giveUp
        #expect(actions.count == 60)
        #expect(actions.firstIndex(of: .noteSlowness) == 19)
    }
}
