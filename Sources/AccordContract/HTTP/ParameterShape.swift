import AccordJSON
import AccordSchema

/// How a parameter is written, and what its schema looks like: all that writing and reading needs.
package struct ParameterShape: Sendable {
    package var name: String
    package var place: ParameterPlace
    package var style: ParameterStyle
    package var explode: Bool
    package var mediaType: MediaType?
    package let view: SchemaView?
    /// The types that the schema allows or speaks of; empty where it says nothing of them.
    package let types: Set<JSONType>
    /// The kind of value that the schema asks for; an array or object only where it allows nothing simpler.
    package let kind: Kind

    /// The shape of a name that isn't documented, with the style that its place has by default.
    package init(
        name: String, place: ParameterPlace, style: ParameterStyle? = nil, explode: Bool? = nil,
        mediaType: MediaType? = nil, view: SchemaView? = nil
    ) {
        self.name = name
        self.place = place
        let standard: ParameterStyle = place == .query || place == .cookie ? .form : .simple
        self.style = style ?? standard
        self.explode = explode ?? (self.style == .form)
        self.mediaType = mediaType
        self.view = view
        types = view?.impliedTypes ?? []
        kind = Self.kind(types)
    }

    private static func kind(_ types: Set<JSONType>) -> Kind {
        if types.isEmpty { return .unknown }
        if types.isSubset(of: [.array, .null]) { return .array }
        if types.isSubset(of: [.object, .null]) { return .object }
        if types.isDisjoint(with: [.array, .object]) { return .scalar }
        return .unknown
    }

    /// True where an empty list or object is written as nothing at all: each element would be an item of its own.
    package var omitsEmpty: Bool {
        mediaType == nil && (place == .query || place == .cookie) && (explode || style == .deepObject)
    }

    package enum Kind: Sendable {
        case scalar, array, object, unknown
    }
}

/// Where a parameter stands in a request.
package enum ParameterPlace: String, Sendable, Codable {
    case path, query, header, cookie
}

/// How a parameter's value is written, as OpenAPI's `style`.
package enum ParameterStyle: String, Sendable, Codable {
    case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
}
