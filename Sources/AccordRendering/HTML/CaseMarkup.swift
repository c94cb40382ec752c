// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Writes the cases of the page as collapsed `details` elements.
///
/// When a reader opens a case, the page's script adds further details. The card of a problem shows the contract
/// location and the advice, so the cases with this problem don't repeat them.
struct CaseMarkup {
    private let report: RunReport
    private let problems: PageProblems
    private let limits: PageLimits
    private var anchors = CaseAnchors()
    /// The number of bytes that are left on the page for requests and responses.
    private var budget: Int
    /// For each card of a problem, the number of cases that the page still shows in full.
    private var fullCases: [Int: Int] = [:]
    /// The titles of the cases that a card shows as examples.
    private let examples: Set<String>
    private var writer = HTMLWriter()

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
        if group == .idle { writer.attribute("data-status", result.status.name) }
        let numbers = Set(result.findings.compactMap { problems.number(of: $0, in: result) }).sorted()
        if !numbers.isEmpty {
            writer.attribute("data-problems", numbers.map(String.init).joined(separator: " "))
        }
        let isFull =
            numbers.isEmpty || examples.contains(result.title)
            || numbers.contains { fullCases[$0, default: limits.fullCases] > 0 }
        for number in numbers { fullCases[number, default: limits.fullCases] -= 1 }
        if result.duration > 0 { writer.attribute("data-time", DurationText.text(result.duration)) }
        writer.markup("><summary>")
        writer.text(result.title)
        writer.markup("</summary>\n")
        writer.element("p", class: "at", "\(result.location.file):\(result.location.line)")
        writer.element("p", class: "about", result.summary)
        writer.element("p", class: "reason", isFull ? result.reason : nil)
        for finding in result.findings.mostSevereFirst { write(finding, of: result, isFull: isFull) }
        if isFull, budget > 0 { result.exchanges.forEach { write($0) } }
        writer.markup("</details>\n")
    }

    /// Writes a finding. If `isFull` is `false`, the card of the problem shows its details.
    private mutating func write(_ finding: Finding, of result: CaseResult, isFull: Bool) {
        let number = problems.number(of: finding, in: result)
        writer.markup("<section")
        writer.attribute("class", "finding \(finding.severity.rawValue)")
        writer.attribute("data-blame", finding.blame.rawValue)
        if let number { writer.attribute("data-problem", String(number)) }
        writer.markup(">\n")
        writer.element("p", class: "message", finding.message)
        if isFull {
            write(finding.expected, "expected")
            write(finding.actual, "actual")
            for detail in finding.details { writer.element("p", class: "detail", detail) }
        }
        if let place = finding.place, isFull {
            writer.markup("<p class=\"where\"")
            if place.part == .body, let name = place.name { writer.attribute("data-pointer", name) }
            writer.markup(">")
            writer.text(place.description)
            writer.markup("</p>\n")
        }
        if let number {
            writer.markup("<p class=\"rule\"><a")
            writer.attribute("href", "#problem-\(number)")
            writer.markup(">")
            writer.text(finding.rule.id)
            writer.markup("</a></p>\n")
        } else {
            writer.element("p", class: "rule", finding.rule.id)
            writer.element("p", class: "contract", (finding.contract ?? result.location).description)
            writer.element("p", class: "advice", finding.advice)
        }
        if isFull { writer.element("pre", class: "curl", finding.reproduce?.cut(to: limits.text).text) }
        writer.markup("</section>\n")
    }

    private mutating func write(_ value: String?, _ kind: StaticString) {
        guard let (text, isCut) = value?.cut(to: limits.text) else { return }
        writer.element("pre", class: kind, isCut ? text + "…" : text)
    }

    private mutating func write(_ exchange: ExchangeRecord) {
        let start = writer.bytes.count
        defer { budget -= writer.bytes.count - start }
        writer.markup("<section class=\"exchange\"")
        if let timing = exchange.timing {
            let ends = [
                timing.nameLookup, timing.connect, timing.tlsHandshake, timing.firstByte, timing.total,
            ]
            writer.attribute("data-times", ends.map { Seconds.text($0 * 1000, digits: 3) }.joined(separator: " "))
        }
        writer.markup(">\n<pre class=\"request\">")
        let version = exchange.response?.version.map { " HTTP/\($0)" } ?? ""
        let url = exchange.request.url.cut(to: max(limits.text, 2048))
        writer.text("\(exchange.request.method) \(url.text)\(url.isCut ? "…" : "")\(version)")
        write(exchange.request.headers, exchange.request.body)
        if let response = exchange.response {
            writer.markup("<pre class=\"response\">")
            writer.text("HTTP\(response.version.map { "/\($0)" } ?? "") \(response.status)")
            write(response.headers, response.body)
            writer.element("pre", class: "stream", response.stream?.lines(most: 10).joined(separator: "\n"))
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

/// Creates HTML ids for the cases. The ids are unique within the page and the same in each run.
struct CaseAnchors {
    private var taken: Set<String> = []

    /// Returns the HTML id of a case, percent-encoded: `case=TITLE`. If an earlier case has the same id, returns
    /// `case=FILE:TITLE`, then `case=FILE:TITLE@2`.
    mutating func anchor(of result: CaseResult) -> String {
        var anchor = Self.anchor(result.title)
        if taken.contains(anchor) { anchor = Self.anchor("\(result.file):\(result.title)") }
        var number = 1
        let base = anchor
        while !taken.insert(anchor).inserted {
            number += 1
            anchor = "\(base)@\(number)"
        }
        return anchor
    }

    static func anchor(_ title: String) -> String { "case=" + Percent.encode(title) }
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
