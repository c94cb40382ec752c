import AccordCases
import AccordContract
import AccordHTTP
import AccordJSON
import AccordJudging

/// An answer that no case states for the request: a case's for other values, or one made of the schemas, with the
/// request's own values in it where they belong.
struct MadeAnswer {
    let served: ServedOperation
    let match: RouteMatch
    let request: HTTPRequest

    /// The answer with a status; nil where nothing can be made.
    func answer(status: Int, mediaType: MediaType? = nil, seed: UInt64? = nil) -> (HTTPResponse, caseID: String?)? {
        if seed == nil, let exchange = served.exchange(answering: status),
            mediaType.map({ type in Self.type(of: exchange.answer).map { type.covers($0) } ?? true }) ?? true
        {
            return (carrying(exchange.answer), exchange.caseID)
        }
        if seed == nil, let made = exemplary(status: status, mediaType: mediaType) { return (carrying(made), nil) }
        guard
            let made = try? served.operation.answer(status: status, mediaType: mediaType, seed: seed ?? 0)
        else { return nil }
        return (carrying(made), nil)
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

    /// The operation's first success, else its first redirect, else the first answer that it documents at all.
    var status: Int? {
        let documented = served.operation.responses.compactMap(\.status.representative)
        let ofCases = served.exchanges.filter { !$0.isForClients }.map(\.answer.status)
        return ofCases.first { (200...299).contains($0) } ?? documented.first { (200...299).contains($0) }
            ?? ofCases.first { (300...399).contains($0) } ?? documented.first { (300...399).contains($0) }
            ?? documented.first
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
    private func carrying(_ response: HTTPResponse) -> HTTPResponse {
        guard Self.type(of: response)?.isJSON == true, !response.body.isEmpty,
            let document = try? JSONDocument(parsing: response.body), document.root.kind == .object
        else { return response }
        var changed = response
        var body = JSON(document.root)
        for (names, texts) in carried {
            for name in names {
                guard let place = Self.place(of: name, in: body), let present = body.value(at: place) else { continue }
                let values = texts.compactMap { Self.value($0, like: present) }
                guard !values.contains(present) else { break }
                let fitting = values.lazy.compactMap { value -> (HTTPResponse, JSON)? in
                    var candidate = body
                    guard candidate.set(value, at: place) else { return nil }
                    var answer = changed
                    answer.body = JSONWriter.compactBytes(candidate)
                    return Judge.judge(answer, documentedBy: served.operation).failed ? nil : (answer, candidate)
                }.first
                if let fitting { (changed, body) = fitting }
                break
            }
        }
        return changed
    }

    /// The names that a value may have in the answer, the likeliest first, with the value.
    private var carried: [(names: [String], values: [JSON])] {
        var carried: [(names: [String], values: [JSON])] = []
        for (name, text) in match.pathValues.sorted(by: { $0.key < $1.key }) {
            var names = [name]
            if let stem = Self.stem(ofIdentifier: name), stem != name { names.append("id") }
            carried.append((names, [.string(Percent.decodeText(text))]))
        }
        for item in RawItem.split(URLParts(request.url).query ?? "") {
            carried.append(([Percent.decodeText(item.name)], [.string(Form.decode(item.value))]))
        }
        if request.method != "GET", let sent = try? JSONDocument(parsing: request.body), sent.root.kind == .object {
            for member in sent.root.members { carried.append(([member.key], [JSON(member.value)])) }
        }
        return carried
    }

    /// `todo` of `todoId`, `todo_id` and `todoID`; nil of what is no identifier.
    private static func stem(ofIdentifier name: String) -> String? {
        for end in ["Id", "ID", "_id", "-id"] where name.hasSuffix(end) { return String(name.dropLast(end.count)) }
        return nil
    }

    /// The property of the answer's object, or of an object that is one of its properties.
    private static func place(of name: String, in body: JSON) -> JSONPointer? {
        guard let object = body.object else { return nil }
        if object[name] != nil { return JSONPointer(tokens: [name]) }
        for (key, value) in object where value.object?[name] != nil { return JSONPointer(tokens: [key, name]) }
        return nil
    }

    /// A value as the answer has it: a text of the path as the number that stands there.
    private static func value(_ value: JSON, like present: JSON) -> JSON? {
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
