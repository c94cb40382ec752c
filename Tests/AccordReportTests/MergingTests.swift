// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordCore
@testable import AccordRendering

@Suite("Merging reports")
struct MergingTests {
    private static let whole = RunReport.Shard.Whole(cases: 38, digest: "00c0ffee")

    private func shard(
        _ index: Int, of count: Int, _ cases: [CaseResult], whole: RunReport.Shard.Whole? = Self.whole,
        target: String? = "http://localhost"
    ) -> RunReport {
        RunReport(
            tool: .init(version: "1"), kind: .verify, started: "2026-03-01T09:30:0\(index)Z", duration: Double(index),
            target: target, contracts: SampleReport.report.contracts, cases: cases,
            shard: .init(index: index, count: count, whole: whole))
    }

    @Test("shards are merged in order, with new counts")
    func shards() throws {
        let merged = try RunReport.merged([
            shard(2, of: 2, [SampleReport.wrongBody]), shard(1, of: 2, [SampleReport.passing]),
        ])
        #expect(merged.cases.map(\.id) == [SampleReport.passing.id, SampleReport.wrongBody.id])
        #expect(merged.summary.passed == 1 && merged.summary.failed == 1)
        #expect(merged.kind == .verify)
        #expect(merged.shard == nil)
        #expect(merged.started == "2026-03-01T09:30:01Z")
        #expect(merged.duration == 2)
        #expect(merged.contracts.count == 1)
    }

    @Test("reports of client tests and verify are merged, and each case keeps its run")
    func kinds() throws {
        var client = SampleReport.report
        client.kind = .client
        let merged = try RunReport.merged([SampleReport.report, client])
        #expect(merged.kind == .merged)
        #expect(merged.summary.total == 18)
        #expect(merged.cases.first?.run == .verify)
        #expect(merged.cases.last?.run == .client)
        let again = try RunReport(parsing: merged.json())
        #expect(again.cases.last?.run == .client)
    }

    @Test("a merged report fails if no case of any report could fail")
    func empty() throws {
        var client = RunReport(
            tool: .init(version: "1"), kind: .client, started: "2026-03-01T09:30:00Z", duration: 1, contracts: [],
            cases: [SampleReport.pending])
        #expect(client.verdict == .empty && client.emptiness?.contains("A run that tests nothing fails") == true)
        let parts = [shard(1, of: 2, []), shard(2, of: 2, [SampleReport.skipped])]
        #expect(parts.allSatisfy { $0.isEmptyPart && $0.emptiness == nil })
        let merged = try RunReport.merged(parts + [client])
        #expect(merged.verdict == .empty && merged.emptiness != nil && !merged.isEmptyPart)
        client.cases.append(SampleReport.passing)
        client.summary = .init(client.cases)
        #expect(try RunReport.merged(parts + [client]).verdict == .passed)
        // An unreachable server differs from an empty shard.
        #expect(!shard(1, of: 2, [SampleReport.blocked]).isEmptyPart)
    }

