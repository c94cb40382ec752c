import AccordContract
import AccordCore
import AccordServer
import AccordVerifier
import ArgumentParser
import Foundation

/// `accord mock`: the contracts, served.
struct Mock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mock",
        abstract: "Serve contracts: answer as they document, and refuse what they don't allow.",
        discussion: """
            The first line printed is the address. The case whose request matches answers, else the operation's first \
            documented success; the header Accord-Case names it. What POST created can be fetched, listed, changed and \
            deleted. A request that breaks the contract is refused as documented, else with a problem document that says what \
            is wrong with it. An edit of a contract is served within a second.

            Ask for another answer with the header Prefer: code=404, case="login/refuses a wrong password", \
            example=NAME, dynamic, wait=2 or fault=body-stall. ADDRESS/__accord/ shows the requests as they come.
            """
    )

    @OptionGroup var contracts: ContractArguments
    @OptionGroup var listening: MockListeningArguments
    @OptionGroup var layout: MockLayoutArguments
    @OptionGroup var behavior: MockBehaviorArguments
    @OptionGroup var security: MockSecurityArguments
    @OptionGroup var proxying: MockProxyArguments
    @OptionGroup var reporting: MockReportArguments

    mutating func validate() throws {
        if contracts.paths == ["Specs"], !FileManager.default.fileExists(atPath: "Specs"), !layout.mounts.isEmpty {
            contracts.paths = layout.mounts.map(\.file)
        }
        guard !layout.ownPorts || listening.unixSocket == nil else {
            throw ValidationError("--own-ports and --unix-socket exclude each other")
        }
    }

    func run() throws {
        StopSignals.block()
        Descriptor.raiseLimit()
        try reporting.prepare()
        let loaded = try security.filled(placed(contracts.load()))
        let started = Clock.now
        let clock = ContinuousClock.now
        let masking = try Secrets(loaded, given: security.given(), environment: Environment.value).masking
        var log: (@Sendable (MockServer.Line) -> Void)?
        if behavior.log { log = { Output.line(MockLog.line($0)) } }
        let client = UpstreamClient()
        let recording = proxying.recording(masking)
        var address = try listening.options()
        var servers: [MockServer] = []
        for group in layout.groups(loaded) {
            do {
                servers.append(
                    try MockServer(
                        group, behavior.options(), on: address, masking: masking, clock: { Clock.secondsSince1970 },
                        connections: proxying.connections(client, recording), log: log))
            } catch {
                throw ExitStatus.usage.because("\(error)")
            }
            if address.port > 0 { address.port += 1 }
        }
        for warning in servers.flatMap(\.warnings) { StandardError.write(warning) }
        listening.warn()
        let lines = servers.map { layout.ownPorts ? "\($0.address) \($0.files.joined(separator: " "))" : $0.address }
        // Whoever reads the address finds the file, too.
        try listening.writeReadyFile(lines.joined(separator: "\n"))
        lines.forEach(Output.line)
        ContractWatcher(servers: servers, arguments: contracts, layout: layout, security: security).start()
        StopSignals.wait()
        for server in servers { try server.stop() }
        try recording?.write()
        try reporting.finish(servers, loaded, started: started, duration: (.now - clock) / .seconds(1))
    }

    private func placed(_ contracts: [Contract]) throws -> [Contract] {
        do throws(NoSuchMount) {
            return try layout.place(contracts)
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }
}
