// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension ContractComparison {
    // MARK: Parameters

    mutating func compareParameters(_ pair: Pair) {
        let (left, right) = (pair.old.request, pair.new.request)
        comparePathParameters(pair)
        for (before, after) in [
            (left.query, right.query), (left.headers, right.headers), (left.cookies, right.cookies),
        ] {
            let parameters = Pairing(before, after) { $0.place == .header ? $0.name.lowercased() : $0.name }
            for (parameter, other) in parameters.pairs { compare(parameter, other, pair) }
            // A security scheme may replace a parameter.
            let keys = pair.new.security.flatMap(\.uses)
            for parameter in parameters.removed where !keys.contains(where: { $0.isKey(parameter) }) {
                addRemoved(parameter, pair.new.location)
            }
            for parameter in parameters.added { addNew(parameter, pair) }
        }
    }

    /// Compares path parameters by their order in the path, because requests don't contain the names of path
    /// parameters.
    private mutating func comparePathParameters(_ pair: Pair) {
        func ordered(_ operation: Operation) -> [Parameter] {
            operation.request.path.parameterNames.compactMap { name in
                operation.request.pathParameters.first { $0.name == name }
            }
        }
        let (former, later) = (ordered(pair.old), ordered(pair.new))
        // A parameter may cover a literal segment of a removed path.
        guard former.count == later.count else { return }
        for (left, right) in zip(former, later) { compare(left, right, pair) }
    }

    private mutating func compare(_ left: Parameter, _ right: Parameter, _ pair: Pair) {
        let element = Element(.request, "\(left.place.rawValue) parameter \(left.name)", right.part)
        let places = locations(left.location, right.location)
        compareRequired(left.isRequired, right.isRequired, "request-parameter", places, element, request: witness(pair))
        let former = old.sunset(left.isDeprecated, at: places.0, today: today)
        let later = new.sunset(right.isDeprecated, at: places.1, today: today)
        if let change = LifecycleChange(from: former, to: later, of: "parameter") {
            add(change.ids.parameter, change.impact, change.text, former.location, later.location, of: element)
        }
        compareEncoding(left, right, element, ids: "request-parameter")
        if left.allowsEmptyValue, !right.allowsEmptyValue {
            add(
                "request-parameter-empty-value-removed", right.types.contains(.string) ? .warning : .breaking,
                "the parameter can't stand without a value anymore", places.0, places.1, of: element)
        } else if !left.allowsEmptyValue, right.allowsEmptyValue {
            add(
                "request-parameter-empty-value-added", .compatible, "the parameter can stand without a value now",
                places.0, places.1, of: element)
        }
        addSchemaChanges(
            left.schema, right.schema, element, whole: "request-parameter", property: "request-parameter-property",
            textForm: left.textForm)
    }

    /// Compares the styles or media types of a parameter or header field.
    mutating func compareEncoding(_ left: Parameter, _ right: Parameter, _ element: Element, ids: String) {
        let places = locations(left.location, right.location)
        // The text of a number is the same in JSON.
        let isNumber = [left, right].allSatisfy { parameter in
            !parameter.types.isEmpty && parameter.types.isSubset(of: [.integer, .number, .boolean])
                && parameter.mediaType?.isJSON ?? (parameter.style != .label && parameter.style != .matrix)
        }
        if !isNumber, left.mediaType?.withoutStandardCharset != right.mediaType?.withoutStandardCharset {
            let text =
                switch (left.mediaType, right.mediaType) {
                case (nil, _): "“content” replaced “style”"
                case (_, nil): "“style” replaced “content”"
                case (let before?, let after?): "the media type changed from \(before) to \(after)"
                }
            return add("\(ids)-content-changed", .breaking, text, places.0, places.1, of: element)
        }
        let (isList, isObject) = (left.types.contains(.array), left.types.contains(.object))
        // The other styles differ only in how they separate several values. In the style `simple`, all lists are equal.
        let isPrefixed = [left.style, right.style].contains { $0 == .label || $0 == .matrix }
        let isExploded = left.explode != right.explode && (isObject || isList && left.style != .simple)
        guard left.mediaType == nil, left.style != right.style && (isList || isObject || isPrefixed) || isExploded
        else { return }
        let sample = left.sample
        let styles = [left, right].map { parameter in
            let text = sample.map { " (\(parameter.text(of: $0)))" } ?? ""
            return parameter.style.title(parameter.explode) + text
        }
        add(
            "\(ids)-style-changed", .breaking, "the style changed from \(styles[0]) to \(styles[1])", places.0,
            places.1,
            of: element)
    }

    private mutating func addNew(_ parameter: Parameter, _ pair: Pair) {
        guard !parameter.isForbidden else { return }
        let kind = parameter.isRequired ? "required" : "optional"
        // A parameter is shared if OpenAPI's path item declares it for all operations of the path.
        let isShared =
            !parameter.location.pointer.hasPrefix(pair.new.location.pointer + "/")
            && !parameter.location.pointer.hasPrefix("/components/")
        let id = "new-\(kind)-request-" + (isShared ? "default-parameter-to-existing-path" : "parameter")
        let security = pair.old.security
        let wasKey = !security.isEmpty && security.allSatisfy { $0.uses.contains { $0.isKey(parameter) } }
        add(
            id, parameter.isRequired && !isReversed && !wasKey ? .breaking : .compatible,
            "the \(kind) parameter is new", pair.old.location, parameter.location, of: Element(parameter),
            request: witness(pair))
    }

    private mutating func addRemoved(_ parameter: Parameter, _ place: SourceLocation) {
        guard !parameter.isForbidden else { return }
        let sunset = old.sunset(parameter.isDeprecated, at: parameter.location, today: today)
        var text = sunset.removal(of: "parameter")
        var verdict: Change.Impact = sunset.hasPassed ? .compatible : .warning
        let name = "request-parameter-removed"
        let id = sunset.removalID(name, inUse: name, invalid: "request-parameter-sunset-parse")
        if isReversed {
            if parameter.isRequired, !sunset.hasPassed { verdict = .breaking }
        } else if !sunset.hasPassed {
            text += ": servers may ignore or reject the parameter"
        }
        add(id, verdict, text, parameter.location, place, of: Element(parameter))
    }

    // MARK: Request bodies

    mutating func compareRequestBody(_ pair: Pair) {
        let (left, right) = (pair.old.request.body, pair.new.request.body)
        if let left, let right { return compare(left, right, pair) }
        if let body = right {
            let isBreaking = body.isRequired && !isReversed
            add(
                "request-body-added-\(body.isRequired ? "required" : "optional")", isBreaking ? .breaking : .compatible,
                "is new", pair.old.location, body.location, of: .requestBody, request: witness(pair))
        } else if let body = left {
            add(
                "request-body-removed", .breaking, "was removed", body.location, pair.new.location, of: .requestBody,
                request: witness(pair))
        }
    }

    private mutating func compare(_ left: BodyDescription, _ right: BodyDescription, _ pair: Pair) {
        compareRequired(
            left.isRequired, right.isRequired, "request-body", locations(left.location, right.location), .requestBody,
            request: witness(pair, hasBody: false))
        let verb = isReversed ? "sent" : "accepted"
        let contents = Pairing(left.content, right.content) { $0.mediaType.withoutStandardCharset }
        let covered = contents.removed.compactMap { content in
            right.content.covering(content.mediaType).map { (old: content, new: $0) }
        }
        for (content, other) in contents.pairs + covered {
            let element = Element(.request, Self.place("body", content, left.content.count), .init(.body, ""))
            compareContent(content, other, element, "request-body")
        }
        for content in contents.removed where right.content.covering(content.mediaType) == nil {
            add(
                "request-body-media-type-removed", isReversed ? .compatible : .breaking,
                "the media type \(content.mediaType) isn't \(verb) anymore", content.location, right.location,
                of: .requestBody, request: isReversed ? nil : witness(pair, content: content))
        }
        for content in contents.added {
            add(
                "request-body-media-type-added", isReversed ? .breaking : .compatible,
                "the media type \(content.mediaType) is \(verb) now", left.location, content.location, of: .requestBody,
                request: witness(pair, content: content))
            // Only the most specific media type applies to a message. A removed range was reported above.
            guard let covering = left.content.covering(content.mediaType),
                contents.pairs.contains(where: { $0.old.mediaType == covering.mediaType })
            else { continue }
            let element = Element(.request, "body (\(content.mediaType))", .init(.body, ""))
            compareContent(covering, content, element, "request-body")
        }
    }

    /// Compares whether a parameter, header field or request body is required.
    mutating func compareRequired(
        _ was: Bool, _ isNow: Bool, _ id: String, _ places: (SourceLocation, SourceLocation), _ element: Element,
        request: (() -> String?)? = nil
    ) {
        guard was != isNow else { return }
        let action = isNow ? "required" : "optional"
        add(
            "\(id)-became-\(action)", isNow == (flow(element.direction) == .response) ? .compatible : .breaking,
            "became \(action)", places.0, places.1, of: element, request: request,
            allows: isNow || element.direction == .request ? [] : [.missing])
    }

    static func place(_ name: String, _ content: MediaTypeDescription, _ count: Int) -> String {
        count > 1 ? "\(name) (\(content.mediaType))" : name
    }

    mutating func compareContent(
        _ left: MediaTypeDescription, _ right: MediaTypeDescription, _ element: Element, _ name: String
    ) {
        let isSentByClient = flow(element.direction) == .request
        compareEncodings(left, right, element, name)
        for (before, after) in [(left.itemSchema, right.itemSchema), (left.dataSchema, right.dataSchema)] {
            guard let before, let after else { continue }
            let item = Element(element.direction, "\(element.place), each item", element.part)
            addSchemaChanges(before, after, item, whole: name, property: "\(element.direction.rawValue)-property")
        }
        if left.acceptsAnyBytes, right.acceptsAnyBytes { return }
        switch (left.schema, right.schema) {
        case (nil, nil): break
        case (nil, let schema?):
            add(
                "\(name)-media-type-schema-added", isSentByClient ? .breaking : .compatible,
                "the media type has a schema now", left.location, SourceLocation(schema.source), of: element)
        case (let schema?, nil):
            add(
                "\(name)-media-type-schema-removed", isSentByClient ? .compatible : .strict,
                "the media type lost its schema", SourceLocation(schema.source), right.location, of: element)
        case (let before?, let after?):
            addSchemaChanges(
                before, after, element, whole: name, property: "\(element.direction.rawValue)-property",
                files: left.files.intersection(right.files), textForm: left.mediaType.textForm)
        }
    }

    /// Compares the media types, styles and header fields of the properties of forms and multipart bodies.
    private mutating func compareEncodings(
        _ left: MediaTypeDescription, _ right: MediaTypeDescription, _ body: Element, _ name: String
    ) {
        guard left.mediaType.isForm || left.mediaType.isMultipart else { return }
        let places = (left.location, right.location)
        for property in Set(left.encoding.keys).union(right.encoding.keys).sorted() {
            let (before, after) = (PartFormat(property, in: left), PartFormat(property, in: right))
            guard let before, let after else { continue }
            let element = Element(body.direction, "\(body.place) /\(property)", .init(.body, "/\(property)"))
            if before != after {
                let isSentByClient = flow(body.direction) == .request
                let isRead = isSentByClient ? after.includes(before) : before.includes(after)
                add(
                    "\(name)-part-encoding-changed", isRead ? .compatible : .breaking,
                    "the encoding changed from \(before.title) to \(after.title)", places.0, places.1, of: element)
            }
            let headers = [left, right].map { $0.encoding[property]?.headers ?? [] }
            compareHeaders(
                headers[0], headers[1], places, element, ids: "\(name)-part-header",
                schema: (name, "\(body.direction.rawValue)-property"))
        }
    }

    // MARK: Schemas

    /// The largest size of a witness in a report, in bytes. Such a limit as `maxLength: 1000000` has a larger witness.
    private static let longestWitness = 100_000

    /// Adds the differences between the old and the new schema of a parameter, header field or body.
    ///
    /// - Parameters:
    ///   - element: the parameter, header field or body.
    ///   - whole: the prefix of the change's id if no property changed, such as `request-parameter`.
    ///   - property: the prefix of the change's id if a property changed, such as `request-parameter-property`.
    ///   - files: the properties that are files in both documents. Their schemas describe the same bytes.
    mutating func addSchemaChanges(
        _ left: Schema, _ right: Schema, _ element: Element, whole: String, property: String, files: Set<String> = [],
        textForm: TextForm? = nil
    ) {
        let direction = element.direction
        var known: Set<String> = []
        // Of equal changes at one place, such as in two alternatives, the change with the greatest impact counts.
        let verdicts = schemas.compare(left, right, flow(direction), textForm: textForm)
        for verdict in verdicts.sorted(by: { $0.impact > $1.impact }) {
            let change = verdict.change
            if change.path.count == 1, let name = change.path[0].name, files.contains(name), !change.isAboutProperty {
                continue
            }
            var name = change.name
            if textForm != nil, name == "type-changed", verdict.impact == .compatible {
                name = flow(direction) == .request ? "type-generalized" : "type-specialized"
            }
            let id = name.id(in: direction, isReversed: isReversed, element: change.path.isEmpty ? whole : property)
            let pointer = change.path.map { "/\($0.token)" }.joined()
            let locations = (
                SourceLocation(change.old ?? change.owners.old.source),
                SourceLocation(change.new ?? change.owners.new.source)
            )
            guard known.insert("\(id) \(pointer) \(change.sentence)").inserted else { continue }
            let part = element.part.map { $0.part == .body ? .init(.body, ($0.name ?? "") + pointer) : $0 }
            add(
                id, verdict.impact, change.sentence, locations.0, locations.1,
                of: Element(direction, pointer.isEmpty ? element.place : "\(element.place) \(pointer)", part),
                witness: verdict.witness.flatMap { $0.compact.utf8.count <= Self.longestWitness ? $0 : nil },
                alternative: verdict.alternative, witnessPlace: verdict.place,
                isUndecided: verdict.isUndecided, allows: change.allows, scope: change.scope)
        }
    }
}

