import AccordJSON

extension ContractReader {
    /// The documented answers, the most exact first.
    func responses(_ layered: Layered?, of operation: String) -> [ResponseDescription] {
        let what = "“responses” of “\(operation)”"
        let members = named(layered, what).filter { !$0.name.hasPrefix("x-") }
        if let layered, layered.top.kind == .object, members.isEmpty {
            report(.empty, "\(what) documents no answer", at: layered.top)
        }
        var result: [ResponseDescription] = []
        for member in members {
            guard let status = StatusPattern(parsing: member.name) else {
                report(
                    .badValue, "“\(member.name)” isn't a status", at: member.location,
                    advice: "Write a status, “404”, a class, “4XX”, or “default”.")
                continue
            }
            if let response = response(member, status) { result.append(response) }
        }
        if result.count < members.count || members.isEmpty { operationsWithoutAnswers.insert(operation) }
        return result.filter(\.status.isExact) + result.filter(\.status.isRange) + result.filter { $0.status == .any }
    }

    private func response(_ member: LayeredMember, _ status: StatusPattern) -> ResponseDescription? {
        let what = "the response “\(member.name)”"
        let keys = ["description", "headers", "body", "client", "links"]
        guard let fields = object(member.value, what, keys: keys, required: ["description"]) else { return nil }
        let headers = parameters(fields["headers"], .header, "“headers” in \(what)")
        reportHeadersTwice(headers)
        let restated = member.value.top["$ref"] == nil ? nil : member.value.top["description"]?.string
        return ResponseDescription(
            location: member.location, status: status,
            description: restated ?? string(fields, "description") ?? "", headers: headers,
            body: fields["body"].flatMap { body($0, "the body of \(what)") },
            client: fields["client"].flatMap { client($0, "“client” in \(what)") },
            links: links(fields.layered["links"], what))
    }
}

extension StatusPattern {
    /// Reads `404`, `4XX` or `default`.
    package init?(parsing text: String) {
        if text == "default" {
            self = .any
            return
        }
        let bytes = Array(text.utf8)
        guard bytes.count == 3, (0x31...0x35).contains(bytes[0]) else { return nil }
        if bytes[1] == 0x58, bytes[2] == 0x58 {
            self = .range(Int(bytes[0] - 0x30))
        } else if let code = Int(text), bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .exact(code)
        } else {
            return nil
        }
    }

    var isExact: Bool { if case .exact = self { true } else { false } }
    var isRange: Bool { if case .range = self { true } else { false } }
}
