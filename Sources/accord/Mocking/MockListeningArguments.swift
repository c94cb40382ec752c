// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordServer
import ArgumentParser

/// The options for the mock's address and TLS.
struct MockListeningArguments: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(parsing: .unconditional, help: "The port to listen on; 0 for any free port.")
    var port = 8080

    @Option(help: .hidden("path", "Listen on a Unix domain socket."))
    var unixSocket: String?

    @Flag(help: "Serve HTTPS and HTTP/2 with a generated certificate.")
    var tls = false

    @Option(help: .hidden("file", "The file to write the CA certificate to. This CA issued the generated certificate."))
    var caFile: String?

    @Option(help: .value("file", "Serve HTTPS with the certificate chain in this PEM file."))
    var cert: String?

    @Option(help: .value("file", "The PEM file with the private key of --cert."))
    var key: String?

    @Option(help: .hidden("file", "Write the mock's address to this file when the mock is ready."))
    var readyFile: String?

    @Option(help: .hidden("bytes", "Respond with 413 to request bodies larger than this number of bytes."))
    var maxBody = ServerLimits().bodyBytes

    @Option(help: .hidden("number", "Respond with 503 if more than this number of connections are open."))
    var maxConnections = ServerLimits().connections

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be from 0 to 65535") }
        guard (cert == nil) == (key == nil) else { throw ValidationError("--cert and --key must be used together") }
        guard caFile == nil || tls && cert == nil else {
            throw ValidationError("--ca-file requires --tls, and can't be combined with --cert")
        }
        guard maxBody >= 0 else { throw ValidationError("--max-body must be a number of bytes, at least 1") }
        guard maxConnections > 0 else { throw ValidationError("--max-connections must be at least 1") }
    }

    /// Returns the server's options: its address, its certificate and its limits.
    ///
    /// - Throws: `ExitStatus.usage` if a certificate can't be read or written.
    func options() throws -> ServerOptions {
        var options = ServerOptions()
        options.identity = try identity()
        options.host = host
        options.port = port
        options.unixSocket = unixSocket
        options.limits.bodyBytes = maxBody
        options.limits.totalBodyBytes = max(options.limits.totalBodyBytes, maxBody)
        options.limits.connections = maxConnections
        return options
    }

    private func identity() throws -> ServerIdentity? {
        guard tls || cert != nil else { return nil }
        #if TLS
            return try ExitStatus.usageOnError("can't serve HTTPS: ") {
                if let cert, let key { return try ServerIdentity(certificate: cert, key: key) }
                let names = host.contains(where: \.isLetter) && host != "localhost" && !host.contains(":") ? [host] : []
                let identity = try ServerIdentity.minted(for: names)
                let file = caFile ?? "accord-mock-ca.pem"
                if let authority = identity.authority { try Environment.write(authority, to: file) }
                StandardError.write(
                    "wrote the CA certificate to \(file); clients must trust this certificate: curl --cacert \(file)")
                return identity
            }
        #else
            throw ExitStatus.usage.because(
                "accord was built without TLS; build it with `make install` or `swift build --traits Tools,YAML,TLS`")
        #endif
    }

    /// Prints a warning if other machines can connect to the mock.
    func warn() {
        guard unixSocket == nil, !URLParts.isLoopback(host) else { return }
        StandardError.write("warning: listening on \(host): other machines can connect; the default is 127.0.0.1")
    }
}
