// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Variations of a case's request: other values that the operation's schemas allow, such as strings that clients often
/// encode incorrectly.
package struct RequestVariations {
    package enum Kind: String, Sendable {
        case requiredOnly = "required-only"
        case all, torture, injection
        /// A second call by the same client. Values that the contract marks as “fresh” must differ from the first call.
        case fresh
        /// A response with a link to a different origin. The client must not send credentials to this origin.
        case link
        /// Concurrent calls with an expired token. The client must renew the token only once.
        case renewal
    }

    struct Variation {
        var kind: Kind
        var place: String?
        /// The requests that the case sends, each in a separate call.
        var requests: [RequestDefinition]
        var reason: String
        /// Whether the client may throw an error and send no request, because not every client can send these values.
        var mayRefuse = false
    }

    /// A string with the characters that clients often encode incorrectly.
    package static let torture = " %:/?#[]@!$&'()*+,;=|\"<>\\^`{}~-_.é😹"

    /// Strings with one character that clients often encode incorrectly. Some clients encode a value only if it
    /// contains certain characters.
    static let singles = ["&", "=", "+", "%41", "#", " ", "/", "?", ";", ":", "é", "\""].map { "a\($0)b" }

    /// Strings with a line break, or with a NUL character, which ends a C string. The line break is CR LF, because
    /// browsers convert line breaks in forms to CR LF.
    static let controls = ["a\r\nb", "a\0b"]

    private(set) var all: [Variation] = []
    private let request: RequestDefinition
    private let described: RequestDescription

    init(_ base: Case) {
        described = base.last.operation.request
        request = base.last.request ?? RequestDefinition(location: described.location)
        // Don't vary a case with several requests, because only the first request contains the arguments of the call.
        guard base.steps.count == 1 else { return }
        let together = QueryCombination(described, scope: base.scope())
        let varied = VariedRequest(request: request, described: described, together: together)
        add(.requiredOnly, [varied.requiredOnly], "the client may omit optional parameters")
        if base.basis != .written, request.body != nil, described.body?.isRequired == false {
            var bodiless = request
            bodiless.body = nil
            add(.requiredOnly, at: "body", [bodiless], mayRefuse: true, "the client may omit an optional body")
        }
        add(
            .requiredOnly, at: "properties", [varied.changingBody(Self.removeOptional)], mayRefuse: true,
            "the client may omit optional properties, and sends no null in their place")
        let full = varied.full
        add(.all, [full], "the client may send every documented parameter")
        add(
            .all, at: "others",
            [VariedRequest(request: full ?? request, described: described, together: together).others], mayRefuse: true,
            "the client sends other values of the parameters, too")
        add(
            .all, at: "body", [varied.changingBody(Self.complete)], mayRefuse: true,
            "the client may send every documented property")
        for parameter in described.pathParameters + described.query {
            let isTaken = all.contains { $0.place == parameter.name }
            let name = isTaken ? "\(parameter.place.rawValue).\(parameter.name)" : parameter.name
            add(
                .torture, at: name, Self.values(of: parameter).map { varied.tortured(parameter, $0) },
                Self.encodesText)
            add(
                .torture, at: "\(name):separator", [varied.separated(parameter)], mayRefuse: true,
                "a comma inside a list element must not split the element")
        }
        addHeaders()
        switch request.body?.content {
        case .json(let json)?: JSON(json).object.map { addFields($0) }
        case .parts(let parts)?: addParts(parts)
        case .text?, .base64?, .file?, nil: break
        }
    }

    /// Adds a variation with the requests that aren't `nil`, or no variation if there are none.
    private mutating func add(
        _ kind: Kind, at place: String? = nil, _ requests: [RequestDefinition?], mayRefuse: Bool = false,
        _ reason: String
    ) {
        let requests = requests.compactMap(\.self)
        guard !requests.isEmpty else { return }
        all.append(Variation(kind: kind, place: place, requests: requests, reason: reason, mayRefuse: mayRefuse))
    }

    private static let encodesText = "the client encodes any valid text correctly"

    /// The printable ASCII characters that may appear anywhere in a header field value.
    private static let headerTorture = "%:/?#[]@!$&'()*+;=|<>^`{}~-_."

    /// A string with a valid escape: `%41` is `A`. A client that decodes the string by mistake sends `aAb`.
    private static let encodedLetter = "a%41b"

    /// A line break and a space: a folded line, which RFC 9112, section 5.2, forbids. Some servers read the text after
    /// the line break as a separate header field. FoundationNetworking 6.3.1 sends folded lines unchanged.
    static let foldedLine = "a\r\n X-Accord-Injected: 1"

    /// A line break that starts a separate header field. `setValue(_:forHTTPHeaderField:)` of FoundationNetworking
    /// 6.3.1 drops this field. `allHTTPHeaderFields` and a session's headers don't drop it.
    static let anotherHeader = "a\r\nX-Accord-Injected: 1"

    private mutating func addHeaders() {
        for header in described.headers where !Self.standard.contains(header.name.lowercased()) {
            // Skip required header fields that the case doesn't specify. The client generates their values, such as
            // idempotency keys. Stripe's libraries generate the key although it is optional.
            let isGiven = !header.isRequired || request.headers.contains { $0.name.isFieldName(header.name) }
            guard isGiven, !header.name.isIdempotencyKey else { continue }
            func requests(_ texts: [String], _ matching: Matching) -> [RequestDefinition] {
                texts.filter { Self.takes(header, $0) }.map { text in
                    var definition = request
                    definition.matching = matching
                    definition.set(.made(header.name, .string(text), at: header.location), in: .header)
                    return definition
                }
            }
            let texts = Self.takes(header, Self.headerTorture) ? [Self.headerTorture, Self.encodedLetter] : []
            add(
                .torture, at: header.name, requests(texts, request.matching),
                "the client sends any valid text unchanged")
            add(
                .injection, at: header.name, requests([Self.foldedLine], .schema), mayRefuse: true,
                "a line break in a value must not start a new line of the header")
            add(
                .injection, at: "\(header.name):another-header", requests([Self.anotherHeader], .schema),
                mayRefuse: true, "a line break in a value must not start a new header field")
        }
    }

    /// Standard header fields. Accord doesn't send random text in them, because HTTP defines their values.
    private static let standard: Set<String> = [
        "accept", "authorization", "content-type", "user-agent", "cookie", "host", "content-length", "if-match",
        "if-none-match", "range", "accept-language", "if-modified-since", "if-unmodified-since",
    ]

    /// A string that is valid JSON only if it's escaped. A client may remove white space at the ends of a text.
    private static let jsonTorture = "a\(torture)\n\tb"

    /// Returns the request with a different body.
    private func with(_ content: BodyDefinition.Content?, matching: Matching? = nil) -> RequestDefinition? {
        var definition = request
        definition.matching = matching ?? request.matching
        definition.body = content.map {
            BodyDefinition(location: request.body?.location ?? request.location, content: $0)
        }
        return content == nil ? nil : definition
    }

    private mutating func addControls(_ contents: [BodyDefinition.Content?], at place: String) {
        add(
            .torture, at: "\(place):control", contents.map { with($0) }, mayRefuse: true,
            "the client sends a line break or a NUL unchanged, or throws an error")
    }

    private mutating func addInjection(_ content: BodyDefinition.Content, at place: String) {
        add(
            .injection, at: place, [with(content, matching: .schema)], mayRefuse: true,
            "a line break in a name must not start a new header field in a multipart part")
    }

    /// Adds JSON bodies and forms with difficult characters in values and field names.
    private mutating func addFields(_ object: JSONObject) {
        guard let media = described.body?.content.first, let schema = media.schema else { return }
        let file = (request.body?.location ?? request.location).file
        func content(_ names: [String], _ text: String) -> BodyDefinition.Content? {
            var changed = object
            for name in names { changed[name] = .string(text) }
            guard schema.isValid(JSONDocument(.object(changed)).root) else { return nil }
            return .json(JSONDocument(Self.escaped(.object(changed)), file: file).root)
        }
        if media.mediaType.isJSON {
            // One value of the client can be in the path and in the body. A client may take a URL for a text.
            let others = request.values.map { JSON($0.value) }
            let names = object.filter { member in
                member.value.string?.contains("://") == false && !others.contains(member.value)
                    && content([member.key], Self.jsonTorture) != nil
            }.map(\.key)
            let all = (names.count > 1 ? [names] : []) + names.map { [$0] }
            return add(
                .torture, at: "body", all.map { with(content($0, Self.jsonTorture)) }, mayRefuse: true,
                Self.encodesText)
        }
        for member in object where member.value.string != nil {
            let place = JSONPointer(tokens: [member.key]).description
            let texts = [Self.torture] + Self.singles
            add(.torture, at: place, texts.map { with(content([member.key], $0)) }, Self.encodesText)
            addControls(Self.controls.map { content([member.key], $0) }, at: place)
        }
        if Self.takesAnyName(media) {
            add(.torture, at: Self.anyName, [with(content([Self.fieldName], "x"))], Self.encodesText)
        }
    }

    /// Adds multipart bodies with difficult characters in values, field names and file names.
    private mutating func addParts(_ parts: [PartDefinition]) {
        let media = described.body?.content.first { $0.mediaType.isMultipart }
        let location = request.body?.location ?? request.location
        func text(_ text: String) -> BodyDefinition {
            BodyDefinition(
                location: location,
                content: .text(JSONDocument(Self.escaped(.string(text)), file: location.file).root))
        }
        for index in parts.indices {
            let place = JSONPointer(tokens: [parts[index].name]).description
            func changed(_ change: (inout PartDefinition) -> Void) -> BodyDefinition.Content {
                var parts = parts
                change(&parts[index])
                return .parts(parts)
            }
            if parts[index].filename != nil {
                let filename = "\(place)/filename"
                add(.torture, at: filename, [with(changed { $0.filename = Self.fileName })], Self.encodesText)
                addInjection(changed { $0.filename = "\(Self.anotherHeader).png" }, at: filename)
            } else if Self.isText(parts[index], media?.schema?.view) {
                add(.torture, at: place, [with(changed { $0.body = text(Self.torture) })], Self.encodesText)
                addControls(Self.controls.map { control in changed { $0.body = text(control) } }, at: place)
            }
        }
        guard let media, Self.takesAnyName(media) else { return }
        func another(_ name: String) -> BodyDefinition.Content {
            .parts(parts + [PartDefinition(name: name, location: location, body: text("x"))])
        }
        add(.torture, at: Self.anyName, [with(another(Self.fieldName))], Self.encodesText)
        addInjection(another(Self.anotherHeader), at: Self.anyName)
    }

    /// A file name with an unpaired quotation mark, and with other characters that a multipart header must escape.
    static let fileName = "na\u{EF}ve \"quoted; name=x %22 +&.png"

    /// A field name with an unpaired quotation mark, and with other characters that a multipart header must escape.
    static let fieldName = "na\u{EF}ve \"quoted; name=x %22 +&=#"

    /// The JSON Pointer for a form field with an undocumented name, which `additionalProperties` allows.
    private static let anyName = "/*/name"

    /// Whether the fields of a form or multipart body can have any name and have string values.
    private static func takesAnyName(_ media: MediaTypeDescription) -> Bool {
        guard let view = media.schema?.view, view.keyword("propertyNames") == nil,
            let others = view.keyword("additionalProperties")
        else { return false }
        return others.kind == .object && SchemaView(others).types == [.string]
    }

    /// Whether a multipart part can contain any string.
    private static func isText(_ part: PartDefinition, _ view: SchemaView?) -> Bool {
        switch part.body?.content {
        case .text: break
        case .json(let json) where json.kind == .string: break
        case .json, .base64, .file, .parts, nil: return false
        }
        guard let property = view?.property(part.name), property.types == [.string] else { return false }
        return !["const", "enum", "pattern", "format", "maxLength"].contains { property.keyword($0) != nil }
    }

    private static func takes(_ parameter: Parameter, _ text: String) -> Bool {
        (parameter.types.isEmpty || parameter.types.contains(.string)) && takes(parameter, .string(text))
    }

    fileprivate static func takes(_ parameter: Parameter, _ value: JSON) -> Bool {
        // Skip parameters that the contract marks as “fresh”, because the client generates their values.
        parameter.constant == nil && !parameter.isForbidden && parameter.mediaType == nil && !parameter.isFresh
            && parameter.schema.isValid(JSONDocument(value).root)
    }

    /// Returns strings with difficult characters for a parameter. If the parameter is a list of strings in a query,
    /// returns lists of such strings.
    private static func values(of parameter: Parameter) -> [JSON] {
        let texts = [torture] + singles
        guard isList(parameter) else {
            return parameter.types.isEmpty || parameter.types.contains(.string) ? texts.map { .string($0) } : []
        }
        // If the client sends a list as one query item, an element can't contain the separator. Remove the separator
        // from the elements. The function `separated` tests commas in elements.
        let style = parameter.shape.style
        let separators = parameter.shape.explode ? "" : style == .spaceDelimited ? " +" : "\(style.separator)"
        return texts.map { text in ["b", .string(text.filter { !separators.contains($0) })] }
    }

    fileprivate static func isList(_ parameter: Parameter) -> Bool {
        parameter.place == .query && parameter.types == [.array] && parameter.shape.style != .deepObject
    }

    fileprivate static func required(_ named: [NamedValue], _ documented: [Parameter]) -> [NamedValue] {
        named.filter { value in documented.first { $0.name.isExactly(value.name) }?.isRequired ?? true }
    }

    /// Removes the optional properties, unless the schema doesn't allow their absence.
    private static func removeOptional(_ body: inout JSON, _ schema: Schema) {
        guard var object = body.object else { return }
        let required = schema.view.required
        for key in object.keys where !required.contains(key) { object.remove(key) }
        if schema.isValid(.object(object)) { body = .object(object) }
    }

    /// Adds all optional properties, including the properties of nested objects.
    private static func complete(_ body: inout JSON, _ schema: Schema) {
        var options = ExampleOptions(omits: .readOnly)
        // The example of an object may lack optional properties, such as “collaborative” in Spotify's document.
        for ignoresExamples in [false, true] {
            options.ignoresExamples = ignoresExamples
            guard let full = try? schema.example(options) else { continue }
            complete(&body, at: .root, from: full, schema.view, schema)
        }
    }

    /// Adds all optional members to the value of a parameter that is an object.
    fileprivate static func completing(_ named: NamedValue, of parameter: Parameter) -> NamedValue {
        var value = JSON(named.value)
        guard value.object != nil, parameter.constant == nil else { return named }
        complete(&value, parameter.schema)
        return NamedValue(
            name: named.name, value: JSONDocument(value, file: named.location.file).root, location: named.location)
    }

    /// Adds missing properties to the object at a JSON Pointer, and to the objects in it. Skips a property that would
    /// make the body invalid. In a list, only the first element changes.
    private static func complete(
        _ body: inout JSON, at place: JSONPointer, from full: JSON, _ view: SchemaView, _ schema: Schema
    ) {
        if let element = full.array?.first, let items = view.items, body.value(at: place)?.array?.isEmpty == false {
            return complete(&body, at: place.appending(0), from: element, items, schema)
        }
        guard let object = full.object, body.value(at: place)?.object != nil else { return }
        let names = view.propertyNames
        for member in object where names.contains(member.key) {
            let inner = place.appending(member.key)
            if body.value(at: inner) != nil {
                guard let property = view.property(member.key) else { continue }
                complete(&body, at: inner, from: member.value, property, schema)
            } else if member.value != [:] {
                body = schema.setting(escaped(member.value), at: inner, in: body) ?? body
            }
        }
    }

    /// Returns values for the optional parameters that the case doesn't set. The values differ if the schemas allow it,
    /// because a client may send one parameter's value in another.
    fileprivate static func missing(_ named: [NamedValue], _ documented: [Parameter]) -> [NamedValue] {
        var taken = named.map { JSON($0.value) }
        return documented.compactMap { parameter in
            guard !parameter.isRequired, !parameter.isForbidden, !parameter.isFresh,
                !named.contains(where: { $0.name.isExactly(parameter.name) })
            else { return nil }
            // A client may omit the default, so send a different value if the schema allows one.
            let standard = parameter.defaultValue.map { JSON($0) }
            guard let usual = SchemaExample.parameter(parameter.schema) else { return nil }
            let isUsable = usual != standard && !taken.contains(usual)
            let others = isUsable ? [] : parameter.schema.values(besides: usual).filter { $0 != standard }
            let value = others.first { !taken.contains($0) } ?? (usual == standard ? others.first : nil) ?? usual
            taken.append(value)
            return .made(parameter.name, value, at: parameter.location)
        }
    }

    /// Returns a value with every `${` escaped.
    package static func escaped(_ value: JSON) -> JSON {
        value.mapScalars { scalar in scalar.string.map { .string($0.withoutTemplates) } ?? scalar }
    }
}

