// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Checks before a run whether the servers accept connections.
package struct Reachability {
    package struct Failure: Error, Sendable {
        /// The address of the server, such as `http://localhost:8080`.
        package var address: String
        package var reason: TransportFailure
    }

    private let multi: CurlMulti

    /// - Throws: `TransportFailure` if libcurl can't be set up.
    package init(_ options: TransportOptions) throws(TransportFailure) { multi = try CurlMulti(options) }

    /// Connects to each address, including TLS, without sending a request.
    ///
    /// - Parameters:
    ///   - patience: The number of seconds to wait for a server to start.
    ///   - isStopped: A closure that returns whether to stop waiting.
    ///   - waits: A closure that is called once for each address that doesn't accept connections at first.
    /// - Throws: The failure of the first server that can't be reached.
    package func check(
        _ addresses: [String], patience: Double = 0, isStopped: () -> Bool = { false },
        waits: (Failure) -> Void = { _ in }
    ) throws(Failure) {
        let end = ContinuousClock.now + .seconds(patience)
        for address in addresses {
            var isFirst = true
            while let reason = failure(address) {
                let failure = Failure(address: URLParts(address).withoutUserInfo.description, reason: reason)
                guard reason.isBeforeRequest, ContinuousClock.now < end, !isStopped() else { throw failure }
                if isFirst { waits(failure) }
                isFirst = false
                _ = multi.wait(upTo: .milliseconds(100))
            }
        }
    }

    private func failure(_ address: String) -> TransportFailure? {
        do {
            try multi.start(HTTPRequest(method: "GET", url: address), key: .connection, connectsOnly: true)
        } catch {
            return error
        }
        while multi.runningCount > 0 {
            for completion in multi.wait(upTo: .seconds(10)) {
                if case .failure(let reason, _) = completion.outcome { return reason }
            }
        }
        return nil
    }
}

extension RunPlan {
    /// Returns the distinct addresses of the plan's requests: scheme, host and port.
    package func addresses(_ target: Target) -> [String] {
        entries.flatMap { $0.testCase.steps.map(\.operation) }.compactMap(target.baseURL).map { base in
            var parts = URLParts(base)
            parts.path = ""
            return parts.description
        }.distinct
    }
}
