import AccordContract
import AccordSchema

/// How a parameter is written, and what its schema looks like: all that writing and reading needs.
struct ParameterShape: Sendable {
    var name: String
    var place: Parameter.Place
    var style: Parameter.Style
    var explode: Bool
    var mediaType: MediaType?
    var view: SchemaView?

    init(_ parameter: Parameter) {
        name = parameter.name
        place = parameter.place
        style = parameter.style
        explode = parameter.explode
        mediaType = parameter.mediaType
        view = SchemaView(parameter.schema.source)
    }

    /// The shape of a name that isn't documented, with the style that its place has by default.
    init(
        name: String, place: Parameter.Place, style: Parameter.Style? = nil, explode: Bool? = nil,
        mediaType: MediaType? = nil, view: SchemaView? = nil
    ) {
        self.name = name
        self.place = place
        let standard: Parameter.Style = place == .query || place == .cookie ? .form : .simple
        self.style = style ?? standard
        self.explode = explode ?? (self.style == .form)
        self.mediaType = mediaType
        self.view = view
    }

    /// A property of a form's object, with its `encoding`.
    init(formProperty name: String, view: SchemaView?, encoding: PartEncoding?) {
        let isComplex = view?.types == [.object]
        self.init(
            name: name, place: .query, style: encoding?.style ?? (isComplex ? .deepObject : .form),
            explode: encoding?.explode, mediaType: encoding?.contentTypes.first { $0.isJSON }, view: view)
    }

    /// The kind of value that the schema asks for; an array or object only where it allows nothing simpler.
    var kind: Kind {
        let types = view?.types ?? []
        if types.isEmpty { return .unknown }
        if types.isSubset(of: [.array, .null]) { return .array }
        if types.isSubset(of: [.object, .null]) { return .object }
        if types.isDisjoint(with: [.array, .object]) { return .scalar }
        return .unknown
    }

    enum Kind {
        case scalar, array, object, unknown
    }
}
