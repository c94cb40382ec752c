import Foundation
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
        #expect(actions.firstIndex(of: .beSlow) == 4)
        #expect(actions.count { $0 == .beSlow } == 1)
    }

    @Test("ends a process whose every thread is taken, says where, and leaves what was found before")
    func stuck() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "accord-stuck-\(UUID().uuidString)").path
        let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [folder = folder as String] in
            setenv("ACCORD_REPORT", folder, 1)
            setenv("ACCORD_PROGRAM", "/nowhere", 1)
            setenv("ACCORD_DEADLINE", "0.25", 1)
            let contract = try Todos.contract()
            await contract.run(ClientCase(id: "login/creates a token"), with: TodoClient.bindings(.none))
            await contract.run(
                ClientCase(id: "login~syntax.invalid-json"), with: IsolatedHabit.bindings(.blocksEveryThread))
        }
        let text = String(decoding: child?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains("login~syntax.invalid-json: the call keeps every thread from going on [outcome.hang]"),
            "\(text)")
        let report = try String(contentsOfFile: "\(folder)/client.json", encoding: .utf8)
        #expect(report.contains("login/creates a token") && report.contains("outcome.hang"))
        try? FileManager.default.removeItem(atPath: folder)
    }
}
