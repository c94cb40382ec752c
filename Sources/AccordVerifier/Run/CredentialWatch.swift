// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Detects credentials that stop working in the middle of a run.
///
/// If a request with credentials that worked before receives a 401, the run repeats an earlier successful request with
/// the same credentials. If it receives a 401, too, the credentials are lost.
struct CredentialWatch {
    enum Action {
        case judge
        /// Keep the response until the check of the credentials ends.
        case hold
        /// Keep the response, and send this request to check the credentials.
        case check(HTTPRequest)
    }

    private struct Use {
        /// The last successful request with a safe method.
        var proof: HTTPRequest?
        /// The last successful request that may have disabled the credentials.
        var lastChange: (description: String, endsSession: Bool)?
        var held: [(position: Int, completion: Completion)] = []
    }

    private var uses: [UsedCredentials: Use] = [:]

    /// Returns what to do with a response to a request with the credentials `key`.
    mutating func received(
        _ completion: Completion, to request: HTTPRequest, of testCase: Case, step: Int, _ key: UsedCredentials,
        at position: Int
    ) -> Action {
        guard let status = completion.response?.status else { return .judge }
        var use = uses[key, default: Use()]
        defer { uses[key] = use }
        if status == 401, let proof = use.proof {
            use.held.append((position, completion))
            return use.held.count == 1 ? .check(proof) : .hold
        }
        guard (200...399).contains(status) else { return .judge }
        let endsSession = testCase.steps[step].operation.endsSession
        if endsSession || !HTTPMethod.isSafe(request.method) && use.lastChange?.endsSession != true {
            use.lastChange = ("\(request.method) \(URLParts(request.url).path) (\(testCase.id))", endsSession)
        } else if HTTPMethod.isSafe(request.method) {
            use.proof = request
        }
        return .judge
    }

    /// Returns the responses that were kept until the check of the credentials ended.
    mutating func takeHeld(_ key: UsedCredentials) -> [(position: Int, completion: Completion)] {
        defer { uses[key]?.held = [] }
        return uses[key]?.held ?? []
    }

    /// Describes when the credentials stopped working, such as “after POST /logout (logout/ends the session)”.
    func moment(_ key: UsedCredentials) -> String {
        uses[key]?.lastChange.map { "after \($0.description)" } ?? "during the run; they may have expired"
    }
}

extension CaseProgress {
    /// The request that the case is sending, with the security schemes of its credentials. It is `nil` if the request
    /// has no credentials, if they are wrong on purpose, or if Accord can renew them.
    var credentialUse: (request: HTTPRequest, step: Int, schemes: [String])? {
        guard case .asking = phase, let request = asking.sent else { return nil }
        let step = testCase.steps[asking.step]
        switch step.answer {
        case .refusal(let refusal) where [.credentials, .otherUser].contains(refusal.subject): return nil
        case .documented(let response) where response.status == 401: return nil
        default: break
        }
        let names = testCase.requirements(of: asking.step).first?.uses.map(\.scheme) ?? []
        let schemes = testCase.securitySchemes.filter { names.contains($0.name) }
        let isOwn = schemes.contains { scheme in scheme.needsToken || step.request?.names(scheme) == true }
        return names.isEmpty || isOwn ? nil : (request, asking.step, names)
    }
}
