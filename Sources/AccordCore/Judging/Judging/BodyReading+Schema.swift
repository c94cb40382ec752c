import AccordContract
import AccordJSON
import AccordSchema

extension BodyReading {
    /// Holds the body to its media type's schemas.
    func judgeSchema(into judgement: inout Judgement) {
        let rule = direction.rule(.requestBodySchema, .responseBodySchema)
        var findings = SchemaFindings(rule: rule, blame: direction.blame, part: .body)
        switch content {
        case .items(let document):
            if let item = description?.itemSchema {
                for (index, element) in document.root.elements.enumerated() {
                    findings.prefix = "/\(index)"
                    judgement.assertions += 1
                    judgement.findings += findings.findings(element, item)
                }
            }
            if let schema = description?.schema {
                findings.prefix = ""
                judgement.assertions += 1
                judgement.findings += findings.findings(document.root, schema)
            }
        // How a schema stands in XML is documented, and not judged.
        case .text where isStructuredXML: break
        case .json, .form, .text:
            guard let schema = description?.schema, let json else { return }
            judgement.assertions += 1
            judgement.findings += findings.findings(json, schema)
        case .multipart(let parts):
            guard let schema = description?.schema else { return }
            judgement.assertions += 1
            judgement.findings += PartsReading(parts, description).findings(schema, findings)
        case .bytes:
            if bytes.isEmpty { return }
            // Bytes have no value that a schema could judge; that they are there is all that is documented.
            judgement.assertions += 1
        }
    }

    /// Reports what is `readOnly` in a request and `writeOnly` in a response.
    func judgeAccess(into judgement: inout Judgement) {
        guard case .json(let document) = content, let schema = description?.schema else { return }
        let keyword = direction == .request ? "readOnly" : "writeOnly"
        judgement.assertions += 1
        guard direction == .request ? schema.containsReadOnly : schema.containsWriteOnly else { return }
        for place in AccessSearch(keyword).places(in: document.root, SchemaView(schema.source)) {
            judgement.report(
                Finding(
                    rule: direction.rule(.requestBodyReadOnly, .responseBodyWriteOnly),
                    blame: direction.blame, "“\(place.pointer)” is \(keyword), and was \(direction.verb)",
                    contract: SourceLocation(place.keyword), place: .init(.body, place.pointer.description),
                    expected: "none",
                    actual: Excerpt.of(place.value),
                    advice: direction == .request
                        ? "Leave it out of the request: only a server sets it."
                        : "Leave it out of the answer: it is a secret, or none of the client's business."))
        }
    }
}
