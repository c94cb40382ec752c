import AccordContract
import AccordHTTP
import AccordJudging
import AccordReport

/// A case as the templates see it.
struct CaseModel {
    private let lines: [String: String]

    init(quotes: [ContractQuote]) {
        lines = Dictionary(quotes.map { ("\($0.file):\($0.line)", $0.text) }) { first, _ in first }
    }

    /// A case with all that is known of it.
    func detailed(_ number: Int, _ result: CaseResult) -> TemplateFields {
        var fields = listed(number, result)
        fields["findings"] = result.orderedFindings.map(finding)
        fields["exchanges"] = result.exchanges.map(ExchangeModel.fields)
        return fields
    }

    /// A case as a line of a list.
    func listed(_ number: Int, _ result: CaseResult) -> TemplateFields {
        var fields: TemplateFields = [
            "number": number, "title": result.title, "status": result.status.name, "group": Self.group(result),
            "casePlace": "\(result.location.file):\(result.location.line)", "operation": result.operation,
        ]
        fields["caseSummary"] = result.summary
        fields["reason"] = result.reason
        if result.duration > 0 { fields["duration"] = Self.time(result.duration) }
        return fields
    }

    func finding(_ finding: Finding) -> TemplateFields {
        var fields: TemplateFields = [
            "rule": finding.rule, "severity": finding.severity.rawValue, "blame": finding.blame.rawValue,
            "who": finding.blame.subject, "message": finding.message, "details": finding.details,
        ]
        if finding.severity != .error { fields["mild"] = finding.severity.rawValue }
        fields["where"] = finding.place?.description
        fields["reproduce"] = finding.reproduce
        fields["advice"] = finding.advice
        if let place = finding.contract {
            fields["findingPlace"] = place.description
            if !place.pointer.isEmpty { fields["pointer"] = place.pointer }
            if let text = lines["\(place.file):\(place.line)"] {
                fields["quote"] = ["number": place.line, "text": text.trimmed] as TemplateFields
            }
        }
        if finding.expected != nil || finding.actual != nil {
            let diff = Diff(expected: finding.expected, actual: finding.actual)
            let lines = diff.lines.map { Self.line($0, isSmall: diff.isSmall) }
            fields["diff"] = ["lines": lines, "isSmall": diff.isSmall] as TemplateFields
        }
        return fields
    }

    private static func line(_ line: Diff.Line, isSmall: Bool) -> TemplateFields {
        let (name, sign) =
            switch line.mark {
            case .same: ("same", " ")
            case .expected: ("expected", isSmall ? "expected" : "−")
            case .actual: ("actual", isSmall ? "actual" : "+")
            case .gap: ("gap", " ")
            }
        let pieces = line.pieces.map { ["text": $0.text, "isChanged": $0.isChanged] as TemplateFields }
        return ["mark": name, "sign": sign, "pieces": pieces]
    }

    /// What the filter calls it.
    private static func group(_ result: CaseResult) -> String {
        switch result.status {
        case .failed: "failed"
        case .passed: result.findings.isEmpty ? "passed" : "warned"
        default: "idle"
        }
    }

    /// `18.1 ms`, `2.35 s`
    static func time(_ seconds: Double) -> String {
        seconds < 1 ? "\(Seconds.text(seconds * 1000, digits: 1)) ms" : "\(Seconds.text(seconds, digits: 2)) s"
    }
}

extension String {
    /// Without the white space of an indentation.
    fileprivate var trimmed: String { String(drop(while: \.isWhitespace)) }
}