/// The request of a case, with what the operation documents about it. Each property and function returns a variation of
/// the request, or `nil` if nothing would differ.
private struct VariedRequest {
    let request: RequestDefinition
    let described: RequestDescription
    let together: QueryCombination?

    /// Returns the nearest combination of query items that the contract allows.
    private func fitting(_ query: [NamedValue]) -> [NamedValue] {
        together.map { $0.nearest(to: query) ?? request.query } ?? query
    }

    var requiredOnly: RequestDefinition? {
        var definition = request
        definition.query = fitting(RequestVariations.required(request.query, described.query))
        definition.cookies = RequestVariations.required(request.cookies, described.cookies)
        let optional = described.headers.filter { !$0.isRequired }.map { $0.name.lowercased() }
        definition.headers = request.headers.filter { !optional.contains($0.name.lowercased()) }
        return definition.values.count < request.values.count ? definition : nil
    }

    var full: RequestDefinition? {
        var definition = request
        let query = request.query.map { value in
            described.query.first { $0.name.isExactly(value.name) }.map { RequestVariations.completing(value, of: $0) }
                ?? value
        }
        definition.query = fitting(query + RequestVariations.missing(request.query, described.query))
        definition.cookies += RequestVariations.missing(request.cookies, described.cookies)
        let headers = described.headers.filter { header in
            !["accept", "content-type", "user-agent", "idempotency-key"].contains(header.name.lowercased())
                && !request.headers.contains { $0.name.isFieldName(header.name) }
        }
        definition.headers += RequestVariations.missing([], headers)
        return definition.values.map { JSON($0.value) } == request.values.map { JSON($0.value) } ? nil : definition
    }

