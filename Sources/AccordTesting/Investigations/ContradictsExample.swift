// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Does the request body lack only a property that each example of the document lacks, too? The schema then contradicts
/// its examples, such as `RAW_BODY` in documents from readme.io, and the contract must change.
struct ContradictsExample: Investigation {
    func correct(_ judgement: inout Judgement, of look: SecondLook) async {
        guard let media = look.testCase.operation.request.body?.content.first(where: \.mediaType.isJSON),
            let schema = media.schema, let request = look.observation.requests.last,
            let sent = try? JSON(JSONDocument(parsing: request.body).root)
        else { return }
        let contradictions = Self.contradictions(schema, examples: media.examples.compactMap(\.json), sent: sent)
        for (index, finding) in judgement.findings.enumerated() where finding.severity == .error {
            guard let place = finding.place, place.part == .body,
                let name = contradictions.first(where: { place.missing == $0 || place.name == "/\($0)" })
            else { continue }
            judgement.findings[index].severity = .warning
            judgement.findings[index].blame = .contract
            judgement.findings[index].message = "the schema requires “\(name)”, but no example has this property"
            judgement.findings[index].advice = "Correct the schema or the examples of the request body."
        }
    }

    /// Returns the required properties that the sent body and every example lack.
    static func contradictions(_ schema: Schema, examples: [JSON], sent: JSON) -> [String] {
        guard !examples.isEmpty else { return [] }
        return SchemaView(schema.source).required.filter { name in
            (examples + [sent]).allSatisfy { $0.object != nil && $0[name] == nil }
        }
    }
}
