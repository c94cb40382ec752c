// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// The table of operations, with the results of their documented elements and of their cases, and with their response
/// times.
struct OperationTable {
    private struct Column: Hashable {
        /// The kind of run: client or server. The column counts the cases of this kind. `nil` if the report contains
        /// only one kind.
        var run: RunReport.Kind?
        var name: String
    }

    private struct Row {
        let operation: String
        var states: ElementStates?
        /// The statuses of the operation's cases.
        var statuses: [Column: [CaseResult.Status]] = [:]
        var times: [Double] = []
    }

    /// The maximum number of columns for kinds of cases. With more kinds, all derived cases share a column, because the
    /// table must fit 1,300 pixels.
    private static let mostKinds = 6

    private var rows: [Row] = []
    private var columns: [Column] = []
    private let groups: [ElementStates.Group]
    private let slowest: Double

    init(_ report: RunReport) {
        var positions: [OperationKey: Int] = [:]
        func position(_ file: String, _ operation: String, _ rows: inout [Row]) -> Int {
            let key = OperationKey(file, operation)
            if let known = positions[key] { return known }
            positions[key] = rows.count
            rows.append(Row(operation: operation))
            return rows.count - 1
        }
        for states in ElementStates.all(in: report) {
            rows[position(states.coverage.file, states.coverage.operation, &rows)].states = states
        }
        let kinds = Set(report.cases.map { Column(run: $0.run, name: Self.kind(of: $0)) })
        for result in report.cases {
            let position = position(result.file, result.operation, &rows)
            let isShared = result.origin == .derived && kinds.count > Self.mostKinds
            let column = Column(run: result.run, name: isShared ? "derived" : Self.kind(of: result))
            if !columns.contains(column) { columns.append(column) }
            rows[position].statuses[column, default: []].append(result.status)
            let times = result.exchanges.compactMap { $0.timing?.total }
            rows[position].times += times.isEmpty && result.duration > 0 ? [result.duration] : times
        }
        let shown = Set(report.coverage.lazy.flatMap(\.elements).map { ElementStates.Group($0.kind) })
        groups = ElementStates.Group.allCases.filter(shown.contains)
        slowest = rows.lazy.flatMap(\.times).max() ?? 0
    }

    /// The values that the template inserts into the table, or `nil` if the report has no operations.
    var fields: TemplateFields? {
        guard !rows.isEmpty else { return nil }
        // Put the columns of the same kind of run next to each other.
        let runs = columns.map(\.run).distinct
        let sorted = runs.flatMap { run in columns.filter { $0.run == run } }
        var heads: [TemplateFields] = []
        if !groups.isEmpty { heads.append(["name": "Documentation", "span": groups.count]) }
        for run in runs { heads.append(["name": Self.heading(run), "span": sorted.count { $0.run == run }]) }
        let untried = rows.compactMap { $0.states?.untried }
        return [
            "heads": heads, "columns": groups.map(\.rawValue) + sorted.map(\.name),
            "rows": rows.map { self.fields($0, sorted) }, "hasTimes": slowest > 0,
            "untried": untried.isEmpty ? nil : ["operations": untried] as TemplateFields,
        ]
    }

    private static func heading(_ run: RunReport.Kind?) -> String {
        switch run {
        case .verify: "Server cases"
        case .client: "Client cases"
        case .merged, nil: "Cases"
        }
    }

    /// Returns `documented`, or the kind of a derived case, such as `syntax` for `login~syntax.bom`.
    private static func kind(of result: CaseResult) -> String {
        guard result.origin == .derived, let mark = result.id.lastIndex(of: "~") else { return "documented" }
        return String(result.id[mark...].dropFirst().prefix { $0 != "." })
    }

    private func fields(_ row: Row, _ columns: [Column]) -> TemplateFields {
        let elements = groups.map { row.states?.cell($0) ?? ["kind": "none", "text": "unknown"] }
        let cases = columns.map { column -> TemplateFields in
            row.statuses[column].map(Self.cell) ?? ["kind": "none", "text": "not tested"]
        }
        let latency = row.times.isEmpty ? nil : LatencyPlot(row.times, slowest: slowest).fields
        return ["operation": row.operation, "cells": elements + cases, "latency": latency]
    }

    private static func cell(_ statuses: [CaseResult.Status]) -> TemplateFields {
        let failed = statuses.count { $0 == .failed }
        let passed = statuses.count { $0 == .passed }
        let counts: [(ElementStates.State, Int)] = [
            (.failed, failed), (.passed, passed), (.untried, statuses.count - failed - passed),
        ]
        return ElementStates.cell(counts.filter { $0.1 > 0 }.map { ($0, "\($1)") }, untried: "no result")
    }
}

/// A chart of an operation's response times, with dots on a logarithmic scale.
struct LatencyPlot {
    /// The maximum number of dots. More response times are represented by quantiles.
    private static let mostDots = 60
    private static let width = 1000.0
    /// The response time at the left end of the scale, in seconds.
    private static let fastest = 0.0001

    private let times: [Double]
    private let slowest: Double

    /// - Parameter slowest: the longest response time of all operations in seconds.
    init(_ times: [Double], slowest: Double) {
        self.times = times.sorted()
        self.slowest = max(slowest, Self.fastest * 10)
    }

    var fields: TemplateFields {
        let middle = quantile(0.5)
        let dots =
            times.count <= Self.mostDots
            ? times : (0..<Self.mostDots).map { quantile(Double($0) / Double(Self.mostDots - 1)) }
        let summary = "median \(middle.shownDuration), slowest \((times.last ?? 0).shownDuration)"
        return [
            "median": middle.shownDuration, "x": position(middle), "dots": dots.map(position),
            "summary": "\(summary), \(times.count.counted("response"))",
        ]
    }

    private func quantile(_ share: Double) -> Double {
        times.isEmpty ? 0 : times[min(times.count - 1, Int((Double(times.count - 1) * share).rounded()))]
    }

    private func position(_ seconds: Double) -> Int {
        let share = log(max(seconds, Self.fastest) / Self.fastest) / log(slowest / Self.fastest)
        return Int((min(1, max(0, share)) * Self.width).rounded())
    }
}
