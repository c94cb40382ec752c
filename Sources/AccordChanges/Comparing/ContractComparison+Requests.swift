// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

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
            for parameter in parameters.removed { addRemoved(parameter, pair.new.location) }
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
        for (left, right) in zip(ordered(pair.old), ordered(pair.new)) { compare(left, right, pair) }
    }

    private mutating func compare(
        _ left: Parameter, _ right: Parameter, _ pair: Pair
    ) {
        let place = "\(left.place.rawValue) parameter \(left.name)"
        let places = (left.location, right.location)
        func add(_ id: String, _ impact: Change.Impact, _ text: String, request: String? = nil) {
            self.add(
                id, impact, text, places.0, places.1, direction: .request, place: place, part: right.part,
                request: request)
        }
        if left.isRequired != right.isRequired {
            if right.isRequired {
                add(
                    "request-parameter-became-required", impact(.breaking, reversed: .compatible), "became required",
                    request: isReversed ? nil : witness(pair))
            } else {
                add(
                    "request-parameter-became-optional", impact(.compatible, reversed: .breaking), "became optional",
                    request: isReversed ? witness(pair) : nil)
            }
        }
        compareSunset(left, right, place)
        let isStructured = left.types.contains(.array) || left.types.contains(.object)
        // The other styles differ only in how they separate several values.
        let isPrefixed = [left.style, right.style].contains { $0 == .label || $0 == .matrix }
        if left.mediaType == nil, right.mediaType == nil,
            left.style != right.style && (isStructured || isPrefixed) || isStructured && left.explode != right.explode
        {
            let text = "the parameter's style changed from \(left.style.rawValue)\(left.explode ? ", exploded" : "") "
            add(
                "request-parameter-style-changed", .breaking,
                text + "to \(right.style.rawValue)\(right.explode ? ", exploded" : "")")
        }
        if (left.mediaType == nil) != (right.mediaType == nil) {
            add(
                "request-parameter-content-changed", .breaking,
                left.mediaType == nil ? "“content” replaced “style”" : "“style” replaced “content”")
        }
        addSchemaChanges(
            left.schema, right.schema, .request, place: place, part: right.part, whole: "request-parameter",
            property: "request-parameter-property", isText: left.mediaType == nil)
    }

    private mutating func addNew(_ parameter: Parameter, _ pair: Pair) {
        guard !parameter.isForbidden else { return }
        let kind = parameter.isRequired ? "required" : "optional"
        // A parameter is shared if OpenAPI's path item declares it for all operations of the path.
        let isShared =
            !parameter.location.pointer.hasPrefix(pair.new.location.pointer + "/")
            && !parameter.location.pointer.hasPrefix("/components/")
        let id = "new-\(kind)-request-" + (isShared ? "default-parameter-to-existing-path" : "parameter")
        add(
            id, parameter.isRequired ? impact(.breaking, reversed: .compatible) : .compatible,
            "the \(kind) parameter is new", pair.old.location,
            parameter.location, direction: .request, place: "\(parameter.place.rawValue) parameter \(parameter.name)",
            part: parameter.part,
            request: parameter.isRequired && !isReversed ? witness(pair) : nil)
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
        add(
            id, verdict, text, parameter.location, place, direction: .request,
            place: "\(parameter.place.rawValue) parameter \(parameter.name)", part: parameter.part)
    }

    private mutating func compareSunset(_ left: Parameter, _ right: Parameter, _ place: String) {
        let former = old.sunset(left.isDeprecated, at: left.location, today: today)
        let later = new.sunset(right.isDeprecated, at: right.location, today: today)
        guard let change = LifecycleChange(from: former, to: later, of: "parameter") else { return }
        add(
            change.ids.parameter, change.impact, change.text, former.location, later.location, direction: .request,
            place: place,
            part: right.part)
    }

    // MARK: Request bodies

    mutating func compareRequestBody(_ pair: Pair) {
        let (left, right) = (pair.old.request.body, pair.new.request.body)
        switch (left, right) {
        case (nil, nil): return
        case (nil, let body?):
            let id = body.isRequired ? "request-body-added-required" : "request-body-added-optional"
            add(
                id, body.isRequired ? impact(.breaking, reversed: .compatible) : .compatible, "is new",
                pair.old.location, body.location, direction: .request, place: "body", part: .init(.body, ""),
                request: body.isRequired && !isReversed ? witness(pair) : nil)
        case (let body?, nil):
            add(
                "request-body-removed", .breaking, "was removed", body.location,
                pair.new.location, direction: .request, place: "body", part: .init(.body, ""),
                request: witness(pair))
        case (let before?, let after?): compare(before, after, pair)
        }
    }

    private mutating func compare(
        _ left: BodyDescription, _ right: BodyDescription, _ pair: Pair
    ) {
        if left.isRequired != right.isRequired {
            let id = right.isRequired ? "request-body-became-required" : "request-body-became-optional"
            let isBreaking = right.isRequired != isReversed
            add(
                id, isBreaking ? .breaking : .compatible,
                "became \(right.isRequired ? "required" : "optional")", left.location, right.location,
                direction: .request, place: "body", part: .init(.body, ""),
                request: isBreaking ? witness(pair, hasBody: false) : nil)
        }
        for content in left.content {
            let exact = right.content.first { Self.areEqual($0, content) }
            guard let other = exact ?? right.content.first(where: { $0.mediaType.covers(content.mediaType) }) else {
                add(
                    "request-body-media-type-removed", .breaking,
                    "the media type \(content.mediaType) isn't accepted anymore",
                    content.location, right.location, direction: .request, place: "body", part: .init(.body, ""),
                    request: isReversed ? nil : witness(pair, content: content))
                continue
            }
            compareContent(
                content, other, .request, place: Self.place("body", content, left.content.count), "request-body")
        }
        for content in right.content where !left.content.contains(where: { Self.areEqual($0, content) }) {
            add(
                "request-body-media-type-added", impact(.compatible, reversed: .breaking),
                "the media type \(content.mediaType) is accepted now",
                left.location,
                content.location, direction: .request, place: "body", part: .init(.body, ""),
                request: isReversed ? witness(pair, content: content) : nil)
        }
    }

    /// Returns whether two media types are equal. Senders use UTF-8 even if a document doesn't mention `charset=utf-8`.
    private static func areEqual(_ left: MediaTypeDescription, _ right: MediaTypeDescription) -> Bool {
        let names = [left.mediaType, right.mediaType].map { type in
            let others = type.parameters.filter { $0.name != "charset" || $0.value.lowercased() != "utf-8" }
            return ([type.essence] + others.map { "\($0.name)=\($0.value)" }).joined(separator: ";")
        }
        return names[0] == names[1]
    }

    static func place(_ name: String, _ content: MediaTypeDescription, _ count: Int) -> String {
        count > 1 ? "\(name) (\(content.mediaType))" : name
    }

    mutating func compareContent(
        _ left: MediaTypeDescription, _ right: MediaTypeDescription, _ direction: MessageDirection, place: String,
        _ name: String
    ) {
        let isSentByClient = flow(direction) == .request
        switch (left.schema, right.schema) {
        case (nil, nil): break
        case (nil, let schema?):
            add(
                "\(name)-media-type-schema-added", isSentByClient ? .breaking : .compatible,
                "the media type has a schema now", left.location, SourceLocation(schema.source), direction: direction,
                place: place, part: .init(.body, ""))
        case (let schema?, nil):
            add(
                "\(name)-media-type-schema-removed", isSentByClient ? .compatible : .strict,
                "the media type lost its schema", SourceLocation(schema.source), right.location, direction: direction,
                place: place, part: .init(.body, ""))
        case (let before?, let after?):
            let property = direction == .request ? "request-property" : "response-property"
            addSchemaChanges(
                before, after, direction, place: place, part: .init(.body, ""), whole: name, property: property)
        }
    }

    // MARK: Schemas

    /// Adds the differences between the old and the new schema of a parameter, header field or body.
    ///
    /// - Parameters:
    ///   - part: the parameter, header field or body.
    ///   - whole: the prefix of the change's id if no property changed, such as `request-parameter`.
    ///   - property: the prefix of the change's id if a property changed, such as `request-parameter-property`.
    mutating func addSchemaChanges(
        _ left: Schema, _ right: Schema, _ direction: MessageDirection, place: String, part: Finding.Place,
        whole: String, property: String, isText: Bool = false
    ) {
        var known: Set<String> = []
        // Of equal changes at one place, such as in two alternatives, the change with the greatest impact counts.
        let verdicts = schemas.compare(left, right, flow(direction), isText: isText)
        for verdict in verdicts.sorted(by: { $0.impact > $1.impact }) {
            let change = verdict.change
            var id =
                change.isWhole
                ? named(change.id, in: direction) : (change.path.isEmpty ? whole : property) + "-" + change.id
            if isText, id == "request-parameter-type-changed", verdict.impact == .compatible {
                id = "request-parameter-type-generalized"
            }
            let pointer = change.path.map { "/\($0.token)" }.joined()
            let locations = (
                SourceLocation(change.old ?? change.owners.old.source),
                SourceLocation(change.new ?? change.owners.new.source)
            )
            guard known.insert("\(id) \(pointer) \(change.text)").inserted else { continue }
            add(
                id, verdict.impact, change.text, locations.0, locations.1, direction: direction,
                place: pointer.isEmpty ? place : "\(place) \(pointer)",
                part: part.part == .body ? .init(.body, pointer) : part, witness: verdict.witness,
                alternative: verdict.alternative, witnessPlace: verdict.place, isUndecided: verdict.isUndecided,
                allows: change.allows)
        }
    }
}

extension Parameter {
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
