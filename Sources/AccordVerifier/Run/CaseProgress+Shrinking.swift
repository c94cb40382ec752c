import AccordContract
import AccordCore

/// Of a fuzz-generated request that fails, the smallest that fails by the same rule is looked for.
extension CaseProgress {
    struct Shrinking: Sendable {
        var shrinker: FuzzShrinker
        /// What a smaller request has to fail by, too.
        var failure: MistakeKey
        var candidate: Case
        var smallest: (attempt: Attempt, findings: [Finding])?
    }

    /// Leaves it to the executor whether the request is made smaller; ends the case where none was generated.
    mutating func offerShrinking(_ asking: Asking) -> Action {
        guard let error, case .generated? = testCase.steps.last?.answer, asking.step == testCase.lastStep else {
            return finish()
        }
        phase = .offeringShrinking(asking)
        return .offerShrinking(error)
    }

    /// Starts the search; ends the case where there is nothing to make smaller.
    package mutating func shrink() -> Action {
        guard case .offeringShrinking(let asking) = phase, let error,
            // An answer that breaks off may have nothing to do with what is wrong in the request.
            var shrinker = FuzzShrinker(testCase, keepsWrong: !error.isTransportFailure),
            let candidate = shrinker.next()
        else { return finish() }
        return send(asking, Shrinking(shrinker: shrinker, failure: identity(error), candidate: candidate))
    }

    /// Why a request isn't made smaller, or no further.
    enum Leaving {
        /// The request of the case with this id is, and fails by the same rule, at the same place and line.
        case failsAlike(String)
        case outOfTime
    }

    /// Ends the case with the request as it is, or with the smallest that was found until now.
    mutating func leave(_ leaving: Leaving) -> Action {
        switch phase {
        case .shrinking(let asking, let shrinking): return finish(asking, shrinking, isOutOfTime: true)
        case .offeringShrinking:
            switch leaving {
            case .failsAlike(let id):
                representative = id
                addDetails([])
            case .outOfTime: addDetails(["not made smaller: the time for it was used up"])
            }
            return finish()
        case .settingUp, .asking, .authorizing, .tearingDown, .ended: return finish()
        }
    }

    /// Takes what became of a smaller request, and tries the next one.
    mutating func receive(_ attempt: Attempt, _ asking: Asking, _ shrinking: Shrinking) -> Action {
        var own = shrinking
        let found = judged(attempt.completion, of: own.candidate)
        if let error = found.first(where: { $0.severity == .error }), identity(error) == own.failure {
            own.shrinker.accept()
            own.smallest = (attempt, found)
        }
        guard let candidate = own.shrinker.next() else { return finish(asking, own) }
        own.candidate = candidate
        return send(asking, own)
    }

    private mutating func send(_ asking: Asking, _ own: Shrinking) -> Action {
        var asking = asking
        let step = own.candidate.lastStep
        var scope = scope
        // Another body under the same idempotency key would be refused for that.
        scope.identity += "\n\(own.shrinker.tries)"
        do {
            let url = baseURL(own.candidate.steps[step].operation)
            let next = try own.candidate.request(step, scope: scope, baseURL: url)
            asking.request = next
            asking.signed = nil
            phase = .shrinking(asking, own)
            return .send(next)
        } catch {
            return finish(asking, own)
        }
    }

    /// Ends the case with what the smallest request was answered, and keeps that request behind the first ones.
    mutating func finish(_ asking: Asking, _ own: Shrinking, isOutOfTime: Bool = false) -> Action {
        let tried = "(tried: \(own.shrinker.tries)\(isOutOfTime ? "; the time for it was used up" : ""))"
        var note = "nothing smaller fails so \(tried)"
        if let (attempt, found) = own.smallest {
            attempts.append(attempt)
            findings = found
            note = "shrunk to the smallest request that fails so \(tried)"
        }
        addDetails([note])
        return finish()
    }

    private func identity(_ error: Finding) -> MistakeKey { error.key(inOperation: nil, orAt: testCase.location) }

    private var error: Finding? { findings.first { $0.severity == .error } }

    private mutating func addDetails(_ details: [String]) {
        guard let index = findings.firstIndex(where: { $0.severity == .error }) else { return }
        findings[index].details += details + ["again: \(again)"]
    }

    /// The command that asks this request again, to be pasted.
    private var again: String {
        let words = ["--case", testCase.qualifiedID, testCase.file].map(CurlCommand.quoted)
        return (["accord verify", options].filter { !$0.isEmpty } + words).joined(separator: " ")
    }

    private func judged(_ completion: Completion, of candidate: Case) -> [Finding] {
        let step = candidate.lastStep
        switch completion.outcome {
        case .failure(let failure, _): return [failure.finding(contract: candidate.steps[step].location)]
        case .response(let response):
            return Judge.judge(response, of: candidate, step: step, scope: scope).findings
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
