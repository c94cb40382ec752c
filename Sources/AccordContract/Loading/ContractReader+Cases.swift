// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractReader {
    static let caseKeys = [
        "summary", "tags", "appliesTo", "given", "security", "each", "after", "request", "response", "outputs",
        "steps", "poll", "client", "skip", "pending", "notSecret",
    ]

    /// Reads the cases of an operation. Each row of `each` becomes a separate case.
    func cases(_ layered: Layered?, of operation: String) -> [CaseDefinition] {
        let members = named(layered, "“cases” of “\(operation)”", followsReferences: false)
        return members.flatMap { cases($0, of: operation) }
    }

    private func cases(_ member: LayeredMember, of operation: String) -> [CaseDefinition] {
        let name = member.name
        seenCases.insert("\(operation)/\(name)")
        if !CaseDefinition.isName(name) {
            report(
                .badValue, "invalid name of a case: “\(name)”", at: member.location,
                advice: "Use up to 80 ASCII letters, digits, spaces and -_.,+()', starting with a letter or digit. "
                    + "“summary” may contain any characters.")
        }
        let subject = "the case “\(operation)/\(name)”"
        let fields = object(member.value, subject, keys: Self.caseKeys, followsReferences: false)
        guard let fields else { return [] }
        noteNotSecrets(fields)
        guard let template = template(fields, member, of: operation) else { return [] }
        guard let each = fields["each"] else { return expanded(template, fields, operation: operation, row: nil) }
        return rows(each, subject).flatMap { row in
            var definition = template
            definition.name = "\(name)[\(row.label)]"
            definition.row = row.value
            return expanded(definition, fields, operation: operation, row: row.value)
        }
    }

    /// Reads the keys of a case, except its requests and responses. All rows of `each` share these keys.
    private func template(_ fields: ObjectFields, _ member: LayeredMember, of operation: String) -> CaseDefinition? {
        let subject = fields.subject
        var definition = CaseDefinition(name: member.name, location: member.location)
        definition.summary = string(fields, "summary")
        definition.tags = strings(fields, "tags")
        definition.appliesTo = choice(fields, "appliesTo", of: [.client, .server])
        definition.given = fields["given"].map { states($0, subject) } ?? []
        definition.security = security(fields["security"], "“security” of \(subject)")
        definition.after = fields["after"].map { located($0, "“after” of \(subject)") } ?? []
        definition.poll = fields["poll"].flatMap { poll($0, subject) }
        definition.client = fields["client"].flatMap { client($0, "“client” of \(subject)") }
        definition.skip = fields["skip"].flatMap { exemption($0, "“skip” of \(subject)") }
        definition.pending = fields["pending"].flatMap { exemption($0, "“pending” of \(subject)") }
        return definition
    }

    private func expanded(
        _ template: CaseDefinition, _ fields: ObjectFields, operation: String, row: JSONValue?
    ) -> [CaseDefinition] {
        var definition = template
        if fields["steps"] != nil {
            let excluded = ["request", "response", "outputs"].filter { fields[$0] != nil }
            for key in excluded {
                guard let value = fields[key] else { continue }
                report(
                    .badValue, "“\(key)” and “steps” in \(fields.subject) are mutually exclusive", at: value,
                    advice: "Move “\(key)” into a step.")
            }
            definition.steps = steps(fields, operation: operation, row: row)
        } else {
            guard let step = step(fields, operation: operation, row: row) else { return [] }
            definition.steps = [step]
        }
        return definition.steps.isEmpty ? [] : [definition]
    }

    private func rows(_ value: JSONValue, _ subject: String) -> [(label: String, value: JSONValue)] {
        guard expect(value, .array, "“each” of \(subject)") else { return [] }
        if value.count == 0 { report(.empty, "“each” of \(subject) is empty", at: value) }
        var rows: [(label: String, value: JSONValue)] = []
        var labels: [String: SourceLocation] = [:]
        for (index, row) in value.elements.enumerated() {
            guard expect(row, .object, "each row of \(subject)") else { continue }
            let label = self.label(of: row) ?? String(index)
            if let first = labels[label] {
                report(
                    .duplicateID, "duplicate row “\(label)” in \(subject)", at: row["label"] ?? row,
                    notes: [Diagnostic.Note("first occurrence", at: first)],
                    advice: "Rename one of the rows, because the label is part of the case's id.")
            }
            labels[label] = SourceLocation(row)
            rows.append((label, row))
        }
        return rows
    }

    private func label(of row: JSONValue) -> String? {
        guard let value = row["label"] else { return nil }
        guard let text = value.string, CaseDefinition.isName(text) else {
            return reject(
                .badValue, "invalid label of a row: \(value.text)", at: value,
                advice: "Use ASCII letters, digits, spaces and -_.,+()', starting with a letter or digit.")
        }
        return text
    }

    private func states(_ value: JSONValue, _ subject: String) -> [ProviderState] {
        guard expect(value, .array, "“given” of \(subject)") else { return [] }
        return value.elements.compactMap { element in
            if let name = element.string, !name.isEmpty {
                return ProviderState(name: name, location: SourceLocation(element))
            }
            guard element.kind == .object else {
                return reject(
                    .wrongType, "a state in “given”: expected a name or { \"name\": …, \"params\": {…} }", at: element)
            }
            let keys = ["name", "params"]
            let fields = object(element, "a state", keys: keys, required: ["name"], followsReferences: false)
            guard let fields, let name = name(fields, "name") else { return nil }
            if let params = fields["params"] { expect(params, .object, "“params” of a state") }
            return ProviderState(name: name, params: fields["params"], location: SourceLocation(element))
        }
    }

    private func poll(_ value: JSONValue, _ subject: String) -> Poll? {
        let keys = ["retryAfter", "retryLimit"]
        let fields = object(
            value, "“poll” of \(subject)", keys: keys, required: ["retryLimit"], followsReferences: false)
        guard let fields, let limit = integer(fields, "retryLimit", in: 1...Int.max) else { return nil }
        return Poll(
            retryAfter: number(fields, "retryAfter", minimum: 0, allowsMinimum: false) ?? 1, retryLimit: limit,
            location: SourceLocation(value))
    }
}

extension CaseDefinition {
    /// Returns whether a text has only characters that the name of a case may contain. Names are part of ids and file
    /// names.
    static func isName(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, scalars.count <= 80 else { return false }
        return isAlphanumeric(first) && mayEnd(last) && scalars.allSatisfy(isAllowed)
    }

    /// Returns a text as the name of a case, with at most `count` characters. Other characters than a name may contain
    /// become `replacement`, or are left out at the beginning and the end. The result may be empty.
    package static func name(for text: String, replacement: Unicode.Scalar, count: Int) -> String {
        let allowed = text.unicodeScalars.map { isAllowed($0) ? $0 : replacement }
        let name = allowed.drop { !isAlphanumeric($0) }.prefix(count)
        return String(String.UnicodeScalarView(name.reversed().drop { !mayEnd($0) }.reversed()))
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        isAlphanumeric(scalar) || " -_.,+()'".unicodeScalars.contains(scalar)
    }

    private static func mayEnd(_ scalar: Unicode.Scalar) -> Bool {
        isAlphanumeric(scalar) || scalar == ")" || scalar == "'"
    }

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}
