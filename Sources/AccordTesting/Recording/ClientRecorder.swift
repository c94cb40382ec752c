// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// A recorder of the results of a test process, which writes them to `client.json` when the process ends.
///
/// SwiftPM's own reports don't contain the ids of cases, because they omit the arguments of parameterised tests.
final class ClientRecorder: Sendable {
    static let shared = ClientRecorder()

    /// The package and the subfolder to which a report is written. If a package has several test targets, each has its
    /// own report.
    struct Destination: Hashable {
        var packageRoot: String
        /// A subfolder of `Reports/`; `nil` for `Reports/` itself.
        var subfolder: String?

        /// The folder of the report. The environment variable `ACCORD_REPORT` can replace the folder `Reports/` of the
        /// package, but not the subfolder.
        fileprivate var folder: URL {
            let named = ProcessInfo.processInfo.environment["ACCORD_REPORT"].map { URL(filePath: $0) }
            let reports = named ?? URL(filePath: packageRoot).appending(path: "Reports")
            return subfolder.map { reports.appending(path: $0) } ?? reports
        }
    }

    /// The results that belong in one report, by the path of the contract.
    private struct Run {
        var contracts: [String: Contract] = [:]
        var results: [String: [String: (order: Int, result: CaseResult)]] = [:]
        /// The cases that are running in this process, by id.
        var running: [String: Case] = [:]
    }

    private let runs = Locked<[Destination: Run]>([:])
    private let began = Date()

    init() { atexit { ClientRecorder.shared.write() } }

    func record(_ result: CaseResult, order: Int, of contract: Contract, to destination: Destination) {
        runs.withLock { runs in
            runs[destination, default: Run()].contracts[contract.file] = contract
            runs[destination]?.results[contract.file, default: [:]][result.id] = (order, result)
            runs[destination]?.running[result.id] = nil
        }
    }

    /// Records that a case begins in this process. If the process crashes, the report contains the case.
    func begin(_ testCase: Case, to destination: Destination) {
        CrashReport.install()
        runs.withLock { $0[destination, default: Run()].running[testCase.id] = testCase }
    }

    /// Writes all reports after a signal that will end the process.
    func write(afterSignal signal: Int32) {
        runs.withLock { runs in
            for destination in runs.keys {
                let running = runs[destination]?.running.values.sorted { $0.id < $1.id } ?? []
                for testCase in running {
                    let result = CaseResult(testCase, runningWith: running.count - 1, at: signal)
                    runs[destination]?.results[testCase.file, default: [:]][testCase.id] = (.max, result)
                }
            }
        }
        write()
    }

    /// Returns the coverage of the contracts by cases with documented requests and responses. Other derived cases don't
    /// count, because they change requests and responses.
    static func coverage(of results: [CaseResult], _ contracts: [Contract]) -> [OperationCoverage] {
        var tally = CoverageTally(contracts)
        for result in results where result.origin != .derived || result.isAboutDocumentedParts {
            for exchange in result.exchanges { tally.record(exchange, operation: result.operation, file: result.file) }
        }
        return tally.coverage
    }

    /// Returns the documented behavior that no case tested, or `nil` if everything was tested.
    static func extent(of results: [CaseResult], _ contracts: [Contract]) -> RunExtent? {
        let tested = Set(results.map { [$0.file, $0.operation] })
        let unasked = contracts.flatMap { contract in
            contract.operations.filter { tested.contains([contract.file, $0.id]) }
                .flatMap { Omission.unjudged($0.request.body?.content, "request", of: $0) }
        }
        let extent = RunExtent(results, unasked: unasked, generated: [])
        return extent.unasked.isEmpty ? nil : extent
    }

    /// Writes each report atomically, and prints its summary.
    func write() {
        let written = runs.exchange(\.self, for: [:])
        var results: [CaseResult] = []
        for (destination, run) in written.sorted(by: { $0.key.folder.path < $1.key.folder.path }) {
            let report = report(of: run, in: destination.packageRoot)
            write(report, to: destination.folder)
            results += report.cases
        }
        if let line = ClientBaseline.shared?.write(results) {
            FileHandle.standardError.write(Data("accord: \(line)\n".utf8))
        }
    }

    private func write(_ report: RunReport, to folder: URL) {
        var summary = ClientSummary(report: report)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "client.json")
            try Data(report.json()).write(to: file, options: .atomic)
            summary.file = Self.shown(file.path)
            if let program = ProcessInfo.processInfo.environment["ACCORD_PROGRAM"],
                let files = Self.render(file, with: program), !files.isEmpty
            {
                summary.rendered = files.sorted { $0.hasSuffix(".html") && !$1.hasSuffix(".html") }.map(Self.shown)
            } else {
                summary.hint = "For reports in HTML, JUnit and Markdown: accord report render \(Self.shown(file.path))"
            }
        } catch {
            summary.hint = "warning: \(folder.path): can't write client.json: \(error.localizedDescription)"
        }
        FileHandle.standardError.write(Data(summary.text.utf8))
    }

    /// Renders a report with the `accord` program. Returns the paths of the rendered files, or `nil` on failure.
    ///
    /// A separate program renders the report, because linking the renderers would double the code of a user's tests.
    private static func render(_ report: URL, with program: String) -> [String]? {
        Program(name: program).output(["report", "render", report.path], errors: .nullDevice).map { text in
            String(decoding: text, as: UTF8.self).lines.filter { !$0.isEmpty }
        }
    }

    /// Returns the path relative to the current folder if the file is in that folder, or otherwise the unchanged path.
    private static func shown(_ path: String) -> String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }

    private func report(of run: Run, in root: String) -> RunReport {
        let files = run.results.keys.sorted()
        let results = files.flatMap { file in
            (run.results[file] ?? [:]).values.sorted { $0.order < $1.order }.map(\.result)
        }
        let contracts = files.compactMap { run.contracts[$0] }
        var report = RunReport(
            tool: .current, kind: .client, started: Timestamp.text(secondsSince1970: Int(began.timeIntervalSince1970)),
            duration: Date().timeIntervalSince(began),
            contracts: contracts.map { RunReport.ContractSummary(file: $0.file, title: $0.title, version: $0.version) },
            cases: results, coverage: Self.coverage(of: results, contracts))
        report.extent = Self.extent(of: results, contracts)
        if let emptiness = report.emptiness { report.hints.append(emptiness) }
        // The report doesn't contain the text of OpenAPI documents. Read it from the package, if the file exists.
        report.quoteContracts { file in
            if let contract = run.contracts[file], contract.origin == .contract { return contract.document.bytes }
            return [UInt8](try Data(contentsOf: URL(filePath: root).appending(path: file)))
        }
        return report
    }
}
