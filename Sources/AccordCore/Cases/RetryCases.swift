// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension Case {
    /// The maximum number of failed requests in one case.
    private static let mostFailures = 5

    /// The steps of calls in which the request fails as often as the client may retry, up to five times, and then
    /// succeeds. The trigger is the failure after which the client must retry, in the notation of “retry” in the
    /// contract: `503`, `connect`.
    var retries: [(trigger: String, steps: [CaseStep])] {
        guard let policy = self.outcome.retry, self.steps.count == 1 else { return [] }
        let failures = min(policy.retryLimit, Self.mostFailures)
        return policy.on.compactMap { trigger in
            guard let failure = failure(trigger) else { return nil }
            let steps = (0...failures).map { index in
                var step = self.last
                step.repeatsPrevious = index > 0
                if index < failures {
                    step.answer = failure
                    step.outputs = []
                }
                return step
            }
            return (trigger, steps)
        }
    }

    private func failure(_ trigger: String) -> CaseStep.Answer? {
        let status: Int
        switch StatusPattern(parsing: trigger) {
        case .exact(let code): status = code
        case .range(let hundreds): status = hundreds * 100 + 3
        case .any: return nil
        case nil:
            let faults = Fault.allCases.filter { $0.layer.rawValue == trigger || $0.id == trigger }
            let possible = faults.first { fault in
                if case .impossible = fault.stub { false } else { fault.verdict == .mustError }
            }
            return possible.map { .fault($0, nil) }
        }
        let documented = try? ReplyBuilder(operation: self.operation, scope: scope()).answer(status: status)
        var answer = documented ?? HTTPResponse(status: status)
        answer.headers.removeAll { $0.name.isFieldName("Retry-After") }
        // A client without a clock really waits. Two seconds differ from a fixed delay of one second, which is usual.
        answer.headers.append(HTTPField("Retry-After", "2"))
        return .prepared(answer)
    }
}

extension RetryPolicy {
    /// Whether the policy permits a retry after a reply.
    ///
    /// - Parameter isRepeatable: Whether the client may safely send the request twice. If it is `false`, the policy
    ///   must contain the fault or its layer. A fault with the same `URLError` code isn't sufficient, because it may
    ///   occur after the server has processed the request.
    package func covers(_ reply: StubReply, isRepeatable: Bool) -> Bool {
        on.contains { trigger in
            switch reply {
            case .answer(let answer): StatusPattern(parsing: trigger)?.covers(answer.status) ?? false
            case .fault(let fault, let answer):
                isRepeatable && Self.codes(of: trigger).contains(fault.code ?? 0) || trigger == fault.layer.rawValue
                    || trigger == fault.id
                    || (fault.stub == .answers && StatusPattern(parsing: trigger)?.covers(answer?.status ?? 0) ?? false)
            }
        }
    }

    /// Returns the `URLError` codes of the faults that `trigger` names. A client can't distinguish faults with the same
    /// code.
    private static func codes(of trigger: String) -> Set<Int> {
        Set(Fault.allCases.filter { $0.layer.rawValue == trigger || $0.id == trigger }.compactMap(\.code))
    }

    /// Returns the minimum delay in seconds before a retry: `Retry-After` of the reply or `retryAfter` of the policy,
    /// whichever is longer.
    package func delay(after reply: StubReply) -> Double {
        let retryAfterSeconds = reply.response.flatMap { $0.headers.retryAfter }
        return max(retryAfterSeconds ?? 0, retryAfter ?? 0)
    }
}

extension Fault {
    /// The `URLError` code that a client receives, or `nil` if the fault causes no such error.
    fileprivate var code: Int? {
        switch stub {
        case .fails(let code), .breaksOff(_, let code): code
        case .answers, .cancelled, .together, .impossible: nil
        }
    }
}
