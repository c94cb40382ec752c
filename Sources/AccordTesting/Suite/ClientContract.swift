import AccordContract
import AccordCore
import AccordJSON
import Foundation
import Testing

/// A contract that a client is held to; generated code embeds its text, so that a test run reads no file.
public final class ClientContract: Sendable {
    let plan: CasePlan?
    let problem: String?
    let file: String
    let toldMistakes = Locked(ToldMistakes())
    private let intactOutcomes = IntactOutcomes()
    private let packageRoot: String
    let tokens: [String: HTTPResponse]
    /// What the calls of operations take.
    private let shapes: [String: InputShape]

    /// - Parameters:
    ///   - file: the contract's path as people know it, `Specs/todos.json`.
    ///   - packageRoot: the folder that `file` is relative to; reports go to `Reports/` in it.
    ///   - level: `smoke`, `standard` or `full`: how much is derived.
    ///   - text: the contract.
    ///   - files: the files that the contract refers to, base64, by their path as the contract's own is written.
    ///   - places: where the values of contracts stand that were translated from other documents, by path.
    public convenience init(
        file: String, packageRoot: String, level: String, text: String, files: [String: String] = [:],
        places: [String: String] = [:]
    ) {
        var contents = files.mapValues { [UInt8](Data(base64Encoded: $0) ?? Data()) }
        contents[file] = Array(text.utf8)
        let formats = ContractFormats(embedded: places)
        self.init(
            ContractLoader.load(file, files: MemoryFiles(contents), formats: formats, lints: false), file: file,
            packageRoot: packageRoot, level: level)
    }

    init(_ loaded: LoadResult, file: String, packageRoot: String, level: String) {
        let contract = loaded.contract?.withImpliedCases
        self.file = file
        self.packageRoot = packageRoot
        plan = contract.map { CasePlan($0, level: Level(rawValue: level) ?? .standard) }
        problem = contract == nil ? loaded.diagnostics.map(\.rendered).joined(separator: "\n") : nil
        let shapes = contract?.operations.map { ($0.id, InputShape($0)) } ?? []
        self.shapes = Dictionary(shapes) { first, _ in first }
        tokens = TokenReply.answers(contract?.securitySchemes ?? [])
    }

    /// The cases of an operation that are for the client; only those that `ACCORD_CASE` names, if it is set.
    public func cases(of operation: String) -> [ClientCase] {
        // Where there is nothing to try, a case that doesn't exist is tried, and fails.
        guard let plan, plan.cases.contains(where: { $0.appliesTo != .server }) else {
            return [ClientCase(id: operation)]
        }
        let cases = plan.cases.filter { $0.operation.id == operation && $0.appliesTo != .server }
        CaseFilter.shared.offer(cases.map(\.id))
        return cases.filter { CaseFilter.shared.admits($0) }.map { ClientCase(id: $0.id) }
    }

    /// The cases of every operation that are for the client, for a suite that is put together at run time.
    ///
    /// A contract that can't be used has one case, which fails and says why.
    public var cases: [ClientCase] {
        guard let plan else { return [ClientCase(id: file)] }
        return plan.contract.operations.flatMap { cases(of: $0.id) }
    }

    /// Tries a case and records what is wrong as issues at the contract's line, and the result for the report.
    public func run(_ tried: ClientCase, with bindings: ClientBindings) async {
        if let path = tried.childFile { await tryAll(in: ChildFile(path: path), with: bindings) }
        let result = await result(of: tried, with: bindings)
        record(result)
        report(result)
    }

    /// Tries a case; for suites that are put together at run time, and for our own tests.
    package func result(
        of tried: ClientCase, with bindings: ClientBindings, isChild: Bool = false
    ) async -> CaseResult {
        guard let plan, let found = plan[tried.id] else {
            let location = AccordContract.SourceLocation(file: file, line: 1, column: 1)
            let finding = Finding(
                rule: .contractInvalid, blame: .contract,
                problem ?? "the contract has no case “\(tried.id)” for clients",
                contract: location, advice: "Run accord lint, and build again.")
            return CaseResult(
                id: tried.id, file: file, operation: tried.id, origin: .documented, status: .failed,
                location: location, findings: [finding])
        }
        var runner = runner(bindings)
        // A waived case may be one that crashes: in the test process it is tried only where that is asked for.
        runner.checksWaivers = isChild || WaiverCheck.isAskedFor
        runner.notesCrashes = !isChild
        if isChild { return await runner.run(found) }
        return await UnderWay.shared.noting(found, keep: { self.record($0) }) { await runner.run(found) }
    }

    func runner(_ bindings: ClientBindings) -> CaseRunner {
        var runner = CaseRunner(bindings: bindings, deadline: Deadline.ofCalls, tokens: tokens)
        runner.shapes = shapes
        runner.intactOutcomes = intactOutcomes
        return runner
    }

    func record(_ result: CaseResult) {
        guard let contract = plan?.contract else { return }
        let order = plan?.position(of: result.id) ?? 0
        ClientRecorder.shared.record(result, order: order, of: contract, packageRoot: packageRoot)
    }

    /// Tells the running test of every finding, at the contract's line.
    func report(_ result: CaseResult) {
        for finding in result.findings {
            Issue.record(
                Comment(rawValue: FindingText.text(finding, of: result)),
                severity: finding.severity == .error && result.status != .pending ? .error : .warning,
                sourceLocation: sourceLocation(finding.contract ?? result.location))
        }
        switch result.status {
        case .skipped, .blocked:
            guard result.findings.isEmpty else { return }
            Issue.record(
                Comment(rawValue: "\(result.id): \(result.status.rawValue): \(result.reason ?? "")"),
                severity: result.status == .blocked ? .error : .warning,
                sourceLocation: sourceLocation(result.location))
        case .passed, .failed, .pending, .notApplicable: break
        }
    }

    func sourceLocation(_ location: AccordContract.SourceLocation) -> Testing.SourceLocation {
        Testing.SourceLocation(
            fileID: "Specs/\(FilePath.name(of: location.file))", filePath: "\(packageRoot)/\(location.file)",
            line: max(1, location.line), column: max(1, location.column))
    }
}

/// How long a call may do nothing.
enum Deadline {
    /// Five seconds since the stub's last answer, or as many as `ACCORD_DEADLINE` says.
    static let ofCalls: Duration = {
        let text = ProcessInfo.processInfo.environment["ACCORD_DEADLINE"] ?? ""
        return Double(text).map { .seconds($0) } ?? .seconds(5)
    }()
}

/// Whether waived cases are tried in the test process, too.
enum WaiverCheck {
    static let isAskedFor = ProcessInfo.processInfo.environment["ACCORD_WAIVERS"] == "check"
}
