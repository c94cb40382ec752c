// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Builds a documented response. Accord generates the values that the case doesn't specify from the schemas.
struct ReplyBuilder {
    let operation: Operation
    let scope: Scope
    /// The media type of a body that the case doesn't set, or `nil` for the first documented media type.
    var mediaType: MediaType?
    var seed: UInt64 = 0

    func answer(
        status: Int, headers: [NamedValue] = [], body: BodyDefinition? = nil
    ) throws(SubstitutionError) -> HTTPResponse {
        let documented = operation.response(for: status)
        var fields = try self.headers(documented?.headers ?? [], headers)
        var bytes: [UInt8] = []
        if let value = try self.body(documented?.body, body, headers, status) {
            let written = BodyWriter.write(value)
            bytes = written.bytes
            if fields.first("Content-Type") == nil, !headers.contains(where: { $0.name.isFieldName("Content-Type") }) {
                fields.insert(HTTPField("Content-Type", written.contentType), at: 0)
            }
        }
        // A client couldn't read a plain body with a documented `Content-Encoding`, and would wait for a `Trailer`.
        fields.removeAll { field in
            guard HTTPField.isFraming(field.name), status != 101, status != 426 else { return false }
            let isEncoded = String(utf8: bytes) == nil && ContentCoding([field])?.mayBe(of: bytes) == true
            return !(isEncoded && field.isNamed("Content-Encoding"))
        }
        return HTTPResponse(status: status, headers: fields, body: bytes)
    }

    private func headers(_ documented: [Parameter], _ named: [NamedValue]) throws(SubstitutionError) -> [HTTPField] {
        var fields: [HTTPField] = []
        for header in named {
            let parameter = documented.first { $0.name.isFieldName(header.name) }
            let value = try scope.substitute(header.value)
            if value.isNull { continue }
            let expected = ExpectedParameter(
                name: header.name, parameter: parameter, expectation: .value(value),
                location: SourceLocation(header.value))
            fields += expected.lines(value)
        }
        for parameter in documented where parameter.isRequired && !parameter.isForbidden {
            if named.contains(where: { $0.name.isFieldName(parameter.name) }) { continue }
            let example =
                seed == 0 ? parameter.examples.lazy.compactMap { MadeRequest.value($0, of: parameter) }.first : nil
            let made =
                parameter.constant.map { JSON($0) }
                ?? (parameter.name.isFieldName("Retry-After") ? Self.usual(parameter) : nil)
                ?? example.map { JSON($0) } ?? Self.usual(parameter)
                ?? SchemaExample.answered(parameter.schema, seed: seed)
            guard let value = made else { continue }
            fields.append(HTTPField(parameter.name, ParameterWriter(parameter.shape).headerText(value)))
        }
        return fields
    }

    /// Returns a value that HTTP defines for a header field, or `nil` for a different field, and for a schema that
    /// rejects the value. `Retry-After` is one second, because a client really waits.
    private static func usual(_ parameter: Parameter) -> JSON? {
        usualValues[parameter.name.lowercased()]?.first { parameter.schema.isValid($0) }
    }

    private static let usualValues: [String: [JSON]] = [
        "retry-after": [1, "1"], "etag": ["\"amber\""], "set-cookie": ["session=amber"], "allow": ["GET"],
        "last-modified": [date], "date": [date], "expires": [date], "content-range": ["bytes 0-0/1"],
        "www-authenticate": ["Bearer"], "accept-ranges": ["bytes"], "vary": ["Accept"],
    ]

    private static let date: JSON = "Fri, 17 May 2024 09:30:00 GMT"

    private func body(
        _ documented: BodyDescription?, _ body: BodyDefinition?, _ headers: [NamedValue], _ status: Int
    ) throws(SubstitutionError) -> BodyValue? {
        if status == 204 || status == 304 { return nil }
        if let body { return try scope.body(body, documented?.content ?? [], headers: headers) }
        // Responses to HEAD and 1xx have no content (RFC 9110, section 6.4.1).
        guard let documented, !documented.isForbidden, documented.isRequired, operation.request.method != "HEAD",
            status >= 200
        else { return nil }
        let stated = try scope.contentType(headers) ?? mediaType
        guard let description = stated.map(documented.content.covering) ?? documented.content.first else { return nil }
        let answer = operation.response(for: status).map { ExpectedAnswer($0, description, in: operation) }
        if seed == 0, let example = description.examples.first(where: { answer?.isUsable($0) ?? false }),
            let written = BodyDefinition(example, of: description)
        {
            var value = try scope.body(written, [description], headers: headers)
            if let stated { value?.mediaType = stated }
            return value
        }
        let seed = seed
        var value = BodyValue(
            made: { SchemaExample.answered($0, seed: seed) }, from: description, location: documented.location)
        if let stated { value.mediaType = stated }
        // The member “status” of a problem document is the status code of the response (RFC 9457, section 3.1.2).
        if value.mediaType.subtype == "problem+json", case .json(.object(var problem)) = value.content,
            problem["status"]?.number != nil
        {
            problem["status"] = .int(status)
            if description.schema?.isValid(.object(problem)) != false { value.content = .json(.object(problem)) }
        }
        return value
    }
}

extension Fault {
    /// The status code of the response that the fault causes. It is `nil` if the fault keeps the documented status
    /// code, or if the client receives no response.
    package var status: Int? {
        switch change {
        case .status(let status), .emptied(let status), .retryLater(let status): status
        case .challenge: 401
        case .none, .fields, .coding: nil
        }
    }

    /// Returns the response that the client receives because of the fault. If the fault doesn't change responses,
    /// returns `response`. If `response` is `nil`, the fault changes an empty 200 response.
    package func changed(_ response: HTTPResponse?) -> HTTPResponse? {
        var changed = response ?? HTTPResponse(status: 200)
        switch change {
        case .none: return response
        // The status code changes, but the documented header fields and body stay.
        case .status(let status): changed.status = status
        case .emptied(let status): return HTTPResponse(status: status)
        case .challenge(let scheme):
            let field = HTTPField("WWW-Authenticate", "\(scheme) realm=\"accord\"")
            return HTTPResponse(status: 401, headers: [field])
        case .retryLater(let status): return HTTPResponse(status: status, headers: [HTTPField("Retry-After", "1")])
        case .fields(let count): changed.headers += (0..<count).map { HTTPField("X-Flood-\($0)", "x") }
        case .coding(let name): changed.headers.append(HTTPField("Content-Encoding", name))
        }
        return changed
    }
}
