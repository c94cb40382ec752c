import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import Synchronization

/// The contracts, served on a socket, with a journal of what came.
package final class MockServer: Sendable {
    /// Below it the mock answers for itself.
    package static let adminPath = "/__accord/"
    /// Of the body of an answer that is kept for the next time.
    private static let mostRepeatedBytes = 4 * 1024

    private struct Contracts: Sendable {
        var responder: MockResponder
        /// Why the contracts of the files aren't those that are served; empty: they are.
        var problems: [String] = []
        var redirected: [String: HTTPResponse] = [:]
        var redirectCount = 0
    }

    package let options: MockOptions
    package let journal: Journal
    package let state: MockState
    private let contracts: Mutex<Contracts>
    private let server = Mutex<HTTPServer?>(nil)
    private let count = Atomic<UInt64>(0)
    private let clock: @Sendable () -> Double
    private let log: (@Sendable (MockServer.Line) -> Void)?
    private let connections: MockConnections

    /// A request in a line of `--log`.
    package struct Line: Sendable {
        package var request: HTTPRequest
        package var target: String
        package var answer: MockAnswer
    }

    /// Starts to listen; returns once connections are taken.
    ///
    /// - Parameters:
    ///   - clock: seconds since 1970.
    ///   - connections: how the mock itself asks others.
    ///   - log: called with each request once its answer is made.
    /// - Throws: `ServerFailure` where the address can't be had, `SubstitutionError` where a case can't be answered.
    package init(
        _ contracts: [Contract], _ options: MockOptions = MockOptions(), on address: ServerOptions = ServerOptions(),
        masking: Masking = .none, clock: @escaping @Sendable () -> Double = { 0 },
        connections: MockConnections = MockConnections(), log: (@Sendable (MockServer.Line) -> Void)? = nil
    ) throws {
        self.options = options
        self.connections = connections
        self.clock = clock
        self.log = log
        state = MockState()
        journal = Journal(limit: options.journalEntries, masking: masking)
        let responder = try MockResponder(contracts, options, state: state)
        self.contracts = Mutex(Contracts(responder: responder))
        let started = try HTTPServer(address) { [weak self] request in
            self?.reply(to: request) ?? .script(SocketScript([.close]))
        }
        server.withLock { $0 = started }
    }

    /// `http://127.0.0.1:8080`
    package var address: String { server.withLock { $0?.address ?? "" } }
    package var port: Int { server.withLock { $0?.port ?? 0 } }

    /// The contracts' files.
    package var files: [String] { contracts.withLock { $0.responder.served.contracts.map(\.file) } }

    /// The warnings that the contracts together deserve.
    package var warnings: [String] { contracts.withLock { $0.responder.served.duplicates } }

    var operations: [ServedOperation] { contracts.withLock { $0.responder.served.operations } }

    var status: JSON {
        contracts.withLock { contracts in
            let files = contracts.responder.served.contracts.map { contract -> JSON in
                ["file": .string(contract.file), "title": .string(contract.title)]
            }
            return ["contracts": .array(files), "problems": .array(contracts.problems.map { .string($0) })]
        }
    }

    /// Ends once what is under way has been answered; returns when the threads have ended.
    package func stop() throws {
        let server = server.withLock { $0 }
        try server?.stop()
    }

    /// Serves other contracts from now on; what was created, and where cases stand, remains.
    ///
    /// - Throws: `SubstitutionError` where a case can't be answered; then the old ones stay.
    package func replace(_ new: [Contract]) throws(SubstitutionError) {
        let responder = try MockResponder(new, options, state: state)
        contracts.withLock { contracts in
            contracts.responder = responder
            contracts.problems = []
        }
        state.changes.add()
    }

    /// Says on the page why the files' contracts aren't served.
    package func report(problems: [String]) {
        contracts.withLock { $0.problems = problems }
    }

    // MARK: Requests

    private func reply(to request: ServerRequest) -> ServerReply {
        if request.target.hasPrefix(Self.adminPath) || request.target == "/__accord" {
            return adminReply(request)
        }
        let changes = state.changes.value
        let responder = contracts.withLock { $0.responder }
        var answer = responder.answer(to: request.message, target: request.target)
        var chance = Chance(seed: options.seed, number: count.add(1, ordering: .relaxed).newValue)
        if let delay = options.delay { answer.wait += delay.seconds(&chance) }
        if let chaos = options.chaos, answer.fault == nil { answer.fault = fault(of: chaos) }
        if let upstream = connections.upstream, !answer.isCase, !answer.isPreferred {
            let draft = answer
            return .later { [self] deliver in forward(request, draft, upstream, deliver) }
        }
        let exchange = journal.exchange(request.message, answer)
        record(exchange, answer, request)
        call(request, answer)
        if let known = request.known, changes == state.changes.value, mayRepeat(answer, to: request.message) {
            let prepared = PreparedAnswer(answer.response, to: request.message.method)
            let line = log.map { _ in Self.line(request, answer) }
            known.keep { [journal, log, clock, now = state.changes] in
                guard now.value == changes else { return nil }
                journal.record(exchange, at: clock())
                if let line { log?(line) }
                return prepared
            }
        }
        let reply = reply(answer, to: request)
        return answer.wait > 0 ? .after(answer.wait, reply) : reply
    }

    /// True where the same request has the same answer for as long as nothing changes.
    private func mayRepeat(_ answer: MockAnswer, to request: HTTPRequest) -> Bool {
        answer.fault == nil && answer.wait == 0 && options.delay == nil && options.chaos == nil
            && answer.served?.operation.callbacks.isEmpty ?? true && request.headers.first("Prefer") == nil
            && answer.response.body.count <= Self.mostRepeatedBytes
    }

    private func record(_ exchange: JournalExchange, _ answer: MockAnswer, _ request: ServerRequest) {
        journal.record(exchange, at: clock())
        log?(Self.line(request, answer))
    }

    private static func line(_ request: ServerRequest, _ answer: MockAnswer) -> Line {
        Line(request: request.message, target: SecretNames.masked(request.target), answer: answer)
    }

    // MARK: Asking others

    /// Has the real server answer what no case does, and judges its answer, too.
    private func forward(
        _ request: ServerRequest, _ draft: MockAnswer, _ upstream: Upstream,
        _ deliver: @escaping @Sendable (ServerReply) -> Void
    ) {
        let asked = upstream.request(request.message, target: request.target)
        upstream.send(asked) { [self] result in
            var answer = draft
            switch result {
            case .success(let response):
                answer.response = Upstream.answer(response)
                answer.caseID = nil
                if let operation = draft.served?.operation {
                    var findings = Judge.judge(response, documentedBy: operation).findings
                    // HEAD is answered as GET is, but for the body.
                    if asked.method == "HEAD" { findings.removeAll { $0.place?.part == .body } }
                    answer.findings += findings
                }
                connections.exchanged?(asked, response)
            case .failure(let failure):
                let detail = "\(upstream.address) doesn't answer: \(failure)."
                answer.response = ProblemDocument(status: 502, title: "Bad Gateway", detail: detail).response
            }
            record(journal.exchange(request.message, answer, isProxied: true), answer, request)
            let reply = reply(answer, to: request)
            deliver(answer.wait > 0 ? .after(answer.wait, reply) : reply)
        }
    }

    /// Sends the callbacks that the operation documents, once its answer is a success.
    private func call(_ request: ServerRequest, _ answer: MockAnswer) {
        guard let send = connections.send, let callbacks = answer.served?.operation.callbacks, !callbacks.isEmpty,
            (200...299).contains(answer.response.status), answer.fault == nil
        else { return }
        for callback in callbacks {
            do {
                let made = try CallbackRequest(callback: callback).request(
                    causedBy: request.message, answer.response)
                try self.send(made, named: callback.name, by: send)
            } catch {
                connections.note?("the callback “\(callback.name)” isn't sent: \(error)")
            }
        }
    }

    /// Sends a webhook of the contracts to an address.
    ///
    /// - Throws: `CallbackRequest.Impossible` where there is no such webhook, or it may not go there.
    func sendWebhook(_ name: String, to url: String) throws(CallbackRequest.Impossible) {
        let webhooks = contracts.withLock { $0.responder.served.contracts.flatMap(\.webhooks) }
        guard let webhook = webhooks.first(where: { $0.name == name }) else {
            let known = webhooks.map(\.name).joined(separator: ", ")
            throw CallbackRequest.Impossible(
                description: "no contract documents a webhook “\(name)”; there are \(known.isEmpty ? "none" : known)")
        }
        guard let send = connections.send else {
            throw CallbackRequest.Impossible(description: "this mock asks nobody")
        }
        try self.send(CallbackRequest(callback: webhook).request(to: url), named: name, by: send)
    }

    private func send(
        _ request: HTTPRequest, named name: String, by send: MockConnections.Send
    ) throws(CallbackRequest.Impossible) {
        guard CallbackRequest.isAllowed(request.url, options.callbackHosts) else {
            let host = URLParts(request.url).host ?? request.url
            throw CallbackRequest.Impossible(
                description: "it would go to \(host), which isn't this machine; --allow-callbacks \(host) lets it")
        }
        let note = connections.note
        send(request) { result in
            switch result {
            case .success(let response): note?("\(name): \(request.method) \(request.url) \(response.status)")
            case .failure(let failure): note?("\(name): \(request.method) \(request.url): \(failure)")
            }
        }
    }

    private func fault(of chaos: Chaos) -> Fault? {
        var chance = Chance(seed: chaos.seed, number: count.load(ordering: .relaxed))
        guard chance.fraction() < chaos.share else { return nil }
        return MockFaults.all[chance.below(MockFaults.all.count)]
    }

    /// The faults that redirect to a path of the mock.
    private static let redirects: Set<Fault> = [
        .redirectFollow, .redirectLoop, .redirectNoLocation, .redirectBadScheme, .redirectCrossOrigin,
        .redirectDowngrade,
    ]

    private func reply(_ answer: MockAnswer, to request: ServerRequest) -> ServerReply {
        guard let fault = answer.fault else { return .answer(answer.response) }
        let place = contracts.withLock { contracts -> String in
            contracts.redirectCount += 1
            let place = "\(Self.adminPath)redirected/\(contracts.redirectCount % 64)"
            if Self.redirects.contains(fault) { contracts.redirected[place] = answer.response }
            return place
        }
        return .script(MockFaults.script(fault, breaking: answer.response, to: request, elsewhere: place))
    }

    private func adminReply(_ request: ServerRequest) -> ServerReply {
        let path = URLParts(ServedOperation.authority + request.target).path.dropFirst(Self.adminPath.utf8.count)
        if path.hasPrefix("redirected/") {
            let answer = contracts.withLock { $0.redirected[Self.adminPath + path] }
            return .answer(answer ?? HTTPResponse(status: 404))
        }
        return AdminSurface(server: self).reply(to: request, path: String(path))
    }
}
