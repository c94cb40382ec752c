// SPDX-License-Identifier: Apache-2.0
#if TLS && Tools
    internal import NIOHTTP2
    internal import NIOSSL

    /// The certificate and the private key of a TLS server.
    package struct ServerIdentity: Sendable {
        let context: NIOSSLContext
        /// The PEM certificate (RFC 7468) of the generated certificate authority, which clients must trust. It is `nil`
        /// if the user provides the certificate.
        package let authority: String?

        /// Generates a certificate for this machine, and a certificate authority that issues it.
        ///
        /// - Parameter hosts: Host names in addition to `localhost` and its addresses.
        package static func minted(for hosts: [String] = []) throws -> ServerIdentity {
            let authority = try TestAuthority(name: "Accord mock authority \(UInt32.random(in: 0...UInt32.max))")
            let identity = try authority.issue(to: nil, others: hosts)
            return try ServerIdentity(
                chain: [.certificate(identity.certificate)], key: .privateKey(identity.key), authority: authority.pem)
        }

        /// Reads the certificates and the private key from PEM files (RFC 7468).
        package init(certificate: String, key: String) throws {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            try self.init(chain: chain, key: .privateKey(NIOSSLPrivateKey(file: key, format: .pem)), authority: nil)
        }

        private init(chain: [NIOSSLCertificateSource], key: NIOSSLPrivateKeySource, authority: String?) throws {
            var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
            configuration.applicationProtocols = NIOHTTP2SupportedALPNProtocols
            context = try NIOSSLContext(configuration: configuration)
            self.authority = authority
        }
    }
#else
    /// A type that can't be created, because TLS requires the package trait “TLS”.
    package struct ServerIdentity: Sendable { private init() {} }
#endif
