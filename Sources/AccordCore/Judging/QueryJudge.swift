// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension RequestJudge {
    /// Judges the query of a request: each name-value pair, and the combination of the pairs.
    func judgeQuery(_ query: String, into judgement: inout Judgement) {
        let items = expected.operation.request.query.items(of: query)
        var judge = ItemsJudge(
            .query(expected.operation.queryEncoding), expected.query, items,
            location: expected.operation.request.location)
        var queryJudgement = Judgement()
        judge.judge(into: &queryJudgement)
        if !queryJudgement.findings.contains(where: { $0.rule == .requestQueryEncoding }) {
            judgeBytes(of: query, items, &queryJudgement)
        }
        judgeTogether(query, &queryJudgement)
        judgement.formUnion(queryJudgement)
    }

    /// Judges the combination of the query items. `querySchema` may require `b` if `a` is present, or forbid `a`
    /// together with `b`.
    private func judgeTogether(_ query: String, _ judgement: inout Judgement) {
        let operation = expected.operation
        guard let schema = operation.request.querySchema, !judgement.failed else { return }
        // A case can specify a forbidden combination on purpose, to test that a server refuses the combination.
        guard expected.matching == .schema || schema.isValid(QueryObject.of(expected.query)) else { return }
        judgement.assertions += 1
        let document = JSONDocument(QueryObject.read(query, of: operation), file: "the query")
        judgement.findings += SchemaFindings(rule: .requestQueryCombination, part: .query)
            .findings(document.root, schema)
    }

    private func judgeBytes(of query: String, _ items: [RawItem], _ judgement: inout Judgement) {
        judgement.assertions += 1
        if !Percent.isWellFormed(query), let item = items.first(where: { !Percent.isWellFormed($0.text) }) {
            judgement.report(finding(item.name, "a % in the query isn't followed by two hex digits", item.text, .error))
        } else if !judgement.failed, let item = items.first(where: { !Percent.isUTF8($0.text) }) {
            judgement.report(finding(item.name, "the decoded query isn't UTF-8", item.text, .warning))
        }
        let scalar = query.unicodeScalars.first { !$0.isASCII || !ByteSet.query.contains(UInt8($0.value)) }
        if let scalar {
            let isRefused = !scalar.isASCII || scalar.value <= 0x20 || scalar.value == 0x7F
            let item = items.first { $0.text.unicodeScalars.contains(scalar) }
            judgement.report(
                finding(
                    item?.name ?? "", "\(Excerpt.quoted(String(scalar))) must be percent-encoded in a query",
                    item?.text ?? query, isRefused ? .error : .warning))
        }
    }

    private func finding(_ name: String, _ message: String, _ actual: String, _ severity: Finding.Severity) -> Finding {
        Finding(
            rule: .requestQueryEncoding, severity: severity, message, contract: expected.location,
            place: .init(.query, Percent.decodeText(name)), actual: Excerpt.cut(actual),
            advice: "Convert each value to UTF-8, and percent-encode the bytes once.")
    }
}
