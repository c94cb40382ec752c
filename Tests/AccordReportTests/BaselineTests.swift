// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@Suite("A baseline of known findings")
struct BaselineTests {
    private func entry(
        _ rule: String = "response.status", place: String? = nil, expires: String? = "2026-06-01",
        operations: [String] = ["op"], component: String? = nil, testCase: String? = "op/one"
    ) -> Baseline.Entry {
        .init(
            operations: operations, component: component, rule: rule, place: place, testCase: testCase,
            reason: "bug 7", expires: expires, location: SourceLocation(file: "known.json", line: 3, column: 5))
    }

    private func result(
        _ rules: [(Rule, Finding.Place?)], _ status: CaseResult.Status = .failed, id: String = "op/one",
        contract: String = "", actual: String? = nil
    ) -> CaseResult {
        CaseResult(
            id: id, file: "Specs/a.json", operation: String(id.prefix { $0 != "/" && $0 != "~" }),
            origin: .documented, status: status, location: SourceLocation(file: "Specs/a.json", line: 1, column: 1),
            findings: rules.map {
                Finding(
                    rule: $0.0, blame: .server, "wrong",
                    contract: SourceLocation(file: "Specs/a.json", line: 2, column: 1, pointer: contract),
                    place: $0.1, actual: actual)
            })
    }

