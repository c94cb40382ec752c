// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The error for a request that received no usable response, with details and advice.
package struct TransportFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, CaseIterable {
        case dns, refused, unreachable, proxy, connectTimeout, firstByteTimeout, totalTimeout, tlsUntrusted, tlsExpired,
            tlsHost, tlsProtocol, tlsClient, reset, empty, malformed, badEncoding, cut, tooLarge, headTooLarge, badURL,
            badField, other

        /// An entry of `Catalogue/transport-failures.json`.
        struct Facts {
            var rule: Rule
            var message: String
            var advice: String
            /// Whether the failure occurred before the server could receive the request.
            var isBeforeRequest = false
            /// Whether the server caused the failure, rather than the network.
            var isServerFault = false
        }
    }

    package var kind: Kind
    /// The error message of libcurl, or the limit that was exceeded.
    package var detail: String

    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    package var rule: Rule { kind.facts.rule }
    package var isBeforeRequest: Bool { kind.facts.isBeforeRequest }
    package var isServerFault: Bool { kind.facts.isServerFault }
    /// Describes the failure in one sentence.
    package var message: String { kind.facts.message }
    /// The advice to the user on how to correct the problem.
    package var advice: String { kind.facts.advice }
}
