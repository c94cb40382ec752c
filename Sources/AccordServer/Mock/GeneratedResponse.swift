// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A documented or generated response, before the mock inserts the resources that clients created.
struct ResponseDraft: Sendable {
    var response: HTTPResponse
    /// The exchange that the request matches, or `nil` for a generated response.
    var exchange: DocumentedExchange?
    var caseID: String?
    /// The JSON body, if it is already parsed.
    var body: JSON?
    /// Whether the body is a list with resources that clients created.
    var isStored = false
    /// Whether a case or an example provides the body.
    var isDocumented = false
    /// The contract violations of a body that comes from an example, or that Accord couldn't generate.
    var violations: [Finding] = []

    /// The JSON body, parsed if necessary.
    var json: JSON? { body ?? response.json }
}

/// A request to an operation of the mock.
///
/// The response to a request that matches no case is the response of a documented case, an example, or a value generated
/// from the schema. If a response property has the same name as a value in the request, such as a path parameter, the
/// mock copies the value to the property.
struct MockCall {
    let request: ParsedRequest
    let match: RouteMatch
    let served: ServedOperation

    /// Whether the request has the credentials that `security` requires.
    var isAdmitted: Bool { served.credentials.admits(request.message) }

    /// Returns the response with a status code, or `nil` if the mock can't generate one.
    ///
    /// - Parameter seed: The seed of random values, which replace the documented values. Without a seed, the documented
    ///   values remain.
    func draft(status: Int, mediaType: MediaType? = nil, seed: UInt64? = nil) -> ResponseDraft? {
        if let seed { return served.generated(status, mediaType, seed: seed).map(filled) }
        return served.template(status, mediaType).map(filled)
    }

    /// Returns the response with values from the request's path, query and body inserted. Omits values that would make
    /// the response invalid.
    private func filled(_ template: ResponseDraft) -> ResponseDraft {
        guard template.json?.object != nil else { return template }
        return template.applying(values.map { value in { value.placed(in: $0) } }, for: served.operation)
    }

    private var values: [RequestValue] {
        var values: [RequestValue] = []
        for (name, text) in match.pathValues.sorted(by: { $0.key < $1.key }) {
            var names = [name]
            // The path parameter `todoId` also sets the property `id` of the response.
            if name.endsLikeID { names.append("id") }
            values.append(RequestValue(names: names, value: .string(Percent.decodeText(text))))
        }
        for item in request.query {
            values.append(RequestValue(names: [Percent.decodeText(item.name)], value: .string(Form.decode(item.value))))
        }
        if request.message.method != "GET" {
            for member in request.json?.object ?? [:] {
                values.append(
                    RequestValue(
                        names: [member.key], value: member.value, identifiers: served.role?.propertyNames ?? []))
            }
        }
        return values
    }
}

extension ResponseDraft {
    /// Returns the draft with a different body, or `nil` if that body violates the contract.
    func with(_ body: JSON, ifValidFor operation: Operation) -> ResponseDraft? {
        var draft = self
        draft.response.body = JSONWriter.compactBytes(body)
        draft.body = body
        draft.violations = []
        return Judge.judge(draft.response, documentedBy: operation).failed ? nil : draft
    }

    /// Returns the draft with all changes of its body that keep the response valid. A change that doesn't apply returns
    /// `nil`.
    func applying(_ changes: [(JSON) -> JSON?], for operation: Operation) -> ResponseDraft {
        guard let body = json else { return self }
        let changed = changes.reduce(body) { body, change in change(body) ?? body }
        if changed == body { return self }
        return with(changed, ifValidFor: operation)
            ?? changes.reduce(self) { draft, change in
                draft.json.flatMap(change).flatMap { draft.with($0, ifValidFor: operation) } ?? draft
            }
    }
}

extension ServedOperation {
    /// Returns the response to a request that matches no case. It doesn't contain values of the request yet. The
    /// response is cached for each status code and media type.
    func template(_ status: Int, _ mediaType: MediaType?) -> ResponseDraft? {
        let key = TemplateKey(status: status, mediaType: mediaType)
        if let template = templates.withLock({ $0[key] }) { return template }
        var template = newTemplate(status, mediaType)
        if let body = template?.response.json { template?.body = body }
        templates.withLock { $0[key] = .some(template) }
        return template
    }

