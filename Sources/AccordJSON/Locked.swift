// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A value that only one thread can access at a time.
///
/// Used instead of `Mutex`, which requires macOS 15 and iOS 18.
package final class Locked<Value>: @unchecked Sendable {
    // Only `withLock` accesses the value, while it holds the lock.
    @usableFromInline var value: Value
    // The lock has memory of its own, because its address must not change.
    @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)

    /// Creates a lock for a value.
    package init(_ value: Value) {
        self.value = value
        lock.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(lock, nil)
        precondition(status == 0, "pthread_mutex_init failed with error \(status)")
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Calls a closure with the value while this thread holds the lock. The closure must not call `withLock` on the
    /// same value.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }

    /// Replaces a part of the value, and returns its former content.
    package func exchange<Part>(_ part: WritableKeyPath<Value, Part>, for content: Part) -> Part {
        withLock { value in
            defer { value[keyPath: part] = content }
            return value[keyPath: part]
        }
    }
}

/// A value that is computed when it is first used.
package final class Lazy<Value: Sendable>: Sendable {
    private enum State {
        case pending(@Sendable () -> Value)
        case done(Value)
    }

    private let state: Locked<State>

    package init(_ compute: @escaping @Sendable () -> Value) { state = Locked(.pending(compute)) }

    package var value: Value {
        state.withLock { state in
            switch state {
            case .done(let value): return value
            case .pending(let compute):
                let value = compute()
                state = .done(value)
                return value
            }
        }
    }
}
