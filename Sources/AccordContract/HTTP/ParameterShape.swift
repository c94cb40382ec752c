// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The name, style and types of a parameter, which determine how its values are encoded and decoded.
package struct ParameterShape: Sendable {
    package var name: String
    package var place: ParameterPlace
    package var style: ParameterStyle
    package var explode: Bool
    package var mediaType: MediaType?
    /// OpenAPI's `allowReserved`: whether reserved characters are sent without percent-encoding.
    package var allowsReserved: Bool = false
    package let view: SchemaView?
    /// The JSON types that the schema allows or mentions. The set is empty if the schema mentions no type.
    package let types: Set<JSONType>
    /// The kind of value that the schema allows: scalar, array or object. The kind is `unknown` if the schema allows
    /// several kinds, or mentions no type.
    package let kind: Kind
    /// The separators of lists within the list, outermost first: `collectionFormat` in “items” of Swagger 2.0, which
    /// its translation calls `x-collectionFormat`.
    package let innerSeparators: [Character]

    /// Creates the shape of a parameter. By default, the style is OpenAPI's default style, such as `form` in a query.
    package init(
        name: String, place: ParameterPlace, style: ParameterStyle? = nil, explode: Bool? = nil,
        mediaType: MediaType? = nil, view: SchemaView? = nil
    ) {
        self.name = name
        self.place = place
        self.style = style ?? place.styles[0]
        self.explode = explode ?? (self.style == .form || self.style == .cookie)
        self.mediaType = mediaType
        self.view = view
        types = view?.textTypes ?? []
        kind = Self.kind(types)
        let formats = sequence(first: view?.items, next: { $0?.items }).prefix(8)
            .prefix { $0 != nil }.map { $0?.keyword("x-collectionFormat")?.string }
        innerSeparators = formats.prefix { $0 != nil }.compactMap { Self.separators[$0 ?? ""] }
    }

    private static let separators: [String: Character] = ["csv": ",", "ssv": " ", "tsv": "\t", "pipes": "|"]

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
    package var isExplodedObject: Bool {
        mediaType == nil && (style == .form || style == .cookie) && kind == .object && explode
    }

    package enum Kind: Sendable { case scalar, array, object, unknown }
}

extension [Parameter] {
    /// Returns the name-value pairs of a query. If a parameter is the whole query, returns one pair with its name.
    package func items(of query: String) -> [RawItem] {
        guard let whole = first(where: { $0.style == .querystring }) else { return RawItem.split(query) }
        return query.isEmpty ? [] : [RawItem(name: Percent.encode(whole.name), value: query)]
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
        case .query: [.form, .spaceDelimited, .pipeDelimited, .tabDelimited, .deepObject, .querystring]
        case .header: [.simple, .spaceDelimited, .pipeDelimited, .tabDelimited]
        case .cookie: [.form, .cookie]
        }
    }
}

/// The style of a parameter: the values of OpenAPI's `style`.
package enum ParameterStyle: String, Sendable {
    case matrix, label, simple, form, cookie, spaceDelimited, pipeDelimited, deepObject
    /// Tabs between the elements: the collection format `tsv` of Swagger 2.0.
    case tabDelimited
    /// The parameter is the whole query, in the media type of the parameter: “querystring” of OpenAPI 3.2.
    case querystring

    /// The character between the elements of a list that is one string.
    package var separator: Character {
        switch self {
        case .spaceDelimited: " "
        case .pipeDelimited: "|"
        case .tabDelimited: "\t"
        case .matrix, .label, .simple, .form, .cookie, .deepObject, .querystring: ","
        }
    }
}
