// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractReader {
    /// Resolves `$ref`, or reports that its target doesn't exist.
    ///
    /// - Parameter isSchema: Whether the value may be a schema. Schemas may have keys next to the `$ref`.
    func resolved(_ value: JSONValue, isSchema: Bool = false) -> JSONValue? {
        var seen: [JSONValue] = []
        var current = value
        while let reference = current["$ref"], reference.kind == .string {
            if !isSchema { reportKeysBeside(reference: current) }
            seen.append(current)
            guard let next = target(of: reference) else { return nil }
            let isCycle = seen.contains { $0.document === next.document && $0.node == next.node }
            if isCycle, isSchema { return nil }
            if isCycle {
                return reject(
                    .referenceCycle, "“$ref” refers to itself", at: reference,
                    notes: seen.dropFirst().map { Diagnostic.Note("through", at: SourceLocation($0)) },
                    advice: "Only schemas may refer to themselves.")
            }
            current = next
        }
        return current
    }

    func resolved(_ layered: Layered) -> Layered? { Layered(layered.layers.compactMap { resolved($0) }) }

    /// Returns the target of a `$ref`: `#/pointer`, `file.json` or `file.json#/pointer`.
    func target(of reference: JSONValue) -> JSONValue? {
        let text = reference.string ?? ""
        let pieces = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = String(pieces.first ?? "")
        let fragment = pieces.count > 1 ? String(pieces[1]) : ""
        guard let document = document(file, for: reference) else { return nil }
        guard let pointer = try? JSONPointer(uriFragment: "#" + fragment) else {
            return reject(
                .unresolvedReference, "“\(text)” doesn't end with a JSON Pointer", at: reference,
                advice: "Write a JSON Pointer such as “#/components/schemas/User” (RFC 6901).")
        }
        if let value = document.root.value(at: pointer) { return value }
        if let value = mistyped(pointer, in: document) {
            mistypedReferences.insert(SourceLocation(reference))
            return value
        }
        reportUnresolved(text, file: file, pointer, in: document, at: reference)
        return nil
    }

    /// Returns the target of a pointer to a component. Also finds the target if the document misspells “components” or
    /// a key in “components”, such as “schemas”. Accord reports the misspelled key separately.
    private func mistyped(_ pointer: JSONPointer, in document: JSONDocument) -> JSONValue? {
        guard !document.isTranslation, !document.isConverted, pointer.tokens.first == "components" else { return nil }
        var value = document.root
        for (token, known) in zip(pointer.tokens, [Self.contractKeys, ContractReader.componentSections]) {
            let meant = value.members.first {
                !known.contains($0.key) && Suggestion.nearest(to: $0.key, in: known) == token
            }
            guard let next = value[token] ?? meant?.value else { return nil }
            value = next
        }
        return value.value(at: JSONPointer(tokens: Array(pointer.tokens.dropFirst(2))))
    }

    private func document(_ file: String, for reference: JSONValue) -> JSONDocument? {
        if file.isEmpty { return reference.document }
        if file.contains("://") {
            return reject(
                .unresolvedReference, "“\(file)” is a URL; Accord loads nothing from a network",
                at: reference, advice: "Save a copy of the file next to the contract, and write its relative path.")
        }
        return document(relative: Percent.decodeText(file), for: reference, .unresolvedReference)
    }

    /// Returns the document at a relative path, or reports why it can't be read.
    func document(relative path: String, for place: JSONValue, _ rule: ContractRule) -> JSONDocument? {
        guard store.mayRead(store.path(path, from: place.document)) else {
            return reject(
                rule, "“\(path)” is outside of the contract's folder", at: place,
                advice:
                    "Move the file into the contract's folder, or pass the common parent folder: --ref-root FOLDER.")
        }
        switch store.document(path, from: place.document) {
        case .success(let document): return document
        case .failure(.unreadable(let reason)): report(rule, "can't read “\(path)”: \(reason)", at: place)
        case .failure(.malformed(let error)):
            report(rule, "“\(path)” isn't JSON", at: place)
            report(error)
        }
        return nil
    }

    private func reportUnresolved(
        _ text: String, file: String, _ pointer: JSONPointer, in document: JSONDocument, at reference: JSONValue
    ) {
        guard let missing = document.root.missing(pointer) else { return }
        let known = missing.names
        var advice = Suggestion.advice(for: missing.token, in: known)
        var correction: String?
        if let nearest = Suggestion.nearest(to: missing.token, in: known) {
            let suffix = pointer.tokens.dropFirst(missing.path.count + 1)
            let suggested = JSONPointer(tokens: missing.path + [nearest] + suffix)
            advice = "Did you mean “\(file)#\(suggested)”?"
            let isCertain = Suggestion.certain(for: missing.token, in: known) == nearest
            if isCertain, document.root.value(at: suggested) != nil { correction = "\(file)#\(suggested)" }
        }
        report(
            .unresolvedReference, "unresolved “\(text)”: \(missing.reason)", at: reference, advice: advice,
            correction: correction)
    }

    private func reportKeysBeside(reference: JSONValue) {
        for member in reference.members {
            let key = member.key
            if ["$ref", "summary", "description"].contains(key) || key.hasPrefix("x-") { continue }
            report(
                .unknownKey, "the key “\(key)” next to “$ref” has no effect", at: SourceLocation(keyOf: member),
                advice: "Remove the key. Only “summary” and “description” have an effect next to “$ref”.")
        }
    }

    func reportDuplicateKeys(of document: JSONDocument) {
        let isOwn = translations.isEmpty || document.root["contract"] != nil || document.root["extends"] != nil
        for duplicate in document.duplicateKeys {
            let pointer = duplicate.object.appending(duplicate.key).description
            let first = SourceLocation(
                file: document.file, line: duplicate.first.line, column: duplicate.first.column, pointer: pointer)
            let second = SourceLocation(
                file: document.file, line: duplicate.second.line, column: duplicate.second.column, pointer: pointer)
            var diagnostic = Diagnostic(
                isOwn || formats.isStrict ? .error : .warning, rule: ContractRule.duplicateKey.rawValue,
                "duplicate key “\(duplicate.key)”", at: second, notes: [Diagnostic.Note("first occurrence", at: first)],
                advice: "Remove one of the two keys: JSON parsers differ in which value they use.")
            let line = document.lineText(duplicate.second.line)
            let window = SourceWindow(line, caret: duplicate.second.column - 1)
            diagnostic.sourceLine = window.line
            diagnostic.caret = window.caret
            addDiagnostic(diagnostic)
        }
    }

    func report(_ error: JSONSyntaxError) {
        let location = SourceLocation(file: error.file, line: error.position.line, column: error.position.column)
        var diagnostic = Diagnostic(
            .error, rule: ContractRule.syntax.rawValue, error.reason, at: location, sourceLine: error.sourceLine)
        diagnostic.caret = error.caret
        addDiagnostic(diagnostic)
    }
}

extension JSONValue {
    /// Returns the first token of a pointer that leads to no value, with the path before the token, the names that exist
    /// at this path, and a message. Returns `nil` if the pointer leads to a value.
    package func missing(
        _ pointer: JSONPointer
    ) -> (path: [String], token: String, names: [String], reason: String)? {
        var value = self
        for (index, token) in pointer.tokens.enumerated() {
            guard let next = value.value(at: JSONPointer(tokens: [token])) else {
                let path = Array(pointer.tokens.prefix(index))
                let place = path.isEmpty ? "the document" : "“\(JSONPointer(tokens: path))”"
                return (path, token, value.members.map(\.key), "\(place) has no “\(token)”")
            }
            value = next
        }
        return nil
    }
}
