// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension ExpectedRequest {
    /// Returns the request that Accord sends for the case. Accord generates a required value that the case lacks from
    /// the schema.
    package func build() -> HTTPRequest {
        var fields = headers.flatMap { header in header.sentValue.map { header.lines($0) } ?? [] }
        let cookies = cookies.flatMap { cookie in
            cookie.sentValue.map { ParameterWriter(cookie.shape(in: .cookie)).cookies($0) } ?? []
        }
        if !cookies.isEmpty {
            fields.append(HTTPField("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")))
        }
        let written = body.sent.map { BodyWriter.write($0) }
        if let written { fields.append(HTTPField("Content-Type", written.contentType)) }
        return HTTPRequest(
            method: operation.request.method, url: url, headers: fields, body: written?.bytes ?? [])
    }

    private var url: String {
        let items = query.flatMap { item in
            item.sentValue.map { ParameterWriter(item.shape(in: .query)).items($0) } ?? []
        }
        let query = items.isEmpty ? nil : items.map(\.text).joined(separator: "&")
        return URLParts.url(baseURL, path: path, query: query)
    }

    /// The operation's path with the values of its parameters.
    var path: String {
        operation.request.path.parts.map { part in
            switch part {
            case .literal(let text): return text
            case .parameter(let name, let holdsSlashes):
                guard let parameter = pathParameters.first(where: { $0.name.isExactly(name) }),
                    let value = parameter.sentValue
                else { return "" }
                return ParameterWriter(parameter.shape(in: .path)).pathText(value, holdsSlashes: holdsSlashes)
            }
        }.joined()
    }

}

extension ExpectedParameter {
    func shape(in place: Parameter.Place) -> ParameterShape {
        field?.shape ?? parameter?.shape ?? ParameterShape(name: name, place: place)
    }

    /// The value that Accord sends, or `nil` to send no value.
    var sentValue: JSON? {
        switch expectation {
        case .value(let value): value
        case .schema: sample ?? parameter.flatMap { SchemaExample.parameter($0.schema) }
        case .optional: sample
        case .absent: nil
        }
    }

    /// Returns the lines of a header field. A list becomes one line if the field is documented as a list. Otherwise, each
    /// element becomes a separate line.
    func lines(_ value: JSON) -> [HTTPField] {
        let shape = shape(in: .header)
        let writer = ParameterWriter(shape)
        let isOneLine = shape.kind == .array && !name.isFieldName("Set-Cookie")
        guard let values = value.array, !isOneLine else { return [HTTPField(name, writer.headerText(value))] }
        return values.map { HTTPField(name, writer.headerText($0)) }
    }
}

extension ExpectedBody {
    /// The body that Accord sends, or `nil` to send no body. If the case doesn't specify the body, Accord generates the
    /// body from the schema.
    var sent: BodyValue? {
        switch self {
        case .none: nil
        case .value(let value): value
        case .schema(let described, _):
            described.content.first.map {
                BodyValue(made: SchemaExample.requested, from: $0, location: described.location)
            }
        }
    }
}

extension BodyValue {
    /// Generates a body from the schemas of a media type.
    package init(made make: (Schema) -> JSON?, from description: MediaTypeDescription, location: SourceLocation) {
        let type = description.mediaType.sample ?? .json
        let content: Content
        if description.hasUnreadSchema, type.isTable {
            content = Self.any(type)
        } else if let schema = description.schema, let value = make(schema), description.allowsItems(of: value) {
            content = description.bytes(made: value).map { .bytes($0) } ?? .json(value)
        } else if let data = description.dataSchema, let value = make(data) {
            var event = description.itemSchema.flatMap { make($0) }?.object ?? [:]
            event["data"] = .string(value.string ?? value.compact)
            content = .json([.object(event)])
        } else if let item = description.itemSchema, let value = make(item) {
            content = .json([value])
        } else {
            content = Self.any(type)
        }
        self.init(content: content, mediaType: type, description: description, location: location)
    }

    /// Returns a small valid body for a media type without a schema: for example, an empty object for JSON.
    private static func any(_ type: MediaType) -> Content {
        if type.isJSON { return .json([:]) }
        if type.isLines { return .json([[:]]) }
        if type.isEventStream { return .json([["data": "x"]]) }
        if type.isMultipart { return .parts([PartValue(name: "x", headers: [], content: .bytes(Array("x".utf8)))]) }
        return .bytes(type.isBinary ? MediaTypeDescription.notText + [0x78] : Array((type.isXML ? "<x/>" : "x").utf8))
    }
}

