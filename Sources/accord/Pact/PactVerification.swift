// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordVerifier
import ArgumentParser

/// The option of `verify` for pacts.
struct InteractionArguments: ParsableArguments {
    @Option(
        name: .customLong("pact"),
        help: .hidden(
            "path|url", "A pact to verify instead of the folder Specs/: a file, a folder or a URL. Repeatable."))
    var paths: [String] = []

    /// Downloads the pacts that are specified by their URLs.
    ///
    /// - Throws: An `ExitStatus` if a pact can't be downloaded.
    func download(_ transport: TransportArguments) throws {
        for url in paths where RemoteDocument.isURL(url) { try RemoteDocument.readPact(url, transport) }
    }
}

/// The options for provider states. A case lists its states in `given`.
struct StateArguments: ParsableArguments {
    @Option(
        name: .customLong("state-url"),
        help: .value("url", "Set up and tear down provider states with POST requests to this URL, like Pact."))
    var url: String?

    @Option(
        name: .customLong("state-command"),
        help: .value("command", "Set up and tear down provider states with this shell command."))
    var command: String?

    var handler: StateHandler? { url.map { .url($0) } ?? command.map { .command($0) } }

    func validate() throws {
        guard url == nil || command == nil else {
            throw ValidationError("--state-url and --state-command are mutually exclusive")
        }
    }

    /// Checks that an option specifies a handler, which sets up the provider states of pacts. Without the right state
    /// on the server, the result of a case proves nothing.
    ///
    /// - Throws: `ExitStatus.usage` if interactions have states and there is no handler.
    func requireHandler(for plan: RunPlan, of contracts: [Contract]) throws {
        guard handler == nil else { return }
        let pacts = Set(contracts.filter { $0.origin == .messages }.map(\.file))
        let cases = plan.entries.lazy.map(\.testCase).filter { pacts.contains($0.file) }
        let count = cases.count { !$0.definition.given.isEmpty }
        guard count > 0 else { return }
        throw ExitStatus.usage.because(
            "\(count.counted("interaction")) \(count == 1 ? "has" : "have") provider states, but no handler sets up the states\n"
                + "Specify --state-url or --state-command. Use --state-command true if no state needs a setup.")
    }
}
