import AccordCore
import AccordVerifier
import ArgumentParser
import Foundation

/// How requests travel.
struct TransportArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Limit the time of a whole exchange: 30, 30s, 500ms, 2m.", valueName: "time"))
    var timeout = Seconds(30)

    @Option(parsing: .unconditional, help: ArgumentHelp("Limit the time to connect, TLS included.", valueName: "time"))
    var connectTimeout = Seconds(5)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Limit the time until the response's first byte; by default as --timeout.", valueName: "time"))
    var firstByteTimeout: Seconds?

    @Option(
        name: .customLong("max-body"), parsing: .unconditional,
        help: ArgumentHelp("Limit the size of a response's body.", valueName: "bytes"))
    var maximumBody = 10 * 1024 * 1024

    @Option(name: .customLong("http"), help: "Speak this HTTP version: negotiated, 1.1 or 2.")
    var httpVersion = TransportOptions.HTTPVersion.negotiated

    @Option(help: ArgumentHelp("Trust the certificates in this PEM file.", valueName: "file"))
    var cacert: String?

    @Option(help: ArgumentHelp("Present the client certificate in this PEM file.", valueName: "file"))
    var clientCert: String?

    @Option(help: ArgumentHelp("Use the key of the client certificate in this PEM file.", valueName: "file"))
    var clientKey: String?

    @Flag(help: "Trust any certificate. Never for production.")
    var insecure = false

    @Option(
        help: ArgumentHelp(
            "Send requests through this proxy; by default http_proxy, https_proxy and no_proxy decide.",
            valueName: "url"))
    var proxy: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Use this address for a host instead of asking DNS. Repeatable.", valueName: "host:port:address"))
    var resolve: [String] = []

    var options: TransportOptions {
        var options = TransportOptions()
        options.totalTimeout = timeout.value
        options.firstByteTimeout = min(firstByteTimeout?.value ?? timeout.value, timeout.value)
        options.connectTimeout = min(connectTimeout.value, timeout.value)
        options.maximumBodyBytes = maximumBody
        options.httpVersion = httpVersion
        options.userAgent = "accord/\(RunReport.Tool.current.version)"
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