    @Test("a known problem is accepted until it expires, and is reported")
    func accepted() {
        let baseline = Baseline(entries: [entry()])
        let known = baseline.applied(to: result([(.responseStatus, nil)]), today: "2026-05-31")
        #expect(known.status == .pending)
        #expect(known.reason == "accepted by the baseline (bug 7), expires on 2026-06-01")
        #expect(known.findings.map(\.severity) == [.warning])
        let expired = baseline.applied(to: result([(.responseStatus, nil)]), today: "2026-06-01")
        #expect(expired.status == .failed)
        #expect(
            expired.findings.first?.details
                == ["the baseline's entry (bug 7) expired on 2026-06-01 (known.json:3:5)"])
        let lasting = Baseline(entries: [entry(expires: nil)])
        let accepted = lasting.applied(to: result([(.responseStatus, nil)]), today: "2999-01-01")
        #expect(accepted.reason == "accepted by the baseline (bug 7)")
    }

    @Test("a known problem is accepted in every case of its operation, and in no other operation")
    func operations() {
        let baseline = Baseline(entries: [entry()])
        let cases = ["op/two", "op~fuzz.9-3", "other/one"].map { id in
            baseline.applied(to: result([(.responseStatus, nil)], id: id), today: "2026-01-01").status
        }
        #expect(cases == [.pending, .pending, .failed])
    }

    @Test("a problem of a component is accepted in every operation that uses the component")
    func components() {
        let baseline = Baseline(
            entries: [entry("response.body.schema", place: "body /id", component: "/components/schemas/Item")])
        func status(_ place: String, _ contract: String) -> CaseResult.Status {
            let found = result([(.responseBodySchema, .init(.body, place))], id: "other/one", contract: contract)
            return baseline.applied(to: found, today: "2026-01-01").status
        }
        #expect(status("/items/3/id", "/components/schemas/Item/properties/id/type") == .pending)
        #expect(status("/items/3/name", "/components/schemas/Item/properties/name/type") == .failed)
        #expect(status("/id", "/components/schemas/Note/properties/id/type") == .failed)
    }

    @Test("a case fails for an additional finding, for a known one at a different place, or with a different status")
    func others() {
        let two = result([(.responseStatus, nil), (.responseWithin, nil)])
        let applied = Baseline(entries: [entry()]).applied(to: two, today: "2026-01-01")
        #expect(applied.status == .failed)
        #expect(applied.findings.map(\.severity) == [.warning, .error])
        let elsewhere = Baseline(entries: [entry("response.body.schema", place: "body /items/*/id")])
        func status(_ place: String) -> CaseResult.Status {
            elsewhere.applied(to: result([(.responseBodySchema, .init(.body, place))]), today: "2026-01-01").status
        }
        #expect(status("/items/0/name") == .failed)
        #expect(status("/items/7/id") == .pending)
        let missing = Baseline(entries: [entry("response.status.undocumented", place: "status 404")])
        func status(answered: String) -> CaseResult.Status {
            let found = result([(.responseStatusUndocumented, .init(.status))], actual: answered)
            return missing.applied(to: found, today: "2026-01-01").status
        }
        #expect(status(answered: "404") == .pending)
        #expect(status(answered: "500") == .failed)
    }

    @Test("an accepted invalid request covers a request that many frameworks accept, and not the reverse")
    func practice() {
        let place = Finding.Place(.body, "/price")
        let accepted = Baseline(entries: [entry("refusal.accepted", place: "body /price")])
        let practice = Baseline(entries: []).rewritten(
            for: [result([(.refusalPractice, place)])], reason: "x", expires: nil)
        #expect(practice.entries.map(\.place) == [nil])
        func status(_ baseline: Baseline, _ rule: Rule) -> CaseResult.Status {
            baseline.applied(to: result([(rule, place)]), today: "2026-01-01").status
        }
        #expect(status(accepted, .refusalPractice) == .pending && status(practice, .refusalPractice) == .pending)
        #expect(status(practice, .refusalAccepted) == .failed)
    }

    @Test("an entry is stale if its case ran, and its problem occurs nowhere")
    func stale() {
        let baseline = Baseline(entries: [entry()])
        let mended = baseline.concluded([result([], .passed)])
        #expect(mended.map(\.status) == [.failed])
        #expect(mended[0].findings.map(\.rule.id) == ["baseline.stale"])
        #expect(mended[0].findings.first?.contract?.description == "known.json:3:5")
        for status in [CaseResult.Status.skipped, .blocked] {
            #expect(baseline.concluded([result([], status)]).map(\.status) == [status])
        }
        let elsewhere = result([(.responseStatus, nil)], .pending, id: "op/two")
        #expect(baseline.concluded([result([], .passed), elsewhere]).map(\.status) == [.passed, .pending])
        let other = Baseline(entries: [entry(testCase: "op~fuzz.1-2")])
        #expect(other.concluded([result([], .passed)]).map(\.status) == [.passed])
        #expect(other.unknown(among: ["other"]).map(\.operations) == [["op"]])
    }

    @Test("a stale entry is a note while other cases fail")
    func staleNote() {
        let broken = result([(.responseWithin, nil)], id: "op/two")
        let concluded = Baseline(entries: [entry()]).concluded([result([], .passed), broken])
        #expect(concluded.map(\.status) == [.passed, .failed])
        #expect(concluded[0].findings.map(\.severity) == [.note])
    }

    @Test("a rewritten baseline keeps valid and unjudged entries, drops stale ones, and adds new ones")
    func rewritten() throws {
        let elsewhere = entry("response.within", testCase: "op/two")
        let baseline = Baseline(entries: [entry(), entry("response.header.missing"), elsewhere])
        let run = result([(.responseStatus, nil), (.responseBodySchema, .init(.body, "/id"))])
        let results = [baseline.applied(to: run, today: "2026-01-01")]
        let written = baseline.rewritten(for: results, reason: "found", expires: "2026-02-01")
        #expect(written.entries.map(\.rule) == ["response.status", "response.within", "response.body.schema"])
        #expect(written.entries.map(\.expires) == ["2026-06-01", "2026-06-01", "2026-02-01"])
        // What is written is read again, and accepts the whole run.
        let read = try Baseline(parsing: Array(written.json.pretty.utf8), file: "new.json")
        #expect(read.entries.map(\.place) == written.entries.map(\.place))
        #expect(read.applied(to: run, today: "2026-01-01").status == .pending)
    }

    @Test("a written baseline has one entry for a problem of several cases and operations")
    func onePerProblem() {
        let place = Finding.Place(.credentials, "token")
        let results = ["a~refuse.x", "a~refuse.y", "b~refuse.x"].map { id in
            result([(.refusalAccepted, place)], id: id)
        }
        let written = Baseline(entries: []).rewritten(for: results, reason: "x", expires: nil)
        #expect(written.entries.map(\.operations) == [["a", "b"]])
        #expect(written.entries.map(\.place) == ["credentials token"])
        #expect(results.map { written.applied(to: $0, today: "2026-01-01").status } == [.pending, .pending, .pending])
    }

    @Test(
        "a baseline accepts connection failures, and no failed setup of a state",
        arguments: [(Rule.transportEmpty, 1), (.stateFailed, 0)])
    func accidents(rule: Rule, count: Int) {
        let results = [result([(rule, nil)], .failed)]
        #expect(
            Baseline(entries: []).rewritten(for: results, reason: "x", expires: "2026-02-01").entries.count == count)
    }

    @Test("a baseline doesn't contain pending cases")
    func pending() {
        let results = [result([(.responseStatus, nil)], .pending)]
        #expect(Baseline(entries: []).rewritten(for: results, reason: "x", expires: "2026-02-01").entries.isEmpty)
    }

    @Test("a baseline of version 1.0 is converted, and accepts the problem in every case of the operation")
    func converts() throws {
        let text = """
            { "baseline": "1.0", "findings": [
              { "case": "a.json:op~refuse.missing:query.limit", "rule": "refusal.accepted", "place": "status", "reason": "x",
                "expires": "2026-06-01" }
            ] }
            """
        let read = try Baseline(parsing: Array(text.utf8), file: "known.json")
        #expect(read.entries.map(\.operations) == [["op"]])
        #expect(read.entries.map(\.testCase) == ["op~refuse.missing:query.limit"])
        let found = result([(.refusalAccepted, .init(.query, "limit"))])
        #expect(read.applied(to: found, today: "2026-01-01").status == .pending)
        let unchecked = result([(.refusalAccepted, .init(.credentials, "bearerAuth"))])
        #expect(read.applied(to: unchecked, today: "2026-01-01").status == .failed)
    }

    @Test(
        "the case of an entry of version 1.0 names the place",
        arguments: [
            ("op~refuse.missing:body", "body (the whole)"), ("op~refuse.schema:body/a/0/b:type.text", "body /a/*/b"),
            ("op~refuse.schema:body:required.without-name", "body /name"), ("op~refuse.missing-credentials", "status"),
            ("op~fuzz.1-2", "status"),
        ])
    func oldPlaces(id: String, place: String) throws {
        let text = """
            { "baseline": "1.0", "findings": [
              { "case": "a.json:\(id)", "rule": "refusal.accepted", "place": "status", "reason": "x" }
            ] }
            """
        #expect(try Baseline(parsing: Array(text.utf8), file: "known.json").entries.map(\.place) == [place])
    }

    static let whole = #"{ "operations": ["op"], "rule": "r", "reason": "x" }"#

    @Test(
        "an invalid baseline is rejected with the position",
        arguments: [
            ("{", "known.json:1:2: error: "),
            ("[]", "known.json:1:1: error: a baseline file must be"),
            (#"{ "baseline": "3.0", "problems": [] }"#, "known.json:1:15: error: a baseline file must be"),
            (#"{ "baseline": "2.0", "findings": [] }"#, "known.json:1:34: error: unknown key “findings”"),
            (
                #"{ "baseline": "2.0", "problems": [{ "rule": "r", "reason": "x" }] }"#,
                "known.json:1:35: error: each problem in a baseline requires the key “operations”"
            ),
            (#"{ "baseline": "1.0", "findings": {} }"#, "known.json:1:15: error: a baseline file must be"),
            (
                #"{ "baseline": "1.0", "findings": [], "fidings": [] }"#,
                "known.json:1:49: error: unknown key “fidings”; the known keys are baseline, findings"
            ),
            (
                #"{ "baseline": "1.0", "findings": [7] }"#,
                "known.json:1:35: error: each problem in a baseline requires the key “rule” with a string"
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
                "known.json:1:83: error: each problem in a baseline requires the key “rule” with a string"
            ),
            (
                #"{ "baseline": "1.0", "findings": [{ "case": "a", "case": "b" }] }"#,
                "known.json:1:58: error: duplicate key “case”"
            ),
        ])
    func malformed(text: String, message: String) throws {
        let error = try #require(throws: DescribedError.self) {
            try Baseline(parsing: Array(text.utf8), file: "known.json")
        }
        #expect(error.description.hasPrefix(message), "\(error.description)")
    }

    @Test("each entry of a baseline has its location")
    func reads() throws {
        let text = "{ \"baseline\": \"2.0\", \"problems\": [\n  \(Self.whole)\n] }"
        let read = try Baseline(parsing: Array(text.utf8), file: "known.json")
        #expect(read.entries.map(\.location.description) == ["known.json:2:3"])
        #expect(read.entries.first?.place == nil)
    }
}
