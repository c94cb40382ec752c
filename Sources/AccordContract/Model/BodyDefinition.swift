import AccordJSON

/// A body as a case writes it.
package final class BodyDefinition: Sendable {
    package let location: SourceLocation
    package let content: Content

    package init(location: SourceLocation, content: Content) {
        self.location = location
        self.content = content
    }

    package enum Content: Sendable {
        case json(JSONValue)
        case text(JSONValue)
        case base64([UInt8])
        /// The file's path as written, and what it holds.
        indirect case file(path: String, bytes: [UInt8])
        case parts([PartDefinition])
    }
}

/// A part of a multipart body.
package struct PartDefinition: Sendable {
    package var name: String
    package var location: SourceLocation
    package var body: BodyDefinition?
    package var filename: String?
    package var headers: [NamedValue]

    package init(
        name: String, location: SourceLocation, body: BodyDefinition? = nil, filename: String? = nil,
        headers: [NamedValue] = []
    ) {
        self.name = name
        self.location = location
        self.body = body
        self.filename = filename
        self.headers = headers
    }
}
