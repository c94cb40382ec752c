import AccordJSON
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Awaits a completion handler of the shape `(Value?, (any Error)?)`.
///
/// Neither a value nor an error, both, and a second call are findings of the case.
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

/// Awaits a completion handler that takes a `Result`; a second call is a finding of the case.
public func completion<Value, Failure: Error>(
    _ call: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) async throws -> Value {
    try await completions { report in
        call { result in report(result.mapError { $0 as any Error }) }
    }
}

/// Awaits a completion handler of `URLSession`'s own shape, for wrappers that hand on what they got.
///
/// An error is a failure, whatever came with it: a session gives both where an answer breaks off. Neither data nor an
/// error, and a second call, are findings of the case.
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

/// Awaits a completion handler that takes nothing but an error; nil is success.
public func completion(_ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await completions { report in
        call { error in report(error.map { .failure($0) } ?? .success(())) }
    }
}

/// What a completion handler must not be called with.
enum CompletionMisuse: Error {
    case neither
    case both(any Error)
    /// The handler was let go, and so will never be called.
    case dropped
}

/// Counts the calls of completion handlers while a case runs.
final class CompletionObserver: Sendable {
    @TaskLocal static var current: CompletionObserver?

    private let counts = Locked((handlers: 0, calls: 0))

    func opened() { counts.withLock { $0.handlers += 1 } }

    func called() { counts.withLock { $0.calls += 1 } }

    /// How many calls there were beyond one for each handler.
    var surplus: Int { counts.withLock { max(0, $0.calls - $0.handlers) } }

    var isUsed: Bool { counts.withLock { $0.handlers > 0 } }
}

/// Resumes with the first call, or once nobody can call any more, and tells the observer of every call.
private func completions<Value>(
    _ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
) async throws -> Value {
    let observer = CompletionObserver.current
    observer?.opened()
    let box: Box<Value> = try await withUnsafeThrowingContinuation { continuation in
        let waiting = Waiting(continuation)
        call { result in
            observer?.called()
            waiting.resume(with: result.map { Box(value: $0) })
        }
    }
    return box.value
}

/// The task that awaits a handler's first call, while any reference to the handler is left.
private final class Waiting<Value: Sendable>: Sendable {
    private let continuation: Locked<UnsafeContinuation<Value, any Error>?>

    init(_ continuation: UnsafeContinuation<Value, any Error>) {
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

/// Carries a value from the handler that was called with it to the one call that awaits it.
private struct Box<Value>: @unchecked Sendable {
    // Handed over once: whoever called the handler has let go of it.
    let value: Value
}
