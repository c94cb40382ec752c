// SPDX-License-Identifier: Apache-2.0
#if TLS
    import AccordCore
    import AccordContract
    import AccordServer
    import NIOCore
    import NIOSSL
    import AccordJSON

    /// The TLS configuration of a stub on a socket: a valid certificate, or the TLS fault of the case.
    final class LoopbackTLS: Sendable {
        private let fault = Locked<Fault?>(nil)

        /// Sets the TLS fault that new connections cause; `nil` for valid connections.
        func cause(_ fault: Fault?) { self.fault.withLock { $0 = fault } }

        /// Returns whether a test of the fault requires that the client trusts the stub's certificate authority.
        static func needsTrust(_ fault: Fault) -> Bool {
            [.tlsExpired, .tlsHostMismatch, .tlsClientCertRequired, .redirectDowngrade].contains(fault)
        }

        /// Adds the TLS handler to a new connection, so that all other handlers receive decrypted bytes.
        ///
        /// - Parameter host: The host for which the certificate is issued; `nil` for the loopback interface.
        /// - Throws: An error if the certificate can't be created.
        func prepare(_ channel: any Channel, host: String? = nil) throws {
            let fault = fault.withLock { $0 }
            let handlers = channel.pipeline.syncOperations
            if fault == .tlsPlaintextServer { return }
            if fault == .tlsHandshakeClosed { return try handlers.addHandler(HandshakeCloser(), position: .first) }
            let context = try Self.context(for: Identity(fault: fault, host: host))
            try handlers.addHandler(NIOSSLServerHandler(context: context), position: .first)
        }

        private struct Identity: Hashable {
            var fault: Fault?
            var host: String?
        }

        /// The TLS contexts, cached because creating a key and a certificate is slow.
        private static let contexts = Locked<[Identity: NIOSSLContext]>([:])

        private static func context(for identity: Identity) throws -> NIOSSLContext {
            try contexts.withLock { contexts in
                if let existing = contexts[identity] { return existing }
                let context = try NIOSSLContext(configuration: configuration(for: identity.fault, identity.host))
                contexts[identity] = context
                return context
            }
        }

        private static func configuration(for fault: Fault?, _ host: String?) throws -> TLSConfiguration {
            let authority =
                try fault == .tlsUntrustedRoot
                ? TestAuthority(name: "An unknown authority") : TestAuthority.shared.get()
            let identity = try authority.issue(
                to: fault == .tlsHostMismatch ? "other.test" : host, isExpired: fault == .tlsExpired)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(identity.certificate)], privateKey: .privateKey(identity.key))
            if fault == .tlsClientCertRequired {
                let roots = try NIOSSLCertificate.fromPEMBytes(Array(authority.pem.utf8))
                configuration.trustRoots = .certificates(roots)
                configuration.certificateVerification = .noHostnameVerification
            }
            return configuration
        }
    }

    /// A handler that closes the connection when the handshake begins.
    private final class HandshakeCloser: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.close(promise: nil) }
    }
#else
    /// An uninhabited type, because TLS requires the package trait “TLS”.
    typealias LoopbackTLS = Never
#endif
