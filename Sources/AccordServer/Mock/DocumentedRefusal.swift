// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Refuses a request that violates the contract, with a documented response if possible.
struct DocumentedRefusal {
    let served: ServedOperation
    /// The preferred status code for an invalid request.
    let invalidStatus: Int

    private var operation: Operation { served.operation }

    /// Returns the response to a request with a problem. Its status code is the first documented status code that suits
    /// the problem. If the contract documents no suitable status code, returns the problem document.
    ///
    /// The body is the first of the following bodies that the contract allows:
    ///
    /// 1. The documented body: of a case, or an example.
    /// 2. The problem document, with the media type `application/problem+json`.
    /// 3. The problem document, with the media type `application/json`. This requires that all members of the
    ///    documented body occur in problem documents.
    /// 4. A generated body, with the detail of the problem in one of its string properties.
    ///
    /// If the body isn't a problem document, the header field `Accord-Problem` contains the reason.
    func response(_ problem: ProblemDocument) -> HTTPResponse {
        let statuses = problem.statuses(invalid: invalidStatus)
        let status = statuses.first { operation.response(for: $0) != nil }
        var problem = problem
        problem.title = problem.title ?? ResponseWriter.reason(problem.status)
        problem.status = status ?? statuses.first ?? problem.status
        let response = problem.response
        guard let status else { return response }
        let template = served.template(status, nil)
        // A response without “content” in an OpenAPI document has no body.
        let isBare = operation.response(for: status).map { $0.body == nil && $0.location.isTranslated } ?? false
        if let template, isBare || template.isDocumented { return explained(template.response, problem) }
        var asJSON = response
        asJSON.headers = [HTTPField("Content-Type", "application/json")] + problem.fields
        if !Judge.judge(response, documentedBy: operation).failed { return response }
        let members = template?.json?.object ?? [:]
        if members.allSatisfy({ Self.problemMembers.contains($0.key) }),
            !Judge.judge(asJSON, documentedBy: operation).failed
        {
            return asJSON
        }
        guard let template else { return response }
        return explained(inserted(problem.detail, into: template) ?? template.response, problem)
    }

    /// Returns a documented response with the header fields of the problem, and with its reason in `Accord-Problem`.
    private func explained(_ documented: HTTPResponse, _ problem: ProblemDocument) -> HTTPResponse {
        var response = documented
        response.headers += problem.fields.filter { response.headers.first($0.name) == nil }
        response = served.completed(response)
        let finding = problem.findings.first { $0.severity == .error }
        response.headers.append(finding?.problemField ?? Finding.problemField(problem.detail))
        return response
    }

    private static let problemMembers: Set<String> = ["type", "title", "status", "detail", "instance", "findings"]

    /// The names of string properties that contain a message for people, in order of preference.
    private static let names = ["detail", "message", "error_description", "description", "reason", "error", "title"]

    private func inserted(_ detail: String, into template: ResponseDraft) -> HTTPResponse? {
        guard let body = template.json else { return nil }
        if body.string != nil { return template.with(.string(detail), ifValidFor: operation)?.response }
        let object = body.object ?? [:]
        let places = Self.names.lazy.flatMap { name in
            (object[name]?.string != nil ? [[name]] : [])
                + object.compactMap { $0.value.object?[name]?.string != nil ? [$0.key, name] : nil }
        }
        return places.compactMap { place in
            body.setting(.string(detail), at: JSONPointer(tokens: place))
                .flatMap { template.with($0, ifValidFor: operation)?.response }
        }.first
    }
}

extension Finding {
    /// The message of the finding, preceded by the location of the mistake if it is in the body.
    var placedMessage: String {
        guard let place, place.part == .body, place.name?.isEmpty == false else { return message }
        return "\(place): \(message)"
    }

    /// The header field `Accord-Problem`, with the rule, the contract's line and the message of the finding.
    var problemField: HTTPField {
        let place = contract.map { " at \($0)" } ?? ""
        return Self.problemField("\(rule.id)\(place): \(placedMessage)")
    }

    /// Returns the header field `Accord-Problem` with a text. Header fields are ASCII (RFC 9110 section 5.5), and some
    /// clients limit their length.
    static func problemField(_ text: String) -> HTTPField {
        let characters = text.unicodeScalars.prefix(500).map { scalar -> Character in
            switch scalar {
            case "“", "”": "\""
            case "’": "'"
            case " "..."~": Character(scalar)
            default: "?"
            }
        }
        return HTTPField("Accord-Problem", String(characters))
    }
}

extension ProblemDocument {
    /// The maximum number of violations that a problem document lists.
    private static let maximumFindings = 20

    /// Creates the document that lists the contract violations of a request.
    init(refusing findings: [Finding], nearest: NearestCase? = nil) {
        let first = findings.first { $0.severity == .error }?.placedMessage ?? "see the findings in this document"
        let more = findings.count - 1
        self.init(
            status: 400, title: "The request violates the contract",
            detail: more > 0
                ? "\(first). The request has \(more) more \(more == 1 ? "problem" : "problems")."
                : first.hasSuffix("?") ? first : "\(first).", findings: Array(findings.prefix(Self.maximumFindings)))
        if findings.count > Self.maximumFindings {
            members.append("furtherFindings", .int(findings.count - Self.maximumFindings))
        }
        if let nearest {
            var json: JSONObject = ["case": .string(nearest.caseID)]
            let differences = nearest.differences.prefix(5).map { JSON.string($0.message) }
            json.append("differs", .array(Array(differences)))
            members.append("nearest", .object(json))
        }
    }

    /// Returns the status codes with which the mock may report the problem, most specific first.
    ///
    /// - Parameter invalid: The preferred status code for an invalid request.
    func statuses(invalid: Int) -> [Int] {
        let usual = invalid == 400 ? [400, 422] : [invalid] + [422, 400].filter { $0 != invalid }
        let errors = findings.filter { $0.severity == .error }
        if status == 401 { return [401, 403] }
        if errors.contains(where: { $0.rule == .requestBodyMediaType }) { return [415] + usual }
        // A condition such as If-Match is missing (RFC 6585, section 3).
        let isMissing = errors.first?.rule == .requestHeaderMissing
        if isMissing, errors.first?.place?.name?.lowercased().hasPrefix("if-") == true { return [428] + usual }
        if errors.first?.rule == .requestBodyUnexpected { return usual + [415] }
        if errors.first?.place?.part == .path { return usual + [404] }
        return errors.isEmpty ? [status] : usual
    }
}

/// The documented case that is most similar to an invalid request, with the differences.
struct NearestCase: Sendable {
    /// The maximum number of cases to compare with the request.
    private static let maximumCases = 20
    /// The maximum number of contract violations of a request. If a request has more violations, the mock doesn't
    /// search for the most similar case, because the search takes too long.
    private static let maximumFindings = 15

    var caseID: String
    var differences: [Finding]

    init?(_ call: MockCall, _ findings: [Finding]) {
        guard findings.count <= Self.maximumFindings else { return nil }
        let exchanges = call.served.exchanges.prefix(Self.maximumCases).filter { $0.step == 0 }
        let judged = exchanges.map { exchange in
            let findings = exchange.judge(call.request.message, base: call.match.base, previous: nil).findings
            return (exchange.caseID, findings.filter { $0.severity == .error })
        }
        guard let nearest = judged.min(by: { $0.1.count < $1.1.count }) else { return nil }
        (caseID, differences) = nearest
    }
}
