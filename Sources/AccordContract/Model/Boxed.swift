/// An optional value that few have, kept apart from what holds it: thousands of cases without one stay small.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box?

    package init(wrappedValue: Value?) {
        box = wrappedValue.map(Box.init)
    }

    package var wrappedValue: Value? {
        get { box?.value }
        set { box = newValue.map(Box.init) }
    }
}
