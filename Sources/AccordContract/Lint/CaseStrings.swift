import AccordJSON

/// The strings of a case in which `${…}` means something.
struct CaseStrings {
    /// Where a string stands: that decides which names it may use.
    enum Part {
        /// In a step, counted from 0: outputs of earlier steps are known.
        case step(Int)
        /// In what the client does, where there is also `${response.body}`.
        case client
        /// In the parameters of a state, which come before everything.
        case state
    }

    /// Calls `body` with every string value of a case.
    static func visit(_ definition: CaseDefinition, _ body: (JSONValue, Part) -> Void) {
        for state in definition.given {
            if let params = state.params { strings(in: params) { body($0, .state) } }
        }
        for (index, step) in definition.steps.enumerated() { visit(step) { body($0, .step(index)) } }
        if let client = definition.client { visit(client) { body($0, .client) } }
    }

    static func visit(_ client: ClientExpectation, _ body: (JSONValue) -> Void) {
        if let returns = client.returns { strings(in: returns, body) }
        if case .values(_, let values)? = client.throwing { strings(in: values, body) }
        for argument in client.arguments { strings(in: argument.value, body) }
    }

    private static func visit(_ step: StepDefinition, _ body: (JSONValue) -> Void) {
        if let request = step.request {
            let values = request.values
            for value in values { strings(in: value.value, body) }
            visit(request.body, body)
            for assertion in request.asserts { strings(in: assertion.value, body) }
        }
        if case .answer(_, let headers, let content) = step.response.outcome {
            for header in headers { strings(in: header.value, body) }
            visit(content, body)
        }
        for assertion in step.response.asserts { strings(in: assertion.value, body) }
    }

    private static func visit(_ definition: BodyDefinition?, _ body: (JSONValue) -> Void) {
        switch definition?.content {
        case .json(let value), .text(let value): strings(in: value, body)
        case .parts(let parts):
            for part in parts {
                visit(part.body, body)
                for header in part.headers { strings(in: header.value, body) }
            }
        case .base64, .file, nil: break
        }
    }

    static func strings(in value: JSONValue, _ body: (JSONValue) -> Void) {
        switch value.kind {
        case .string: body(value)
        case .array: for element in value.elements { strings(in: element, body) }
        case .object: for member in value.members { strings(in: member.value, body) }
        case .null, .bool, .number: break
        }
    }
}
