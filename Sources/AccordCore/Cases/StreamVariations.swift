// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Changes a documented response that is a stream of events or lines. Some changes must not affect the client, such as
/// other line endings. Others, such as an error event, must cause an error.
///
/// Accord omits variations that don't fit the documented stream. For example, a client can't reconnect if the events
/// have no ids.
struct StreamVariations {
    struct Variation {
        var kind: StreamVariation
        /// The changed response, or `nil` for the documented response.
        var response: HTTPResponse?
        /// Whether a correct client returns the same value as for the documented response.
        var keepsValue = true
        /// The value that a correct client returns, or `nil` if the client returns the documented value.
        var value: JSONValue?
    }

    private(set) var all: [Variation] = []
    private let answer: DocumentedAnswer

    /// - Parameter documented: The documented cases of the operation. One of their streams may contain an error event.
    init(_ answer: DocumentedAnswer, _ documented: [Case]) {
        self.answer = answer
        guard (200..<300).contains(answer.response.status), let type = answer.response.headers.mediaType,
            type.isStream, !answer.response.body.contains(0x0D)
        else { return }
        let count: Int
        if type.isEventStream {
            let events = EventStream.parse(answer.response.body)
            count = events.count
            if count > 0 { addEvents(events, documented) }
        } else {
            let body = answer.response.body
            count = JSONLines.split(body).count
            if count > 0, type.subtype != "json-seq" {
                add(.crlf, Self.replacing(0x0A, by: [0x0D, 0x0A], in: body))
                if body.last == 0x0A { add(.noFinalLineBreak, body.dropLast()) }
            }
        }
        guard count > 1 else { return }
        all.append(Variation(kind: .oneByOne))
        all.append(Variation(kind: .slowReader))
    }

    private mutating func add(
        _ kind: StreamVariation, _ body: [UInt8], keepsValue: Bool = true, value: JSONValue? = nil
    ) {
        guard body != answer.response.body else { return }
        all.append(Variation(kind: kind, response: answer.with(body: body), keepsValue: keepsValue, value: value))
    }

    private mutating func addEvents(_ events: [JSON], _ documented: [Case]) {
        let body = EventStream.bytes(events)
        let pieces = EventStream.pieces(body).map { String(decoding: $0, as: UTF8.self) }
        add(.crlf, Self.replacing(0x0A, by: [0x0D, 0x0A], in: body))
        add(.cr, Self.replacing(0x0A, by: [0x0D], in: body))
        add(
            .comments,
            Self.bytes(pieces) { piece in
                let line = piece.prefix { $0 != "\n" }
                return ": keep-alive\n\n\(line)\n:\n\(piece.dropFirst(line.count + 1))"
            })
        add(.blankLines, Array("\n".utf8) + Self.bytes(pieces) { "\($0)\n\n" })
        add(.noSpace, Self.bytes(pieces) { piece in Self.lines(of: piece).map { Self.withoutSpace($0) }.joined() })
        add(.unknownFields, Self.bytes(pieces) { "x-accord: 1\nx-accord\n\($0)" })
        add(.fieldOrder, Self.bytes(pieces) { Self.withDataFirst($0) })
        add(.noData, Self.bytes(pieces) { "event: accord\n\n\($0)" })
        addDataLines(events)
        addEnd(events, pieces)
        addError(events, documented)
        let ids = events.compactMap { $0.object?["id"]?.string }
        if events.count > 1, ids.count == events.count, Set(ids).count == ids.count {
            all.append(Variation(kind: .reconnection))
        }
    }

    /// Adds a stream whose events have their JSON data split into several “data” lines. If a client returns the data as
    /// a string, the string contains the line breaks.
    private mutating func addDataLines(_ events: [JSON]) {
        var texts: Set<String> = []
        let split = events.map { event -> JSON in
            guard var object = event.object, let text = object["data"]?.string,
                let data = try? JSON(parsing: text), data.kind == .object || data.kind == .array
            else { return event }
            texts.insert(text)
            object["data"] = .string(data.pretty)
            return .object(object)
        }
        guard !texts.isEmpty else { return }
        let returned = answer.base.outcome.result.value?.selfAndDescendants.compactMap(\.string)
        let isKept = returned.map { !$0.contains { texts.contains($0) || $0.contains("${") } } ?? false
        add(.dataLines, EventStream.bytes(split), keepsValue: isKept)
    }

    /// Adds streams that end before the documented end marker or within the last event.
    private mutating func addEnd(_ events: [JSON], _ pieces: [String]) {
        if events.count > 1, events.last?.object?["data"] == "[DONE]" {
            add(.noEndMarker, Self.bytes(pieces.dropLast()) { $0 }, keepsValue: false)
        } else if let value = answer.base.outcome.result.value, let elements = JSON(value).array,
            elements.count == events.count
        {
            let shortenedList = JSONDocument(.array(elements.dropLast())).root
            add(.unfinished, Self.bytes(pieces) { $0 }.dropLast(), keepsValue: false, value: shortenedList)
        }
    }

    /// Adds a stream with an error event, from a documented case in which the call must throw an error.
    private mutating func addError(_ events: [JSON], _ documented: [Case]) {
        func isError(_ event: JSON) -> Bool { event.object?["event"] == "error" }
        guard !events.contains(where: isError) else { return }
        for other in documented {
            guard case .throwing = other.outcome.result, other.steps.count == 1,
                case .answer(let response)? = try? other.reply(0, scope: other.scope()),
                response.headers.mediaType?.isEventStream == true,
                let error = EventStream.parse(response.body).first(where: isError)
            else { continue }
            return add(.errorEvent, EventStream.bytes([events[0], error] + events.dropFirst()), keepsValue: false)
        }
    }

    // MARK: Text

    private static func replacing(_ byte: UInt8, by bytes: [UInt8], in body: [UInt8]) -> [UInt8] {
        body.flatMap { $0 == byte ? bytes : [$0] }
    }

    private static func bytes(_ pieces: some Sequence<String>, _ change: (String) -> String) -> [UInt8] {
        pieces.flatMap { Array(change($0).utf8) }
    }

    /// Returns the lines of an event with their line breaks.
    private static func lines(of piece: String) -> [String] { piece.lines.dropLast().map { "\($0)\n" } }

    private static func withoutSpace(_ line: String) -> String {
        guard let colon = line.firstIndex(of: ":") else { return line }
        let value = line[line.index(after: colon)...]
        guard value.hasPrefix(" "), !value.hasPrefix("  ") else { return line }
        return "\(line[...colon])\(value.dropFirst())"
    }

    private static func withDataFirst(_ piece: String) -> String {
        let lines = lines(of: piece).dropLast()
        return (lines.filter { $0.hasPrefix("data") } + lines.filter { !$0.hasPrefix("data") }).joined() + "\n"
    }
}
