/// Which of the values that satisfy a schema an example is.
public struct ExampleOptions: Sendable, Hashable {
    /// Chooses among values and branches; the same seed always gives the same example.
    public var seed: UInt64 = 0
    /// Whether properties that nothing requires are there too.
    public var includesOptional: Bool = true
    /// Which properties are left out, required or not.
    public var omits: Omission = .nothing

    /// Properties that one direction of an exchange doesn't carry.
    public enum Omission: Sendable, Hashable {
        case nothing
        /// What only answers carry: for an example of a request.
        case readOnly
        /// What only requests carry: for an example of an answer.
        case writeOnly
    }

    /// Creates options; by default everything is there, chosen by seed 0.
    public init(seed: UInt64 = 0, includesOptional: Bool = true, omits: Omission = .nothing) {
        self.seed = seed
        self.includesOptional = includesOptional
        self.omits = omits
    }
}
