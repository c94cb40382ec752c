// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension SecondLook {
    /// Does the client need a property that the contract doesn't document? If so, the contract is to blame. The client
    /// isn't, because it accepts the unchanged response.
    func explainOutcome(_ judgement: inout Judgement) async {
        for (index, finding) in judgement.findings.enumerated() where finding.place?.part == .outcome {
            if let need = await need(finding) {
                judgement.findings[index] = need
            } else if let change = testCase.responseChange {
                judgement.findings[index].details.append("changed: \(change)")
            }
        }
    }

    private func need(_ finding: Finding) async -> Finding? {
        guard finding.rule == .outcomeThrew, [.dropOptional, .nullNullable].contains(mutation), let place,
            intact?.documents(place) == false, await outcomeOfIntact()?.isValue == true
        else { return nil }
        return Finding(
            rule: .outcomeUndocumented, severity: .warning, blame: .contract,
            "the client needs the property “\(place)”, which the contract doesn't document", contract: finding.contract,
            place: .init(.outcome, place.description), expected: "a documented property",
            actual: "a property that occurs only in the example",
            advice: "Document the property in the contract, or let the client accept a response without it.",
            details: finding.details)
    }

    /// Does the client refuse an optional text that Accord generated, but take a different value? If so, the contract
    /// should say what the parameter is. A binding of BrasilAPI reads the days of a forecast as a number.
    func explainRefusal(_ judgement: inout Judgement) async {
        guard variation == .request(.all), observation.requests.isEmpty, judgement.failed,
            let called = await runner.acceptedInput(for: testCase)
        else { return }
        judgement.findings = [CaseRunner.needsParameters(called, in: testCase)]
    }

    /// Does the request body lack only a required property that each example of the document lacks, too, such as
    /// `RAW_BODY` in documents from readme.io, or that the schema doesn't define? The contract then contradicts itself.
    func blameContradiction(_ judgement: inout Judgement) {
        guard let media = testCase.operation.request.body?.content.first(where: \.mediaType.isJSON),
            let schema = media.schema, let sent = observation.requests.last?.jsonBody
        else { return }
        let examples = media.examples.compactMap(\.json)
        let contradictions = Self.contradictions(schema, examples: examples, sent: sent)
        let view = schema.view
        judgement.findings = judgement.findings.map { finding in
            guard finding.severity == .error, let place = finding.place, place.part == .body,
                let sentName = place.missing ?? place.name?.dropFirst().description,
                // TMDb sends `value`, which the schema of a rating lacks, but not its example.
                let name = contradictions.first(where: { name in
                    name == sentName || view.property(sentName) == nil && examples.contains { $0[sentName] != nil }
                })
            else { return finding }
            let reason = view.property(name) == nil ? "doesn't define this property" : "no example has this property"
            var finding = finding
            (finding.severity, finding.blame) = (.warning, .contract)
            finding.message = "the schema requires “\(name)”, but \(reason)"
            finding.advice = "Correct the schema or the examples of the request body."
            return finding
        }
    }

    /// Returns the required properties that the sent body lacks, and that every example or the schema lacks, too.
    static func contradictions(_ schema: Schema, examples: [JSON], sent: JSON) -> [String] {
        let view = schema.view
        return view.required.filter { name in
            guard sent.object != nil, sent[name] == nil else { return false }
            if !view.propertyNames.isEmpty, view.property(name) == nil { return true }
            return !examples.isEmpty && examples.allSatisfy { $0.object != nil && $0[name] == nil }
        }
    }
}
