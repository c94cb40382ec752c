import AccordCases
import AccordContract
import AccordHTTP
import AccordJSON
import AccordSchema

/// What is expected of one name among the items of a query, a form or a cookie header.
struct ItemExpectation {
    var shape: ParameterShape
    var schema: Schema?
    var expectation: ExpectedParameter.Expectation
    var location: SourceLocation?
    var isDocumented: Bool

    init(_ expected: ExpectedParameter, in place: Parameter.Place) {
        shape = RequestBuilder.shape(expected, place)
        schema = expected.parameter?.schema
        expectation = expected.expectation
        location = expected.location
        isDocumented = expected.parameter != nil
    }

    init(_ shape: ParameterShape, value: JSON, location: SourceLocation?) {
        self.shape = shape
        self.expectation = .value(value)
        self.location = location
        isDocumented = true
    }

    var name: String { shape.name }
}
