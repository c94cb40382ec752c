import AccordContract
import AccordJSON
import AccordSchema

/// Calls of one operation that are made at the same time, each with an answer that can be told from the others.
package enum CallsAtOnce {
    /// How many calls: enough for a last one that isn't the second.
    package static let count = 4

    /// Why a call by itself can't show it.
    package static let reason =
        "it takes several calls at once, which the suite makes in a case of its own, “client.concurrent-isolation”"

    /// The documented successes that can be asked for at the same time, the one that others are derived from first.
    ///
    /// They come after the same cases, and each is one request; none where the first isn't.
    static func members(of base: Case, among documented: [Case]) -> [Case] {
        guard isOneRequest(base) else { return [] }
        let others = documented.filter { other in
            other.id != base.id && other.appliesTo != .server && other.skip == nil && other.pending == nil
                && other.after == base.after && isOneRequest(other)
        }
        return Array(([base] + others).prefix(count))
    }

    private static func isOneRequest(_ candidate: Case) -> Bool {
        guard candidate.steps.count == 1, case .documented(let response) = candidate.steps[0].answer,
            let status = response.status, (200..<300).contains(status), case .returns = candidate.outcome.result
        else { return false }
        return true
    }

    /// The calls of a case; where there are too few of them, or two have the same answer, answers are varied.
    ///
    /// What a call returns for a varied answer isn't documented: only that it returns.
    package static func calls(of tried: Case) -> [Case] {
        var calls: [Case] = []
        var bodies: Set<[UInt8]> = []
        for number in 0..<(tried.atOnce.isEmpty ? 0 : count) {
            var call = tried.atOnce[number < tried.atOnce.count ? number : 0]
            if let answer = answer(to: call, number, apartFrom: bodies) {
                bodies.insert(answer.response.body)
                if answer.isVaried {
                    call = call.with {
                        $0.last.answer = .prepared(answer.response)
                        $0.outcome.result = .returns(nil)
                        $0.outcome.notifies = nil
                    }
                }
            }
            calls.append(call)
        }
        return calls
    }

    /// The documented answer of a call where no other has it, else a variation of it; nil where there is none.
    private static func answer(
        to call: Case, _ number: Int, apartFrom bodies: Set<[UInt8]>
    ) -> (response: HTTPResponse, isVaried: Bool)? {
        guard let answer = DocumentedAnswer(call) else { return nil }
        if !bodies.contains(answer.response.body) { return (answer.response, false) }
        for step in number..<(number + count) {
            guard let body = AnswerVariation(answer).body(step), !bodies.contains(body) else { continue }
            return (answer.with(body: body), true)
        }
        return nil
    }
}

extension Case {
    /// True where its answer was made of a documented one.
    package var hasMadeAnswer: Bool {
        if case .prepared? = self.steps.last?.answer { true } else { false }
    }
}
