/// The six kinds of value that RFC 8259 knows.
public enum JSONKind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case null, bool, number, string, array, object

    /// The name that JSON Schema's `type` uses, such as `boolean`.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
