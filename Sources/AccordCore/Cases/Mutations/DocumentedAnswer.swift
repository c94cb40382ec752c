import AccordContract
import AccordJSON
import AccordSchema

/// The answer of a case that succeeds, as the stub gives it: what mutations start from.
final class DocumentedAnswer {
    let operation: Operation
    let definition: ResponseDefinition
    let base: Case
    let scope: Scope
    let response: HTTPResponse
    /// The body, where it is documented as JSON and is.
    let document: JSONDocument?
    let schema: Schema?
    let itemSchema: Schema?

    init?(_ base: Case) {
        let scope = base.scope()
        guard let last = base.steps.indices.last, case .documented(let definition) = base.steps[last].answer,
            case .answer(let response)? = try? base.reply(last, scope: scope)
        else { return nil }
        let operation = base.steps[last].operation
        self.operation = operation
        self.definition = definition
        self.base = base
        self.scope = scope
        self.response = response
        let body = operation.response(for: response.status)?.body
        let type = response.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }
        let description = body?.content.first { content in type.map { content.mediaType.covers($0) } ?? false }
        schema = description?.schema
        itemSchema = description?.itemSchema
        let isJSON = body?.isForbidden == false && type?.isJSON == true
        document = isJSON ? try? JSONDocument(parsing: response.body) : nil
    }

    /// False where the call returns nothing: then nothing can be noticed of what became of the body.
    var isRead: Bool {
        guard case .returns(let value?) = base.outcome.result else { return true }
        return !value.isNull
    }

    /// True where the call returns the body as it is documented.
    var isEchoed: Bool {
        guard case .returns(let value?) = base.outcome.result else { return false }
        return value.string == "${response.body}"
    }

    var view: SchemaView? { schema.map { SchemaView($0.source) } }

    func isValid(_ json: JSON) -> Bool {
        schema?.isValid(JSONDocument(json).root) ?? true
    }

    func with(body: [UInt8]) -> HTTPResponse {
        var response = self.response
        response.body = body
        return response
    }
}

/// An answer that isn't quite the documented one.
struct AnswerMutation {
    var entry: Mutation
    /// A JSON Pointer, or what tells several of an entry apart.
    var place: String?
    var response: HTTPResponse
    var verdict: Verdict
    /// True when a client that reads it rightly returns what it returns for the documented answer.
    var keepsValue: Bool
    /// True when a client that returns the body as it is returns the changed one.
    var changesValue = false
    /// Why a client must do so.
    var reason: String
    /// Instead of what the verdict says.
    var outcome: ExpectedOutcome?

    /// True where the rest of the answer can be read, so that a client that never looks at the value owes no error.
    var changesOneValue: Bool {
        let mutations: Set<Mutation> = [
            .dropRequired, .nullRequired, .wrongType, .caseChangedKey, .nullElement, .latin1Bytes, .invalidUtf8,
            .nanInfinity, .intOverflow, .floatForInt, .hugeExponent, .dateInvalid, .successStatusErrorBody,
            .successStatusOtherModel,
        ]
        return mutations.contains(entry)
    }
}
