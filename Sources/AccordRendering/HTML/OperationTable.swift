import AccordReport

/// How each operation fared: its cases by their kinds, and how long its answers took.
struct OperationTable {
    /// Elements that are named in a cell at most.
    private static let longestList = 20

    private struct Count {
        var passed = 0
        var failed = 0
        var idle = 0

        mutating func add(_ status: CaseResult.Status) {
            switch status {
            case .passed: passed += 1
            case .failed: failed += 1
            case .skipped, .pending, .blocked, .notApplicable: idle += 1
            }
        }
    }

    private struct Row {
        let operation: String
        let file: String
        var counts: [String: Count] = [:]
        var times: [Double] = []
        var coverage: OperationCoverage?
    }

    /// The documented elements that have a column.
    private static let elements: [(name: String, kinds: [OperationCoverage.Element.Kind])] = [
        ("statuses", [.status]), ("parameters", [.parameter]),
        ("request body", [.requestMediaType, .requestProperty]),
        ("response body", [.responseMediaType, .responseProperty]), ("response headers", [.responseHeader]),
    ]

    private var rows: [Row] = []
    private var columns: [String] = []
    private var slowest = 0.0

    init(_ report: RunReport) {
        var positions: [String: Int] = [:]
        for result in report.cases {
            let key = "\(result.file)\u{0}\(result.operation)"
            let position = positions[key] ?? rows.count
            if position == rows.count {
                positions[key] = position
                rows.append(Row(operation: result.operation, file: result.file))
            }
            let kind = Self.kind(of: result)
            if !columns.contains(kind) { columns.append(kind) }
            rows[position].counts[kind, default: Count()].add(result.status)
            let times = result.exchanges.compactMap { $0.timing?.total }
            rows[position].times += times.isEmpty && result.duration > 0 ? [result.duration] : times
        }
        for coverage in report.coverage {
            let key = "\(coverage.file)\u{0}\(coverage.operation)"
            let position = positions[key] ?? rows.count
            if position == rows.count { rows.append(Row(operation: coverage.operation, file: coverage.file)) }
            rows[position].coverage = coverage
        }
        slowest = rows.lazy.flatMap(\.times).max() ?? 0
    }

    /// nil where there is nothing to compare.
    var fields: TemplateFields? {
        guard !rows.isEmpty else { return nil }
        let elements = hasCoverage ? Self.elements.map(\.name) : []
        var fields: TemplateFields = ["columns": columns + elements, "rows": rows.map(self.fields)]
        if slowest > 0 { fields["hasTimes"] = true }
        return fields
    }

    private var hasCoverage: Bool { rows.contains { $0.coverage != nil } }

    /// `cases`, or what a derived case was derived for, `syntax` of `login~syntax.bom`; with the run in front where a
    /// report holds several.
    private static func kind(of result: CaseResult) -> String {
        var kind = "cases"
        if result.origin == .derived, let mark = result.id.lastIndex(of: "~") {
            kind = String(result.id[mark...].dropFirst().prefix { $0 != "." })
        }
        return result.run.map { "\($0.rawValue): \(kind)" } ?? kind
    }

    private func fields(_ row: Row) -> TemplateFields {
        var fields: TemplateFields = [
            "operation": row.operation,
            "cells": columns.map { column -> TemplateFields in
                guard let count = row.counts[column] else { return ["kind": "none", "text": "not tried"] }
                return Self.cell(count)
            },
        ]
        if hasCoverage {
            fields["elements"] = Self.elements.map { Self.cell(row.coverage, $0.kinds) }
        }
        if !row.times.isEmpty { fields["latency"] = LatencyPlot(row.times, slowest: slowest).fields }
        return fields
    }

    private static func cell(_ count: Count) -> TemplateFields {
        let parts = [
            (count.failed, "failed", "✗"), (count.passed, "passed", "✓"), (count.idle, "not judged", "–"),
        ].filter { $0.0 > 0 }
        let kind = count.failed > 0 ? "failed" : count.passed > 0 ? "passed" : "idle"
        return [
            "kind": kind, "text": parts.map { "\($0.0) \($0.1)" }.joined(separator: ", "),
            "marks": parts.map { "\($0.2)\u{A0}\($0.0)" }.joined(separator: " "),
        ]
    }

    /// How many of the documented elements were shown, and which weren't.
    private static func cell(
        _ coverage: OperationCoverage?, _ kinds: [OperationCoverage.Element.Kind]
    ) -> TemplateFields {
        let elements = coverage?.elements.filter { kinds.contains($0.kind) } ?? []
        guard !elements.isEmpty else { return ["kind": "none", "text": "none documented"] }
        let missing = elements.filter { !$0.isShown }.map(\.name)
        let marks = "\(elements.count - missing.count)/\(elements.count)"
        guard !missing.isEmpty else {
            return ["kind": "passed", "text": "all \(elements.count) tried", "marks": marks]
        }
        let listed = missing.prefix(longestList).joined(separator: ", ")
        let more = missing.count > longestList ? " and \(missing.count - longestList) more" : ""
        return ["kind": "idle", "text": "not tried: \(listed)\(more)", "marks": marks]
    }
}
