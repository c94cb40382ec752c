// No literal for null: where `nil` meets a JSON in a condition, Swift would take null for no value at all.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// An integer.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    /// A number in its shortest decimal form; `null` for what JSON has no number for.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map { .number($0) } ?? .null }

    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// An object with its members in the order written; of a key written twice the last one counts.
    public init(dictionaryLiteral members: (String, JSON)...) { self = .object(JSONObject(members)) }
}
