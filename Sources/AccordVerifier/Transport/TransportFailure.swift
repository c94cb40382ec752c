// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The error for a request that received no usable response, with details and advice.
@dynamicMemberLookup package struct TransportFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, CaseIterable {
        case dns, refused, unreachable, proxy, connectTimeout, firstByteTimeout, totalTimeout, tlsUntrusted, tlsExpired,
            tlsHost, tlsProtocol, tlsClient, reset, empty, malformed, badEncoding, cut, tooLarge, headTooLarge, badURL,
            badField, other

        /// An entry of `Catalogue/transport-failures.json`.
        package struct Facts {
            package var rule: Rule
            /// Describes the failure in one sentence.
            package var message: String
            /// The advice to the user on how to correct the problem.
            package var advice: String
            /// Whether the failure occurred before the server could receive the request.
            package var isBeforeRequest = false
        }
    }

    package var kind: Kind
    /// The error message of libcurl, or the limit that was exceeded.
    package var detail: String

    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    package subscript<Value>(dynamicMember member: KeyPath<Kind.Facts, Value>) -> Value { kind.facts[keyPath: member] }
}
