import AccordContract
import AccordCore
import AccordJSON

/// An operation with its cases, prepared so that a request is judged as few times as can be.
final class ServedOperation: Sendable {
    /// What stands for scheme, host and port wherever requests are judged: where the mock stands no contract knows.
    static let authority = "http://localhost"

    let contract: Contract
    let operation: Operation
    /// Its cases' steps: those for servers first, of those the ones that say more.
    let exchanges: [DocumentedExchange]
    /// Those whose answer is a fault: only who asks for one by its name gets it.
    let faults: [DocumentedExchange]
    let role: ResourceRole?
    /// True where cases of the contract come after others.
    let isInFlow: Bool
    let credentials: CredentialCheck.Alternatives
    let check: CredentialCheck
    /// What every answer says of the operation's end.
    let lifecycleFields: [HTTPField]
    private let index: CaseIndex
    private let documented: ExpectedRequest
    /// The first exchange of each status.
    private let firsts: [Int: DocumentedExchange]
    /// What a request is answered that is right and no case's: the first success, else the first redirect, else the
    /// first answer that is documented at all.
    let usualStatus: Int?
    let templates = AnswerTemplates()

    init(
        _ contract: Contract, _ operation: Operation, _ exchanges: [DocumentedExchange], _ check: CredentialCheck,
        _ role: ResourceRole?, isInFlow: Bool
    ) {
        self.contract = contract
        self.operation = operation
        self.role = role
        key = "\(contract.file)#\(operation.id)"
        self.isInFlow = isInFlow
        self.check = check
        lifecycleFields = Self.lifecycleFields(contract, operation)
        faults = exchanges.filter { $0.fault != nil }
        self.exchanges = exchanges.filter { $0.fault == nil }.map { ($0, $0.isForClients ? 1 : 0, -$0.particularity) }
            .enumerated().sorted { ($0.element.1, $0.element.2, $0.offset) < ($1.element.1, $1.element.2, $1.offset) }
            .map(\.element.0)
        index = CaseIndex(self.exchanges)
        credentials = check.alternatives(of: operation.security)
        documented = ExpectedRequest(documentedBy: operation, baseURL: "")
        firsts = Dictionary(self.exchanges.map { ($0.answer.status, $0) }) { first, _ in first }
        usualStatus = Self.usualStatus(operation, self.exchanges)
    }

    /// `todos.json#login`, by which the journal and the coverage know it.
    let key: String

    /// The exchanges whose request this may be, by their place in `exchanges`.
    func candidates(_ keys: inout RequestKeys) -> [Int] { index.candidates(&keys) }

    /// What is wrong with a request by the documentation alone.
    func judge(_ request: HTTPRequest, base: String) -> Judgement {
        var expected = documented
        expected.baseURL = Self.authority + base
        return Judge.judge(request, against: expected)
    }

    /// The documented exchange of a status, what servers are held to first.
    func exchange(answering status: Int) -> DocumentedExchange? { firsts[status] }

    private static func usualStatus(_ operation: Operation, _ exchanges: [DocumentedExchange]) -> Int? {
        let documented = operation.responses.compactMap(\.status.representative)
        let ofCases = exchanges.lazy.filter { !$0.isForClients }.map(\.answer.status)
        return ofCases.first { (200...299).contains($0) } ?? documented.first { (200...299).contains($0) }
            ?? ofCases.first { (300...399).contains($0) } ?? documented.first { (300...399).contains($0) }
            ?? documented.first
    }
}

/// All contracts, as they are served until they are loaded again.
struct ServedContracts: Sendable {
    let contracts: [Contract]
    let router: Router
    /// For the tokens that the mock issues.
    let schemes: [SecurityScheme]
    let operations: [ServedOperation]
    private let byOperation: [ObjectIdentifier: ServedOperation]

    /// - Throws: where a template of a case stands for nothing.
    init(_ contracts: [Contract], environment: @escaping Scope.Environment) throws(SubstitutionError) {
        self.contracts = contracts
        router = Router(contracts)
        schemes = contracts.flatMap(\.securitySchemes)
        var operations: [ServedOperation] = []
        for contract in contracts {
            let check = CredentialCheck(schemes: contract.securitySchemes, environment: environment)
            let exchanges = try DocumentedExchange.all(of: contract, environment: environment)
            let isInFlow = contract.operations.contains { $0.cases.contains { !$0.after.isEmpty } }
            let roles = ResourceRole.roles(in: contract)
            for operation in contract.operations {
                operations.append(
                    ServedOperation(
                        contract, operation, exchanges[operation.id] ?? [], check, roles[operation.id],
                        isInFlow: isInFlow))
            }
        }
        self.operations = operations
        byOperation = Dictionary(operations.map { (ObjectIdentifier($0.operation), $0) }) { first, _ in first }
    }

    subscript(operation: Operation) -> ServedOperation? { byOperation[ObjectIdentifier(operation)] }

    /// The routes that more than one contract documents, a sentence for each: one answers for both.
    var duplicates: [String] {
        var first: [String: ServedOperation] = [:]
        var sentences: [String] = []
        for served in operations {
            let path = served.operation.request.path.parts.map { part in
                switch part {
                case .literal(let text): text
                case .parameter(_, let holdsSlashes): holdsSlashes ? "{+}" : "{}"
                }
            }.joined()
            for base in Set(served.operation.servers.map { URLParts($0.url).path }.map { $0 == "/" ? "" : $0 }).sorted()
            {
                let route = "\(served.operation.request.method) \(served.contract.mountPoint)\(base)\(path)"
                if let other = first[route], other.contract.file != served.contract.file {
                    sentences.append(
                        "\(served.operation.location): warning: \(served.operation.request.method) "
                            + "\(base)\(served.operation.request.path) is documented in \(other.operation.location), "
                            + "too; where both could answer, \(other.contract.file) does")
                } else {
                    first[route] = served
                }
            }
        }
        return sentences
    }
}
