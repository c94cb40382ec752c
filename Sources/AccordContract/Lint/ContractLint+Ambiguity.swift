// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractLint {
    /// Reports operations that have the same method and path as an earlier operation. In OpenAPI, paths that differ only
    /// in the names of their parameters are the same path, which must have one path item.
    func reportPathsTwice() {
        var seen: [String: Operation] = [:]
        var paths: [String: Operation] = [:]
        for operation in contract.operations {
            let path = operation.request.path
            let key = "\(operation.request.method) \(path.shape)"
            let first = paths[path.shape] ?? operation
            if contract.origin == .openAPI, first.request.path != path, paths[path.description] == nil {
                reader.report(
                    .path, "the paths “\(first.request.path)” and “\(path)” differ only in the names of parameters",
                    at: operation.request.location, severity: .warning,
                    notes: [Diagnostic.Note("first occurrence", at: first.request.location)],
                    advice: "Write the operations of both paths under one of the paths.")
            }
            paths[path.shape] = first
            paths[path.description] = operation
            if let first = seen[key] {
                reader.report(
                    .duplicateID,
                    "the operations “\(operation.id)” and “\(first.id)” have the same method and path, “\(key)”",
                    at: operation.location, notes: [Diagnostic.Note("first occurrence", at: first.location)],
                    advice: "Merge the two operations, and write a case for each difference.")
            } else {
                seen[key] = operation
            }
        }
    }

    /// Reports cases with the same request and different responses.
    func reportAmbiguity(_ operation: Operation) {
        var seen: [String: (answer: String, definition: CaseDefinition)] = [:]
        for definition in operation.cases {
            let subject = LintedCase(definition, of: operation)
            guard let ask = subject.requestText, let answer = subject.responseText else { continue }
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

extension LintedCase {
    /// The request of the case and its provider states as a string. Two requests are equal if their strings are equal.
    /// It is `nil` if the case applies only to clients, has several steps or expects a fault.
    fileprivate var requestText: String? {
        guard definition.appliesTo != .client, definition.steps.count == 1, let step = definition.steps.first else {
            return nil
        }
        if case .fault = step.response.outcome { return nil }
        var text = "\(definition.appliesTo?.rawValue ?? "both")"
        for state in definition.given {
            let params = state.params.map { written($0) } ?? ""
            text += "\u{1}\(state.name)\u{2}\(params)"
            // If the state's name contains a template such as `${row.x}`, add the row. The value of the template may be
            // the only difference between two cases.
            if state.name.contains("${"), let row { text += "\u{2}\(JSONWriter.compact(row))" }
        }
        text += "\u{1}after" + definition.after.map { "\u{2}\($0.value)" }.joined()
        text += "\u{1}security"
        for requirement in definition.security ?? operation.security {
            text += "\u{2}" + requirement.uses.map(\.scheme).joined(separator: "\u{3}")
        }
        guard let request = step.request else { return text + "\u{1}" }
        text += "\u{1}" + values(request.pathParameters) + "\u{1}" + values(request.query)
        text += "\u{1}" + values(request.headers, isHeader: true) + "\u{1}" + values(request.cookies)
        text += "\u{1}" + (request.body.map { body($0) } ?? "")
        return text
    }

    /// The response of the case as a string. Two responses are equal if their strings are equal.
    fileprivate var responseText: String? {
        guard let response = definition.steps.first?.response else { return nil }
        guard case .answer(let status, let headers, let content) = response.outcome else { return nil }
        let text = content.map { body($0) } ?? ""
        return "\(status)\u{1}\(values(headers, isHeader: true))\u{1}\(text)"
    }

    private func values(_ values: [NamedValue], isHeader: Bool = false) -> String {
        let pairs = values.map { named in
            "\(isHeader ? named.name.lowercased() : named.name)\u{2}\(written(named.value))"
        }
        return pairs.sorted().joined(separator: "\u{3}")
    }

    private func written(_ value: JSONValue) -> String {
        guard TemplateText.isIn(value) else { return JSONWriter.compact(value) }
        let json = TemplateText.filled(value, row: row, given: given).value
        return JSONWriter.compact(json)
    }

    private func body(_ definition: BodyDefinition) -> String {
        switch definition.content {
        case .json(let value): return "json" + written(value)
        case .text(let value): return "text" + written(value)
        case .base64(let bytes): return "bytes\(bytes)"
        case .file(let path, _): return "file" + path
        case .parts(let parts):
            return parts.map { part in
                let content = part.body.map { body($0) } ?? ""
                return "\(part.name)\u{4}\(part.filename ?? "")\u{4}\(content)"
            }.joined(separator: "\u{5}")
        }
    }
}
