/// Hides the values of secrets, however they are spelled, in what a report shows.
package struct Masking: Sendable {
    /// What stands for a secret.
    package static let mark: String = "•••"
    /// Hides nothing.
    package static let none: Masking = Masking(secrets: [])

    private let spellings: [Spelling]
    private let traces: [Base64Trace]
    /// By byte: whether a secret may begin with it. Most bytes of a body are passed over by this table alone.
    private let mayBegin: [Bool]
    /// How many bytes a spelling has at most: what has to be read beyond a cut.
    let longestSpelling: Int

    /// - Parameter secrets: their values; an empty one is no secret, and one of fewer than four bytes is hidden only
    ///   where it stands by itself.
    package init(secrets: some Sequence<String>) {
        // The same whatever the order in which they are given; of two that begin alike the longer is hidden.
        let sorted = Set(secrets).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        let spellings = sorted.compactMap { Spelling($0) }
        let traces = sorted.flatMap { Base64Trace.traces(of: $0) }
        var mayBegin = [Bool](repeating: false, count: 256)
        for byte in spellings.flatMap(\.firstBytes) { mayBegin[Int(byte)] = true }
        for byte in traces.compactMap(\.pattern.first) { mayBegin[Int(byte)] = true }
        self.spellings = spellings
        self.traces = traces
        self.mayBegin = mayBegin
        // `\u00E9` takes six bytes where the secret has at least one.
        longestSpelling = (sorted.first?.utf8.count ?? 0) * 6 + 2
    }

    package var isEmpty: Bool { spellings.isEmpty }

    /// The text with every secret as ``mark``.
    package func mask(_ text: String) -> String {
        guard !isEmpty, let masked = replaced(Array(text.utf8)) else { return text }
        return String(decoding: masked, as: UTF8.self)
    }

    /// The bytes with every secret as the UTF-8 of ``mark``.
    package func mask(_ bytes: [UInt8]) -> [UInt8] {
        isEmpty ? bytes : replaced(bytes) ?? bytes
    }

    /// nil where there is nothing to hide.
    private func replaced(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8]?
        var copied = 0
        var index = 0
        while index < bytes.count {
            guard mayBegin[Int(bytes[index])], let range = secret(in: bytes, from: index) else {
                index += 1
                continue
            }
            var masked = result ?? []
            result = nil
            if range.lowerBound > copied { masked += bytes[copied..<range.lowerBound] }
            masked += Self.mark.utf8
            result = masked
            copied = range.upperBound
            index = range.upperBound
        }
        return result.map { $0 + bytes[copied...] }
    }

    private func secret(in bytes: [UInt8], from index: Int) -> Range<Int>? {
        let end = spellings.compactMap { $0.end(in: bytes, from: index) }.max()
        let traced = traces.compactMap { $0.range(in: bytes, from: index) }
        let upper = max(end ?? index, traced.map(\.upperBound).max() ?? index)
        guard upper > index else { return nil }
        return min(index, traced.map(\.lowerBound).min() ?? index)..<upper
    }
}
