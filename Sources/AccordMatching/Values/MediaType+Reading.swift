import AccordContract

extension MediaType {
    /// A media type as a header gives it, RFC 9110 section 8.3.1; nil if it isn't one.
    init?(reading text: String) {
        var pieces = HeaderGrammar.split(text, on: UInt8(ascii: ";")).map { HeaderGrammar.trimmed($0) }
        guard !pieces.isEmpty else { return nil }
        let essence = pieces.removeFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard essence.count == 2, essence.allSatisfy({ HeaderGrammar.isToken(String($0)) }) else { return nil }
        var parameters: [Parameter] = []
        for piece in pieces where !piece.isEmpty {
            guard let equals = piece.firstIndex(of: "=") else { return nil }
            let name = HeaderGrammar.trimmed(piece[..<equals])
            let value = HeaderGrammar.trimmed(piece[piece.index(after: equals)...])
            guard HeaderGrammar.isToken(name) else { return nil }
            parameters.append(Parameter(name: name.lowercased(), value: HeaderGrammar.unquoted(value)))
        }
        self.init(
            type: essence[0].lowercased(), subtype: essence[1].lowercased(), parameters: parameters)
    }

    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// `application/json`, `text/json` or `…+json`.
    package var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }
    /// `text/…`, and the kinds of text that live elsewhere.
    package var isText: Bool {
        type == "text" || subtype == "xml" || subtype.hasSuffix("+xml") || subtype == "javascript" || isJSON
    }
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    package var isMultipart: Bool { type == "multipart" }
    package var isEventStream: Bool { essence == "text/event-stream" }
    /// JSON values line by line: NDJSON, JSON lines, JSON text sequences.
    package var isLines: Bool {
        ["x-ndjson", "ndjson", "jsonl", "x-jsonlines", "json-seq", "jsonlines"].contains(subtype)
    }

    /// True if `other` is of this type, which may be a range: parameters that this one names must be the same.
    package func covers(_ other: MediaType) -> Bool {
        guard type == "*" || type == other.type else { return false }
        guard subtype == "*" || subtype == other.subtype else { return false }
        return parameters.allSatisfy { parameter in
            guard let value = other.parameter(parameter.name) else { return false }
            return parameter.name == "charset"
                ? value.lowercased() == parameter.value.lowercased() : value == parameter.value
        }
    }
}

extension MediaType.Parameter {
    fileprivate init(reading name: String, _ value: String) { self.init(name: name, value: value) }
}
