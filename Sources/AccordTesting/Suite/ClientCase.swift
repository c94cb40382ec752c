public import Testing

/// One case of a contract, as an argument of a generated test.
public struct ClientCase: Sendable, Codable, Hashable, CustomTestStringConvertible {
    /// `login/creates a token`, `login~syntax.truncated-json`.
    public let id: String

    /// In a child process: the file that names the cases to try, and in which it leaves their results.
    var childFile: String?

    init(id: String) {
        self.id = id
    }

    init(childFile: String) {
        id = ""
        self.childFile = childFile
    }

    /// The id, as test reports show it.
    public var testDescription: String { id }
}
