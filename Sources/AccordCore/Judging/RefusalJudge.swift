// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Judges the response to a request that a server must refuse. A documented 4xx or an accepted status code passes.
struct RefusalJudge {
    let response: HTTPResponse
    let operation: Operation
    let refusal: Refusal

    func judge() -> Judgement {
        let isGone = refusal.subject == .deletedAgain || refusal.subject == .deleted && response.saysDeleted(operation)
        if isGone, (200...299).contains(response.status) {
            return Judge.judge(response, documentedBy: operation)
        }
        var judgement = Judgement()
        let isListed = refusal.statuses.contains(response.status)
        guard (400...499).contains(response.status) || isListed || operation.isUnavailable(response.status),
            isListed || !isAboutCredentials || [401, 403].contains(response.status)
        else {
            judgement.check(false, otherwise: finding)
            return judgement
        }
        judgement.assertions += 1
        if let allowed = refusal.allowed {
            allowed.judge(
                response, missing: refusal.isTrace ? .warning : .error, at: refusal.location, into: &judgement)
        }
        let isDocumented = operation.response(for: response.status) != nil
        // The operation documents only the responses to its own method. A server, and not the operation, responds to a
        // request with an undocumented method.
        guard refusal.allowed == nil || !(isListed || isDocumented) else { return judgement }
        // An error response often repeats the value, such as deeply nested JSON.
        if isDocumented, refusal.isUsual { return judgement }
        guard !isDocumented else {
            judgement.formUnion(Judge.judge(response, documentedBy: operation))
            return judgement
        }
        judgement.check(isListed, otherwise: undocumented)
        return judgement
    }

    /// The status codes for any invalid request in RFC 9110, section 15.5, and RFC 6585.
    private static let refusing: Set<Int> = [400, 405, 406, 411, 413, 414, 415, 416, 417, 422, 431]

    /// The status codes for a missing or conflicting resource. They fit a request whose path is invalid, and any
    /// invalid request if the operation documents no 4xx response.
    private static let particular: Set<Int> = [404, 409]

    /// Whether the status code fits the mistake in the request, so that only its documentation is missing.
    private var fits: Bool {
        let status = response.status
        if isAboutCredentials { return [401, 403].contains(status) }
        let isAboutResource = refusal.place?.part == .path || !operation.responses.contains { $0.status.isClientError }
        return Self.refusing.contains(status) || isAboutResource && Self.particular.contains(status)
    }

    /// Whether the request has missing or wrong credentials. Only 401, 403 and the status codes in `refusal.statuses`
    /// show that the server checks credentials. Other 4xx status codes fail.
    private var isAboutCredentials: Bool { refusal.subject == .credentials }

    private var finding: Finding {
        switch response.status {
        case 200...299 where refusal.isUsual, 500... where refusal.isUsual:
            make(.refusalPractice, "the server doesn't reject an invalid request, like many frameworks")
        case 400...499:
            make(
                .refusalUnanswered, "the status code doesn't show whether the server checks credentials",
                "On the server, check credentials before other conditions. "
                    + "If \(response.status) is intended, document a case with \(response.status) and “security”: [].")
        case 500...:
            make(
                .refusalCrashed, "the server responded with 5xx to an invalid request",
                "Validate requests before processing them, and respond to invalid requests with a 4xx.")
        case 200...299 where refusal.contentType != nil:
            make(
                .refusalMediaType, "the server accepted a body with a wrong Content-Type",
                "Reject the request with 415, or document the media type in the contract.")
        case 200...299: accepted
        default:
            make(
                .refusalOther, "the server responded to an invalid request with neither 2xx nor 4xx",
                "Respond to the invalid request with a documented 4xx.")
        }
    }

    private var accepted: Finding {
        switch refusal.subject {
        case .credentials:
            return make(
                .refusalAccepted, "accepted without valid credentials: \(refusal.reason)",
                "Check the credentials of each request on the server, or correct “security” in the contract.")
        case .deleted, .deletedAgain:
            return make(
                .refusalAccepted, "\(operation.request.method) \(operation.request.path) found a deleted resource",
                "Respond to a request for a deleted resource with 404 or 410.")
        case .request:
            return make(.refusalAccepted, "the server accepted an invalid request")
        case .duplicateKey:
            var finding = make(.refusalDuplicateKey, "the server accepted a body with a duplicate key")
            if operation.jsonReading != .strict { finding.severity = .warning }
            return finding
        case .otherUser:
            return make(.securityOtherUser, "the server accepted a request for a different user's resource")
        }
    }

    private var undocumented: Finding {
        var finding = make(
            .responseStatusUndocumented,
            "the server rejected an invalid request with the undocumented status code \(response.status)",
            "Document \(response.status) under “responses”, or accept it with --refusal-status \(response.status).")
        finding.blame = .contract
        finding.expected = operation.documentedStatuses
        if fits { finding.severity = .warning }
        return finding
    }

