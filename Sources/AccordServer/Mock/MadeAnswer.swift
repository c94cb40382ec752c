import AccordContract
import AccordCore
import AccordJSON

/// An answer that no case states for the request: a case's for other values, or one made of the schemas, with the
/// request's own values in it where they belong.
struct MadeAnswer {
    let served: ServedOperation
    let match: RouteMatch
    let request: ParsedRequest

    /// An answer, the case that it is of, and its body where that was read.
    typealias Answer = (response: HTTPResponse, caseID: String?, body: JSON?)

    /// The answer with a status; nil where nothing can be made.
    func answer(status: Int, mediaType: MediaType? = nil, seed: UInt64? = nil) -> Answer? {
        if let seed {
            return (try? served.operation.answer(status: status, mediaType: mediaType, seed: seed))
                .map { carrying(AnswerTemplate($0)) }
        }
        return served.templates.template(status, mediaType) { template(status, mediaType) }.map(carrying)
    }

    private func template(_ status: Int, _ mediaType: MediaType?) -> AnswerTemplate? {
        if let exchange = served.exchange(answering: status),
            mediaType.map({ type in Self.type(of: exchange.answer).map { type.covers($0) } ?? true }) ?? true
        {
            return AnswerTemplate(exchange.answer, caseID: exchange.caseID)
        }
        if let made = exemplary(status: status, mediaType: mediaType) { return AnswerTemplate(made) }
        return (try? served.operation.answer(status: status, mediaType: mediaType)).map { AnswerTemplate($0) }
    }

    /// The answer with the first example that its body documents.
    private func exemplary(status: Int, mediaType: MediaType?) -> HTTPResponse? {
        let content = served.operation.response(for: status)?.body?.content ?? []
        guard let description = content.first(where: { mediaType == nil || $0.mediaType == mediaType }) else {
            return nil
        }
        return description.examples.lazy.compactMap { answer(status: status, example: $0, of: description) }.first
    }

    /// The answer with an example for its body; nil where it isn't as its schema says.
    func answer(status: Int, example: NamedExample, of description: MediaTypeDescription) -> HTTPResponse? {
        guard var made = try? served.operation.answer(status: status, mediaType: description.mediaType) else {
            return nil
        }
        switch example.content {
        case .value(let value):
            if description.mediaType.isJSON {
                made.body = JSONWriter.compactBytes(JSON(value))
            } else if let text = value.string {
                made.body = Array(text.utf8)
            } else {
                return nil
            }
        case .serialized(let text): made.body = Array((text.string ?? "").utf8)
        case .external: return nil
        }
        return Judge.judge(made, documentedBy: served.operation).failed ? nil : made
    }

    /// The media types that are documented for a status.
    func mediaTypes(_ status: Int) -> [MediaType] {
        served.operation.response(for: status)?.body?.content.map(\.mediaType) ?? []
    }

    static func type(of response: HTTPResponse) -> MediaType? {
        response.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }
    }

    /// The answer with the values of the path, of the query and of the body where it has properties of their names, as
    /// far as it stays what is documented.
    private func carrying(_ template: AnswerTemplate) -> Answer {
        let unchanged = (template.response, template.caseID, template.object)
        guard let object = template.object else { return unchanged }
        let carried = carried
        var body = object
        var changes = 0
        for value in carried {
            guard let next = value.placed(in: body) else { continue }
            body = next
            changes += 1
        }
        guard changes > 0 else { return unchanged }
        if let whole = valid(body, in: template) { return (whole, template.caseID, body) }
        guard changes > 1 else { return unchanged }
        // Not all of them may stand there: one after the other.
        var answer = unchanged
        for value in carried {
            guard let next = value.placed(in: answer.2 ?? object), let more = valid(next, in: template) else {
                continue
            }
            (answer.0, answer.2) = (more, next)
        }
        return answer
    }

    private func valid(_ body: JSON, in template: AnswerTemplate) -> HTTPResponse? {
        var response = template.response
        response.body = JSONWriter.compactBytes(body)
        return Judge.judge(response, documentedBy: served.operation).failed ? nil : response
    }

    private var carried: [CarriedValue] {
        var carried: [CarriedValue] = []
        for (name, text) in match.pathValues.sorted(by: { $0.key < $1.key }) {
            var names = [name]
            if let stem = Self.stem(ofIdentifier: name), stem != name { names.append("id") }
            carried.append(CarriedValue(names: names, value: .string(Percent.decodeText(text))))
        }
        for item in request.query {
            carried.append(
                CarriedValue(names: [Percent.decodeText(item.name)], value: .string(Form.decode(item.value))))
        }
        if request.message.method != "GET" {
            for member in request.json?.object ?? [:] {
                carried.append(CarriedValue(names: [member.key], value: member.value))
            }
        }
        return carried
    }

    /// `todo` of `todoId`, `todo_id` and `todoID`; nil of what is no identifier.
    private static func stem(ofIdentifier name: String) -> String? {
        for end in ["Id", "ID", "_id", "-id"] where name.hasSuffix(end) { return String(name.dropLast(end.count)) }
        return nil
    }
}

/// A value of a request that may stand in its answer.
private struct CarriedValue {
    /// The names that it may have there, the likeliest first.
    var names: [String]
    var value: JSON

    /// The body with the value where it has a property of one of the names; nil where that is so already, or can't be.
    func placed(in body: JSON) -> JSON? {
        for name in names {
            guard let place = Self.place(of: name, in: body), let present = body.value(at: place) else { continue }
            guard let value = like(present), value != present else { return nil }
            var changed = body
            return changed.set(value, at: place) ? changed : nil
        }
        return nil
    }

    /// The property of the answer's object, or of an object that is one of its properties.
    private static func place(of name: String, in body: JSON) -> JSONPointer? {
        guard let object = body.object else { return nil }
        if object[name] != nil { return JSONPointer(tokens: [name]) }
        for (key, value) in object where value.object?[name] != nil { return JSONPointer(tokens: [key, name]) }
        return nil
    }

    /// The value as the answer has it: a text of the path as the number that stands there.
    private func like(_ present: JSON) -> JSON? {
        guard let text = value.string else { return value }
        switch present {
        case .number: return JSONNumber(text).map { .number($0) }
        case .bool: return text == "true" ? true : text == "false" ? false : nil
        case .string, .null: return value
        case .array, .object: return nil
        }
    }
}

extension StatusPattern {
    /// A status that it stands for.
    var representative: Int? {
        switch self {
        case .exact(let code): code
        case .range(let hundreds): hundreds * 100
        case .any: 200
        }
    }
}
