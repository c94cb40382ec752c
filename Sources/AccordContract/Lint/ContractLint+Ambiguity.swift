// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractLint {
    /// Reports cases with the same request and different responses.
    func reportAmbiguity(_ operation: Operation) {
        var seen: [String: (answer: String, definition: CaseDefinition)] = [:]
        for definition in operation.cases {
            let subject = LintedCase(definition, of: operation)
            guard let ask = CaseText.ask(subject), let answer = CaseText.answer(subject) else { continue }
            guard let first = seen[ask] else {
                seen[ask] = (answer, definition)
                continue
            }
            guard first.answer != answer else { continue }
            let note = Diagnostic.Note("“\(first.definition.name)” is here", at: first.definition.location)
            reader.report(
                .ambiguousCases,
                "“\(first.definition.name)” and “\(definition.name)” have the same request and different responses",
                at: definition.location, notes: [note],
                advice:
                    "Write different states in “given” of the two cases. If a case is only for clients, add \"appliesTo\": \"client\"."
            )
        }
    }
}

/// Writes the request or the response of a case as a string. Two requests or responses are equal if their strings are
/// equal.
enum CaseText {
    /// Returns the request of a case and its provider states as a string. Returns `nil` if the case applies only to
    /// clients, has several steps or expects a fault.
    static func ask(_ subject: LintedCase) -> String? {
        let definition = subject.definition
        guard definition.appliesTo != .client, definition.steps.count == 1, let step = definition.steps.first else {
            return nil
        }
        if case .fault = step.response.outcome { return nil }
        var text = "\(definition.appliesTo?.rawValue ?? "both")"
        for state in definition.given {
            let params = state.params.map { written($0, subject) } ?? ""
            text += "\u{1}\(state.name)\u{2}\(params)"
            // If the state's name contains a template such as `${row.x}`, add the row. The value of the template may be
            // the only difference between two cases.
            if state.name.contains("${"), let row = subject.row { text += "\u{2}\(JSONWriter.compact(row))" }
        }
        text += "\u{1}after" + definition.after.map { "\u{2}\($0.value)" }.joined()
        text += "\u{1}security"
        for requirement in definition.security ?? subject.operation.security {
            text += "\u{2}" + requirement.uses.map(\.scheme).joined(separator: "\u{3}")
        }
        guard let request = step.request else { return text + "\u{1}" }
        text += "\u{1}" + values(request.pathParameters, subject) + "\u{1}" + values(request.query, subject)
        text += "\u{1}" + values(request.headers, subject, isHeader: true) + "\u{1}" + values(request.cookies, subject)
        text += "\u{1}" + (request.body.map { body($0, subject) } ?? "")
        return text
    }

    static func answer(_ subject: LintedCase) -> String? {
        guard let response = subject.definition.steps.first?.response else { return nil }
        guard case .answer(let status, let headers, let content) = response.outcome else { return nil }
        let text = content.map { body($0, subject) } ?? ""
        return "\(status)\u{1}\(values(headers, subject, isHeader: true))\u{1}\(text)"
    }

    private static func values(_ values: [NamedValue], _ subject: LintedCase, isHeader: Bool = false) -> String {
        let pairs = values.map { named in
            "\(isHeader ? named.name.lowercased() : named.name)\u{2}\(written(named.value, subject))"
        }
        return pairs.sorted().joined(separator: "\u{3}")
    }

    private static func written(_ value: JSONValue, _ subject: LintedCase) -> String {
        guard TemplateText.isIn(value) else { return JSONWriter.compact(value) }
        let json = TemplateText.filled(value, row: subject.row, given: subject.given).value
        return JSONWriter.compact(json)
    }

    private static func body(_ definition: BodyDefinition, _ subject: LintedCase) -> String {
        switch definition.content {
        case .json(let value): return "json" + written(value, subject)
        case .text(let value): return "text" + written(value, subject)
        case .base64(let bytes): return "bytes\(bytes)"
        case .file(let path, _): return "file" + path
        case .parts(let parts):
            return parts.map { part in
                let content = part.body.map { body($0, subject) } ?? ""
                return "\(part.name)\u{4}\(part.filename ?? "")\u{4}\(content)"
            }.joined(separator: "\u{5}")
        }
    }
}
