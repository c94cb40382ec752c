import AccordContract
import AccordJSON
import AccordSchema

extension MediaTypeDescription {
    /// True where no bytes at all are a body that the schema allows: an empty text, a stream without items, a form whose
    /// fields are all optional or empty lists.
    package var allowsNoBytes: Bool {
        if mediaType.isJSON || mediaType.isMultipart || mediaType.subtype == "*" { return false }
        guard let schema else { return true }
        if mediaType.isLines || mediaType.isEventStream { return schema.isValid([]) }
        return schema.isValid(mediaType.isForm ? .object(FormShapes(self).omitted) : "")
    }
}

extension BodyDescription {
    /// True where a message with these header fields may have a body of no bytes, though one is required.
    package func allowsNoBytes(_ headers: [HTTPField]) -> Bool {
        guard let own = headers.first("Content-Type").flatMap({ MediaType(parsing: $0) }) else { return false }
        return content.contains { $0.mediaType.covers(own) && $0.allowsNoBytes }
    }
}
