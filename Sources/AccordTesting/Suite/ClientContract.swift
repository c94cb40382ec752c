// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact
import Foundation
import Testing

/// A contract against which a client is tested. Generated code embeds the contract's text, so tests read no file.
public final class ClientContract: Sendable {
    let plan: CasePlan?
    let problem: String?
    let file: String
    /// The mistakes for which a test has recorded an issue, with the id of the operation whose test was the first. Other
    /// tests don't record the same mistakes again.
    let recorders = Locked<[MistakeKey: String]>([:])
    private let earlierCalls = EarlierCalls()
    /// The number of cases of each operation whose cases have ended.
    let progress = Locked<[String: Int]>([:])
    /// The habits that the client's calls have shown.
    let habits = Locked(ClientHabits())
    /// For each operation, the values that the client accepts in place of generated values that it rejects. An
    /// operation is missing until one of its cases has run.
    private let acceptedValues = Memo<String, AcceptedValues?>()
    private let packageRoot: String
    private let reports: String?
    let tokens: [String: HTTPResponse]
    /// The properties of each operation's generated input type, by operation id.
    private let shapes: [String: InputShape]
    private let profile: Severities.Profile
    /// The newer version of this contract, which `ACCORD_AGAINST` names. It is `nil` if the variable isn't set, or if
    /// it names the contract of a different API.
    let newer: NewerContract?

    /// Creates a contract from its text, which the build tool has already validated.
    ///
    /// - Parameters:
    ///   - file: The path of the contract, relative to `packageRoot`, such as `Specs/todos.json`.
    ///   - packageRoot: The root folder of the package. Reports are written to the subfolder `Reports/`.
    ///   - reports: The subfolder of `Reports/` for the report of a test target, such as `ShopTests`; `nil` for
    ///     `Reports/` itself.
    ///   - level: The level, which determines the number of derived cases: `smoke`, `standard` or `full`.
    ///   - profile: The severities of the findings: `default` or `strict`.
    ///   - text: The text of the contract.
    ///   - files: The contents of the files that the contract references, in base64, by path.
    ///   - places: The source locations in contracts that were converted from other formats, by path.
    public convenience init(
        file: String, packageRoot: String, reports: String? = nil, level: String, profile: String = "default",
        text: String, files: [String: String] = [:], places: [String: String] = [:]
    ) {
        var contents = files.mapValues { [UInt8](Data(base64Encoded: $0) ?? Data()) }
        contents[file] = Array(text.utf8)
        let loaded = EmbeddedContract(file: file, files: contents, places: places).load([PactFormat()])
        self.init(
            loaded, file: file, packageRoot: packageRoot, reports: reports, level: level,
            profile: Severities.Profile(rawValue: profile) ?? .default)
    }

    /// Reads and validates a contract at run time, for test suites without generated code.
    ///
    /// If the file can't be read or has errors, each test that uses the contract fails with the diagnostics.
    ///
    /// - Parameters:
    ///   - path: The path of the contract, relative to the root folder of the package, such as `Specs/todos.json`.
    ///   - level: The level, which determines the number of derived cases: `smoke`, `standard` or `full`.
    ///   - source: The path of a file in the package. The package's root is the nearest enclosing folder with a
    ///     `Package.swift`.
    public convenience init(reading path: String, level: String = "standard", source: String = #filePath) {
        let root = Self.packageRoot(of: source)
        let loaded = ContractLoader.load("\(root)/\(path)", displayedAs: path, formats: ContractFormats([PactFormat()]))
        self.init(loaded, file: path, packageRoot: root, level: level, profile: .default)
    }

    init(
        _ loaded: LoadResult, file: String, packageRoot: String, reports: String? = nil, level: String,
        profile: Severities.Profile = .strict,
        against path: String? = RunOptions.newerVersion, program: String = RunOptions.program
    ) {
        var loaded = loaded
        newer = NewerContract.version(of: &loaded, at: path, in: packageRoot, program: program)
        if let note = newer?.note { FileHandle.standardError.write(Data((note + "\n").utf8)) }
        let today = Instant.text(Date().timeIntervalSince1970)
        let contract = loaded.contract?.withImpliedCases.withExemptionsInForce(on: today)
        self.file = file
        self.packageRoot = packageRoot
        self.reports = reports
        self.profile = profile
        plan = contract.map { CasePlan($0, level: Level(rawValue: level) ?? .standard) }
        problem = contract == nil ? loaded.diagnostics.map(\.rendered).joined(separator: "\n") : nil
        let shapes = contract?.operations.map { ($0.id, InputShape($0)) } ?? []
        self.shapes = Dictionary(shapes) { first, _ in first }
        tokens = TokenReply.answers(contract?.securitySchemes ?? [])
    }

