import AccordJSON
import AccordSchema

/// A path parameter, query item, header or cookie, with the words of OpenAPI's parameter object.
package final class Parameter: Sendable {
    package typealias Place = ParameterPlace
    package typealias Style = ParameterStyle

    package let name: String
    package let place: Place
    package let location: SourceLocation
    package let description: String?
    package let isRequired: Bool
    package let isDeprecated: Bool
    package let style: Style
    package let explode: Bool
    package let schema: Schema
    /// Set when the value is text of a media type (OpenAPI's `content`) rather than styled.
    package let mediaType: MediaType?
    /// The value of the schema's `const`, which is always sent and never asked of the user.
    package let constant: JSONValue?
    /// The value of the schema's `default`.
    package let defaultValue: JSONValue?
    /// The schema is `false`: the parameter must not be there.
    package let isForbidden: Bool
    /// True: no two calls send the same value, such as a nonce; a call that is sent again keeps it.
    package let isFresh: Bool
    /// The JSON types that the schema allows, found through `$ref` and `allOf`; empty when it doesn't say.
    package let types: Set<JSONType>
    /// What reading and writing it takes.
    package let shape: ParameterShape
    /// By name, in the file's order; those of `content`'s one media type where there is one.
    package let examples: [NamedExample]
    /// OpenAPI's `allowReserved`: reserved characters are sent as they are.
    package let allowsReserved: Bool
    /// OpenAPI's `allowEmptyValue`: the name may be sent without a value.
    package let allowsEmptyValue: Bool

    /// The parameter whose schema `value` is; what isn't given is as the schema says.
    package init(
        name: String, place: Place, location: SourceLocation, value: JSONValue, schema: Schema,
        description: String? = nil, isRequired: Bool? = nil, isDeprecated: Bool? = nil, style: Style? = nil,
        explode: Bool? = nil,
        mediaType: MediaType? = nil, examples: [NamedExample] = [], allowsReserved: Bool = false,
        allowsEmptyValue: Bool = false, isFresh: Bool? = nil
    ) {
        let view = SchemaView(value)
        self.name = name
        self.place = place
        self.location = location
        self.description = description ?? view.keyword("description")?.string
        isForbidden = value.bool == false
        self.isRequired = isRequired ?? !isForbidden
        self.isDeprecated = isDeprecated ?? view.says("deprecated")
        self.style = style ?? place.defaultStyle
        self.explode = explode ?? (self.style == .form)
        self.schema = schema
        self.mediaType = mediaType
        constant = view.constant
        defaultValue = view.defaultValue
        self.isFresh = isFresh ?? view.says("fresh")
        types = view.types
        let isSource = schema.source.document === value.document && schema.source.node == value.node
        shape = ParameterShape(
            name: name, place: place, style: self.style, explode: self.explode, mediaType: mediaType,
            view: isSource ? view : SchemaView(schema.source))
        self.examples = examples
        self.allowsReserved = allowsReserved
        self.allowsEmptyValue = allowsEmptyValue
    }
}

/// What a request or a response carries, by media type.
package final class BodyDescription: Sendable {
    package let location: SourceLocation
    package let description: String?
    package let isRequired: Bool
    /// In the file's order: the first is what is meant when nothing says otherwise.
    package let content: [MediaTypeDescription]
    /// The schema is `false`: there is no body.
    package let isForbidden: Bool

    package init(
        location: SourceLocation, description: String? = nil, isRequired: Bool = true,
        content: [MediaTypeDescription] = [], isForbidden: Bool = false
    ) {
        self.location = location
        self.description = description
        self.isRequired = isRequired
        self.content = content
        self.isForbidden = isForbidden
    }
}

/// A body's schema for one media type.
package final class MediaTypeDescription: Sendable {
    package let location: SourceLocation
    package let mediaType: MediaType
    package let schema: Schema?
    /// The schema of each item of a stream: lines of NDJSON, server-sent events.
    package let itemSchema: Schema?
    /// By the name of a form's or multipart's property.
    package let encoding: [String: PartEncoding]
    /// By name, in the file's order: examples of the request and of the answer with one name are one case.
    package let examples: [NamedExample]

    package init(
        location: SourceLocation, mediaType: MediaType, schema: Schema? = nil, itemSchema: Schema? = nil,
        encoding: [String: PartEncoding] = [:], examples: [NamedExample] = []
    ) {
        self.location = location
        self.mediaType = mediaType
        self.schema = schema
        self.itemSchema = itemSchema
        self.encoding = encoding
        self.examples = examples
    }
}

/// How one property of a form or of a multipart body is written.
package final class PartEncoding: Sendable {
    /// One or several media types, any of which is right; the first is sent.
    package let contentTypes: [MediaType]
    package let headers: [Parameter]
    package let style: Parameter.Style?
    package let explode: Bool?

    package init(
        contentTypes: [MediaType] = [], headers: [Parameter] = [], style: Parameter.Style? = nil,
        explode: Bool? = nil
    ) {
        self.contentTypes = contentTypes
        self.headers = headers
        self.style = style
        self.explode = explode
    }
}

/// An example of a parameter or of a body, in the words of OpenAPI's Example Object.
package struct NamedExample: Sendable {
    /// The key under `examples`, by which a request's examples and its answer's find each other; nil for `example`.
    package var name: String?
    package var summary: String?
    package var location: SourceLocation
    package var content: Content

    package enum Content: Sendable {
        /// The value as the schema describes it: `value`, 3.2's `dataValue`.
        case value(JSONValue)
        /// The text as it is sent: 3.2's `serializedValue`.
        case serialized(JSONValue)
        /// `externalValue`: kept to be named in diagnostics, never fetched.
        case external(JSONValue)
    }
}
