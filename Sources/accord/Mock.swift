import AccordServer
import ArgumentParser

/// `accord mock`: the contracts, served.
struct Mock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves contracts: answers as they document, and refuses what they don't allow.",
        discussion: """
            The first line printed is the address. The case whose request matches answers, else the operation's \
            first documented success; the header Accord-Case names it. A request that breaks the contract gets \
            the operation's documented 400 or 422, with the findings where its body may have them (else Accord-Problem \
            names the first), or, undocumented, 400 with the findings as application/problem+json. Ask for another answer with the header \
            Prefer: code=404 or Prefer: case="login/refuses a wrong password".
            """
    )

    @OptionGroup var contracts: ContractArguments

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(parsing: .unconditional, help: "The port to listen on; 0 picks a free one.")
    var port = 8080

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
    }

    func run() throws {
        StopSignals.block()
        let loaded = try contracts.load()
        let server: MockServer
        do {
            server = try MockServer(loaded, host: host, port: port, environment: Environment.value)
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
        Output.line(server.address)
        StopSignals.wait()
        try server.stop()
    }
}
