import AccordContract
import AccordJSON
import AccordSchema

extension Case {
    /// What the stub answers.
    package func reply(_ step: Int, scope: Scope) throws(SubstitutionError) -> StubReply {
        let asked = steps[step]
        switch asked.answer {
        case .prepared(let response): return .answer(response)
        case .documented(let definition):
            guard let answer = try Self.answer(definition, of: asked.operation, scope) else {
                throw SubstitutionError("the fault of this case is unknown", at: definition.location)
            }
            return .answer(answer)
        case .refusal(let refusal):
            throw SubstitutionError("a refusal is the server's own answer", at: refusal.location)
        case .generated, .convention:
            throw SubstitutionError("a made request has no answer of its own", at: asked.location)
        case .fault(let fault, let definition):
            var answer: HTTPResponse?
            if let definition { answer = try Self.answer(definition, of: asked.operation, scope) }
            return .fault(fault, fault.changed(answer))
        }
    }

    static func answer(
        _ definition: ResponseDefinition, of operation: Operation, _ scope: Scope
    ) throws(SubstitutionError) -> HTTPResponse? {
        guard case .answer(let status, let headers, let body) = definition.outcome else { return nil }
        return try ReplyBuilder(operation: operation, scope: scope).answer(status: status, headers: headers, body: body)
    }
}
