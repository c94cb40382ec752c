import AccordJSON

/// What others have worked out of a schema, kept with it: one value of each type.
package final class DerivedValues: Sendable {
    private let values: Locked<[ObjectIdentifier: any Sendable]> = Locked([:])

    /// The value of a type; made where there is none yet.
    package func value<Value: Sendable>(of type: Value.Type, else make: () -> Value) -> Value {
        values.withLock { values in
            if let known = values[ObjectIdentifier(type)] as? Value { return known }
            let value = make()
            values[ObjectIdentifier(type)] = value
            return value
        }
    }
}
