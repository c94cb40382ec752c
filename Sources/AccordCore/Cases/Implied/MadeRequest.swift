// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Creates a request of an operation from examples. A value without an example is generated from its schema, and is the
/// same in every run.
struct MadeRequest {
    struct Values {
        var definition: RequestDefinition
        /// Whether examples provide every value.
        var isComplete: Bool { missing.isEmpty && !hasMadeBody }
        /// Whether Accord generated the optional body.
        var hasMadeBody = false
        /// Descriptions of the required values that no example provides: `the path parameter “id”`.
        var missing: [String] = []
        /// The values of `missing` that Accord can't generate, either.
        var impossible: [String] = []
        var hasExamples = false
    }

    let operation: Operation
    let parameters: [Parameter]
    let body: BodyDescription?

    init(_ operation: Operation) {
        self.operation = operation
        let request = operation.request
        // A server that knows an idempotency key repeats its response, so no two cases may have the same key.
        parameters = request.parameters.filter { parameter in
            !parameter.isForbidden && parameter.constant == nil && !parameter.isFraming
                && !parameter.name.isIdempotencyKey
        }
        body = request.body.flatMap { $0.isForbidden ? nil : $0 }
    }

    /// Returns the request with the values of the selected examples.
    ///
    /// - Parameter fallback: Selects the example of a parameter or body if `isWanted` accepts none of its examples.
    func values(
        _ isWanted: (NamedExample) -> Bool, fallback: (NamedExample) -> Bool = { _ in false }
    ) -> Values {
        var values = Values(definition: RequestDefinition(location: operation.request.location))
        for parameter in parameters {
            let examples = parameter.examples.compactMap { example in
                Self.value(example, of: parameter).map { (example, $0) }
            }
            if let (_, value) = examples.first(where: { isWanted($0.0) }) ?? examples.first(where: { fallback($0.0) }) {
                values.hasExamples = true
                values.definition.set(NamedValue(name: parameter.name, value: value), in: parameter.place)
            } else if parameter.isRequired {
                values.missing.append("the \(parameter.place.rawValue) parameter “\(parameter.name)”")
                guard let value = Self.made(parameter) else {
                    values.impossible.append(values.missing[values.missing.count - 1])
                    continue
                }
                values.definition.set(
                    NamedValue.made(parameter.name, value, at: parameter.location), in: parameter.place)
            }
        }
        if let together = QueryCombination(operation.request), let query = together.nearest(to: values.definition.query)
        {
            values.definition.query = query
        }
        addBody(isWanted, fallback, to: &values)
        return values
    }

    private func addBody(
        _ isWanted: (NamedExample) -> Bool, _ fallback: (NamedExample) -> Bool, to values: inout Values
    ) {
        guard let body else { return }
        let examples = body.content.flatMap { media in
            media.examples.filter { media.isUsable($0) }.map { (media, $0) }
        }
        if let (media, example) = examples.first(where: { isWanted($0.1) }) ?? examples.first(where: { fallback($0.1) })
        {
            values.hasExamples = true
            set(BodyDefinition(example, of: media), of: media, in: &values)
        } else if let media = body.content.first {
            // OpenAPI bodies are optional by default. Without the body, most of these requests would be pointless.
            if body.isRequired { values.missing.append("the body") }
            guard body.isRequired || !HTTPMethod.isSafe(operation.request.method), let schema = media.schema else {
                return
            }
            guard var made = Self.made(schema) else {
                if body.isRequired { values.impossible.append("the body") }
                return
            }
            values.hasMadeBody = true
            if let bytes = media.bytes(made: made) {
                set(BodyDefinition(location: media.location, content: .base64(bytes)), of: media, in: &values)
                return
            }
            // Lint reports an example that violates its schema. Use the members of this example that are valid.
            let broken = media.examples.lazy.filter { !media.isUsable($0) }.compactMap(\.json?.object).first
            for member in broken ?? [:] {
                made = schema.setting(member.value, at: JSONPointer(tokens: [member.key]), in: made) ?? made
            }
            set(BodyDefinition(RequestVariations.escaped(made), at: media.location), of: media, in: &values)
        }
    }

    private func set(_ definition: BodyDefinition?, of media: MediaTypeDescription, in values: inout Values) {
        values.definition.body = definition
        guard media.location != body?.content.first?.location, media.mediaType.subtype != "*" else { return }
        let type = JSON.string(HeaderText.contentType(media.mediaType))
        values.definition.set(NamedValue.made("Content-Type", type, at: media.location), in: .header)
    }

    // MARK: Values

    /// Returns the value of an example, or `nil` if the value can't be sent or violates the example's schema.
    static func value(_ example: NamedExample, of parameter: Parameter) -> JSONValue? {
        guard case .value(let value) = example.content, !value.isNull else { return nil }
        if parameter.schema.isValid(value) { return value.withoutTemplates }
        // In a URL, every value is text. The string “5” is thus a valid example of an integer.
        guard let text = value.string, let typed = try? JSON(parsing: text), typed.string == nil,
            parameter.schema.isValid(typed)
        else { return nil }
        return JSONDocument(typed, file: value.document.file).root
    }

    /// Returns a plausible value: 1 if the parameter is likely an id, or a value that fits the parameter's name.
    static func made(_ parameter: Parameter) -> JSON? {
        let shape = parameter.schema.view
        let isOpen = !shape.statesValue
        if parameter.place == .path, isOpen, parameter.types.contains(.integer), parameter.schema.isValid(1) {
            return 1
        }
        let value = SchemaExample.parameter(parameter.schema, name: parameter.name)
        guard parameter.place == .path, isOpen, let text = value?.string else { return value }
        // Only the cases about encoding need it. If octokit.swift gets a space, URL(string:) encodes the path again.
        let plain = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        return ["a", plain].map { JSON.string($0) }.last { $0 != "" && parameter.schema.isValid($0) } ?? value
    }

    /// Returns a body with the required properties. If no property is required, the body has the optional properties.
    ///
    /// A schema without properties results in an empty object. An optional one is left out, because a client whose type
    /// has required properties can't send it.
    static func made(_ schema: Schema) -> JSON? {
        let bare = try? schema.example(ExampleOptions(includesOptional: false, omits: .readOnly))
        guard bare == [:] || bare == nil else { return bare }
        guard let full = try? schema.example(ExampleOptions(includesOptional: true, omits: .readOnly)) else {
            return bare
        }
        guard let members = full.object else { return full }
        let filled = JSON.object(JSONObject(members.filter { $0.value != [:] }))
        return schema.isValid(filled) ? filled : full
    }
}

extension NamedExample {
    /// The value of the example, or `nil` if the example is text or an external file.
    package var json: JSON? { if case .value(let value) = content { JSON(value) } else { nil } }
}

extension NamedValue {
    /// Creates a parameter whose value is an output.
    package init(_ output: Output, _ name: String) {
        self.init(
            name: name, value: JSONDocument(.string("${outputs.\(output.name)}"), file: output.location.file).root)
    }

    /// Returns a generated value as if it were written in the contract, with every `${` escaped.
    package static func made(_ name: String, _ value: JSON, at location: SourceLocation) -> NamedValue {
        NamedValue(
            name: name, value: JSONDocument(RequestVariations.escaped(value), file: location.file).root,
            location: location)
    }
}

extension String {
    /// The words of a string in the form that ids use: `one-more` for `One more`.
    package var slug: String {
        lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
            .split(separator: "-").joined(separator: "-")
    }
}
