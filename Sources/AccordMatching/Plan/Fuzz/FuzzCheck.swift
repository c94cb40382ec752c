import AccordContract

/// Whether a request that was made is what it was made to be: right or wrong by the contract.
struct FuzzCheck: Sendable {
    private let base: Case
    private let stated: RequestDefinition
    private let router: Router?
    private let scope: Scope
    private let server: String

    /// - Parameter router: tells where a changed path means another operation; nil: it isn't asked.
    init(_ base: Case, stated: RequestDefinition, router: Router?) {
        self.base = base
        self.stated = stated
        self.router = router
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
        example(request).map { !Judge.judge($0, documentedBy: base.operation).failed } ?? false
    }

    /// A sentence of the contract that a request breaks, and where in the request.
    struct Fault: Hashable {
        var rule: String
        var place: Finding.Place?
    }

    /// What is wrong with a request.
    func faults(of request: FuzzRequest) -> Set<Fault> {
        guard let example = example(request) else { return [] }
        let errors = Judge.judge(example, documentedBy: base.operation).findings.filter { $0.severity == .error }
        return Set(errors.map { Fault(rule: $0.rule, place: $0.place) })
    }

    func isRefused(_ request: FuzzRequest) -> Bool {
        guard let example = example(request) else { return false }
        guard let router else { return Judge.judge(example, documentedBy: base.operation).failed }
        let matches = router.route(method: example.method, path: URLParts(example.url).path).matches
        return !matches.isEmpty && matches.allSatisfy { Judge.judge(example, documentedBy: $0.operation).failed }
    }
}
