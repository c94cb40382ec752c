// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

/// Sleeps of the client under test. If a call only sleeps, as many clients do before they repeat a request, the
/// watchdog ends the sleep.
///
/// A child process on Linux intercepts `Task.sleep`, `DispatchQueue.asyncAfter` and `Thread.sleep`. Everywhere else, a
/// sleep takes its time.
enum ClientSleep {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
        private typealias Work = @convention(c) (UnsafeMutableRawPointer?) -> Void
        private typealias After = @convention(c) (UInt64, UnsafeRawPointer, UnsafeMutableRawPointer?, Work) -> Void
        private typealias AfterBlock = @convention(c) (UInt64, UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
        private typealias ThreadSleep = @convention(c) (Double) -> Void
        private typealias CopyBlock = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer

        /// Work that Dispatch runs after a sleep. It runs only once, at the end of the sleep or earlier.
        private final class Pending: @unchecked Sendable {
            // Dispatch lets any thread pass on the pointers, and `isDone` has a lock.
            private let queue: UnsafeRawPointer
            private let context: UnsafeMutableRawPointer?
            private let work: Work
            private let isDone = Locked(false)

            init(_ queue: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?, _ work: Work) {
                (self.queue, self.context, self.work) = (queue, context, work)
            }

            /// Runs the work on the queue at a time of Dispatch; 0 is now.
            func schedule(at time: UInt64) {
                ClientSleep.after?(time, queue, Unmanaged.passRetained(self).toOpaque()) { pointer in
                    guard let pointer else { return }
                    Unmanaged<Pending>.fromOpaque(pointer).takeRetainedValue().run()
                }
            }

            private func run() { if !isDone.exchange(\.self, for: true) { work(context) } }
        }

        /// The sleeps that can end early.
        private static let sleeps = Locked<[(due: ContinuousClock.Instant, end: @Sendable () -> Void)]>([])
        private static let after = dlsym(nil, "dispatch_after_f").map { unsafeBitCast($0, to: After.self) }
        private static let copyBlock = dlsym(nil, "_Block_copy").map { unsafeBitCast($0, to: CopyBlock.self) }
        /// The shortest sleep that is intercepted. Accord itself sleeps for shorter times.
        private static let shortest = Duration.milliseconds(500)
        /// The longest sleep that ends early. A client that sleeps longer counts as hanging.
        private static let longest = Duration.seconds(120)

        /// Intercepts the sleeps of this process.
        static func intercept() { _ = isIntercepted }

        private static let isIntercepted: Bool = {
            let function: After = { time, queue, context, work in ClientSleep.begin(time, queue, context, work) }
            let block: AfterBlock = { time, queue, block in
                // The function of a block is at offset 16, and its first argument is the block.
                guard let copy = ClientSleep.copyBlock?(block) else { return }
                ClientSleep.begin(time, queue, copy, copy.load(fromByteOffset: 16, as: Work.self))
            }
            let threadSleep: ThreadSleep = { ClientSleep.sleepThread($0) }
            let functions: [(String, String?, UnsafeRawPointer)] = [
                ("dispatch_after_f", "libswift_Concurrency.so", unsafeBitCast(function, to: UnsafeRawPointer.self)),
                ("dispatch_after", "libswiftDispatch.so", unsafeBitCast(block, to: UnsafeRawPointer.self)),
                // `Thread.sleep(forTimeInterval:)`, whose parameter Swift passes in the same register as C does.
                (
                    "$s10Foundation6ThreadC5sleep15forTimeIntervalySd_tFZ", nil,
                    unsafeBitCast(threadSleep, to: UnsafeRawPointer.self)
                ),
            ]
            guard after != nil, copyBlock != nil else { return false }
            return functions.map { ImportedFunction.replace($0.0, in: $0.1, by: $0.2) }.contains(true)
        }()

        private static func begin(
            _ time: UInt64, _ queue: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?, _ work: Work
        ) {
            let work = Pending(queue, context, work)
            work.schedule(at: time)
            add(remaining(until: time)) { work.schedule(at: 0) }
        }

        /// Sleeps on this thread.
        private static func sleepThread(_ seconds: Double) {
            let end = DispatchSemaphore(value: 0)
            add(.seconds(seconds)) { end.signal() }
            _ = end.wait(timeout: .now() + seconds)
        }

        /// Records a sleep, unless it is too short or too long to end early.
        private static func add(_ duration: Duration, _ end: @escaping @Sendable () -> Void) {
            guard duration >= shortest, duration <= longest else { return }
            sleeps.withLock { $0.append((.now + duration, end)) }
        }

        /// Returns the time until a `dispatch_time_t`: negative for wall time, otherwise nanoseconds of a clock, which
        /// the highest bit selects.
        private static func remaining(until time: UInt64) -> Duration {
            let (clock, end): (clockid_t, Int64) =
                switch time >> 62 {
                case 3: (CLOCK_REALTIME, -Int64(bitPattern: time))
                case 2: (CLOCK_BOOTTIME, Int64(time & (UInt64.max >> 1)))
                default: (CLOCK_MONOTONIC, Int64(time))
                }
            var now = timespec()
            clock_gettime(clock, &now)
            return .nanoseconds(end) - .seconds(now.tv_sec) - .nanoseconds(now.tv_nsec)
        }

        /// Ends the sleep that would end first, if any. Passes the time that remained to `note` before, because the
        /// client may continue, and end its call, before this function returns.
        static func endFirst(_ note: (Duration) -> Void) {
            let first = sleeps.withLock { sleeps in
                sleeps.removeAll { $0.due < .now }
                let first = sleeps.indices.min { sleeps[$0].due < sleeps[$1].due }
                return first.map { sleeps.remove(at: $0) }
            }
            guard let first else { return }
            note(first.due - .now)
            first.end()
        }

        /// Forgets the sleeps of a call that has ended. They take their time.
        static func forgetAll() { sleeps.withLock { $0 = [] } }
    #else
        static func intercept() {}
        static func endFirst(_ note: (Duration) -> Void) {}
        static func forgetAll() {}
    #endif
}
