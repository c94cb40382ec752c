import AccordCore

/// How much of each text a page has, so that one of 10,000 failures stays below 15 MB; `report.json` has all.
struct PageLimits {
    /// Bytes of a body.
    let body: Int
    /// Bytes of an expected or an actual value, or of a `curl` line.
    let text: Int
    /// Characters of base64 of an image.
    let image: Int
    private let showsPassing: Bool

    /// Bytes of all exchanges together.
    static let exchanges = 9_000_000

    /// Exchanges of passing cases beyond which only those of others are shown.
    private static let mostPassing = 1000

    init(_ report: RunReport) {
        let exchanges = report.cases.reduce(0) { $0 + $1.exchanges.count }
        let passing = report.cases.reduce(0) { $0 + ($1.status == .passed ? $1.exchanges.count : 0) }
        showsPassing = passing <= Self.mostPassing
        let shown = showsPassing ? exchanges : exchanges - passing
        let findings = report.cases.reduce(0) { $0 + $1.findings.count }
        body = Self.share(of: 4_000_000, among: 2 * shown, from: 160, to: 16_384)
        text = Self.share(of: 3_000_000, among: 3 * findings, from: 120, to: 8192)
        image = shown <= 200 ? ExchangeRecord.bodyLimit * 4 / 3 + 4 : 0
    }

    func showsExchange(of result: CaseResult) -> Bool { showsPassing || result.status != .passed }

    private static func share(of total: Int, among count: Int, from least: Int, to most: Int) -> Int {
        min(most, max(least, total / max(1, count)))
    }
}
