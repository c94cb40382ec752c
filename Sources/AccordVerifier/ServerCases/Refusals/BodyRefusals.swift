// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Derives requests whose body is missing, malformed or invalid, or has a wrong media type.
struct BodyRefusals {
    /// A request with one violation in its body, which a server must reject.
    struct Change {
        /// The kind of violation in case ids, such as `missing`.
        var entry: String
        /// The text in the case id that names the invalid part of the request, such as `body/title`.
        var place: String?
        var refusal: Refusal
        var request: RequestDefinition
        /// Whether the request lacks a required value.
        var isLeftOut = false
    }

    private static let mostValues = 200

    private(set) var all: [Change] = []
    /// The media types for which Accord can derive no invalid body.
    private(set) var unbroken: [MediaType] = []
    private let request: RequestDefinition
    private let location: SourceLocation

    init(_ base: Case) {
        let described = base.operation.request
        request = base.lastDefinition
        location = described.body?.location ?? described.location
        guard let body = described.body, !body.isForbidden else { return }
        if body.isRequired {
            // If a media type allows an empty body, a request without a body is valid. `isLeftOut` then omits the case.
            let empty = body.content.first { $0.allowsNoBytes(of: $0.mediaType) }
            let content = empty == nil ? BodyDefinition.Content.text(Self.value("", location)) : .base64([])
            add(
                "missing", "body", "the body is missing", content,
                in: empty.map { request(as: $0.mediaType) }, isLeftOut: true)
        }
        if body.content.contains(where: { $0.mediaType.isJSON && $0.schema != nil }) {
            add("malformed", "body", "the body isn't JSON", .text(Self.value("{\"a\": ", location)))
        }
        if let wrong = Self.wrongType(body) {
            let refusal = Refusal(
                reason: "the body's Content-Type is \(wrong)", location: location, at: .init(.header, "Content-Type"),
                statuses: [415], contentType: wrong)
            all.append(Change(entry: "media-type", refusal: refusal, request: Self.withBody(request, body)))
        }
        for (index, media) in body.content.enumerated() {
            guard let schema = media.schema, FuzzGenerator.isWritten(media) else {
                unbroken.append(media.mediaType)
                continue
            }
            addValues(schema, media, isFirst: index == 0)
        }
    }

    /// Returns the request with a generated body if the request omits an optional body. Without a body, a wrong
    /// `Content-Type` or a duplicate key is impossible.
    static func withBody(_ request: RequestDefinition, _ body: BodyDescription) -> RequestDefinition {
        guard request.body == nil, !body.isRequired, let media = body.content.first,
            FuzzGenerator.isWritten(media), let value = media.schema.flatMap(SchemaExample.requested)
        else { return request }
        var requestWithBody = request
        requestWithBody.body = BodyDefinition(RequestVariations.escaped(value), at: body.location)
        return requestWithBody
    }

    /// Returns a media type that the operation doesn't document, or `nil` if all candidates are documented.
    private static func wrongType(_ body: BodyDescription) -> String? {
        guard !body.content.isEmpty else { return nil }
        return ["text/plain", "application/octet-stream"].first { text in
            MediaType(parsing: text).map { type in !body.content.contains { $0.mediaType.covers(type) } } ?? false
        }
    }

    private mutating func addValues(_ schema: Schema, _ media: MediaTypeDescription, isFirst: Bool) {
        let stated = isFirst ? statedValue : nil
        let keywords = stated.map { schema.keywords(applyingTo: $0) } ?? [:]
        let caseRequest = isFirst ? request : request(as: media.mediaType)
        let part = isFirst ? "body" : "body(\(media.mediaType.essence))"
        var count = 0
        // The bodies for each name of a case. Branches of a union may have properties with the same name.
        var sent: [String: Set<JSON>] = [:]
        for value in schema.boundaryValues(limit: 4 * Self.mostValues) where !value.isValid && count < Self.mostValues {
            // A server that stores a time without a time zone also returns it, in every later response.
            guard !Self.isLostAsText(value, in: media.mediaType), value.variant != "no time zone" else { continue }
            var instance = value.instance
            // If possible, changes only one value in the body of the case, because the server is known to accept the
            // other values. In a different branch of a union, these values would be invalid, too.
            let isApplied = keywords[value.place]?.contains(NodeID(value.schemaValue)) == true
            if isApplied, let changedBody = stated.flatMap({ Self.broken($0, as: value, by: schema) }) {
                instance = changedBody
            } else {
                instance = RequestVariations.escaped(instance)
            }
            let root = JSONDocument(instance, file: media.location.file).root
            let pointer = value.place.description
            let name = "\(part)\(pointer):\(value.keyword).\(value.variant.slug)"
            guard sent[name, default: []].insert(instance).inserted else { continue }
            let number = sent[name]?.count ?? 1
            count += 1
            add(
                "schema", number == 1 ? name : "\(name).\(number)",
                "the body\(pointer.isEmpty ? "" : " at \(pointer)"): \(value.violation?.message ?? value.description)",
                .json(root), part: .init(.body, pointer),
                at: value.violation.map { SourceLocation($0.schemaValue) }, in: caseRequest,
                isLeftOut: value.keyword == "required")
            all[all.count - 1].refusal.isUsual =
                media.mediaType.isJSON
                ? value.isOutsideFormat || schema.isUsuallyConverted(value.instance, at: value.place)
                : value.isBoolean(value.value)
        }
        if isFirst, media.mediaType.isJSON { addWideIntegers(schema, media, part) }
        if isFirst, media.mediaType.isMultipart { addMalformedParts(media) }
    }

