import AccordContract
import AccordCore
import AccordVerifier
import ArgumentParser

/// `accord verify`: does the server keep the contracts?
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a server against its contracts.",
        discussion: """
            Sends the request of each case, and judges the response. Needs --base-url or --server: the first server \
            of a contract is often production, so none is chosen by itself. Cases run concurrently; a case that names \
            others in "after" waits for them.
            """
    )

    @OptionGroup var contracts: ContractArguments

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "Send requests to this URL instead of the contracts' servers; a path in it replaces theirs.",
            valueName: "url"))
    var baseURL: String?

    @Option(help: ArgumentHelp("Send requests to the server that the contracts call by this name.", valueName: "name"))
    var server: String?

    @Option(help: ArgumentHelp("Write the reports into this folder.", valueName: "folder"))
    var report = "Reports"

    @Option(
        help: ArgumentHelp(
            "Stream events as lines of JSON; with - to standard output, and the report to standard error.",
            valueName: "file|-"))
    var events: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Send at most this many requests at the same time.", valueName: "number"))
    var concurrency = 16

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Start at most this many requests a second.", valueName: "number"))
    var rate: Double?

    @Flag(help: "Skip every case that sends an unsafe method such as POST: for production.")
    var readOnly = false

    @Option(
        parsing: .unconditional,
        help: "Send a request again, at most this often, after a temporary failure, 429, 502, 503 or 504.")
    var retries = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Wait this long for a server that is starting, such as 30s.", valueName: "time"))
    var wait: Seconds?

    @Flag(help: "Start nothing more after the first failure.")
    var failFast = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Start nothing more after so many failures.", valueName: "number"))
    var maxFailures: Int?

    @Option(parsing: .unconditional, help: "How long the whole run may take: 90s, 5m; what is left then fails it.")
    var maxTime: Seconds?

    @Flag(help: "Fail the run where there is a warning.")
    var warningsAsErrors = false

    @Option(
        help: ArgumentHelp(
            "Fail if the run shows less than this share of the documented statuses, media types, parameters, headers "
                + "and properties.", valueName: "percent"))
    var coverageThreshold: Int?

    @Option(
        help: ArgumentHelp(
            "Also ask what is plain from the paths: what POST /users created by GET, PATCH and DELETE /users/{id}.",
            valueName: "infer"))
    var flows: FlowChoice = .documented

    @Flag(help: "List the cases that would run, and run none.")
    var list = false

    @Flag(help: "Verify again whenever a contract changes.")
    var watch = false

    @OptionGroup(title: "Reports") var reports: ReportArguments
    @OptionGroup(title: "Security") var security: SecurityArguments
    @OptionGroup(title: "Known findings") var known: BaselineArguments
    @OptionGroup(title: "States") var states: StateArguments
    @OptionGroup(title: "Selection") var selection: SelectionArguments
    @Option(
        help: ArgumentHelp(
            "Fail where less than this share of what the contracts imply was asked.", valueName: "percent"))
    var minimumAsked: Double?

    @OptionGroup(title: "Transport") var transport: TransportArguments
    @OptionGroup(title: "Display") var display: DisplayArguments

    func validate() throws {
        guard concurrency > 0 else {
            throw ValidationError("--concurrency takes a number of requests from 1 on, not \(concurrency)")
        }
        guard rate.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw ValidationError("--rate takes a number of requests a second that is more than 0, such as 20 or 0.5")
        }
        guard !readOnly || states.handler == nil else {
            throw ValidationError("--read-only sets no states: leave --state-url and --state-command out")
        }
        guard coverageThreshold.map((0...100).contains) ?? true else {
            throw ValidationError("--coverage-threshold takes a percentage from 0 to 100")
        }
        guard retries >= 0 else { throw ValidationError("--retries takes a number from 0 on, not \(retries)") }
        guard maxFailures.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--max-failures takes a number from 1 on")
        }
        guard minimumAsked.map((0...100).contains) ?? true else {
            throw ValidationError("--minimum-asked takes a share from 0 to 100 percent")
        }
        guard baseURL == nil || server == nil else { throw ValidationError("give --base-url or --server, not both") }
    }

    func run() throws {
        let interruption = Interruption()
        StopSignals.onFirst { interruption.ask() }
        guard watch else { return try run(reading: DiskFiles(), interruption) }
        try Watch.run(contracts, isStopped: { interruption.isAsked }) { try run(reading: $0, interruption) }
    }

    private func run(reading files: any ContractFiles, _ interruption: Interruption) throws {
        var given = try security.given()
        let read = try contracts.load(infersFlows: flows == .infer, color: display.color, reading: files)
        let loaded = try filled(read, &given)
        let shard = try selection.part.chosen()
        var (plan, unasked) = try plan(loaded)
        let part = shard.map { cut(&plan, to: $0) }
        guard !plan.entries.isEmpty || part != nil else {
            throw ExitStatus.broken.because("no case was run: the contracts have none that a server can be asked")
        }
        if list { return plan.entries.map(\.testCase.qualifiedID).forEach(Output.line) }
        let target = try target(loaded)
        try ReportFolder.prepare(report)
        _ = try reports.writer()
        let options = try options(target, given)
        let events = try events.map { try EventStream($0) }
        let baseline = try known.read(among: plannable(loaded))
        let unreached = try unreached(plan.addresses(target), interruption)
        var secrets = Secrets(loaded, given: given, environment: options.environment)
        if let password = target.password { secrets.add(password) }
        // The parts of a run have to agree on it, so theirs doesn't depend on what falls to each.
        let addressed =
            part == nil ? plan.entries.first?.testCase.operation : loaded.lazy.compactMap(\.operations.first).first
        let run = VerifyRun(
            address: address(target, of: addressed),
            contracts: loaded.map { .init(file: $0.file, title: $0.title, version: $0.version) }, secrets: secrets,
            options: options, part: part, baseline: baseline, baselineArguments: known, events: events,
            output: ReportOutput(
                folder: report, arguments: reports, isApart: events?.isStandardOutput ?? false, color: display.color,
                isQuiet: display.quiet),
            interruption: interruption, display: display, documented: loaded, coverageThreshold: coverageThreshold,
            unasked: unasked, minimumAsked: minimumAsked, failsOnWarnings: warningsAsErrors)
        if let unreached { try run.giveUp(plan, unreached) }
        try run.run(consume plan)
    }

    /// The contracts with the credentials that are given; says what is still missing.
    private func filled(_ contracts: [Contract], _ given: inout GivenCredentials) throws -> [Contract] {
        do {
            let filled = try given.fill(contracts)
            for line in GivenCredentials.missing(in: filled) { StandardError.write(line) }
            return filled
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }

    /// What is asked, for people; of many operations, each maybe elsewhere, the address of one.
    private func address(_ target: Target, of operation: AccordContract.Operation?) -> String {
        switch target {
        case .baseURL(let url): url
        case .server(let name): operation.flatMap(target.baseURL) ?? name
        }
    }

    /// The ids of all that a baseline may speak of, whatever this run asks.
    private func plannable(_ contracts: [Contract]) -> Set<String> {
        let all = contracts.flatMap { CasePlan($0, operations: [], refusals: RefusalOptions(allowsUnsafe: true)).cases }
        return Set(all.filter(RunPlan.isForServers).map(\.qualifiedID))
    }

    /// What a server can be asked at all.
    private func candidates(_ contracts: [Contract], _ refusals: RefusalOptions?, _ fuzz: FuzzPlan) -> [Case] {
        contracts.flatMap {
            CasePlan($0, operations: [], refusals: refusals).cases.filter(RunPlan.isForServers)
        } + fuzz.cases.joined()
    }

    private func plan(_ contracts: [Contract]) throws -> (RunPlan, unasked: [RunExtent.Unasked]) {
        let chosen = try selection.selection(lastReportIn: report, of: contracts)
        let refusals = selection.derived.refusalOptions(naming: chosen.cases)
        let fuzz = try fuzz(contracts, chosen)
        // Of many thousand cases the list is made only where a choice has to be held against it.
        if !chosen.isEverything || refusals != nil {
            try check(chosen, refusals, among: candidates(contracts, refusals, fuzz))
        }
        var plan = RunPlan(
            contracts, selection: chosen, serverName: server, today: Clock.today, refusals: refusals, fuzz: fuzz)
        guard !plan.entries.isEmpty || chosen.isEverything else {
            throw ExitStatus.usage.because("no case answers to all of --filter, --operation, --case and --tag together")
        }
        if readOnly { plan.skipUnsafe() }
        plan.skipUnauthorized()
        let omissions = contracts.flatMap { Omission.all(in: $0, refusals: refusals) } + fuzz.omissions
        let unasked = omissions.filter { chosen.includes(operation: $0.operation) }.map(RunExtent.Unasked.init)
        return (plan, contracts.flatMap { $0.leftOut.map(RunExtent.Unasked.init(leftOut:)) } + unasked)
    }

    private func cut(_ plan: inout RunPlan, to shard: Shard) -> RunReport.Shard {
        let part = plan.keep(shard)
        if plan.entries.isEmpty {
            let whole = part.whole.map { ": \($0.cases) \($0.cases == 1 ? "case" : "cases")" } ?? ""
            StandardError.write(
                "accord: shard \(shard) has no cases of this run\(whole); accord report merge judges the "
                    + "shards together")
        }
        return part
    }

    /// - Throws: `ExitStatus.usage` where a choice matches nothing, or nothing can be refused.
    private func check(_ chosen: Selection, _ refusals: RefusalOptions?, among candidates: [Case]) throws {
        guard refusals == nil || candidates.contains(where: { $0.isDerived && FuzzID($0.id) == nil }) else {
            let hint = refusals?.allowsUnsafe == true ? "" : " of safe methods; --allow-unsafe derives those of others"
            throw ExitStatus.usage.because("--refusals: the contracts' schemas give none\(hint)")
        }
        let misses = chosen.misses(in: candidates)
        guard misses.isEmpty else {
            throw ExitStatus.usage.because(
                misses.joined(separator: "\n") + "\n`accord verify --list` lists every case.")
        }
    }

    /// The fuzz-generated requests of the chosen operations, and those that are repeated by their id.
    private func fuzz(_ contracts: [Contract], _ chosen: Selection) throws -> FuzzPlan {
        var options = selection.derived.fuzzOptions
        options.makesRequests = !list
        let plan = FuzzPlan(contracts, options: options, replaying: chosen.cases, includes: chosen.includes)
        guard options.count > 0, plan.cases.allSatisfy(\.isEmpty) else { return plan }
        let hint = options.allowsUnsafe ? "" : " of a safe method; --allow-unsafe takes the others too"
        let reason =
            "--fuzz: no request can be made: no chosen operation\(hint) has a parameter or a JSON body that may vary"
        // Where everything is asked that there is, the rest of the run proves something; this is said, here and at its end.
        guard chosen.isEverything, options.allowsUnsafe else { throw ExitStatus.usage.because(reason) }
        StandardError.write("accord: \(reason)")
        return plan
    }

    private func target(_ contracts: [Contract]) throws -> Target {
        let target: Target? = baseURL.map { .baseURL($0) } ?? server.map { .server($0) }
        guard let target else {
            let names = Target.names(in: contracts).map { "\n  --server \($0.name)   \($0.url)" }.joined()
            let known = names.isEmpty ? "; the contracts name no server" : ", or one that the contracts name:" + names
            throw ExitStatus.usage.because("which server? Give --base-url URL\(known)")
        }
        if let problem = target.problem(in: contracts) { throw ExitStatus.usage.because(problem) }
        return target
    }

    /// The headers of every request, variables filled in.
    private func headers(_ given: GivenCredentials, _ environment: @escaping Scope.Environment) throws -> [HTTPField] {
        do {
            return try given.filledHeaders(environment)
        } catch {
            throw ExitStatus.usage.because("--header: \(error.message)")
        }
    }

    /// Why a server accepts no connections; nil where each does, and once the result isn't needed any more.
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
        if transport.insecure { StandardError.write("accord: WARNING: --insecure trusts any certificate") }
        var options = VerifierOptions(target: target)
        options.concurrency = concurrency
        options.maximumFailures = failFast ? 1 : maxFailures
        options.maximumTime = maxTime?.value
        options.retries = retries
        options.rate = rate
        options.transport = transport.options
        options.environment = try security.environment()
        options.headers = try headers(given, options.environment)
        options.stateHandler = states.handler
        options.signCommand = security.signCommand
        options.tokenURL = security.tokenURL
        options.runID = Clock.runID
        options.now = { Clock.seconds }
        return options
    }
}
