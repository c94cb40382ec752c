// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// The settings of a mock.
package struct MockOptions: Sendable {
    /// Whether to respond normally to requests that violate the contract. The violations are still recorded.
    package var isLenient = false
    /// Whether undocumented cookies and tracking items are errors, and not only warnings.
    package var isStrict = false
    /// The status code for an invalid request if the contract documents none.
    package var invalidStatus = 400
    /// Whether a response that violates the contract becomes a 500.
    package var reportsContradictions = false
    /// Whether to remember the resources that clients create, change and delete.
    package var isStateful = true
    /// Whether to allow requests from web pages of other origins, and to respond to their preflight requests (CORS).
    package var answersOtherOrigins = true
    package var chaos: Chaos?
    package var delay: Delay?
    /// The pause between two items of a stream, in seconds. By default, the pause is shorter for a long stream.
    package var streamPause: Double?
    /// The number of items in a stream, or `nil` for the number of documented items. For a larger number, the items
    /// repeat.
    package var streamItems: Int?
    /// The seed for delays and for `Prefer: dynamic`.
    package var seed: UInt64 = 0
    /// The bearer token that `/__accord/` requires. Without a token, only this machine has access.
    package var adminToken: String?
    /// The largest number of requests in the journal.
    package var journalEntries = 10_000
    /// The hosts other than this machine that may receive callbacks.
    package var callbackHosts: Set<String> = []
    package var environment: Scope.Environment = { _ in nil }

    package init() {}
}

/// The settings of random faults. The same seed causes the same faults.
package struct Chaos: Sendable, Hashable {
    /// The fraction of requests that get a fault, from 0 to 1.
    package var share: Double
    package var seed: UInt64

    package init(share: Double, seed: UInt64) {
        self.share = share
        self.seed = seed
    }

    func fault(ofRequest number: UInt64) -> Fault? {
        var random = SeededRandom(seed: seed, number: number)
        guard random.fraction() < share else { return nil }
        return SocketFaults.ofMock[random.below(SocketFaults.ofMock.count)]
    }
}

/// The delay of a response, in seconds.
package enum Delay: Sendable, Hashable {
    case fixed(Double)
    case uniform(Double, Double)
    /// Most delays are near the median, and a few are much longer, as on real networks.
    case logNormal(median: Double, sigma: Double)

    func seconds(_ random: inout SeededRandom) -> Double {
        switch self {
        case .fixed(let seconds): seconds
        case .uniform(let low, let high): low + (high - low) * random.fraction()
        case .logNormal(let median, let sigma): min(median * exp(sigma * random.normal()), 60)
        }
    }
}

extension SeededRandom {
    /// Creates a generator for one request. The same seed produces the same numbers.
    init(seed: UInt64, number: UInt64) { self.init(state: seed &+ number &* 0x9E37_79B9_7F4A_7C15) }

    /// Returns a number from 0 up to, but not including, 1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// Returns a number of the standard normal distribution (Box–Muller transform).
    mutating func normal() -> Double { sqrt(-2 * log(1 - fraction())) * cos(2 * .pi * fraction()) }
}
