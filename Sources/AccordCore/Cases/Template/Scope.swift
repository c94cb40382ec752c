import AccordContract
import AccordJSON

/// What `${…}` stands for while one case is tried.
package struct Scope: Sendable {
    /// How `${env.NAME}` is found; nil: unset.
    package typealias Environment = @Sendable (String) -> String?

    package var row: JSON?
    /// By name; the live answers' values in `verify`, the documented ones in client tests and mock.
    package var outputs: [String: JSON]
    package var given: [String: JSON]
    package var environment: Environment
    /// True in client tests and mock, where an unset variable is its own name.
    package var namesUnsetVariables: Bool
    package var runID: String
    /// What makes values new that a contract leaves open: the run and the case, with the step where it says so. Empty:
    /// the same values in every run, as in client tests and mock.
    package var identity = ""
    /// Seconds since 1970, for `${now}`; 2026-01-01T00:00:00Z in client tests and mock.
    package var now = 1_767_225_600
    /// For `${response.body}` in `client`.
    package var response: HTTPResponse?
    /// Access tokens of oauth2 schemes by the scheme's name; what the stub issues where one is missing and
    /// `namesUnsetVariables`.
    package var accessTokens: [String: String]

    package init(
        row: JSON? = nil, outputs: [String: JSON] = [:], given: [String: JSON] = [:],
        environment: @escaping Environment = { _ in nil }, namesUnsetVariables: Bool = true,
        runID: String = "run", response: HTTPResponse? = nil, accessTokens: [String: String] = [:]
    ) {
        self.row = row
        self.outputs = outputs
        self.given = given
        self.environment = environment
        self.namesUnsetVariables = namesUnsetVariables
        self.runID = runID
        self.response = response
        self.accessTokens = accessTokens
    }

    /// The access token that a stub issues for a scheme.
    package static func stubToken(_ scheme: String) -> String { "accord-token-\(scheme)" }
}
