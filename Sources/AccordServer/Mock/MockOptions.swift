import AccordCore

/// How a mock behaves beyond what the contracts say.
package struct MockOptions: Sendable {
    /// Answers requests that break the contract, too, and only records what is wrong with them.
    package var isLenient = false
    /// Keeps what clients create, change and delete.
    package var isStateful = true
    /// Answers other origins' pages (CORS), with their preflight requests.
    package var answersOtherOrigins = true
    package var chaos: Chaos?
    package var delay: Delay?
    /// Chooses delays, and the answers of `Prefer: dynamic`.
    package var seed: UInt64 = 0
    /// What callers of `/__accord/` from elsewhere than this machine have to send as `Authorization: Bearer …`.
    package var adminToken: String?
    /// The journal's longest; older requests are forgotten.
    package var journalEntries = 10_000
    /// Hosts beside the loopback that callbacks may go to.
    package var callbackHosts: Set<String> = []
    package var environment: Scope.Environment = { _ in nil }

    package init() {}
}

/// Faults in place of answers, of so many requests in a hundred, the same for the same seed.
package struct Chaos: Sendable, Hashable {
    /// From 0 to 1.
    package var share: Double
    package var seed: UInt64

    package init(share: Double, seed: UInt64) {
        self.share = share
        self.seed = seed
    }
}

/// How long answers take, in seconds.
package enum Delay: Sendable, Hashable {
    case fixed(Double)
    case uniform(Double, Double)
    /// Most near the median, a few much later, as on real networks.
    case logNormal(median: Double, sigma: Double)

    package func seconds(_ chance: inout Chance) -> Double {
        switch self {
        case .fixed(let seconds): seconds
        case .uniform(let low, let high): low + (high - low) * chance.fraction()
        case .logNormal(let median, let sigma): min(median * Chance.exponential(sigma * chance.normal()), 60)
        }
    }
}
