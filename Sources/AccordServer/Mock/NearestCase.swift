import AccordContract
import AccordCore

/// The case that a request comes nearest to, and how it differs.
struct NearestCase: Sendable {
    var caseID: String
    var differences: [Finding]

    /// More than these aren't compared: who is refused waits.
    private static let mostCompared = 20

    static func of(_ request: HTTPRequest, _ match: RouteMatch, _ served: ServedOperation) -> NearestCase? {
        var best: NearestCase?
        for exchange in served.exchanges.prefix(mostCompared) where exchange.step == 0 {
            let found = exchange.judge(request, base: match.base, previous: nil).findings
            let errors = found.filter { $0.severity == .error }
            if best.map({ errors.count < $0.differences.count }) ?? true {
                best = NearestCase(caseID: exchange.caseID, differences: errors)
            }
        }
        return best
    }
}