extension MediaTypeDescription {
    /// Bytes that aren't UTF-8. If a client reads a file as text, it loses them.
    fileprivate static let notText: [UInt8] = [0xFF, 0x00, 0x80]

    /// Returns the bytes of a body for a string that Accord generated from a schema for bytes. Returns `nil` if the body
    /// is text or JSON, or if the contract documents the string.
    func bytes(made value: JSON) -> [UInt8]? {
        guard let text = value.string, let schema, !hasExample(value) else { return nil }
        let view = schema.view
        // Many generators of documents describe every download by “binary”, even tables and YAML.
        let isWritten = mediaType.isText || mediaType.isTable || mediaType.subtype.hasSuffix("yaml")
        let isFile = view.keyword("format")?.string == "binary" && !isWritten
        guard mediaType.isBinary || isFile, !mediaType.isLines, !mediaType.isForm, mediaType.sample != nil,
            ["enum", "const", "default", "pattern", "contentEncoding"].allSatisfy({ view.keyword($0) == nil })
        else { return nil }
        let bytes = Self.notText + Array(text.utf8)
        return view.keyword("maxLength").flatMap { JSON($0).int }.map { bytes.count > $0 } == true ? nil : bytes
    }
}

extension Schema {
    /// Returns a copy of an instance with a different value at a pointer. Returns `nil` if the schema doesn't allow the
    /// copy, or if the parent of the value doesn't exist.
    package func setting(_ value: JSON, at pointer: JSONPointer, in instance: JSON) -> JSON? {
        instance.setting(value, at: pointer).flatMap { admits($0, along: pointer) ? $0 : nil }
    }
}

/// Generates values that a schema allows.
package enum SchemaExample {
    /// Returns a value for a request, without optional and `readOnly` properties. Returns `nil` if the schema allows no
    /// value. Lint reports such schemas.
    package static func requested(_ schema: Schema) -> JSON? {
        try? schema.example(ExampleOptions(includesOptional: false, omits: .readOnly))
    }

    /// Returns a value for a parameter. Prefers a list with elements and an object with properties: an empty value adds
    /// nothing to the request, and many servers then report a missing parameter.
    static func parameter(_ schema: Schema, name: String? = nil) -> JSON? {
        var options = ExampleOptions(includesOptional: false, omits: .readOnly, name: name)
        let value = try? schema.example(options)
        guard value == [] || value == [:] else { return value }
        options.includesOptional = true
        return (try? schema.example(options)) ?? value
    }

    /// Returns a value for a response, without `writeOnly` properties. If the seed isn't 0, the value is random even if
    /// the schema has examples.
    static func answered(_ schema: Schema, seed: UInt64 = 0) -> JSON? {
        let usual = ExampleOptions(seed: seed, includesOptional: true, omits: .writeOnly)
        guard seed != 0 else { return try? schema.example(usual) }
        var random = usual
        random.ignoresExamples = true
        return (try? schema.example(random)) ?? (try? schema.example(usual))
    }
}

/// The query items of a request as one object. An operation's `querySchema` validates this object.
package enum QueryObject {
    /// Returns the documented items of a query as one object. The text of each item is converted to a type that the
    /// schema allows.
    package static func read(_ query: String, of operation: Operation) -> JSON {
        let items = operation.request.query.items(of: query)
        let layer: ParameterReader.Layer = operation.queryEncoding == .form ? .form : .rfc3986
        let names = Set(operation.request.query.map(\.name))
        var object = JSONObject()
        for parameter in operation.request.query {
            let shape = parameter.shape
            let match = ParameterReader(shape, layer: layer).find(
                in: items, others: names.subtracting([parameter.name]))
            guard !match.used.isEmpty else { continue }
            let readings = match.trees.flatMap { $0.readings(as: shape) }
            object[parameter.name] = readings.first { parameter.schema.isValid($0) } ?? readings.first ?? ""
        }
        return .object(object)
    }

    /// Returns an object with the query items that a case specifies.
    package static func of(_ expected: [ExpectedParameter]) -> JSON {
        var object = JSONObject()
        for item in expected where item.parameter != nil { object[item.name] = item.sentValue }
        return .object(object)
    }
}

extension MediaTypeDescription {
    /// Whether the schema of the list's elements (`itemSchema`) allows each element.
    fileprivate func allowsItems(of value: JSON) -> Bool {
        guard let itemSchema, let items = value.array else { return true }
        return items.allSatisfy { itemSchema.isValid(JSONDocument($0).root) }
    }
}
