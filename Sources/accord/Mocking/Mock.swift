// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import AccordServer
import AccordVerifier
import ArgumentParser
import Foundation

/// The command `accord mock`, which responds to requests as contracts document.
struct Mock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mock",
        abstract: "Serve contracts: respond to requests as documented, and reject invalid requests.",
        discussion: """
            Prints the mock's address in the first line. \
            The mock sends the response of the case that matches the request, or else the first documented success. \
            The response header Accord-Case names the case. \
            Clients can fetch, list, change and delete resources that they created. \
            The mock answers an invalid request with a documented error, or with a problem document. \
            Changes to a contract take effect within a second.

            The request header Prefer selects a different response. \
            Prefer selects a status, case or example: code=404, case="login/refuses a wrong password", example=NAME. \
            An invalid request gets its documented error, unless Prefer selects one. \
            Prefer selects generated data, a delay or a fault: dynamic, wait=2, fault=body-stall. \
            ADDRESS/__accord/ shows the requests that the mock received.
            """)

    @OptionGroup var contracts: ContractArguments
    @OptionGroup var listening: MockListeningArguments
    @OptionGroup var layout: MockLayoutArguments
    @OptionGroup var behavior: MockBehaviorArguments
    @OptionGroup var security: MockSecurityArguments
    @OptionGroup var proxying: MockProxyArguments
    @OptionGroup var reporting: MockReportArguments

    mutating func validate() throws {
        if contracts.paths.isEmpty, !layout.mounts.isEmpty { contracts.documents = layout.mounts.map(\.file) }
        guard !layout.ownPorts || listening.unixSocket == nil else {
            throw ValidationError("--own-ports and --unix-socket are mutually exclusive")
        }
    }

    func run() throws {
        let stop = DispatchSemaphore(value: 0)
        let preparation = Preparation()
        StopSignals.onFirst {
            preparation.end(.interrupted, because: "interrupted before the mock accepted requests")
            stop.signal()
        }
        Descriptor.raiseLimit()
        if let report = reporting.report { try ReportOutput.prepare(report) }
        let files = WatchedFiles(contracts)
        let documents = try preparation.run { try contracts.usable(reading: files) }
        let loaded = try security.filled(ExitStatus.usageOnError { try layout.place(documents.contracts) })
        let started = Clock.now
        let clock = ContinuousClock.now
        let masking = try Secrets(loaded, given: security.given(), environment: Environment.value).masking
        var log: (@Sendable (String) -> Void)?
        if behavior.log { log = { Output.line($0) } }
        let client = UpstreamClient()
        let recording = try proxying.recording(masking)
        var address = try listening.options()
        var servers: [MockServer] = []
        for group in layout.ownPorts ? loaded.map({ [$0] }) : [loaded] {
            let server = try preparation.run {
                try ExitStatus.usageOnError {
                    try MockServer(
                        group, behavior.options(isStrict: contracts.openAPI.strict), on: address, masking: masking,
                        clock: { Clock.secondsSince1970 },
                        connections: proxying.connections(client, recording), log: log)
                }
            }
            servers.append(server)
            if address.port > 0 { address.port += 1 }
        }
        for warning in servers.flatMap(\.warnings) { StandardError.write(warning) }
        listening.warn()
        let lines = servers.map { layout.ownPorts ? "\($0.address) \($0.files.joined(separator: " "))" : $0.address }
        // Write the ready file before the address is printed. A process that has read the address can then rely on the
        // file.
        if let file = listening.readyFile { try Environment.write(lines.joined(separator: "\n") + "\n", to: file) }
        lines.forEach(Output.line)
        documents.printWarnings()
        for server in servers {
            let (operations, files) = (server.operationCount.counted("operation"), server.files.count)
            StandardError.write(
                "accord: \(operations) of \(files.counted("contract")); "
                    + "journal: \(server.address)\(MockServer.adminPath)")
        }
        startWatching(files, servers)
        stop.wait()
        for server in servers { try server.stop() }
        try recording?.write()
        try reporting.finish(servers, loaded, started: started, duration: (.now - clock) / .seconds(1))
    }

    /// Starts a thread that reads changed contracts again and passes them to the servers until the process ends.
    private func startWatching(_ first: WatchedFiles, _ servers: [MockServer]) {
        // Each server keeps the names of its contract files, even if a file is removed. If the file reappears, the same
        // server serves the file again.
        let groups = servers.map(\.files)
        Thread.detachNewThread { [self] in
            var files = first
            while true {
                files.waitForChange()
                files = WatchedFiles(contracts)
                let problems = reload(files) { contracts in
                    for (server, group) in zip(servers, groups) {
                        try server.replace(layout.ownPorts ? contracts.filter { group.contains($0.file) } : contracts)
                    }
                }
                guard !problems.isEmpty else { continue }
                for problem in problems { StandardError.write(problem) }
                StandardError.write("accord: the mock still serves the previous contracts; fix the errors above")
                for server in servers { server.report(problems: problems) }
            }
        }
    }

    /// Reads the contracts again, and passes them to the servers. Returns error messages if the contracts are invalid.
    private func reload(_ files: WatchedFiles, into replace: ([Contract]) throws -> Void) -> [String] {
        guard let loaded = try? contracts.read(reading: files) else { return ["all contract files were removed"] }
        guard loaded.unusable.isEmpty else { return loaded.problems.filter { $0.severity == .error }.map(\.rendered) }
        do {
            try replace(security.filled(layout.place(loaded.contracts)))
            StandardError.write("accord: reloaded \(loaded.contracts.count.counted("contract"))")
            return []
        } catch {
            return ["\(error)"]
        }
    }
}
