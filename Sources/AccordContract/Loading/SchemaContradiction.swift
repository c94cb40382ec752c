// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Two keywords of a schema that contradict each other.
struct SchemaContradiction {
    var message: String
    var place: JSONValue
    /// The value of the keyword that contradicts the keyword at `place`.
    var other: JSONValue?

    static func all(in schema: JSONValue) -> [SchemaContradiction] {
        guard schema.kind == .object else { return [] }
        return limits(schema) + choices(schema) + required(schema)
    }

    // MARK: Limits

    private static let counts = [
        ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties"),
    ]

    private static func limits(_ schema: JSONValue) -> [SchemaContradiction] {
        var contradictions = counts.compactMap { crossed(schema, $0.0, $0.1, isStrict: false) }
        // “minContains” and “maxContains” have no effect without “contains”.
        if schema["contains"] != nil, let crossed = crossed(schema, "minContains", "maxContains", isStrict: false) {
            contradictions.append(crossed)
        }
        // Before draft 6, “exclusiveMinimum” was a Boolean modifier of “minimum”.
        let isStrict = ["exclusiveMinimum", "exclusiveMaximum"].contains { schema[$0]?.bool == true }
        let numbers = [
            ("minimum", "maximum", isStrict), ("exclusiveMinimum", "maximum", true),
            ("minimum", "exclusiveMaximum", true), ("exclusiveMinimum", "exclusiveMaximum", true),
        ]
        contradictions += numbers.lazy.compactMap { crossed(schema, $0.0, $0.1, isStrict: $0.2) }.prefix(1)
        return contradictions
    }

    private static func crossed(
        _ schema: JSONValue, _ least: String, _ most: String, isStrict: Bool
    ) -> SchemaContradiction? {
        guard let low = schema[least], let high = schema[most], let lowest = low.number, let highest = high.number,
            lowest > highest || isStrict && lowest == highest
        else { return nil }
        return SchemaContradiction(
            message: "no value satisfies both “\(least)” \(low.text) and “\(most)” \(high.text)", place: high,
            other: low)
    }

    // MARK: Values

    private static func choices(_ schema: JSONValue) -> [SchemaContradiction] {
        guard let type = schema["type"] else { return [] }
        let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
        let isNullable = schema["nullable"]?.bool == true
        func fits(_ value: JSONValue) -> Bool {
            let type = JSONType(of: value)
            return value.isNull && isNullable || names.contains(type.rawValue)
                || type == .integer && names.contains("number") || names.contains { JSONType(rawValue: $0) == nil }
        }
        let words = names.joined(separator: " or ")
        if let values = schema["enum"], !values.elements.isEmpty, !values.elements.contains(where: fits) {
            return [
                SchemaContradiction(message: "no value in “enum” has the type \(words)", place: values, other: type)
            ]
        }
        if let value = schema["const"], !fits(value) {
            return [SchemaContradiction(message: "“const” doesn't have the type \(words)", place: value, other: type)]
        }
        return []
    }

    // MARK: Properties

    private static func required(_ schema: JSONValue) -> [SchemaContradiction] {
        guard let required = schema["required"], required.kind == .array else { return [] }
        let additional = schema["additionalProperties"]
        let isClosed = additional?.bool == false && schema["patternProperties"] == nil && schema["$ref"] == nil
        var contradictions = required.elements.compactMap { element -> SchemaContradiction? in
            guard let name = element.string else { return nil }
            let property = schema["properties"]?[name]
            guard property?.bool == false || property == nil && isClosed else { return nil }
            let reason =
                property == nil
                ? "the schema allows no property with this name" : "its schema is false, which rejects every value"
            return SchemaContradiction(
                message: "“\(name)” is required, but \(reason)", place: element, other: property ?? additional)
        }
        let names = Set(required.elements.compactMap(\.string))
        if let most = schema["maxProperties"], let count = most.number?.int, names.count > count {
            contradictions.append(
                SchemaContradiction(
                    message: "\(names.count) properties are required, but “maxProperties” is \(count)", place: most,
                    other: required))
        }
        return contradictions
    }
}
