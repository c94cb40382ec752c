import AccordContract
import AccordHTTP

/// Whether a request that was made is what it was made to be: right or wrong by the contract.
struct FuzzCheck: Sendable {
    private let base: Case
    private let stated: RequestDefinition
    private let scope: Scope
    private let server: String
    private let check: RequestCheck

    init(_ base: Case, stated: RequestDefinition, check: RequestCheck) {
        self.base = base
        self.check = check
        self.stated = stated
        scope = base.scope()
        server = base.operation.servers.first?.url ?? "https://example.org"
    }

    /// The request with documented values in the place of live ones.
    func example(_ request: FuzzRequest) -> HTTPRequest? {
        var own = base
        own.steps[0].request = request.definition(in: base, stated: stated)
        return try? own.request(0, scope: scope, baseURL: server)
    }

    func isAllowed(_ request: FuzzRequest) -> Bool {
        example(request).map { faults(of: $0).isEmpty } ?? false
    }

    /// What is wrong with a request.
    func faults(of request: HTTPRequest) -> Set<RequestCheck.Violation> {
        check.violations(of: request, base.operation)
    }

    /// - Parameter router: tells where a changed path means another operation.
    func isRefused(_ request: FuzzRequest, by router: Router) -> Bool {
        guard let example = example(request) else { return false }
        let matches = router.route(method: example.method, path: URLParts(example.url).path).matches
        return !matches.isEmpty && matches.allSatisfy { check.isBroken(example, $0.operation) }
    }
}
