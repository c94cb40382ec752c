#if TLS
    import AccordCore
    import AccordContract
    import AccordServer
    import NIOCore
    import NIOSSL
    import AccordJSON

    /// How a stub on a socket greets: with a certificate in order, or with the fault of the case.
    final class LoopbackTLS: Sendable {
        private let fault = Locked<Fault?>(nil)

        /// From now on, connections meet `fault`; nil: none.
        func cause(_ fault: Fault?) {
            self.fault.withLock { $0 = fault }
        }

        /// True where a client that trusts no certificate of the stub's would fail without the fault, too.
        static func needsTrust(_ fault: Fault) -> Bool {
            [.tlsExpired, .tlsHostMismatch, .tlsClientCertRequired, .redirectDowngrade].contains(fault)
        }

        /// Puts what greets in front of a new connection; throws where no certificate can be made.
        func prepare(_ channel: any Channel) throws {
            let fault = fault.withLock { $0 }
            let handlers = channel.pipeline.syncOperations
            if fault == .tlsPlaintextServer { return }
            if fault == .tlsHandshakeClosed { return try handlers.addHandler(HandshakeCloser()) }
            try handlers.addHandler(NIOSSLServerHandler(context: Self.context(for: fault)))
        }

        /// The contexts that were made, by fault: a key and a certificate take longer than a connection.
        private static let contexts = Locked<[Fault?: NIOSSLContext]>([:])

        private static func context(for fault: Fault?) throws -> NIOSSLContext {
            try contexts.withLock { contexts in
                if let made = contexts[fault] { return made }
                let context = try NIOSSLContext(configuration: configuration(for: fault))
                contexts[fault] = context
                return context
            }
        }

        private static func configuration(for fault: Fault?) throws -> TLSConfiguration {
            let authority =
                try fault == .tlsUntrustedRoot
                ? TestAuthority(name: "An authority that nobody knows") : TestAuthority.shared.get()
            let identity = try authority.issue(
                to: fault == .tlsHostMismatch ? "other.test" : nil, isExpired: fault == .tlsExpired)
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

    /// Reads the client's greeting and hangs up.
    private final class HandshakeCloser: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.close(promise: nil)
        }
    }
#endif
