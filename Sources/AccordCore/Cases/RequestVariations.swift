import AccordContract
import AccordJSON
import AccordSchema

/// Variations of a case's request that its schemas allow: required parameters only, all of them, the torture value.
package struct RequestVariations {
    /// The kinds of variations; the raw value is part of the ids of cases.
    package enum Kind: String, Sendable {
        case requiredOnly = "required-only"
        case all, torture, injection
        /// A second call with new values.
        case fresh
    }

    struct Variation {
        var kind: Kind
        var place: String?
        var request: RequestDefinition
        var keepsValue: Bool
        var reason: String
        /// True where a client may refuse the call.
        var mayRefuse = false
        /// Requests that are tried after it, each by a call of its own.
        var others: [RequestDefinition] = []
    }

    /// Every character that somebody's encoding gets wrong.
    package static let torture = " %:/?#[]@!$&'()*+,;=|\"<>\\^`{}~-_.é😹"

    /// The same one by one: code that encodes a value only where it finds one of them would encode all of the above.
    static let singles = ["&", "=", "+", "%41", "#", " ", "/", "?", ";", ":", "é", "\""].map { "a\($0)b" }

    /// What ends a line or a C string. A line break is CR LF, as browsers write each one in a form, so that a client which
    /// does so sends it unchanged.
    static let controls = ["a\r\nb", "a\0b"]

    let all: [Variation]

    init(_ base: Case) {
        // Of several requests only the first is made of the input.
        guard base.steps.count == 1, let step = base.steps.last else {
            all = []
            return
        }
        let described = step.operation.request
        let request = step.request ?? RequestDefinition(location: described.location)
        var variations: [Variation] = []
        let together = QueryCombination(described, scope: base.scope())
        if let required = Self.requiredOnly(request, described, together) {
            variations.append(
                Variation(
                    kind: .requiredOnly, request: required, keepsValue: false,
                    reason: "what is optional may be left out"))
        }
        if let full = Self.full(request, described, together) {
            variations.append(
                Variation(kind: .all, request: full, keepsValue: false, reason: "what is documented may be asked for")
            )
        }
        for place in [Parameter.Place.path, .query] {
            for parameter in place == .path ? described.pathParameters : described.query {
                let isTaken = variations.contains { $0.place == parameter.name }
                let name = isTaken ? "\(place.rawValue).\(parameter.name)" : parameter.name
                let all = ([Self.torture] + Self.singles).compactMap {
                    Self.tortured(request, parameter, $0, together)
                }
                if let variation = Self.torture(all, name) { variations.append(variation) }
            }
        }
        variations += Self.headers(request, described)
        variations += Self.bodies(request, described)
        all = variations
    }

    /// A case of many calls, one for each request; nil where there is none.
    private static func torture(_ requests: [RequestDefinition], _ place: String) -> Variation? {
        guard let first = requests.first else { return nil }
        return Variation(
            kind: .torture, place: place, request: first, keepsValue: false,
            reason: "any text that the schema allows is encoded rightly", others: Array(requests.dropFirst()))
    }

    /// The printable characters of ASCII: what a header's value may hold anywhere.
    private static let headerTorture = "%:/?#[]@!$&'()*+;=|<>^`{}~-_."

    /// A line break that a space follows: a folded line, which RFC 9112 section 5.2 forbids to send, and which some
    /// servers take for another header. FoundationNetworking 6.3.1 sends it as it is.
    static let foldedLine = "a\r\n X-Accord-Injected: 1"

    /// A line break that would end a header's line and begin another. `setValue(_:forHTTPHeaderField:)` of
    /// FoundationNetworking 6.3.1 leaves out such a header, `allHTTPHeaderFields` and a session's headers don't.
    static let anotherHeader = "a\r\nX-Accord-Injected: 1"

    private static func headers(_ request: RequestDefinition, _ described: RequestDescription) -> [Variation] {
        described.headers.flatMap { header -> [Variation] in
            var variations: [Variation] = []
            func add(_ kind: Kind, _ text: String, suffix: String = "", mayRefuse: Bool, _ reason: String) {
                guard takes(header, text), !standard.contains(header.name.lowercased()) else { return }
                var own = request
                if mayRefuse { own.matching = .schema }
                own.headers.removeAll { $0.name.isFieldName(header.name) }
                own.headers.append(value(.string(text), of: header))
                variations.append(
                    Variation(
                        kind: kind, place: header.name + suffix, request: own, keepsValue: false, reason: reason,
                        mayRefuse: mayRefuse))
            }
            add(.torture, headerTorture, mayRefuse: false, "any text that the schema allows is sent as it is")
            add(.injection, foldedLine, mayRefuse: true, "a line break in a value must not begin another line")
            add(
                .injection, anotherHeader, suffix: ":another-header", mayRefuse: true,
                "a line break in a value must not begin another header")
            return variations
        }
    }

    /// Headers whose values have a grammar of their own.
    private static let standard: Set<String> = [
        "accept", "authorization", "content-type", "user-agent", "cookie", "host", "content-length", "if-match",
        "if-none-match", "range", "accept-language", "if-modified-since", "if-unmodified-since",
    ]

    /// Form fields, texts of multipart bodies and the names of either with the torture value, file names with what
    /// breaks a header.
    private static func bodies(_ request: RequestDefinition, _ described: RequestDescription) -> [Variation] {
        guard let body = request.body else { return [] }
        func changed(_ content: BodyDefinition.Content) -> RequestDefinition {
            var own = request
            own.body = BodyDefinition(location: body.location, content: content)
            return own
        }
        func with(_ content: BodyDefinition.Content, _ place: String) -> Variation {
            Variation(
                kind: .torture, place: place, request: changed(content), keepsValue: false,
                reason: "any text that the schema allows is encoded rightly")
        }
        func controlling(_ contents: [BodyDefinition.Content], _ place: String) -> Variation? {
            guard var variation = torture(contents.map(changed), "\(place):control") else { return nil }
            variation.mayRefuse = true
            variation.reason = "a line break or a NUL in a text is sent as it is, or the call is refused"
            return variation
        }
        func injecting(_ content: BodyDefinition.Content, _ place: String) -> Variation {
            var own = changed(content)
            own.matching = .schema
            return Variation(
                kind: .injection, place: place, request: own, keepsValue: false,
                reason: "a line break in a name must not begin another header of its part", mayRefuse: true)
        }
        switch body.content {
        case .json(let json):
            guard let media = described.body?.content.first, media.mediaType.isForm || media.mediaType.isMultipart,
                let schema = media.schema, let object = JSON(json).object
            else { return [] }
            func content(_ name: String, _ text: String) -> BodyDefinition.Content? {
                var changed = object
                changed[name] = .string(text)
                guard schema.isValid(JSONDocument(.object(changed)).root) else { return nil }
                return .json(JSONDocument(escaped(.object(changed)), file: body.location.file).root)
            }
            var variations = object.flatMap { member -> [Variation] in
                guard member.value.string != nil else { return [] }
                let place = JSONPointer(tokens: [member.key]).description
                let all = ([torture] + singles).compactMap { content(member.key, $0).map(changed) }
                let control = controlling(controls.compactMap { content(member.key, $0) }, place)
                return [Self.torture(all, place), control].compactMap(\.self)
            }
            if takesAnyName(media), let content = content(fieldName, "x") { variations.append(with(content, anyName)) }
            return variations
        case .parts(let parts):
            let media = described.body?.content.first { $0.mediaType.isMultipart }
            let view = (media?.schema?.source).map { SchemaView($0) }
            var variations = parts.indices.flatMap { index -> [Variation] in
                var changed = parts
                let place = JSONPointer(tokens: [parts[index].name]).description
                if parts[index].filename != nil {
                    var injected = parts
                    changed[index].filename = fileName
                    injected[index].filename = "\(anotherHeader).png"
                    return [
                        with(.parts(changed), "\(place)/filename"), injecting(.parts(injected), "\(place)/filename"),
                    ]
                }
                guard isText(parts[index], view), let own = parts[index].body else { return [] }
                func holding(_ text: String) -> BodyDefinition.Content {
                    let text = JSONDocument(escaped(.string(text)), file: own.location.file).root
                    changed[index].body = BodyDefinition(location: own.location, content: .text(text))
                    return .parts(changed)
                }
                return [with(holding(torture), place), controlling(controls.map(holding), place)].compactMap(\.self)
            }
            if let media, takesAnyName(media) {
                let text = BodyDefinition(location: body.location, content: .text(JSONDocument("x").root))
                func another(_ name: String) -> BodyDefinition.Content {
                    .parts(parts + [PartDefinition(name: name, location: body.location, body: text)])
                }
                variations.append(with(another(fieldName), anyName))
                variations.append(injecting(another(anotherHeader), anyName))
            }
            return variations
        case .text, .base64, .file: return []
        }
    }

    /// A file name with what a multipart header’s grammar has to escape; one quotation mark, for two would be a pair again.
    static let fileName = "na\u{EF}ve \"quoted; name=x %22 +&.png"

    /// A field's name with the same.
    static let fieldName = "na\u{EF}ve \"quoted; name=x %22 +&=#"

    /// The place of a field that only `additionalProperties` speaks of.
    private static let anyName = "/*/name"

    /// True where a form's or multipart body's fields may be called anything, and be texts.
    private static func takesAnyName(_ media: MediaTypeDescription) -> Bool {
        guard let view = (media.schema?.source).map({ SchemaView($0) }), view.keyword("propertyNames") == nil,
            let others = view.keyword("additionalProperties")
        else { return false }
        return others.kind == .object && SchemaView(others).types == [.string]
    }

    /// True for a part that is a text of any kind.
    private static func isText(_ part: PartDefinition, _ view: SchemaView?) -> Bool {
        switch part.body?.content {
        case .text: break
        case .json(let json) where json.kind == .string: break
        case .json, .base64, .file, .parts, nil: return false
        }
        guard let own = view?.property(part.name), own.types == [.string] else { return false }
        return !["const", "enum", "pattern", "format", "maxLength"].contains { own.keyword($0) != nil }
    }

    private static func takes(_ parameter: Parameter, _ text: String) -> Bool {
        // A client makes what is another in each call by itself.
        parameter.constant == nil && !parameter.isForbidden && parameter.mediaType == nil && !parameter.isFresh
            && (parameter.types.isEmpty || parameter.types.contains(.string))
            && parameter.schema.isValid(JSONDocument(.string(text)).root)
    }

    private static func requiredOnly(
        _ request: RequestDefinition, _ described: RequestDescription, _ together: QueryCombination?
    ) -> RequestDefinition? {
        var own = request
        own.query = required(request.query, described.query)
        if let together { own.query = together.nearest(to: own.query) ?? request.query }
        own.cookies = required(request.cookies, described.cookies)
        let optional = described.headers.filter { !$0.isRequired }.map { $0.name.lowercased() }
        own.headers = request.headers.filter { !optional.contains($0.name.lowercased()) }
        let isLess =
            own.query.count + own.cookies.count + own.headers.count
            < request.query.count + request.cookies.count + request.headers.count
        return isLess ? own : nil
    }

    private static func required(_ named: [NamedValue], _ documented: [Parameter]) -> [NamedValue] {
        named.filter { value in documented.first { $0.name.isExactly(value.name) }?.isRequired ?? true }
    }

    private static func full(
        _ request: RequestDefinition, _ described: RequestDescription, _ together: QueryCombination?
    ) -> RequestDefinition? {
        var own = request
        own.query += missing(request.query, described.query)
        if let together { own.query = together.nearest(to: own.query) ?? request.query }
        own.cookies += missing(request.cookies, described.cookies)
        let headers = described.headers.filter { header in
            !["accept", "content-type", "user-agent"].contains(header.name.lowercased())
                && !request.headers.contains { $0.name.isFieldName(header.name) }
        }
        own.headers += missing([], headers)
        let isMore =
            own.query.count + own.cookies.count + own.headers.count
            > request.query.count + request.cookies.count + request.headers.count
        return isMore ? own : nil
    }

    /// Values for the optional parameters that aren't named.
    private static func missing(_ named: [NamedValue], _ documented: [Parameter]) -> [NamedValue] {
        documented.compactMap { parameter in
            guard !parameter.isRequired, !parameter.isForbidden, !parameter.isFresh,
                !named.contains(where: { $0.name.isExactly(parameter.name) })
            else { return nil }
            return SchemaExample.requested(parameter.schema).map { value($0, of: parameter) }
        }
    }

    private static func tortured(
        _ request: RequestDefinition, _ parameter: Parameter, _ text: String, _ together: QueryCombination?
    ) -> RequestDefinition? {
        guard takes(parameter, text) else { return nil }
        let value = JSON.string(text)
        var own = request
        let named = Self.value(value, of: parameter)
        own.set(named, in: parameter.place)
        if parameter.place == .query, let together {
            guard let query = together.nearest(to: own.query, keeping: parameter.name) else { return nil }
            own.query = query
        }
        return own
    }

    /// A value that points at the parameter's contract location, since nobody wrote it.
    private static func value(_ value: JSON, of parameter: Parameter) -> NamedValue {
        NamedValue(
            name: parameter.name, value: JSONDocument(escaped(value), file: parameter.location.file).root,
            location: parameter.location)
    }

    /// `${` in a made value is no template.
    package static func escaped(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): .string(text.replacing("${", with: "$${"))
        case .array(let elements): .array(elements.map { escaped($0) })
        case .object(let object): .object(JSONObject(object.map { ($0.key, escaped($0.value)) }))
        case .null, .bool, .number: value
        }
    }
}

