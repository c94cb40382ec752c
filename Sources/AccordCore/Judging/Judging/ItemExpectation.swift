import AccordContract
import AccordJSON
import AccordSchema

/// What is expected of one name among the items of a query, a form or a cookie header.
struct ItemExpectation {
    var shape: ParameterShape
    var schema: Schema?
    var expectation: ExpectedParameter.Expectation
    var location: SourceLocation?
    var isDocumented: Bool
    /// True where it is documented as `"required": false`.
    var isOptional = false
    /// The value that may be sent or left out: the `default` of what isn't required.
    var fallback: JSON?
    /// OpenAPI's `allowEmptyValue`: the name may be sent without a value.
    var allowsEmptyValue = false

    init(_ expected: ExpectedParameter, in place: Parameter.Place) {
        shape = RequestBuilder.shape(expected, place)
        schema = expected.parameter?.schema
        expectation = expected.expectation
        location = expected.location
        isDocumented = expected.parameter != nil
        fallback = expected.fallback
        isOptional = expected.parameter?.isRequired == false
        allowsEmptyValue = place == .query && expected.parameter?.allowsEmptyValue == true
    }

    init(_ shape: ParameterShape, value: JSON, location: SourceLocation?, fallback: JSON? = nil) {
        self.shape = shape
        self.expectation = .value(value)
        self.location = location
        self.fallback = fallback
        isDocumented = true
    }

    /// A form field that may be there with its default.
    init(_ shape: ParameterShape, absentOr fallback: JSON, location: SourceLocation?) {
        self.shape = shape
        self.expectation = .absent(allowing: fallback)
        self.location = location
        isDocumented = true
    }

    var name: String { shape.name }
}

extension ExpectedParameter {
    /// The value that may be sent or left out: the `default` of what isn't required.
    var fallback: JSON? {
        guard let parameter, !parameter.isRequired else { return nil }
        return parameter.defaultValue.map { JSON($0) }
    }
}
