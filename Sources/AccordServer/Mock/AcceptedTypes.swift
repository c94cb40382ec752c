// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore

/// The media ranges of `Accept`, with their quality values (RFC 9110 section 12.5.1).
struct AcceptedTypes {
    private var ranges: [(type: MediaType, quality: Double)] = []
    /// Whether the request has no header field `Accept`. If so, every media type is acceptable.
    let acceptsAnything: Bool

    init(_ fields: [HTTPField]) {
        for item in fields.values("Accept").flatMap({ HeaderGrammar.list($0) }) {
            guard var type = MediaType(parsing: item) else { continue }
            var quality = 1.0
            if let index = type.parameters.firstIndex(where: { $0.name == "q" }) {
                quality = Double(type.parameters[index].value) ?? 1
                type.parameters.removeSubrange(index...)
            }
            ranges.append((type, min(max(quality, 0), 1)))
        }
        acceptsAnything = ranges.isEmpty
    }

    /// Returns the quality value of a media type, from 0 (unacceptable) to 1. If several ranges of `Accept` contain the
    /// type, the most specific range counts.
    func quality(of type: MediaType) -> Double {
        if acceptsAnything { return 1 }
        var best = (specificity: -1, quality: 0.0)
        for range in ranges {
            // If the range has a parameter that the documented type lacks, such as `charset`, ignore the parameter.
            var known = range.type
            known.parameters.removeAll { type.parameter($0.name) == nil }
            guard known.covers(type) else { continue }
            if known.specificity > best.specificity { best = (known.specificity, range.quality) }
        }
        return best.quality
    }

    /// Returns the quality value of a response's media type, from 0 (unacceptable) to 1.
    func quality(of response: HTTPResponse) -> Double {
        guard !acceptsAnything, !response.body.isEmpty, let type = response.headers.mediaType else { return 1 }
        return quality(of: type)
    }

    /// Returns the first type with the highest quality, or `nil` if none is acceptable. For a documented range such as
    /// `image/*`, returns a type of the range.
    func best(of documented: [MediaType]) -> MediaType? {
        let types = documented.flatMap { range in
            guard range.subtype == "*" else { return [range] }
            let named = ranges.map(\.type).filter { $0.subtype != "*" && range.covers($0) }
            return named.filter { $0.isJSON || range.sample != nil } + [range.sample ?? .json]
        }
        return types.filter { quality(of: $0) > 0 }.max { quality(of: $0) < quality(of: $1) }
    }
}

extension ServedOperation {
    /// Returns the usual status code. If the usual response has no body, prefers the first 2xx status code with an
    /// acceptable media type.
    func status(for accepted: AcceptedTypes, insteadOf usual: Int?) -> Int? {
        guard let usual, (200...299).contains(usual), !accepted.acceptsAnything, mediaTypes(usual).isEmpty else {
            return usual
        }
        let successes = operation.statedStatuses.filter { (200...299).contains($0) }
        return successes.first { accepted.best(of: mediaTypes($0)) != nil } ?? usual
    }

    /// Returns the status code and the media type that the client prefers to the case's response, or `nil` if there are
    /// none. The status code differs only if Accord generated the case, and its response has no body.
    func betterType(than exchange: DocumentedExchange, _ accepted: AcceptedTypes) -> (Int, MediaType)? {
        let stated = exchange.answer.status
        guard !accepted.acceptsAnything, stated < 400, !exchange.answersExactly else { return nil }
        let status = exchange.testCase.basis == .made ? self.status(for: accepted, insteadOf: stated) ?? stated : stated
        let quality = status == stated ? accepted.quality(of: exchange.answer) : 0
        guard quality < 1, let best = accepted.best(of: mediaTypes(status)) else { return nil }
        return accepted.quality(of: best) > quality ? (status, best) : nil
    }
}
