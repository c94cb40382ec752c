import AccordContract
import AccordHTTP
import AccordJSON
import AccordSchema

extension ParameterShape {
    /// The shape of a documented parameter.
    package init(_ parameter: Parameter) {
        self.init(
            name: parameter.name, place: parameter.place, style: parameter.style, explode: parameter.explode,
            mediaType: parameter.mediaType, view: SchemaView(parameter.schema.source))
    }

    /// A property of a form's object, with its `encoding`.
    init(formProperty name: String, view: SchemaView?, encoding: PartEncoding?) {
        let isComplex = view?.impliedTypes == [.object]
        self.init(
            name: name, place: .query, style: encoding?.style ?? (isComplex ? .deepObject : .form),
            explode: encoding?.explode, mediaType: encoding?.contentTypes.first { $0.isJSON }, view: view)
    }
}
