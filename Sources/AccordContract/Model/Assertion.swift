import AccordJSON
import AccordSchema

/// A path into a body and the schema that what it finds satisfies.
package struct Assertion: Sendable {
    package var path: JSONPath
    package var schema: Schema
    /// The schema is `false`: the path must find nothing.
    package var isForbidden: Bool = false
    /// The value of the assertion in the contract; its templates are filled in before use.
    package var value: JSONValue
    /// True when `value` holds `${…}` and has to be compiled again once they are known.
    package var hasTemplates: Bool = false
    package var location: SourceLocation
    /// The response's header that it is about, in place of the body.
    package var header: String?
    /// The XPath 1.0 into a body of XML, in place of the JSONPath.
    package var xpath: String?

    /// True where it is on the body's value as JSON.
    package var isOnValue: Bool { header == nil && xpath == nil }
}
