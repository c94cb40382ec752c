import AccordContract
import AccordJSON

extension Case {
    /// What the client must ask, templates filled in.
    package func expectedRequest(_ step: Int, scope: Scope) throws(SubstitutionError) -> ExpectedRequest {
        throw SubstitutionError("not yet")
    }

    /// What `verify` sends. `previous` is what it sent before, for a step that repeats it.
    package func request(
        _ step: Int, scope: Scope, baseURL: String, previous: HTTPRequest? = nil
    ) throws(SubstitutionError) -> HTTPRequest {
        throw SubstitutionError("not yet")
    }

    /// What the stub answers.
    package func reply(_ step: Int, scope: Scope) throws(SubstitutionError) -> StubReply {
        throw SubstitutionError("not yet")
    }

    /// The call's typed input by `InputField.swiftName`.
    package func inputValues(scope: Scope) throws(SubstitutionError) -> [String: JSON] { [:] }

    /// What `${…}` stands for in client tests and mock: the documented outputs of the flow, the given parameters.
    ///
    /// `outputs` are values that are known already; they win.
    package func scope(
        outputs: [String: JSON] = [:], environment: @escaping Scope.Environment = { _ in nil }
    ) -> Scope {
        Scope(outputs: outputs, environment: environment)
    }
}
