// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the client accept other values than the generated ones that it rejects?
extension CaseRunner {
    /// Returns the case with other generated parameters, if the closure of the bindings can't take those of the case, or
    /// the client throws before it sends a request, such as for a day that isn't a number.
    /// Returns `nil` if it can take them, or takes none of Accord's values.
    func acceptedInput(for testCase: Case) async -> Case? {
        let others = testCase.otherInputs
        if others.isEmpty { return nil }
        for candidate in [testCase] + others where await isCalled(candidate) {
            return candidate === testCase ? nil : candidate
        }
        return nil
    }

    private func isCalled(_ testCase: Case) async -> Bool {
        guard let observation = await observation(of: testCase) else { return false }
        return switch observation.outcome {
        case .misreadInput: false
        case .threw: !observation.requests.isEmpty || observation.isUnseen
        default: true
        }
    }

    /// Returns the values with which the client accepts a generated response, by location. Returns `nil` if the client
    /// accepts the generated values, or rejects every value that Accord tries.
    func acceptedValues(for testCase: Case) async -> [JSONPointer: JSON]? {
        guard let made = MadeAnswer(testCase), await isRejected(testCase) else { return nil }
        let asksAgain = await observation(of: testCase).map { $0.requests.count > 1 } ?? false
        let lastPage = asksAgain && !made.lastPage.isEmpty ? [made.lastPage] : []
        for values in lastPage + made.alternatives where await outcome(of: made.testCase(with: values))?.isValue == true
        {
            var needed = values
            for place in values.keys.sorted(by: { $0.description < $1.description }) {
                let fewer = needed.filter { $0.key != place }
                if await outcome(of: made.testCase(with: fewer))?.isValue == true { needed = fewer }
            }
            return needed.isEmpty ? nil : needed
        }
        return nil
    }

    /// Returns whether the client throws in a case that requires a returned value.
    func isRejected(_ testCase: Case) async -> Bool {
        guard case .returns = testCase.outcome.result else { return false }
        return await observation(of: testCase)?.outcome.error != nil
    }

    /// Returns a warning about a body that the contract should document with an example.
    static func needsExample(of testCase: Case) -> Finding {
        let isEmpty = testCase.lastReply?.response?.body.isEmpty == true
        return doubt(
            of: testCase, "the client rejects a response \(isEmpty ? "without a body" : "body that Accord generated")",
            expected: "the client accepts any body, because the contract documents no schema for the body",
            advice: "Add an “example” or a schema of the body to the contract. Until then, every outcome passes.")
    }

    /// Returns a warning about parameters that the contract should document with examples.
    static func needsParameters(_ called: Case, in testCase: Case) -> Finding {
        let values = called.values(unlike: testCase)
        let names = (values.isEmpty ? testCase.values(unlike: called) : values).map(\.name)
        return needsParameters(names, in: testCase, actual: "the call takes \(values.first?.text ?? "no value")")
    }

    private static func needsParameters(_ names: [String], in testCase: Case, actual: String) -> Finding {
        doubt(
            of: testCase, "the client or its closure can't take a text that Accord generated",
            expected: "the call takes every value that the schema allows", actual: actual,
            advice: "Add an “example” or a “type” to \(names.map { "“\($0)”" }.joined(separator: ", ")). "
                + "Until then, Accord sends a value that the call takes, or none.")
    }

    /// Returns the finding about a case whose request the client can't send. If the closure has read a text that Accord
    /// generated, it is a question to the contract, because the client may have an enum.
    func cantSend(_ testCase: Case, because reason: String, _ reads: Set<String>) -> Finding {
        let made = testCase.variesRequest ? [] : testCase.madeInputs
        let shape = shapes[testCase.operation.id]
        let names = made.filter { shape?.name(of: $0.parameter).map(reads.contains) == true }.map(\.name)
        if !names.isEmpty { return Self.needsParameters(names, in: testCase, actual: reason) }
        return Finding(
            rule: .caseNotApplicable, severity: .note, blame: .client,
            "the client can't send the request of the case", contract: testCase.location, place: .init(.outcome),
            expected: "a call", actual: reason)
    }

    /// Returns a warning for each value that the contract should document with an example.
    static func needsExamples(_ values: [JSONPointer: JSON], of testCase: Case) -> [Finding] {
        if let value = values[.root], MadeAnswer(testCase)?.invalidExamples.contains(value) == true {
            let finding = doubt(
                of: testCase,
                "the client accepts the example of the response, which violates the schema, but no valid response",
                expected: "an example that the schema allows", actual: value.compact,
                advice: "Correct the schema or the example. Until then, Accord sends the example.")
            return [finding]
        }
        return values.sorted { $0.key.description < $1.key.description }.map { place, value in
            let noun = value.string == nil ? "value" : "string"
            let other = value.bool == nil ? value.string == nil ? " or a “type”" : " or a “format”" : ""
            return doubt(
                of: testCase, "the client rejects a \(noun) that Accord generated for “\(place.tokens.last ?? "")”",
                at: place, expected: "the client accepts every \(noun) that the schema allows",
                actual: "the client accepts \(value.compact)",
                advice: "Add an “example”\(other) to the schema. "
                    + "Until then, Accord sends a \(noun) that the client accepts.")
        }
    }

    private static func doubt(
        of testCase: Case, _ message: String, at place: JSONPointer? = nil, expected: String, actual: String? = nil,
        advice: String
    ) -> Finding {
        Finding(
            rule: .caseMadeValue, severity: .warning, blame: .contract, message, contract: testCase.location,
            place: .init(.outcome, place?.description), expected: expected, actual: actual, advice: advice)
    }
}
