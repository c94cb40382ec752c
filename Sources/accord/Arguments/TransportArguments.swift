// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordVerifier
import ArgumentParser
import Foundation

/// The options for sending HTTP requests, such as timeouts and proxies.
struct TransportArguments: ParsableArguments {
    @Option(parsing: .unconditional, help: .value("time", "A request's limit: 30 (seconds), 500ms or 2m."))
    var timeout = Seconds(30)

    @Option(parsing: .unconditional, help: .hidden("time", "The time limit to connect, including the TLS handshake."))
    var connectTimeout = Seconds(5)

    @Option(parsing: .unconditional, help: .hidden("time", "The time limit for the first byte of the response."))
    var firstByteTimeout: Seconds?

    @Option(
        name: .customLong("max-body"), parsing: .unconditional,
        help: .hidden("bytes", "The maximum size of a response body in bytes."))
    var maximumBody = 10 * 1024 * 1024

    @Option(name: .customLong("http"), help: .hidden("The HTTP version of requests: negotiated, 1.1 or 2."))
    var httpVersion = TransportOptions.HTTPVersion.negotiated

    @Option(help: .hidden("file", "Trust the CA certificates in this PEM file."))
    var cacert: String?

    @Option(help: .hidden("file", "The PEM file with the client certificate."))
    var clientCert: String?

    @Option(help: .hidden("file", "The PEM file with the private key of the client certificate."))
    var clientKey: String?

    @Flag(help: .hidden("Trust any certificate of the server. Don't use this option in production."))
    var insecure = false

    @Option(help: .hidden("url", "The HTTP proxy; default: the variables http_proxy, https_proxy and no_proxy."))
    var proxy: String?

    @Option(
        parsing: .singleValue,
        help: .hidden("host:port:address", "Connect to this address instead of resolving the host name. Repeatable."))
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
        if let problem = proxy.flatMap(Self.problem(ofProxy:)) { throw ValidationError(problem) }
        if let problem = resolve.lazy.compactMap(Self.problem(ofResolution:)).first { throw ValidationError(problem) }
        for (flag, file) in [("--cacert", cacert), ("--client-cert", clientCert), ("--client-key", clientKey)] {
            guard let file, access(file, R_OK) != 0 else { continue }
            let reason = errno == ENOENT ? "the file doesn't exist" : String(cString: strerror(errno))
            throw ValidationError("\(flag): can't read \(file): \(reason)")
        }
    }

    /// Returns an error message if a string isn't a valid proxy address, or `nil` if the address is valid.
    ///
    /// An empty string is valid and means that no proxy is used.
    static func problem(ofProxy text: String) -> String? {
        guard !text.isEmpty else { return nil }
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        let parts = URLParts(text.contains("://") ? text : "http://\(text)")
        var shown = text
        if parts.userInfo != nil {
            var masked = parts
            masked.userInfo = "•••"
            shown = masked.description
        }
        if let scheme = parts.scheme?.lowercased(), !schemes.contains(scheme) {
            return "--proxy “\(shown)”: unknown scheme; expected one of \(schemes.joined(separator: ", "))"
        }
        guard HostName.isAuthority(parts), ["", "/"].contains(parts.path), parts.query == nil else {
            return "--proxy “\(shown)” isn't the address of a proxy; example: http://proxy.example.com:3128"
        }
        return nil
    }

    /// Returns an error message if a string doesn't have the form `host:port:address`, or `nil` if the string is valid.
    ///
    /// The `address` part may contain several addresses, separated by commas.
    static func problem(ofResolution text: String) -> String? {
        func problem(_ reason: String) -> String {
            "--resolve “\(text)”: \(reason); example: api.example.com:443:127.0.0.1"
        }
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return problem("expected host:port:address") }
        guard parts[0] == "*" || HostName.isHost(String(parts[0])) else { return problem("invalid host") }
        guard HostName.isPort(parts[1]) else { return problem("invalid port, expected a number from 1 to 65535") }
        let addresses = parts[2].split(separator: ",", omittingEmptySubsequences: false)
        guard addresses.allSatisfy({ HostName.isAddress($0) }) else {
            return problem("invalid address, expected IPv4 or IPv6")
        }
        return nil
    }
}

extension TransportOptions.HTTPVersion: ExpressibleByArgument {}