    private func newTemplate(_ status: Int, _ mediaType: MediaType?) -> ResponseDraft? {
        let exchange = exchangesByStatus[status].flatMap { exchange in
            mediaType.flatMap { type in exchange.answer.headers.mediaType.map { type.covers($0) } } ?? true
                ? exchange : nil
        }
        if let exchange, !exchange.leavesBodyOpen {
            return ResponseDraft(response: exchange.answer, caseID: exchange.caseID, isDocumented: true)
        }
        let type = exchange?.answer.headers.mediaType ?? mediaType
        let content = operation.response(for: status)?.body?.content ?? []
        let description = type.map(content.covering) ?? content.first
        let examples = description.map { description in
            description.examples.compactMap { draft(status, example: $0, of: description, as: type) }
        }
        let schema = description?.schema?.view
        let isDocumented = schema?.keyword("example") != nil || schema?.keyword("examples") != nil
        let example = examples?.first { $0.violations.isEmpty } ?? examples?.first
        guard let exchange else {
            if let example { return example }
            var draft = generated(status, mediaType, seed: 0)
            draft?.isDocumented = isDocumented
            return draft
        }
        var documented = ResponseDraft(
            response: exchange.answer, caseID: exchange.caseID, isDocumented: isDocumented || example != nil)
        if let example, !example.violations.isEmpty {
            documented.response.body = example.response.body
            documented.violations = example.violations
        } else {
            documented.response = lengthened(exchange.answer, seed: 0)
            // The case may deliberately have an undocumented status or header field.
            documented.violations = violations(in: documented.response).filter { $0.place?.part == .body }
        }
        return documented
    }

    /// Returns a response generated from the schemas. Lists of random values, and streams without an example, get
    /// several items. If Accord finds no valid body, the response has an invalid one, and the draft its violations.
    func generated(_ status: Int, _ mediaType: MediaType?, seed: UInt64) -> ResponseDraft? {
        guard let made = try? operation.answer(status: status, mediaType: mediaType, seed: seed) else { return nil }
        let response = lengthened(made, seed: seed)
        return ResponseDraft(response: response, violations: violations(in: response))
    }

    /// Appends two more items to the list or stream in a generated response.
    private func lengthened(_ response: HTTPResponse, seed: UInt64) -> HTTPResponse {
        var response = response
        for number in 1...2 as ClosedRange<UInt64> {
            // The seed 0 would generate the first item again.
            let next = max(1, seed &+ number &* 0x9E37_79B9)
            guard
                let further = try? operation.answer(
                    status: response.status, mediaType: response.headers.mediaType, seed: next),
                let longer = appended(further, to: response, isRandom: seed != 0)
            else { break }
            response = longer
        }
        return response
    }

    /// Returns `response` with the items of `further` appended. Returns `nil` if the response is neither a stream nor a
    /// random list, or if the result is invalid.
    private func appended(_ further: HTTPResponse, to response: HTTPResponse, isRandom: Bool) -> HTTPResponse? {
        var longer = response
        guard let type = response.headers.mediaType else { return nil }
        if type.isStream {
            let content = operation.response(for: response.status)?.body?.content.covering(type)
            guard let content, content.itemSchema ?? content.dataSchema != nil, isRandom || content.examples.isEmpty
            else { return nil }
            longer.body += further.body
        } else if isRandom, var body = response.json, let (place, elements) = body.list,
            let others = further.json?.value(at: place)?.array
        {
            guard body.set(.array(elements + others), at: place) else { return nil }
            longer.body = JSONWriter.compactBytes(body)
        } else {
            return nil
        }
        return Judge.judge(longer, documentedBy: operation).failed ? nil : longer
    }

    /// Returns a response with a documented example as its body, or `nil` if the example is in a different file.
    func draft(
        _ status: Int, example: NamedExample, of description: MediaTypeDescription, as type: MediaType? = nil
    ) -> ResponseDraft? {
        let type = type ?? description.mediaType.sample ?? .json
        guard var response = try? operation.answer(status: status, mediaType: type) else { return nil }
        switch example.content {
        case .value(let value):
            response.body = BodyWriter.bytes(of: JSON(value), as: type, description: description)
        case .serialized(let text): response.body = Array((text.string ?? "").utf8)
        case .external: return nil
        }
        return ResponseDraft(response: response, isDocumented: true, violations: violations(in: response))
    }

    private func violations(in response: HTTPResponse) -> [Finding] {
        Judge.judge(response, documentedBy: operation).findings.filter { $0.severity == .error }
    }

    /// Adds the optional header fields that the contract documents to a response, and returns the response.
    ///
    /// - Parameters:
    ///   - exchange: The step to which the response belongs. Header fields that the step defines or forbids don't
    ///     change.
    ///   - documented: The documented response. If `response` has a different body, `ETag` and `Last-Modified` aren't
    ///     added.
    func completed(
        _ response: HTTPResponse, of exchange: DocumentedExchange? = nil, documented: HTTPResponse? = nil
    ) -> HTTPResponse {
        guard exchange?.answersExactly != true else { return response }
        let optional = optionalFields.withLock { $0[response.status] } ?? newOptionalFields(response.status)
        let isChanged = documented.map { $0.body != response.body } ?? false
        if optional.isEmpty, !isChanged { return response }
        var response = response
        for index in response.headers.indices where isChanged && response.headers[index].isNamed("ETag") {
            // A different representation has a different entity tag (RFC 9110, section 8.8.3).
            let hash = String(SeededRandom.hash(response.body), radix: 16)
            let parameter = operation.response(for: response.status)?.headers.first { $0.name.isFieldName("ETag") }
            let isAllowed = parameter?.schema.isValid(.string("\"\(hash)\"")) ?? true
            if isAllowed { response.headers[index].value = "\"\(hash)\"" }
        }
        response.headers += optional.filter { field in
            let name = field.name.lowercased()
            return response.headers.first(name) == nil && exchange?.statedFields.contains(name) != true
                && !(isChanged && ["etag", "last-modified"].contains(name))
        }
        return response
    }

