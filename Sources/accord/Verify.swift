// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordVerifier
import ArgumentParser

/// The command `accord verify`, which tests a server against its contracts.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify a server against its contracts.",
        discussion: """
            Sends the request of each case and checks the response.
            """)

    @OptionGroup var contracts: ContractArguments

    @OptionGroup var interactions: InteractionArguments

    @Option(name: .customLong("base-url"), help: .value("url", "The server's URL; default: the document URL's origin."))
    var baseURL: String?

    @Option(help: .value("name", "The name of a server in “servers” of the contracts."))
    var server: String?

    @Option(help: .value("folder", "The folder to write the reports to."))
    var report = "Reports"

    @Option(help: .hidden("file|-", "Write each event of the run to this file as a JSON line; - is standard output."))
    var events: String?

    @Option(parsing: .unconditional, help: .hidden("number", "The maximum number of parallel requests."))
    var concurrency = 16

    @Option(parsing: .unconditional, help: .hidden("number", "The maximum number of requests per second."))
    var rate: Double?

    @Flag(help: "Skip cases with unsafe methods such as POST.")
    var readOnly = false

    @Option(
        parsing: .unconditional,
        help: .hidden(
            "times",
            "The number of retries of a request after a temporary failure, or after status 429, 502, 503 or 504."))
    var retries = 0

    @Option(parsing: .unconditional, help: .value("time", "The time to wait for the server to start, such as 30s."))
    var wait: Seconds?

    @Flag(help: "Stop after the first failed case.")
    var failFast = false

    @Option(parsing: .unconditional, help: .hidden("number", "Stop after this number of failed cases."))
    var maxFailures: Int?

    @Option(
        parsing: .unconditional,
        help: .hidden("time", "The time limit of the run, such as 90s or 5m. A longer run fails."))
    var maxTime: Seconds?

    @Flag(help: "Fail if there are warnings.")
    var warningsAsErrors = false

    @Option(help: .hidden("percent", "Fail if the run covers less than this percentage of the documentation."))
    var coverageThreshold: Int?

    @Option(
        help: .hidden(
            "infer", "Use “infer” to derive sequences of cases from paths, such as POST /users, then GET /users/{id}."))
    var flows: FlowChoice = .documented

    @Flag(help: "List the cases without running them.")
    var list = false

    @Option(help: .value("name", "Use the options of this environment in accord.yaml."))
    var environment: String?

    @Flag(help: .hidden("Verify again when a contract changes."))
    var watch = false

    @OptionGroup(title: "Reports") var reports: ReportArguments
    @OptionGroup(title: "Security") var security: SecurityArguments
    @OptionGroup(title: "Findings") var severity: SeverityArguments
    @OptionGroup(title: "Findings") var known: BaselineArguments
    @OptionGroup(title: "States", visibility: .hidden) var states: StateArguments
    @OptionGroup(title: "Selection") var selection: SelectionArguments
    @OptionGroup(title: "Selection") var derived: DerivedArguments
    @OptionGroup(title: "Selection") var shard: ShardArguments
    @Option(help: .hidden("percent", "Fail if the run makes less than this percentage of the possible checks."))
    var minimumTested: Double?

    @OptionGroup var transport: TransportArguments
    @OptionGroup(title: "Reports") var display: DisplayArguments

    func validate() throws {
        guard concurrency > 0 else { throw ValidationError("--concurrency must be at least 1, got \(concurrency)") }
        guard rate.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw ValidationError("--rate must be greater than 0, such as 20 or 0.5")
        }
        guard !readOnly || states.handler == nil else {
            throw ValidationError("--read-only can't be combined with --state-url or --state-command")
        }
        guard coverageThreshold.map((0...100).contains) ?? true else {
            throw ValidationError("--coverage-threshold must be a percentage from 0 to 100")
        }
        guard retries >= 0 else { throw ValidationError("--retries must be at least 0, got \(retries)") }
        guard maxFailures.map({ $0 > 0 }) ?? true else { throw ValidationError("--max-failures must be at least 1") }
        guard minimumTested.map((0...100).contains) ?? true else {
            throw ValidationError("--minimum-tested must be a percentage from 0 to 100")
        }
        guard baseURL == nil || server == nil else {
            throw ValidationError("--base-url and --server are mutually exclusive")
        }
    }

    func run() throws {
        let interruption = Interruption()
        let preparation = Preparation()
        StopSignals.onFirst {
            preparation.end(.interrupted, because: "interrupted before the first request")
            interruption.ask()
        }
        var contracts = contracts
        contracts.documents += interactions.paths
        guard watch else { return try run(contracts, reading: DiskFiles(), interruption, preparation) }
        try WatchedFiles.run(contracts, isStopped: { interruption.isAsked }) {
            try run(contracts, reading: $0, interruption, preparation)
        }
    }

    private func run(
        _ contracts: ContractArguments, reading disk: any ContractFiles, _ interruption: Interruption,
        _ preparation: Preparation
    ) throws {
        let start = ContinuousClock.now
        var given = try security.given()
        let read = try preparation.run(limit: maxTime?.value) {
            try interactions.download(transport)
            return try contracts.load(infersFlows: flows == .infer, color: display.color, reading: disk)
        }
        let readingTime = (ContinuousClock.now - start) / .seconds(1)
        let loaded = try filled(read, &given)
        let shard = try self.shard.chosen()
        let chosen = try selection.selection(lastReportIn: report, of: loaded)
        var planner = RunPlanner(loaded, options: planOptions(chosen))
        let isStopped = { interruption.isAsked || maxTime.map { .now >= start + .seconds($0.value) } ?? false }
        try preparation.run(limit: maxTime.map { $0.value - readingTime }) { try check(planner, chosen, isStopped) }
        var plan = planner.documented
        var part: RunReport.Shard?
        if shard != nil || list || plan.entries.isEmpty {
            plan = preparation.run { planner.rest(unless: isStopped) }
            if interruption.isAsked { throw ExitStatus.interrupted }
            if isStopped() { throw ExitStatus.broken.because("--max-time was reached while Accord planned the cases") }
            guard !plan.entries.isEmpty || chosen.isEverything else {
                throw ExitStatus.usage.because(
                    "no case matches all of --filter, --operation, --case and --tag, and none of --exclude-…\n"
                        + "`accord config verify` prints the options and their origin.")
            }
            part = shard.map { cut(&plan, to: $0) }
            planner = RunPlanner(planned: plan, omissions: planner.omissions)
        }
        guard !plan.entries.isEmpty || part != nil else {
            throw ExitStatus.broken.because("no cases to run: the contracts contain no case that applies to servers")
        }
        let unasked = { (omissions: [Omission]) -> [Omission] in
            loaded.flatMap { $0.leftOut.map(Omission.init(leftOut:)) }
                + omissions.filter { chosen.includes(operation: $0.operation) }
        }
        if list { return plan.entries.map(\.listing).forEach(Output.line) }
        try states.requireHandler(for: plan, of: loaded)
        let target = try target(loaded)
        let baseline = try known.read(among: Set(loaded.flatMap(\.operations).map(\.id)))
        try ReportOutput.prepare(report)
        _ = try reports.writer()
        let severities = try severity.severities()
        var options = try options(target, given)
        options.start = start
        // Reserve time for writing the reports, which takes up to four times as long as reading a large document.
        options.timeForReports = max(options.timeForReports, min(4 * readingTime, (maxTime?.value ?? 0) / 2))
        let events = try events.map { try EventStream($0) }
        let unreached = try unreached(plan.addresses(target), interruption)
        var secrets = Secrets(loaded, given: given, environment: options.environment)
        for url in [baseURL, security.tokenURL, states.url, transport.proxy] + interactions.paths
            + self.contracts.paths
        {
            url.map { secrets.add(credentialsOf: $0) }
        }
        // Reports show the server address of this operation. With `--shard`, use the first operation of the contracts
        // instead of the first operation of the shard. All shards then report the same address.
        let addressed =
            part == nil ? plan.entries.first?.testCase.operation : loaded.lazy.compactMap(\.operations.first).first
        let run = VerifyRun(
            command: self, address: address(target, of: addressed), contracts: loaded, files: disk, secrets: secrets,
            options: options, part: part, baseline: baseline, severities: severities, events: events,
            interruption: interruption, unasked: unasked)
        if let unreached { try run.giveUp(plan, unreached) }
        try run.run(PlanSource(planner), planned: plan.entries.count, isFinal: planner.hasOnlyDocumented)
    }

    /// Adds the credentials of the command line to the contracts, and prints which credentials are missing.
    private func filled(_ contracts: [Contract], _ given: inout GivenCredentials) throws -> [Contract] {
        let variables = try security.environment()
        let filled = try ExitStatus.usageOnError { try given.fill(contracts, environment: variables) }
        for line in GivenCredentials.missing(in: filled) { StandardError.write(line) }
        return filled
    }

    /// Returns the server's address that reports show: the base URL, or the URL of the operation's server.
    private func address(_ target: Target, of operation: AccordContract.Operation?) -> String {
        switch target {
        case .baseURL(let url): url
        case .server(let name): operation.flatMap(target.baseURL) ?? name
        }
    }

    private func planOptions(_ chosen: Selection) -> PlanOptions {
        var options = PlanOptions(today: Clock.today)
        options.selection = chosen
        options.serverName = server
        options.refusals = derived.refusalOptions(naming: chosen.included.cases)
        let fuzz = derived.fuzzOptions
        if fuzz.count > 0 || chosen.included.cases.contains(where: { FuzzID($0) != nil }) { options.fuzz = fuzz }
        options.isReadOnly = readOnly
        options.allowsUnsafe = derived.allowUnsafe
        return options
    }

    private func cut(_ plan: inout RunPlan, to shard: Shard) -> RunReport.Shard {
        let part = plan.keep(shard)
        if plan.entries.isEmpty {
            let none = part.whole.map { "none of the \($0.cases.counted("case"))" } ?? "no cases"
            StandardError.write("accord: shard \(shard) contains \(none); merge the shards with accord report merge")
        }
        return part
    }

    /// Checks that the filters match cases, and that `--refusals` and `--fuzz` yield requests.
    ///
    /// - Throws: `ExitStatus.usage` if a filter matches no case, or if `--refusals` or `--fuzz` yields no requests.
    private func check(_ planner: RunPlanner, _ chosen: Selection, _ isStopped: () -> Bool) throws {
        // The run continues if it can send no such requests at all, even with other options.
        let isRestricted = !derived.allowUnsafe && planner.operations.contains { !HTTPMethod.isSafe($0.request.method) }
        let (subject, hint) =
            isRestricted ? (" with a safe method", "; use --allow-unsafe for other methods") : ("", "")
        let hasRefusals = planner.hasRefusals(isStopped: isStopped)
        for (isThere, isEssential, reason) in [
            (
                hasRefusals, true,
                "--refusals: no selected operation\(subject) has a successful case with an invalid variation"
            ),
            (
                planner.hasFuzz, hasRefusals != true,
                "--fuzz: no selected operation\(subject) has a parameter or a JSON body that Accord can vary"
            ),
        ] where isThere == false {
            guard !isEssential || chosen.isEverything && !isRestricted else {
                throw ExitStatus.usage.because(reason + hint)
            }
            StandardError.write("accord: \(reason)\(hint)")
        }
        if let user = planner.contracts.lazy.compactMap(\.secondUser).first, planOptions(chosen).refusals == nil {
            StandardError.write(
                "accord: warning: the requests of the second user “\(user)” are sent only with --refusals")
        }
        let misses = planner.misses(unless: isStopped)
        guard misses.isEmpty || isStopped() else {
            throw ExitStatus.usage.because(misses.joined(separator: "\n") + "\n`accord verify --list` lists all cases.")
        }
    }

    private func target(_ contracts: [Contract]) throws -> Target {
        let target: Target? =
            baseURL.map { .baseURL($0) } ?? server.map { .server($0) }
            ?? self.contracts.paths.first(where: RemoteDocument.isURL).map { .baseURL(RemoteDocument.server(of: $0)) }
        guard let target else {
            let names = Target.names(in: contracts).map { "\n  --server \($0.name)   \($0.url)" }.joined()
            let known = names.isEmpty ? "" : ", or one of the contracts' servers:" + names
            throw ExitStatus.usage.because("missing address of the server; specify --base-url URL\(known)")
        }
        if let problem = target.problem(in: contracts) { throw ExitStatus.usage.because(problem) }
        return target
    }

    /// Returns the server that can't be reached, with the reason. Returns `nil` if all servers respond, or if the run
    /// was interrupted.
    private func unreached(_ addresses: [String], _ interruption: Interruption) throws -> Reachability.Failure? {
        do {
            try Reachability(transport.options).check(
                addresses, patience: wait?.value ?? 0, isStopped: { interruption.isAsked },
                waits: { StandardError.write("accord: waiting for \($0.address): \($0.reason.message)") })
        } catch let failure as Reachability.Failure {
            return interruption.isAsked ? nil : failure
        }
        return nil
    }

    private func options(_ target: Target, _ given: GivenCredentials) throws -> VerifierOptions {
        if transport.insecure {
            StandardError.write("accord: WARNING: --insecure trusts any certificate of the server")
        }
        var options = VerifierOptions(target: target)
        options.repeatOptions = try ([target.options] + security.shownOptions()).joined(separator: " ")
        options.concurrency = concurrency
        options.maximumFailures = failFast ? 1 : maxFailures
        options.maximumTime = maxTime?.value
        options.retries = retries
        options.rate = rate
        options.transport = transport.options
        options.environment = try security.environment()
        do {
            options.headers = try given.filledHeaders(options.environment)
        } catch {
            throw ExitStatus.usage.because("--header: \(error.message)")
        }
        options.stateHandler = states.handler
        options.signCommand = security.signCommand
        options.logins = given.logins
        options.tokenURL = security.tokenURL
        options.runID = Clock.runID
        options.now = { Clock.seconds }
        return options
    }
}
