import AccordContract
import AccordHTTP
import AccordJSON

/// Tells whether a request proves itself, for a server that stands in for the documented one.
package struct CredentialCheck: Sendable {
    let schemes: [SecurityScheme]
    private let environment: Scope.Environment

    /// - Parameter environment: how `${env.NAME}` is found. Where a scheme's values are known by it, they are the only ones
    ///   that prove anything; else whatever is of the scheme does.
    package init(schemes: [SecurityScheme], environment: @escaping Scope.Environment) {
        self.schemes = schemes
        self.environment = environment
    }

    /// False where the request meets no alternative of the operation's `security`.
    package func admits(_ request: HTTPRequest, to operation: Operation) -> Bool {
        let requirements = operation.security
        return requirements.isEmpty || requirements.contains { meets($0, request) }
    }

    private func meets(_ requirement: SecurityRequirement, _ request: HTTPRequest) -> Bool {
        let known = Scope(environment: environment, namesUnsetVariables: false)
        if let exact = try? Credentials([requirement], schemes: schemes, scope: known) {
            return holds(exact, request) { $0 == $1 }
        }
        guard let likely = try? Credentials([requirement], schemes: schemes, scope: Scope()) else { return true }
        return holds(likely, request) { value, example in
            // `Bearer` and whatever follows; of an API key, anything.
            guard let space = example.firstIndex(of: " ") else { return !value.isEmpty }
            let scheme = value.prefix { $0 != " " }
            return scheme.lowercased() == example[..<space].lowercased() && scheme.endIndex < value.endIndex
        }
    }

    private func holds(
        _ credentials: Credentials, _ request: HTTPRequest, _ matches: (_ value: String, _ example: String) -> Bool
    ) -> Bool {
        let query = RawItem.split(URLParts(request.url).query ?? "").map { ($0.name, Form.decode($0.value)) }
        let cookies = request.headers.values("Cookie").flatMap { CookieHeader.items($0) }.map { ($0.name, $0.value) }
        func isThere(_ expected: ExpectedParameter, _ sent: [(name: String, value: String)], _ isHeader: Bool) -> Bool {
            sent.contains { item in
                let isNamed =
                    isHeader ? item.name.lowercased() == expected.name.lowercased() : item.name == expected.name
                guard case .value(let example) = expected.expectation, let text = example.string else { return isNamed }
                return isNamed && matches(item.value, text)
            }
        }
        return credentials.headers.allSatisfy { isThere($0, request.headers.map { ($0.name, $0.value) }, true) }
            && credentials.query.allSatisfy { isThere($0, query, false) }
            && credentials.cookies.allSatisfy { isThere($0, cookies, false) }
    }
}
