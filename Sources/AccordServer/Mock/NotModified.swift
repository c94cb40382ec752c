// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension MockCall {
    /// The header fields of a 200 that a 304 repeats (RFC 9110 section 15.4.5).
    private static let repeated: Set<String> = [
        "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// Returns the 304 that replaces the response to a conditional GET if nothing has changed (RFC 9110 section
    /// 13.2.2), or `nil` if the client needs the whole response.
    func notModified(inPlaceOf response: HTTPResponse) -> HTTPResponse? {
        guard response.status == 200, ["GET", "HEAD"].contains(request.message.method), isUnchanged(response) else {
            return nil
        }
        var answer = HTTPResponse(status: 304)
        if served.operation.documentsNotModified {
            let documented = served.exchangesByStatus[304]?.answer ?? (try? served.operation.answer(status: 304))
            answer.headers = documented?.headers ?? []
            answer.headers.removeAll { field in Self.repeated.contains(field.name.lowercased()) }
        }
        answer.headers += response.headers.filter { Self.repeated.contains($0.name.lowercased()) }
        return answer
    }

    /// Whether the client already has the same response, according to `If-None-Match` or, if it is missing, to
    /// `If-Modified-Since`.
    private func isUnchanged(_ response: HTTPResponse) -> Bool {
        let tags = request.message.headers.values("If-None-Match")
        if !tags.isEmpty {
            let sent = HeaderGrammar.list(tags.joined(separator: ","))
            // “*” matches each representation, also one without a tag.
            if sent == ["*"] { return true }
            guard let tag = response.headers.first("ETag") else { return false }
            return sent.contains { Self.opaque($0) == Self.opaque(tag) }
        }
        guard let sent = request.message.headers.first("If-Modified-Since"),
            let modified = response.headers.first("Last-Modified")
        else { return false }
        // A generated `Last-Modified` may not be a date. In that case, compare it with the client's value as a string.
        guard let since = HTTPDate.secondsSince1970(sent), let changed = HTTPDate.secondsSince1970(modified) else {
            return sent == modified
        }
        return changed <= since
    }

    /// Returns a tag without the prefix `W/`, for the weak comparison (RFC 9110 section 8.8.3.2).
    private static func opaque(_ tag: String) -> Substring {
        let trimmed = HeaderGrammar.trimmed(tag)
        return trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed[...]
    }
}
