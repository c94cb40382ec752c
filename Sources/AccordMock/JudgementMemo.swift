import AccordCases
import AccordHTTP
import AccordJudging
import Synchronization

/// What was found of requests that came before: judging is a function of the request, and most clients repeat theirs.
final class JudgementMemo: Sendable {
    struct Key: Hashable, Sendable {
        /// The operation's, and the exchange's place among its; -1 for the documentation alone.
        var operation: ObjectIdentifier
        var exchange: Int
        var request: HTTPRequest
    }

    private static let mostEntries = 1024
    private static let mostBytes = 4096

    private let judgements = Mutex<[Key: Judgement]>([:])

    /// The judgement of a request, made if it isn't known.
    func judgement(
        of request: HTTPRequest, _ operation: ServedOperation, exchange: Int, _ judge: () -> Judgement
    ) -> Judgement {
        guard request.body.count + request.url.utf8.count <= Self.mostBytes, request.headers.count <= 32 else {
            return judge()
        }
        let key = Key(operation: ObjectIdentifier(operation), exchange: exchange, request: request)
        if let known = judgements.withLock({ $0[key] }) { return known }
        var judgement = judge()
        // What was read of the body is nobody's business any more.
        judgement.document = nil
        guard judgement.findings.count <= 20 else { return judgement }
        judgements.withLock { judgements in
            // Begun anew rather than kept in order: what is asked again is soon known again.
            if judgements.count >= Self.mostEntries { judgements.removeAll(keepingCapacity: true) }
            judgements[key] = judgement
        }
        return judgement
    }
}
