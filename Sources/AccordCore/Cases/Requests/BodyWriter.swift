// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Encodes a body as bytes of its media type.
package struct BodyWriter {
    /// A body as bytes, with its `Content-Type`.
    package struct Written: Sendable, Hashable {
        package var bytes: [UInt8]
        package var contentType: String
    }

    /// The boundary of multipart bodies. It is constant, so that a case always sends the same bytes.
    static let boundary = "accord-7f3c9a51e0"

    /// Encodes the body in the format of its media type, such as JSON, a form, an event stream or multipart.
    package static func write(_ value: BodyValue) -> Written {
        var type = value.mediaType
        let bytes: [UInt8]
        switch value.content {
        case .bytes(let content): bytes = content
        case .parts(let parts):
            let written = parts.map { part($0, in: value.description) }
            bytes = Multipart(parts: written).bytes(boundary: boundary)
            type = type.with(boundary: boundary)
        case .json(let json) where type.isMultipart:
            let parts = json.object?.flatMap { Self.parts($0.key, $0.value, in: value.description) } ?? []
            bytes = Multipart(parts: parts).bytes(boundary: boundary)
            type = type.with(boundary: boundary)
        case .json(let json): bytes = Self.bytes(of: json, as: type, description: value.description)
        }
        return Written(bytes: bytes, contentType: HeaderText.contentType(type))
    }

    /// Returns a JSON value as bytes of a media type.
    package static func bytes(of json: JSON, as type: MediaType, description: MediaTypeDescription?) -> [UInt8] {
        if type.isForm { return Array(form(json, description).utf8) }
        if type.isLines { return JSONLines.bytes(json.array ?? [json], as: type) }
        if type.isEventStream {
            let items = json.array ?? [json]
            // The schema of a stream may describe only the “data” of each event. Then an example also contains only the
            // data.
            let isData = description?.dataSchema != nil && description?.itemSchema == nil
            return EventStream.bytes(
                items.map {
                    isData && $0.object?["data"]?.string == nil ? ["data": .string($0.string ?? $0.compact)] : $0
                })
        }
        if !type.isJSON, let text = json.string { return Array(text.utf8) }
        if type.isXML { return XMLWriter.bytes(json, description?.schema?.view) }
        return JSONWriter.compactBytes(json)
    }

    /// Encodes a JSON object as a form. A space becomes `+` (WHATWG URL, section 5.2), which some servers misread as a
    /// plus sign.
    private static func form(_ json: JSON, _ description: MediaTypeDescription?) -> String {
        let shapes = FormShapes(description)
        let items = (json.object ?? [:]).flatMap { ParameterWriter(shapes.shape($0.key)).items($0.value) }
        return items.map(\.text).joined(separator: "&").replacing("%20", with: "+")
    }

    /// Returns the multipart parts for a property. A list becomes a part for each of its elements (RFC 7578, section
    /// 4.3).
    static func parts(_ name: String, _ value: JSON, in description: MediaTypeDescription?) -> [Multipart.Part] {
        var values = value.array ?? [value]
        if value.array != nil, description?.encoding[name]?.explode == false {
            values = [.string(ParameterWriter(FormShapes(description).shape(name)).headerText(value))]
        }
        return values.map { value in
            part(PartValue(name: name, headers: [], content: .json(value), location: nil), in: description)
        }
    }

    static func part(_ part: PartValue, in description: MediaTypeDescription?) -> Multipart.Part {
        let type = PartShape(part, in: description).mediaType
        var disposition = "form-data; name=\(quoted(part.name))"
        // Add a file name to a file, because servers treat a multipart part without a file name as a text field.
        if let filename = part.filename ?? (isFile(part, in: description) ? "file" : nil) {
            disposition += "; filename=\(quoted(filename))"
        }
        var headers = [HTTPField("Content-Disposition", disposition)]
        headers += part.headers.filter { !["content-type", "content-disposition"].contains($0.name.lowercased()) }
        for header in description?.encoding[part.name]?.expectedHeaders ?? [] where headers.first(header.name) == nil {
            headers += header.sentValue.map { header.lines($0) } ?? []
        }
        if let type { headers.append(HTTPField("Content-Type", HeaderText.contentType(type))) }
        let bytes: [UInt8]
        switch part.content {
        // A part without a `Content-Type` is plain text (RFC 7578, section 4.4). Write the string without the quotation
        // marks of JSON.
        case .json(.string(let text)) where type == nil: bytes = Array(text.utf8)
        case .json(let json): bytes = Self.bytes(of: json, as: type ?? .json, description: nil)
        case .bytes(let content): bytes = content
        case .parts: bytes = []
        }
        return Multipart.Part(headers: headers, body: bytes)
    }

    /// Whether the part is a file: its schema describes a binary string.
    private static func isFile(_ part: PartValue, in description: MediaTypeDescription?) -> Bool {
        guard case .json(.string) = part.content else { return false }
        let property = description?.schema?.view.property(part.name)
        let item = property?.types == [.array] ? property?.items : property
        return item?.keyword("format")?.string == "binary"
            || item?.keyword("contentMediaType")?.string == "application/octet-stream"
    }

    private static func quoted(_ text: String) -> String { HeaderGrammar.quoted(Multipart.withoutLineBreaks(text)) }
}