    /// Returns the request with other values: false for true, a fraction, several elements, another value of an
    /// enumeration. The client may set a required value itself, if that isn't a list.
    var others: RequestDefinition? {
        var definition = request
        for parameter in described.parameters where !parameter.isRequired || parameter.types == [.array] {
            guard let stated = request.value(of: parameter).map({ JSON($0.value) }) else { continue }
            let view = parameter.schema.view
            let listed = view.items?.keyword("enum")?.elements.prefix(2).map { JSON($0) } ?? []
            let wanted: [JSON] =
                switch stated {
                case .bool(let isTrue): [.bool(!isTrue)]
                case .number: [1.5, 0.5]
                case .array(let elements):
                    (listed.count == 2 ? [.array(listed)] : []) + elements.prefix(1).map { .array([$0, $0]) }
                case .string, .null, .object: []
                }
            let others = wanted + parameter.schema.values(besides: stated)
            guard stated.string == nil || view.keyword("enum") != nil,
                let other = others.first(where: { $0 != stated && RequestVariations.takes(parameter, $0) })
            else { continue }
            definition.set(.made(parameter.name, other, at: parameter.location), in: parameter.place)
        }
        definition.query = fitting(definition.query)
        return definition.values.map { JSON($0.value) } == request.values.map { JSON($0.value) } ? nil : definition
    }

