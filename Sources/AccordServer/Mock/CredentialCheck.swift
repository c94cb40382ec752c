import AccordContract
import AccordCore
import AccordJSON

/// Validates a request's credentials against the security requirements of its operation.
struct CredentialCheck: Sendable {
    let schemes: [SecurityScheme]
    private let environment: Scope.Environment

    /// - Parameter environment: how `${env.NAME}` is found. Where a scheme's values are known by it, they are the only
    ///   valid ones; else any of the scheme are.
    init(schemes: [SecurityScheme], environment: @escaping Scope.Environment) {
        self.schemes = schemes
        self.environment = environment
    }

    /// The alternatives of an operation's `security`, prepared once for all requests.
    struct Alternatives: Sendable {
        fileprivate var alternatives: [(credentials: Credentials, isExact: Bool)] = []
        /// True where nothing is asked for.
        fileprivate var isOpen = false

        /// What the first alternative asks for that a request lacks.
        func missing(in request: HTTPRequest) -> [ExpectedParameter] {
            guard let first = alternatives.first?.credentials else { return [] }
            return first.headers + first.query + first.cookies
        }

        /// The challenge of a 401 (RFC 9110 section 11.6.1): the schemes that `Authorization` is asked to follow.
        var challenges: [String] {
            var found: [String] = []
            for header in alternatives.flatMap(\.credentials.headers) where header.name == "Authorization" {
                guard case .value(let value) = header.expectation,
                    let scheme = value.string?.split(separator: " ").first
                else { continue }
                if !found.contains(String(scheme)) { found.append(String(scheme)) }
            }
            return found
        }
    }

    /// Prepares the alternatives that an operation accepts.
    func alternatives(of requirements: [SecurityRequirement]) -> Alternatives {
        var prepared = Alternatives()
        prepared.isOpen = requirements.isEmpty
        for requirement in requirements {
            let known = Scope(environment: environment, namesUnsetVariables: false)
            if let exact = try? Credentials([requirement], schemes: schemes, scope: known) {
                prepared.alternatives.append((exact, true))
            } else if let likely = try? Credentials([requirement], schemes: schemes, scope: Scope()) {
                prepared.alternatives.append((likely, false))
            } else {
                prepared.isOpen = true
            }
        }
        return prepared
    }

    /// False where the request meets no alternative.
    func admits(_ request: HTTPRequest, _ prepared: Alternatives) -> Bool {
        prepared.isOpen
            || prepared.alternatives.contains { alternative in
                holds(alternative.credentials, request) { value, example in
                    alternative.isExact ? value == example : Self.isLikely(value, example)
                }
            }
    }

    /// `Bearer` and whatever follows; of an API key, anything.
    private static func isLikely(_ value: String, _ example: String) -> Bool {
        guard let space = example.firstIndex(of: " ") else { return !value.isEmpty }
        let scheme = value.prefix { $0 != " " }
        return scheme.lowercased() == example[..<space].lowercased() && scheme.endIndex < value.endIndex
    }

    private func holds(
        _ credentials: Credentials, _ request: HTTPRequest, _ matches: (_ value: String, _ example: String) -> Bool
    ) -> Bool {
        let query =
            credentials.query.isEmpty
            ? [] : RawItem.split(URLParts(request.url).query ?? "").map { ($0.name, Form.decode($0.value)) }
        let cookies =
            credentials.cookies.isEmpty
            ? [] : request.headers.values("Cookie").flatMap { CookieHeader.items($0) }.map { ($0.name, $0.value) }
        func isThere(_ expected: ExpectedParameter, _ sent: [(name: String, value: String)], _ isHeader: Bool) -> Bool {
            sent.contains { item in
                let isNamed =
                    isHeader ? item.name.isFieldName(expected.name) : item.name == expected.name
                guard case .value(let example) = expected.expectation, let text = example.string else { return isNamed }
                return isNamed && matches(item.value, text)
            }
        }
        return credentials.headers.allSatisfy { isThere($0, request.headers.map { ($0.name, $0.value) }, true) }
            && credentials.query.allSatisfy { isThere($0, query, false) }
            && credentials.cookies.allSatisfy { isThere($0, cookies, false) }
    }
}
