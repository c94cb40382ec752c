import AccordContract
import AccordCore

/// A rule that a request breaks, judged as a client's, and the place in the request.
struct Violation: Hashable, Sendable {
    let rule: Rule
    let place: String

    /// All that a request breaks of an operation's documentation.
    static func all(in request: HTTPRequest, _ operation: Operation) -> Set<Violation> {
        let errors = Judge.judge(request, documentedBy: operation).findings.filter { $0.severity == .error }
        return Set(errors.map { Violation(rule: $0.rule, place: $0.place?.description ?? "") })
    }

    static func isBroken(_ request: HTTPRequest, _ operation: Operation) -> Bool {
        !all(in: request, operation).isEmpty
    }

    /// True for a request that breaks every operation which its method and path are routed to; false where there is none.
    static func isBroken(_ request: HTTPRequest, by router: Router) -> Bool {
        let matches = router.route(method: request.method, path: URLParts(request.url).path).matches
        return !matches.isEmpty && matches.allSatisfy { isBroken(request, $0.operation) }
    }
}
