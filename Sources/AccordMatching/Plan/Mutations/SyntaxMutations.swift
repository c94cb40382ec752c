import AccordJSON

/// Bodies that aren't JSON, or hardly.
enum SyntaxMutations {
    static func add(to maker: inout MutationMaker) {
        guard let document = maker.answer.document else { return }
        let body = document.bytes
        maker.add("empty-body", bytes: [])
        maker.add("whitespace-only", bytes: Array(" \n".utf8))
        maker.add("invalid-json", bytes: Array("} this is not valid json {".utf8))
        addTruncations(body, &maker)
        maker.add("trailing-garbage", bytes: body + Array(" oops".utf8))
        maker.add("two-documents", bytes: body + [0x0A] + body)
        var page = maker.answer.response
        page.headers.removeAll { $0.name.lowercased() == "content-type" }
        page.headers.append(HTTPField("Content-Type", "text/html"))
        page.body = Array("<!DOCTYPE html><html><body>Log in to this network</body></html>".utf8)
        maker.add("html-at-200", response: page)
        if let last = body.lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }),
            document.root.count > 0
        {
            maker.add("trailing-comma", bytes: Array(body[..<last]) + [UInt8(ascii: ",")] + body[last...])
        }
        maker.add("comments", bytes: Array("/* answer */ ".utf8) + body)
        if body.contains(UInt8(ascii: "\"")) {
            let quotes = body.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 }
            maker.add("single-quotes", bytes: quotes)
        }
        if let number = LeafSearch.first(.number, in: document.root) {
            let range = number.byteRange
            maker.add(
                "nan-infinity", bytes: Array(body[..<range.lowerBound]) + Array("NaN".utf8) + body[range.upperBound...])
        }
        if let text = LeafSearch.first(.string, in: document.root) {
            maker.add("raw-control-char", bytes: LeafSearch.inserting([1], into: text, of: body))
        }
    }

    /// A cut in the middle and, at level full, at up to eight other boundaries of tokens.
    private static func addTruncations(_ body: [UInt8], _ maker: inout MutationMaker) {
        let middle = max(1, body.count / 2)
        func isCut(_ count: Int) -> Bool { (try? JSONDocument(parsing: Array(body[..<count]))) == nil }
        if isCut(middle) {
            maker.add("truncated-json", bytes: Array(body[..<middle]))
        } else if body.count > 1, isCut(body.count - 1) {
            maker.add("truncated-json", bytes: Array(body[..<(body.count - 1)]))
        }
        guard maker.level == .full else { return }
        let boundaries = body.indices.dropFirst().filter { body[$0 - 1] < 0x80 && "{}[],:\"".utf8.contains(body[$0]) }
        let stride = max(1, boundaries.count / 8)
        for index in Swift.stride(from: 0, to: boundaries.count, by: stride).prefix(8) where isCut(boundaries[index]) {
            maker.add("truncated-json", "\(boundaries[index])", bytes: Array(body[..<boundaries[index]]))
        }
    }
}

/// Finds a scalar in a document, so that its bytes can be changed.
enum LeafSearch {
    /// The first value of a kind, keys aside; an empty string only where there is no other.
    static func first(_ kind: JSONKind, in value: JSONValue) -> JSONValue? {
        let found = all(kind, in: value)
        return found.first { $0.byteRange.count > 2 } ?? found.first
    }

    static func all(_ kind: JSONKind, in value: JSONValue) -> [JSONValue] {
        switch value.kind {
        case .object: value.members.flatMap { all(kind, in: $0.value) }
        case .array: value.elements.flatMap { all(kind, in: $0) }
        default: value.kind == kind ? [value] : []
        }
    }

    /// The body with bytes put behind the opening quote of a string.
    static func inserting(_ bytes: [UInt8], into text: JSONValue, of body: [UInt8]) -> [UInt8] {
        let start = text.byteRange.lowerBound + 1
        return Array(body[..<start]) + bytes + body[start...]
    }
}
