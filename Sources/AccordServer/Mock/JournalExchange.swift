import AccordContract
import AccordCore
import AccordSchema
import Synchronization

/// What the journal keeps of a request and its answer, secrets hidden.
package final class JournalExchange: Sendable {
    /// How often it happened since it was counted.
    private let times = Atomic<Int>(0)
    let findings: [Finding]
    let request: HTTPRequest
    let response: HTTPResponse
    let masking: Masking
    let file: String?
    let operation: String?
    /// The operation's key, `todos.json#login`, and the case's where the request was its own.
    let operationKey: String?
    let caseKey: String?
    /// By which findings are one mistake, for each of them.
    let mistakes: [MistakeKey]
    let caseID: String?
    let isCase: Bool
    let fault: String?
    /// True where a real server answered.
    let isProxied: Bool
    /// True where the request is wrong.
    let isBroken: Bool
    /// About how many bytes it takes.
    let size: Int

    /// - Parameters:
    ///   - bodyLimit: what is kept of a body, in bytes.
    ///   - masking: hides what was configured as a secret.
    init(_ request: HTTPRequest, _ answer: MockAnswer, isProxied: Bool, masking: Masking, bodyLimit: Int) {
        var masking = masking
        var findings: [Finding] = []
        if !answer.findings.isEmpty {
            // A finding may quote the client's credentials.
            for secret in SecretNames.values(in: request) { masking.insert(secret) }
            findings = answer.findings.prefix(20).map { masking.mask($0) }
        }
        var shown = SecretNames.masked(request)
        if shown.body.count > bodyLimit { shown.body = Array(shown.body.prefix(bodyLimit)) }
        var sent = answer.response
        if sent.body.count > bodyLimit { sent.body = Array(sent.body.prefix(bodyLimit)) }
        if isProxied {
            for index in sent.headers.indices where sent.headers[index].isNamed("Set-Cookie") {
                sent.headers[index].value = Masking.mark
            }
        }
        self.request = shown
        response = sent
        self.masking = masking
        file = answer.served?.contract.file
        operation = answer.served?.operation.id
        operationKey = answer.served?.key
        caseKey = answer.caseKey
        caseID = answer.caseID
        isCase = answer.isCase
        fault = answer.fault?.id
        self.findings = findings
        self.isProxied = isProxied
        let operation = answer.served?.operation.id
        mistakes = findings.map { $0.key(inOperation: operation) }
        isBroken = findings.contains { $0.severity == .error }
        func fields(_ fields: [HTTPField]) -> Int {
            fields.reduce(0) { $0 + 32 + $1.name.utf8.count + $1.value.utf8.count }
        }
        size =
            400 + shown.body.count + sent.body.count + fields(shown.headers) + fields(sent.headers)
            + shown.url.utf8.count + findings.count * 500
    }

    /// It happened; true where it hadn't since it was counted. Called under the journal's lock alone.
    func addOne() -> Bool {
        let before = times.load(ordering: .relaxed)
        times.store(before + 1, ordering: .relaxed)
        return before == 0
    }

    /// How often it happened since it was counted.
    func takeAll() -> Int { times.exchange(0, ordering: .relaxed) }
}