/// Determines the `Content-Type` of a part in a multipart body.
package struct PartShape {
    /// The media type, or `nil` for plain text without a `Content-Type`.
    package let mediaType: MediaType?

    package init(_ part: PartValue, in description: MediaTypeDescription?) {
        let documented = description?.encoding[part.name]?.contentTypes.lazy.compactMap(\.sample).first
        let usual: MediaType? =
            switch part.content {
            case .json(.object), .json(.array): .json
            case .json, .parts: nil
            case .bytes: part.filename == nil ? nil : MediaType(parsing: "application/octet-stream")
            }
        mediaType = part.headers.mediaType ?? documented ?? usual
    }
}

/// Determines how each field of a form writes lists and objects, for example as `a=1&a=2` or `a=1,2`.
package struct FormShapes {
    package let view: SchemaView?
    let encoding: [String: PartEncoding]

    package init(_ description: MediaTypeDescription?) {
        view = description?.schema?.view
        encoding = description?.encoding ?? [:]
    }

    /// Finds the fields of a property in a form.
    func find(_ name: String, in items: [RawItem]) -> ParameterReader.Found {
        ParameterReader(shape(name), layer: .form).find(in: items, others: Set(view?.propertyNames ?? []))
    }

    /// Returns the `default` of an optional form field. A client may send this value or omit the field.
    package func fallback(_ name: String) -> JSON? {
        guard let view, !view.required.contains(where: { $0.isExactly(name) }) else { return nil }
        return view.property(name)?.keyword("default").map { JSON($0) }
    }

    /// The empty value, `[]` or `{}`, of each required field that may be an empty list or object. A form omits a field
    /// with an empty value.
    package var omitted: JSONObject {
        var object = JSONObject()
        for name in view?.required ?? [] where shape(name).omitsEmpty {
            if shape(name).types.contains(.array) {
                object[name] = []
            } else if shape(name).kind == .object {
                object[name] = [:]
            }
        }
        return object
    }

    package func shape(_ name: String) -> ParameterShape {
        ParameterShape(formProperty: name, view: view?.propertyOfAny(name), encoding: encoding[name])
    }
}

package enum HeaderText {
    package static func contentType(_ type: MediaType) -> String {
        type.essence + type.parameters.map { "; \($0.name)=\(HeaderGrammar.quotedIfNeeded($0.value))" }.joined()
    }
}

extension MediaTypeDescription {
    /// Returns whether a value is a documented example.
    package func hasExample(_ value: JSON) -> Bool {
        let values = [schema?.view.keyword("example")] + (schema?.view.keyword("examples")?.elements.map(\.self) ?? [])
        return values.compactMap { $0.map { JSON($0) } }.contains(value) || examples.contains { $0.json == value }
    }

    /// Whether the schema allows an empty body of a media type that the description covers: an empty string, a stream
    /// without items, or a form without fields.
    package func allowsNoBytes(of type: MediaType) -> Bool {
        if type.isJSON || type.isMultipart || type.subtype == "*" { return false }
        guard let schema else { return true }
        if type.isStream { return schema.isValid([]) }
        return schema.isValid(type.isForm ? .object(FormShapes(self).omitted) : "")
    }
}

extension BodyDescription {
    /// The schema of the first documented JSON, or `nil` if there is none.
    package var jsonSchema: Schema? { content.first { $0.mediaType.isJSON }?.schema }

    /// Whether a message with these header fields may have an empty body even if the contract requires a body.
    package func allowsNoBytes(_ headers: [HTTPField]) -> Bool {
        guard let declared = headers.mediaType else { return false }
        return content.covering(declared)?.allowsNoBytes(of: declared) ?? false
    }
}

extension ParameterShape {
    /// Whether the parameter may be an empty list or object. A query contains no item for such a parameter.
    package func allowsNoItem(_ schema: Schema) -> Bool {
        guard omitsEmpty, let types = view?.types else { return false }
        return types.contains(.array) && schema.isValid([]) || types.contains(.object) && schema.isValid([:])
    }

    /// Determines from `encoding` in the contract how a form field writes a list or object. By default, an object is JSON
    /// (OpenAPI, `contentType` of the Encoding Object). Readers accept brackets, too, as in `a[b]=1`.
    init(formProperty name: String, view: SchemaView?, encoding: PartEncoding?) {
        let isObject = view?.impliedTypes == [.object]
        var type = encoding?.contentTypes.first { $0.isJSON }
        if isObject, encoding?.contentTypes.isEmpty ?? true, encoding?.style == nil, encoding?.explode == nil {
            type = .json
        }
        self.init(
            name: name, place: .query, style: encoding?.style ?? (isObject ? .deepObject : .form),
            explode: encoding?.explode, mediaType: type, view: view)
    }
}