    /// Returns the request with a changed JSON body or form. Returns `nil` if it has none, or if nothing changed.
    ///
    /// - Parameter change: A closure that changes the body. It receives the body's schema.
    func changingBody(_ change: (inout JSON, Schema) -> Void) -> RequestDefinition? {
        guard let body = request.jsonBody, let media = described.body?.content.first, media.mediaType.hasProperties,
            let schema = media.schema
        else { return nil }
        var definition = request
        var changed = body
        change(&changed, schema)
        definition.jsonBody = changed
        return changed == body ? nil : definition
    }

    func tortured(_ parameter: Parameter, _ value: JSON) -> RequestDefinition? {
        guard RequestVariations.takes(parameter, value) else { return nil }
        // The client's method may take one value for the parameter and for a property of the body.
        let stated = request.value(of: parameter).map { JSON($0.value) }
        var definition =
            changingBody { body, schema in
                let names = body.object?.filter { $0.value == stated && $0.value.string != nil }.map(\.key) ?? []
                var changed = body
                for name in names { changed.set(RequestVariations.escaped(value), at: JSONPointer(tokens: [name])) }
                if schema.isValid(changed) { body = changed }
            } ?? request
        definition.set(.made(parameter.name, value, at: parameter.location), in: parameter.place)
        if parameter.place == .query, let together {
            guard let query = together.nearest(to: definition.query, keeping: parameter.name) else { return nil }
            definition.query = query
        }
        return definition
    }

