import AccordContract
import AccordCore

/// Whether servers take connections at all: asked once, before a run.
package struct Reachability {
    package struct Failure: Error, Sendable {
        /// The address that was asked, `http://localhost:8080`.
        package var address: String
        package var reason: TransportFailure
    }

    private let multi: CurlMulti

    /// - Throws: `TransportFailure` where libcurl can't be set up.
    package init(_ options: TransportOptions) throws(TransportFailure) {
        multi = try CurlMulti(options)
    }

    /// Connects to each address, TLS included, and sends nothing.
    ///
    /// - Parameters:
    ///   - patience: seconds in which to try again and again, for a server that is starting.
    ///   - isStopped: asked between tries.
    ///   - waits: told once of each address that isn't there yet.
    /// - Throws: the first failure that lasts.
    package func check(
        _ addresses: [String], patience: Double = 0, isStopped: () -> Bool = { false },
        waits: (Failure) -> Void = { _ in }
    ) throws(Failure) {
        let end = ContinuousClock.now + .seconds(patience)
        for address in addresses {
            var isFirst = true
            while let reason = failure(address) {
                var shown = URLParts(address)
                // A password in it is nobody's to read.
                shown.userInfo = nil
                let failure = Failure(address: shown.description, reason: reason)
                guard reason.isBeforeRequest, ContinuousClock.now < end, !isStopped() else { throw failure }
                if isFirst { waits(failure) }
                isFirst = false
                _ = multi.wait(upTo: .milliseconds(100))
            }
        }
    }

    private func failure(_ address: String) -> TransportFailure? {
        do {
            try multi.connect(to: address, key: 0)
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
    /// The addresses that the plan's requests go to, each once: scheme, host and port.
    package func addresses(_ target: Target) -> [String] {
        var addresses: [String] = []
        for operation in entries.flatMap({ $0.testCase.steps.map(\.operation) }) {
            guard let base = target.baseURL(for: operation) else { continue }
            var parts = URLParts(base)
            parts.path = ""
            if !addresses.contains(parts.description) { addresses.append(parts.description) }
        }
        return addresses
    }
}
