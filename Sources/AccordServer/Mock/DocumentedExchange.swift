import AccordCases
import AccordContract
import AccordHTTP
import AccordJudging

/// One step of a documented case, ready to be compared with requests and to be answered.
struct DocumentedExchange: Sendable {
    var caseID: String
    var qualifiedID: String
    var operationID: String
    /// The step within the case, and how many it has.
    var step: Int
    var stepCount: Int
    var expected: ExpectedRequest
    var answer: HTTPResponse
    /// True where a server isn't asked to give this answer: it comes last.
    var isForClients: Bool

    /// The documented exchanges of a contract by operation, in the file's order; faults aren't among them.
    ///
    /// - Throws: where a template of a case stands for nothing.
    static func all(
        of contract: Contract, environment: @escaping Scope.Environment
    ) throws(SubstitutionError) -> [DocumentedExchange] {
        var exchanges: [DocumentedExchange] = []
        for documented in CasePlan(contract, operations: []).cases where !documented.isDerived {
            let scope = documented.scope(environment: environment)
            for index in documented.steps.indices {
                guard case .answer(let answer) = try documented.reply(index, scope: scope) else { continue }
                exchanges.append(
                    DocumentedExchange(
                        caseID: documented.id, qualifiedID: documented.qualifiedID,
                        operationID: documented.steps[index].operation.id, step: index,
                        stepCount: documented.steps.count,
                        expected: try documented.expectedRequest(index, scope: scope), answer: answer,
                        isForClients: documented.appliesTo == .client))
            }
        }
        return exchanges
    }

    /// How many sentences of the case `request`, which came to the mock's own address, fulfils; nil if it breaks one.
    func fit(of request: HTTPRequest, previous: HTTPRequest?) -> Int? {
        var expected = expected
        expected.baseURL = Self.baseURL(of: request, like: expected.baseURL)
        let judgement = Judge.judge(request, against: expected, previous: previous)
        return judgement.failed ? nil : judgement.assertions
    }

    /// The address that the request came to, with the path of the documented server where the request has it too.
    private static func baseURL(of request: HTTPRequest, like documented: String) -> String {
        var origin = URLParts(request.url)
        let path = URLParts(documented).path
        origin.path = origin.path.hasPrefix(path) ? path : ""
        origin.query = nil
        origin.fragment = nil
        return origin.description
    }
}
