extension MediaType {
    /// The value of a parameter by its lowercased name.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// `text/…`, and the kinds of text that live elsewhere.
    package var isText: Bool {
        type == "text" || isXML || subtype == "javascript" || isJSON
    }
    /// `application/xml`, `text/xml` and `…+xml` (RFC 7303).
    package var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }
    /// `application/x-www-form-urlencoded`
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    /// `multipart/…`
    package var isMultipart: Bool { type == "multipart" }
    /// `text/event-stream`
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
