import AccordCases
import AccordCatalogue
import AccordContract
import AccordHTTP
import AccordJSON
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
    /// A fault of the catalogue that the case documents in place of an answer.
    var fault: Fault?
    /// True where a server isn't asked to give this answer: it comes last.
    var isForClients: Bool
    /// True where the case says for itself which credentials it has.
    var statesSecurity: Bool
    /// The states that the case says the server is in.
    var given: [String]
    /// True where the answer is to be this one to the letter.
    var answersExactly: Bool
    /// The cases that come right before this one.
    var after: [String]

    /// The documented exchanges of a contract by operation, in the file's order.
    ///
    /// - Throws: where a template of a case stands for nothing.
    static func all(
        of contract: Contract, environment: @escaping Scope.Environment
    ) throws(SubstitutionError) -> [String: [DocumentedExchange]] {
        var exchanges: [String: [DocumentedExchange]] = [:]
        for documented in CasePlan.cases(of: contract, operations: []) where !documented.isDerived {
            let scope = documented.scope(environment: environment)
            for index in documented.steps.indices {
                let reply = try documented.reply(index, scope: scope)
                var fault: Fault?
                var answer = HTTPResponse(status: 200)
                switch reply {
                case .answer(let response): answer = response
                case .fault(let caused, let response):
                    fault = caused
                    if let response { answer = response }
                }
                let operationID = documented.steps[index].operation.id
                exchanges[operationID, default: []].append(
                    DocumentedExchange(
                        caseID: documented.id, qualifiedID: documented.qualifiedID, operationID: operationID,
                        step: index, stepCount: documented.steps.count,
                        expected: try documented.expectedRequest(index, scope: scope), answer: answer, fault: fault,
                        isForClients: documented.appliesTo == .client || fault != nil,
                        statesSecurity: documented.definition.security != nil,
                        given: documented.definition.given.map(\.name),
                        answersExactly: documented.definition.steps.indices.contains(index)
                            && documented.definition.steps[index].response.matching == .exact,
                        after: documented.definition.after.map(\.value)))
            }
        }
        return exchanges
    }

    /// How much the case says of a request: of two that both fit, the one that says more is meant.
    var particularity: Int {
        func count(_ parameters: [ExpectedParameter]) -> Int {
            parameters.reduce(0) { sum, parameter in
                switch parameter.expectation {
                case .value: sum + 4
                case .schema: sum + 2
                case .optional, .absent: sum
                }
            }
        }
        var sum = count(expected.pathParameters) + count(expected.query) + count(expected.headers)
        sum += count(expected.cookies) + 4 * expected.asserts.count
        switch expected.body {
        case .none: break
        case .schema: sum += 1
        case .value: sum += expected.matching == .exact ? 4 : 2
        }
        return sum
    }

    /// True where the case says itself what a condition of its request is answered with.
    var statesCondition: Bool {
        expected.headers.contains { header in
            guard case .value = header.expectation else { return false }
            return ["if-none-match", "if-modified-since"].contains(header.name.lowercased())
        }
    }

    /// What is wrong with `request` as this case's; its URL has the authority `ServedOperation.authority`.
    func judge(_ request: HTTPRequest, base: String, previous: HTTPRequest?) -> Judgement {
        var expected = expected
        expected.baseURL = ServedOperation.authority + base
        return Judge.judge(request, against: expected, previous: previous)
    }
}
