// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Reports clients whose requests can't reach the stub.
enum Unreached {
    static func untrusted(_ host: String) -> Finding {
        Finding(
            rule: .requestCountNone, blame: .client, "the client rejects the stub’s certificate for “\(host)”",
            place: .init(.count), expected: "a client that trusts stub.certificateAuthority", actual: "no request",
            advice: "With AsyncHTTPClient: configuration.tlsConfiguration?.trustRoots = "
                + ".file(stub.certificateAuthority.path). With URLSession on Linux: stub.answerPrivateSessions().")
    }

    static func withoutTLS(_ host: String) -> Finding {
        Finding(
            rule: .requestCountNone, blame: .client, "the client connects to “\(host)” with TLS", place: .init(.count),
            expected: "an http URL, because the trait “TLS” is disabled", actual: "no request",
            advice: "In Package.swift, add the trait to accord: .package(url: …, traits: [\"TLS\"]).")
    }
}