    /// Returns the request with a comma inside a list element, such as `a,b`. Returns `nil` if the client doesn't send
    /// the list as one query item with commas between the elements.
    func separated(_ parameter: Parameter) -> RequestDefinition? {
        guard RequestVariations.isList(parameter), !parameter.shape.explode, parameter.shape.style.separator == ","
        else { return nil }
        return tortured(parameter, ["a,b", "c"])
    }
}

extension RequestDefinition {
    /// The JSON body or the form. In its texts, `${` starts a template. It is `nil` if the request has a different body.
    package var jsonBody: JSON? {
        get { if case .json(let json)? = body?.content { JSON(json) } else { nil } }
        set { body = newValue.map { BodyDefinition($0, at: body?.location ?? location) } }
    }
}

extension Schema {
    /// Returns a few values at a JSON Pointer that the schema allows, without null and without `stated`.
    package func values(at pointer: JSONPointer = .root, besides stated: JSON?) -> [JSON] {
        let place = view.place(pointer)
        var values = place?.keyword("enum")?.elements.map { JSON($0) } ?? []
        values += (UInt64(0)..<6).compactMap { seed in
            var options = ExampleOptions(seed: seed, omits: .readOnly)
            options.ignoresExamples = seed > 2
            return (try? example(options))?.value(at: pointer)
        }
        if place?.types.contains(.boolean) == true { values += [true, false] }
        return values.filter { !$0.isNull && $0 != stated }
    }
}

