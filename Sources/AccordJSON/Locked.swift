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
/// Copies share the value. Used instead of `Mutex`, which requires macOS 15 and iOS 18.
package struct Locked<Value>: @unchecked Sendable {
    // Only `withLock` accesses the value, while it holds the lock.
    @usableFromInline let storage: LockedStorage<Value>

    /// Creates a lock for a value.
    @inlinable
    package init(_ value: Value) {
        storage = LockedStorage.make(value)
    }

    /// Calls a closure with the value while this thread holds the lock. The closure must not call `withLock` on the
    /// same value.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try storage.withUnsafeMutablePointers { value, lock in
            PlatformLock.lock(lock)
            defer { PlatformLock.unlock(lock) }
            return try body(&value.pointee)
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

    package init(_ compute: @escaping @Sendable () -> Value) {
        state = Locked(.pending(compute))
    }

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

/// Stores the value and the lock in one heap allocation, since the address of a lock must not change.
@usableFromInline
package final class LockedStorage<Value>: ManagedBuffer<Value, PlatformLock.Primitive> {
    @usableFromInline
    static func make(_ value: Value) -> LockedStorage<Value> {
        let buffer = create(minimumCapacity: 1) { buffer in
            buffer.withUnsafeMutablePointerToElements { PlatformLock.initialize($0) }
            return value
        }
        return unsafeDowncast(buffer, to: LockedStorage<Value>.self)
    }

    deinit {
        withUnsafeMutablePointerToElements { PlatformLock.destroy($0) }
    }
}

/// The lock of the platform's C library: `os_unfair_lock` or `pthread_mutex_t`. ThreadSanitizer recognizes both.
@usableFromInline
package enum PlatformLock {
    #if canImport(Darwin)
        @usableFromInline package typealias Primitive = os_unfair_lock

        static func initialize(_ lock: UnsafeMutablePointer<Primitive>) { lock.initialize(to: os_unfair_lock()) }
        static func destroy(_ lock: UnsafeMutablePointer<Primitive>) { lock.deinitialize(count: 1) }
        @usableFromInline static func lock(_ lock: UnsafeMutablePointer<Primitive>) { os_unfair_lock_lock(lock) }
        @usableFromInline static func unlock(_ lock: UnsafeMutablePointer<Primitive>) { os_unfair_lock_unlock(lock) }
    #else
        @usableFromInline package typealias Primitive = pthread_mutex_t

        static func initialize(_ lock: UnsafeMutablePointer<Primitive>) {
            lock.initialize(to: pthread_mutex_t())
            let status = pthread_mutex_init(lock, nil)
            precondition(status == 0, "pthread_mutex_init failed with error \(status)")
        }

        static func destroy(_ lock: UnsafeMutablePointer<Primitive>) {
            pthread_mutex_destroy(lock)
            lock.deinitialize(count: 1)
        }

        @usableFromInline
        static func lock(_ lock: UnsafeMutablePointer<Primitive>) {
            let status = pthread_mutex_lock(lock)
            precondition(status == 0, "pthread_mutex_lock failed with error \(status)")
        }

        @usableFromInline
        static func unlock(_ lock: UnsafeMutablePointer<Primitive>) {
            let status = pthread_mutex_unlock(lock)
            precondition(status == 0, "pthread_mutex_unlock failed with error \(status)")
        }
    #endif
}
