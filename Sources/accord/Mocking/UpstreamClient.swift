// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordServer
import AccordVerifier
import Foundation

/// Forwards the mock's requests to other servers. The client uses libcurl on a separate thread.
final class UpstreamClient: Sendable {
    private typealias Waiting = (
        request: HTTPRequest, deliver: @Sendable (Result<HTTPResponse, DescribedError>) -> Void
    )

    private struct State {
        var waiting: [Waiting] = []
        var waker: CurlMulti.Waker?
    }

    private let state = Locked(State())

    /// Starts the client's thread, which runs until the process ends.
    init() { Thread.detachNewThread { self.run() } }

    /// Sends a request. The client's thread calls `deliver` with the response or the failure.
    @Sendable
    func send(
        _ request: HTTPRequest, _ deliver: @escaping @Sendable (Result<HTTPResponse, DescribedError>) -> Void
    ) {
        let waker = state.withLock { state in
            state.waiting.append((request, deliver))
            return state.waker
        }
        waker?.wake()
    }

    private func run() {
        let multi: CurlMulti
        do {
            multi = try CurlMulti()
        } catch {
            return StandardError.write("accord: can't send requests to other servers: \(error.message)")
        }
        state.withLock { $0.waker = multi.waker }
        var active: [TransferKey: Waiting] = [:]
        var next = 0
        while true {
            for waiting in state.exchange(\.waiting, for: []) {
                do {
                    try multi.start(waiting.request, key: .testCase(next))
                    active[.testCase(next)] = waiting
                    next += 1
                } catch {
                    waiting.deliver(.failure(DescribedError(error.message)))
                }
            }
            for completion in multi.wait(upTo: .seconds(1)) {
                guard let waiting = active.removeValue(forKey: completion.key) else { continue }
                switch completion.outcome {
                case .response(let response): waiting.deliver(.success(response))
                case .failure(let failure, _): waiting.deliver(.failure(DescribedError(failure.message)))
                }
            }
        }
    }
}
