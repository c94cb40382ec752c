// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Masks secrets in the strings of a report.
///
/// Masking recognizes a secret in plain text and in base64. It also recognizes a secret if some of its characters are
/// percent-encoded, or escaped for JSON or HTML. A short secret is masked only if it is separate from other text; see
/// ``SecretPattern``.
package struct Masking: Sendable {
    /// The string that replaces a secret.
    package static let mark: String = MaskedPiece.mark
    /// An instance without secrets. It masks nothing.
    package static let none: Masking = Masking(secrets: [])

    private var patterns: [SecretPattern] = []
    /// For each byte, the indices of the patterns that can start with the byte.
    private var candidates: [[Int]] = Array(repeating: [], count: 256)
    /// The names of environment variables that contain secrets, keyed by value.
    private let names: [[UInt8]: String]
    /// The number of bytes of the longest form of a secret: plain, percent-encoded, escaped or in Base64.
    private(set) var longestSpelling = 0

    /// - Parameters:
    ///   - secrets: The values to mask. Empty values are ignored.
    ///   - names: The names of environment variables that contain some of the values, keyed by value.
    package init(secrets: some Sequence<String>, names: [String: String] = [:]) {
        self.names = Dictionary(names.map { (Array($0.key.utf8), $0.value) }) { min($0, $1) }
        for secret in secrets { insert(secret) }
    }

    /// Adds a secret. If two secrets match at the same place, the longer match is masked.
    package mutating func insert(_ secret: String) {
        guard !secret.isEmpty else { return }
        var added = [SecretPattern(text: secret)]
        // RFC 6749 section 2.3.1: client id and secret are form-encoded before they are joined and encoded as base64.
        for form in Set([secret, Percent.encode(secret), Form.encode(secret)]) where secret.utf8.count >= 4 {
            added += SecretPattern.base64(of: form)
        }
        for pattern in added {
            for byte in pattern.firstBytes { candidates[Int(byte)].append(patterns.count) }
            patterns.append(pattern)
        }
        // `&#x000041;`, of 10 bytes, is the longest spelling of one byte.
        longestSpelling = max(longestSpelling, secret.utf8.count * 10 + 2)
    }

    package var isEmpty: Bool { patterns.isEmpty }

    /// Returns the text with every secret replaced by ``mark``.
    package func mask(_ text: String) -> String {
        guard !isEmpty else { return text }
        let bytes = Array(text.utf8)
        let ranges = ranges(in: bytes) + cutRanges(in: bytes)
        return ranges.isEmpty ? text : String(decoding: replacing(ranges, in: bytes), as: UTF8.self)
    }

    /// Returns the bytes with every secret replaced by ``mark`` in UTF-8.
    package func mask(_ bytes: [UInt8]) -> [UInt8] {
        let ranges = isEmpty ? [] : ranges(in: bytes)
        return ranges.isEmpty ? bytes : replacing(ranges, in: bytes)
    }

    /// Returns the header field with its secrets masked.
    ///
    /// Decodes `Basic` credentials (RFC 7617), because a short secret can't be recognized in base64. If the credentials
    /// contain a secret, masks all of the credentials.
    func mask(_ field: HTTPField) -> HTTPField {
        if let basic = BasicCredentials(field.value), mask(basic.bytes) != basic.bytes {
            return HTTPField(field.name, "\(basic.scheme) \(Self.mark)")
        }
        return HTTPField(mask(field.name), mask(field.value))
    }

    /// Splits the text at its secrets. A secret that is the value of an environment variable becomes a reference to the
    /// variable.
    package func pieces(_ text: String) -> [MaskedPiece] {
        let bytes = Array(text.utf8)
        var pieces: [MaskedPiece] = []
        var end = 0
        for range in isEmpty ? [] : ranges(in: bytes) {
            if range.lowerBound > end {
                pieces.append(.text(String(decoding: bytes[end..<range.lowerBound], as: UTF8.self)))
            }
            pieces.append(names[Array(bytes[range])].map { .variable($0) } ?? .hidden)
            end = range.upperBound
        }
        if end < bytes.count || pieces.isEmpty { pieces.append(.text(String(decoding: bytes[end...], as: UTF8.self))) }
        return pieces
    }

    /// Returns the ranges of secrets in order and without overlaps.
    private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let possible = candidates[Int(bytes[index])]
            let matches = possible.isEmpty ? [] : possible.compactMap { patterns[$0].range(in: bytes, from: index) }
            guard let end = matches.map(\.upperBound).max(), let start = matches.map(\.lowerBound).min() else {
                index += 1
                continue
            }
            ranges.append(max(start, ranges.last?.upperBound ?? 0)..<end)
            index = end
        }
        return ranges
    }

    /// Returns the ranges of truncated secrets, in any order. In a truncated secret, `…` replaces the beginning or the
    /// end.
    private func cutRanges(in bytes: [UInt8]) -> [Range<Int>] {
        let ellipsis = Array("…".utf8)
        let cuts = bytes.indices.filter { bytes[$0] == ellipsis[0] && bytes[$0...].starts(with: ellipsis) }
        return cuts.flatMap { cut in
            let tail = cut + ellipsis.count
            return patterns.compactMap { $0.start(in: bytes, cutAt: cut) }.map { $0..<cut }
                + patterns.compactMap { $0.end(in: bytes, cutAt: tail) }.map { tail..<$0 }
        }
    }

    private func replacing(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var end = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound >= end { result += bytes[end..<range.lowerBound] + Array(Self.mark.utf8) }
            end = max(end, range.upperBound)
        }
        return result + bytes[end...]
    }

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
