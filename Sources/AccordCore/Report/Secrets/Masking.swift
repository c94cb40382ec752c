import AccordContract

/// Hides the values of secrets, however they are spelled, in what a report shows.
package struct Masking: Sendable {
    /// What stands for a secret.
    package static let mark: String = MaskedPiece.mark
    /// Hides nothing.
    package static let none: Masking = Masking(secrets: [])

    private var spellings: [Spelling] = []
    private var traces: [Base64Trace] = []
    /// What is looked for where a text is cut.
    private var cuttable: [Spelling] = []
    private var hexadecimals: [HexTrace] = []
    /// The variables that hold secrets, by their values.
    private let names: [[UInt8]: String]
    /// Most of a text is passed over by this table alone.
    private var prefixFilter = PrefixFilter()
    /// How many bytes a spelling has at most: what has to be read beyond a cut.
    private(set) var longestSpelling = 0

    /// - Parameters:
    ///   - secrets: their values; an empty one is no secret, and one of fewer than four bytes is hidden only where it
    ///     stands by itself.
    ///   - names: the environment variables that hold some of them, by value.
    package init(secrets: some Sequence<String>, names: [String: String] = [:]) {
        self.names = Dictionary(names.map { (Array($0.key.utf8), $0.value) }) { min($0, $1) }
        for secret in secrets { insert(secret) }
    }

    /// Hides one more; of two that begin alike the longer is hidden, whatever their order.
    package mutating func insert(_ secret: String) {
        guard let spelling = Spelling(secret) else { return }
        spellings.append(spelling)
        cuttable.append(spelling)
        prefixFilter.insert(spelling.scalars)
        for trace in Base64Trace.traces(of: secret) {
            traces.append(trace)
            prefixFilter.insert(trace: trace.scalars)
            cuttable.append(Spelling(encoded: trace.scalars))
        }
        for trace in SecretForms.all(of: secret).compactMap(HexTrace.init) {
            hexadecimals.append(trace)
            prefixFilter.insertHex(trace.digits)
            cuttable += trace.texts.map { Spelling(encoded: Array($0.unicodeScalars)) }
        }
        // An entity within HTML within HTML, `&amp;#x000041;`, takes fifteen bytes where the secret has one.
        longestSpelling = max(longestSpelling, secret.utf8.count * 15 + 2)
    }

    package var isEmpty: Bool { spellings.isEmpty }

    /// The text with every secret as ``mark``.
    package func mask(_ text: String) -> String {
        guard !isEmpty else { return text }
        let bytes = Array(text.utf8)
        let ranges = joined(ranges(in: bytes), CutSecrets(cuttable).ranges(in: bytes))
        return ranges.isEmpty ? text : String(decoding: replacing(ranges, in: bytes), as: UTF8.self)
    }

    /// The bytes with every secret as the UTF-8 of ``mark``.
    package func mask(_ bytes: [UInt8]) -> [UInt8] {
        guard !isEmpty else { return bytes }
        let ranges = ranges(in: bytes)
        return ranges.isEmpty ? bytes : replacing(ranges, in: bytes)
    }

    /// The text cut where secrets are hidden, with the names of variables that hold them as they stand there.
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

    /// All ranges in order, those that overlap as one.
    private func joined(_ ranges: [Range<Int>], _ more: [Range<Int>]) -> [Range<Int>] {
        guard !more.isEmpty else { return ranges }
        var joined: [Range<Int>] = []
        for range in (ranges + more).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    private func replacing(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var end = 0
        for range in ranges {
            result += bytes[end..<range.lowerBound]
            result += Self.mark.utf8
            end = range.upperBound
        }
        return result + bytes[end...]
    }

    /// Where secrets stand, in order, without overlaps.
    private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var end = 0
        var index = 0
        while index < bytes.count {
            guard prefixFilter.contains(bytes, at: index), let range = secret(in: bytes, from: index) else {
                index += 1
                continue
            }
            ranges.append(max(range.lowerBound, end)..<range.upperBound)
            end = range.upperBound
            index = end
        }
        return ranges
    }

    private func secret(in bytes: [UInt8], from index: Int) -> Range<Int>? {
        var lower = index
        var upper = index
        for spelling in spellings { upper = max(upper, spelling.end(in: bytes, from: index) ?? index) }
        for trace in hexadecimals { upper = max(upper, trace.end(in: bytes, from: index) ?? index) }
        for trace in traces {
            guard let range = trace.range(in: bytes, from: index) else { continue }
            lower = min(lower, range.lowerBound)
            upper = max(upper, range.upperBound)
        }
        return upper > index ? lower..<upper : nil
    }
}
