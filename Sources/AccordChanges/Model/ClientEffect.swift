// SPDX-License-Identifier: Apache-2.0

/// The effect of a change on a client. The client's tests recorded the requests that the client sends and the
/// properties that it reads.
package enum ClientEffect: Sendable, Hashable {
    case breaks(reason: String)
    case unaffected(reason: String)
    /// The client doesn't read the changed property or header field.
    case unread(part: String)
    /// The client's report doesn't show whether the client depends on the changed property or header field.
    case unknown(reason: String)

    /// Whether the client breaks or may break.
    package var isBreaking: Bool {
        switch self {
        case .breaks, .unknown: true
        case .unaffected, .unread: false
        }
    }

    /// The effect in words, such as `breaks`, `may break` or `not affected`, and the reason for the effect.
    package var words: (verdict: String, reason: String) {
        switch self {
        case .breaks(let reason): ("breaks", reason)
        case .unaffected(let reason): ("not affected", reason)
        case .unread(let part): ("not affected", "the client doesn't read \(part)")
        case .unknown(let reason): ("may break", reason)
        }
    }
}
