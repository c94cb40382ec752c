import AccordContract

/// The media types that a request's `Accept` names, with how much each is wanted (RFC 9110 section 12.5.1).
struct AcceptedTypes {
    private struct Range {
        var type: MediaType
        var quality: Double
    }

    private var ranges: [Range] = []
    /// True where no `Accept` says anything.
    let acceptsAnything: Bool

    init(_ fields: [HTTPField]) {
        let lines = fields.values("Accept")
        for item in lines.flatMap({ $0.split(separator: ",") }) {
            guard var type = MediaType(parsing: String(item).trimmingSpaces) else { continue }
            var quality = 1.0
            if let index = type.parameters.firstIndex(where: { $0.name == "q" }) {
                quality = Double(type.parameters[index].value) ?? 1
                type.parameters.removeSubrange(index...)
            }
            ranges.append(Range(type: type, quality: min(max(quality, 0), 1)))
        }
        acceptsAnything = ranges.isEmpty
    }

    /// From 0, not wanted at all, to 1; the most particular range that fits decides.
    func quality(of type: MediaType) -> Double {
        if acceptsAnything { return 1 }
        var best: (particularity: Int, quality: Double)?
        for range in ranges {
            let particularity: Int
            if range.type.type == "*" {
                particularity = 0
            } else if range.type.subtype == "*", range.type.type == type.type {
                particularity = 1
            } else if range.type.essence == type.essence,
                range.type.parameters.allSatisfy({ type.parameter($0.name) == $0.value })
            {
                particularity = 2 + range.type.parameters.count
            } else {
                continue
            }
            if best.map({ particularity > $0.particularity }) ?? true { best = (particularity, range.quality) }
        }
        return best?.quality ?? 0
    }

    /// True where an answer's body may be sent as it is.
    func allow(_ response: HTTPResponse) -> Bool {
        guard !acceptsAnything, !response.body.isEmpty, let line = response.headers.first("Content-Type"),
            let type = MediaType(parsing: line)
        else { return true }
        return quality(of: type) > 0
    }

    /// The type that is wanted most; of those that are wanted alike the first. nil: none is wanted.
    func best(of types: [MediaType]) -> MediaType? {
        var best: (type: MediaType, quality: Double)?
        for type in types {
            let quality = quality(of: type)
            if quality > best?.quality ?? 0 { best = (type, quality) }
        }
        return best?.type
    }
}
