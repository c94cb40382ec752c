import AccordContract
import AccordJSON

extension Translation {
    func writeResponses(of operation: FoundOperation) {
        let responses = operation.value["responses"]
        swaggerProduces = operation.value["produces"] ?? root["produces"]
        if responses == nil {
            warn(
                .missingKey, "\(operation.method) \(operation.path) documents no answer: none is judged",
                at: SourceLocation(keyOf: operation.member), advice: "Add “responses”.")
        }
        writer.key("responses", from: responses ?? operation.value)
        writer.beginObject(from: responses ?? operation.value)
        defer { writer.endObject() }
        guard let responses, expect(responses, .object, "“responses”") else { return }
        for member in responses.members where !member.key.hasPrefix("x-") {
            guard let status = status(member) else { continue }
            guard let value = resolved(member.value), expect(value, .object, "the response “\(member.key)”") else {
                continue
            }
            writer.key(status, of: member)
            // What a 2.0 response looks like hangs on the operation's `produces`.
            if let reference = member.value["$ref"]?.string, version != .swagger2 {
                writeReference(to: value, in: .responses, wanted: Self.name(of: reference), from: member.value)
            } else {
                writeResponseObject(value)
            }
        }
    }

    /// `404`, `4XX` or `default`.
    private func status(_ member: JSONMember) -> String? {
        let text = member.key
        if StatusPattern(parsing: text) != nil { return text }
        if StatusPattern(parsing: text.uppercased()) != nil {
            warn(.badValue, "“\(text)” is written “\(text.uppercased())”", at: SourceLocation(keyOf: member))
            return text.uppercased()
        }
        error(
            .badValue, "“\(text)” isn't a status", at: SourceLocation(keyOf: member),
            advice: "Write a status, “404”, a class, “4XX”, or “default”.")
        return nil
    }

    func writeResponseObject(_ value: JSONValue) {
        checkFields(of: value, .response)
        writer.beginObject(from: value)
        let description = value["description"]
        if description?.kind != .string, version <= .openAPI31 {
            warn(.missingKey, "a response needs “description”, a string", at: description ?? value)
        }
        writer.key("description", from: description ?? value)
        writer.string(description?.string ?? "", from: description ?? value)
        if let headers = value["headers"] { writeHeaders(headers) }
        if version == .swagger2 {
            writeSwaggerResponseBody(value)
        } else {
            if let content = value["content"], content.kind != .object || content.count > 0 {
                writer.key("body", from: content)
                writer.beginObject(from: content)
                writeContent(content, of: value, "a response")
                writer.endObject()
            }
            if let links = value["links"] { writeLinks(links) }
        }
        writer.endObject()
    }

    private func writeLinks(_ links: JSONValue) {
        guard expect(links, .object, "“links”") else { return }
        writer.key("links", from: links)
        writer.beginObject(from: links)
        for member in links.members where !member.key.hasPrefix("x-") {
            guard let link = resolved(member.value), expect(link, .object, "the link “\(member.key)”") else { continue }
            checkFields(of: link, .link)
            guard let id = operationID(of: link) else { continue }
            writer.key(member.key, of: member)
            writer.beginObject(from: link)
            writer.key("operationId", from: id.place)
            writer.string(id.text, from: id.place)
            if let text = link["description"] { copyText(text, "description") }
            if let parameters = link["parameters"], expect(parameters, .object, "“parameters” of a link") {
                writer.key("parameters", from: parameters)
                writer.copy(parameters)
            }
            if let body = link["requestBody"] {
                writer.key("requestBody", from: body)
                writer.copy(body)
            }
            if let server = link["server"] {
                warn(.unknownKey, "“server” of a link is not supported yet: the operation's own is asked", at: server)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    /// The operation that a link leads to, by its id in the contract.
    private func operationID(of link: JSONValue) -> (text: String, place: JSONValue)? {
        if let place = link["operationId"], let text = place.string {
            if let found = operationsByDocumentID[text] { return (found, place) }
            error(
                .unknownOperation, "no operation has the id “\(text)”", at: place,
                advice: Suggestion.advice(for: text, in: operationsByDocumentID.keys.sorted()))
            return nil
        }
        guard let place = link["operationRef"], place.kind == .string else {
            error(.missingKey, "a link needs “operationId” or “operationRef”", at: link)
            return nil
        }
        guard let target = target(of: place) else { return nil }
        if let id = operationIDs[Place(target)] { return (id, place) }
        error(.unknownOperation, "“operationRef” doesn't lead to an operation of this document", at: place)
        return nil
    }
}
