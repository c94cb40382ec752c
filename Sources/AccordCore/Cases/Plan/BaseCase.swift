import AccordContract

/// The case that an operation's derived ones start from: its first that succeeds for a client.
///
/// Where none does, the first request that a client sends, answered by the first documented success as its schemas
/// make it.
struct BaseCase {
    let base: Case

    init?(_ operation: Operation, among cases: [Case]) {
        let candidates = cases.filter { Self.isAsked($0, of: operation) }
        if let first = candidates.first(where: { Self.succeeds($0) }) {
            base = first
            return
        }
        guard let first = candidates.first, let response = Self.success(of: operation),
            case .exact(let status) = response.status
        else { return nil }
        let answer = ResponseDefinition(
            location: response.location, outcome: .answer(status: status, headers: [], body: nil))
        base = first.with {
            $0.last.answer = .documented(answer)
            $0.outcome.result = response.client.map { OutcomeRules.result($0) } ?? .returns(nil)
            $0.outcome.notifies = response.client?.notifies
            $0.outcome.location = response.client?.location ?? response.location
        }
    }

    /// A client sends it, here and now, and its last request is the operation's own.
    private static func isAsked(_ candidate: Case, of operation: Operation) -> Bool {
        let isWaived = candidate.skip.map { $0.servers.isEmpty } ?? false
        return candidate.appliesTo != .server && !isWaived && candidate.steps.last?.operation.id == operation.id
    }

    private static func succeeds(_ candidate: Case) -> Bool {
        guard case .documented(let response)? = candidate.steps.last?.answer, let status = response.status else {
            return false
        }
        return (200..<300).contains(status)
    }

    private static func success(of operation: Operation) -> ResponseDescription? {
        operation.responses.first { response in
            if case .exact(let status) = response.status { (200..<300).contains(status) } else { false }
        }
    }
}
