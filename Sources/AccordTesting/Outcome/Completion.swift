// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Calls a function and waits for its completion handler, which takes a value or an error.
///
/// The case has a finding if the handler is called with neither argument, with both arguments, or more than once.
public func completion<Value>(
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
) async throws -> Value {
    try await completions { report in
        call { value, error in
            switch (value, error) {
            case (let value?, nil): report(.success(value))
            case (nil, let error?): report(.failure(error))
            case (_?, let error?): report(.failure(ClientOutcome.both(ClientError(error))))
            case (nil, nil): report(.failure(ClientOutcome.neither))
            }
        }
    }
}

/// Calls a function and waits for its completion handler, which takes a `Result`.
///
/// The case has a finding if the handler is called more than once.
public func completion<Value, Failure: Error>(
    _ call: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) async throws -> Value {
    try await completions { report in
        call { result in report(result.mapError { $0 as any Error }) }
    }
}

/// Calls a function and waits for its completion handler, which takes data, a response and an error, as in
/// `URLSession`.
///
/// An error is a failure even if the handler also receives data. `URLSession` passes both if a response is incomplete.
/// The case has a finding if the handler is called with neither data nor an error, or more than once.
public func completion(
    _ call: (@escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) -> Void
) async throws -> (data: Data, response: URLResponse?) {
    try await completions { report in
        call { data, response, error in
            switch (data, error) {
            case (_, let error?): report(.failure(error))
            case (let data?, nil): report(.success((data, response)))
            case (nil, nil): report(.failure(ClientOutcome.neither))
            }
        }
    }
}

/// Calls a function and waits for its completion handler, which takes an optional error; `nil` means success.
public func completion(_ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await completions { report in
        call { error in report(error.map { .failure($0) } ?? .success(())) }
    }
}

/// Calls a function and waits for one of its two closures, the first for success and the second for failure.
///
/// The value that `call` returns, such as the subscription to a publisher, is retained until a closure is called. The
/// case has a finding if the two closures together are called more than once.
public func completion<Value, Failure: Error, Kept>(
    _ call: (@escaping @Sendable (Value) -> Void, @escaping @Sendable (Failure) -> Void) -> Kept
) async throws -> Value {
    try await completions { report in
        call({ report(.success($0)) }, { report(.failure($0)) })
    }
}

/// Calls a function that blocks its thread until it has a result.
///
/// The function runs on a new thread, so it blocks neither the threads of the tests nor the main queue. The function
/// may run the run loop of its thread.
public func blocking<Value>(_ call: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await completions { report in
        let thread = Thread {
            // The function may run the run loop while it waits for its result. The timer stops the run loop every 2 ms,
            // so that the function can check for the result.
            let timer = Timer(timeInterval: 0.002, repeats: true) { _ in
                #if canImport(FoundationNetworking)
                    RunLoop.current._stop()
                #else
                    CFRunLoopStop(CFRunLoopGetCurrent())
                #endif
            }
            RunLoop.current.add(timer, forMode: .default)
            report(Result { try call() })
            timer.invalidate()
        }
        thread.start()
    }
}

/// Counts how often the client calls its completion handlers during a case.
final class CompletionObserver: Sendable {
    @TaskLocal static var current: CompletionObserver?
    /// Whether a call of the client has kept its completion handler after it called the handler.
    @TaskLocal static var keepsHandlers: Locked<Bool>?

    private let counts = Locked((handlers: 0, calls: 0))

    func opened() { counts.withLock { $0.handlers += 1 } }

    func called() { counts.withLock { $0.calls += 1 } }

    /// The number of surplus calls. The client may call each handler once.
    var surplus: Int { counts.withLock { max(0, $0.calls - $0.handlers) } }

    var isUsed: Bool { counts.withLock { $0.handlers > 0 } }
}

/// Waits until the client calls the handler for the first time, or releases the handler. Counts every call.
///
/// The value that `call` returns is retained until the first call. A client that calls the handler twice usually does so
/// at once, so the wait goes on until the client releases the handler, for a short time.
private func completions<Value, Kept>(
    _ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Kept
) async throws -> Value {
    let observer = CompletionObserver.current
    observer?.opened()
    let release = Release()
    var kept: Kept?
    let result: Result<Box<Value>, any Error>
    do {
        let box: Box<Value> = try await withCheckedThrowingContinuation { continuation in
            let waiting = Waiting(continuation, release)
            kept = call { result in
                observer?.called()
                waiting.resume(with: result.map { Box(value: $0) })
            }
        }
        result = .success(box)
    } catch {
        result = .failure(error)
    }
    withExtendedLifetime(kept) {}
    kept = nil
    await release.wait()
    return try result.get().value
}

/// The moment at which the client releases a completion handler.
private final class Release: Sendable {
    private let state = Locked((isOver: false, waiting: nil as CheckedContinuation<Void, Never>?))

    /// Waits until the handler is released, at most 200 ms. Some clients keep their handlers: only the first of their calls
    /// takes that long.
    func wait() async {
        guard let keepsHandlers = CompletionObserver.keepsHandlers, !keepsHandlers.withLock({ $0 }) else { return }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting = continuation }
                return state.isOver
            }
            guard !isOver else { return continuation.resume() }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) {
                if self.end() { keepsHandlers.withLock { $0 = true } }
            }
        }
    }

    /// Ends the wait. Returns `false` if nothing waits.
    @discardableResult
    func end() -> Bool {
        let waiting = state.withLock { state in
            defer { state = (true, nil) }
            return state.waiting
        }
        waiting?.resume()
        return waiting != nil
    }
}

/// The task that waits for a completion handler. If the client releases the handler without calling it, the task
/// receives an error.
private final class Waiting<Value: Sendable>: Sendable {
    private let continuation: Locked<CheckedContinuation<Value, any Error>?>
    private let release: Release

    init(_ continuation: CheckedContinuation<Value, any Error>, _ release: Release) {
        self.continuation = Locked(continuation)
        self.release = release
    }

    func resume(with result: Result<Value, any Error>) {
        continuation.exchange(\.self, for: nil)?.resume(with: result)
    }

    deinit {
        resume(with: .failure(ClientOutcome.dropped))
        release.end()
    }
}

/// A value that is transferred from a completion handler to the task that waits for it.
private struct Box<Value>: @unchecked Sendable {
    // The value is transferred only once, so no two threads share it.
    let value: Value
}
