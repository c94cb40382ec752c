// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs a function on a new thread. Nothing waits for the thread to end.
package enum BackgroundThread {
    package static func run(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        pthread_create(
            &thread, nil,
            { context in
                #if canImport(Darwin)
                    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
                #else
                    if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body() }
                #endif
                return nil
            }, box.toOpaque())
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    private final class Body: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
