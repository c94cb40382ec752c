// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the request body lack only a required property that each example of the document lacks, too, such as `RAW_BODY`
/// in documents from readme.io, or that the schema doesn't define? The contract then contradicts itself.
struct ContradictsExample: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        guard let media = look.testCase.operation.request.body?.content.first(where: \.mediaType.isJSON),
            let schema = media.schema, let request = look.observation.requests.last,
            let sent = try? JSON(JSONDocument(parsing: request.body).root)
        else { return }
        let examples = media.examples.compactMap(\.json)
        let contradictions = Self.contradictions(schema, examples: examples, sent: sent)
        let view = SchemaView(schema.source)
        for (index, finding) in judgement.findings.enumerated() where finding.severity == .error {
            guard let place = finding.place, place.part == .body,
                let sentName = place.missing ?? place.name?.dropFirst().description,
                // TMDb sends `value`, which the schema of a rating lacks, but not its example.
                let name = contradictions.first(where: { name in
                    name == sentName || view.property(sentName) == nil && examples.contains { $0[sentName] != nil }
                })
            else { continue }
            judgement.findings[index].severity = .warning
            judgement.findings[index].blame = .contract
            let reason = view.property(name) == nil ? "doesn't define this property" : "no example has this property"
            judgement.findings[index].message = "the schema requires “\(name)”, but \(reason)"
            judgement.findings[index].advice = "Correct the schema or the examples of the request body."
        }
    }

    /// Returns the required properties that the sent body lacks, and that every example or the schema lacks, too.
    static func contradictions(_ schema: Schema, examples: [JSON], sent: JSON) -> [String] {
        let view = SchemaView(schema.source)
        return view.required.filter { name in
            guard sent.object != nil, sent[name] == nil else { return false }
            if !view.propertyNames.isEmpty, view.property(name) == nil { return true }
            return !examples.isEmpty && examples.allSatisfy { $0.object != nil && $0[name] == nil }
        }
    }
}