    /// Returns the nearest enclosing folder with a `Package.swift`, or the folder of the file if there is none.
    public static func packageRoot(of source: String) -> String {
        let folder = URL(filePath: source).deletingLastPathComponent()
        var current = folder
        while current.path.count > 1 {
            if FileManager.default.fileExists(atPath: current.appending(path: "Package.swift").path) {
                return current.path
            }
            current.deleteLastPathComponent()
        }
        return folder.path
    }

    /// Returns the cases of an operation that apply to clients.
    ///
    /// If `ACCORD_CASE` is set, the result contains only matching cases.
    public func cases(of operation: String) -> [ClientCase] {
        // The contract has errors, or no cases for clients. The test of a case that doesn't exist fails and reports
        // this.
        guard let plan, plan.isForClients else { return [ClientCase(id: operation)] }
        let cases = plan.cases(of: operation).filter {
            // Only documented cases are compared with a newer version.
            $0.appliesTo != .server && (newer == nil || !$0.isDerived)
        }
        CaseFilter.shared.offer(cases.map(\.id))
        return cases.filter { CaseFilter.shared.admits($0) }.map { ClientCase(id: $0.id) }
    }

    /// The cases of all operations that apply to clients, for a test suite that is created at run time.
    ///
    /// For a contract with errors, the only element is a case that fails with the diagnostics.
    public var cases: [ClientCase] {
        guard let plan else { return [ClientCase(id: file)] }
        return plan.contract.operations.flatMap { cases(of: $0.id) }
    }

    /// Runs a case, records its findings as issues at the line of the contract, and adds the result to the report.
    ///
    /// - Parameters:
    ///   - testCase: A case from ``cases`` or ``cases(of:)``, or the argument of a ``Child`` closure.
    ///   - bindings: The closures that call the client.
    public func run(_ testCase: ClientCase, with bindings: ClientBindings) async {
        if let path = testCase.childFile { await perform(ChildFile(path: path), with: bindings) }
        begin(testCase)
        let judged = await result(of: testCase, with: bindings)
        let result = ClientBaseline.shared?.applied(to: judged) ?? judged
        record(result)
        report(result)
    }

    /// Runs a case and returns its result.
    package func result(
        of testCase: ClientCase, with bindings: ClientBindings, isChild: Bool = false
    ) async -> CaseResult {
        guard let plan, let planned = plan[testCase.id] else {
            return result(of: testCase.id, .failed) { location in
                Finding(
                    rule: .contractInvalid, blame: .contract,
                    problem ?? "the contract has no case “\(testCase.id)” for clients",
                    contract: location, advice: "Run accord lint on the contract, and build the tests again.")
            }
        }
        var runner = runner(bindings)
        // A waived case may crash the client, so it runs in the test process only on request.
        runner.checksWaivers = isChild || RunOptions.checksWaivers
        let (testCase, doubts) = await adapted(planned, with: runner)
        var result = await runner.run(testCase)
        habits.withLock { $0 }.note(result, isCancelled: planned.outcome.isCancelled, deadline: RunOptions.deadline)
        if [.passed, .failed].contains(result.status) { result.findings += doubts }
        guard let newer, result.status == .passed else { return result }
        return await runner.result(of: testCase, result, against: newer)
    }

    /// Returns the case. If the client rejects generated values in the response, replaces them with values that the
    /// client accepts. The result contains findings about these values only for a base case, not for its derived
    /// cases.
    func adapted(_ planned: Case, with runner: CaseRunner) async -> (testCase: Case, doubts: [Finding]) {
        let id = planned.operation.id
        let accepted = await acceptedValues.value(of: id) { await self.acceptedValues(of: id, with: runner) }
        let plan = accepted?.plan ?? self.plan
        // The case changes a value that the client rejects.
        guard let testCase = plan?[planned.id] else { return (planned.withAnyOutcome, []) }
        if case .status? = planned.derivation?.variation {
            guard let values = await runner.acceptedValues(for: testCase), let made = MadeAnswer(testCase) else {
                return (testCase, [])
            }
            return (made.testCase(with: values), CaseRunner.needsExamples(values, of: testCase))
        }
        guard let accepted else { return (testCase, []) }
        var changed = accepted.isUnknown ? testCase.withAnyOutcome : testCase.doubting(accepted.places)
        if let input = accepted.input { changed = changed.doubting(input, inPlaceOf: accepted.base) }
        return (changed, planned.id == accepted.base.id ? accepted.doubts : [])
    }

