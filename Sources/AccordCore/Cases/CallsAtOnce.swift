// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Concurrent calls of one operation. Each call receives a different response, so that a test notices if the client
/// mixes up the responses.
package enum CallsAtOnce {
    /// The number of concurrent calls. If there were only two calls, a test couldn't distinguish the second call from
    /// the last call.
    package static let count = 4

    /// The message for a case that can't run as a single call, because its fault occurs only if several calls run
    /// concurrently.
    package static let reason =
        "only concurrent calls can cause this fault; Accord tests it in the case “client.concurrent-isolation”"

    /// Returns the base case, followed by the documented cases that can run concurrently with the base case.
    ///
    /// Each returned case sends one request, expects a 2xx response, and has the same `after` as the base case. If the
    /// base case has several requests or expects no 2xx response, the array is empty.
    static func members(of base: Case, among documented: [Case]) -> [Case] {
        guard isOneRequest(base) else { return [] }
        let others = documented.filter { other in
            other.id != base.id && other.appliesTo != .server && other.skip == nil && other.pending == nil
                && other.after == base.after && isOneRequest(other)
        }
        return Array(([base] + others).prefix(count))
    }

    private static func isOneRequest(_ candidate: Case) -> Bool {
        guard candidate.steps.count == 1, let status = candidate.last.documented?.status,
            (200..<300).contains(status), case .returns = candidate.outcome.result
        else { return false }
        return true
    }

    /// Returns the concurrent calls of a case. If there are fewer than ``count`` documented calls, or if two of the
    /// responses are equal, Accord varies the responses.
    ///
    /// The contract doesn't document the return value for a varied response, so any value passes.
    package static func calls(of testCase: Case) -> [Case] {
        var calls: [Case] = []
        var bodies: Set<[UInt8]> = []
        for number in 0..<(testCase.atOnce.isEmpty ? 0 : count) {
            var call = testCase.atOnce[number < testCase.atOnce.count ? number : 0]
            if let answer = answer(to: call, number, apartFrom: bodies) {
                bodies.insert(answer.response.body)
                if answer.isVaried { call = call.returningAnything(for: answer.response) }
            }
            calls.append(call)
        }
        return calls
    }

    /// Returns copies of the base case with a different value of one path or query parameter each, and with a different
    /// response. The array is empty if the method isn't safe, or if no different response is possible.
    ///
    /// A client that keeps responses must keep them by all of these parameters.
    package static func otherArguments(of testCase: Case) -> [Case] {
        guard let base = testCase.atOnce.first, let request = base.last.request, let answer = DocumentedAnswer(base),
            HTTPMethod.isSafe(base.operation.request.method),
            let body = (1...count).lazy.compactMap({ answer.variedBody($0) }).first
        else { return [] }
        let described = base.operation.request
        return (described.pathParameters + described.query).compactMap { parameter in
            let stated = request.value(of: parameter).map { JSON($0.value) }
            guard !parameter.isForbidden, parameter.constant == nil,
                let value = parameter.schema.values(besides: stated).first
            else { return nil }
            return base.returningAnything(for: answer.with(body: body)).with {
                $0.last.request?.set(.made(parameter.name, value, at: parameter.location), in: parameter.place)
            }
        }
    }

    /// Returns the documented response if no other call receives the same response. Otherwise, returns a variation of
    /// the documented response, or `nil` if no variation is possible.
    private static func answer(
        to call: Case, _ number: Int, apartFrom bodies: Set<[UInt8]>
    ) -> (response: HTTPResponse, isVaried: Bool)? {
        guard let answer = DocumentedAnswer(call) else { return nil }
        if !bodies.contains(answer.response.body) { return (answer.response, false) }
        for step in number..<(number + count) {
            guard let body = answer.variedBody(step), !bodies.contains(body) else { continue }
            return (answer.with(body: body), true)
        }
        return nil
    }
}

extension Case {
    /// Returns a copy with a response for which the contract documents no returned value.
    fileprivate func returningAnything(for response: HTTPResponse) -> Case {
        with {
            $0.last.answer = .prepared(response)
            $0.outcome.result = .returns(nil)
            $0.outcome.notifies = nil
        }
    }

    /// Whether Accord generated the last response by changing a documented response.
    package var hasMadeAnswer: Bool { if case .prepared? = self.steps.last?.answer { true } else { false } }
}
