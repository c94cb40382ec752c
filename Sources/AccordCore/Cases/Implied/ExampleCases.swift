// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Creates a case for each example name that parameters, request bodies and responses share.
struct ExampleCases {
    private(set) var cases: [CaseDefinition] = []
    private(set) var diagnostics: [Diagnostic] = []
    private let operation: Operation
    private let request: MadeRequest

    init(_ operation: Operation) {
        self.operation = operation
        request = MadeRequest(operation)
        var taken: Set<String> = []
        let examples = inputExamples + answers.flatMap(\.examples)
        for name in examples.compactMap(\.name).distinct { add(name, &taken) }
        for example in examples {
            if case .external = example.content {
                warn(
                    "the example is in an external file, which Accord doesn't read", example,
                    "Replace “externalValue” with “value”.")
            }
        }
    }

    /// Returns the case with the values of unnamed examples, or with generated values if the operation has no unnamed
    /// examples. It is `nil` if the operation documents no usable response.
    mutating func main() -> CaseDefinition? {
        guard let expected = expectedAnswer else { return nil }
        let made = request.values { $0.name == nil }
        let example = expected.examples.first { $0.name == nil && expected.isUsable($0) }
        let isExample = made.isComplete && (made.hasExamples || example != nil)
        let location = example?.location ?? operation.location
        var main = definition(
            isExample ? "example" : "made", isExample ? .example : .made, at: location, made,
            expected.definition(example, isStrict: isExample))
        main.hasGeneratedRequest = !isExample
        return main
    }

    // MARK: Named examples

    private mutating func add(_ name: String, _ taken: inout Set<String>) {
        let made = request.values {
            $0.name == name
        } fallback: {
            $0.name == nil
        }
        let requestExample = inputExamples.first { $0.name == name }
        let answered = answers.compactMap { answer in
            answer.examples.first { $0.name == name }.map { (answer, $0) }
        }
        let usable = answered.filter { $0.0.isUsable($0.1) }
        if let requestExample, answered.isEmpty {
            warn(
                "the request example “\(name)” has no response example with the same name", requestExample,
                "Add an example named “\(name)” to the documented response.")
        }
        if requestExample == nil, !made.missing.isEmpty, let first = answered.first {
            warn(
                "the example “\(name)” of the response \(first.0.response.status) has no request example with the "
                    + "same name", first.1,
                "Add an example named “\(name)” to \(made.missing.joined(separator: " and ")).")
        }
        // A request has only one response. The main case, which also tests servers, expects the first successful
        // response. Each other response becomes a case that tests only clients.
        let main = usable.first { $0.0.isSuccess } ?? (requestExample == nil ? nil : usable.first)
        if let expected = main?.0 ?? (requestExample == nil || !usable.isEmpty ? nil : expectedAnswer) {
            let caseName = Self.caseName(name, &taken)
            var exampleCase = definition(
                caseName, .example, summary: (requestExample ?? main?.1)?.summary,
                at: (requestExample ?? main?.1)?.location ?? operation.location, made,
                expected.definition(main?.1, isStrict: made.isComplete))
            exampleCase.hasGeneratedRequest = !made.isComplete
            cases.append(exampleCase)
        }
        for (answer, example) in usable where example.location != main?.1.location {
            let status = answer.response.status
            let caseName = Self.caseName(main == nil && usable.count == 1 ? name : "\(name) (\(status))", &taken)
            var exampleCase = definition(
                caseName, .example, summary: example.summary, at: example.location, made,
                answer.definition(example, isStrict: true))
            exampleCase.appliesTo = .client
            cases.append(exampleCase)
        }
    }

    /// Returns a case with a request. If Accord can't generate the request, the case tests only clients, which make the
    /// request themselves.
    private mutating func definition(
        _ name: String, _ origin: CaseOrigin, summary: String? = nil, at location: SourceLocation,
        _ made: MadeRequest.Values, _ response: ResponseDefinition
    ) -> CaseDefinition {
        var definition = CaseDefinition(
            name: name, location: location, summary: summary,
            steps: [
                StepDefinition(
                    operationID: operation.id, location: location, request: made.definition, response: response)
            ], origin: origin)
        guard !made.impossible.isEmpty else { return definition }
        definition.appliesTo = .client
        let values = made.impossible.joined(separator: " and ")
        let message = "Accord found no valid value for \(values) of “\(operation.id)”, and sends no request to servers"
        if !diagnostics.contains(where: { $0.message == message }) {
            diagnostics.append(
                Diagnostic(
                    .warning, rule: ContractRule.requestValue.rawValue, message, at: operation.location,
                    advice: "Add an example to \(values)."))
        }
        return definition
    }

