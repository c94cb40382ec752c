// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import AccordTesting

/// Cases tried in a child process as generated source does it, in a file of its own, whose issues can be told by it.
enum ChildRun {
    static let fileID = #fileID

    static func of(_ testCase: ClientCase, _ habit: IsolatedHabit) async -> (end: String?, standardError: [UInt8]) {
        let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [testCase = testCase as ClientCase, habit = habit as IsolatedHabit] in
            await (try Todos.contract()).run(testCase, with: IsolatedHabit.bindings(habit))
        }
        return (child.map { "\($0.exitStatus)" }, child?.standardErrorContent ?? [])
    }
}
