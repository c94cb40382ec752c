import AccordContract
import AccordCore

/// A request with one thing wrong.
struct RefusedRequest {
    /// `missing`
    var entry: String
    /// `query.username`
    var place: String?
    var reason: String
    var location: SourceLocation
    var request: RequestDefinition
    /// Statuses that refuse it even where they aren't documented.
    var statuses: Set<Int> = []
    /// Sent in place of the body's own media type.
    var contentType: String?
    /// True where the request carries no credentials, not even those that the contract's schemes would add.
    var isWithoutCredentials = false
    /// True where something that is required is left out: of a list that may be empty that says nothing.
    var isLeftOut = false
}

extension Omission {
    /// Why nothing can be changed in a request: what stands in it comes from an answer whose body isn't documented.
    static let unknownRequest =
        "its request takes a value from an answer that the contract has no example of: document that answer's body"
}

/// A rule that a request breaks, judged as a client's, and the place in the request.
struct Violation: Hashable, Sendable {
    let rule: String
    let place: String

    /// All that a request breaks of an operation's documentation.
    static func all(in request: HTTPRequest, _ operation: Operation) -> Set<Violation> {
        let errors = Judge.judge(request, documentedBy: operation).findings.filter { $0.severity == .error }
        return Set(errors.map { Violation(rule: $0.rule, place: $0.place?.description ?? "") })
    }

    static func isBroken(_ request: HTTPRequest, _ operation: Operation) -> Bool {
        !all(in: request, operation).isEmpty
    }

    /// True for a request that breaks every operation which its method and path are routed to; false where there is
    /// none.
    static func isBroken(_ request: HTTPRequest, by router: Router) -> Bool {
        let matches = router.route(method: request.method, path: URLParts(request.url).path).matches
        return !matches.isEmpty && matches.allSatisfy { isBroken(request, $0.operation) }
    }
}

extension AllowedMethods {
    /// The methods for the path that a case asks last.
    init(_ base: Case, _ contract: Contract, _ router: Router) {
        let path = base.operation.request.path
        var documented: [String] = []
        for other in contract.operations where other.request.path.shape == path.shape {
            if !documented.contains(other.request.method) { documented.append(other.request.method) }
        }
        // No method has this name, so that all are told.
        let route = base.lastRequest.map { router.route(method: "(none)", path: URLParts($0.url).path) }
        if case .methodNotAllowed(let allowed) = route {
            self.init(documented: documented, others: Set(allowed))
        } else {
            self.init(documented: documented, others: [])
        }
    }
}

extension Case {
    /// The last request, as far as the contract alone tells it: to the first documented server, with documented values
    /// in the place of live ones; nil where an answer before it isn't documented.
    var lastRequest: HTTPRequest? {
        try? request(lastStep, scope: scope(), baseURL: operation.exampleServer)
    }
}

/// Which refusals are derived, and what counts as one.
package struct RefusalOptions: Sendable {
    /// True: also of operations with unsafe methods (RFC 9110 section 9.2.1), which a server that fails to refuse
    /// carries out.
    package var allowsUnsafe: Bool
    /// Statuses that refuse anything, documented or not.
    package var statuses: Set<Int>

    package init(allowsUnsafe: Bool = false, statuses: Set<Int> = []) {
        self.allowsUnsafe = allowsUnsafe
        self.statuses = statuses
    }
}
