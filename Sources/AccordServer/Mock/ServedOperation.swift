// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// An operation with its cases, and with caches that let the mock respond quickly to many requests.
final class ServedOperation: Sendable {
    /// The scheme and host of all judged requests. They replace the address of the mock, which contracts don't contain.
    static let authority = "http://localhost"

    struct TemplateKey: Hashable {
        var status: Int
        var mediaType: MediaType?
    }

    let contract: Contract
    let operation: Operation
    /// The key in the journal, such as `todos.json#login`.
    let key: String
    /// The steps of the operation's cases. Cases for servers come first. Within each group, more specific cases come
    /// first.
    let exchanges: [DocumentedExchange]
    /// The steps that answer with a fault. A client selects one with `Prefer: case=…`.
    let faults: [DocumentedExchange]
    let role: ResourceRole?
    /// The documented query parameters. A parameter without a purpose filters lists by a property.
    let queryParameters: [(parameter: Parameter, purpose: ListParameter?)]
    /// Whether the contract has a case with `after`. If so, the order of requests matters.
    let isInFlow: Bool
    let credentials: CredentialCheck
    /// The name of the header field `If-Match`, if the contract documents 412.
    let precondition: String?
    /// The header fields `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) that the mock adds to responses.
    let lifecycleFields: [HTTPField]
    /// The status code of the response to valid requests that match no case: the first documented success, otherwise
    /// the first redirect, otherwise the first documented status code.
    let usualStatus: Int?
    /// A cache of the responses for requests that match no case.
    let templates = Locked<[TemplateKey: ResponseDraft?]>([:])
    /// A cache of the documented optional header fields, by status code.
    let optionalFields = Locked<[Int: [HTTPField]]>([:])
    private let isStrict: Bool
    private let index: CaseIndex
    private let documented: ExpectedRequest
    /// For each status code, the first step of a case that responds with it. Cases for servers come first.
    let exchangesByStatus: [Int: DocumentedExchange]

    init(
        _ contract: Contract, _ operation: Operation, _ exchanges: [DocumentedExchange], _ role: ResourceRole?,
        isInFlow: Bool, isStrict: Bool, environment: @escaping Scope.Environment
    ) {
        self.isStrict = isStrict
        self.contract = contract
        self.operation = operation
        self.role = role
        queryParameters = operation.request.query.map { parameter in
            (parameter, parameter.types.isSubset(of: [.integer, .number]) ? ListParameter(parameter.name) : nil)
        }
        self.isInFlow = isInFlow
        key = "\(contract.file)#\(operation.id)"
        credentials = CredentialCheck(operation.security, contract.securitySchemes, environment)
        precondition = operation.precondition?.name
        lifecycleFields = Self.lifecycleFields(operation)
        faults = exchanges.filter { $0.fault != nil }
        self.exchanges = exchanges.filter { $0.fault == nil }.map { ($0, $0.isForClients ? 1 : 0, -$0.particularity) }
            .enumerated().sorted { ($0.element.1, $0.element.2, $0.offset) < ($1.element.1, $1.element.2, $1.offset) }
            .map(\.element.0)
        index = CaseIndex(self.exchanges)
        documented = ExpectedRequest(documentedBy: operation, baseURL: Self.authority)
        exchangesByStatus = Dictionary(self.exchanges.map { ($0.answer.status, $0) }) { first, _ in first }
        usualStatus = Self.usualStatus(operation, self.exchanges)
    }

    /// Returns the indices in `exchanges` of the steps that may document the request.
    func candidates(_ request: ParsedRequest, _ match: RouteMatch) -> [Int] { index.candidates(request, match) }

    /// Compares a request with the documentation of the operation. If all cases have rules of a different format,
    /// compares the request with each case, and returns the judgement with the fewest findings.
    func judge(_ request: HTTPRequest, base: String) -> Judgement {
        if !exchanges.isEmpty, exchanges.allSatisfy({ $0.expected.rules != nil }) {
            let judgements = exchanges.map { $0.judge(request, base: base, previous: nil) }
            return judgements.min { $0.findings.count < $1.findings.count } ?? Judgement()
        }
        let expected = documented.mounted(at: base)
        var judgement = Judge.judge(request, against: expected)
        if !isStrict { judgement.tolerateStrays(in: expected) }
        // A client may send a documented example even if the example has read-only properties.
        if judgement.findings.contains(where: { $0.rule == .requestBodyReadOnly }),
            let body = request.jsonBody,
            operation.request.body?.content.contains(where: { $0.hasExample(body) }) == true
        {
            judgement.findings.removeAll { $0.rule == .requestBodyReadOnly }
        }
        return judgement
    }