/// A documented call as it is made a second time: with another value where the contract says `"fresh": true`.
struct FreshCall {
    let request: RequestDefinition?

    /// nil where no value has to be another in each call, or a call is more than one request.
    init?(_ base: Case) {
        guard base.steps.count == 1, let step = base.steps.last,
            let expected = try? base.expectedRequest(0, scope: base.scope()), !expected.freshPlaces.isEmpty
        else { return nil }
        var request = step.request
        if let body = request?.body, case .json(let json) = body.content,
            let schema = RequestBuilder.body(expected.body)?.description?.schema,
            let changed = Self.changed(JSON(json), schema, base.id)
        {
            request?.body = BodyDefinition(
                location: body.location, content: .json(JSONDocument(changed, file: body.location.file).root))
        }
        self.request = request
    }

    /// A body with other values; nil where none can be had. Templates stay as they are.
    private static func changed(_ body: JSON, _ schema: Schema, _ identity: String) -> JSON? {
        var changed = body
        let view = SchemaView(schema.source)
        for place in AccessSearch("fresh").places(in: JSONDocument(body).root, view) {
            let value = FreshValue.made("\(identity)\(place.pointer)", view.place(place.pointer)?.types ?? []) {
                value in
                var candidate = body
                return candidate.set(value, at: place.pointer) && schema.isValid(candidate)
            }
            if let value { _ = changed.set(value, at: place.pointer) }
        }
        return changed == body ? nil : changed
    }
}
