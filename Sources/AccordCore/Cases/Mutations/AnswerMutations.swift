// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Creates the mutations of a documented response, such as a missing property. The test level determines the mutations.
/// They have the order of the catalogue.
struct AnswerMutations {
    let answer: DocumentedAnswer
    private(set) var all: [AnswerMutation] = []

    /// The kinds of mutations that the level “smoke” uses: all mutations about errors, and only the first mutation of
    /// every other kind.
    private static let smoke: Set<Mutation> = [
        .emptyBody, .invalidJson, .truncatedJson, .wrongRoot, .dropRequired, .extraProperty,
        .errorBodyValid, .errorUndocumented,
    ]

    init(_ answer: DocumentedAnswer, level: Level) {
        self.answer = answer
        addBodies(only: level == .smoke ? Self.smoke : nil)
        addStreams()
        addMedia()
        addErrors()
        if level == .smoke {
            var seen: Set<Mutation> = []
            all = all.filter { mutation in
                let entry = mutation.entry
                guard Self.smoke.contains(entry) else { return false }
                return entry.group == .error || seen.insert(entry).inserted
            }
        }
        all.sort { $0.entry.order < $1.entry.order }
    }

    /// Adds a mutation that replaces the whole response. By default, the mutation catalogue decides whether the client
    /// must reject the response.
    mutating func add(
        _ entry: Mutation, _ place: String? = nil, response: HTTPResponse, verdict: Verdict? = nil,
        keepsValue: Bool = false, changesValue: Bool = false, reason: String? = nil, outcome: ExpectedOutcome? = nil
    ) {
        var verdict = verdict ?? entry.verdict
        // A client that doesn't read the body can't reject it.
        if !answer.isRead, verdict == .mustError || verdict == .shouldError, entry.group != .error { verdict = .may }
        all.append(
            AnswerMutation(
                entry: entry, place: place, response: response, verdict: verdict, keepsValue: keepsValue,
                changesValue: changesValue && answer.isEchoed, reason: reason ?? entry.rule, outcome: outcome))
    }

    // MARK: Errors

    /// Adds mutations that return error responses, and success responses with an error in the body.
    private mutating func addErrors() {
        for (response, status) in documentedErrors { addDocumented(response, status) }
        let page = HTTPResponse(
            status: 502, headers: [HTTPField("Content-Type", "text/html")],
            body: Array("<html><body><h1>502 Bad Gateway</h1></body></html>".utf8))
        add(.errorBodyHtml, response: page)
        for status in [404, 418, 500] where answer.operation.responses.allSatisfy({ $0.status != .exact(status) }) {
            add(.errorUndocumented, "\(status)", response: undocumented(status))
        }
        guard !answer.response.body.isEmpty else { return }
        var disguised = answer.response
        disguised.status = 500
        add(.errorStatusSuccessBody, response: disguised)
        for (_, status) in documentedErrors where status != 500 {
            disguised.status = status
            add(.errorStatusSuccessBody, "\(status)", response: disguised)
        }
        addSwapped()
    }

    /// The documented responses with a 4xx or 5xx, in file order.
    private var documentedErrors: [(response: ResponseDescription, status: Int)] {
        answer.operation.responses.compactMap { response in
            response.status.code.flatMap { $0 >= 400 ? (response, $0) : nil }
        }
    }

    private mutating func addDocumented(_ response: ResponseDescription, _ status: Int) {
        guard let valid = made(status) else { return }
        let outcome = response.client.map { client in
            var outcome = answer.base.outcome
            let isTaken = client.returns != nil || client.throwing != nil
            outcome.result = isTaken ? client.result : .throwing(.any)
            outcome.notifies = client.notifies
            outcome.location = client.location
            return outcome
        }
        add(.errorBodyValid, "\(status)", response: valid, outcome: outcome)
        guard !valid.body.isEmpty else { return }
        for (mutation, body) in [(Mutation.errorBodyEmpty, ""), (.errorBodyMalformed, "} this is not valid json {")] {
            var changed = valid
            changed.body = Array(body.utf8)
            add(mutation, "\(status)", response: changed)
        }
    }

