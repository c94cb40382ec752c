import AccordJSON

/// A value with the place where it was written.
package struct Located<Value: Sendable>: Sendable {
    package var value: Value
    package var location: SourceLocation

    package init(_ value: Value, at location: SourceLocation) {
        self.value = value
        self.location = location
    }
}

/// A name with a value, as written: a JSON string, number, list, null, …
package struct NamedValue: Sendable {
    package var name: String
    package var value: JSONValue
    /// True: compared exactly, whatever the rest of the message is held to.
    package var isExact = false
    /// The contract location; of a made value, that of its parameter.
    package var location: SourceLocation

    package init(name: String, value: JSONValue, location: SourceLocation? = nil) {
        self.name = name
        self.value = value
        self.location = location ?? SourceLocation(value)
    }
}
