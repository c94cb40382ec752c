import AccordJSON

/// One way in which an instance breaks a schema.
public struct SchemaViolation: Sendable, CustomStringConvertible {
    /// Where the value is in the instance.
    public let instancePointer: JSONPointer
    /// The value that is wrong; for a key that is wrong, the member's value.
    public let instance: JSONValue
    /// The keyword that is broken, such as `required`; `false` where the schema `false` forbids the value.
    public let keyword: String
    /// Where the keyword stands in its document.
    public let keywordLocation: JSONPointer
    /// The same as a URI: the base of the schema's resource, then the pointer from its root.
    public let absoluteKeywordLocation: String
    /// The way from the root schema to the keyword, through every reference.
    public let evaluationPath: JSONPointer
    /// The keyword's value: its position says where in the document the violated constraint is.
    ///
    /// For a property that is missing it is the name in `required`.
    public let schemaValue: JSONValue
    /// One sentence for people.
    public let message: String
    /// What the schema wants.
    public let expected: String
    /// What the instance has.
    public let actual: String
    /// For `anyOf`, `oneOf` and the like: why the branch that comes closest was refused.
    public let causes: [SchemaViolation]

    /// The instance's pointer, then the message.
    public var description: String {
        let place = instancePointer.tokens.isEmpty ? "" : "\(instancePointer): "
        return "\(place)\(message)"
    }
}
