import AccordContract
import AccordCore

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
