// SPDX-License-Identifier: Apache-2.0
import AccordJSON
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Awaits a completion handler of the type `(Value?, (any Error)?)`.
///
/// A call with neither or both arguments, and a second call, are findings of the case.
public func completion<Value>(
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
) async throws -> Value {
    try await completions { report in
        call { value, error in
            switch (value, error) {
            case (let value?, nil): report(.success(value))
            case (nil, let error?): report(.failure(error))
            case (_?, let error?):
                report(.failure(CompletionMisuse.both(error)))
            case (nil, nil): report(.failure(CompletionMisuse.neither))
            }
        }
    }
}

/// Awaits a completion handler with a `Result`. A second call is a finding of the case.
public func completion<Value, Failure: Error>(
    _ call: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) async throws -> Value {
    try await completions { report in
        call { result in report(result.mapError { $0 as any Error }) }
    }
}

/// Awaits a completion handler with the arguments of `URLSession`.
///
/// A call with an error is a failure even if it has data, as in a session whose response is incomplete. A call with
/// neither data nor an error, and a second call, are findings of the case.
public func completion(
    _ call: (@escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) -> Void
) async throws -> (data: Data, response: URLResponse?) {
    try await completions { report in
        call { data, response, error in
            switch (data, error) {
            case (_, let error?): report(.failure(error))
            case (let data?, nil): report(.success((data, response)))
            case (nil, nil): report(.failure(CompletionMisuse.neither))
            }
        }
    }
}

/// Awaits a completion handler with an optional error; `nil` is success.
public func completion(_ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await completions { report in
        call { error in report(error.map { .failure($0) } ?? .success(())) }
    }
}

/// A wrong use of a completion handler.
enum CompletionMisuse: Error {
    case neither
    case both(any Error)
    /// The handler was released without a call.
    case dropped
}

/// Counts the calls of completion handlers during a case.
final class CompletionObserver: Sendable {
    @TaskLocal static var current: CompletionObserver?

    private let counts = Locked((handlers: 0, calls: 0))

    func opened() { counts.withLock { $0.handlers += 1 } }

    func called() { counts.withLock { $0.calls += 1 } }

    /// The number of calls beyond one for each handler.
    var surplus: Int { counts.withLock { max(0, $0.calls - $0.handlers) } }

    var isUsed: Bool { counts.withLock { $0.handlers > 0 } }
}

/// Resumes with the first call or the release of the handler, and notifies the observer of every call.
private func completions<Value>(
    _ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
) async throws -> Value {
    let observer = CompletionObserver.current
    observer?.opened()
    let box: Box<Value> = try await withCheckedThrowingContinuation { continuation in
        let waiting = Waiting(continuation)
        call { result in
            observer?.called()
            waiting.resume(with: result.map { Box(value: $0) })
        }
    }
    return box.value
}

/// The continuation of a completion handler, which is resumed once the last reference to the handler is released.
private final class Waiting<Value: Sendable>: Sendable {
    private let continuation: Locked<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        self.continuation = Locked(continuation)
    }

    func resume(with result: Result<Value, any Error>) {
        let first = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        first?.resume(with: result)
    }

    deinit { resume(with: .failure(CompletionMisuse.dropped)) }
}

/// A value on its way from a completion handler to the call that awaits it.
private struct Box<Value>: @unchecked Sendable {
    // The value is passed on once.
    let value: Value
}
