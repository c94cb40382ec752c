import AccordCases
import AccordContract
import AccordHTTP
import AccordJudging

/// How a request is refused that breaks the contract: as the operation documents it, with the findings where its words
/// leave room for them.
struct DocumentedRefusal {
    let operation: Operation
    /// What the operation's cases answer.
    let exchanges: [DocumentedExchange]

    /// By the first of the problem's statuses that is documented, else the problem as it is.
    ///
    /// A problem document stands where the contract lets it stand, if need be as `application/json`; elsewhere the
    /// documented answer does, which names the broken sentence in `Accord-Problem`.
    func response(_ problem: ProblemDocument) -> HTTPResponse {
        guard let status = problem.statuses.first(where: { operation.response(for: $0) != nil }) else {
            return problem.response
        }
        var own = problem
        own.status = status
        var asJSON = own.response
        for index in asJSON.headers.indices where asJSON.headers[index].name == "Content-Type" {
            asJSON.headers[index].value = "application/json"
        }
        for response in [own.response, asJSON] where !Judge.judge(response, documentedBy: operation).failed {
            return response
        }
        guard var documented = answer(status) else { return own.response }
        documented.headers += own.fields
        if let finding = problem.findings.first(where: { $0.severity == .error }) {
            let place = finding.contract.map { " at \($0)" } ?? ""
            documented.headers.append(HTTPField("Accord-Problem", finding.rule + place))
        }
        return documented
    }

    /// The answer of a case with this status, else one made of its schemas.
    private func answer(_ status: Int) -> HTTPResponse? {
        let own = exchanges.filter { $0.answer.status == status }
        if let exchange = own.first(where: { !$0.isForClients }) ?? own.first { return exchange.answer }
        return try? operation.answer(status: status)
    }
}

extension ProblemDocument {
    /// A request that breaks the contract, with all that is wrong with it.
    init(refusing findings: [Finding]) {
        let first = findings.first { $0.severity == .error }?.message ?? "see the findings"
        let more = findings.count - 1
        self.init(
            status: 400, title: "The request breaks the contract",
            detail: more > 0 ? "\(first), and \(more) more." : "\(first).", findings: findings)
    }

    /// The statuses that fit, the one that says most first.
    var statuses: [Int] {
        let errors = findings.filter { $0.severity == .error }
        if errors.contains(where: { $0.rule == "request.body.media-type" }) { return [415, 400, 422] }
        if errors.first?.place?.part == .path { return [400, 422, 404] }
        return errors.isEmpty ? [status] : [400, 422]
    }
}
