// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges a body: its media type, then its schema, its assertions and its exact value.
struct BodyJudge {
    let direction: Direction
    let headers: [HTTPField]
    let bytes: [UInt8]
    /// The received items of a streamed response, or `nil` if the response isn't a stream.
    var stream: ReceivedStream?
    /// The contract location for findings about the whole body.
    let location: SourceLocation

    /// The requirements for the body, from the case and from the operation's documentation.
    struct Demands {
        /// The documented media types. The body must have one of these media types.
        var documented: [MediaTypeDescription] = []
        /// The media type that the case requires, or `nil` to allow any documented media type.
        var chosen: MediaType?
        var value: BodyValue?
        var isExact = false
        var judgesSchema = true
        var jsonReading = JSONReading.lenient
        var asserts: [Assertion] = []
    }

    func judge(_ demands: Demands, into judgement: inout Judgement) {
        let known = judgement.findings.count
        let (type, description) = judgeMediaType(demands, &judgement)
        let isOtherType = judgement.findings.count > known && headers.mediaType?.isJSON == false
        let reading = BodyReading(bytes, type, description, direction: direction, location: location)
        judgement.assertions += 1
        // A body of an undocumented media type, such as an HTML page, needn't have the documented syntax.
        if !isOtherType { judgement.findings += reading.findings }
        if case .json(let document) = reading.content { judgement.document = document }
        guard reading.findings.isEmpty else { return }
        if let finding = reading.duplicateKeys(demands.jsonReading) { judgement.report(finding) }
        if let finding = reading.unfinishedEvent { judgement.report(finding) }
        if let stream { judge(stream, description?.endless, into: &judgement) }
        if demands.judgesSchema { reading.judgeSchema(isPartial: stream?.closing != nil, into: &judgement) }
        reading.judgeAccess(into: &judgement)
        if demands.isExact, let value = demands.value { reading.judge(value, into: &judgement) }
        reading.judge(demands.asserts, into: &judgement)
    }

    /// Judges the end of a stream. A stream that the contract marks as “endless” must stay open, and all other streams
    /// must end.
    private func judge(_ stream: ReceivedStream, _ endless: EndlessStream?, into judgement: inout Judgement) {
        judgement.assertions += 1
        let count = stream.count.counted("item")
        switch stream.closing {
        case .count, .duration: break
        case nil:
            guard let endless else { break }
            judgement.report(
                Finding(
                    rule: .responseStreamEnded, "the server ended an endless stream after \(count)",
                    contract: endless.location, place: .init(.body, ""), expected: endless.description,
                    actual: "\(count), then the end of the stream"))
        case .timeout, .size:
            let limit = stream.closing == .timeout ? "time" : "size"
            judgement.report(
                Finding(
                    rule: .responseStreamOpen, severity: .warning,
                    "the stream reached the \(limit) limit of a response; Accord judged only the first \(count)",
                    contract: location, place: .init(.body, ""), expected: endless?.description ?? "an end",
                    actual: "\(count), and the stream did not end"))
        }
    }

    /// Judges the media type of the body. Returns the media type and its documentation. If the contract doesn't
    /// document the media type, returns a documented media type instead.
    private func judgeMediaType(
        _ demands: Demands, _ judgement: inout Judgement
    ) -> (MediaType?, MediaTypeDescription?) {
        let line = headers.first("Content-Type")
        let actualType = headers.mediaType
        let expectedTypes = demands.chosen.map { [$0] } ?? demands.documented.map(\.mediaType)
        let fallback = demands.chosen ?? demands.documented.first?.mediaType ?? actualType
        guard !expectedTypes.isEmpty else { return (actualType, nil) }
        let isRead =
            actualType.map { actualType in expectedTypes.contains { $0.with(boundary: nil).covers(actualType) } }
            ?? false
        judgement.check(isRead, otherwise: mediaTypeFinding(line, expectedTypes))
        let boundary = fallback?.isMultipart == true ? actualType?.parameter("boundary") : nil
        let type = isRead ? actualType : boundary.map { fallback?.with(boundary: $0) } ?? fallback
        let description = type.flatMap { type in
            demands.documented.covering(type) ?? demands.documented.first { $0.mediaType.essence == type.essence }
        }
        return (type, description ?? demands.value?.description)
    }

    private func mediaTypeFinding(_ line: String?, _ expectedTypes: [MediaType]) -> Finding {
        Finding(
            rule: direction.rule(.requestBodyMediaType, .responseBodyMediaType),
            line == nil ? "the body has no Content-Type" : "the contract doesn't document the body's Content-Type",
            contract: location, place: .init(.header, "Content-Type"),
            expected: expectedTypes.map { $0.with(boundary: nil).description }.joined(separator: " or "),
            actual: line ?? "none",
            advice: direction == .request
                ? "Set the documented Content-Type on the URLRequest."
                : "Send the documented Content-Type, or document the sent media type under “content”.")
    }
}

extension MediaType {
    /// Returns the media type with this boundary, or without a boundary.
    func with(boundary: String?) -> MediaType {
        var changed = self
        changed.parameters.removeAll { $0.name == "boundary" }
        if let boundary { changed.parameters.append(Parameter(name: "boundary", value: boundary)) }
        return changed
    }
}