    /// Returns the request of the case with a different `Content-Type`.
    private func request(as type: MediaType) -> RequestDefinition {
        var changedRequest = request
        changedRequest.setContentType(HeaderText.contentType(type))
        return changedRequest
    }

    /// The body of the case as a JSON value, which may contain templates. It is `nil` if the body isn't JSON.
    private var statedValue: JSON? {
        switch request.body?.content {
        case .json(let value): return JSON(value)
        case .parts(let parts):
            var object = JSONObject()
            for part in parts {
                guard part.filename == nil, part.headers.isEmpty, object[part.name] == nil else { return nil }
                switch part.body?.content {
                case .json(let value): object[part.name] = JSON(value)
                case .text(let text): object[part.name] = JSON(text)
                default: return nil
                }
            }
            return .object(object)
        case .text, .base64, .file, nil: return nil
        }
    }

    /// Returns `stated` with the violation of `value`, and as few other changes as possible. Returns `nil` if `stated`
    /// can't contain the violation.
    private static func broken(_ stated: JSON, as value: BoundaryValue, by schema: Schema) -> JSON? {
        if let statedMembers = stated.value(at: value.place)?.object, let other = value.value.object {
            let isMissing = value.keyword == "required"
            let names =
                isMissing
                ? statedMembers.keys.filter { other[$0] == nil } : other.keys.filter { statedMembers[$0] == nil }
            for name in names {
                var changed = statedMembers
                changed[name] = isMissing ? nil : other[name].map { RequestVariations.escaped($0) }
                if let body = stated.setting(.object(changed), at: value.place),
                    schema.hasViolation(of: value, in: body, unchanged: stated)
                {
                    return body
                }
            }
        }
        return stated.setting(RequestVariations.escaped(value.value), at: value.place)
            .flatMap { schema.hasViolation(of: value, in: $0, unchanged: stated) ? $0 : nil }
    }

    /// Adds multipart bodies in which one part isn't JSON, although the contract documents JSON.
    private mutating func addMalformedParts(_ media: MediaTypeDescription) {
        guard case .parts(let parts)? = request.body?.content else { return }
        for (index, part) in parts.enumerated() {
            guard media.encoding[part.name]?.contentTypes.first?.isJSON == true else { continue }
            var changed = parts
            changed[index].body = BodyDefinition(location: location, content: .text(Self.value("{\"a\": ", location)))
            add(
                "malformed", "body\(JSONPointer(tokens: [part.name]).description)",
                "the part “\(part.name)” of the body isn't JSON", .parts(changed), part: .init(.body, "/\(part.name)"))
        }
    }

    /// Adds bodies with an integer that is just too large or small for 64 bits, if the schema forbids such integers.
    private mutating func addWideIntegers(_ schema: Schema, _ media: MediaTypeDescription, _ part: String) {
        guard let example = try? schema.example(ExampleOptions(includesOptional: true, omits: .readOnly)) else {
            return
        }
        for pointer in JSONParts.pointers(in: example) {
            guard example.value(at: pointer)?.number?.isInteger == true else { continue }
            for (name, text) in [("above", "9223372036854775808"), ("below", "-9223372036854775809")] {
                guard let number = JSONNumber(text),
                    let changed = RequestVariations.escaped(example).setting(.number(number), at: pointer)
                else { continue }
                let root = JSONDocument(changed, file: media.location.file).root
                guard let violation = schema.violation(at: pointer, in: root) else { continue }
                add(
                    "schema", "\(part)\(pointer):int64.\(name)",
                    "the body contains \(text) at \(pointer), which doesn't fit into 64 bits", .json(root),
                    part: .init(.body, pointer.description), at: SourceLocation(violation.schemaValue))
            }
        }
    }

