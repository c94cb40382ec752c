// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Shards")
struct ShardTests {
    @Test(
        "a shard is written as 2/8",
        arguments: [("1/1", true), ("2/8", true), ("0/8", false), ("9/8", false), ("x", false)])
    func text(text: String, isValid: Bool) {
        #expect((Shard(text) != nil) == isValid)
    }

    @Test(
        "shards are detected from the variables of build services",
        arguments: [
            (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "8"], "2/8"),
            (["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "3"], "1/3"),
            (["CIRCLE_NODE_INDEX": "2", "CIRCLE_NODE_TOTAL": "3"], "3/3"),
            (["JOB_COMPLETION_INDEX": "4", "JOB_COMPLETIONS": "5"], "5/5"),
            (["ACCORD_SHARD_INDEX": "1", "ACCORD_SHARD_COUNT": "2", "CI_NODE_INDEX": "9"], "1/2"),
        ] as [([String: String], String)])
    func detected(environment: [String: String], text: String) throws {
        guard case .found(let shard, _) = ShardDetection({ environment[$0] }) else {
            Issue.record("nothing was found")
            return
        }
        #expect(shard.description == text)
    }

    @Test(
        "incomplete variables give no shard",
        arguments: [
            ([:], .none), (["CI_NODE_INDEX": "", "CI_NODE_TOTAL": ""], .none),
            (["JOB_COMPLETION_INDEX": "4"], .incomplete("JOB_COMPLETION_INDEX", missing: "JOB_COMPLETIONS")),
            (["CI_NODE_INDEX": "9", "CI_NODE_TOTAL": "8"], .invalid("CI_NODE_INDEX=9, CI_NODE_TOTAL=8")),
            (["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "8"], .invalid("CI_NODE_INDEX=x, CI_NODE_TOTAL=8")),
        ] as [([String: String], ShardDetection)])
    func undetected(environment: [String: String], detection: ShardDetection) {
        #expect(ShardDetection { environment[$0] } == detection)
    }

    @Test("each case is in one shard, and flows stay together", arguments: [1, 2, 3, 7])
    func partition(count: Int) throws {
        let whole = try RunPlan([Flights.contract()], selection: Selection(), serverName: nil, today: "2026-01-01")
        var ids: [String] = []
        for index in 1...count {
            var part = whole
            part.keep(try #require(Shard(index: index, count: count)))
            ids += part.entries.map(\.testCase.id)
            let kept = Set(part.entries.map(\.testCase.id))
            #expect(kept.contains("show/shows a booking") == kept.contains("book/books a seat"))
        }
        #expect(ids.sorted() == whole.entries.map(\.testCase.id).sorted())
    }

    @Test("shards describe their complete run, which depends on the selected cases")
    func whole() throws {
        func part(_ text: String, _ operations: [String] = []) throws -> RunReport.Shard {
            var selection = Selection()
            selection.included.operations = operations
            var plan = try RunPlan([Flights.contract()], selection: selection, serverName: nil, today: "2026-01-01")
            return plan.keep(try #require(Shard(text)))
        }
        let first = try #require(try part("1/2").whole)
        #expect(try part("2/2").whole == first)
        #expect(first.cases > 1 && first.digest.count == 16)
        let fewer = try #require(try part("2/2", ["book"]).whole)
        #expect(fewer.cases < first.cases && fewer.digest != first.digest)
    }
}