    private func make(_ rule: Rule, _ message: String, _ advice: String? = nil) -> Finding {
        // For missing or wrong credentials, expect only 401, 403 and the status codes in `refusal.statuses`.
        let documented =
            isAboutCredentials ? [] : operation.responses.map(\.status).filter { $0.isClientError }.map(\.description)
        let others = refusal.statuses.union(isAboutCredentials ? [401, 403] : []).sorted().map(String.init)
        let known = (documented + others.filter { !documented.contains($0) }).joined(separator: ", ")
        return Finding(
            rule: rule, message, contract: refusal.location,
            place: [2, 5].contains(response.status / 100) ? refusal.place ?? .init(.status) : .init(.status),
            expected: known.isEmpty ? "a 4xx status code (the contract documents no 4xx)" : known,
            actual: String(response.status), advice: advice ?? rule.advice,
            details: ["the request is invalid: \(refusal.reason)"] + response.excerpt)
    }
}

extension StatusPattern {
    fileprivate var isClientError: Bool { isWithin(400...499) }
    var isSuccess: Bool { isWithin(200...399) }
}

extension JSONObject {
    private static let deletions: Set<String> = [
        "deleted", "archived", "cancelled", "canceled", "removed", "revoked", "terminated",
    ]

    /// Returns whether a resource says that it was deleted, in a property that `schema` documents: `"deleted": true` in
    /// Stripe, `"archivedAt": "2026-01-31T08:30:00Z"`, or `"status": "cancelled"` if DELETE cancels an order. A server
    /// may return such a resource.
    func saysDeleted(_ schema: SchemaView?) -> Bool {
        guard let schema else { return false }
        let alternatives = schema.nodes.flatMap { node in
            ["anyOf", "oneOf"].compactMap { node[$0] }.flatMap { Array($0.elements) }
        }
        let views = ([schema] + alternatives.map { SchemaView($0) }).map(\.resource)
        return contains { name, value in
            let word = name.lowercased().filter(\.isLetter)
            let isMark =
                if word.hasSuffix("status") || word.hasSuffix("state") {
                    value.string.map { Self.deletions.contains($0.lowercased()) } == true
                } else if word.hasSuffix("at"), Self.deletions.contains(String(word.dropLast(2))) {
                    !value.isNull
                } else {
                    value == true && Self.deletions.contains(word.hasPrefix("is") ? String(word.dropFirst(2)) : word)
                }
            return isMark && views.contains { $0.namedProperty(name) != nil }
        }
    }
}

extension Operation {
    /// Returns the schema of the JSON body of a response, or `nil` if the contract documents none.
    func documented(_ status: Int) -> SchemaView? {
        response(for: status)?.body?.jsonSchema?.view
    }
}

extension ResponseJudge {
    /// Judges the response to a generated request. The response to a valid request must be a success.
    func judge(_ generated: GeneratedRequest) -> Judgement {
        if let refusal = generated.refusal {
            return RefusalJudge(response: response, operation: operation, refusal: refusal).judge()
        }
        var judgement = Judgement()
        guard response.status < 500 || operation.isUnavailable(response.status) else {
            judgement.check(false, otherwise: .crash(response, of: operation, expected: known(generated)))
            return judgement
        }
        let isRefused = (400...499).contains(response.status) && operation.response(for: response.status) != nil
        guard !isRefused || generated.tolerated.contains(response.status) else {
            judgement.check(false, otherwise: refused(generated))
            return judgement
        }
        return Judge.judge(response, documentedBy: operation)
    }

    private func refused(_ generated: GeneratedRequest) -> Finding {
        var finding = Finding(
            rule: .fuzzRefused, "the server rejected a valid request", contract: operation.request.location,
            place: .init(.status), expected: known(generated).map(\.description).joined(separator: ", "),
            actual: String(response.status),
            advice: "Accept valid requests, or restrict the schemas in the contract. "
                + "If the rejection is correct, document a case in which a valid request gets \(response.status).",
            details: response.excerpt)
        if case .absent = generated.request.body, operation.request.body?.isForbidden == false {
            finding.rule = .fuzzPractice
            finding.message = "the server rejected a request without the optional body"
            finding.blame = .contract
            finding.advice = "In the contract, set “required” of the body to true."
        }
        return finding
    }

    /// Returns the documented status codes that pass.
    private func known(_ generated: GeneratedRequest) -> [StatusPattern] {
        operation.responses.map(\.status).filter { pattern in
            pattern.isSuccess || generated.tolerated.contains { pattern.covers($0) }
        }
    }
}

extension Finding {
    /// Returns the finding about a valid request to which the server responded with a 5xx.
    static func crash(
        _ response: HTTPResponse, of operation: Operation, expected: [StatusPattern], rule: Rule = .fuzzCrashed
    ) -> Finding {
        Finding(
            rule: rule, "the server responded with 5xx to a valid request", contract: operation.request.location,
            place: .init(.status), expected: expected.map(\.description).joined(separator: ", "),
            actual: String(response.status), advice: Rule.fuzzCrashed.advice, details: response.excerpt)
    }
}

extension Operation {
    /// Whether a response with this status code means that the operation isn't available. The status code must be 501
    /// or 503, and the operation must document this code explicitly: `5XX` isn't sufficient.
    func isUnavailable(_ status: Int) -> Bool {
        [501, 503].contains(status) && response(for: status)?.status == .exact(status)
    }
}

extension HTTPResponse {
    /// Whether the resource in the body says that it is deleted, for example with a time in `deletedAt`.
    func saysDeleted(_ operation: Operation) -> Bool {
        jsonBody?.resource?.saysDeleted(operation.documented(status)) == true
    }
}
