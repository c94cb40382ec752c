// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A server that responds to requests as contracts document, and records the requests in a journal.
package final class MockServer: Sendable {
    /// The beginning of the paths that the mock itself serves, such as its page and its journal.
    package static let adminPath = "/__accord/"

    private struct State: Sendable {
        var responder: MockResponder
        /// The reasons why the mock can't serve the contract files as they currently are, such as a syntax error.
        var problems: [String] = []
        /// The responses for clients that follow the redirect of a fault. The keys are the paths in `Location`.
        var redirected: [String: HTTPResponse] = [:]
        var redirectCount = 0
        var requestCount: UInt64 = 0
        var server: HTTPServer?
    }

    package let options: MockOptions
    package let journal: Journal
    package let state: MockState
    private let current: Locked<State>
    private let clock: @Sendable () -> Double
    private let log: (@Sendable (String) -> Void)?
    private let connections: MockConnections

    /// Starts a mock that accepts connections.
    ///
    /// - Parameters:
    ///   - clock: A closure that returns the number of seconds since 1970.
    ///   - connections: The functions with which the mock sends requests to other servers.
    ///   - log: A closure that is called with a line for each request, after the response is generated.
    /// - Throws: `DescribedError` if the mock can't listen, `SubstitutionError` if a variable such as `${env.NAME}` in a
    ///   case has no value.
    package init(
        _ contracts: [Contract], _ options: MockOptions = MockOptions(), on address: ServerOptions = ServerOptions(),
        masking: Masking = .none, clock: @escaping @Sendable () -> Double = { 0 },
        connections: MockConnections = MockConnections(), log: (@Sendable (String) -> Void)? = nil
    ) throws {
        self.options = options
        self.connections = connections
        self.clock = clock
        self.log = log
        state = MockState()
        journal = Journal(limit: options.journalEntries, masking: masking)
        current = Locked(State(responder: try MockResponder(contracts, options, state: state)))
        let server = try HTTPServer(address) { [weak self] request in
            self?.reply(to: request) ?? .script(SocketScript([.close]))
        }
        current.withLock { $0.server = server }
    }

    /// The address, such as `http://127.0.0.1:8080`.
    package var address: String { current.withLock { $0.server?.address ?? "" } }
    package var port: Int { current.withLock { $0.server?.port ?? 0 } }
    /// The paths of the contract files that the mock serves.
    package var files: [String] { served.contracts.map(\.file) }
    /// Warnings about routes that more than one contract documents.
    package var warnings: [String] { served.duplicates }
    /// The report about the requests that clients have sent so far.
    package var report: MockReport { MockReport(operations: operations, journal: journal) }

    package var operationCount: Int { operations.count }

    var operations: [ServedOperation] { served.operations }
    private var served: ServedContracts { current.withLock { $0.responder.served } }

    /// The JSON for `GET /__accord/status`: the served contracts, and the reasons why the mock can't serve the current
    /// contract files.
    var status: JSON {
        current.withLock { state in
            let files = state.responder.served.contracts.map { contract -> JSON in
                ["file": .string(contract.file), "title": .string(contract.title)]
            }
            return ["contracts": .array(files), "problems": .array(state.problems.map { .string($0) })]
        }
    }

    /// Stops accepting connections, waits for current responses, and ends the threads.
    package func stop() throws { try current.withLock { $0.server }?.stop() }

    /// Replaces the contracts. Keeps the resources that clients created, and the rest of the mock's state.
    ///
    /// - Throws: `SubstitutionError` if a variable such as `${env.NAME}` in a case has no value. If so, the previous
    ///   contracts stay in use.
    package func replace(_ contracts: [Contract]) throws(SubstitutionError) {
        let responder = try MockResponder(contracts, options, state: state)
        current.withLock { state in
            state.responder = responder
            state.problems = []
        }
    }

    /// Shows on the mock's page why the mock doesn't serve the current contract files.
    package func report(problems: [String]) { current.withLock { $0.problems = problems } }

    // MARK: Requests

    private func reply(to request: ServerRequest) -> ServerReply {
        if request.target.hasPrefix(Self.adminPath) || request.target == "/__accord" {
            let path = URLParts(ServedOperation.authority + request.target).path
            if path.hasPrefix("\(Self.adminPath)redirected/") {
                return .answer(current.withLock { $0.redirected[path] } ?? HTTPResponse(status: 404))
            }
            let admin = AdminSurface(server: self)
            return admin.reply(to: request, path: String(path.dropFirst(Self.adminPath.utf8.count)))
        }
        if isStartPage(request) {
            // The page contains relative links, so it must be opened at its own path.
            return .answer(HTTPResponse(status: 302, headers: [HTTPField("Location", Self.adminPath)]))
        }
        let (responder, number) = current.withLock { state in
            state.requestCount += 1
            return (state.responder, state.requestCount)
        }
        var answer = responder.answer(to: request.message, target: request.target)
        if let delay = options.delay {
            var random = SeededRandom(seed: options.seed, number: number)
            answer.wait += delay.seconds(&random)
        }
        if let chaos = options.chaos, answer.fault == nil { answer.fault = chaos.fault(ofRequest: number) }
        if let upstream = connections.upstream, !answer.isWritten, !answer.isPreferred {
            let draft = answer
            return .later { [self] deliver in forward(request, draft, upstream, deliver) }
        }
        record(answer, to: request)
        sendCallbacks(of: answer, to: request)
        return delayed(answer, to: request)
    }

    /// Whether a browser requests the path `/`, which no contract documents.
    private func isStartPage(_ request: ServerRequest) -> Bool {
        guard request.message.method == "GET", request.target == "/", connections.upstream == nil,
            request.message.headers.values("Accept").contains(where: { $0.contains("text/html") })
        else { return false }
        guard case .noSuchPath = served.router.route(method: "GET", path: "/") else { return false }
        return true
    }

    private func record(_ answer: MockAnswer, to request: ServerRequest, isProxied: Bool = false) {
        let exchange = journal.record(request.message, answer, isProxied: isProxied, at: clock())
        log?(exchange.line(target: request.target))
    }

    private func delayed(_ answer: MockAnswer, to request: ServerRequest) -> ServerReply {
        let reply = broken(answer, to: request)
        return answer.wait > 0 ? .after(answer.wait, reply) : reply
    }

    private func broken(_ answer: MockAnswer, to request: ServerRequest) -> ServerReply {
        guard let fault = answer.fault else { return paced(answer.response) ?? .answer(answer.response) }
        var destination = request.target
        if case .redirect = BrokenAnswer(answer.response, to: request.message.method).effect(of: fault),
            fault != .redirectLoop
        {
            destination = current.withLock { state in
                state.redirectCount += 1
                let path = "\(Self.adminPath)redirected/\(state.redirectCount % 64)"
                state.redirected[path] = answer.response
                return path
            }
        }
        return .script(
            SocketFaults.script(
                .fault(fault, fault.changed(answer.response)), to: request.message.method,
                keepsAlive: request.keepsAlive, redirect: destination))
    }

    /// Returns a response that sends the items of a stream one by one, with pauses, or `nil` if the response isn't a
    /// stream. The end marker `[DONE]` remains the last item.
    private func paced(_ response: HTTPResponse) -> ServerReply? {
        guard response.headers.mediaType?.isStream == true, ResponseWriter.mayHaveBody(response.status) else {
            return nil
        }
        var pieces = response.pieces
        guard let last = pieces.last else { return nil }
        let end = last == EventStream.bytes([["data": "[DONE]"]]) ? pieces.removeLast() : nil
        let (items, count) = (pieces, pieces.isEmpty ? 0 : options.streamItems ?? pieces.count)
        let usual = options.streamItems == nil ? min(0.05, 2 / Double(max(1, count))) : 0.05
        return .paced(
            PacedResponse(response, pause: options.streamPause ?? usual) { index in
                index < count ? items[index % items.count] : index == count ? end : nil
            })
    }

    // MARK: Requests to other servers

    /// Forwards a request that no case matches, and judges the upstream server's response.
    private func forward(
        _ request: ServerRequest, _ draft: MockAnswer, _ upstream: Upstream,
        _ deliver: @escaping @Sendable (ServerReply) -> Void
    ) {
        let forwarded = upstream.request(request.message, target: request.target)
        upstream.send(forwarded) { [self] result in
            var answer = draft
            switch result {
            case .success(let response):
                answer.response = Upstream.answer(response)
                answer.caseID = nil
                answer.findings.removeAll { $0.blame != .client }
                if let operation = draft.served?.operation {
                    var findings = Judge.judge(response, documentedBy: operation).findings
                    // A response to HEAD has no body, so ignore findings about the body.
                    if forwarded.method == "HEAD" { findings.removeAll { $0.place?.part == .body } }
                    answer.findings += findings
                    answer.contradictions = findings.filter { $0.severity == .error }
                    if options.reportsContradictions { answer.reportContradictions() }
                }
                connections.exchanged?(forwarded.decodedIfPossible, response)
            case .failure(let failure):
                let detail = "The upstream server \(upstream.address) sent no response: \(failure)."
                answer.response = ProblemDocument(status: 502, detail: detail).response
            }
            record(answer, to: request, isProxied: true)
            deliver(delayed(answer, to: request))
        }
    }

    /// If the operation succeeds, sends the callbacks that the contract documents for the operation.
    private func sendCallbacks(of answer: MockAnswer, to request: ServerRequest) {
        guard let send = connections.send, let callbacks = answer.served?.operation.callbacks, !callbacks.isEmpty,
            (200...299).contains(answer.response.status), answer.fault == nil
        else { return }
        let target = URLParts(ServedOperation.authority + request.target).path
        let matches = current.withLock { $0.responder }.route(request.message.method, target).matches
        let pathValues = matches.first { $0.operation === answer.operation }?.pathValues ?? [:]
        for callback in callbacks {
            do throws(DescribedError) {
                let message = try CallbackRequest(callback: callback).request(
                    causedBy: request.message.decodedIfPossible, answer.response, pathValues)
                try deliver(message, of: callback.name, by: send)
            } catch {
                connections.note?("can't send the callback “\(callback.name)”: \(error)")
            }
        }
    }

    /// Sends a webhook to an address.
    ///
    /// - Throws: `DescribedError` if no contract documents the webhook, or the address isn't allowed.
    func sendWebhook(_ name: String, to url: String) throws(DescribedError) {
        let webhooks = served.contracts.flatMap(\.webhooks)
        guard let webhook = webhooks.first(where: { $0.name == name }) else {
            let names = webhooks.isEmpty ? "none" : webhooks.map(\.name).joined(separator: ", ")
            throw DescribedError(
                "no contract documents the webhook “\(name)”; documented webhooks: \(names)")
        }
        guard let send = connections.send else {
            throw DescribedError("the mock sends no requests to other servers")
        }
        try deliver(CallbackRequest(callback: webhook).request(to: url), of: name, by: send)
    }

    private func deliver(
        _ request: HTTPRequest, of name: String, by send: MockConnections.Send
    ) throws(DescribedError) {
        guard CallbackRequest.isAllowed(request.url, options.callbackHosts) else {
            let host = URLParts(request.url).host ?? request.url
            throw DescribedError(
                "the host \(host) is not this machine; "
                    + "to allow callbacks to the host, start the mock with --allow-callbacks \(host)")
        }
        let note = connections.note
        send(request) { result in
            switch result {
            case .success(let response): note?("\(name): \(request.method) \(request.url) \(response.status)")
            case .failure(let failure): note?("\(name): \(request.method) \(request.url): \(failure)")
            }
        }
    }
}
