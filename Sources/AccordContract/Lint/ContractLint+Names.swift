// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractLint {
    /// Reports unknown names in the `${…}` templates of a case and of its credentials.
    func reportNames(_ subject: LintedCase) {
        let producers = flows.producers(of: subject.definition).map(\.definition)
        let before = producers.flatMap { $0.steps.flatMap(\.outputs).map(\.name) }
        // If an earlier case is missing or invalid, its outputs are unknown. Accord reports that case elsewhere.
        let isPartial = ([subject.definition] + producers).contains { $0.after.contains { flows[$0.value] == nil } }
        var known: [[String]] = []
        var sofar = before
        for step in subject.definition.steps {
            known.append(sofar)
            sofar += step.outputs.map(\.name)
        }
        CaseStrings.visit(subject.definition) { value, part in
            guard TemplateText.isIn(value), let text = value.string else { return }
            var names = KnownNames(row: subject.row, given: Array(subject.given.keys))
            names.hasUnknownOutputs = isPartial
            switch part {
            case .step(let index): names.outputs = known[index]
            case .client:
                names.outputs = sofar
                names.hasResponse = true
            case .state: names.given = []
            }
            report(text, at: value, names)
        }
        // The rows of `each` have the same credentials.
        if !isPartial,
            subject.row == nil || definitionsWithRows.insert(String(subject.id.prefix { $0 != "[" })).inserted
        {
            for (index, step) in subject.definition.steps.enumerated() {
                reportCredentials(of: step, subject, outputs: known[index])
            }
        }
        for response in subject.operation.responses {
            guard let client = response.client else { continue }
            CaseStrings.visit(client) { value in
                guard TemplateText.isIn(value), let text = value.string else { return }
                report(text, at: value, KnownNames(hasResponse: true, isShared: true))
            }
        }
    }

    private func report(_ text: String, at value: JSONValue, _ known: KnownNames) {
        let (names, isUnclosed) = TemplateText.names(in: text)
        if isUnclosed {
            reader.report(
                .unknownName, "“${” without “}”", at: value, advice: "Write “$${” for a literal “${”.")
        }
        for name in names {
            guard let mistake = known.mistake(in: name) else { continue }
            reader.report(.unknownName, "unknown name “${\(name)}”", at: value, advice: mistake)
        }
    }

    /// Reports credentials that use an output, if neither an earlier case nor an earlier step sets the output.
    private func reportCredentials(of step: StepDefinition, _ subject: LintedCase, outputs: [String]) {
        guard let operation = contract.operation(step.operationID), !step.repeatsPrevious else { return }
        let security = step.security ?? subject.definition.security ?? operation.security
        let headers = step.request?.headers.map { $0.name.lowercased() } ?? []
        guard let first = security.first, !headers.contains("authorization") else { return }
        for use in first.uses {
            guard let scheme = contract.securityScheme(use.scheme) else { continue }
            for credential in scheme.credentials {
                for name in TemplateText.names(in: credential.value.string ?? "").names {
                    guard let output = name.dropping("outputs."), !outputs.contains(output) else { continue }
                    let note = Diagnostic.Note(
                        "the security scheme “\(use.scheme)” contains “${\(name)}”",
                        at: SourceLocation(credential.value))
                    reader.report(
                        .unknownName,
                        "the case “\(subject.id)” uses “${\(name)}”, which isn't an output of an earlier case",
                        at: subject.definition.location, notes: [note], advice: producerAdvice(of: output))
                }
            }
        }
    }

    private func producerAdvice(of output: String) -> String {
        for operation in contract.operations {
            for definition in operation.cases {
                let outputs = definition.steps.flatMap(\.outputs)
                guard outputs.contains(where: { $0.name == output }) else { continue }
                return "Run the case with the output first: add \"after\": [\"\(operation.id)/\(definition.name)\"]. "
                    + "To send no credentials, add \"security\": []."
            }
        }
        return "Add \"outputs\": { \"\(output)\": … } to the case whose response contains the value."
    }
}

/// The names that a `${…}` template may contain. They depend on the part of the case that contains the template.
struct KnownNames {
    var row: JSONValue?
    var given: [String] = []
    var outputs: [String] = []
    var hasResponse = false
    /// Whether an earlier case is invalid. If so, the names of its outputs are unknown.
    var hasUnknownOutputs = false
    /// Whether the template is in a documented response. Cases with different rows, states and outputs share the
    /// response, so Accord doesn't check these names.
    var isShared = false

    /// Returns advice if a template contains an unknown name, or `nil` if the name is known.
    func mistake(in name: String) -> String? {
        if let key = name.dropping("env.") {
            return key.isEmpty ? "Add the name of an environment variable: “${env.NAME}”." : nil
        }
        if name == "run.id" || name == "uuid" || TemplateInstant(name) != nil { return nil }
        if name == "response.body" || name.hasPrefix("response.body#") {
            return hasResponse ? nil : "Only “client” can use “${response.body}”."
        }
        if hasUnknownOutputs, name.hasPrefix("outputs.") { return nil }
        if isShared, ["row.", "given.", "outputs."].contains(where: { name.hasPrefix($0) }) { return nil }
        if let key = name.dropping("row.") {
            guard let row else { return "The case has no “each” that could define “${row.x}”." }
            return row[key] == nil ? advice(key, "row.", row.members.map(\.key)) : nil
        }
        if let key = name.dropping("given.") {
            return given.contains(key) ? nil : advice(key, "given.", given.sorted())
        }
        if let key = name.dropping("outputs.") {
            return outputs.contains(key) ? nil : advice(key, "outputs.", outputs.sorted())
        }
        let roots = ["row", "outputs", "given", "env", "run", "response"]
        let pieces = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if pieces.count == 2, let nearest = Suggestion.nearest(to: pieces[0], in: roots), nearest != pieces[0] {
            return "Did you mean “${\(nearest).\(pieces[1])}”?"
        }
        return "Use row.x, outputs.x, given.x, env.NAME, run.id, uuid or now. Write “$${” for a literal “${”."
    }

    private func advice(_ key: String, _ prefix: String, _ known: [String]) -> String {
        if let nearest = Suggestion.nearest(to: key, in: known) { return "Did you mean “${\(prefix)\(nearest)}”?" }
        if known.isEmpty {
            switch prefix {
            case "given.": return "No state in “given” of this case has this parameter."
            case "outputs.": return "No case in “after” has outputs."
            default: return "An object in “each” is empty. Add a key such as “x” to define “${row.x}”."
            }
        }
        return "The known names are \(known.map { "${\(prefix)\($0)}" }.joined(separator: ", "))."
    }
}

/// Finds the strings of a case that may contain templates, `${…}`.
struct CaseStrings {
    /// The part of a case that contains a string, such as a step. The names that a template may contain depend on this
    /// part.
    enum Part {
        /// A step, counted from 0. Its templates may contain the outputs of earlier steps.
        case step(Int)
        /// The key `client` of the case: the expected behavior of a client. Its templates may contain
        /// `${response.body}`.
        case client
        /// The parameters of a state. Their values must be known before the first step runs.
        case state
    }

    /// Calls `body` with every string of a case.
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
        for value in value.selfAndDescendants where value.kind == .string { body(value) }
    }
}
