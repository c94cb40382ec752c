import AccordContract
import AccordCore

/// A page's cases, each a folded `details` element of which the script draws more than there is to see without it.
///
/// What a case's findings share with others of their cause stands once, in the cause's card.
struct CaseMarkup {
    private let report: RunReport
    private let causes: PageCauses
    private let quotes: [String: String]
    private let limits: PageLimits
    private var anchors = CaseAnchors()
    /// Bytes of exchanges that may still be written.
    private var budget = PageLimits.exchanges
    private var writer = HTMLWriter()

    init(_ report: RunReport, causes: PageCauses) {
        self.report = report
        self.causes = causes
        limits = PageLimits(report)
        quotes = Dictionary(report.quotes.map { ("\($0.file):\($0.line)", $0.text) }) { first, _ in first }
    }

    /// Writes all cases, those that failed first.
    ///
    /// - Throws: what `take` throws.
    mutating func write(_ take: ([UInt8]) throws -> Void) rethrows {
        for group in CaseGroup.allCases {
            let chosen = report.cases.lazy.filter { CaseGroup($0) == group }
            guard !chosen.isEmpty else { continue }
            writer.element("h2", class: "group", group.heading)
            for result in chosen {
                write(result, group)
                if writer.bytes.count > 64 * 1024 { try take(writer.drain()) }
            }
        }
        try take(writer.drain())
    }

    private mutating func write(_ result: CaseResult, _ group: CaseGroup) {
        writer.markup("<details")
        writer.attribute("class", group.rawValue)
        writer.attribute("id", anchors.anchor(of: result))
        writer.attribute("data-operation", result.operation)
        writer.attribute("data-status", result.status.name)
        let numbers = result.findings.compactMap { causes.number(of: $0, in: result) }
        if !numbers.isEmpty {
            let unique = Set(numbers).sorted().map(String.init)
            writer.attribute("data-causes", unique.joined(separator: " "))
        }
        if result.duration > 0 { writer.attribute("data-time", DurationText.text(result.duration)) }
        writer.markup("><summary>")
        writer.text(result.title)
        writer.markup("</summary>\n")
        writer.element("p", class: "at", "\(result.location.file):\(result.location.line)")
        writer.element("p", class: "about", result.summary)
        writer.element("p", class: "reason", result.reason)
        for finding in result.findings.mostSevereFirst { write(finding, of: result) }
        if limits.showsExchange(of: result) {
            for exchange in result.exchanges { writeIfItFits(exchange) }
        }
        writer.markup("</details>\n")
    }

    private mutating func write(_ finding: Finding, of result: CaseResult) {
        let number = causes.number(of: finding, in: result)
        writer.markup("<section")
        writer.attribute("class", "finding \(finding.severity.rawValue)")
        writer.attribute("data-blame", finding.blame.rawValue)
        if let number { writer.attribute("data-cause", String(number)) }
        writer.markup(">\n")
        writer.element("p", class: "message", finding.message)
        write(finding.expected, "expected")
        write(finding.actual, "actual")
        for detail in finding.details { writer.element("p", class: "detail", detail) }
        if let place = finding.place {
            writer.markup("<p class=\"where\"")
            if place.part == .body, let name = place.name { writer.attribute("data-pointer", name) }
            writer.markup(">")
            writer.text(place.description)
            writer.markup("</p>\n")
        }
        if let number {
            writer.markup("<p class=\"rule\"><a")
            writer.attribute("href", "#cause-\(number)")
            writer.markup(">")
            writer.text(finding.rule.id)
            writer.markup("</a></p>\n")
        } else {
            writer.element("p", class: "rule", finding.rule.id)
            writer.element("p", class: "contract", (finding.contract ?? result.location).description)
            writer.element("p", class: "advice", finding.advice)
        }
        writer.element("pre", class: "curl", finding.reproduce?.cut(to: limits.text).text)
        writer.markup("</section>\n")
    }

    private mutating func write(_ value: String?, _ kind: StaticString) {
        guard let (text, isCut) = value?.cut(to: limits.text) else { return }
        writer.element("pre", class: kind, isCut ? text + "…" : text)
    }

    private mutating func writeIfItFits(_ exchange: ExchangeRecord) {
        guard budget > 0 else {
            return writer.markup("<p class=\"left\">The page is full: report.json has the exchange.</p>\n")
        }
        let start = writer.bytes.count
        write(exchange)
        budget -= writer.bytes.count - start
    }

    private mutating func write(_ exchange: ExchangeRecord) {
        writer.markup("<section class=\"exchange\"")
        if let timing = exchange.timing {
            let ends = [
                timing.nameLookup, timing.connect, timing.tlsHandshake, timing.firstByte, timing.total,
            ]
            writer.attribute("data-times", ends.map { Seconds.text($0 * 1000, digits: 3) }.joined(separator: " "))
        }
        writer.markup(">\n<pre class=\"request\">")
        let version = exchange.response?.version.map { " HTTP/\($0)" } ?? ""
        writer.text("\(exchange.request.method) \(exchange.request.url)\(version)")
        write(exchange.request.headers, exchange.request.body)
        if let response = exchange.response {
            writer.markup("<pre class=\"response\">")
            writer.text("HTTP\(response.version.map { "/\($0)" } ?? "") \(response.status)")
            write(response.headers, response.body)
        }
        writer.element("p", class: "failure", exchange.failure)
        writer.markup("</section>\n")
    }

    private mutating func write(_ headers: [HTTPField], _ body: ExchangeRecord.Body?) {
        for field in headers {
            writer.markup("\n")
            writer.text("\(field.name): \(field.value)")
        }
        writer.markup("</pre>\n")
        guard let body else { return }
        let isImage = headers.first("Content-Type")?.lowercased().hasPrefix("image/") ?? false
        let limit = isImage ? limits.image : limits.body
        writer.markup("<pre class=\"body\"")
        writer.attribute("data-size", String(body.size))
        if let type = headers.first("Content-Type") { writer.attribute("data-type", type) }
        if body.text == nil { writer.attribute("data-base64", "") }
        let (text, isCut) = (body.text ?? body.base64 ?? "").cut(to: limit)
        if isCut || body.isCut { writer.attribute("data-cut", "") }
        writer.markup(">")
        writer.text(text)
        writer.markup("</pre>\n")
    }
}