    @Test("merging fails if a shard is missing, duplicated or of a different run")
    func incomplete() {
        let advice = "collect the report.json of every shard before merging"
        #expect(throws: DescribedError("missing shard 2 of 3; \(advice)")) {
            try RunReport.merged([shard(1, of: 3, []), shard(3, of: 3, [])])
        }
        #expect(throws: DescribedError("missing shards 2 and 3 of 3; \(advice)")) {
            try RunReport.merged([shard(1, of: 3, [])])
        }
        #expect(throws: DescribedError("duplicate shard 1; merge each shard's report.json once")) {
            try RunReport.merged([shard(1, of: 2, []), shard(1, of: 2, [])])
        }
        let numbers = "the reports have different numbers of shards (2, 3); merge the shards of one run"
        #expect(throws: DescribedError(numbers)) {
            try RunReport.merged([shard(1, of: 2, []), shard(2, of: 3, [])])
        }
        #expect(throws: DescribedError("no report to merge")) { try RunReport.merged([]) }
    }

    @Test(
        "merging fails if the shards belong to runs of different cases",
        arguments: [
            (
                .init(cases: 10, digest: "00c0ffee"),
                "shard 1 belongs to a run of 38 cases, but shard 2 belongs to a run of 10 cases; "
            ),
            (
                .init(cases: 38, digest: "0badcafe"),
                "shard 1 belongs to a run of 38 cases, but shard 2 belongs to a run of different cases; "
            ),
            (
                nil,
                "shard 1 belongs to a run of 38 cases, but shard 2 belongs to a run of an unknown number of cases; "
            ),
        ] as [(RunReport.Shard.Whole?, String)])
    func differentCases(whole: RunReport.Shard.Whole?, message: String) throws {
        let error = #expect(throws: DescribedError.self) {
            try RunReport.merged([shard(1, of: 2, []), shard(2, of: 2, [], whole: whole)])
        }
        #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
        let alike = try RunReport.merged([shard(1, of: 2, [], whole: whole), shard(2, of: 2, [], whole: whole)])
        #expect(alike.cases.isEmpty)
    }

    @Test("merging fails if the shards used different servers")
    func differentTargets() throws {
        let message = "the shards used different servers (http://localhost, http://other); merge the shards of one run"
        #expect(throws: DescribedError(message)) {
            try RunReport.merged([shard(1, of: 2, []), shard(2, of: 2, [], target: "http://other")])
        }
        let loopback = shard(2, of: 2, [], target: "http://127.0.0.1:4711")
        #expect(try RunReport.merged([shard(1, of: 2, []), loopback]).kind != .client)
        var client = SampleReport.report
        client.kind = .client
        client.target = "http://elsewhere"
        #expect(try RunReport.merged([shard(1, of: 2, []), shard(2, of: 2, []), client]).kind == .merged)
    }

    @Test("report.json keeps the size of the complete run")
    func recorded() throws {
        let report = shard(1, of: 2, [])
        #expect(try RunReport(parsing: report.json()).shard == report.shard)
    }

    @Test("merging fails if two reports of one kind contain the same case")
    func duplicateCase() {
        let error = #expect(throws: DescribedError.self) {
            try RunReport.merged([SampleReport.report, SampleReport.report])
        }
        let message = "two reports contain the case \(SampleReport.passing.id); merge each run's report.json once, "
        #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test("the Markdown of a merged report has ids and the server")
    func markdown() throws {
        var client = SampleReport.report
        client.kind = .client
        client.target = nil
        let merged = try MarkdownReport.render(RunReport.merged([SampleReport.report, client]))
        let id = SampleReport.wrongBody.id
        #expect(merged.contains("| client: `\(id)` |") && merged.contains("| verify: `\(id)` |"), "\(merged)")
        #expect(merged.contains(", server verified at `"))
        let single = try MarkdownReport.render(SampleReport.report)
        #expect(single.contains(", verified at `") && single.contains("| `\(id)` |"))
        #expect(
            try HTMLReport.render(RunReport.merged([SampleReport.report, client])).contains(
                "Server verified at <"))
    }

    @Test("the HTML of a merged report counts cases, not findings")
    func counted() throws {
        var result = SampleReport.wrongBody
        result.findings = Array(repeating: Finding(rule: .responseBodyValue, blame: .server, "the same"), count: 3)
        var other = result
        other.id = "other/case"
        func page(_ cases: [CaseResult]) throws -> String { try HTMLReport.render(shard(1, of: 1, cases)) }
        let one = try page([result])
        #expect(one.contains("At fault: the server in 1 case.") && one.contains("</span> 1 case</span></summary>"))
        let two = try page([result, other])
        #expect(two.contains("At fault: the server in 2 cases.") && two.contains("</span> 2 cases</span></summary>"))
    }

    @Test("merging a merged report with one of its parts is an error")
    func mergedAmongParts() throws {
        var client = SampleReport.report
        client.kind = .client
        let merged = try RunReport.merged([SampleReport.report, client])
        let error = #expect(throws: DescribedError.self) { try RunReport.merged([merged, client]) }
        let message = "a merged report and a separate report contain the case \(SampleReport.passing.id); "
        #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
        var other = SampleReport.passing
        other.id = "other/case"
        let more = RunReport(
            tool: .init(version: "1"), kind: .client, started: "2026-03-01T09:30:00Z", duration: 1, contracts: [],
            cases: [other])
        #expect(try RunReport.merged([merged, more]).cases.count == 19)
    }

    @Test("a case of a generated test and of .contract(…) is kept twice")
    func twice() throws {
        var client = SampleReport.report
        client.kind = .client
        client.cases += [client.cases[0]]
        let merged = try RunReport.merged([SampleReport.report, client])
        #expect(merged.cases.count == 2 * SampleReport.report.cases.count + 1)
        #expect(throws: DescribedError.self) { try RunReport.merged([client, client]) }
    }
}
