// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Generates unique values for idempotency keys and nonces.
package enum FreshValue {
    /// Returns a valid value that depends only on the parameter and the identity (see ``Scope/identity``). Returns
    /// `nil` if no generated value is valid, or if the schema lists the allowed values. For a parameter that the
    /// contract marks as “fresh”, the value never comes from defaults and examples.
    static func made(_ parameter: Parameter, for identity: String) -> JSON? {
        guard parameter.mediaType == nil else { return nil }
        let view = SchemaView(parameter.schema.source)
        let isFresh = parameter.isFresh || parameter.name.isIdempotencyKey
        let choices = ["enum", "const"] + (isFresh ? [] : ["default", "example", "examples"])
        guard !choices.contains(where: { view.keyword($0) != nil }), isFresh || parameter.types.isSubset(of: [.string])
        else { return nil }
        return made("\(identity)\n\(parameter.name)", parameter.types) { parameter.schema.isValid($0) }
    }

    /// Generates values from an identity, and returns the first valid value.
    package static func made(_ identity: String, _ types: Set<JSONType>, _ isValid: (JSON) -> Bool) -> JSON? {
        var random = SeededRandom(state: SeededRandom.hash(identity.utf8))
        let hex = hexadecimal(random.next()) + hexadecimal(random.next())
        let digits = String(random.next() | 1 << 63) + String(random.next() | 1 << 63)
        var texts = [uuid(hex), hex.uppercased(), hex + hex]
        for length in [32, 24, 20, 16, 12, 10, 8] {
            texts.append(String(hex.prefix(length)))
            texts.append("k" + String(hex.prefix(length - 1)))
            texts.append(String(digits.prefix(length)))
        }
        var values: [JSON] = []
        if types.isEmpty || types.contains(.string) { values = texts.map { .string($0) } }
        if types.contains(.integer) || types.contains(.number) {
            values += [15, 9, 6, 4].compactMap { JSONNumber(String(digits.prefix($0))).map { .number($0) } }
        }
        return values.first(where: isValid)
    }

    /// Returns a value for a property of an object that depends on the identity, or `nil` if the schema allows no such
    /// value. A value with a pattern, such as the number of an order, is an example of the schema.
    package static func member(_ name: String, of schema: Schema, in object: JSONObject, for identity: String) -> JSON?
    {
        guard let property = SchemaView(schema.source).namedProperty(name) else { return nil }
        var object = object
        func isValid(_ value: JSON) -> Bool {
            object[name] = value
            return schema.isValid(.object(object))
        }
        if let value = made("\(identity)\n\(name)", property.types, isValid) { return value }
        guard property.keyword("pattern") != nil else { return nil }
        var options = ExampleOptions(seed: SeededRandom.hash("\(identity)\n\(name)".utf8), omits: .readOnly)
        options.variesPatterns = true
        return (try? schema.example(options))?.object?[name].flatMap { isValid($0) ? $0 : nil }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns a UUID of version 4 (RFC 9562) with the given hexadecimal digits.
    static func uuid(_ hex: String) -> String {
        let digits = Array(hex)
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return "\(part(0..<8))-\(part(8..<12))-4\(part(13..<16))-a\(part(17..<20))-\(part(20..<32))"
    }

    /// Returns a UUID that depends only on the identity.
    static func uuid(for identity: String) -> String {
        var random = SeededRandom(state: SeededRandom.hash(identity.utf8))
        return uuid(hexadecimal(random.next()) + hexadecimal(random.next()))
    }
}