extension Parameter {
    /// The form of values that are sent as text, or `nil` if values have types, as in JSON.
    var textForm: TextForm? { mediaType.map(\.textForm) ?? TextForm(levels: 1, place: place) }

    /// A value that shows the style: a list of two elements, an object with two properties, or a scalar.
    fileprivate var sample: JSON? {
        switch try? schema.example() {
        case .array(let elements)?: elements.first.map { .array([$0, elements.last ?? $0]) }
        case .object(let object)?: .object(JSONObject(object.prefix(2).map { ($0.key, $0.value) }))
        case let value: value
        }
    }

    /// Returns the text of a value in a message, such as `ids=1&ids=2`.
    fileprivate func text(of value: JSON) -> String {
        let writer = ParameterWriter(shape)
        return switch place {
        case .path: writer.pathText(value)
        case .header: writer.headerText(value)
        case .query, .cookie: writer.items(value).map(\.text).joined(separator: "&")
        }
    }

    /// The place of the parameter in the request (path, query, header or cookie), with the parameter's name.
    var part: Finding.Place {
        switch place {
        case .path: .init(.path, name)
        case .query: .init(.query, name)
        case .header: .init(.header, name)
        case .cookie: .init(.cookie, name)
        }
    }
}

/// The format of a property in a form or multipart body: the media types of its part, or the style of a list or object.
private struct PartFormat: Equatable {
    private var types: Set<MediaType> = []
    private var style: String?

