// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordVerifier

@Suite("The schedule")
struct ScheduleTests {
    typealias Entry = Schedule.Entry

    @Test("ready cases start in order, up to the concurrency limit")
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

    @Test("a case starts after the cases that it needs")
    func needs() {
        var schedule = Schedule([Entry(needs: [2]), Entry(), Entry()], concurrency: 8)
        #expect(schedule.next() == .start(1))
        #expect(schedule.next() == .start(2))
        #expect(schedule.next() == .wait)
        _ = schedule.end(2, .succeeded)
        #expect(schedule.next() == .start(0))
    }

    @Test("a failure blocks all dependent cases, with the first cause")
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

    @Test("a case that only follows starts even after a failed or blocked case")
    func follows() {
        var schedule = Schedule([Entry(), Entry(needs: [0]), Entry(follows: [0, 1])], concurrency: 4)
        #expect(schedule.next() == .start(0))
        #expect(schedule.next() == .wait)
        #expect(schedule.end(0, .failed) == [.init(position: 1, by: 0)])
        #expect(schedule.next() == .start(2))
    }

    @Test("a skipped case blocks only the cases that use its outputs")
    func withheld() {
        var schedule = Schedule([Entry(), Entry(needs: [0]), Entry()], concurrency: 1)
        #expect(schedule.next() == .start(0))
        #expect(schedule.end(0, .withheld) == [.init(position: 1, by: 0)])
        #expect(schedule.next() == .start(2))
    }

    @Test("a stopped schedule starts no case and lists the remaining ones")
    func stops() {
        var schedule = Schedule([Entry(), Entry()], concurrency: 1)
        #expect(schedule.next() == .start(0))
        schedule.stop()
        #expect(schedule.next() == .wait)
        _ = schedule.end(0, .succeeded)
        #expect(schedule.next() == .finish)
        #expect(schedule.remaining == [1])
    }

    @Test("the cases of a group run one at a time, and others run concurrently")
    func groups() {
        let group = Entry(group: "states")
        var schedule = Schedule([group, group, Entry(), group, Entry(group: "other")], concurrency: 8)
        #expect(schedule.next() == .start(0))
        #expect(schedule.next() == .start(2))
        #expect(schedule.next() == .start(4))
        #expect(schedule.next() == .wait)
        _ = schedule.end(2, .succeeded)
        #expect(schedule.next() == .wait)
        _ = schedule.end(0, .failed)
        #expect(schedule.next() == .start(1))
        #expect(schedule.next() == .wait)
        _ = schedule.end(1, .succeeded)
        #expect(schedule.next() == .start(3))
    }

    @Test("a phase starts when the plan is complete and all cases of the earlier phases ended")
    func phases() {
        var schedule = Schedule([Entry(phase: .ending), Entry(phase: .sequence), Entry()], concurrency: 8)
        #expect(schedule.next(isComplete: false) == .start(2))
        _ = schedule.end(2, .succeeded)
        #expect(schedule.next(isComplete: false) == .finish)
        schedule.append([Entry(), Entry(phase: .sequence)])
        #expect(schedule.next() == .start(3))
        #expect(schedule.next() == .wait)
        _ = schedule.end(3, .failed)
        #expect(schedule.next() == .start(1))
        #expect(schedule.next() == .start(4))
        #expect(schedule.next() == .wait)
        _ = schedule.end(1, .succeeded)
        _ = schedule.end(4, .succeeded)
        #expect(schedule.next() == .start(0))
        _ = schedule.end(0, .succeeded)
        #expect(schedule.next() == .finish)
    }

    @Test("cases that end sessions run alone")
    func endings() {
        var schedule = Schedule([Entry(phase: .ending), Entry(phase: .ending)], concurrency: 8)
        #expect(schedule.next() == .start(0))
        #expect(schedule.next() == .wait)
        _ = schedule.end(0, .succeeded)
        #expect(schedule.next() == .start(1))
    }

    @Test("a schedule with a cycle ends")
    func ring() {
        var schedule = Schedule([Entry(needs: [1]), Entry(needs: [0])], concurrency: 1)
        #expect(schedule.next() == .finish)
        #expect(schedule.remaining == [0, 1])
    }

    @Test("scheduling takes linear time")
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

    @Test("cases without a flow run in any order")
    func free() {
        #expect(FlowOrder.entries(needs: [[], [], []], isSafe: [false, true, false]) == [Entry(), Entry(), Entry()])
    }

    @Test("unsafe cases keep the order of the file, and safe ones run concurrently")
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

    @Test("needed cases run first, even if they come later in the file")
    func laterProducer() {
        let entries = FlowOrder.entries(needs: [[1], []], isSafe: [false, false])
        #expect(entries == [Entry(needs: [1]), Entry()])
    }

    @Test("flows are independent")
    func flows() {
        #expect(FlowOrder.flows([[], [0], [], [2], [1]]) == [[0, 1, 4], [2, 3]])
        let entries = FlowOrder.entries(needs: [[], [0], [], [2]], isSafe: [false, false, false, false])
        #expect(entries == [Entry(), Entry(needs: [0]), Entry(), Entry(needs: [2])])
    }

    @Test("deletions, and the cases after them, run last in a flow")
    func deletions() {
        // create, delete, read after the deletion, change: all after create.
        let entries = FlowOrder.entries(
            needs: [[], [0], [0, 1], [0]], isSafe: [false, false, true, false], isLate: [false, true, true, false])
        #expect(entries[3] == Entry(needs: [0]) && entries[1] == Entry(needs: [0], follows: [3]))
    }

    @Test("unsafe cases that share a producer run in sequence")
    func chain() {
        let entries = FlowOrder.entries(needs: [[], [0], [0]], isSafe: [true, false, false])
        #expect(entries == [Entry(), Entry(needs: [0]), Entry(needs: [0], follows: [1])])
    }
}
