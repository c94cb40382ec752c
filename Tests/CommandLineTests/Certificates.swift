// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Certificates for tests, generated for each run.
struct Certificates: Sendable {
    private let folder: ScratchFolder

    /// Returns `nil` if `openssl` or `python3` isn't installed.
    static let minted = try? Certificates()

    struct Unavailable: Error {}

    private init() throws {
        folder = try ScratchFolder()
        let tools = try Program.shell("command -v openssl && command -v python3")
        guard tools.status == 0 else { throw Unavailable() }
        let minting = try Program.shell("sh Tests/Fixtures/mint_certificates.sh '\(folder.path)'")
        guard minting.status == 0 else { throw Unavailable() }
    }

    var authority: String { folder.path + "/ca.pem" }
    func certificate(_ name: String) -> String { folder.path + "/\(name).pem" }
    func key(_ name: String) -> String { folder.path + "/\(name).key" }

    /// A server with the certificate of a name.
    func serve(_ name: String, clientsOf authority: String? = nil) throws -> RunningServer {
        try RunningServer(
            URL(filePath: "/usr/bin/env"),
            ["python3", "Tests/Fixtures/tls_server.py", certificate(name), key(name)] + (authority.map { [$0] } ?? []))
    }
}
