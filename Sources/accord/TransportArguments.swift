import AccordVerifier
import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How requests travel.
struct TransportArguments: ParsableArguments {
    @Option(parsing: .unconditional, help: "How long a whole exchange may take: 30, 30s, 500ms, 2m.")
    var timeout = Seconds(30)

    @Option(parsing: .unconditional, help: "How long the connection, TLS included, may take.")
    var connectTimeout = Seconds(5)

    @Option(
        parsing: .unconditional,
        help: "How long the answer's first byte may take; as long as --timeout unless given.")
    var firstByteTimeout: Seconds?

    @Option(name: .customLong("max-body"), parsing: .unconditional, help: "How many bytes an answer's body may have.")
    var maximumBody = 10 * 1024 * 1024

    @Option(name: .customLong("http"), help: "The HTTP version: negotiated, 1.1 or 2.")
    var httpVersion = TransportOptions.HTTPVersion.negotiated

    @Option(help: ArgumentHelp("Certificates to trust, in a PEM file.", valueName: "file"))
    var cacert: String?

    @Option(help: ArgumentHelp("The client's certificate, in a PEM file.", valueName: "file"))
    var clientCert: String?

    @Option(help: ArgumentHelp("The client certificate's key, in a PEM file.", valueName: "file"))
    var clientKey: String?

    @Flag(help: "Trust any certificate. Never for production.")
    var insecure = false

    @Option(help: ArgumentHelp("The proxy; without it http_proxy, https_proxy and no_proxy hold.", valueName: "url"))
    var proxy: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("A host's address, without asking DNS.", valueName: "host:port:address"))
    var resolve: [String] = []

    var options: TransportOptions {
        var options = TransportOptions()
        options.totalTimeout = timeout.value
        options.firstByteTimeout = min(firstByteTimeout?.value ?? timeout.value, timeout.value)
        options.connectTimeout = min(connectTimeout.value, timeout.value)
        options.maximumBodyBytes = maximumBody
        options.httpVersion = httpVersion
        options.userAgent = "accord/\(Accord.version)"
        options.certificateAuthorities = cacert
        options.clientCertificate = clientCert
        options.clientKey = clientKey
        options.trustsAnyCertificate = insecure
        options.proxy = proxy
        options.resolve = resolve
        return options
    }

    func validate() throws {
        guard maximumBody > 0 else { throw ValidationError("--max-body must be at least 1") }
        if let proxy, let problem = ProxyAddress.problem(proxy) { throw ValidationError(problem) }
        for line in resolve {
            guard let problem = ResolvedHost.problem(line) else { continue }
            throw ValidationError(problem)
        }
        for (flag, file) in [("--cacert", cacert), ("--client-cert", clientCert), ("--client-key", clientKey)] {
            guard let file, access(file, R_OK) != 0 else { continue }
            throw ValidationError("\(flag): \(file): \(String(cString: strerror(errno)))")
        }
    }
}

extension TransportOptions.HTTPVersion: ExpressibleByArgument {}
