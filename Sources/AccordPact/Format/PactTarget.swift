// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The path of an interaction's request as a path template. A segment becomes a parameter if a matcher allows different
/// values for the segment.
struct PactTarget {
    private enum Segment: Equatable {
        case literal(String)
        case parameter(String)
    }

    private var segments: [Segment]
    let isMessages: Bool

    /// The path that Pact's verifiers request to get messages from a server.
    static let messages = PactTarget(segments: [.literal("")], isMessages: true)

    private init(segments: [Segment], isMessages: Bool) {
        self.segments = segments
        self.isMessages = isMessages
    }

    init(_ request: PactMessage) {
        isMessages = false
        let path = request.path.hasPrefix("/") ? String(request.path.dropFirst()) : request.path
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        segments = pieces.map { .literal(Self.literal($0)) }
        guard let matcher = request.rules.path.first?.matchers.first, !path.isEmpty else { return }
        if case .regex(let pattern) = matcher.kind, let open = Self.openSegments(pattern.source, pieces) {
            for (number, index) in open.enumerated() { segments[index] = .parameter("p\(number + 1)") }
        } else if case .equality = matcher.kind {
            return
        } else {
            segments = [.parameter("+path")]
        }
    }

    /// Returns the indices of the path segments for which a regular expression allows more than the example, such as
    /// `\d+` for `42`. Returns `nil` if Accord can't split the expression into segments, or if the example path has a
    /// different number of segments.
    private static func openSegments(_ pattern: String, _ pieces: [String]) -> [Int]? {
        var source = pattern.split(separator: "\\/", omittingEmptySubsequences: false).joined(separator: "/")
        if source.hasPrefix("^") { source.removeFirst() }
        if source.hasSuffix("$") { source.removeLast() }
        guard source.hasPrefix("/") else { return nil }
        let parts = source.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == pieces.count else { return nil }
        for part in parts {
            let opening = part.count { $0 == "(" || $0 == "[" }
            guard opening == part.count(where: { $0 == ")" || $0 == "]" }), !part.contains(".*"), !part.contains(".+")
            else { return nil }
        }
        return parts.indices.filter { String(parts[$0]) != pieces[$0 - parts.startIndex] }.map { $0 - parts.startIndex }
    }

    private static func literal(_ text: String) -> String {
        let result = text.replacingScalars { "{}?#".unicodeScalars.contains($0) ? Percent.encode(String($0)) : nil }
        return Percent.isWellFormed(result) ? result : Percent.encode(text)
    }

    /// The path template, such as `/users/{p1}`.
    var template: String {
        "/"
            + segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .parameter(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }

    /// The path template, or `messages`. Interactions with the same method and the same shape belong to one operation.
    var shape: String { isMessages ? "messages" : template }

    var parameters: [String] {
        segments.compactMap { segment in
            if case .parameter(let name) = segment { name == "+path" ? "path" : name } else { nil }
        }
    }

    /// Returns the values of the template's parameters in a path.
    func values(of path: String) -> [(name: String, text: String)] {
        let text = path.hasPrefix("/") ? String(path.dropFirst()) : path
        if segments == [.parameter("+path")] { return [("path", Percent.decodeText(text))] }
        let pieces = text.split(separator: "/", omittingEmptySubsequences: false)
        return zip(segments, pieces).compactMap { segment, piece in
            if case .parameter(let name) = segment { (name, Percent.decodeText(String(piece))) } else { nil }
        }
    }

    /// Returns a Swift identifier as the operation's id, such as `getUsers`.
    func operationID(_ method: String) -> String {
        let words = segments.map { segment -> String in
            switch segment {
            case .literal(let text): Percent.decodeText(text)
            case .parameter: "by id"
            }
        }
        let id = SwiftName.camelCased(
            ([method.lowercased()] + (isMessages ? ["message"] : words)).joined(separator: " "))
        return String(id.prefix(60))
    }
}
