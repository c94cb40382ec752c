import AccordJSON
import AccordSchema

extension ContractReader {
    /// How a contract's schemas are read: `format` is asserted, an unknown keyword is a mistake.
    static let schemaOptions = SchemaOptions(assertsFormat: true, allowsUnknownKeywords: false)

    /// The same, unless the file states another dialect, as one does that was converted from an OpenAPI document.
    private func schemaOptions(of value: JSONValue) -> SchemaOptions {
        guard let name = value.document.root["schemaDialect"]?.string, let dialect = SchemaDialect(metaschema: name)
        else {
            return Self.schemaOptions
        }
        return SchemaOptions(dialect: dialect, assertsFormat: true, allowsUnknownKeywords: true)
    }

    /// The compiled schema; nil, and diagnostics, if it is none.
    func schema(_ value: JSONValue) -> Schema? {
        let key = NodeID(value)
        if let known = schemaCache[key] { return known }
        let schema = compile(value)
        schemaCache[key] = .some(schema)
        return schema
    }

    /// Stands for a schema that is broken, so that what uses it isn't reported as well.
    static let permissive: Schema? = try? Schema.compile(JSON.bool(true))

    private func compile(_ value: JSONValue) -> Schema? {
        if let translation = translation(of: value) { return compiled(value, translation) }
        guard value.kind == .object || value.kind == .bool else {
            report(
                .wrongType, "a schema must be an object, true or false, not \(value.kind.withArticle)", at: value)
            return nil
        }
        let options = schemaOptions(of: value)
        do {
            let schema = try Schema.compile(
                value, baseURI: store.uri(of: value.document), registry: registry, options: options)
            reportBrokenExamples(in: value)
            let all = SubSchemas.all(in: value)
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
            // Where a pointer leads nowhere, this reader knows what it could have meant.
            let text = location.string ?? ""
            let isPointer = text.hasPrefix("#/") || !text.hasPrefix("#")
            if isPointer, target(of: location) == nil || mistypedReferences.contains(SourceLocation(location)) {
                return
            }
            report(.unresolvedReference, diagnostic.message, at: location)
        case "required" where location.kind == .bool:
            report(
                .schema, "“required” is a list of names in a schema, not \(location.text)", at: location,
                advice: "To say that the whole is optional wrap the schema: { \"required\": false, \"schema\": … }.")
        default:
            // What is wrong with a word that is no keyword is the word, not its value.
            let isUnknown = diagnostic.message.contains("isn't a keyword")
            guard isUnknown, let member = Self.member(of: location) else {
                return report(.schema, diagnostic.message, at: location)
            }
            let pieces = diagnostic.message.split(separator: "; ", maxSplits: 1).map(String.init)
            report(
                .unknownKey, pieces.first ?? diagnostic.message, at: SourceLocation(keyOf: member),
                advice: pieces.count > 1 ? SwiftName.capitalized(pieces[1]) : nil,
                correction: Suggestion.certain(for: member.key, in: SchemaKeywords.all))
        }
    }

    /// The member that a value is the value of: what is wrong with an unknown keyword is its name.
    private static func member(of value: JSONValue) -> JSONMember? {
        guard let parent = value.pointer.parent else { return nil }
        return value.document.root.value(at: parent)?.members.first { $0.value.node == value.node }
    }

    /// `default`, `examples` and `example` anywhere in a schema satisfy the schema that they stand in.
    private func reportBrokenExamples(in schema: JSONValue) {
        for (owner, example) in SubSchemas.examples(in: schema) {
            guard let compiled = self.schemaWithoutExamples(owner) else { continue }
            reportViolations(of: compiled, by: example, rule: .example, "the example")
        }
    }

    /// Formats of no known name, and limits that nothing satisfies, of schemas one by one.
    func reportWhatChecksNothing(of schemas: [JSONValue]) {
        reportUnknownFormats(of: schemas)
        reportContradictions(of: schemas)
    }

