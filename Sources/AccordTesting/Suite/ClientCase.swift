public import Testing

/// One case of a contract, as an argument of a generated test.
public struct ClientCase: Sendable, Codable, Hashable, CustomTestStringConvertible {
    /// `login/creates a token`, `login~syntax.truncated-json`.
    public let id: String

    /// Where an isolated case's child process leaves its result for the parent.
    var resultFile: String?

    init(id: String) {
        self.id = id
    }

    /// The id, as test reports show it.
    public var testDescription: String { id }
}
