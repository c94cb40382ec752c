// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Finds a likely common cause of many findings, such as wrong credentials, and explains it to the user.
package enum Hints {
    /// Returns hints about likely causes, the most likely cause first.
    package static func of(_ results: [CaseResult]) -> [String] {
        let answered = results.compactMap { $0.exchanges.last }.filter { $0.response != nil }
        let failed = results.filter { $0.status == .failed }
        let failedAnswers = failed.compactMap { $0.exchanges.last?.response }
        return unset(failed)
            + statusHints.compactMap { status, hint in
                let isShown = failedAnswers.count >= least && answered.allSatisfy { $0.response?.status == status }
                return isShown ? "Every response is \(status): \(hint)" : nil
            }
            + [html(failedAnswers, of: answered.count), delayedAcknowledgements(answered)].compactMap(\.self)
    }

    private static let statusHints = [
        (401, "the credentials are missing or wrong."),
        (403, "the credentials lack a permission, or a gateway rejects the requests."),
        (404, "the base URL may lack a prefix, such as /v1, or may belong to a different server."),
    ]

    /// Returns a hint about the operations that weren't tested because the user didn't allow unsafe methods.
    package static func unpermitted(_ count: Int) -> [String] {
        guard count > 0 else { return [] }
        let subject = count == 1 ? "1 operation wasn't" : "\(count) operations weren't"
        return [
            "\(subject) tested: without --allow-unsafe, Accord sends POST, PUT, PATCH and DELETE requests only "
                + "for cases that are written in a contract. --allow-unsafe includes \(count == 1 ? "it" : "them")."
        ]
    }

    /// Returns a hint for each variable that isn't set, with the number of cases that use the variable.
    private static func unset(_ failed: [CaseResult]) -> [String] {
        var counts: [String: Int] = [:]
        for result in failed {
            let lacks = result.findings.filter { $0.rule == .caseTemplate && $0.blame == .platform }
            for message in Set(lacks.map(\.message)) { counts[message, default: 0] += 1 }
        }
        return counts.sorted { $0.key < $1.key }.map { message, count in
            "\(count.counted("case")) couldn't run: \(message)."
        }
    }

    /// Accord gives a hint about a status code or HTML responses only if at least this number of cases failed.
    private static let least = 3

    private static func html(_ failed: [ExchangeRecord.Response], of answered: Int) -> String? {
        let pages = failed.filter { $0.headers.first("Content-Type")?.lowercased().hasPrefix("text/html") == true }
        guard pages.count >= least, pages.count * 2 > answered else { return nil }
        return "\(pages.count) of \(failed.count) failed responses are HTML: "
            + "the base URL is wrong, or a proxy or a login page responds instead of the server."
    }

    /// Texts in `Server` of Python's own HTTP servers: http.server, wsgiref (Django's `runserver`) and Werkzeug (Flask).
    private static let developmentServers = ["BaseHTTP/", "SimpleHTTP/", "WSGIServer/", "Werkzeug/"]

    /// Returns a hint if the content of most responses arrives 40 ms after the header section. The cause of this delay
    /// is usually Nagle's algorithm, which waits for a delayed acknowledgement. A busy machine delays the first byte,
    /// too, so it doesn't cause this hint. Ignores Python's development servers, which always send both parts separately.
    private static func delayedAcknowledgements(_ answered: [ExchangeRecord]) -> String? {
        let servers = answered.compactMap { $0.response?.headers.first("Server") }
        guard !servers.contains(where: { server in developmentServers.contains { server.contains($0) } }) else {
            return nil
        }
        let waits = answered.compactMap(\.timing).map { $0.total - $0.firstByte }
        let delayed = waits.filter { (0.038...0.050).contains($0) }
        guard waits.count >= 2 * least, delayed.count * 10 >= waits.count * 8 else { return nil }
        return "Nearly every response takes 40 ms: "
            + "the server sends the header section and the body separately. Set TCP_NODELAY in the server."
    }

    /// Finds fuzz-generated requests that fail in the same way, because reports show only the first of them. Returns
    /// the results. If a case fails in the same way as an earlier case, its `reason` names the earlier case.
    package static func markDuplicates(_ results: consuming [CaseResult]) -> [CaseResult] {
        var first: [MistakeKey: String] = [:]
        for index in results.indices where results[index].status == .failed && FuzzID(results[index].id) != nil {
            guard results[index].reason == nil,
                let finding = results[index].findings.first(where: { $0.severity == .error })
            else { continue }
            let key = finding.requestKey(in: results[index])
            if let earlier = first[key] {
                results[index].reason = "fails as \(earlier)"
            } else {
                first[key] = results[index].id
            }
        }
        return results
    }
}
