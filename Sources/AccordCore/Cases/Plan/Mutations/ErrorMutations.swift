import AccordContract
import AccordJSON
import AccordSchema

/// Answers that say that something failed, and successes that carry an error.
enum ErrorMutations {
    static func add(to maker: inout MutationMaker) {
        let answer = maker.answer
        for response in answer.operation.responses {
            guard case .exact(let status) = response.status, status >= 400 else { continue }
            addDocumented(response, status, &maker)
        }
        let page = HTTPResponse(
            status: 502, headers: [HTTPField("Content-Type", "text/html")],
            body: Array("<html><body><h1>502 Bad Gateway</h1></body></html>".utf8))
        maker.add(.errorBodyHtml, response: page)
        for status in [418, 500] where answer.operation.responses.allSatisfy({ $0.status != .exact(status) }) {
            maker.add(.errorUndocumented, "\(status)", response: plain(status))
        }
        guard !answer.response.body.isEmpty else { return }
        var disguised = answer.response
        disguised.status = 500
        maker.add(.errorStatusSuccessBody, response: disguised)
        for response in answer.operation.responses {
            guard case .exact(let status) = response.status, status >= 400, status != 500 else { continue }
            disguised.status = status
            maker.add(.errorStatusSuccessBody, "\(status)", response: disguised)
        }
        addSwapped(&maker)
    }

    private static func addDocumented(_ response: ResponseDescription, _ status: Int, _ maker: inout MutationMaker) {
        guard let valid = made(status, maker.answer) else { return }
        let outcome = response.client.map { client in
            var outcome = maker.answer.base.outcome
            let isTaken = client.returns != nil || client.throwing != nil
            outcome.result = isTaken ? OutcomeRules.result(client) : .throwing(.any)
            outcome.notifies = client.notifies
            outcome.location = client.location
            return outcome
        }
        maker.add(.errorBodyValid, "\(status)", response: valid, outcome: outcome)
        guard !valid.body.isEmpty else { return }
        var empty = valid
        empty.body = []
        maker.add(.errorBodyEmpty, "\(status)", response: empty)
        var malformed = valid
        malformed.body = Array("} this is not valid json {".utf8)
        maker.add(.errorBodyMalformed, "\(status)", response: malformed)
    }

    /// A documented error's answer: that of a case, else made from the schemas.
    private static func made(_ status: Int, _ answer: DocumentedAnswer) -> HTTPResponse? {
        for definition in answer.operation.cases {
            for step in definition.steps where step.response.status == status && step.operationID == answer.operation.id
            {
                if let made = try? Case.answer(step.response, of: answer.operation, answer.scope) { return made }
            }
        }
        return try? ReplyBuilder(operation: answer.operation, scope: answer.scope)
            .answer(status: status, headers: [], body: nil)
    }

    /// A success with the body of a documented error, and with that of another success: where its schema refuses it.
    private static func addSwapped(_ maker: inout MutationMaker) {
        let answer = maker.answer
        guard answer.document != nil, answer.schema != nil else { return }
        for response in answer.operation.responses {
            guard case .exact(let status) = response.status, status != answer.response.status else { continue }
            guard status >= 400 || (200..<300).contains(status), let other = made(status, answer) else { continue }
            guard let document = try? JSONDocument(parsing: other.body), !answer.isValid(JSON(document.root)) else {
                continue
            }
            let mutation: Mutation = status >= 400 ? .successStatusErrorBody : .successStatusOtherModel
            maker.add(mutation, "\(status)", response: answer.with(body: other.body))
        }
    }

    private static func plain(_ status: Int) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [HTTPField("Content-Type", "text/plain")], body: Array("status \(status)".utf8))
    }
}
