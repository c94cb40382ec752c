// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension Case {
    /// Returns the arguments of the call, keyed by `InputField.swiftName`. A value that the client doesn't send is
    /// absent.
    ///
    /// - Parameter known: The expected requests of the case, or `nil` to compute them.
    package func inputValues(
        scope: Scope, expecting known: [ExpectedRequest] = [], shape: InputShape? = nil
    ) throws(SubstitutionError) -> [String: JSON] {
        let step = self.steps.firstIndex { $0.operation.id == self.operation.id } ?? 0
        let expected = step < known.count ? known[step] : try expectedRequest(step, scope: scope)
        var values: [String: JSON] = [:]
        for field in (shape ?? InputShape(self.operation)).fields {
            values[field.swiftName] = try value(of: field, expected, scope)
        }
        return values
    }

    private func value(
        of field: InputField, _ expected: ExpectedRequest, _ scope: Scope
    ) throws(SubstitutionError) -> JSON? {
        func parameter(_ parameters: [ExpectedParameter]) -> JSON? {
            parameters.first { $0.name.isExactly(field.name) }.flatMap { $0.sentValue }
        }
        switch field.source {
        case .path: return parameter(expected.pathParameters)
        case .query: return parameter(expected.query)
        case .header: return parameter(expected.headers)
        case .cookie: return parameter(expected.cookies)
        case .body: return expected.body.sent.map { $0.inputValue }
        case .credentials: return try credentials(scope: scope)
        case .argument:
            guard let argument = self.outcome.arguments.first(where: { $0.name.isExactly(field.name) }) else {
                return nil
            }
            return try scope.substitute(argument.value)
        }
    }

    /// Returns the credentials for the client's call: an object with keys such as `token` or `username`.
    ///
    /// If the contract contains no credentials for a security scheme, as in OpenAPI, each value equals its key:
    /// `{ "token": "token" }`. Returns `nil` if the call requires no credentials.
    package func credentials(scope: Scope) throws(SubstitutionError) -> JSON? {
        guard let requirement = (self.definition.security ?? self.operation.security).first, !requirement.uses.isEmpty
        else { return nil }
        var object = JSONObject()
        for scheme in requirement.schemes(among: self.securitySchemes) {
            for credential in scheme.credentials { object[credential.name] = try scope.substitute(credential.value) }
            if case .oauth2ClientCredentials = scheme.kind { object["token"] = .string(Scope.stubToken(scheme.name)) }
            guard scheme.credentials.isEmpty else { continue }
            for name in scheme.kind.credentialNames { object[name] = .string(name) }
        }
        return .object(object)
    }
}

extension BodyValue {
    /// The body as an argument that the test passes to the client. JSON stays unchanged, text becomes a string, other
    /// bytes become base64, and multipart parts become an object.
    var inputValue: JSON {
        switch content {
        case .json(let json): mediaType.isMultipart ? BodyWriter.inputValue(json, in: description) : json
        case .bytes(let bytes): Self.value(bytes, isText: mediaType.isText)
        case .parts(let parts): .object(Self.object(parts))
        }
    }

    private static func value(_ bytes: [UInt8], isText: Bool) -> JSON {
        if isText, let text = String(utf8: bytes) { return .string(text) }
        return .string(Base64.encode(bytes))
    }

    /// Returns the multipart parts as an object, keyed by name. If several parts have the same name, the value is an
    /// array. A file is an object with a name, a media type and bytes.
    private static func object(_ parts: [PartValue]) -> JSONObject {
        var object = JSONObject()
        for part in parts where object[part.name] == nil {
            let values = parts.filter { $0.name.isExactly(part.name) }.map { value($0) }
            object[part.name] = values.count == 1 ? values[0] : .array(values)
        }
        return object
    }

    private static func value(_ part: PartValue) -> JSON {
        switch part.content {
        case .json(let json): return json
        case .parts: return .null
        case .bytes(let bytes):
            guard let filename = part.filename else { return value(bytes, isText: true) }
            return file(filename, bytes, part.headers)
        }
    }

    fileprivate static func file(_ name: String, _ bytes: [UInt8], _ headers: [HTTPField]) -> JSON {
        var file: JSONObject = ["filename": .string(name), "data": .string(Base64.encode(bytes))]
        if let type = headers.first("Content-Type") { file["contentType"] = .string(type) }
        return .object(file)
    }
}

extension BodyWriter {
    /// Returns the parts that Accord generates for a multipart body, in which a binary string is a file.
    fileprivate static func inputValue(_ body: JSON, in description: MediaTypeDescription?) -> JSON {
        guard let object = body.object else { return body }
        var values = JSONObject()
        for member in object {
            let parts = parts(member.key, member.value, in: description).map { part in
                part.filename.map { BodyValue.file($0, part.body, part.headers) }
            }
            let files = parts.compactMap(\.self)
            let value: JSON = member.value.array == nil ? files.first ?? member.value : .array(files)
            values[member.key] = files.count == parts.count ? value : member.value
        }
        return .object(values)
    }
}
