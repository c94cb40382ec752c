import AccordContract
import AccordCore
import AccordJSON

/// How a request is refused that breaks the contract: as the operation documents it, with the findings where its words
/// leave room for them.
struct DocumentedRefusal {
    let served: ServedOperation

    private var operation: Operation { served.operation }

    /// By the first of the problem's statuses that is documented, else the problem as it is.
    ///
    /// A problem document stands where the contract lets it stand, if need be as `application/json`. Elsewhere the
    /// documented answer does, with the reason in a text of it where it has one; `Accord-Problem` names the rule.
    func response(_ problem: ProblemDocument) -> HTTPResponse {
        guard let status = problem.statuses.first(where: { operation.response(for: $0) != nil }) else {
            var own = problem
            own.status = problem.statuses.first ?? problem.status
            return own.response
        }
        var own = problem
        own.status = status
        var asJSON = own.response
        for index in asJSON.headers.indices where asJSON.headers[index].name == "Content-Type" {
            asJSON.headers[index].value = "application/json"
        }
        for response in [own.response, asJSON] where !Judge.judge(response, documentedBy: operation).failed {
            return response
        }
        guard var documented = reasoned(status, problem) else { return own.response }
        documented.headers += own.fields.filter { documented.headers.first($0.name) == nil }
        let finding = problem.findings.first { $0.severity == .error }
        let place = finding?.contract.map { " at \($0)" } ?? ""
        if let finding { documented.headers.append(HTTPField("Accord-Problem", finding.rule.id + place)) }
        return documented
    }

    /// The documented answer with the actual reason in it; a case's own answer where no text of it is free.
    private func reasoned(_ status: Int, _ problem: ProblemDocument) -> HTTPResponse? {
        let made = try? operation.answer(status: status)
        let stated = served.exchange(answering: status)?.answer
        for answer in [made, stated].compactMap({ $0 }) {
            if let telling = telling(problem, in: answer) { return telling }
        }
        return stated ?? made
    }

    /// The names of texts that people read, in the order in which they are tried.
    private static let names = ["detail", "message", "error_description", "description", "reason", "error", "title"]

    private func telling(_ problem: ProblemDocument, in answer: HTTPResponse) -> HTTPResponse? {
        guard let document = try? JSONDocument(parsing: answer.body) else { return nil }
        let body = JSON(document.root)
        if body.string != nil { return valid(.string(problem.detail), answer) }
        guard let object = body.object else { return nil }
        for name in Self.names {
            var places = object[name]?.string != nil ? [[name]] : []
            places += object.compactMap { $0.value.object?[name]?.string != nil ? [$0.key, name] : nil }
            for place in places {
                var told = body
                guard told.set(.string(problem.detail), at: JSONPointer(tokens: place)),
                    let telling = valid(told, answer)
                else { continue }
                return withoutOtherTexts(telling, told, place)
            }
        }
        return nil
    }

    /// Without texts that nothing asks for: made up, they would say something that isn't so.
    private func withoutOtherTexts(_ answer: HTTPResponse, _ body: JSON, _ told: [String]) -> HTTPResponse {
        var (answer, body) = (answer, body)
        for depth in [told.count, 1] {
            let parent = Array(told.prefix(depth - 1))
            guard let object = body.value(at: JSONPointer(tokens: parent))?.object else { continue }
            for member in object where member.value.string != nil && parent + [member.key] != told {
                var less = body
                guard less.remove(at: JSONPointer(tokens: parent + [member.key])), let valid = valid(less, answer)
                else {
                    continue
                }
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

extension ProblemDocument {
    /// How many findings are told; of the others their number.
    private static let mostFindings = 20

    /// A request that breaks the contract, with what is wrong with it.
    init(refusing findings: [Finding], nearest: NearestCase? = nil) {
        let first = findings.first { $0.severity == .error }?.message ?? "see the findings"
        let more = findings.count - 1
        self.init(
            status: 400, title: "The request breaks the contract",
            detail: more > 0 ? "\(first), and \(more) more." : first.hasSuffix("?") ? first : "\(first).",
            findings: Array(findings.prefix(Self.mostFindings)))
        if findings.count > Self.mostFindings {
            members.append("furtherFindings", .number(JSONNumber(findings.count - Self.mostFindings)))
        }
        if let nearest {
            var json: JSONObject = ["case": .string(nearest.caseID)]
            let differences = nearest.differences.prefix(5).map { JSON.string($0.message) }
            json.append("differs", .array(Array(differences)))
            members.append("nearest", .object(json))
        }
    }

    /// The statuses that fit, the one that says most first.
    var statuses: [Int] {
        let errors = findings.filter { $0.severity == .error }
        if status == 401 { return [401, 403] }
        if errors.contains(where: { $0.rule == .requestBodyMediaType }) { return [415, 400, 422] }
        if errors.first?.place?.part == .path { return [400, 422, 404] }
        return errors.isEmpty ? [status] : [400, 422]
    }
}
