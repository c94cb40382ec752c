// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client that returns the elements of a stream while it receives them.
struct StreamClient: Sendable {
    /// A mistake of a client that reads streams.
    enum Bug: Sendable {
        case readsOnlyLineFeeds, ignoresReturns, readsComments, countsEmptyLines, needsSpace, rejectsUnknownFields
        case returnsAtData, returnsWithoutData, returnsEachDataLine, returnsUnfinishedEvent, dropsLastLine
        case endsWithoutMarker, ignoresErrors, waitsForNext, keepsOnlyNewest, forgetsID, neverThrows
        case forgetsPartialLines
    }

    struct Element: Codable, Sendable, Equatable {
        var kind: String?
        var text: String
    }

    struct StreamError: Error {
        var reason: String
    }

    let configuration: URLSessionConfiguration
    let base: URL
    var bug: Bug?
    /// Whether the client continues a lost stream.
    var reconnects = false

    func events(_ path: String) -> AsyncThrowingStream<Element, any Error> { stream(path, isLines: false) }

    func lines(_ path: String) -> AsyncThrowingStream<Element, any Error> { stream(path, isLines: true) }

    private func stream(_ path: String, isLines: Bool) -> AsyncThrowingStream<Element, any Error> {
        let policy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy =
            bug == .keepsOnlyNewest ? .bufferingNewest(1) : .unbounded
        return AsyncThrowingStream(Element.self, bufferingPolicy: policy) { continuation in
            let task = Task {
                var reader = StreamReader(bug: bug, isLines: isLines, needsMarker: path == "/chat")
                do {
                    var canContinue = reconnects
                    while true {
                        do {
                            for try await bytes in pieces(path, after: reader.lastID) {
                                for byte in bytes {
                                    for element in try reader.read(byte) { continuation.yield(element) }
                                }
                                if bug == .forgetsPartialLines { reader.forgetLine() }
                                if reader.isEnded { break }
                            }
                            break
                        } catch is URLError where canContinue {
                            canContinue = false
                            reader.restart()
                        }
                    }
                    try Task.checkCancellation()
                    for element in try reader.end() { continuation.yield(element) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: bug == .neverThrows ? nil : error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns the bytes of a response as they arrive.
    private func pieces(_ path: String, after id: String?) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            var request = URLRequest(url: base.appending(path: path))
            if let id, bug != .forgetsID { request.setValue(id, forHTTPHeaderField: "Last-Event-ID") }
            let session = URLSession(
                configuration: configuration, delegate: Receiver(continuation), delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { end in
                if case .cancelled = end { task.cancel() }
                session.finishTasksAndInvalidate()
            }
            task.resume()
        }
    }

    private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
        private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

        init(_ continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation) { self.continuation = continuation }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            guard (dataTask.response as? HTTPURLResponse)?.statusCode == 200 else { return }
            continuation.yield([UInt8](data))
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let status = (task.response as? HTTPURLResponse)?.statusCode
            if let error {
                continuation.finish(throwing: error)
            } else if status != 200 {
                continuation.finish(throwing: StreamError(reason: "status \(status ?? 0)"))
            } else {
                continuation.finish()
            }
        }
    }
}

/// Reads events or lines from bytes.
struct StreamReader {
    let bug: StreamClient.Bug?
    let isLines: Bool
    let needsMarker: Bool
    private(set) var isEnded = false
    private(set) var lastID: String?
    private var line: [UInt8] = []
    private var isAfterReturn = false
    private var kind: String?
    private var data: [String] = []
    private var held: StreamClient.Element?
    private var id: String?

    init(bug: StreamClient.Bug?, isLines: Bool, needsMarker: Bool) {
        self.bug = bug
        self.isLines = isLines
        self.needsMarker = needsMarker
    }

    mutating func forgetLine() { line = [] }

    mutating func restart() {
        (line, kind, data, isAfterReturn) = ([], nil, [], false)
    }

    mutating func read(_ byte: UInt8) throws -> [StreamClient.Element] {
        defer { isAfterReturn = byte == 0x0D }
        let readsReturns = bug != .readsOnlyLineFeeds && bug != .ignoresReturns
        if byte == 0x0D, bug == .ignoresReturns { return [] }
        if byte == 0x0A, isAfterReturn, readsReturns { return [] }
        guard byte == 0x0A || byte == 0x0D && readsReturns else {
            line.append(byte)
            return []
        }
        defer { line = [] }
        return delayed(try take(String(decoding: line, as: UTF8.self)))
    }

    mutating func end() throws -> [StreamClient.Element] {
        var rest: [StreamClient.Element] = []
        if isLines, !line.isEmpty, bug != .dropsLastLine { rest = try take(String(decoding: line, as: UTF8.self)) }
        if !isLines, bug == .returnsUnfinishedEvent { rest = try take("") }
        if needsMarker, !isEnded, bug != .endsWithoutMarker { throw StreamClient.StreamError(reason: "no end marker") }
        return (held.map { [$0] } ?? []) + rest
    }

    /// Returns the previous elements in place of the new ones if the client waits for the next element.
    private mutating func delayed(_ elements: [StreamClient.Element]) -> [StreamClient.Element] {
        guard bug == .waitsForNext, let last = elements.last else { return elements }
        defer { held = last }
        return (held.map { [$0] } ?? []) + elements.dropLast()
    }

    private mutating func take(_ text: String) throws -> [StreamClient.Element] {
        if isLines {
            if text.allSatisfy(\.isWhitespace) { return [] }
            return [try JSONDecoder().decode(StreamClient.Element.self, from: Data(text.utf8))]
        }
        if text.isEmpty {
            if data.isEmpty, bug == .countsEmptyLines || kind != nil && bug == .returnsWithoutData {
                defer { kind = nil }
                return [StreamClient.Element(kind: kind, text: "")]
            }
            return try dispatch()
        }
        if text.hasPrefix(":") {
            if bug == .readsComments { throw StreamClient.StreamError(reason: "no field") }
            return []
        }
        let name = String(text.prefix { $0 != ":" })
        var value = text.dropFirst(name.count + 1)
        if value.hasPrefix(" ") { value = value.dropFirst() } else if bug == .needsSpace { return [] }
        switch name {
        case "event": kind = String(value)
        case "id": id = String(value)
        case "data":
            data.append(String(value))
            if bug == .returnsAtData || bug == .returnsEachDataLine { return try dispatch() }
        case "retry": break
        default: if bug == .rejectsUnknownFields { throw StreamClient.StreamError(reason: "unknown field") }
        }
        return []
    }

    private mutating func dispatch() throws -> [StreamClient.Element] {
        defer {
            kind = nil
            data = []
        }
        lastID = id ?? lastID
        if data.isEmpty { return [] }
        let text = data.joined(separator: "\n")
        if text == "[DONE]" {
            isEnded = true
            return []
        }
        if kind == "error", bug != .ignoresErrors { throw StreamClient.StreamError(reason: text) }
        if kind == "error" { return [] }
        var element = try JSONDecoder().decode(StreamClient.Element.self, from: Data(text.utf8))
        element.kind = kind
        return [element]
    }
}
