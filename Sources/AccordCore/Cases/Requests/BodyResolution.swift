import AccordContract
import AccordJSON

/// Turns a case's body into a value with its media type, templates filled in.
package struct BodyResolution {
    package let scope: Scope

    package init(_ scope: Scope) { self.scope = scope }

    package func requestBody(
        _ documented: BodyDescription?, _ definition: RequestDefinition
    ) throws(SubstitutionError) -> ExpectedBody {
        guard let body = definition.body else {
            guard let documented, !documented.isForbidden, documented.isRequired else { return .none }
            return .schema(documented, isRequired: true)
        }
        let value = try self.value(body, documented?.content ?? [], headers: definition.headers)
        return value.map { .value($0) } ?? .none
    }

    /// The value of a body; nil where the case says that there is none.
    package func value(
        _ body: BodyDefinition, _ documented: [MediaTypeDescription], headers: [NamedValue]
    ) throws(SubstitutionError) -> BodyValue? {
        let content: BodyValue.Content
        switch body.content {
        case .json(let json): content = .json(try scope.substitute(json))
        case .text(let text):
            let bytes = Array(try scope.text(text).utf8)
            if bytes.isEmpty { return nil }
            content = .bytes(bytes)
        case .base64(let bytes), .file(_, let bytes): content = .bytes(bytes)
        case .parts(let parts): content = .parts(try self.parts(parts))
        }
        let stated = try Self.contentType(headers, scope)
        let (type, description) = Self.mediaType(stated, among: documented, for: content)
        return BodyValue(content: content, mediaType: type, description: description, location: body.location)
    }

    /// The `Content-Type` that a case names.
    package static func contentType(_ headers: [NamedValue], _ scope: Scope) throws(SubstitutionError) -> String? {
        guard let named = headers.first(where: { $0.name.isFieldName("Content-Type") }) else { return nil }
        let value = try scope.substitute(named.value)
        return value.isNull ? nil : value.templateText
    }

    /// The media type of a body: the stated one, else the first that is documented, else what the content suggests.
    package static func mediaType(
        _ stated: String?, among documented: [MediaTypeDescription], for content: BodyValue.Content
    ) -> (MediaType, MediaTypeDescription?) {
        if let stated, let type = MediaType(parsing: stated) {
            return (type, documented.first { $0.mediaType.covers(type) })
        }
        if let first = documented.first(where: { suits($0.mediaType, content) }) ?? documented.first {
            var type = first.mediaType
            if type.subtype == "*" { type = fallback(for: content) }
            return (type, first)
        }
        return (fallback(for: content), nil)
    }

    private static func suits(_ type: MediaType, _ content: BodyValue.Content) -> Bool {
        if case .parts = content { return type.isMultipart }
        return true
    }

    private static func fallback(for content: BodyValue.Content) -> MediaType {
        switch content {
        case .json: .json
        case .bytes: MediaType(type: "application", subtype: "octet-stream", parameters: [])
        case .parts: MediaType(type: "multipart", subtype: "form-data", parameters: [])
        }
    }

    private func parts(_ parts: [PartDefinition]) throws(SubstitutionError) -> [PartValue] {
        var result: [PartValue] = []
        for part in parts {
            let content: BodyValue.Content
            switch part.body?.content {
            case .json(let json): content = .json(try scope.substitute(json))
            case .text(let text): content = .bytes(Array(try scope.text(text).utf8))
            case .base64(let bytes), .file(_, let bytes): content = .bytes(bytes)
            case .parts, nil: content = .bytes([])
            }
            var headers: [HTTPField] = []
            for header in part.headers {
                headers.append(HTTPField(header.name, try scope.substitute(header.value).templateText))
            }
            result.append(
                PartValue(
                    name: part.name, filename: part.filename, headers: headers, content: content,
                    location: part.location))
        }
        return result
    }
}
