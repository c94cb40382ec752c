import AccordHTTP
import AccordJSON
import AccordSchema

/// A path parameter, query item, header or cookie, with the words of OpenAPI's parameter object.
package struct Parameter: Sendable {
    package typealias Place = ParameterPlace
    package typealias Style = ParameterStyle

    package var name: String
    package var place: Place
    package var location: SourceLocation
    package var description: String?
    package var isRequired: Bool
    package var isDeprecated: Bool
    package var style: Style
    package var explode: Bool
    package var schema: Schema
    /// Set when the value is text of a media type (OpenAPI's `content`) rather than styled.
    package var mediaType: MediaType?
    /// The value of the schema's `const`, which is always sent and never asked of the user.
    package var constant: JSONValue?
    /// The value of the schema's `default`.
    package var defaultValue: JSONValue?
    /// The schema is `false`: the parameter must not be there.
    package var isForbidden: Bool
    /// True: no two calls send the same value, such as a nonce; a call that is sent again keeps it.
    package var isFresh = false
    /// The JSON types that the schema allows, found through `$ref` and `allOf`; empty when it doesn't say.
    package var types: Set<JSONType>
    /// By name, in the file's order; those of `content`'s one media type where there is one.
    package var examples: [NamedExample]
    /// OpenAPI's `allowReserved`: reserved characters are sent as they are.
    package var allowsReserved: Bool
    /// OpenAPI's `allowEmptyValue`: the name may be sent without a value.
    package var allowsEmptyValue: Bool

    package init(
        name: String, place: Place, location: SourceLocation, description: String? = nil, isRequired: Bool = true,
        isDeprecated: Bool = false, style: Style, explode: Bool = false, schema: Schema, mediaType: MediaType? = nil,
        constant: JSONValue? = nil, defaultValue: JSONValue? = nil, isForbidden: Bool = false, types: Set<JSONType>,
        examples: [NamedExample] = [], allowsReserved: Bool = false, allowsEmptyValue: Bool = false
    ) {
        self.name = name
        self.place = place
        self.location = location
        self.description = description
        self.isRequired = isRequired
        self.isDeprecated = isDeprecated
        self.style = style
        self.explode = explode
        self.schema = schema
        self.mediaType = mediaType
        self.constant = constant
        self.defaultValue = defaultValue
        self.isForbidden = isForbidden
        self.types = types
        self.examples = examples
        self.allowsReserved = allowsReserved
        self.allowsEmptyValue = allowsEmptyValue
    }
}

/// What a request or a response carries, by media type.
package struct BodyDescription: Sendable {
    package var location: SourceLocation
    package var description: String?
    package var isRequired: Bool
    /// In the file's order: the first is what is meant when nothing says otherwise.
    package var content: [MediaTypeDescription]
    /// The schema is `false`: there is no body.
    package var isForbidden: Bool

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
package struct MediaTypeDescription: Sendable {
    package var location: SourceLocation
    package var mediaType: MediaType
    package var schema: Schema?
    /// The schema of each item of a stream: lines of NDJSON, server-sent events.
    package var itemSchema: Schema?
    /// By the name of a form's or multipart's property.
    package var encoding: [String: PartEncoding]
    /// By name, in the file's order: examples of the request and of the answer with one name are one case.
    package var examples: [NamedExample]

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
package struct PartEncoding: Sendable {
    /// One or several media types, any of which is right; the first is sent.
    package var contentTypes: [MediaType]
    package var headers: [Parameter]
    package var style: Parameter.Style?
    package var explode: Bool?

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
