import AccordContract
import AccordJSON
import AccordSchema

/// Builds the request that is expected: values are sent, required ones that a case leaves open are made from the schema.
package struct RequestBuilder {
    package let expected: ExpectedRequest

    package init(_ expected: ExpectedRequest) { self.expected = expected }

    package func build() -> HTTPRequest {
        var headers: [HTTPField] = []
        for header in expected.headers {
            guard let value = Self.value(header) else { continue }
            headers += Self.lines(header, value)
        }
        let cookies = expected.cookies.flatMap { cookie in
            Self.value(cookie).map { ParameterWriter(Self.shape(cookie, .cookie)).cookies($0) } ?? []
        }
        if !cookies.isEmpty {
            headers.append(HTTPField("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")))
        }
        var body: [UInt8] = []
        if let value = Self.body(expected.body) {
            let written = BodyWriter.write(value)
            body = written.bytes
            headers.append(HTTPField("Content-Type", written.contentType))
        }
        return HTTPRequest(method: expected.operation.request.method, url: url, headers: headers, body: body)
    }

    private var url: String {
        let items = expected.query.flatMap { item in
            Self.value(item).map { ParameterWriter(Self.shape(item, .query)).items($0) } ?? []
        }
        let query = items.isEmpty ? nil : items.map(\.text).joined(separator: "&")
        return URLParts.url(expected.baseURL, path: path, query: query)
    }

    /// The operation's path with its parameters filled in.
    package var path: String {
        expected.operation.request.path.parts.map { part in
            switch part {
            case .literal(let text): return text
            case .parameter(let name, let holdsSlashes):
                guard let parameter = expected.pathParameters.first(where: { $0.name.isExactly(name) }),
                    let value = Self.value(parameter)
                else { return "" }
                return ParameterWriter(Self.shape(parameter, .path)).pathText(value, holdsSlashes: holdsSlashes)
            }
        }.joined()
    }

    package static func shape(_ expected: ExpectedParameter, _ place: Parameter.Place) -> ParameterShape {
        expected.parameter?.shape ?? ParameterShape(name: expected.name, place: place)
    }

    /// The value to send; nil: nothing.
    package static func value(_ expected: ExpectedParameter) -> JSON? {
        switch expected.expectation {
        case .value(let value): value
        case .schema: expected.sample ?? expected.parameter.flatMap { SchemaExample.requested($0.schema) }
        case .optional: expected.sample
        case .absent: nil
        }
    }

    /// A list is several lines.
    package static func lines(_ header: ExpectedParameter, _ value: JSON) -> [HTTPField] {
        let writer = ParameterWriter(shape(header, .header))
        guard let values = value.array else { return [HTTPField(header.name, writer.headerText(value))] }
        return values.map { HTTPField(header.name, writer.headerText($0)) }
    }

    /// The body to send, made from the schema where the case leaves it open.
    package static func body(_ expected: ExpectedBody) -> BodyValue? {
        switch expected {
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
    /// A body made from the schemas of a media type.
    package init(made make: (Schema) -> JSON?, from description: MediaTypeDescription, location: SourceLocation) {
        let type = description.mediaType.subtype == "*" ? .json : description.mediaType
        let content: Content
        if let schema = description.schema, let value = make(schema) {
            content = .json(value)
        } else if let item = description.itemSchema, let value = make(item) {
            content = .json([value])
        } else {
            content = Self.any(type)
        }
        self.init(content: content, mediaType: type, description: description, location: location)
    }

    /// Something small that any reader of a media type takes.
    private static func any(_ type: MediaType) -> Content {
        if type.isJSON { return .json([:]) }
        if type.isLines { return .json([[:]]) }
        if type.isEventStream { return .json([["data": "x"]]) }
        if type.isMultipart { return .parts([PartValue(name: "x", headers: [], content: .bytes(Array("x".utf8)))]) }
        return .bytes(Array((type.isXML ? "<x/>" : "x").utf8))
    }
}

/// A value that a schema allows, for what a case leaves open.
package enum SchemaExample {
    /// What a request carries: what is optional and what is `readOnly` isn't sent.
    package static func requested(_ schema: Schema) -> JSON? {
        made(schema, ExampleOptions(includesOptional: false, omits: .readOnly))
    }

    /// What an answer carries: all but what is `writeOnly`.
    static func answered(_ schema: Schema, seed: UInt64 = 0) -> JSON? {
        made(schema, ExampleOptions(seed: seed, includesOptional: true, omits: .writeOnly))
    }

    /// nil where no value is found: a schema that nothing satisfies is the lint's business.
    private static func made(_ schema: Schema, _ options: ExampleOptions) -> JSON? {
        guard let value = try? schema.example(options) else { return nil }
        let isAnswer = options.omits == .writeOnly
        guard isAnswer ? schema.containsWriteOnly : schema.containsReadOnly else { return value }
        let keyword = isAnswer ? "writeOnly" : "readOnly"
        var made = value
        for place in AccessSearch(keyword).places(in: JSONDocument(value).root, SchemaView(schema.source)).reversed() {
            made.remove(at: place.pointer)
        }
        return made
    }
}

/// The query items of a request as one object by name, which an operation's `querySchema` speaks of.
package enum QueryObject {
    /// What the items of a query are, each read as the type that its schema allows; undocumented ones aren't
    /// part of it.
    package static func read(_ query: String, of operation: Operation) -> JSON {
        let items = RawItem.split(query)
        let layer: ParameterReader.Layer = operation.queryEncoding == .form ? .form : .rfc3986
        let names = Set(operation.request.query.map(\.name))
        var object = JSONObject()
        for parameter in operation.request.query {
            let shape = parameter.shape
            let found = ParameterReader(shape, layer: layer).find(
                in: items, others: names.subtracting([parameter.name]))
            guard !found.used.isEmpty else { continue }
            let readings = found.trees.flatMap { $0.readings(as: shape) }
            object[parameter.name] = readings.first { parameter.schema.isValid($0) } ?? readings.first ?? ""
        }
        return .object(object)
    }

    /// What a case's request has.
    package static func of(_ expected: [ExpectedParameter]) -> JSON {
        var object = JSONObject()
        for item in expected where item.parameter != nil {
            object[item.name] = RequestBuilder.value(item)
        }
        return .object(object)
    }
}