    /// Returns a unique case name that contains only the characters that the contract format allows.
    private static func caseName(_ text: String, _ taken: inout Set<String>) -> String {
        let name = CaseDefinition.name(for: text, replacement: "-", count: 70)
        return taken.insertUnused(name.isEmpty ? "example" : name, separator: " ")
    }

    // MARK: What there is

    private var inputExamples: [NamedExample] {
        request.parameters.flatMap(\.examples) + (request.body?.content.flatMap(\.examples) ?? [])
    }

    /// The documented responses in each of their media types.
    private var answers: [ExpectedAnswer] {
        operation.responses.flatMap { response in
            (response.body?.content ?? []).map { ExpectedAnswer(response, $0, in: operation) }
        }
    }

    /// The first documented 2xx response. If there is none, it is the first redirect, or the first response.
    private var expectedAnswer: ExpectedAnswer? {
        let all = operation.expectedAnswers
        let successes = all.filter(\.isSuccess)
        return successes.first { $0.response.status.code != nil } ?? successes.first
            ?? all.first { (300..<400).contains($0.status) } ?? all.first
    }

    private mutating func warn(_ message: String, _ example: NamedExample, _ advice: String) {
        diagnostics.append(
            Diagnostic(
                .warning, rule: ContractRule.unpairedExample.rawValue, message, at: example.location, advice: advice))
    }
}

/// A documented response that a case can expect.
struct ExpectedAnswer {
    let response: ResponseDescription
    let media: MediaTypeDescription?
    /// The expected status code. For a range such as 2XX, it is one status code of the range.
    let status: Int

    init(_ response: ResponseDescription, _ media: MediaTypeDescription?, in operation: Operation) {
        self.response = response
        self.media = media
        status = response.status.sample(in: operation)
    }

    /// The documented examples of the body.
    var examples: [NamedExample] { media?.examples ?? [] }

    var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether an example is available and satisfies its own schema.
    func isUsable(_ example: NamedExample) -> Bool { media?.isUsable(example) ?? false }

    /// - Parameter isStrict: Whether the server must respond with the status code of this response. If it is `false`,
    ///   any documented status code passes.
    func definition(_ example: NamedExample?, isStrict: Bool) -> ResponseDefinition {
        var headers: [NamedValue] = []
        var body: BodyDefinition?
        if let example, let media {
            body = BodyDefinition(example, of: media)
            let isFirst = response.body?.content.first?.location == media.location
            if !isFirst, media.mediaType.subtype != "*" {
                let type = JSON.string(HeaderText.contentType(media.mediaType))
                headers.append(NamedValue.made("Content-Type", type, at: media.location))
            }
        }
        return ResponseDefinition(
            location: example?.location ?? response.location,
            outcome: .answer(status: status, headers: headers, body: body), matching: isStrict ? .schema : .documented)
    }
}

extension Operation {
    /// The documented responses in their first media types.
    var expectedAnswers: [ExpectedAnswer] {
        responses.map { ExpectedAnswer($0, $0.body?.content.first, in: self) }
    }
}

extension MediaTypeDescription {
    /// Whether an example is available and satisfies its own schema.
    func isUsable(_ example: NamedExample) -> Bool {
        switch example.content {
        case .value(let value): schema?.isValid(value) ?? true
        case .serialized: true
        case .external: false
        }
    }
}

extension StatusPattern {
    /// Returns a status code that belongs to this pattern, such as 400 for `4XX`. Skips status codes that the operation
    /// documents more specifically.
    package func sample(in operation: Operation) -> Int {
        let candidates: [Int]
        switch self {
        case .exact(let status): return status
        case .range(let hundreds): candidates = [0, 4, 9, 22, 99].map { hundreds * 100 + $0 }
        case .any:
            let hasSuccess = operation.responses.contains { $0.status != .any && $0.status.isWithin(200...299) }
            candidates = hasSuccess ? [500, 400, 503, 599] : [200]
        }
        return candidates.first { operation.response(for: $0)?.status == self } ?? candidates[0]
    }
}

extension BodyDefinition {
    /// Creates the body of a case from an example. Returns `nil` if the example is external.
    convenience init?(_ example: NamedExample, of media: MediaTypeDescription) {
        switch example.content {
        case .external: return nil
        case .serialized(let text): self.init(location: example.location, content: .text(text.withoutTemplates))
        case .value(let value):
            let isText = value.kind == .string && !media.mediaType.isJSON && !media.mediaType.isForm
            let escaped = value.withoutTemplates
            self.init(location: example.location, content: isText ? .text(escaped) : .json(escaped))
        }
    }
}

extension JSONValue {
    /// The value with every `${` escaped.
    var withoutTemplates: JSONValue {
        guard text.contains("${") else { return self }
        return JSONDocument(RequestVariations.escaped(JSON(self)), file: document.file).root
    }
}
