import AccordJSON

extension ContractLint {
    /// What an operation documents can be answered over HTTP.
    func reportHTTP(_ operation: Operation) {
        for response in operation.responses {
            for header in response.headers { reportField(header.name, at: header.location) }
            guard case .exact(let status) = response.status, Self.hasNoContent(status), let body = response.body,
                !body.isForbidden
            else { continue }
            reader.report(
                .badValue, "an answer \(status) has no body, and one is documented", at: body.location,
                advice: "Leave “body” out (RFC 9110 section 6.4.1).")
        }
    }

    /// What a case answers can be sent: its fields are fields, and where it ends is for the server to say.
    func reportHTTP(_ step: StepDefinition) {
        if let request = step.request { request.headers.forEach { reportField($0) } }
        guard case .answer(let status, let headers, let body) = step.response.outcome else { return }
        for header in headers {
            reportField(header)
            guard ["content-length", "transfer-encoding"].contains(header.name.lowercased()), !header.value.isNull
            else { continue }
            reader.report(
                .badValue, "“\(header.name)” says where the answer ends, which its body does already",
                at: header.value, advice: "Leave it out; a fault of the catalogue breaks it where that is wanted.")
        }
        let documented = contract.operation(step.operationID)?.response(for: status)?.body
        // Where none is documented, that is what is said of it.
        if let body, Self.hasNoContent(status), !body.isEmpty, documented?.isForbidden != true {
            reader.report(
                .badValue, "an answer \(status) has no body, and the case states one", at: body.location,
                advice: "Leave “body” out, or answer with another status (RFC 9110 section 6.4.1).")
        }
    }

    private func reportField(_ header: NamedValue) {
        reportField(header.name, at: SourceLocation(header.value))
        let lines = header.value.kind == .array ? Array(header.value.elements) : [header.value]
        for line in lines {
            guard let text = line.string, text.unicodeScalars.contains(where: Self.endsLine) else { continue }
            reader.report(
                .badValue, "the value of “\(header.name)” holds a line break or another control character", at: line,
                advice: "It would begin another field: write several lines as a list (RFC 9110 section 5.5).")
        }
    }

    private func reportField(_ name: String, at location: SourceLocation) {
        let isToken = !name.isEmpty && name.unicodeScalars.allSatisfy(Self.isOfToken)
        guard !isToken else { return }
        reader.report(
            .badValue, "“\(name.debugDescription.dropFirst().dropLast())” can't be the name of a header", at: location,
            advice: "Names have letters, digits and !#$%&'*+-.^_`|~ only (RFC 9110 section 5.6.2).")
    }

    private static func hasNoContent(_ status: Int) -> Bool { status < 200 || status == 204 || status == 304 }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F
    }

    private static func isOfToken(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return false }
        return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
    }
}

extension BodyDefinition {
    /// True for a text of no characters, which is no body.
    fileprivate var isEmpty: Bool {
        switch content {
        case .text(let text): text.string?.isEmpty == true
        case .base64(let bytes), .file(_, let bytes): bytes.isEmpty
        case .json, .parts: false
        }
    }
}
