import AccordContract
import AccordJSON

/// Judges a body by its media type: what it says first, then its schema, its assertions and its exact value.
struct BodyJudge {
    let direction: Direction
    let headers: [HTTPField]
    let bytes: [UInt8]
    /// The contract location that stands for the body where nothing more exact does.
    let location: SourceLocation

    /// What a body is held to.
    struct Demands {
        /// The documented media types; the body is one of them.
        var documented: [MediaTypeDescription] = []
        /// The media type that the case chose; replaces the choice.
        var chosen: MediaType?
        var value: BodyValue?
        var isExact = false
        var judgesSchema = true
        var jsonReading = JSONReading.lenient
        var asserts: [Assertion] = []
    }

    func judge(_ demands: Demands, into judgement: inout Judgement) {
        let (type, description) = judgeMediaType(demands, &judgement)
        let reading = BodyReading(bytes, type, description, direction: direction, location: location)
        judgement.assertions += 1
        judgement.findings += reading.findings
        if case .json(let document) = reading.content { judgement.document = document }
        guard reading.findings.isEmpty else { return }
        if let finding = reading.duplicateKeys(demands.jsonReading) { judgement.report(finding) }
        if demands.judgesSchema { reading.judgeSchema(into: &judgement) }
        reading.judgeAccess(into: &judgement)
        if demands.isExact, let value = demands.value { reading.judge(value, into: &judgement) }
        if !demands.asserts.isEmpty {
            AssertionJudge(direction: direction, value: reading.json).judge(demands.asserts, into: &judgement)
        }
    }

    /// The media type by which the body is read: its own if that is documented, else the documented one.
    private func judgeMediaType(
        _ demands: Demands, _ judgement: inout Judgement
    ) -> (MediaType?, MediaTypeDescription?) {
        let line = headers.first("Content-Type")
        let own = line.flatMap { MediaType(parsing: $0) }
        let wanted = demands.chosen.map { [$0] } ?? demands.documented.map(\.mediaType)
        let fallback = demands.chosen ?? demands.documented.first?.mediaType ?? own
        guard !wanted.isEmpty else { return (own, nil) }
        let isRead = own.map { own in wanted.contains { $0.withoutBoundary.covers(own) } } ?? false
        judgement.check(isRead, otherwise: mediaTypeFinding(line, wanted))
        let type = isRead ? own : fallback.map { $0.withBoundary(of: own) }
        let description = demands.documented.first { description in
            type.map { description.mediaType.covers($0) || description.mediaType.essence == $0.essence } ?? false
        }
        return (type, description ?? demands.value?.description)
    }

    private func mediaTypeFinding(_ line: String?, _ wanted: [MediaType]) -> Finding {
        Finding(
            rule: direction.rule(.requestBodyMediaType, .responseBodyMediaType), blame: direction.blame,
            line == nil ? "the body has no Content-Type" : "the body's Content-Type isn't documented",
            contract: location, place: .init(.header, "Content-Type"),
            expected: wanted.map(\.withoutBoundary.description).joined(separator: " or "), actual: line ?? "none",
            advice: direction == .request
                ? "Set Content-Type on the URLRequest to what is documented."
                : "Answer with the documented Content-Type, or document this one under “content”.")
    }
}

extension MediaType {
    fileprivate var withoutBoundary: MediaType {
        guard !parameters.isEmpty else { return self }
        return MediaType(type: type, subtype: subtype, parameters: parameters.filter { $0.name != "boundary" })
    }

    fileprivate func withBoundary(of other: MediaType?) -> MediaType {
        guard isMultipart, let boundary = other?.parameter("boundary") else { return self }
        let parameter = Parameter(name: "boundary", value: boundary)
        return MediaType(type: type, subtype: subtype, parameters: withoutBoundary.parameters + [parameter])
    }
}
