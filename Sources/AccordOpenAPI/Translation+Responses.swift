// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension Translation {
    func addResponses(of operation: FoundOperation) {
        let responses = operation.value["responses"]
        swaggerProduces = operation.value["produces"] ?? root["produces"]
        if responses == nil {
            warn(
                .missingKey,
                "\(operation.method) \(operation.path) documents no response: Accord doesn't check responses",
                at: SourceLocation(keyOf: operation.member), advice: "Add “responses” to the operation.")
        }
        object("responses", at: responses ?? operation.value) {
            guard let responses, expect(responses, .object, "“responses”") else { return }
            let read = objects(in: responses, "response")
            for (member, response) in read {
                guard let status = status(member) else { continue }
                writer.key(status, at: member.keyValue)
                // In Swagger 2.0, the media types of a response depend on the operation's `produces`, so operations
                // can't share a component.
                if version == .swagger2 {
                    buildResponse(response)
                } else {
                    addComponent(response, in: .responses, referredToBy: member.value)
                }
            }
            // If the reference of a response can't be resolved, document at least the status. Otherwise, Accord would
            // report the status as undocumented.
            let known = Set(read.map { $0.member.key })
            for member in responses.members where member.value["$ref"] != nil && !known.contains(member.key) {
                guard StatusPattern(parsing: member.key) != nil else { continue }
                object(member.key, at: member.keyValue, member.value) {
                    add("description", .string(""), at: member.value)
                }
            }
        }
    }

    /// Returns the status of a response, such as `404`, `4XX` or `default`.
    private func status(_ member: JSONMember) -> String? {
        let text = member.key
        if StatusPattern(parsing: text) != nil { return text }
        if StatusPattern(parsing: text.uppercased()) != nil {
            warn(
                .badValue, "invalid status code: expected “\(text.uppercased())”, got “\(text)”",
                at: SourceLocation(keyOf: member))
            return text.uppercased()
        }
        return reject(
            .badValue, "invalid status code “\(text)”", at: SourceLocation(keyOf: member),
            advice: "Write a status code such as “404”, a class such as “4XX”, or “default”.")
    }

    func buildResponse(_ value: JSONValue) {
        checkFields(of: value, .response)
        object(at: value) {
            let description = value["description"]
            if description?.kind != .string, version <= .openAPI31 {
                warn(.missingKey, "a response requires the key “description” with a string", at: description ?? value)
            }
            add("description", .string(description?.string ?? ""), at: description ?? value)
            if let headers = value["headers"] { addHeaders(headers) }
            if version == .swagger2 { return addSwaggerResponseBody(value) }
            if let content = value["content"], content.kind != .object || content.count > 0 {
                object("body", at: content) { addContent(content, of: value, "a response") }
            }
            if let links = value["links"] { addLinks(links) }
        }
    }

    private func addLinks(_ links: JSONValue) {
        guard expect(links, .object, "“links”") else { return }
        object("links", at: links) {
            for (member, link) in objects(in: links, "link") {
                checkFields(of: link, .link)
                guard let id = operationID(of: link) else { continue }
                object(member.key, at: member.keyValue, link) {
                    add("operationId", .string(id.text), at: id.place)
                    if let text = link["description"] { copyText(text, "description") }
                    if let parameters = link["parameters"], expect(parameters, .object, "“parameters” of a link") {
                        copy(parameters, as: "parameters")
                    }
                    if let body = link["requestBody"] { copy(body, as: "requestBody") }
                    if let server = link["server"] {
                        warn(
                            .unknownKey,
                            "Accord ignores “server” of a link, and uses the server of the linked operation", at: server
                        )
                    }
                }
            }
        }
    }

    /// Returns the contract's id of the operation that a link refers to, and the value of `operationId` or
    /// `operationRef`. Reports an unknown operation.
    private func operationID(of link: JSONValue) -> (text: String, place: JSONValue)? {
        if let place = link["operationId"], let text = place.string {
            if let id = operationsByDocumentID[text] { return (id, place) }
            return reject(
                .unknownOperation, "unknown operation “\(text)”", at: place,
                advice: Suggestion.advice(for: text, in: operationsByDocumentID.keys.sorted()))
        }
        guard let place = link["operationRef"], place.kind == .string else {
            return reject(.missingKey, "a link requires “operationId” or “operationRef”", at: link)
        }
        guard let target = target(of: place) else { return nil }
        if let id = operationIDs[NodeID(target)] { return (id, place) }
        return reject(.unknownOperation, "“operationRef” doesn't refer to an operation in this document", at: place)
    }
}
