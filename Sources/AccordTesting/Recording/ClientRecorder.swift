// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation

/// A recorder of the results of a test run, which writes them to `Reports/client.json` when the process ends.
///
/// SwiftPM's own reports don't contain the ids of cases, because they omit the arguments of parameterised tests.
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

    /// Returns the folder that the environment variable `ACCORD_REPORT` names, or by default `Reports/` in the package.
    private static func folder(_ packageRoot: String) -> URL {
        if let path = ProcessInfo.processInfo.environment["ACCORD_REPORT"] { return URL(filePath: path) }
        return URL(filePath: packageRoot).appending(path: "Reports")
    }

    /// Returns the coverage by documented cases. Derived cases don't count, because they change requests and responses.
    private static func coverage(of results: [CaseResult], _ contracts: [Contract]) -> [OperationCoverage] {
        var tally = CoverageTally(contracts)
        for result in results where result.origin != .derived {
            for exchange in result.exchanges {
                tally.record(exchange, operation: result.operation, file: result.file)
            }
        }
        return tally.coverage
    }

    /// Returns the parts of the contracts that weren't tested, or `nil` if all parts were tested.
    static func extent(of results: [CaseResult], _ contracts: [Contract]) -> RunExtent? {
        let tested = Set(results.map { [$0.file, $0.operation] })
        let unasked = contracts.flatMap { contract in
            contract.operations.filter { tested.contains([contract.file, $0.id]) }.flatMap(Omission.ofClients)
        }
        let extent = RunExtent(results, unasked: unasked.map(RunExtent.Unasked.init), generated: [])
        return extent.unasked.isEmpty ? nil : extent
    }

    /// Writes the report atomically, and prints a summary.
    func write() {
        guard let (report, root) = takeReport() else { return }
        let folder = Self.folder(root)
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
                summary.hint = "For HTML, JUnit and Markdown: accord report render \(Self.shown(file.path))"
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
        #if os(macOS) || os(Linux)
            let process = Process()
            let output = Pipe()
            // `env` finds a program without a folder in `PATH`.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program, "report", "render", report.path]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return nil }
            let text = (try? output.fileHandleForReading.readToEnd()) ?? nil
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return nil }
            return String(decoding: text ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
        #else
            return nil
        #endif
    }

    /// Returns the path relative to the current folder if the file is in that folder, or otherwise the unchanged path.
    private static func shown(_ path: String) -> String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }

    /// Returns the report and the root folder of the package, and removes the results.
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
            // The text of an OpenAPI document isn't embedded; it is read from the package if the file exists.
            report.quoteContracts { file in
                if let bytes = sources[file] { return bytes }
                return [UInt8](try Data(contentsOf: URL(filePath: root).appending(path: file)))
            }
            state.results = [:]
            return (report, root)
        }
    }
}