    /// Returns `nil` if the schema of the body doesn't declare the property.
    init?(_ name: String, in body: MediaTypeDescription) {
        let shapes = FormShapes(body)
        guard let view = shapes.view?.property(name) else { return nil }
        let (encoding, shape) = (body.encoding[name], shapes.shape(name))
        let isStyled = body.mediaType.isForm || encoding?.style != nil || encoding?.explode != nil
        if isStyled, shape.mediaType == nil, shape.kind != .scalar {
            style = shape.style.title(shape.explode)
            return
        }
        types = Set((encoding?.contentTypes ?? []).map(\.withoutStandardCharset))
        guard types.isEmpty else { return }
        let value = view.impliedTypes == [.array] ? view.items ?? view : view
        if !value.impliedTypes.isDisjoint(with: [.object, .array]) {
            types = [.json]
        } else {
            let isFile = value.keyword("format")?.string == "binary"
            types = Set([MediaType(parsing: isFile ? "application/octet-stream" : "text/plain")].compactMap(\.self))
        }
    }

    var title: String { style ?? types.map(\.description).sorted().joined(separator: " or ") }

    func includes(_ other: PartFormat) -> Bool {
        style == other.style && other.types.allSatisfy { type in types.contains { $0.covers(type) } }
    }
}

extension ParameterStyle {
    /// The style in messages, such as `form, exploded`.
    fileprivate func title(_ explode: Bool) -> String { rawValue + (explode ? ", exploded" : "") }
}

