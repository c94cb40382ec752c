import AccordContract
import AccordJSON
import AccordSchema

extension ParameterShape {
    /// True where no item at all is a value that a schema allows: an empty list or object, as this shape writes it.
    package func allowsNoItem(_ schema: Schema) -> Bool {
        guard omitsEmpty, let types = view?.types else { return false }
        return types.contains(.array) && schema.isValid([]) || types.contains(.object) && schema.isValid([:])
    }

    /// A property of a form's object, with its `encoding`.
    init(formProperty name: String, view: SchemaView?, encoding: PartEncoding?) {
        let isComplex = view?.impliedTypes == [.object]
        self.init(
            name: name, place: .query, style: encoding?.style ?? (isComplex ? .deepObject : .form),
            explode: encoding?.explode, mediaType: encoding?.contentTypes.first { $0.isJSON }, view: view)
    }
}
