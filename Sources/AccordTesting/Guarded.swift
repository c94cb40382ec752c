import Foundation

/// A value behind a lock.
final class Guarded<Value>: @unchecked Sendable {
    // Every access goes through the lock, and the value never leaves it but by `body`.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
