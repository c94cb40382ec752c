// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// Runs functions on separate threads, and collects their results for the thread that sends requests.
final class BackgroundWork<Value: Sendable>: Sendable {
    private let finished = Locked<[Value]>([])

    func start(waker: CurlMulti.Waker, _ work: @escaping @Sendable () -> Value) {
        Thread.detachNewThread { [self] in
            let value = work()
            finished.withLock { $0.append(value) }
            waker.wake()
        }
    }

    /// Returns the results of the functions that finished since the previous call.
    func takeFinished() -> [Value] { finished.exchange(\.self, for: []) }
}
