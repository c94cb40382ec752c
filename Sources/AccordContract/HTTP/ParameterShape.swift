// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The name, style and types of a parameter, which determine how its values are encoded and decoded.
package struct ParameterShape: Sendable {
    package var name: String
    package var place: ParameterPlace
    package var style: ParameterStyle
    package var explode: Bool
    package var mediaType: MediaType?
    package let view: SchemaView?
    /// The JSON types that the schema allows or mentions. The set is empty if the schema mentions no type.
    package let types: Set<JSONType>
    /// The kind of value that the schema allows: scalar, array or object. The kind is `unknown` if the schema allows
    /// several kinds, or mentions no type.
    package let kind: Kind

    /// Creates the shape of a parameter. By default, the style is OpenAPI's default style, such as `form` in a query.
    package init(
        name: String, place: ParameterPlace, style: ParameterStyle? = nil, explode: Bool? = nil,
        mediaType: MediaType? = nil, view: SchemaView? = nil
    ) {
        self.name = name
        self.place = place
        self.style = style ?? place.styles[0]
        self.explode = explode ?? (self.style == .form)
        self.mediaType = mediaType
        self.view = view
        types = view?.textTypes ?? []
        kind = Self.kind(types)
    }

    private static func kind(_ types: Set<JSONType>) -> Kind {
        if types.isEmpty { return .unknown }
        if types.isSubset(of: [.array, .null]) { return .array }
        if types.isSubset(of: [.object, .null]) { return .object }
        if types.isDisjoint(with: [.array, .object]) { return .scalar }
        return .unknown
    }

    /// Whether a request omits the parameter if its value is an empty list or object. This applies to a parameter with
    /// one query item or cookie for each element, such as `a=1&a=2`.
    package var omitsEmpty: Bool {
        mediaType == nil && (place == .query || place == .cookie) && (explode || style == .deepObject)
    }

    /// Whether the parameter is an object whose properties are query items or form fields: `x=1&y=2`.
    package var isExplodedObject: Bool { mediaType == nil && style == .form && kind == .object && explode }

    package enum Kind: Sendable {
        case scalar, array, object, unknown
    }
}

/// The part of a request that contains a parameter: the path, the query, a header field or a cookie.
package enum ParameterPlace: String, Sendable {
    case path, query, header, cookie

    /// The styles that a parameter in this place can have. The first is the default. Outside the query, the delimited
    /// styles are the collection formats of Swagger 2.0.
    package var styles: [ParameterStyle] {
        switch self {
        case .path: [.simple, .label, .matrix, .spaceDelimited, .pipeDelimited, .tabDelimited]
        case .query: [.form, .spaceDelimited, .pipeDelimited, .tabDelimited, .deepObject]
        case .header: [.simple, .spaceDelimited, .pipeDelimited, .tabDelimited]
        case .cookie: [.form]
        }
    }
}

/// The style of a parameter: the values of OpenAPI's `style`.
package enum ParameterStyle: String, Sendable {
    case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
    /// Tabs between the elements: the collection format `tsv` of Swagger 2.0.
    case tabDelimited

    /// The character between the elements of a list that is one string.
    package var separator: Character {
        switch self {
        case .spaceDelimited: " "
        case .pipeDelimited: "|"
        case .tabDelimited: "\t"
        case .matrix, .label, .simple, .form, .deepObject: ","
        }
    }
}
