import AccordContract

/// Whether a request that was made is what it was made to be: right or wrong by the contract.
struct FuzzCheck: Sendable {
    private let base: Case
    private let stated: RequestDefinition
    private let scope: Scope
    private let server: String

    init(_ base: Case, stated: RequestDefinition) {
        self.base = base
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

    /// A sentence of the contract that a request breaks, and where in the request.
    struct Fault: Hashable {
        var rule: String
        var place: Finding.Place?
    }

    /// What is wrong with a request.
    func faults(of request: HTTPRequest) -> Set<Fault> {
        let errors = Judge.judge(request, documentedBy: base.operation).findings.filter { $0.severity == .error }
        return Set(errors.map { Fault(rule: $0.rule, place: $0.place) })
    }

    /// - Parameter router: tells where a changed path means another operation.
    func isRefused(_ request: FuzzRequest, by router: Router) -> Bool {
        guard let example = example(request) else { return false }
        let matches = router.route(method: example.method, path: URLParts(example.url).path).matches
        return !matches.isEmpty && matches.allSatisfy { Judge.judge(example, documentedBy: $0.operation).failed }
    }
}
