// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A stream of server-sent events, as in the HTML standard, section 9.2.
package enum EventStream {
    /// Returns the events as JSON objects with `event`, `data`, `id` and `retry`.
    ///
    /// Ignores events without data, and a last event without the empty line that ends an event.
    package static func parse(_ body: [UInt8]) -> [JSON] {
        var events: [JSON] = []
        var event = JSONObject()
        var data: [String] = []
        let bytes = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
        // The last line isn't complete.
        for line in bytes.lines.dropLast() {
            if line.isEmpty {
                if !data.isEmpty {
                    event["data"] = .string(data.joined(separator: "\n"))
                    events.append(.object(event))
                }
                event = JSONObject()
                data = []
                continue
            }
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            let field = line.dropFirst(colon + 1)
            let value = String(decoding: field.first == 0x20 ? field.dropFirst() : field, as: UTF8.self)
            switch String(decoding: line[..<colon], as: UTF8.self) {
            case "data": data.append(value)
            case "retry":
                // Clients ignore a value with other characters than digits.
                guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { break }
                event["retry"] = .int(Int(value) ?? .max)
            case "event": event["event"] = .string(value)
            case "id" where !value.utf8.contains(0): event["id"] = .string(value)
            default: break
            }
        }
        return events
    }

    /// Returns the last event if the empty line at its end is missing. Otherwise, returns `nil`. Clients discard an
    /// event without this line.
    package static func unfinished(in body: [UInt8]) -> JSON? {
        let complete = parse(body).count
        return parse(body + [0x0A, 0x0A]).dropFirst(complete).first
    }

    /// Returns the body of a stream with the events. Values other than strings are written as JSON.
    package static func bytes(_ events: [JSON]) -> [UInt8] {
        var text = ""
        for event in events {
            for (key, value) in event.object ?? [:] {
                for line in (value.string ?? value.compact).lines { text += "\(key): \(line)\n" }
            }
            text += "\n"
        }
        return Array(text.utf8)
    }

    /// Returns an event as a client receives it: LF separates the lines of its data, whatever separates them in `event`.
    package static func received(_ event: JSON) -> JSON {
        guard let data = event["data"]?.string, data.utf8.contains(0x0D) else { return event }
        var received = event
        received["data"] = .string(data.lines.joined(separator: "\n"))
        return received
    }

    /// Returns the bytes of each event, including the empty line at its end. Each line of `body` must end with LF, as
    /// in the result of ``bytes(_:)``.
    package static func pieces(_ body: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        for index in body.indices where body[index] == 0x0A && index > start && body[index - 1] == 0x0A {
            pieces.append(Array(body[start...index]))
            start = index + 1
        }
        if start < body.count { pieces.append(Array(body[start...])) }
        return pieces
    }

}

/// A sequence of JSON values, one per line (NDJSON) or after each record separator (RFC 7464).
package enum JSONLines {
    /// Returns the bytes of each value with their offset. Empty lines are ignored.
    package static func split(_ body: [UInt8]) -> [(offset: Int, bytes: [UInt8])] {
        var lines: [(offset: Int, bytes: [UInt8])] = []
        var start = 0
        for index in 0...body.count where index == body.count || body[index] == 0x0A || body[index] == 0x1E {
            var line = body[start..<index]
            if line.last == 0x0D { line = line.dropLast() }
            if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { lines.append((start, Array(line))) }
            start = index + 1
        }
        return lines
    }

    /// Returns the lines that are JSON.
    package static func values(_ body: [UInt8]) -> [JSON] {
        split(body).compactMap { try? JSON(JSONDocument(parsing: $0.bytes).root) }
    }

    /// Returns the bytes of each line, including its line break.
    package static func pieces(_ body: [UInt8]) -> [[UInt8]] {
        let starts = split(body).map(\.offset)
        return zip(starts, starts.dropFirst() + [body.count]).map { Array(body[$0..<$1]) }
    }

    /// Returns the body of a stream that contains the given JSON values.
    package static func bytes(_ values: [JSON], as type: MediaType) -> [UInt8] {
        values.flatMap { (type.subtype == "json-seq" ? [0x1E] : []) + JSONWriter.compactBytes($0) + [0x0A] }
    }
}

