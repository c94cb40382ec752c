/// A key that an object has more than once.
public struct JSONDuplicateKey: Sendable, Hashable {
    /// The key, its escapes resolved.
    public let key: String
    /// The object that has it twice.
    public let object: JSONPointer
    /// Where the key stands for the first time.
    public let first: JSONPosition
    /// Where it stands again; one entry for each further time.
    public let second: JSONPosition
}