extension MediaType {
    /// The media type without `charset=utf-8`. Senders use UTF-8 even if a document doesn't mention the parameter.
    var withoutStandardCharset: MediaType {
        var type = withLowercaseCharset
        type.parameters.removeAll { $0.name == "charset" && $0.value == "utf-8" }
        return type
    }

    /// The media type with its charset in lower case, because the names of charsets ignore case.
    var withLowercaseCharset: MediaType {
        var type = self
        for index in parameters.indices where parameters[index].name == "charset" {
            type.parameters[index].value = parameters[index].value.lowercased()
        }
        return type
    }
}

extension MediaTypeDescription {
    /// Whether the body may consist of any bytes: it has no schema, or the schema of a file or text.
    fileprivate var acceptsAnyBytes: Bool {
        guard let schema, !mediaType.isForm, !mediaType.isMultipart else { return schema == nil }
        return Self.isFile(schema.source, isJSON: mediaType.isJSON || mediaType.isXML || mediaType.isStream)
    }

    /// The names of the files in a multipart body. In OpenAPI 3.1, the schema of a file may be empty.
    fileprivate var files: Set<String> {
        guard mediaType.isMultipart, let schema else { return [] }
        let files = schema.source["properties"]?.distinctMembers.filter { member in
            let hasFormat = ["format", "contentMediaType"].contains { member.value[$0] != nil }
            return (hasFormat || member.value["type"] == nil) && Self.isFile(member.value, isJSON: false)
        }
        return Set((files ?? []).map(\.key))
    }

    /// Returns whether a schema accepts every body, apart from JSON.
    private static func isFile(_ schema: JSONValue, isJSON: Bool) -> Bool {
        schema.kind == .object
            && schema.members.allSatisfy { member in
                Schema.isAnnotation(member.key) && !["$ref", "default"].contains(member.key)
                    || member.key.hasPrefix("x-")
                    || !isJSON
                        && (["string", "binary"].contains(member.value.string) || member.key == "contentMediaType")
            }
    }
}