/// A record of the events or lines of a stream: their number, and the byte ranges and arrival times of the first and
/// the last ones.
package struct ReceivedStream: Sendable, Hashable, Codable {
    package struct Item: Sendable, Hashable, Codable {
        /// The number of the event or line in the stream, counted from 0.
        package let index: Int
        /// The range of the event's or line's bytes in the response body.
        package let bytes: Range<Int>
        /// The milliseconds from the start of the request to the arrival of the last byte of the event or line.
        package let milliseconds: Int
    }

    /// The reason why the receiver closed the connection before the end of the stream.
    package enum Closing: String, Sendable, Hashable, Codable {
        /// The documented number of events or lines arrived.
        case count
        /// The receiver has read the stream for the documented duration.
        case duration
        /// The response took longer than the time limit.
        case timeout
        /// The body reached the size limit.
        case size
    }

    /// The number of events or lines to record at the start of a stream, and the number to record at its end.
    private static let kept = 50

    /// The number of events or lines that arrived completely.
    package private(set) var count = 0
    /// The reason why the receiver closed the connection, or `nil` if the server ended the stream.
    package var closing: Closing?
    private var first: [Item] = []
    private var last: [Item] = []
    private let isEventStream: Bool
    /// The number of bytes that arrived, including the bytes of an incomplete event or line.
    private var offset = 0
    /// The number of bytes up to the end of the last complete event or line.
    package private(set) var completeBytes = 0
    /// The first bytes of the current line, enough to recognize a `data` field.
    private var line: [UInt8] = []
    /// Whether the current event contains a `data` field. In a stream of lines, whether the current line contains a
    /// value.
    private var hasData = false
    private var isAfterReturn = false

    /// Returns `nil` if the media type isn't a stream.
    package init?(_ type: MediaType) {
        guard type.isStream else { return nil }
        isEventStream = type.isEventStream
    }

    /// The recorded events or lines: the first ones and the last ones of the stream.
    package var items: [Item] { first + last.suffix(Self.kept) }

    /// Reads the next bytes of the stream. Stops when `limit` events or lines have arrived.
    ///
    /// - Returns: The number of bytes that were read.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at milliseconds: Int, upTo limit: Int) -> Int {
        for (index, byte) in bytes.enumerated() {
            guard count < limit else { return index }
            offset += 1
            if isEventStream { readEvent(byte, milliseconds) } else { readLine(byte, milliseconds) }
        }
        return bytes.count
    }

    private mutating func readEvent(_ byte: UInt8, _ milliseconds: Int) {
        let isEnd = byte == 0x0D || byte == 0x0A && !isAfterReturn
        let endsReturn = byte == 0x0A && isAfterReturn
        isAfterReturn = byte == 0x0D
        if endsReturn { return }
        guard isEnd else {
            if line.count < 8 { line.append(byte) }
            return
        }
        let isByteOrderMark = completeBytes == 0 && line.starts(with: [0xEF, 0xBB, 0xBF])
        let field = line.dropFirst(isByteOrderMark ? 3 : 0)
        if field.isEmpty {
            if hasData { complete(milliseconds) }
            hasData = false
        } else if field.prefix(5).elementsEqual("data:".utf8) || field.elementsEqual("data".utf8) {
            hasData = true
        }
        line = []
    }

    private mutating func readLine(_ byte: UInt8, _ milliseconds: Int) {
        if byte == 0x0A || byte == 0x1E {
            if hasData { complete(milliseconds) }
            hasData = false
        } else if byte != 0x20, byte != 0x09, byte != 0x0D {
            hasData = true
        }
    }

    private mutating func complete(_ milliseconds: Int) {
        let item = Item(index: count, bytes: completeBytes..<offset, milliseconds: milliseconds)
        count += 1
        completeBytes = offset
        if first.count < Self.kept { first.append(item) } else { last.append(item) }
        if last.count == 2 * Self.kept { last.removeFirst(Self.kept) }
    }
}

extension HTTPResponse {
    /// The pieces that the mock or a stub sends one after the other: the events or lines of a stream, or the whole body.
    package var pieces: [[UInt8]] {
        guard let type = headers.mediaType else { return [body] }
        if type.isEventStream { return EventStream.pieces(body) }
        return type.isLines ? JSONLines.pieces(body) : [body]
    }
}
