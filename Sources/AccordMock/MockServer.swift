import AccordContract
import AccordJSON
import AccordMatching
import AccordReport
import AccordServer
import Synchronization

/// The contracts, served on a socket, with a journal of what came.
package final class MockServer: Sendable {
    /// Below it the mock answers for itself.
    package static let adminPath = "/__accord/"

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
    ///   - log: called with each request once its answer is made.
    /// - Throws: `ServerFailure` where the address can't be had, `SubstitutionError` where a case can't be answered.
    package init(
        _ contracts: [Contract], _ options: MockOptions = MockOptions(), on address: ServerOptions = ServerOptions(),
        masking: Masking = .none, clock: @escaping @Sendable () -> Double = { 0 },
        log: (@Sendable (MockServer.Line) -> Void)? = nil
    ) throws {
        self.options = options
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
        let responder = contracts.withLock { $0.responder }
        var answer = responder.answer(to: request.message, target: request.target)
        var chance = Chance(seed: options.seed, number: count.add(1, ordering: .relaxed).newValue)
        if let delay = options.delay { answer.wait += delay.seconds(&chance) }
        if let chaos = options.chaos, answer.fault == nil { answer.fault = fault(of: chaos) }
        journal.record(request.message, answer, at: clock())
        log?(Line(request: request.message, target: request.target, answer: answer))
        let reply = reply(answer, to: request)
        return answer.wait > 0 ? .after(answer.wait, reply) : reply
    }

    private func fault(of chaos: Chaos) -> Fault? {
        var chance = Chance(seed: chaos.seed, number: count.load(ordering: .relaxed))
        guard chance.fraction() < chaos.share else { return nil }
        return MockFaults.all[chance.below(MockFaults.all.count)]
    }

    private func reply(_ answer: MockAnswer, to request: ServerRequest) -> ServerReply {
        guard let fault = answer.fault else { return .answer(answer.response) }
        let place = contracts.withLock { contracts -> String in
            contracts.redirectCount += 1
            let place = "\(Self.adminPath)redirected/\(contracts.redirectCount % 64)"
            if fault.id.hasPrefix("redirect") { contracts.redirected[place] = answer.response }
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
