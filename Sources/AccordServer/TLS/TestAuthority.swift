// SPDX-License-Identifier: Apache-2.0
#if TLS
    internal import Crypto
    import Foundation
    package import NIOSSL
    internal import SwiftASN1
    internal import X509

    /// A certificate authority that issues certificates for tests. Each process generates a new authority.
    package struct TestAuthority: Sendable {
        /// A certificate with its private key.
        package struct Identity {
            package var certificate: NIOSSLCertificate
            package var key: NIOSSLPrivateKey
        }

        package static let shared = Result { try TestAuthority(name: "Accord test authority") }

        /// The certificate of the authority in PEM (RFC 7468).
        package let pem: String
        private let name: DistinguishedName
        private let key = Certificate.PrivateKey(P256.Signing.PrivateKey())

        package init(name text: String) throws {
            name = try DistinguishedName { CommonName(text) }
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
                notValidBefore: Self.day(-2), notValidAfter: Self.day(30), issuer: name, subject: name,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true))
                }, issuerPrivateKey: key)
            pem = try certificate.serializeAsPEM().pemString
        }

        /// Issues a certificate for the loopback interface or a different host.
        ///
        /// - Parameters:
        ///   - host: The host, or `nil` for `localhost` and its addresses.
        ///   - others: Additional host names.
        ///   - isExpired: Whether the certificate expired yesterday.
        package func issue(to host: String? = nil, others: [String] = [], isExpired: Bool = false) throws -> Identity {
            let key = P256.Signing.PrivateKey()
            let names: [GeneralName] =
                if let host { [Self.name(of: host)] } else {
                    [
                        .dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
                        .ipAddress(ASN1OctetString(contentBytes: ArraySlice([UInt8](repeating: 0, count: 15) + [1]))),
                    ] + others.map { .dnsName($0) }
                }
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
                notValidBefore: Self.day(-2), notValidAfter: Self.day(isExpired ? -1 : 30), issuer: name,
                subject: try DistinguishedName { CommonName(host ?? "localhost") },
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    SubjectAlternativeNames(names)
                    try ExtendedKeyUsage([.serverAuth])
                }, issuerPrivateKey: self.key)
            return Identity(
                certificate: try NIOSSLCertificate(
                    bytes: Array(certificate.serializeAsPEM().pemString.utf8), format: .pem),
                key: try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem))
        }

        private static func name(of host: String) -> GeneralName {
            let bytes = host.split(separator: ".").compactMap { UInt8($0) }
            return bytes.count == 4 ? .ipAddress(ASN1OctetString(contentBytes: bytes[...])) : .dnsName(host)
        }

        private static func day(_ offset: Double) -> Date { Date(timeIntervalSinceNow: offset * 86_400) }
    }
#endif
