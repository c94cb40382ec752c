// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Determines what the request of a case must contain: the expected values of the parameters and the body.
struct RequestResolution {
    let operation: Operation
    let definition: RequestDefinition
    let scope: Scope
    /// The index of the case's step that sends the request.
    let step: Int

    init(_ operation: Operation, _ definition: RequestDefinition?, scope: Scope, step: Int = 0) {
        self.step = step
        self.operation = operation
        self.definition = definition ?? RequestDefinition(location: operation.request.location)
        self.scope = scope
    }

    func expected(
        credentials: Credentials, baseURL: String, location: SourceLocation
    ) throws(SubstitutionError) -> ExpectedRequest {
        let described = operation.request
        var headers = try parameters(described.headers, definition.headers)
        let body = try scope.body(described.body, definition)
        // The body determines its media type. A request without a body sends the documented field.
        if case .none = body {} else { headers.removeAll { $0.name.isFieldName("Content-Type") } }
        var query = try parameters(described.query, definition.query)
        var cookies = try parameters(described.cookies, definition.cookies)
        Self.add(credentials.headers, to: &headers, named: definition.headers, in: .header)
        Self.add(credentials.query, to: &query, named: definition.query, in: .query)
        Self.add(credentials.cookies, to: &cookies, named: definition.cookies, in: .cookie)
        return ExpectedRequest(
            operation: operation, location: location, baseURL: baseURL, matching: definition.matching,
            pathParameters: try parameters(described.pathParameters, definition.pathParameters),
            query: query, headers: headers, cookies: cookies,
            body: body,
            asserts: try scope.resolve(definition.asserts), repeatsPrevious: false,
            example: HTTPRequest(method: described.method, url: baseURL))
    }

    private func parameters(
        _ documented: [Parameter], _ named: [NamedValue]
    ) throws(SubstitutionError) -> [ExpectedParameter] {
        var result: [ExpectedParameter] = []
        var remainingValues = named
        for parameter in documented {
            let index = remainingValues.firstIndex { parameter.place.areSame($0.name, parameter.name) }
            let value = index.map { remainingValues.remove(at: $0) }
            result.append(try expected(parameter, value))
        }
        for other in remainingValues {
            let value = try scope.substitute(other.value)
            result.append(
                ExpectedParameter(
                    name: other.name, parameter: nil,
                    expectation: value.isNull ? .absent(allowing: nil) : .value(value), location: other.location))
        }
        return result
    }

    private func expected(_ parameter: Parameter, _ named: NamedValue?) throws(SubstitutionError) -> ExpectedParameter {
        var location = parameter.location
        var sample: JSON?
        let expectation: ExpectedParameter.Expectation
        if let named {
            location = named.location
            let value = try scope.substitute(named.value)
            sample = value
            let stated: ExpectedParameter.Expectation =
                if definition.matching == .exact { .value(value) }
                // The client may omit the field: its value contains a line break, which no header field can contain
                // (RFC 9110, section 5.5).
                else if parameter.place == .header, HeaderGrammar.holdsLineBreak(value.string ?? "") { .optional } else
                { .schema }
            expectation = value.isNull ? .absent(allowing: nil) : stated
        } else if parameter.isForbidden {
            expectation = .absent(allowing: nil)
        } else if parameter.isFraming {
            // Accord sends each body without a coding. A client may use one.
            expectation = .optional
        } else if let constant = parameter.constant, parameter.isRequired {
            expectation = .value(JSON(constant))
        } else if parameter.isRequired {
            expectation = .schema
            if !scope.identity.isEmpty {
                let identity = parameter.isFresh ? "\(scope.identity)\n\(step)" : scope.identity
                sample = FreshValue.made(parameter, for: identity)
            }
        } else if parameter.isFresh {
            // The case can't know the value, because the client generates each value that the contract marks as
            // “fresh”.
            expectation = .optional
        } else if parameter.place == .header, Self.sentByPlatforms.contains(parameter.name.lowercased()) {
            expectation = .optional
        } else {
            expectation = .absent(allowing: (parameter.constant ?? parameter.defaultValue).map { JSON($0) })
        }
        return ExpectedParameter(
            name: parameter.name, parameter: parameter, expectation: expectation, location: location, sample: sample)
    }

    /// Header fields that URLSession and other HTTP libraries send automatically. If a documented field with such a
    /// name is optional, the request may contain the field.
    private static let sentByPlatforms: Set<String> = [
        "accept", "accept-encoding", "accept-language", "connection", "content-length", "content-type", "host",
        "user-agent", "priority", "cookie", "expect", "te",
    ]

