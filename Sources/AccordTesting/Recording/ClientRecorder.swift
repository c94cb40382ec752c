import AccordContract
import AccordCore
import AccordJSON
import Foundation

/// Keeps the results of a test run and leaves them in `Reports/client.json` when the process ends.
///
/// The package manager's own reports drop the arguments of parameterised tests, and so the cases' names.
final class ClientRecorder: Sendable {
    static let shared = ClientRecorder()

    private struct Entry {
        var order: Int
        var result: CaseResult
    }

    private struct State {
        var packageRoot: String?
        var contracts: [String: RunReport.ContractSummary] = [:]
        var sources: [String: [UInt8]] = [:]
        var results: [String: [String: Entry]] = [:]
        var documented: [String: Contract] = [:]
        let began = Date()
    }

    private let state = Locked(State())

    init() {
        atexit { ClientRecorder.shared.write() }
    }

    func record(_ result: CaseResult, order: Int, of contract: Contract, packageRoot: String) {
        state.withLock { state in
            state.packageRoot = packageRoot
            state.contracts[contract.file] = RunReport.ContractSummary(
                file: contract.file, title: contract.title, version: contract.version)
            state.documented[contract.file] = contract
            if contract.origin == .contract { state.sources[contract.file] = contract.document.bytes }
            state.results[contract.file, default: [:]][result.id] = Entry(order: order, result: result)
        }
    }

    /// The folder that `ACCORD_REPORT` names, else `Reports/` in the package.
    private static func folder(_ packageRoot: String) -> URL {
        if let path = ProcessInfo.processInfo.environment["ACCORD_REPORT"] { return URL(filePath: path) }
        return URL(filePath: packageRoot).appending(path: "Reports")
    }

    /// What the documented cases have asked, and were answered: a derived one changes both on purpose.
    private static func coverage(of results: [CaseResult], _ contracts: [Contract]) -> [OperationCoverage] {
        var tally = CoverageTally(contracts)
        for result in results where result.origin != .derived {
            for exchange in result.exchanges {
                tally.record(exchange, operation: result.operation, file: result.file)
            }
        }
        return tally.coverage
    }

    /// What the clients weren't held to; nil where it is nothing.
    static func extent(of results: [CaseResult], _ contracts: [Contract]) -> RunExtent? {
        let asked = Set(results.map { [$0.file, $0.operation] })
        let unasked = contracts.flatMap { contract in
            contract.operations.filter { asked.contains([contract.file, $0.id]) }.flatMap(Omission.ofClients)
        }
        let extent = RunExtent(results, unasked: unasked.map(RunExtent.Unasked.init), generated: [])
        return extent.unasked.isEmpty ? nil : extent
    }

    /// Writes the reports, each whole or not at all, and says how the run went.
    func write() {
        guard let (report, root) = takeReport() else { return }
        let folder = Self.folder(root)
        var summary = ClientSummary(report: report)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "client.json")
            try Data(report.json()).write(to: file, options: .atomic)
            summary.file = Self.shown(file.path)
            if let files = ReportProgram.find()?.render(file), !files.isEmpty {
                summary.rendered = files.sorted { $0.hasSuffix(".html") && !$1.hasSuffix(".html") }.map(Self.shown)
            } else {
                summary.hint = "For HTML, JUnit and Markdown: accord report render \(Self.shown(file.path))"
            }
        } catch {
            summary.hint = "warning: \(folder.path): client.json can't be written: \(error.localizedDescription)"
        }
        FileHandle.standardError.write(Data(summary.text.utf8))
    }

    /// A path as one types it in the current folder.
    private static func shown(_ path: String) -> String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }

    /// What was recorded, once: a process that is ended by the watchdog writes it, and not again as it exits.
    private func takeReport() -> (RunReport, String)? {
        state.withLock { state in
            guard !state.results.isEmpty, let root = state.packageRoot else { return nil }
            let files = state.results.keys.sorted()
            let results = files.flatMap { file in
                (state.results[file] ?? [:]).values.sorted { $0.order < $1.order }.map(\.result)
            }
            let contracts = files.compactMap { state.documented[$0] }
            let began = state.began.timeIntervalSince1970
            var report = RunReport(
                tool: .current, kind: .client,
                started: Timestamp.text(secondsSince1970: Int(began)),
                duration: Date().timeIntervalSince1970 - began,
                contracts: files.compactMap { state.contracts[$0] }, cases: results,
                coverage: Self.coverage(of: results, contracts))
            report.extent = Self.extent(of: results, contracts)
            if let emptiness = report.emptiness { report.hints.append(emptiness) }
            let sources = state.sources
            // An OpenAPI document's own text isn't embedded: it is where the package has it, or nothing is quoted.
            report.quoteContracts { file in
                if let bytes = sources[file] { return bytes }
                return [UInt8](try Data(contentsOf: URL(filePath: root).appending(path: file)))
            }
            state.results = [:]
            return (report, root)
        }
    }
}
