// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Writes the cases of the page as collapsed `details` elements.
///
/// The cases have no template: with swift-mustache 2.1.1, a case takes 0.04 ms to 0.2 ms, and 20,000 cases would take
/// longer than their verification.
///
/// When a reader opens a case, the page's script adds further details. The card of a problem shows the contract
/// location and the advice, so the cases with this problem don't repeat them.
struct CaseMarkup {
    private let report: RunReport
    private let problems: PageProblems
    private let limits: PageLimits
    private var anchors: Set<String> = []
    /// The number of bytes that are left on the page for requests and responses.
    private var budget: Int
    /// For each card of a problem, the number of cases that the page still shows in full.
    private var fullCases: [Int: Int] = [:]
    /// The titles of the cases that a card shows as examples.
    private let examples: Set<String>

    init(_ report: RunReport, problems: PageProblems) {
        self.report = report
        self.problems = problems
        limits = PageLimits(report, problems.all.count)
        budget = limits.exchanges
        examples = Set(problems.all.flatMap(\.examples).map { report.cases[$0.result].title })
    }

    /// Writes all cases, with failed cases first.
    ///
    /// - Throws: the errors that `take` throws.
    mutating func write(_ take: ([UInt8]) throws -> Void) rethrows {
        var html: HTML = ""
        for group in CaseGroup.allCases {
            let chosen = report.cases.lazy.filter { CaseGroup($0) == group }
            guard !chosen.isEmpty else { continue }
            html += .element("h2", class: "group", group.heading)
            for result in chosen {
                html += details(of: result, group)
                guard html.text.utf8.count > 64 * 1024 else { continue }
                try take(Array(html.text.utf8))
                html = ""
            }
        }
        try take(Array(html.text.utf8))
    }

    private mutating func details(of result: CaseResult, _ group: CaseGroup) -> HTML {
        let numbers = Set(result.findings.compactMap { problems.number(of: $0, in: result) }).sorted()
        let isFull =
            numbers.isEmpty || examples.contains(result.title)
            || numbers.contains { fullCases[$0, default: limits.fullCases] > 0 }
        for number in numbers { fullCases[number, default: limits.fullCases] -= 1 }
        let status = group == .idle ? result.status.name : nil
        let cards = numbers.isEmpty ? nil : numbers.map(String.init).joined(separator: " ")
        let time = result.duration > 0 ? result.duration.shownDuration : nil
        var html: HTML = """
            <details class="\(group.rawValue)" id="\(anchor(of: result))" data-operation="\(result.operation)"\
            \(.attribute("data-status", status))\(.attribute("data-problems", cards))\
            \(.attribute("data-time", time))><summary>\(result.title)</summary>
            <p class="at">\(result.location.file):\(result.location.line)</p>

            """
        html += .element("p", class: "about", result.summary)
        html += .element("p", class: "reason", isFull ? result.reason : nil)
        for finding in result.findings.mostSevereFirst { html += section(finding, of: result, isFull: isFull) }
        for exchange in isFull && budget > 0 ? result.exchanges : [] {
            let section = section(exchange)
            budget -= section.text.utf8.count
            html += section
        }
        html += "</details>\n"
        return html
    }

    /// Returns the HTML id of a case, percent-encoded: `case=TITLE`. If an earlier case has the same id, returns
    /// `case=FILE:TITLE`, then `case=FILE:TITLE@2`. The id is the same in each run.
    private mutating func anchor(of result: CaseResult) -> String {
        let short = Self.anchor(result.title)
        return anchors.insertUnused(
            anchors.contains(short) ? Self.anchor("\(result.file):\(result.title)") : short, separator: "@")
    }

    static func anchor(_ title: String) -> String { "case=" + Percent.encode(title) }

    /// Returns a finding. If `isFull` is `false`, the card of the problem shows its details.
    private func section(_ finding: Finding, of result: CaseResult, isFull: Bool) -> HTML {
        let number = problems.number(of: finding, in: result)
        var html: HTML = """
            <section class="finding \(finding.severity.rawValue)" data-blame="\(finding.blame.rawValue)"\
            \(.attribute("data-problem", number.map(String.init)))>
            <p class="message">\(finding.message)</p>

            """
        if isFull {
            html += value(finding.expected, "expected")
            html += value(finding.actual, "actual")
            for detail in finding.details { html += .element("p", class: "detail", detail) }
        }
        if let place = finding.place, isFull {
            let pointer = HTML.attribute("data-pointer", place.part == .body ? place.name : nil)
            html += "<p class=\"where\"\(pointer)>\(place.description)</p>\n"
        }
        if let number {
            html += "<p class=\"rule\"><a href=\"#problem-\(number)\">\(finding.rule.id)</a></p>\n"
        } else {
            html += .element("p", class: "rule", finding.rule.id)
            html += .element("p", class: "contract", (finding.contract ?? result.location).description)
            html += .element("p", class: "advice", finding.advice)
        }
        if isFull { html += .element("pre", class: "curl", finding.reproduce?.cut(to: limits.text).text) }
        html += "</section>\n"
        return html
    }

