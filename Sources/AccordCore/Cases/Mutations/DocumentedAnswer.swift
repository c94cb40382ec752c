// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The response that the stub sends in a successful case. Mutations change this response.
final class DocumentedAnswer {
    let operation: Operation
    let definition: ResponseDefinition
    let base: Case
    let scope: Scope
    let response: HTTPResponse
    /// The body as JSON, or `nil` if the contract documents a different media type or the body isn't valid JSON.
    let json: JSON?
    let schema: Schema?
    let itemSchema: Schema?
    let examples: [NamedExample]

    init?(_ base: Case) {
        let scope = base.scope()
        guard let last = base.steps.indices.last, let definition = base.steps[last].documented,
            case .answer(let response)? = try? base.reply(last, scope: scope)
        else { return nil }
        let operation = base.steps[last].operation
        self.operation = operation
        self.definition = definition
        self.base = base
        self.scope = scope
        self.response = response
        let body = operation.response(for: response.status)?.body
        let type = response.headers.mediaType
        let description = type.flatMap { body?.content.covering($0) }
        schema = description?.schema
        itemSchema = description?.itemSchema
        examples = description?.examples ?? []
        let isJSON = body?.isForbidden == false && type?.isJSON == true
        json = isJSON ? response.jsonBody : nil
    }

    /// Whether Accord generated the body, because no example provides it.
    var isGenerated: Bool { if case .answer(_, _, nil) = definition.outcome { true } else { false } }

    /// Whether a changed body can change the outcome of the call. It can't if the contract documents that the call
    /// returns null.
    var isRead: Bool { base.outcome.result.value?.isNull != true }

    /// Whether the call returns the documented body unchanged.
    var isEchoed: Bool { base.outcome.result.value?.string == "${response.body}" }

    var view: SchemaView? { schema?.view }

    func isValid(_ json: JSON) -> Bool { schema?.isValid(json) ?? true }

    func with(body: [UInt8]) -> HTTPResponse {
        var response = self.response
        response.body = body
        return response
    }
}

/// A changed copy of a documented response.
struct AnswerMutation {
    var entry: Mutation
    /// The JSON Pointer of the changed value, or a string that distinguishes several mutations of the same kind.
    var place: String?
    var response: HTTPResponse
    var verdict: Verdict
    /// Whether a correct client returns the same value as for the documented response.
    var keepsValue: Bool
    /// Whether the call must return the mutated body, if the documented call returns the body unchanged.
    var changesValue = false
    var reason: String
    /// What the call must do with this response, or `nil` if this follows from `verdict`.
    var outcome: ExpectedOutcome?

    /// Whether the mutation makes only a part of the body unreadable. A client that doesn't read this part may return
    /// without an error.
    var changesOneValue: Bool {
        let mutations: Set<Mutation> = [
            .dropRequired, .nullRequired, .wrongType, .caseChangedKey, .nullElement, .latin1Bytes, .invalidUtf8,
            .nanInfinity, .intOverflow, .floatForInt, .hugeExponent, .dateInvalid, .successStatusErrorBody,
            .successStatusOtherModel,
        ]
        return mutations.contains(entry)
    }
}
