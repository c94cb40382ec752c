// SPDX-License-Identifier: Apache-2.0
extension Masking {
    /// Returns the finding with secrets masked in every string that may contain a secret.
    package func mask(_ finding: Finding) -> Finding {
        var masked = finding
        masked.message = mask(finding.message)
        masked.place?.name = finding.place?.name.map(mask)
        masked.expected = finding.expected.map(mask)
        masked.actual = finding.actual.map(mask)
        masked.reproduce = finding.reproduce.map(mask)
        masked.advice = finding.advice.map(mask)
        masked.details = finding.details.map(mask)
        return masked
    }

    /// Returns the result with secrets masked in its reason, findings and exchanges.
    package func mask(_ result: CaseResult) -> CaseResult {
        var masked = result
        masked.reason = result.reason.map(mask)
        masked.findings = result.findings.map(mask)
        masked.exchanges = result.exchanges.map(mask)
        return masked
    }

    /// Returns the report with secrets masked. Ids, files and locations don't change.
    package func mask(_ report: RunReport) -> RunReport {
        guard !isEmpty else { return report }
        var masked = report
        masked.target = report.target.map(mask)
        masked.hints = report.hints.map(mask)
        masked.cases = report.cases.map(mask)
        for index in masked.quotes.indices { masked.quotes[index].text = mask(report.quotes[index].text) }
        return masked
    }

    private func mask(_ exchange: ExchangeRecord) -> ExchangeRecord {
        var masked = exchange
        masked.request.url = mask(exchange.request.url)
        masked.request.headers = exchange.request.headers.map(mask)
        masked.request.body?.text = exchange.request.body?.text.map(mask)
        masked.request.body?.base64 = exchange.request.body?.base64.map(mask)
        masked.response?.headers = exchange.response?.headers.map(mask) ?? []
        masked.response?.body?.text = exchange.response?.body?.text.map(mask)
        masked.response?.body?.base64 = exchange.response?.body?.base64.map(mask)
        masked.failure = exchange.failure.map(mask)
        return masked
    }
}
