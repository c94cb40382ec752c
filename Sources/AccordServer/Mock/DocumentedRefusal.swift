// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// Refuses a request that violates the contract, with a documented response if possible.
struct DocumentedRefusal {
    let served: ServedOperation

    private var operation: Operation { served.operation }

    /// Returns the response to a request with a problem. Its status code is the first documented status code that suits
    /// the problem. If the contract documents no suitable status code, returns the problem document.
    ///
    /// The body is the first of the following bodies that the contract allows:
    ///
    /// 1. The problem document, with the media type `application/problem+json`.
    /// 2. The problem document, with the media type `application/json`. This requires that all members of the
    ///    documented body occur in problem documents.
    /// 3. The documented body, with the detail of the problem in one of its string properties. The header field
    ///    `Accord-Problem` then contains the id of the violated rule.
    func response(_ problem: ProblemDocument) -> HTTPResponse {
        guard let status = problem.statuses.first(where: { operation.response(for: $0) != nil }) else {
            var undocumented = problem
            undocumented.status = problem.statuses.first ?? problem.status
            return undocumented.response
        }
        var problem = problem
        problem.status = status
        let response = problem.response
        var asJSON = response
        for index in asJSON.headers.indices where asJSON.headers[index].name == "Content-Type" {
            asJSON.headers[index].value = "application/json"
        }
        if !Judge.judge(response, documentedBy: operation).failed { return response }
        let members = served.template(status, nil)?.json?.object ?? [:]
        if members.allSatisfy({ Self.problemMembers.contains($0.key) }),
            !Judge.judge(asJSON, documentedBy: operation).failed
        {
            return asJSON
        }
        guard var documented = reasoned(status, problem) else { return response }
        documented.headers += problem.fields.filter { documented.headers.first($0.name) == nil }
        documented = served.completed(documented)
        let finding = problem.findings.first { $0.severity == .error }
        let place = finding?.contract.map { " at \($0)" } ?? ""
        if let finding { documented.headers.append(HTTPField("Accord-Problem", finding.rule.id + place)) }
        return documented
    }

    /// Returns the documented response with a status code. If its body has a string property for messages, this
    /// property contains the detail of the problem.
    private func reasoned(_ status: Int, _ problem: ProblemDocument) -> HTTPResponse? {
        let generated = try? operation.answer(status: status)
        let documented = served.template(status, nil)?.response
        for answer in [generated, documented].compactMap({ $0 }) {
            if let response = inserted(problem.detail, into: answer) { return response }
        }
        return documented ?? generated
    }

    private static let problemMembers: Set<String> = ["type", "title", "status", "detail", "instance", "findings"]

    /// The names of string properties that contain a message for people, in order of preference.
    private static let names = ["detail", "message", "error_description", "description", "reason", "error", "title"]

    private func inserted(_ detail: String, into answer: HTTPResponse) -> HTTPResponse? {
        guard let document = try? JSONDocument(parsing: answer.body) else { return nil }
        let body = JSON(document.root)
        if body.string != nil { return valid(.string(detail), answer) }
        guard let object = body.object else { return nil }
        for name in Self.names {
            var places = object[name]?.string != nil ? [[name]] : []
            places += object.compactMap { $0.value.object?[name]?.string != nil ? [$0.key, name] : nil }
            for place in places {
                var changed = body
                guard changed.set(.string(detail), at: JSONPointer(tokens: place)),
                    let response = valid(changed, answer)
                else { continue }
                return withoutOtherTexts(response, changed, place)
            }
        }
        return nil
    }

    /// Removes the optional string properties, except the property with the detail of the problem. Their generated
    /// values could contradict the detail.
    private func withoutOtherTexts(_ answer: HTTPResponse, _ body: JSON, _ place: [String]) -> HTTPResponse {
        var (answer, body) = (answer, body)
        for depth in [place.count, 1] {
            let parent = Array(place.prefix(depth - 1))
            guard let object = body.value(at: JSONPointer(tokens: parent))?.object else { continue }
            for member in object where member.value.string != nil && parent + [member.key] != place {
                var less = body
                guard less.remove(at: JSONPointer(tokens: parent + [member.key])), let valid = valid(less, answer)
                else { continue }
                (answer, body) = (valid, less)
            }
        }
        return answer
    }

    private func valid(_ body: JSON, _ answer: HTTPResponse) -> HTTPResponse? {
        var changed = answer
        changed.body = JSONWriter.compactBytes(body)
        return Judge.judge(changed, documentedBy: operation).failed ? nil : changed
    }
}

extension Finding {
    /// The message of the finding, preceded by the location of the mistake if it is in the body.
    var placedMessage: String {
        guard let place, place.part == .body, place.name?.isEmpty == false else { return message }
        return "\(place): \(message)"
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
                : first.hasSuffix("?") ? first : "\(first).",
            findings: Array(findings.prefix(Self.maximumFindings)))
        if findings.count > Self.maximumFindings {
            members.append("furtherFindings", .number(JSONNumber(findings.count - Self.maximumFindings)))
        }
        if let nearest {
            var json: JSONObject = ["case": .string(nearest.caseID)]
            let differences = nearest.differences.prefix(5).map { JSON.string($0.message) }
            json.append("differs", .array(Array(differences)))
            members.append("nearest", .object(json))
        }
    }

    /// The status codes with which the mock may report the problem, most specific first.
    var statuses: [Int] {
        let errors = findings.filter { $0.severity == .error }
        if status == 401 { return [401, 403] }
        if errors.contains(where: { $0.rule == .requestBodyMediaType }) { return [415, 400, 422] }
        if errors.first?.rule == .requestBodyUnexpected { return [400, 422, 415] }
        if errors.first?.place?.part == .path { return [400, 422, 404] }
        return errors.isEmpty ? [status] : [400, 422]
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

    init?(_ request: HTTPRequest, _ findings: [Finding], _ match: RouteMatch, _ served: ServedOperation) {
        guard findings.count <= Self.maximumFindings else { return nil }
        let exchanges = served.exchanges.prefix(Self.maximumCases).filter { $0.step == 0 }
        let judged = exchanges.map { exchange in
            let findings = exchange.judge(request, base: match.base, previous: nil).findings
            return (exchange.caseID, findings.filter { $0.severity == .error })
        }
        guard let nearest = judged.min(by: { $0.1.count < $1.1.count }) else { return nil }
        (caseID, differences) = nearest
    }
}
