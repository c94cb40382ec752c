import AccordServer
import ArgumentParser

/// Where the mock listens.
struct MockListeningArguments: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(parsing: .unconditional, help: "The port to listen on; 0 picks a free one.")
    var port = 8080

    @Option(help: ArgumentHelp("Listen on a Unix socket instead.", valueName: "path"))
    var unixSocket: String?

    @Flag(help: "Serve over TLS, HTTP/2 too, with a certificate for this machine that is made at the start.")
    var tls = false

    @Option(
        help: ArgumentHelp(
            "Write the authority of that certificate into a file, for clients to trust.", valueName: "file"))
    var caFile: String?

    @Option(help: ArgumentHelp("Serve over TLS with the certificates of a PEM file.", valueName: "file"))
    var cert: String?

    @Option(help: ArgumentHelp("Take the key of --cert from a PEM file.", valueName: "file"))
    var key: String?

    @Option(help: ArgumentHelp("Write the address into a file once connections are taken.", valueName: "file"))
    var readyFile: String?

    @Option(help: ArgumentHelp("Refuse bodies of more bytes, with 413.", valueName: "bytes"))
    var maxBody = ServerLimits().bodyBytes

    @Option(help: ArgumentHelp("Answer 503 beyond so many connections at a time.", valueName: "number"))
    var maxConnections = ServerLimits().connections

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
        guard (cert == nil) == (key == nil) else { throw ValidationError("--cert and --key go together") }
        guard caFile == nil || tls && cert == nil else {
            throw ValidationError("--ca-file is for the certificate that --tls makes")
        }
        guard maxBody >= 0 else { throw ValidationError("--max-body is a number of bytes") }
        guard maxConnections > 0 else { throw ValidationError("--max-connections is at least 1") }
    }

    /// - Throws: `ExitStatus.usage` where the certificates can't be read, or the authority's not be written.
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
            do {
                if let cert, let key { return try ServerIdentity(certificate: cert, key: key) }
                let names = host.contains(where: \.isLetter) && host != "localhost" && !host.contains(":") ? [host] : []
                let identity = try ServerIdentity.minted(for: names)
                let file = caFile ?? "accord-mock-ca.pem"
                if let reason = identity.authority.flatMap({ TextFile.write($0, to: file) }) {
                    throw ExitStatus.usage.because("can't write the authority's certificate to \(file): \(reason)")
                }
                StandardError.write(
                    "the certificate's authority is in \(file): let clients trust it, curl --cacert \(file)")
                return identity
            } catch let status as ExitStatus {
                throw status
            } catch {
                throw ExitStatus.usage.because("can't serve over TLS: \(error)")
            }
        #else
            throw ExitStatus.usage.because(
                "this program was built without TLS: build it by `make install`, or "
                    + "`swift build --traits Tools,YAML,TLS`")
        #endif
    }

    /// Says what it means to listen on more than this machine.
    func warn() {
        let isLoopback = host == "localhost" || host == "::1" || host.hasPrefix("127.")
        guard unixSocket == nil, !isLoopback else { return }
        StandardError.write(
            "warning: listening on \(host): everybody who reaches this machine gets answers; "
                + "the default is 127.0.0.1, this machine alone")
    }

    /// - Throws: `ExitStatus.usage` where it can't be written.
    func writeReadyFile(_ address: String) throws {
        guard let readyFile else { return }
        if let reason = TextFile.write(address + "\n", to: readyFile) {
            throw ExitStatus.usage.because("can't write --ready-file \(readyFile): \(reason)")
        }
    }
}