    /// A `format` of no known name checks nothing, where somebody thinks that it does.
    private func reportUnknownFormats(of schemas: [JSONValue]) {
        for owner in schemas {
            guard let format = owner["format"], let name = format.string, !FormatNames.contains(name) else { continue }
            report(
                .unknownFormat, "the format “\(name)” is unknown, and so checks nothing", at: format,
                severity: .warning,
                advice: Suggestion.nearest(to: name, in: FormatNames.checked).map { "Did you mean “\($0)”?" }
                    ?? "Say what it means by “pattern”, or take it out.")
        }
    }

    /// A keyword that no dialect has checks nothing: whoever mistyped one thinks that it does.
    ///
    /// - Parameter isClosed: true for the Schema Objects of OpenAPI 2.0 and 3.0, which allow no words but theirs; JSON
    ///   Schema allows any, so that only those are told that were hardly meant.
    func reportUnknownKeywords(of schemas: [JSONValue], isClosed: Bool) {
        for owner in schemas where owner["$ref"] == nil {
            for member in owner.members where !SchemaKeywords.has(member.key) && !member.key.hasPrefix("x-") {
                let meant = Suggestion.certain(for: member.key, in: SchemaKeywords.all).flatMap {
                    owner[$0] == nil ? $0 : nil
                }
                guard isClosed || meant != nil else { continue }
                report(
                    .unknownKey, "“\(member.key)” isn't a keyword of JSON Schema, and so checks nothing",
                    at: SourceLocation(keyOf: member), severity: .warning,
                    advice: meant.map { "Did you mean “\($0)”?" } ?? "Words of your own start with “x-”.")
            }
        }
    }

    /// What nothing can satisfy is allowed by JSON Schema, and hardly ever meant.
    private func reportContradictions(of schemas: [JSONValue]) {
        for contradiction in schemas.flatMap(SchemaContradiction.all) {
            let notes = contradiction.other.map { [Diagnostic.Note("it contradicts this", at: SourceLocation($0))] }
            report(
                .unsatisfiable, contradiction.message, at: contradiction.place, severity: .warning, notes: notes ?? [],
                advice: "Correct one of the two. What must not be there at all is said by the schema “false” alone.")
        }
    }

    /// A schema inside of one that was compiled, whose examples have been seen to.
    private func schemaWithoutExamples(_ value: JSONValue) -> Schema? {
        try? Schema.compile(
            value, baseURI: store.uri(of: value.document), registry: registry, options: schemaOptions(of: value))
    }

    /// Reports each violation at the value that is wrong, with a note on the keyword that it breaks.
    func reportViolations(of schema: Schema, by value: JSONValue, rule: ContractRule, _ what: String) {
        for violation in schema.validate(value).prefix(10) {
            let note = Diagnostic.Note("the schema says so here", at: SourceLocation(violation.schemaValue))
            report(
                rule, "\(what) breaks its schema: \(violation.message)", at: violation.instance, notes: [note])
        }
    }
}

/// The schemas inside a schema.
package enum SubSchemas {
    private static let maps: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies",
    ]
    private static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
    private static let single: Set<String> = [
        "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "additionalItems",
        "unevaluatedItems", "unevaluatedProperties", "contentSchema",
    ]

    /// Returns the schemas that are values of a schema's keywords.
    package static func children(of schema: JSONValue) -> [JSONValue] {
        var result: [JSONValue] = []
        for member in schema.members {
            if maps.contains(member.key) {
                result += member.value.members.map(\.value)
            } else if member.value.kind == .array, lists.contains(member.key) {
                result += member.value.elements
            } else if single.contains(member.key) {
                result.append(member.value)
            }
        }
        return result
    }

    /// Returns a schema and all schemas in it.
    static func all(in root: JSONValue) -> [JSONValue] {
        var result: [JSONValue] = []
        var pending: [JSONValue] = [root]
        while let schema = pending.popLast() {
            result.append(schema)
            pending += children(of: schema)
        }
        return result
    }

    /// The examples in a schema, each with the schema that it is an example of.
    static func examples(in root: JSONValue) -> [(owner: JSONValue, example: JSONValue)] {
        all(in: root).flatMap { schema in
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