    private func acceptedValues(of operation: String, with runner: CaseRunner) async -> AcceptedValues? {
        guard let plan else { return nil }
        for base in plan.cases(of: operation) where !base.isDerived && base.appliesTo != .server {
            let input = await runner.acceptedInput(for: base)
            let called = input ?? base
            var accepted = AcceptedValues(base: base, input: input, plan: plan)
            if let input { accepted.doubts = [CaseRunner.needsParameters(input, in: base)] }
            var response: ResponseDefinition?
            if called.hasUnknownBody, await runner.isRejected(called) {
                accepted.isUnknown = true
                accepted.doubts.append(CaseRunner.needsExample(of: base))
            } else if let values = await runner.acceptedValues(for: called) {
                accepted.places = Set(values.keys)
                accepted.doubts += CaseRunner.needsExamples(values, of: called)
                response = MadeAnswer(called)?.definition(with: values)
            }
            if accepted.doubts.isEmpty { continue }
            let contract = plan.contract.changing(base, request: input?.last.request, response: response)
            accepted.plan = CasePlan(contract, level: plan.level, operations: [operation])
            return accepted
        }
        return nil
    }

    func runner(_ bindings: ClientBindings) -> CaseRunner {
        CaseRunner(
            bindings: bindings, deadline: RunOptions.deadline, tokens: tokens, shapes: shapes,
            earlierCalls: earlierCalls, profile: profile, habits: habits.withLock { $0 })
    }

    /// The start of the contract.
    var start: AccordContract.SourceLocation { .init(file: file, line: 1, column: 1) }

    private var destination: ClientRecorder.Destination { .init(packageRoot: packageRoot, subfolder: reports) }

    func begin(_ testCase: ClientCase) {
        guard let planned = plan?[testCase.id] else { return }
        ClientRecorder.shared.begin(planned, to: destination)
    }

    func record(_ result: CaseResult) {
        CaseFilter.shared.note(result)
        guard let contract = plan?.contract else { return }
        let order = plan?.position(of: result.id) ?? 0
        ClientRecorder.shared.record(result.withoutIdleExchanges, order: order, of: contract, to: destination)
    }

    /// Records the mistakes of a result as issues at the line of the contract. For a case that didn't run, records the
    /// reason.
    func report(_ result: CaseResult) { for issue in IssueGroup.groups(of: [result]) { issue.record(in: self) } }

    func sourceLocation(_ location: AccordContract.SourceLocation) -> Testing.SourceLocation {
        Testing.SourceLocation(
            fileID: "Specs/\(FilePath.name(of: location.file))",
            filePath: location.file.hasPrefix("/") ? location.file : "\(packageRoot)/\(location.file)",
            line: max(1, location.line), column: max(1, location.column))
    }
}

/// The values that a client accepts in a generated request and response, and the operation's cases with these values.
private struct AcceptedValues: Sendable {
    var base: Case
    /// The case with parameters that the client accepts in place of generated ones.
    var input: Case?
    /// The locations of the accepted values in the response.
    var places: Set<JSONPointer> = []
    /// Whether the contract has no schema for the body, and the client rejects the generated body.
    var isUnknown = false
    var plan: CasePlan
    /// The findings about values that the contract should document.
    var doubts: [Finding] = []
}

/// The environment variables that change how cases run.
enum RunOptions {
    private static let environment = ProcessInfo.processInfo.environment

    /// The time without progress after which a call counts as hanging: `ACCORD_DEADLINE` in seconds, by default 5.
    static let deadline: Duration = Double(environment["ACCORD_DEADLINE"] ?? "").map { .seconds($0) } ?? .seconds(5)
    /// Whether waived cases also run in the test process: `ACCORD_WAIVERS=check`.
    static let checksWaivers = environment["ACCORD_WAIVERS"] == "check"
    /// Whether to determine which properties and header fields of documented responses the client reads:
    /// `ACCORD_NEEDS=1`.
    static let probesNeeds = environment["ACCORD_NEEDS"] == "1"
    /// The path of a newer version of the documentation, whose changes may break the client: `ACCORD_AGAINST`.
    static let newerVersion = environment["ACCORD_AGAINST"].flatMap { $0.isEmpty ? nil : $0 }
    /// The `accord` program, which compares the newer version: `ACCORD_PROGRAM`.
    static let program = environment["ACCORD_PROGRAM"] ?? "accord"
}