    private static func add(
        _ credentials: [ExpectedParameter], to parameters: inout [ExpectedParameter], named: [NamedValue],
        in place: Parameter.Place
    ) {
        for credential in credentials {
            if named.contains(where: { place.areSame($0.name, credential.name) }) { continue }
            if let index = parameters.firstIndex(where: { place.areSame($0.name, credential.name) }) {
                parameters[index].expectation = credential.expectation
            } else {
                parameters.append(credential)
            }
        }
    }
}

extension Scope {
    /// Returns the expected body of a request: its value and its media type.
    fileprivate func body(
        _ documented: BodyDescription?, _ definition: RequestDefinition
    ) throws(SubstitutionError) -> ExpectedBody {
        guard let body = definition.body else {
            guard let documented, !documented.isForbidden, documented.isRequired else { return .none }
            return .schema(documented, isRequired: true)
        }
        return try self.body(body, documented?.content ?? [], headers: definition.headers).map { .value($0) } ?? .none
    }

    /// Returns the value of a body, or `nil` if the case specifies that the request has no body.
    func body(
        _ body: BodyDefinition, _ documented: [MediaTypeDescription], headers: [NamedValue]
    ) throws(SubstitutionError) -> BodyValue? {
        let content = try content(of: body)
        if case .text = body.content, case .bytes(let bytes) = content, bytes.isEmpty { return nil }
        let stated = try contentType(headers)
        let (type, description) = Self.mediaType(stated, among: documented, for: content)
        return BodyValue(content: content, mediaType: type, description: description, location: body.location)
    }

    private func content(of body: BodyDefinition) throws(SubstitutionError) -> BodyValue.Content {
        switch body.content {
        case .json(let json): .json(try substitute(json))
        case .text(let text): .bytes(Array(try self.text(text).utf8))
        case .base64(let bytes), .file(_, let bytes): .bytes(bytes)
        case .parts(let parts): .parts(try self.parts(parts))
        }
    }

    /// Returns the value of the header field `Content-Type` in the case, or `nil` if the case doesn't set the field.
    func contentType(_ headers: [NamedValue]) throws(SubstitutionError) -> MediaType? {
        guard let named = headers.first(where: { $0.name.isFieldName("Content-Type") }) else { return nil }
        let value = try substitute(named.value)
        return value.isNull ? nil : MediaType(parsing: value.templateText)
    }

    /// Returns the media type that the case specifies, or else the first documented media type. If the contract
    /// documents no media type, returns a media type that fits the content.
    private static func mediaType(
        _ stated: MediaType?, among documented: [MediaTypeDescription], for content: BodyValue.Content
    ) -> (MediaType, MediaTypeDescription?) {
        if let stated { return (stated, documented.covering(stated)) }
        var suitable = documented.first
        if case .parts = content { suitable = documented.first(where: \.mediaType.isMultipart) ?? suitable }
        return (suitable?.mediaType.sample ?? fallback(for: content), suitable)
    }

    private static func fallback(for content: BodyValue.Content) -> MediaType {
        switch content {
        case .json: .json
        case .bytes: MediaType(type: "application", subtype: "octet-stream", parameters: [])
        case .parts: MediaType(type: "multipart", subtype: "form-data", parameters: [])
        }
    }

    private func parts(_ parts: [PartDefinition]) throws(SubstitutionError) -> [PartValue] {
        try parts.map { (part) throws(SubstitutionError) in
            let headers = try part.headers.map { (header) throws(SubstitutionError) in
                HTTPField(header.name, try substitute(header.value).templateText)
            }
            let content = if let body = part.body { try content(of: body) } else { BodyValue.Content.bytes([]) }
            return PartValue(
                name: part.name, filename: part.filename, headers: headers, content: content, location: part.location)
        }
    }

    /// Replaces every `${…}` in the assertions of a case by its value, and compiles the resulting schemas.
    func resolve(_ assertions: [Assertion]) throws(SubstitutionError) -> [Assertion] {
        try assertions.map { (assertion) throws(SubstitutionError) in try resolve(assertion) }
    }

    private func resolve(_ assertion: Assertion) throws(SubstitutionError) -> Assertion {
        guard assertion.hasTemplates else { return assertion }
        var assertion = assertion
        let document = JSONDocument(try substitute(assertion.value), file: assertion.location.file)
        do {
            assertion.schema = try Schema.compile(document.root)
        } catch {
            throw SubstitutionError(
                "the values of the placeholders make the schema of the assertion on “\(assertion.path)” invalid",
                at: assertion.location)
        }
        assertion.value = document.root
        return assertion
    }
}