    private func value(_ value: String?, _ kind: String) -> HTML {
        guard let (text, isCut) = value?.cut(to: limits.text) else { return "" }
        return .element("pre", class: kind, isCut ? text + "…" : text)
    }

    private func section(_ exchange: ExchangeRecord) -> HTML {
        let (request, response) = (exchange.request, exchange.response)
        let times = exchange.timing.map { timing in
            [timing.nameLookup, timing.connect, timing.tlsHandshake, timing.firstByte, timing.total]
                .map { Seconds.text($0 * 1000, digits: 3) }.joined(separator: " ")
        }
        let version = response?.version.map { " HTTP/\($0)" } ?? ""
        let url = request.url.cut(to: max(limits.text, 2048))
        var html: HTML = """
            <section class="exchange"\(.attribute("data-times", times))>
            <pre class="request">\(request.method) \(url.text)\(url.isCut ? "…" : "")\(version)\
            \(message(request.headers, request.body))
            """
        if let response {
            html += "<pre class=\"response\">HTTP\(response.version.map { "/\($0)" } ?? "") \(response.status)"
            html += message(response.headers, response.body)
            html += .element("pre", class: "stream", response.stream?.lines(most: 10).joined(separator: "\n"))
        }
        html += .element("p", class: "failure", exchange.failure)
        html += "</section>\n"
        return html
    }

    /// Returns the header fields and the body of a message. The header fields end the element of the message's first
    /// line.
    private func message(_ headers: [HTTPField], _ body: ExchangeRecord.Body?) -> HTML {
        var html: HTML = ""
        for field in headers { html += "\n\(field.name): \(field.value)" }
        html += "</pre>\n"
        guard let body else { return html }
        let type = headers.first("Content-Type")
        let isImage = type?.lowercased().hasPrefix("image/") ?? false
        let (text, isCut) = (body.text ?? body.base64 ?? "").cut(to: isImage ? limits.image : limits.body)
        html += """
            <pre class="body" data-size="\(body.size)"\(.attribute("data-type", type))\
            \(.attribute("data-base64", body.text == nil ? "" : nil))\
            \(.attribute("data-cut", isCut || body.isCut ? "" : nil))>\(text)</pre>

            """
        return html
    }
}

/// The sections into which the page groups its cases.
enum CaseGroup: String, CaseIterable {
    case failed, warned, idle, passed

    init(_ result: CaseResult) {
        switch result.status {
        case .failed: self = .failed
        case .passed: self = result.findings.isEmpty ? .passed : .warned
        case .skipped, .pending, .blocked, .notApplicable: self = .idle
        }
    }

    var heading: String {
        switch self {
        case .failed: "Failed"
        case .warned: "Passed with warnings"
        case .idle: "No result"
        case .passed: "Passed"
        }
    }
}

/// The size limits of the page, which keep a page with thousands of cases below 3 MB. `report.json` has no limits.
struct PageLimits {
    /// The maximum number of bytes that the page shows of a request or response body.
    let body: Int
    /// The maximum number of bytes that the page shows of an expected value, an actual value or a `curl` command.
    let text: Int
    /// The maximum number of characters of a Base64-encoded image on the page.
    let image: Int
    /// The maximum number of bytes of all requests and responses on the page together. Failed cases come first, so that
    /// the page shows a sample of the passed cases.
    let exchanges: Int
    /// The number of failed cases with the same problem that the page shows in full. The page lists all cases.
    let fullCases: Int

    init(_ report: RunReport, _ problems: Int) {
        let count = report.cases.reduce(0) { $0 + $1.exchanges.count }
        let findings = report.cases.reduce(0) { $0 + $1.findings.count }
        // A case without its exchanges takes about 300 bytes, and a failed case takes about 600.
        exchanges = max(300_000, 2_600_000 - 300 * (report.cases.count + report.summary.failed))
        body = Self.share(of: 2_000_000, among: 2 * count, from: 160, to: 16_384)
        text = Self.share(of: 1_500_000, among: 3 * findings, from: 120, to: 8192)
        fullCases = report.summary.failed <= 500 ? .max : max(3, 60 / max(1, problems))
        image = count <= 200 ? ExchangeRecord.bodyLimit * 4 / 3 + 4 : 0
    }

    private static func share(of total: Int, among count: Int, from least: Int, to most: Int) -> Int {
        min(most, max(least, total / max(1, count)))
    }
}
