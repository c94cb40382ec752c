// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordTesting
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a client does to the process that its cases are tried in.
enum IsolatedHabit: String, Sendable, Codable {
    case none
    /// `try!` on JSON from the network.
    case forcesJSON
    /// A trap in the second call of any client: state that all share.
    case crashesTheSecondTime
    /// A trap before there is a client.
    case crashesAtTheStart
    /// A call of `exit(0)`, which looks like success.
    case endsTheProcess
    /// A call of `_exit(0)`, which runs nothing of what the process does at its end.
    case leavesTheProcess
    /// An error from the second call on of any client.
    case remembers
    case failsAlways
    /// No answer in the first call, and a right one in later ones of the same process.
    case hangsTheFirstTime
    /// A session of its own, which would reach the real server.
    case leavesTheStub
    /// Every thread that there is waits for good.
    case blocksEveryThread
    /// Sleeps of 100 s after a failure, before the error.
    case sleepsInTask, sleepsInDispatch, sleepsInThread

    struct Stale: Error {}

    private static let calls = Calls()

    /// Bindings of the login whose client has the habit.
    static func bindings(_ habit: IsolatedHabit) -> ClientBindings {
        if habit == .crashesAtTheStart { preconditionFailure("made at the start") }
        return ClientBindings(
            client: { stub in TodoClient(session: stub.urlSession, bug: habit == .forcesJSON ? .forcesJSON : .none) },
            operations: [
                "login": .init({ (try $0.string("username"), try $0.string("password")) }) { client, input in
                    try await habit.indulge(calls.next())
                    do {
                        return try await completion { client.login(input.0, input.1, completion: $0) }
                    } catch {
                        try await habit.sleep()
                        throw error
                    }
                }
            ])
    }

    private func indulge(_ call: Int) async throws {
        switch self {
        case .none, .forcesJSON, .crashesAtTheStart, .sleepsInTask, .sleepsInDispatch, .sleepsInThread: return
        case .crashesTheSecondTime: precondition(call < 2, "called twice")
        case .failsAlways: throw Stale()
        case .leavesTheStub:
            guard let url = URL(string: "https://awesometodos.com/login") else { throw Stale() }
            _ = try await URLSession(configuration: .ephemeral).data(from: url)
        case .remembers: if call > 1 { throw Stale() }
        case .endsTheProcess: if call == 2 { exit(0) }
        case .leavesTheProcess: if call == 2 { _exit(0) }
        case .hangsTheFirstTime: if call == 1 { try await Task.sleep(for: .seconds(3600)) }
        case .blocksEveryThread:
            if call > 1 { return }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<64 { group.addTask { Self.block() } }
            }
        }
    }

    private func sleep() async throws {
        if self == .sleepsInTask { try await Task.sleep(for: .seconds(100)) }
        if self == .sleepsInThread { Self.block(100) }
        guard self == .sleepsInDispatch else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + 100) { continuation.resume() }
        }
    }

    private static func block(_ seconds: Double = 3600) { Thread.sleep(forTimeInterval: seconds) }

    /// How often the process has called.
    private final class Calls: @unchecked Sendable {
        // Written under the lock alone.
        private let lock = NSLock()
        private var count = 0

        func next() -> Int {
            lock.withLock {
                count += 1
                return count
            }
        }
    }
}
