// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A step of a documented case: the expected request and its response.
final class DocumentedExchange: Sendable {
    let testCase: Case
    /// The index of the step in its case.
    let step: Int
    /// The key of the case in the journal: `todos.json#login/creates a token`
    let key: String
    let expected: ExpectedRequest
    let answer: HTTPResponse
    /// The fault that the contract documents instead of a response.
    let fault: Fault?
    /// Whether the case tests only clients. Such cases have the lowest priority.
    let isForClients: Bool
    /// Whether the contract or an example provides the whole response. Otherwise, Accord generated a part of it.
    let isWritten: Bool
    private let isStrict: Bool
    /// The provider states of the case, such as `the user exists`.
    let given: [String]
    /// Whether the case sets `If-None-Match` or `If-Modified-Since` itself.
    let statesCondition: Bool
    /// Whether the case requires a value of each query parameter. The response is then the page that the query selects.
    let fixesQuery: Bool
    /// Whether the mock must send exactly the documented response, even if clients have created or changed resources.
    let answersExactly: Bool
    /// Whether the case defines no response body. If so, the mock generates a body.
    let leavesBodyOpen: Bool
    /// The lowercased names of the response header fields that the case requires or forbids.
    let statedFields: Set<String>

    /// - Throws: `SubstitutionError` if a variable such as `${env.NAME}` in the case has no value.
    private init(
        _ documented: Case, of contract: Contract, step: Int, isStrict: Bool, _ scope: Scope
    ) throws(SubstitutionError) {
        let reply = try documented.reply(step, scope: scope)
        let definition = documented.definition.steps.indices.contains(step) ? documented.definition.steps[step] : nil
        var expected = try documented.expectedRequest(step, scope: scope, baseURL: ServedOperation.authority)
        expected.acceptExample()
        self.expected = expected
        switch reply {
        case .answer(let response):
            fault = nil
            answer = definition?.response.rules.asJudge?.completed(response) ?? response
        case .fault(let fault, let response):
            self.fault = fault
            answer = response ?? HTTPResponse(status: 200)
        }
        testCase = documented
        key = "\(contract.file)#\(documented.id)"
        self.step = step
        isForClients = documented.appliesTo == .client || fault != nil
        statesCondition = expected.headers.contains { header in
            guard case .value = header.expectation else { return false }
            return ["if-none-match", "if-modified-since"].contains(header.name.lowercased())
        }
        given = documented.definition.given.map(\.name)
        fixesQuery = expected.query.allSatisfy { if case .value = $0.expectation { true } else { false } }
        answersExactly = definition?.response.matching == .exact || definition?.response.rules != nil
        if case .answer(_, let fields, let body)? = definition?.response.outcome {
            leavesBodyOpen = body == nil && !answersExactly
            statedFields = Set(fields.map { $0.name.lowercased() })
        } else {
            leavesBodyOpen = false
            statedFields = []
        }
        let isGenerated = leavesBodyOpen && !answer.body.isEmpty
        isWritten = documented.basis == .written || documented.basis == .example && !isGenerated
        self.isStrict = isStrict
    }

    var caseID: String { testCase.id }

    /// Returns the exchanges of a contract by operation, in the order of the file.
    ///
    /// - Throws: `SubstitutionError` if a variable such as `${env.NAME}` in a case has no value.
    static func all(
        of contract: Contract, isStrict: Bool, environment: @escaping Scope.Environment
    ) throws(SubstitutionError) -> [String: [DocumentedExchange]] {
        var exchanges: [String: [DocumentedExchange]] = [:]
        for documented in CasePlan(contract, operations: []).cases where !documented.isDerived {
            let scope = documented.scope(environment: environment)
            for step in documented.steps.indices {
                let exchange = try DocumentedExchange(documented, of: contract, step: step, isStrict: isStrict, scope)
                exchanges[documented.steps[step].operation.id, default: []].append(exchange)
            }
        }
        return exchanges
    }

    /// A number that is higher for an expected request with more requirements. If two cases match a request, the case
    /// with the higher number wins.
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

    /// Compares a request with the expected request. The request's URL must begin with `ServedOperation.authority`.
    func judge(_ request: HTTPRequest, base: String, previous: HTTPRequest?) -> Judgement {
        let expected = base.isEmpty ? expected : expected.mounted(at: base)
        var judgement = Judge.judge(request, against: expected, previous: previous)
        if !isStrict { judgement.tolerateStrays(in: expected) }
        return judgement
    }
}

extension ExpectedRequest {
    /// Returns the same expectation for requests whose path has a prefix before the path template.
    func mounted(at base: String) -> ExpectedRequest {
        var expected = self
        expected.baseURL += base
        return expected
    }
}

extension Judgement {
    /// Changes the errors about undocumented cookies and tracking items to warnings. Browsers send the cookies of all
    /// applications on a host, whatever their port (RFC 6265 section 8.5), and links in mails and advertisements
    /// contain tracking items.
    mutating func tolerateStrays(in expected: ExpectedRequest) {
        for index in findings.indices {
            let (rule, name) = (findings[index].rule, findings[index].place?.name ?? "")
            let isStray =
                switch rule {
                case .requestCookieUnexpected: !expected.cookies.contains { $0.name == name }
                case .requestQueryUnexpected: Self.isTracking(name) && !expected.query.contains { $0.name == name }
                default: false
                }
            if isStray { findings[index].severity = .warning }
        }
    }

    private static func isTracking(_ name: String) -> Bool {
        ["utm_", "mc_"].contains(where: name.hasPrefix)
            || ["_ga", "_gl", "dclid", "fbclid", "gbraid", "gclid", "msclkid", "ttclid", "twclid", "wbraid", "yclid"]
                .contains(name)
    }
}