extension Case {
    /// A second call of a documented case by the same client. Values that the contract marks with `"fresh": true`
    /// differ from the first call. It is `nil` if no value must differ between calls, or if the case has several
    /// requests.
    var freshCall: Case? {
        guard self.steps.count == 1, let expected = try? expectedRequest(0, scope: scope()),
            !expected.freshPlaces.isEmpty
        else { return nil }
        guard let body = self.last.request?.jsonBody, let schema = expected.body.sent?.description?.schema,
            let changed = freshBody(body, schema)
        else { return self }
        return with { $0.last.request?.jsonBody = changed }
    }

    /// Returns the body with different values for properties that the contract marks as “fresh”, or `nil` if the body
    /// has no such property. A `${…}` stays unchanged.
    private func freshBody(_ body: JSON, _ schema: Schema) -> JSON? {
        var changed = body
        let view = schema.view
        for place in view.places(markedWith: "fresh", in: JSONDocument(body).root) {
            let value = FreshValue.made("\(self.id)\(place.pointer)", view.place(place.pointer)?.types ?? []) {
                schema.setting($0, at: place.pointer, in: body) != nil
            }
            changed = value.flatMap { changed.setting($0, at: place.pointer) } ?? changed
        }
        return changed == body ? nil : changed
    }
}
