// SPDX-License-Identifier: Apache-2.0

/// Reads stored properties of an object by name, including properties of superclasses.
enum Reflection {
    /// Returns the value of a property, or `nil` if it is missing or `nil`.
    static func value(_ name: String, of subject: Any?) -> Any? {
        var mirror = subject.map { Mirror(reflecting: $0) }
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == name }) { return unwrapped(child.value) }
            mirror = current.superclassMirror
        }
        return nil
    }

    /// Returns the wrapped value of an optional, or any other value unchanged.
    static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}
