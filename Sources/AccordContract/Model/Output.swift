import AccordJSON

/// A value of an exchange that later cases use.
package struct Output: Sendable {
    package var name: String
    package var location: SourceLocation
    package var source: OutputSource
    /// An ECMA-262 pattern; the value is its first group.
    package var pattern: String?
    /// True: the value is percent-decoded.
    package var isPercentDecoded = false

    package init(name: String, location: SourceLocation, source: OutputSource, pattern: String? = nil) {
        self.name = name
        self.location = location
        self.source = source
        self.pattern = pattern
    }
}

/// Where an output comes from.
package enum OutputSource: Sendable {
    /// `$response.body`, `$response.body#/id`.
    case responseBody(JSONPointer?)
    /// `$response.header.ETag`
    case responseHeader(String)
    /// `$response.status`
    case responseStatus
    /// `$request.body#/id`, `$request.query.x`, …
    case requestBody(JSONPointer?)
    case requestParameter(place: Parameter.Place, name: String)
    /// `$.items[0].id` on the response's body.
    case jsonPath(JSONPath)
}
