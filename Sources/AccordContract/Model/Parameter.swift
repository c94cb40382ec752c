// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A path parameter, query parameter, header field or cookie, like OpenAPI's Parameter Object.
package final class Parameter: Sendable {
    package typealias Place = ParameterPlace
    package typealias Style = ParameterStyle

    package let name: String
    package let place: Place
    package let location: SourceLocation
    package let description: String?
    package let isRequired: Bool
    package let isDeprecated: Bool
    package var style: Style { shape.style }
    package var explode: Bool { shape.explode }
    package let schema: Schema
    /// The media type of the value, if the parameter has `content` instead of a style.
    package let mediaType: MediaType?
    /// The value of the schema's `const`. Each request contains this value.
    package let constant: JSONValue?
    /// The value of the schema's `default`.
    package let defaultValue: JSONValue?
    /// Whether the schema is `false`. If so, requests must omit the parameter.
    package let isForbidden: Bool
    /// Whether each request must have a different value, such as a nonce. Only a retry has the same value as the first
    /// attempt.
    package let isFresh: Bool
    /// The JSON types that the schema allows, including the types in `$ref` and `allOf`. An empty set means any type.
    package let types: Set<JSONType>
    /// The name, style and types of the parameter, which determine how its values are encoded and decoded.
    package let shape: ParameterShape
    /// The examples, by name, in the order of the file.
    package let examples: [NamedExample]
    /// OpenAPI's `allowEmptyValue`: whether a request may contain the parameter's name without a value.
    package let allowsEmptyValue: Bool

    /// Creates a parameter. If `description`, `isDeprecated` or `isFresh` is `nil`, the keyword of the schema applies,
    /// such as `deprecated`.
    package init(
        name: String, place: Place, location: SourceLocation, value: JSONValue, schema: Schema,
        description: String? = nil, isRequired: Bool? = nil, isDeprecated: Bool? = nil, style: Style? = nil,
        explode: Bool? = nil, allowsReserved: Bool = false, mediaType: MediaType? = nil,
        examples: [NamedExample] = [], allowsEmptyValue: Bool = false, isFresh: Bool? = nil
    ) {
        let view = SchemaView(value)
        self.name = name
        self.place = place
        self.location = location
        self.description = description ?? view.keyword("description")?.string
        isForbidden = value.bool == false
        self.isRequired = isRequired ?? !isForbidden
        self.isDeprecated = isDeprecated ?? view.says("deprecated")
        self.schema = schema
        self.mediaType = mediaType
        constant = view.keyword("const")
        defaultValue = view.keyword("default")
        self.isFresh = isFresh ?? view.says("fresh")
        types = view.types
        let isSource = schema.source.document === value.document && schema.source.node == value.node
        var shape = ParameterShape(
            name: name, place: place, style: style, explode: explode, mediaType: mediaType,
            view: isSource ? view : SchemaView(schema.source))
        shape.allowsReserved = allowsReserved
        self.shape = shape
        self.examples = examples
        self.allowsEmptyValue = allowsEmptyValue
    }
}

/// The body of a request or response, by media type.
package struct BodyDescription: Sendable {
    package var location: SourceLocation
    package var description: String?
    package var isRequired: Bool = true
    /// The media types in the order of the file. The first media type is the default.
    package var content: [MediaTypeDescription] = []
    /// Whether the schema is `false`. If so, the request or response must have no body.
    package var isForbidden: Bool = false
}

/// A media type of a body, with the schema of the body.
package struct MediaTypeDescription: Sendable {
    package var location: SourceLocation
    package var mediaType: MediaType
    package var schema: Schema?
    /// The schema of each item of a stream, such as a line of NDJSON.
    package var itemSchema: Schema?
    /// The schema of the JSON value in the data of each server-sent event.
    package var dataSchema: Schema?
    /// The limits for reading a stream that never ends, or `nil` for a stream that ends.
    package var endless: EndlessStream?
    /// The encoding of each property of a form or multipart body, by name.
    package var encoding: [String: PartEncoding] = [:]
    /// The examples, in the order of the file. A request and a response example with the same name form one case.
    package var examples: [NamedExample] = []
}

extension [MediaTypeDescription] {
    /// Returns the most specific of the media types that cover a message's media type: `text/plain` before `text/*`
    /// (OpenAPI, `content`).
    package func covering(_ type: MediaType) -> MediaTypeDescription? {
        filter { $0.mediaType.covers(type) }.reduce(nil) { best, other in
            best.map { $0.mediaType.specificity >= other.mediaType.specificity } ?? false ? best : other
        }
    }
}

/// The limits for reading an endless stream in `accord verify`: a number of events or lines, a number of seconds, or
/// both. Reading stops at the first limit.
package struct EndlessStream: Sendable, CustomStringConvertible {
    package var location: SourceLocation
    package var items: Int?
    package var seconds: Double?

    package var description: String {
        [items.map { $0.counted("item") }, seconds.map { "a stream that stays open for \($0) s" }]
            .compactMap(\.self).joined(separator: " or ")
    }
}

/// The encoding of one property of a form or multipart body.
package struct PartEncoding: Sendable {
    /// The accepted media types. The first media type is sent.
    package var contentTypes: [MediaType] = []
    package var headers: [Parameter] = []
    package var style: Parameter.Style?
    package var explode: Bool?
}

/// An example of a parameter or body, like OpenAPI's Example Object.
package struct NamedExample: Sendable {
    /// The key in `examples`, or `nil` for `example`. A request example and a response example with the same key belong
    /// together.
    package var name: String?
    package var summary: String?
    package var location: SourceLocation
    package var content: Content

    package enum Content: Sendable {
        /// A value that matches the schema: `value`, or `dataValue` of OpenAPI 3.2.
        case value(JSONValue)
        /// The example as a string that is sent unchanged: `serializedValue` of OpenAPI 3.2.
        case serialized(JSONValue)
        /// The URL in `externalValue`, which is reported but never loaded.
        case external(JSONValue)
    }
}