    /// Returns an error response from a documented case. If no case has one, generates the response from the schemas.
    private func made(_ status: Int) -> HTTPResponse? {
        let written = answer.operation.responsesOfCases.lazy.filter { $0.status == status }
            .compactMap { try? Case.answer($0, of: answer.operation, answer.scope) }.first
        return written ?? (try? ReplyBuilder(operation: answer.operation, scope: answer.scope).answer(status: status))
    }

    /// Adds responses with the success status code and the body of a different documented response. Skips a body that
    /// the schema of the success response allows.
    private mutating func addSwapped() {
        guard answer.json != nil, answer.schema != nil else { return }
        for response in answer.operation.responses {
            guard case .exact(let status) = response.status, status != answer.response.status else { continue }
            guard status >= 400 || (200..<300).contains(status), let other = made(status) else { continue }
            guard let body = other.jsonBody, !answer.isValid(body) else { continue }
            let mutation: Mutation = status >= 400 ? .successStatusErrorBody : .successStatusOtherModel
            add(mutation, "\(status)", response: answer.with(body: other.body))
        }
    }

    /// Returns a response with the JSON of a documented error, or with a text if no documented error has JSON.
    private func undocumented(_ status: Int) -> HTTPResponse {
        let documented = documentedErrors.lazy.compactMap { made($0.status) }.first { $0.jsonBody != nil }
        let text = HTTPResponse(
            status: status, headers: [HTTPField("Content-Type", "text/plain")], body: Array("status \(status)".utf8))
        var response = documented ?? text
        response.status = status
        return response
    }

    // MARK: Header fields

    /// Adds mutations of the header fields.
    private mutating func addMedia() {
        guard answer.json != nil, let type = answer.response.headers.first("Content-Type") else { return }
        var page = Self.with("text/html", answer.response)
        page.body = Array("<!DOCTYPE html><html><body>Log in to this network</body></html>".utf8)
        add(.htmlAt200, response: page)
        let words = type.split(separator: ";")[0].split(separator: "/")
        let spelled = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "/")
        add(
            .contentTypeParams, response: Self.with("\(spelled); charset=\"utf-8\"; v=1", answer.response),
            keepsValue: true)
        add(.contentTypeMissing, response: Self.with(nil, answer.response), keepsValue: true)
        add(.contentTypeWrong, response: Self.with("text/plain", answer.response))
        var shouted = answer.response
        shouted.headers = shouted.headers.map { HTTPField($0.name.uppercased(), $0.value) }
        shouted.headers.append(HTTPField("x-accord-unknown", "1"))
        add(.headerCase, response: shouted, keepsValue: true)
    }

    private static func with(_ type: String?, _ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headers.removeAll { $0.name.isFieldName("Content-Type") }
        if let type { response.headers.insert(HTTPField("Content-Type", type), at: 0) }
        return response
    }

    // MARK: Streams

    /// Adds mutations of streams of JSON lines: a malformed line, and an item that violates its schema.
    private mutating func addStreams() {
        guard let type = answer.response.headers.mediaType, type.isLines else { return }
        let lines = JSONLines.split(answer.response.body)
        guard let last = lines.last else { return }
        let before = Array(answer.response.body[..<last.offset])
        add(.invalidJson, response: answer.with(body: before + Array("} this is not valid json {\n".utf8)))
        let cut = Array(last.bytes[..<max(1, last.bytes.count / 2)])
        if (try? JSONDocument(parsing: cut)) == nil { add(.truncatedJson, response: answer.with(body: before + cut)) }
        guard let item = answer.itemSchema else { return }
        let wrong: JSON = JSONLines.values(last.bytes).first?.object != nil ? [] : [:]
        if !item.isValid(wrong) {
            add(
                .wrongType, "/\(lines.count - 1)",
                response: answer.with(body: before + JSONLines.bytes([wrong], as: type)))
        }
    }
}
