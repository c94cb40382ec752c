import AccordMatching

/// Of a request that was made by chance and fails, the smallest that fails by the same rule is looked for.
extension CaseProgress {
    struct Shrinking: Sendable {
        var shrinker: FuzzShrinker
        /// The rule that a smaller request has to break, too.
        var rule: String
        var candidate: Case
        var smallest: (attempt: Attempt, findings: [Finding])?
    }

    /// Starts the search; ends the case where there is nothing to make smaller.
    mutating func shrink() -> Action {
        guard let rule = findings.first(where: { $0.severity == .error })?.rule, var shrinker = FuzzShrinker(testCase),
            let candidate = shrinker.next()
        else { return finish() }
        shrinking = Shrinking(shrinker: shrinker, rule: rule, candidate: candidate)
        return send(candidate)
    }

    /// Takes what became of a smaller request, and tries the next one.
    mutating func shrunk(_ attempt: Attempt) -> Action {
        guard var own = shrinking else { return finish() }
        let found = judged(attempt.completion, of: own.candidate)
        if found.first(where: { $0.severity == .error })?.rule == own.rule {
            own.shrinker.accept()
            own.smallest = (attempt, found)
        }
        guard let candidate = own.shrinker.next() else { return finish(own) }
        own.candidate = candidate
        shrinking = own
        return send(candidate)
    }

    private mutating func send(_ candidate: Case) -> Action {
        sent = nil
        let tries = shrinking?.shrinker.tries ?? 0
        do {
            let step = candidate.lastStep
            var own = scope
            // Another body under the same idempotency key would be refused for that.
            own.identity += "\n\(tries)"
            let next = try candidate.request(step, scope: own, baseURL: baseURL(candidate.steps[step].operation))
            request = next
            return .send(next)
        } catch {
            return shrinking.map { finish($0) } ?? finish()
        }
    }

    /// Ends the case with what the smallest request was answered, and keeps that request behind the first.
    private mutating func finish(_ own: Shrinking) -> Action {
        shrinking = nil
        var note = "nothing smaller fails so (tried: \(own.shrinker.tries))"
        if let (attempt, found) = own.smallest {
            attempts = attempts.prefix(1) + [attempt]
            findings = found
            note = "shrunk to the smallest request that fails so (tried: \(own.shrinker.tries))"
        }
        if let index = findings.firstIndex(where: { $0.severity == .error }) {
            findings[index].details += [note, "again: \(again)"]
        }
        return finish()
    }

    /// The command that asks this request again, to be pasted.
    private var again: String {
        let words = ["--case", testCase.qualifiedID, testCase.file].map(CurlCommand.quoted)
        return (["accord verify", options].filter { !$0.isEmpty } + words).joined(separator: " ")
    }

    private func judged(_ completion: Completion, of candidate: Case) -> [Finding] {
        switch completion.outcome {
        case .failure(let failure, _): [failure.finding(contract: candidate.steps[candidate.lastStep].location)]
        case .response(let response):
            Judge.judge(response, of: candidate, step: candidate.lastStep, scope: scope).findings
        }
    }
}

extension TransportFailure {
    /// True for what a request may cause by itself, and what doesn't take long to be seen again.
    var canBeShrunk: Bool {
        switch kind {
        case .reset, .empty, .cut, .malformed, .badEncoding: true
        default: false
        }
    }
}
