// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractReader {
    /// The options of a contract's schemas: Accord checks `format`, and rejects unknown keywords.
    static let schemaOptions = SchemaOptions(assertsFormat: true, allowsUnknownKeywords: false)

    /// Returns the options for the dialect of JSON Schema that the file specifies. Converted OpenAPI documents specify
    /// a dialect.
    private func schemaOptions(of value: JSONValue) -> SchemaOptions {
        guard let name = value.document.root["schemaDialect"]?.string, let dialect = SchemaDialect(metaschema: name)
        else { return Self.schemaOptions }
        return SchemaOptions(dialect: dialect, assertsFormat: true, allowsUnknownKeywords: true)
    }

    /// Returns the compiled schema, or reports why it is invalid. Schemas in requests and in responses permit that
    /// `readOnly` and `writeOnly` properties are missing.
    func schema(_ value: JSONValue) -> Schema? {
        let key = NodeID(value)
        let schema = schemaCache[key] ?? compile(value)
        schemaCache[key] = .some(schema)
        return schema?.omitting(omission)
    }

    /// A schema that accepts everything. It replaces an invalid schema, because values must not be checked against an
    /// invalid schema.
    static let permissive: Schema? = try? Schema.compile(JSON.bool(true))

    private func compile(_ value: JSONValue) -> Schema? {
        if let translation = translation(of: value) { return compiled(value, translation) }
        guard value.kind == .object || value.kind == .bool else {
            return reject(
                .wrongType, "a schema: expected an object or a Boolean, got \(value.kind.withArticle)", at: value)
        }
        let options = schemaOptions(of: value)
        do {
            let schema = try Schema.compile(
                value, baseURI: store.uri(of: value.document), registry: registry, options: options)
            reportBrokenExamples(in: value) { part in
                let (base, options) = (store.uri(of: part.document), schemaOptions(of: part))
                return try? Schema.compile(part, baseURI: base, registry: registry, options: options)
            }
            let all = value.allSchemas
            if options.allowsUnknownKeywords { reportUnknownKeywords(of: all, isClosed: false) }
            reportWhatChecksNothing(of: all)
            return schema
        } catch {
            for diagnostic in error.diagnostics { report(diagnostic) }
            return nil
        }
    }

    private func compiled(_ value: JSONValue, _ translation: Translation) -> Schema? {
        if let known = library(translation).schema(at: value) { return known }
        return try? Schema.compile(
            value, baseURI: store.uri(of: value.document), registry: registry, options: translation.options)
    }

    private func report(_ diagnostic: SchemaDiagnostic) {
        let location = diagnostic.location
        switch diagnostic.keyword {
        case "$ref":
            // If `target(of:)` can't resolve the reference, `target(of:)` has already reported it.
            let text = location.string ?? ""
            let isPointer = text.hasPrefix("#/") || !text.hasPrefix("#")
            if isPointer, target(of: location) == nil || mistypedReferences.contains(SourceLocation(location)) {
                return
            }
            report(.unresolvedReference, diagnostic.message, at: location)
        case "required" where location.kind == .bool:
            report(
                .schema, "“required” of a schema: expected an array of names, got \(location.text)", at: location,
                advice: "To make the parameter optional, wrap its schema: { \"required\": false, \"schema\": … }.")
        default:
            // An unknown keyword is reported at its name instead of its value.
            guard let hint = diagnostic.hint, let member = Self.member(of: location) else {
                return report(.schema, diagnostic.message, at: location)
            }
            report(
                .unknownKey, diagnostic.problem, at: SourceLocation(keyOf: member), advice: SwiftName.capitalized(hint),
                correction: Suggestion.certain(for: member.key, in: SchemaKeywords.all))
        }
    }

    /// Returns the member of an object that contains the value.
    private static func member(of value: JSONValue) -> JSONMember? {
        guard let parent = value.pointer.parent else { return nil }
        return value.document.root.value(at: parent)?.members.first { $0.value.node == value.node }
    }

    /// Reports `default`, `examples` and `example` that violate the schema that contains them.
    ///
    /// - Parameter compiled: Returns the compiled schema at a location.
    func reportBrokenExamples(in schema: JSONValue, _ compiled: (JSONValue) -> Schema?) {
        for (owner, example) in schema.schemaExamples {
            guard let compiled = compiled(owner), !compiled.isValidMessage(example) else { continue }
            if example.isNull, owner.document.isTranslation, owner["nullable"] != nil { continue }
            let isDefault = owner["default"]?.node == example.node
            reportViolations(of: compiled, by: example, rule: .example, "the \(isDefault ? "default" : "example")")
        }
    }

    /// Reports unknown formats, contradictory keywords, and patterns that can take exponential time.
    func reportWhatChecksNothing(of schemas: [JSONValue]) {
        reportUnknownFormats(of: schemas)
        reportContradictions(of: schemas)
        reportBacktracking(of: schemas)
        for keyword in schemas.compactMap(\.oversizedKeyword) {
            report(
                .example, "Accord generates no value for this schema, because all valid values are too large",
                at: keyword, severity: .warning, advice: "Lower the limit, or add an example.")
        }
    }

    /// Reports patterns that can take exponential time in engines other than Accord's.
    private func reportBacktracking(of schemas: [JSONValue]) {
        for owner in schemas {
            if let value = owner["pattern"], let text = value.string {
                reportBacktracking(of: text, at: SourceLocation(value))
            }
            guard let properties = owner["patternProperties"] else { continue }
            for member in properties.members { reportBacktracking(of: member.key, at: SourceLocation(keyOf: member)) }
        }
    }

    private func reportBacktracking(of text: String, at location: SourceLocation) {
        let known = backtracking[text] ?? BacktrackingPattern(text)
        backtracking[text] = .some(known)
        guard let known else { return }
        report(
            .backtracking,
            "the pattern “\(text)” takes exponential time for some texts in engines that backtrack", at: location,
            severity: .warning,
            advice: known.alternative.map { "Write “\($0)”, which matches the same texts in linear time." }
                ?? "Start each repeated part with a different character: “\\w+(?: \\w+)* ?” instead of “(\\w+ ?)+”.")
    }

    /// Reports unknown formats, which have no effect.
    private func reportUnknownFormats(of schemas: [JSONValue]) {
        for owner in schemas {
            guard let format = owner["format"], let name = format.string, !Format.isKnown(name) else { continue }
            report(
                .unknownFormat, "unknown format “\(name)”: Accord doesn't check the format", at: format,
                severity: .warning,
                advice: Suggestion.didYouMean(
                    name, in: Format.checkedNames, otherwise: "Replace “format” with “pattern”, or remove “format”."))
        }
    }

    /// Reports unknown keywords, which have no effect.
    ///
    /// - Parameter isClosed: whether the dialect forbids unknown keywords, as OpenAPI 2.0 and 3.0 do. If the dialect
    ///   permits unknown keywords, the function reports only misspelled keywords.
    func reportUnknownKeywords(of schemas: [JSONValue], isClosed: Bool) {
        for owner in schemas where owner["$ref"] == nil {
            for member in owner.members where !SchemaKeywords.has(member.key) && !member.key.hasPrefix("x-") {
                let meant = Suggestion.certain(for: member.key, in: SchemaKeywords.all).flatMap {
                    owner[$0] == nil ? $0 : nil
                }
                guard isClosed || meant != nil else { continue }
                report(
                    .unknownKey, "unknown JSON Schema keyword “\(member.key)”: Accord ignores the keyword",
                    at: SourceLocation(keyOf: member), severity: .warning,
                    advice: meant.map { "Did you mean “\($0)”?" } ?? "Extension keywords start with “x-”.")
            }
        }
    }

    /// Reports keywords of a schema that contradict each other. JSON Schema permits such keywords.
    private func reportContradictions(of schemas: [JSONValue]) {
        for contradiction in schemas.flatMap(SchemaContradiction.all) {
            let notes = contradiction.other.map {
                [Diagnostic.Note("the contradicting keyword", at: SourceLocation($0))]
            }
            report(
                .unsatisfiable, contradiction.message, at: contradiction.place, severity: .warning, notes: notes ?? [],
                advice: "Correct one of the two keywords. To forbid a value, use the schema “false”.")
        }
    }

    /// Reports each violation at the location of the invalid value. A note shows the keyword that rejects the value.
    func reportViolations(of schema: Schema, by value: JSONValue, rule: ContractRule, _ subject: String) {
        for violation in schema.validate(value).prefix(10) {
            let note = Diagnostic.Note("this keyword rejects the value", at: SourceLocation(violation.schemaValue))
            report(rule, "\(subject) violates its schema: \(violation.message)", at: violation.instance, notes: [note])
        }
    }
}

extension JSONValue {
    /// The schemas that are values of this schema's keywords.
    package var subschemas: [JSONValue] { members.flatMap { SchemaKeywords.schemas(in: $0) } }

    /// This schema and all its subschemas.
    var allSchemas: [JSONValue] {
        var result: [JSONValue] = []
        var pending: [JSONValue] = [self]
        while let schema = pending.popLast() {
            result.append(schema)
            pending += schema.subschemas
        }
        return result
    }

    /// The examples in this schema, each with the schema that contains it.
    var schemaExamples: [(owner: JSONValue, example: JSONValue)] {
        allSchemas.flatMap { schema in
            schema.members.flatMap { member -> [(owner: JSONValue, example: JSONValue)] in
                switch member.key {
                case "example", "default": [(schema, member.value)]
                case "examples": member.value.elements.map { (schema, $0) }
                default: []
                }
            }
        }
    }
}