    /// Returns whether the body can't show that a value has a wrong type. In a form, for example, the number 1 and the
    /// string `1` are both sent as `1`.
    private static func isLostAsText(_ value: BoundaryValue, in type: MediaType) -> Bool {
        guard !type.isJSON, value.keyword == "type" else { return false }
        let isWritten = type.isForm || type.isMultipart ? !value.place.tokens.isEmpty : true
        guard isWritten, value.value.object == nil, value.value.array == nil || type.isMultipart else { return true }
        guard value.allowsText else { return false }
        // In a multipart body, each element of a list is a part. The members of an object keep their types, because the
        // object is sent as JSON.
        let isList = value.place.tokens.first.flatMap { value.instance.object?[$0]?.array } != nil
        return !type.isMultipart || value.place.tokens.count < (isList ? 3 : 2)
    }

    private mutating func add(
        _ entry: String, _ place: String?, _ reason: String, _ content: BodyDefinition.Content,
        part: Finding.Place = .init(.body, ""), at violated: SourceLocation? = nil,
        in changed: RequestDefinition? = nil, isLeftOut: Bool = false
    ) {
        var changedRequest = changed ?? request
        changedRequest.body = BodyDefinition(location: location, content: content)
        let refusal = Refusal(reason: reason, location: violated ?? location, at: part)
        all.append(
            Change(entry: entry, place: place, refusal: refusal, request: changedRequest, isLeftOut: isLeftOut))
    }

    private static func value(_ text: String, _ location: SourceLocation) -> JSONValue {
        JSONDocument(.string(text), file: location.file).root
    }
}

extension Schema {
    /// Returns whether many frameworks convert an invalid value of a JSON body to a valid value: the instance is valid
    /// if the value at `place` has a different type or notation.
    func isUsuallyConverted(_ instance: JSON, at place: JSONPointer) -> Bool {
        guard let value = instance.value(at: place) else { return false }
        return Self.conversions(of: value, isRoot: place.tokens.isEmpty).contains { converted in
            setting(converted, at: place, in: instance) != nil
        }
    }

    /// The values to which frameworks convert a value: Pydantic 2 and marshmallow 4 read `1` as true, and `true` as 1;
    /// Pydantic and msgspec read a number as a Unix time, and `2024-05-17 09:30` as a time; the text fields of Django
    /// REST framework 3 accept numbers. Django Ninja 1 reads properties of every JSON value from attributes in Python,
    /// so that a number is an object without properties, and a string has a `title`.
    private static func conversions(of value: JSON, isRoot: Bool) -> [JSON] {
        let root: [JSON] = isRoot && value.object == nil ? [.object(JSONObject()), ["title": "Text"]] : []
        switch value {
        case .bool(let isTrue): return root + [isTrue ? 1 : 0]
        case .number(let number):
            let boolean: [JSON] = number.int == 0 || number.int == 1 ? [.bool(number.int == 1)] : []
            return root + boolean + [.string(number.lexeme), "1970-01-01T00:00:00Z"]
        case .string(let text):
            let isTime = Format.date.matches(String(text.prefix(10))) || Format.time.matches("\(text.prefix(5)):00Z")
            let time = text.replacing(" ", with: "T")
            let number = JSONNumber(text).map { [JSON.number($0)] } ?? []
            return root + number + (isTime ? ["Z", ":00Z", "T00:00:00Z"] : []).map { .string(time + $0) }
        case .null, .array, .object: return root
        }
    }
}

extension BoundaryValue {
    /// Whether the schema requires a Boolean value, and the text of `sent` is a usual spelling of one, such as `1`.
    /// Python's Pydantic 2 accepts all these spellings.
    func isBoolean(_ sent: JSON) -> Bool {
        guard keyword == "type", schemaValue.string == "boolean" else { return false }
        let text = (sent.string ?? sent.compact).lowercased()
        return ["0", "1", "n", "y", "f", "t", "no", "yes", "off", "on", "false", "true"].contains(text)
    }

    /// Whether the value is an integer that doesn't fit into a format such as `int32`. Only servers in languages with
    /// such a type notice it.
    var isOutsideFormat: Bool { keyword == "format" && value.number != nil }

    /// Whether the schema's `type` allows strings. If so, every text is valid.
    var allowsText: Bool { schemaValue.string == "string" || schemaValue.elements.contains { $0.string == "string" } }
}
