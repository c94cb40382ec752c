import Testing

@testable import AccordTesting

@Suite("The watchdog") struct WatchdogTests {
    @Test("gives a call up after so many idle steps, and not one earlier")
    func idle() {
        var quiet = Quiet()
        for _ in 0..<4 { #expect(quiet.step(isIdle: true, patience: 5, busyFactor: 12) == .wait) }
        #expect(quiet.step(isIdle: true, patience: 5, busyFactor: 12) == .giveUp)
    }

    @Test("lets a call go on that keeps the process busy, says that it is slow, and ends it at last")
    func busy() {
        var quiet = Quiet()
        var actions: [Quiet.Action] = []
        repeat { actions.append(quiet.step(isIdle: false, patience: 5, busyFactor: 3)) } while actions.last != .giveUp
        #expect(actions.count == 15)
        #expect(actions.firstIndex(of: .noteSlowness) == 4)
        #expect(actions.count { $0 == .noteSlowness } == 1)
    }
}