    private func newOptionalFields(_ status: Int) -> [HTTPField] {
        var fields: [HTTPField] = []
        for parameter in operation.response(for: status)?.headers ?? []
        where !parameter.isRequired && !parameter.isFraming {
            guard
                let value = parameter.responseValue(hasMeaning: Self.significant.contains(parameter.name.lowercased()))
            else { continue }
            fields.append(HTTPField(parameter.name, ParameterWriter(parameter.shape).headerText(value)))
        }
        optionalFields.withLock { $0[status] = fields }
        return fields
    }

    /// The header fields that change the behavior of clients. The mock sends them only with a documented value.
    private static let significant: Set<String> = [
        "accept-ranges", "allow", "cache-control", "clear-site-data", "connection", "content-disposition",
        "content-encoding", "content-language", "content-length", "content-location", "content-range", "content-type",
        "date", "deprecation", "etag", "expires", "keep-alive", "last-modified", "link", "location", "refresh",
        "retry-after", "set-cookie", "strict-transport-security", "sunset", "trailer", "transfer-encoding", "upgrade",
        "vary", "www-authenticate",
    ]

    /// Returns the media types that the contract documents for the body of a response with a status code.
    func mediaTypes(_ status: Int) -> [MediaType] {
        operation.response(for: status)?.body?.content.map(\.mediaType) ?? []
    }
}

/// A value of a request, such as a path parameter, that the mock inserts into the response.
private struct RequestValue {
    /// The names that the property in the response may have, likeliest first.
    var names: [String]
    var value: JSON
    /// The names of identifier properties, such as `id`. If `value` is an object without `id`, the mock adds the `id`
    /// of the response object that `value` replaces.
    var identifiers: [String] = []

    /// Returns the body with this value, in the first property that has one of the names. Returns `nil` if no property
    /// changes.
    func placed(in body: JSON) -> JSON? {
        for name in names {
            guard let place = Self.place(of: name, in: body), let present = body.value(at: place) else { continue }
            guard let value = converted(to: present), value != present else { return nil }
            return body.setting(value, at: place)
        }
        return nil
    }

    /// Returns the location of a property in an object, or in an object directly inside it.
    private static func place(of name: String, in body: JSON) -> JSONPointer? {
        guard let object = body.object else { return nil }
        if object[name] != nil { return JSONPointer(tokens: [name]) }
        for (key, value) in object where value.object?[name] != nil { return JSONPointer(tokens: [key, name]) }
        return nil
    }

    /// Returns the value, converted to the type of the value that it replaces. For example, a string from the path
    /// becomes a number.
    private func converted(to present: JSON) -> JSON? {
        if var object = value.object, let present = present.object {
            for name in identifiers where object[name] == nil {
                if let identifier = present[name] { object.append(name, identifier) }
            }
            return .object(object)
        }
        guard let text = value.string else { return value }
        switch present {
        case .number: return JSONNumber(text).map { .number($0) }
        case .bool: return text == "true" ? true : text == "false" ? false : nil
        case .string, .null: return value
        case .array, .object: return nil
        }
    }
}

extension Parameter {
    /// Returns the documented value of a response's header field. If there is none, returns a generated value.
    ///
    /// - Parameter hasMeaning: Whether clients act on the value, as they do on `Location`. If so, the function returns
    ///   only documented values.
    fileprivate func responseValue(hasMeaning: Bool) -> JSON? {
        guard !isForbidden else { return nil }
        let examples = examples.lazy.compactMap { example -> JSON? in
            guard case .value(let value) = example.content, self.schema.isValid(value) else { return nil }
            return JSON(value)
        }
        if let documented = constant.map({ JSON($0) }) ?? examples.first ?? defaultValue.map({ JSON($0) }) {
            return documented
        }
        let source = schema.view
        guard !hasMeaning || source.keyword("example") != nil || source.keyword("examples") != nil else { return nil }
        return try? schema.example(ExampleOptions(name: name))
    }
}

extension HTTPResponse {
    /// The body as JSON, or `nil` if it isn't JSON, or has a different media type.
    var json: JSON? { headers.mediaType?.isJSON == true ? jsonBody : nil }
}

extension Operation {
    /// A status code of each documented response. “default” describes all other responses, usually errors.
    var statedStatuses: [Int] { responses.map(\.status).filter { $0 != .any }.compactMap(\.representative) }
}

extension StatusPattern {
    /// A status code that the pattern includes, such as 400 for `4XX`, or 200 for `default`.
    var representative: Int? {
        switch self {
        case .exact(let code): code
        case .range(let hundreds): hundreds * 100
        case .any: 200
        }
    }
}
