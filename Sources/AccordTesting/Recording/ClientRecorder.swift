import AccordContract
import AccordJSON
import AccordMatching
import AccordReport
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
        let began = Date()
    }

    private let state = Guarded(State())

    init() {
        atexit { ClientRecorder.shared.write() }
    }

    func record(_ result: CaseResult, order: Int, of contract: Contract, packageRoot: String) {
        state.withLock { state in
            state.packageRoot = packageRoot
            state.contracts[contract.file] = RunReport.ContractSummary(
                file: contract.file, title: contract.title, version: contract.version)
            if contract.origin == .contract { state.sources[contract.file] = contract.document.bytes }
            state.results[contract.file, default: [:]][result.id] = Entry(order: order, result: result)
        }
    }

    /// The folder that `ACCORD_REPORT` names, else `Reports/` in the package.
    private static func folder(_ packageRoot: String) -> URL {
        if let path = ProcessInfo.processInfo.environment["ACCORD_REPORT"] { return URL(filePath: path) }
        return URL(filePath: packageRoot).appending(path: "Reports")
    }

    /// Writes the report whole or not at all.
    private func write() {
        let (report, root) = state.withLock { state -> (RunReport?, String?) in
            guard !state.results.isEmpty else { return (nil, nil) }
            let files = state.results.keys.sorted()
            let results = files.flatMap { file in
                (state.results[file] ?? [:]).values.sorted { $0.order < $1.order }.map(\.result)
            }
            let began = state.began.timeIntervalSince1970
            var report = RunReport(
                tool: .current, kind: .client,
                started: Timestamp.text(secondsSince1970: Int(began)),
                duration: Date().timeIntervalSince1970 - began,
                contracts: files.compactMap { state.contracts[$0] }, cases: results)
            if let emptiness = report.emptiness { report.hints.append(emptiness) }
            let sources = state.sources
            // An OpenAPI document's own text isn't embedded: it is where the package has it, or nothing is quoted.
            let root = URL(filePath: state.packageRoot ?? "")
            report.quoteContracts { file in
                if let bytes = sources[file] { return bytes }
                return [UInt8](try Data(contentsOf: root.appending(path: file)))
            }
            return (report, state.packageRoot)
        }
        guard let report, let root else { return }
        let folder = Self.folder(root)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(report.json()).write(to: folder.appending(path: "client.json"), options: .atomic)
        } catch {
            FileHandle.standardError.write(
                Data("warning: \(folder.path): client.json can't be written: \(error.localizedDescription)\n".utf8))
        }
    }
}
