// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact
import Foundation

/// The newer version of an API's documentation that `ACCORD_AGAINST` names.
///
/// The client passes the cases of its own contract. The newer version shows the changes that will break the client.
struct NewerContract: Sendable {
    /// The path of the newer version, as the user wrote it in `ACCORD_AGAINST`.
    let path: String
    let contract: Contract
    private let router: Router
    /// Response bodies from `accord diff` that break clients of the older version, by operation of that version.
    private let witnesses: [String: [JSON]]
    /// The reason why the tests can't use the response bodies that `accord diff` finds, or `nil` if they can.
    private(set) var note: String?

    init(path: String, _ contract: Contract, witnesses: [String: [JSON]] = [:]) {
        self.path = path
        self.contract = contract
        self.witnesses = witnesses
        router = Router([contract])
    }

    /// Returns the newer version at a path, or `nil` if it can't be used or belongs to a different API.
    ///
    /// - Parameters:
    ///   - loaded: the client's contract. If the newer version can't be used, this function removes the contract and
    ///     sets the diagnostics.
    ///   - root: the folder to which a relative path refers.
    ///   - program: the `accord` program.
    static func version(
        of loaded: inout LoadResult, at path: String?, in root: String, program: String
    ) -> NewerContract? {
        guard let path, let older = loaded.contract else { return nil }
        let program = Program(name: program, folder: root)
        guard let newer = load(path, in: root, program) else {
            loaded.contract = nil
            loaded.diagnostics = [
                Diagnostic(
                    .error, rule: Rule.contractInvalid.id,
                    "ACCORD_AGAINST: “\(program.name) convert --bundle” can't convert the document",
                    at: SourceLocation(file: path, line: 1, column: 1),
                    advice: "Set ACCORD_PROGRAM to the path of the accord program. "
                        + "If you can't, set ACCORD_AGAINST to a file that “accord convert --bundle” wrote.")
            ]
            return nil
        }
        guard let contract = newer.contract else {
            loaded.contract = nil
            loaded.diagnostics = newer.diagnostics.filter { $0.severity == .error }
            return nil
        }
        guard isVersion(contract, of: older) else { return nil }
        let witnesses = program.witnesses(from: older.file, to: path)
        var version = NewerContract(path: path, contract, witnesses: witnesses ?? [:])
        if witnesses == nil {
            version.note =
                "accord: ACCORD_AGAINST: the tests send fewer responses, "
                + "because “\(program.name) diff” can't compare the documents. "
                + "Set ACCORD_PROGRAM to the path of the accord program."
        }
        return version
    }

    /// Reads a contract or a bundle. The `accord` program converts other documents.
    private static func load(_ path: String, in root: String, _ program: Program) -> LoadResult? {
        let file = path.hasPrefix("/") ? path : "\(root)/\(path)"
        let document = (try? DiskFiles().read(file)).flatMap { try? JSONDocument(parsing: $0, file: path) }
        if document?.root["contract"] != nil, document?.root["extends"] == nil {
            return ContractLoader.load(file, displayedAs: path, formats: ContractFormats([PactFormat()]), lints: false)
        }
        return (document.flatMap { EmbeddedContract($0.root) } ?? program.converted(path))?.load([PactFormat()])
    }

    /// Whether two contracts document a common operation. If they don't, they belong to different APIs.
    private static func isVersion(_ contract: Contract, of other: Contract) -> Bool {
        let shapes = Set(contract.operations.map { "\($0.request.method) \($0.request.path.shape)" })
        return other.operations.contains { shapes.contains("\($0.request.method) \($0.request.path.shape)") }
    }

    /// Returns the operation of the newer version that a request calls. The request's path may begin with the path of
    /// a server in the older version: `/v1/users` also matches `/users` if this server is `https://example.com/v1`.
    private func operation(for request: HTTPRequest, of older: AccordContract.Operation) -> AccordContract.Operation? {
        let path = URLParts(request.url).path
        let bases = [""] + older.servers.map { URLParts($0.url).path }
        for base in bases where path.hasPrefix(base) {
            let subpath = String(path.dropFirst(base.hasSuffix("/") ? base.count - 1 : base.count))
            if let match = router.route(method: request.method, path: subpath).matches.first { return match.operation }
        }
        return nil
    }

    /// Returns findings about the client's requests that the newer version doesn't allow.
    func findings(about requests: [HTTPRequest], of testCase: Case) -> [Finding] {
        zip(requests, testCase.steps).flatMap { request, step -> [Finding] in
            guard let newer = operation(for: request, of: step.operation) else {
                return [
                    Finding(
                        rule: .requestPath, blame: .contract, "the operation was removed",
                        contract: step.operation.location, place: .init(.path), expected: "an operation",
                        actual: "\(request.method) \(URLParts(request.url).path)")
                ]
            }
            return Judge.judge(request, documentedBy: newer, ratherThan: step.operation)
        }
    }

    /// Returns the responses that the newer version allows and the client's contract doesn't.
    func answers(to testCase: Case, _ requests: [HTTPRequest]) -> [NewerAnswers.Answer] {
        guard requests.count >= testCase.steps.count, let last = testCase.steps.last,
            let newer = operation(for: requests[testCase.steps.count - 1], of: last.operation)
        else { return [] }
        let name = "\(last.operation.request.method) \(last.operation.request.path)"
        return NewerAnswers(testCase, newer: newer, witnesses: witnesses[name] ?? [])?.all ?? []
    }
}

extension CaseRunner {
    /// Runs a passed case again with the responses of the newer version. Adds a finding for each response that breaks
    /// the client, and for each request that the newer version rejects.
    func result(of testCase: Case, _ passed: CaseResult, against newer: NewerContract) async -> CaseResult {
        var result = passed
        guard let first = await observation(of: testCase) else { return result }
        var findings = newer.findings(about: first.requests, of: testCase)
        for answer in newer.answers(to: testCase, first.requests) {
            guard let attempt = try? attempts(for: answer.testCase).last,
                let other = await observation(of: answer.testCase)
            else { continue }
            result.assertions += 1
            let judgement = attempt.judge(other)
            findings += judgement.findings.filter { $0.severity == .error && !$0.isAboutRequest }.map { finding in
                var finding = finding
                finding.contract = answer.location
                finding.place = answer.place
                finding.details = [
                    answer.value.map { "the response contains \($0)" } ?? "the response lacks this value"
                ]
                return finding
            }
        }
        result.findings += findings.map { finding in
            var finding = finding
            finding.message = "breaks with \(newer.path): \(finding.message)"
            finding.blame = .contract
            finding.advice = "Let the client support both versions before the API changes, or don't change the API."
            return finding
        }
        if findings.contains(where: { $0.severity == .error }) { result.status = .failed }
        return result
    }
}
