// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation

/// The newer version of an API's documentation that `ACCORD_AGAINST` names.
///
/// The client passes the cases of its own contract. The newer version shows the changes that will break the client.
struct NewerContract: Sendable {
    /// The path as the user wrote it.
    let path: String
    let contract: Contract
    private let router: Router

    init(path: String, _ contract: Contract) {
        self.path = path
        self.contract = contract
        router = Router([contract])
    }

    /// Returns the newer version at a path, or `nil` if it belongs to a different API.
    ///
    /// - Parameters:
    ///   - loaded: the contract of the client, which gets the diagnostics if the newer version can't be used.
    ///   - root: the folder that a relative path is relative to.
    static func version(of loaded: inout LoadResult, at path: String?, in root: String) -> NewerContract? {
        guard let path, let older = loaded.contract else { return nil }
        guard let newer = load(path, in: root) else {
            loaded.contract = nil
            loaded.diagnostics = [
                Diagnostic(
                    .error, rule: Rule.contractInvalid.id,
                    "ACCORD_AGAINST: “\(program) convert --bundle” can't convert the document",
                    at: SourceLocation(file: path, line: 1, column: 1),
                    advice: "Name the program in ACCORD_PROGRAM, or name the output of accord convert --bundle.")
            ]
            return nil
        }
        guard let contract = newer.contract else {
            loaded.contract = nil
            loaded.diagnostics = newer.diagnostics.filter { $0.severity == .error }
            return nil
        }
        let version = NewerContract(path: path, contract)
        return version.isVersion(of: older) ? version : nil
    }

    /// Reads a contract, a bundle, or another document, which the `accord` program converts.
    private static func load(_ path: String, in root: String) -> LoadResult? {
        let file = path.hasPrefix("/") ? path : "\(root)/\(path)"
        let document = (try? DiskFiles().read(file)).flatMap { try? JSONDocument(parsing: $0, file: path) }
        if document?.root["contract"] != nil, document?.root["extends"] == nil {
            return ContractLoader.load(file, displayedAs: path, lints: false)
        }
        return (document.flatMap { EmbeddedContract($0.root) } ?? converted(path, in: root))?.load()
    }

    private static let program = ProcessInfo.processInfo.environment["ACCORD_PROGRAM"] ?? "accord"

    /// Converts an OpenAPI document with the `accord` program. Reading OpenAPI would make a user's test build slower.
    private static func converted(_ path: String, in root: String) -> EmbeddedContract? {
        #if os(macOS) || os(Linux)
            let process = Process()
            let output = Pipe()
            // `env` finds a program without a folder in `PATH`.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program, "convert", "--bundle", path]
            process.currentDirectoryURL = URL(filePath: root)
            process.standardOutput = output
            process.standardInput = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return nil }
            let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return nil }
            return (try? JSONDocument(parsing: bytes)).flatMap { EmbeddedContract($0.root) }
        #else
            return nil
        #endif
    }

    /// Whether the newer version documents an operation of the contract. Otherwise, it belongs to a different API.
    func isVersion(of other: Contract) -> Bool {
        let shapes = Set(contract.operations.map { "\($0.request.method) \($0.request.path.shape)" })
        return other.operations.contains { shapes.contains("\($0.request.method) \($0.request.path.shape)") }
    }

    /// Returns the operation for a request, with or without the path of the older version's server.
    private func operation(
        for request: HTTPRequest, of older: AccordContract.Operation
    ) -> AccordContract.Operation? {
        let path = URLParts(request.url).path
        let bases = [""] + older.servers.map { URLParts($0.url).path }
        for base in bases where path.hasPrefix(base) {
            let rest = String(path.dropFirst(base.hasSuffix("/") ? base.count - 1 : base.count))
            if let match = router.route(method: request.method, path: rest).matches.first { return match.operation }
        }
        return nil
    }

    /// Returns the findings about requests that the newer version rejects.
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

    /// Returns the responses of the newer version that the case's contract doesn't allow.
    func answers(to testCase: Case, _ requests: [HTTPRequest]) -> [NewerAnswers.Answer] {
        guard requests.count >= testCase.steps.count, let last = testCase.steps.last,
            let newer = operation(for: requests[testCase.steps.count - 1], of: last.operation)
        else { return [] }
        return NewerAnswers(testCase, newer: newer)?.all ?? []
    }
}

extension CaseRunner {
    /// Runs a passed case again, and reports the requests and responses of a newer version that break the client.
    func result(of testCase: Case, _ passed: CaseResult, against newer: NewerContract) async -> CaseResult {
        var result = passed
        guard let first = await observation(of: testCase) else { return result }
        var findings = newer.findings(about: first.requests, of: testCase)
        for answer in newer.answers(to: testCase, first.requests) {
            guard let attempt = try? attempts(for: answer.testCase).last,
                let other = await observation(of: answer.testCase)
            else { continue }
            result.assertions += 1
            let judgement = attempt.judge.judge(other)
            findings += judgement.findings.filter { $0.severity == .error && !$0.isAboutRequest }.map { finding in
                var finding = finding
                finding.contract = answer.location
                finding.place = answer.place
                finding.details = [answer.value.map { "the response contains \($0)" } ?? "the response lacks it"]
                return finding
            }
        }
        result.findings += findings.map { finding in
            var finding = finding
            finding.message = "breaks with \(newer.path): \(finding.message)"
            finding.blame = .contract
            finding.advice = "Support both versions in the client before the change, or keep the old form in the API."
            return finding
        }
        if findings.contains(where: { $0.severity == .error }) { result.status = .failed }
        return result
    }
}

extension NewerAnswers.Answer {
    /// The place of the difference in the response.
    fileprivate var place: Finding.Place {
        switch kind {
        case .body: .init(.body, name)
        case .header: .init(.header, name)
        case .status: .init(.status)
        }
    }
}
