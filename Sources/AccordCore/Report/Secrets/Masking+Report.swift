extension Masking {
    /// The finding with secrets hidden in every text that came from a message.
    package func mask(_ finding: Finding) -> Finding {
        guard !isEmpty else { return finding }
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

    /// The exchange with secrets hidden in what was sent and received.
    package func mask(_ exchange: ExchangeRecord) -> ExchangeRecord {
        guard !isEmpty else { return exchange }
        var masked = exchange
        masked.request.method = mask(exchange.request.method)
        masked.request.url = mask(exchange.request.url)
        masked.request.headers = exchange.request.headers.map(maskedField)
        masked.request.body?.text = exchange.request.body?.text.map(mask)
        masked.request.body?.base64 = exchange.request.body?.base64.map(mask)
        masked.response?.headers = exchange.response?.headers.map(maskedField) ?? []
        masked.response?.body?.text = exchange.response?.body?.text.map(mask)
        masked.response?.body?.base64 = exchange.response?.body?.base64.map(mask)
        masked.failure = exchange.failure.map(mask)
        return masked
    }

    /// The report with secrets hidden wherever a value could have come to; ids, files and places stay as they are.
    package func mask(_ report: RunReport) -> RunReport {
        guard !isEmpty else { return report }
        var masked = report
        masked.target = report.target.map(mask)
        masked.hints = report.hints.map(mask)
        for index in masked.quotes.indices { masked.quotes[index].text = mask(report.quotes[index].text) }
        for index in masked.cases.indices {
            masked.cases[index] = mask(report.cases[index])
        }
        return masked
    }

    /// The result with secrets hidden wherever a value could have come to; its id and its place stay as they are.
    package func mask(_ result: CaseResult) -> CaseResult {
        guard !isEmpty else { return result }
        var masked = result
        masked.reason = result.reason.map(mask)
        masked.findings = result.findings.map(mask)
        masked.exchanges = result.exchanges.map(mask)
        return masked
    }
}
