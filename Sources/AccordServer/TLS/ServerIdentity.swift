#if TLS && Tools
    internal import NIOHTTP2
    internal import NIOSSL

    /// What a server authenticates itself with over TLS.
    package struct ServerIdentity: Sendable {
        let context: NIOSSLContext
        /// The authority's certificate in PEM, RFC 7468, where it was minted here; clients are to trust it.
        package let authority: String?

        /// A certificate for this machine, minted now by an authority of its own, which nobody trusts yet.
        ///
        /// - Parameter hosts: names beside `localhost` and its addresses.
        package static func minted(for hosts: [String] = []) throws -> ServerIdentity {
            let authority = try TestAuthority(name: "Accord mock authority \(UInt32.random(in: 0...UInt32.max))")
            let identity = try authority.issue(to: nil, others: hosts)
            return try ServerIdentity(
                chain: [.certificate(identity.certificate)], key: .privateKey(identity.key), authority: authority.pem)
        }

        /// The certificates and the key of files in PEM.
        package init(certificate: String, key: String) throws {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            try self.init(
                chain: chain, key: .privateKey(NIOSSLPrivateKey(file: key, format: .pem)), authority: nil)
        }

        private init(
            chain: [NIOSSLCertificateSource], key: NIOSSLPrivateKeySource, authority: String?
        ) throws {
            var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
            configuration.applicationProtocols = NIOHTTP2SupportedALPNProtocols
            context = try NIOSSLContext(configuration: configuration)
            self.authority = authority
        }
    }
#else
    /// TLS comes with the trait “TLS”; without it there is none.
    package struct ServerIdentity: Sendable {
        private init() {}
    }
#endif
