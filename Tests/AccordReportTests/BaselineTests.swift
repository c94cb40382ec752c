// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@Suite("A baseline of known findings")
struct BaselineTests {
    private func entry(
        _ rule: String = "response.status", place: String? = nil, expires: String = "2026-06-01",
        testCase: String = "a.json:op/one"
    ) -> Baseline.Entry {
        .init(
            testCase: testCase, rule: rule, place: place, reason: "bug 7", expires: expires,
            location: SourceLocation(file: "known.json", line: 3, column: 5))
    }

    private func result(_ rules: [(Rule, Finding.Place?)], _ status: CaseResult.Status = .failed) -> CaseResult {
        CaseResult(
            id: "op/one", file: "Specs/a.json", operation: "op", origin: .documented, status: status,
            location: SourceLocation(file: "Specs/a.json", line: 1, column: 1),
            findings: rules.map { Finding(rule: $0.0, blame: .server, "wrong", place: $0.1) })
    }

    @Test("a known finding is accepted until it expires, and is reported")
    func accepted() {
        let baseline = Baseline(entries: [entry()])
        let known = baseline.applied(to: result([(.responseStatus, nil)]), today: "2026-05-31")
        #expect(known.status == .pending)
        #expect(known.reason == "in the baseline until 2026-06-01: bug 7")
        #expect(known.findings.map(\.severity) == [.warning])
        let expired = baseline.applied(to: result([(.responseStatus, nil)]), today: "2026-06-01")
        #expect(expired.status == .failed)
        #expect(
            expired.findings.first?.details == ["accepted by the baseline until 2026-06-01: bug 7 (known.json:3:5)"])
    }

    @Test("a case fails for an additional finding, or for the known one at a different place")
    func others() {
        let two = result([(.responseStatus, nil), (.responseWithin, nil)])
        let applied = Baseline(entries: [entry()]).applied(to: two, today: "2026-01-01")
        #expect(applied.status == .failed)
        #expect(applied.findings.map(\.severity) == [.warning, .error])
        let elsewhere = Baseline(entries: [entry("response.body.schema", place: "body /id")])
        let found = result([(.responseBodySchema, .init(.body, "/name"))])
        #expect(
            elsewhere.applied(to: found, today: "2026-01-01").findings.map(\.rule.id) == [
                "response.body.schema", "baseline.stale",
            ])
        let there = result([(.responseBodySchema, .init(.body, "/id"))])
        #expect(elsewhere.applied(to: there, today: "2026-01-01").status == .pending)
    }

    @Test("a case fails if its known finding no longer occurs, unless it didn't run")
    func stale() {
        let baseline = Baseline(entries: [entry()])
        let mended = baseline.applied(to: result([], .passed), today: "2026-01-01")
        #expect(mended.status == .failed)
        #expect(mended.findings.map(\.rule.id) == ["baseline.stale"])
        #expect(mended.findings.first?.contract?.description == "known.json:3:5")
        for status in [CaseResult.Status.skipped, .blocked, .pending] {
            #expect(baseline.applied(to: result([], status), today: "2026-01-01").status == status)
        }
        let other = Baseline(entries: [entry(testCase: "a.json:op/two")])
        #expect(other.applied(to: result([], .passed), today: "2026-01-01").status == .passed)
        #expect(other.unknown(among: ["a.json:op/one"]).map(\.testCase) == ["a.json:op/two"])
    }

    @Test("a rewritten baseline keeps valid and unjudged entries, drops stale ones, and adds new ones")
    func rewritten() throws {
        let kept = entry()
        let elsewhere = entry(testCase: "a.json:op/two")
        let baseline = Baseline(entries: [kept, entry("response.within"), elsewhere])
        let run = result([(.responseStatus, nil), (.responseBodySchema, .init(.body, "/id"))])
        let results = [baseline.applied(to: run, today: "2026-01-01")]
        let written = baseline.rewritten(for: results, reason: "found", expires: "2026-02-01")
        #expect(written.entries.map(\.rule) == ["response.status", "response.status", "response.body.schema"])
        #expect(written.entries.map(\.testCase) == ["a.json:op/two", "a.json:op/one", "a.json:op/one"])
        #expect(written.entries.map(\.expires) == ["2026-06-01", "2026-06-01", "2026-02-01"])
        // What is written is read again, and accepts the whole run.
        let read = try Baseline(parsing: Array(written.json.pretty.utf8), file: "new.json")
        #expect(read.entries.map(\.place) == written.entries.map(\.place))
        #expect(read.applied(to: run, today: "2026-01-01").status == .pending)
    }

    @Test("a baseline doesn't contain connection failures", arguments: [Rule.transportEmpty, .stateFailed])
    func accidents(rule: Rule) {
        let results = [result([(rule, nil)], .failed)]
        #expect(Baseline(entries: []).rewritten(for: results, reason: "x", expires: "2026-02-01").entries.isEmpty)
    }

    @Test("a baseline doesn't contain pending cases")
    func pending() {
        let results = [result([(.responseStatus, nil)], .pending)]
        #expect(Baseline(entries: []).rewritten(for: results, reason: "x", expires: "2026-02-01").entries.isEmpty)
    }

    static let whole = #"{ "case": "a.json:op/one", "rule": "r", "reason": "x", "expires": "2026-06-01" }"#

    @Test(
        "an invalid baseline is rejected with the position",
        arguments: [
            ("{", "known.json:1:2: error: "),
            ("[]", "known.json:1:1: error: a baseline file must be"),
            (#"{ "baseline": "2.0", "findings": [] }"#, "known.json:1:15: error: a baseline file must be"),
            (#"{ "baseline": "1.0", "findings": {} }"#, "known.json:1:15: error: a baseline file must be"),
            (
                #"{ "baseline": "1.0", "findings": [], "fidings": [] }"#,
                "known.json:1:49: error: unknown key “fidings”; the known keys are baseline, findings"
            ),
            (
                #"{ "baseline": "1.0", "findings": [7] }"#,
                "known.json:1:35: error: each finding in a baseline requires the key “expires” with a string"
            ),
            (
                #"{ "baseline": "1.0", "findings": [{ "expires": "soon" }] }"#,
                "known.json:1:48: error: “expires” must be a date such as 2027-03-01"
            ),
            (
                #"{ "baseline": "1.0", "findings": [{ "expires": "2027-02-29" }] }"#,
                "known.json:1:48: error: “expires” must be a date such as 2027-03-01"
            ),
            (
                #"{ "baseline": "1.0", "findings": [{ "expires": "2026-13-01" }] }"#,
                "known.json:1:48: error: “expires” must be a date such as 2027-03-01"
            ),
            (
                #"{ "baseline": "1.0", "findings": [{ "case": "a", "expires": "2026-06-01", "rule": 7, "reason": "x" }] }"#,
                "known.json:1:83: error: each finding in a baseline requires the key “rule” with a string"
            ),
            (
                #"{ "baseline": "1.0", "findings": [{ "case": "a", "case": "b" }] }"#,
                "known.json:1:58: error: duplicate key “case”"
            ),
        ])
    func malformed(text: String, message: String) throws {
        let error = try #require(throws: BaselineError.self) {
            try Baseline(parsing: Array(text.utf8), file: "known.json")
        }
        #expect(error.description.hasPrefix(message), "\(error.description)")
    }

    @Test("each entry of a baseline has its location")
    func reads() throws {
        let text = "{ \"baseline\": \"1.0\", \"findings\": [\n  \(Self.whole)\n] }"
        let read = try Baseline(parsing: Array(text.utf8), file: "known.json")
        #expect(read.entries.map(\.location.description) == ["known.json:2:3"])
        #expect(read.entries.first?.place == nil)
    }
}
