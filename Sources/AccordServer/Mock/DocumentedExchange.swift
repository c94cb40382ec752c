import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

/// One step of a documented case, ready to be compared with requests and to be answered.
final class DocumentedExchange: Sendable {
    let caseID: String
    let qualifiedID: String
    let operationID: String
    /// The step within the case, and how many it has.
    let step: Int
    let stepCount: Int
    let expected: ExpectedRequest
    let answer: HTTPResponse
    /// A fault of the catalogue that the case documents in place of an answer.
    let fault: Fault?
    /// True where a server isn't asked to give this answer: it comes last.
    let isForClients: Bool
    /// True where the case says for itself which credentials it has.
    let statesSecurity: Bool
    /// The states that the case says the server is in.
    let given: [String]
    /// True where the answer is to be this one to the letter.
    let answersExactly: Bool
    /// True where the case leaves open what is in the answer's body.
    let leavesBodyOpen: Bool
    /// The cases that come right before this one.
    let after: [String]

    /// - Throws: where a template of the case stands for nothing.
    private init(_ documented: Case, step: Int, _ scope: Scope) throws(SubstitutionError) {
        let reply = try documented.reply(step, scope: scope)
        expected = try documented.expectedRequest(step, scope: scope)
        switch reply {
        case .answer(let response):
            fault = nil
            answer = response
        case .fault(let caused, let response):
            fault = caused
            answer = response ?? HTTPResponse(status: 200)
        }
        caseID = documented.id
        qualifiedID = documented.qualifiedID
        operationID = documented.steps[step].operation.id
        self.step = step
        stepCount = documented.steps.count
        isForClients = documented.appliesTo == .client || fault != nil
        statesSecurity = documented.definition.security != nil
        given = documented.definition.given.map(\.name)
        let steps = documented.definition.steps
        answersExactly = steps.indices.contains(step) && steps[step].response.matching == .exact
        if steps.indices.contains(step), case .answer(_, _, nil) = steps[step].response.outcome {
            leavesBodyOpen = !answersExactly
        } else {
            leavesBodyOpen = false
        }
        after = documented.definition.after.map(\.value)
    }

    /// The documented exchanges of a contract by operation, in the file's order.
    ///
    /// - Throws: where a template of a case stands for nothing.
    static func all(
        of contract: Contract, environment: @escaping Scope.Environment
    ) throws(SubstitutionError) -> [String: [DocumentedExchange]] {
        var exchanges: [String: [DocumentedExchange]] = [:]
        for documented in CasePlan.cases(of: contract, operations: []) where !documented.isDerived {
            let scope = documented.scope(environment: environment)
            for step in documented.steps.indices {
                let exchange = try DocumentedExchange(documented, step: step, scope)
                exchanges[exchange.operationID, default: []].append(exchange)
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
