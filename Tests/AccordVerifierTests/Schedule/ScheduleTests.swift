import Testing

@testable import AccordVerifier

@Suite("The schedule")
struct ScheduleTests {
    typealias Entry = Schedule.Entry

    @Test("starts ready cases in the list's order, no more at once than allowed")
    func concurrency() {
        var schedule = Schedule(Array(repeating: Entry(), count: 4), concurrency: 2)
        #expect(schedule.next() == .start(0))
        #expect(schedule.next() == .start(1))
        #expect(schedule.next() == .wait)
        #expect(schedule.end(1, .succeeded) == [])
        #expect(schedule.next() == .start(2))
        #expect(schedule.next() == .wait)
        _ = schedule.end(0, .failed)
        #expect(schedule.next() == .start(3))
        _ = schedule.end(2, .succeeded)
        #expect(schedule.next() == .wait)
        _ = schedule.end(3, .succeeded)
        #expect(schedule.next() == .finish)
        #expect(schedule.remaining == [])
    }

    @Test("starts a case once what it needs has succeeded")
    func needs() {
        var schedule = Schedule([Entry(needs: [2]), Entry(), Entry()], concurrency: 8)
        #expect(schedule.next() == .start(1))
        #expect(schedule.next() == .start(2))
        #expect(schedule.next() == .wait)
        _ = schedule.end(2, .succeeded)
        #expect(schedule.next() == .start(0))
    }

    @Test("blocks what a failure feeds, however far down, and names the first cause")
    func blocks() {
        var schedule = Schedule(
            [Entry(), Entry(needs: [0]), Entry(needs: [1]), Entry(needs: [0, 3]), Entry()], concurrency: 1)
        #expect(schedule.next() == .start(0))
        #expect(
            schedule.end(0, .failed) == [
                .init(position: 1, by: 0), .init(position: 2, by: 0), .init(position: 3, by: 0),
            ])
        #expect(schedule.next() == .start(4))
    }

    @Test("lets a case that only follows start after a failure, also after a blocked one")
    func follows() {
        var schedule = Schedule([Entry(), Entry(needs: [0]), Entry(follows: [0, 1])], concurrency: 4)
        #expect(schedule.next() == .start(0))
        #expect(schedule.next() == .wait)
        #expect(schedule.end(0, .failed) == [.init(position: 1, by: 0)])
        #expect(schedule.next() == .start(2))
    }

    @Test("goes on after a case that was only skipped, and blocks what it feeds")
    func withheld() {
        var schedule = Schedule([Entry(), Entry(needs: [0]), Entry()], concurrency: 1)
        #expect(schedule.next() == .start(0))
        #expect(schedule.end(0, .withheld) == [.init(position: 1, by: 0)])
        #expect(schedule.next() == .start(2))
    }

    @Test("starts nothing once it is stopped, and says what is left")
    func stops() {
        var schedule = Schedule([Entry(), Entry()], concurrency: 1)
        #expect(schedule.next() == .start(0))
        schedule.stop()
        #expect(schedule.next() == .wait)
        _ = schedule.end(0, .succeeded)
        #expect(schedule.next() == .finish)
        #expect(schedule.remaining == [1])
    }

    @Test("keeps exclusive cases apart, and lets others run beside them")
    func exclusive() {
        var schedule = Schedule(
            [Entry(isExclusive: true), Entry(isExclusive: true), Entry(), Entry(isExclusive: true)], concurrency: 8)
        #expect(schedule.next() == .start(0))
        #expect(schedule.next() == .start(2))
        #expect(schedule.next() == .wait)
        _ = schedule.end(2, .succeeded)
        #expect(schedule.next() == .wait)
        _ = schedule.end(0, .failed)
        #expect(schedule.next() == .start(1))
        #expect(schedule.next() == .wait)
        _ = schedule.end(1, .succeeded)
        #expect(schedule.next() == .start(3))
    }

    @Test("ends, rather than waits for ever, when cases need each other in a ring")
    func ring() {
        var schedule = Schedule([Entry(needs: [1]), Entry(needs: [0])], concurrency: 1)
        #expect(schedule.next() == .finish)
        #expect(schedule.remaining == [0, 1])
    }

    @Test("costs the same for each of many cases")
    func many() {
        var schedule = Schedule((0..<20_000).map { Entry(needs: $0 % 10 == 0 ? [] : [$0 - 1]) }, concurrency: 16)
        var order: [Int] = []
        var running: [Int] = []
        while true {
            switch schedule.next() {
            case .start(let position): running.append(position)
            case .wait:
                let position = running.removeFirst()
                order.append(position)
                _ = schedule.end(position, .succeeded)
            case .finish:
                #expect(order.count == 20_000)
                return
            }
        }
    }
}

@Suite("The order within a flow")
struct FlowOrderTests {
    typealias Entry = Schedule.Entry

    @Test("lets cases without a flow run in any order")
    func free() {
        #expect(FlowOrder.entries(needs: [[], [], []], isSafe: [false, true, false]) == [Entry(), Entry(), Entry()])
    }

    @Test("keeps the file's order around unsafe methods, and lets safe ones run side by side")
    func barriers() {
        // login (POST), list (GET), read (GET), delete (DELETE), list again (GET): all after login.
        let entries = FlowOrder.entries(
            needs: [[], [0], [0], [0], [0]], isSafe: [false, true, true, false, true])
        #expect(
            entries == [
                Entry(), Entry(needs: [0]), Entry(needs: [0]), Entry(needs: [0], follows: [1, 2]),
                Entry(needs: [0], follows: [3]),
            ])
    }

    @Test("puts what is needed first, also where the file has it later")
    func laterProducer() {
        let entries = FlowOrder.entries(needs: [[1], []], isSafe: [false, false])
        #expect(entries == [Entry(needs: [1]), Entry()])
    }

    @Test("keeps flows apart")
    func flows() {
        #expect(FlowOrder.flows([[], [0], [], [2], [1]]) == [[0, 1, 4], [2, 3]])
        let entries = FlowOrder.entries(needs: [[], [0], [], [2]], isSafe: [false, false, false, false])
        #expect(entries == [Entry(), Entry(needs: [0]), Entry(), Entry(needs: [2])])
    }

    @Test("chains unsafe cases that share a producer")
    func chain() {
        let entries = FlowOrder.entries(needs: [[], [0], [0]], isSafe: [true, false, false])
        #expect(entries == [Entry(), Entry(needs: [0]), Entry(needs: [0], follows: [1])])
    }
}
