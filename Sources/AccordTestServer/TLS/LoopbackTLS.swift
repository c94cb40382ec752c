#if TLS
    import AccordCases
    import AccordHTTP
    import AccordJudging
    import AccordServer
    import NIOCore
    import NIOSSL
    import Synchronization

    /// How a stub on a socket greets: with a certificate in order, or with the fault of the case.
    final class LoopbackTLS: Sendable {
        private let fault = Mutex<String?>(nil)

        /// From now on, connections meet `fault`; nil: none.
        func cause(_ fault: Fault?) {
            self.fault.withLock { $0 = fault?.id }
        }

        /// True where a client that trusts no certificate of the stub's would fail without the fault, too.
        static func needsTrust(_ fault: Fault) -> Bool {
            ["tls-expired", "tls-host-mismatch", "tls-client-cert-required", "redirect-downgrade"].contains(fault.id)
        }

        /// Puts what greets in front of a new connection; throws where no certificate can be made.
        func prepare(_ channel: any Channel) throws {
            let fault = fault.withLock { $0 }
            let handlers = channel.pipeline.syncOperations
            switch fault {
            case "tls-plaintext-server": return
            case "tls-handshake-closed": try handlers.addHandler(HandshakeCloser())
            default: try handlers.addHandler(NIOSSLServerHandler(context: Self.context(for: fault)))
            }
        }

        /// The contexts that were made, by fault: a key and a certificate take longer than a connection.
        private static let contexts = Mutex<[String?: NIOSSLContext]>([:])

        private static func context(for fault: String?) throws -> NIOSSLContext {
            try contexts.withLock { contexts in
                if let made = contexts[fault] { return made }
                let context = try NIOSSLContext(configuration: configuration(for: fault))
                contexts[fault] = context
                return context
            }
        }

        private static func configuration(for fault: String?) throws -> TLSConfiguration {
            let authority =
                try fault == "tls-untrusted-root"
                ? TestAuthority(name: "An authority that nobody knows") : TestAuthority.shared.get()
            let identity = try authority.issue(
                to: fault == "tls-host-mismatch" ? "other.test" : nil, isExpired: fault == "tls-expired")
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(identity.certificate)], privateKey: .privateKey(identity.key))
            if fault == "tls-client-cert-required" {
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