    /// Returns a finding for each missing or wrong credential of a request.
    func credentialFindings(_ request: HTTPRequest) -> [Finding] {
        credentials.expected(in: request).map { expected in
            let isPresent = expected.isPresent
            let (missing, wrong): (Rule, Rule) =
                switch expected.place {
                case .query: (.requestQueryMissing, .requestQueryValue)
                case .cookie: (.requestCookieMissing, .requestCookieValue)
                case .header, .path: (.requestHeaderMissing, .requestHeaderValue)
                }
            let schemes = credentials.challenges.map { $0.prefix { $0 != " " } }.joined(separator: " or ")
            let value = expected.name == "Authorization" && !schemes.isEmpty ? "\(schemes) …" : "a credential"
            return Finding(
                rule: isPresent ? wrong : missing,
                isPresent
                    ? "wrong credentials in “\(expected.name)”: "
                        + "the contract's “security” requires different credentials"
                    : "missing credentials: the contract's “security” requires “\(expected.name)”",
                contract: expected.location, place: .init(of: expected.place, expected.name), expected: value,
                // Don't show the client's value, because it may be a secret of a different server.
                actual: isPresent ? "a different value" : "none",
                advice: "Send the credentials that the contract documents.")
        }
    }

    private static func usualStatus(_ operation: Operation, _ exchanges: [DocumentedExchange]) -> Int? {
        let documented = operation.statedStatuses
        let ofCases = exchanges.lazy.filter { !$0.isForClients }.map(\.answer.status)
        func first(_ range: ClosedRange<Int>) -> Int? {
            ofCases.first(where: range.contains) ?? documented.first(where: range.contains)
        }
        // “default” is a success only if there is no other success.
        let other = operation.responses.first { $0.status == .any }?.status.representative
        return first(200...299) ?? first(300...399) ?? other ?? documented.first
    }

    private static func lifecycleFields(_ operation: Operation) -> [HTTPField] {
        guard operation.isDeprecated else { return [] }
        // RFC 9745 requires a date. Documents contain none, so the mock sends one in the past.
        var fields = [HTTPField("Deprecation", "@0")]
        let place = operation.location
        // Free text such as “next year” is no date, so the mock sends no field.
        if let sunset = (place["x-sunset"] ?? place["sunset"])?.string.flatMap(HTTPDate.text) {
            fields.append(HTTPField("Sunset", sunset))
        }
        return fields
    }
}

/// The operations of all contracts that a mock serves.
struct ServedContracts: Sendable {
    let contracts: [Contract]
    let router: Router
    /// The security schemes for which the mock issues tokens.
    let schemes: [SecurityScheme]
    let operations: [ServedOperation]
    private let byOperation: [ObjectIdentifier: ServedOperation]

    /// - Throws: `SubstitutionError` if a variable such as `${env.NAME}` in a case has no value.
    init(
        _ contracts: [Contract], isStrict: Bool = false, environment: @escaping Scope.Environment
    ) throws(SubstitutionError) {
        self.contracts = contracts
        router = Router(contracts)
        schemes = contracts.flatMap(\.securitySchemes)
        var operations: [ServedOperation] = []
        for contract in contracts {
            let exchanges = try DocumentedExchange.all(of: contract, isStrict: isStrict, environment: environment)
            let isInFlow = contract.operations.contains { $0.cases.contains { !$0.after.isEmpty } }
            let roles = ResourceRole.roles(in: contract)
            for operation in contract.operations {
                operations.append(
                    ServedOperation(
                        contract, operation, exchanges[operation.id] ?? [], roles[operation.id], isInFlow: isInFlow,
                        isStrict: isStrict, environment: environment))
            }
        }
        self.operations = operations
        byOperation = Dictionary(operations.map { (ObjectIdentifier($0.operation), $0) }) { first, _ in first }
    }

    subscript(operation: Operation) -> ServedOperation? { byOperation[ObjectIdentifier(operation)] }

    /// Warnings about routes that more than one contract documents.
    var duplicates: [String] {
        var first: [String: ServedOperation] = [:]
        var warnings: [String] = []
        for served in operations {
            let request = served.operation.request
            let bases = Set(served.operation.servers.map { URLParts($0.url).path }.map { $0 == "/" ? "" : $0 })
            for base in bases.sorted() {
                let route = "\(request.method) \(served.contract.mountPoint)\(base)\(request.path.shape)"
                if let other = first[route], other.contract.file != served.contract.file {
                    warnings.append(
                        "\(served.operation.location): warning: \(other.operation.location) also documents "
                            + "\(request.method) \(base)\(request.path); the mock uses \(other.contract.file)")
                } else {
                    first[route] = served
                }
            }
        }
        return warnings
    }
}
