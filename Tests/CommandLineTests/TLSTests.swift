// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite(
    "accord verify over TLS", .timeLimit(.minutes(20)),
    .enabled("openssl or python3 isn't installed") {
        Certificates.minted != nil
    })
struct TLSTests {
    let certificates: Certificates
    let scratch: ScratchFolder
    let file: String

    init() throws {
        certificates = try #require(Certificates.minted)
        scratch = try ScratchFolder()
        file = try scratch.write(BadDayTests.contract, to: "tls.json")
    }

    func verify(_ address: String, _ arguments: String...) throws -> Program {
        try Program.run(
            Program.accordProgram, ["verify", "--base-url", address, "--report", scratch.path, file] + arguments,
            in: Program.packageRoot)
    }

    @Test("--cacert is trusted with HTTP/1.1 and HTTP/2", arguments: ["1.1", "2", "negotiated"])
    func trusted(version: String) throws {
        let server = try certificates.serve("good")
        let run = try verify(server.address, "--cacert", certificates.authority, "--http", version)
        #expect(run.status == 0, "\(run)")
    }

    @Test(
        "certificate errors are explained with advice",
        arguments: [
            ("good", false, "isn't trusted", "--cacert"), ("expired", true, "has expired or isn't valid yet", "Renew"),
            ("other", true, "is for a different host", "a host name that the certificate contains"),
        ])
    func wrong(name: String, isTrusted: Bool, message: String, advice: String) throws {
        let server = try certificates.serve(name)
        let run =
            try isTrusted
            ? verify(server.address, "--cacert", certificates.authority) : verify(server.address)
        #expect(run.status == 4, "\(run)")
        #expect(run.errors.contains(message), "\(run)")
        #expect(run.errors.contains(advice), "\(run)")
    }

    @Test("--insecure accepts any certificate, with a warning")
    func insecure() throws {
        let server = try certificates.serve("expired")
        let run = try verify(server.address, "--insecure")
        #expect(run.status == 0, "\(run)")
        #expect(run.errors.contains("WARNING: --insecure"))
        #expect(try scratch.text("report.json").contains("--insecure"))
        #expect(run.output.contains("--insecure"))
    }

    @Test("a client certificate is sent if the server requires it; otherwise the error says so")
    func clientCertificate() throws {
        let server = try certificates.serve("good", clientsOf: certificates.authority)
        let trusted = ["--cacert", certificates.authority]
        let proven = try verify(
            server.address, trusted[0], trusted[1], "--client-cert", certificates.certificate("client"),
            "--client-key", certificates.key("client"))
        #expect(proven.status == 0, "\(proven)")
        let unproven = try verify(server.address, trusted[0], trusted[1])
        // A connection reset may suppress the server's alert.
        #expect([1, 4].contains(unproven.status), "\(unproven)")
        #expect((unproven.output + unproven.errors).contains("--client-cert"), "\(unproven)")
    }

    @Test("--resolve connects to an address; the certificate must match the host")
    func resolve() throws {
        let server = try certificates.serve("good")
        let port = try #require(server.address.split(separator: ":").last)
        let run = try verify(
            "https://accord.test:\(port)", "--cacert", certificates.authority, "--resolve",
            "accord.test:\(port):127.0.0.1")
        #expect(run.status == 0, "\(run)")
    }

    @Test("an aborted handshake is reported")
    func handshake() throws {
        let server = try ScriptedServer([.send("\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}F")])
        let run = try verify("https://127.0.0.1:\(server.port)")
        #expect(run.status == 4, "\(run)")
        #expect(run.errors.contains("the TLS handshake failed"), "\(run)")
    }

    @Test(
        "unreadable certificate files are errors before any request is sent",
        arguments: ["cacert", "client-cert", "client-key"])
    func missingFile(flag: String) throws {
        let run = try verify("https://127.0.0.1:1", "--\(flag)", "/nowhere/file.pem")
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains("--\(flag): can't read /nowhere/file.pem: the file doesn't exist"), "\(run)")
    }
}
