import AccordRendering
import AccordServer
import ArgumentParser

/// `accord mock`: the contracts, served.
struct Mock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve contracts: answer as they document, and refuse what they don't allow.",
        discussion: """
            Prints its address as the first line. Answers with the case whose request matches, else with the \
            operation's first documented success; the header Accord-Case names it. Answers a request that breaks the \
            contract with the operation's documented 400 or 422, with the findings where its body has room for them \
            (else Accord-Problem names the first), or, undocumented, 400 with the findings as \
            application/problem+json. To get another answer, send the header Prefer: code=404 or \
            Prefer: case="login/refuses a wrong password".
            """
    )

    @OptionGroup var contracts: ContractArguments

    @Option(help: ArgumentHelp("Listen on this address.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Listen on this port; 0 picks a free one.", valueName: "number"))
    var port = 8080

    @Option(help: ArgumentHelp("Colour the diagnostics: auto, always or never.", valueName: "when"))
    var color: ColorChoice = .auto

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535") }
    }

    func run() throws {
        StopSignals.block()
        let loaded = try contracts.load(color: color)
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
