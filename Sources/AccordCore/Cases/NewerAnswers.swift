// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Responses that a newer version of the API document allows and the older version doesn't.
///
/// Each response equals a response in the older version, except for one value that the newer version documents
/// differently. If a client rejects this response but accepts the older response, the newer version breaks the client.
package struct NewerAnswers {
    package struct Answer: Sendable {
        /// The case with the changed response.
        package let testCase: Case
        /// The location in the response at which the two versions differ.
        package let place: Finding.Place
        /// The new value as JSON, or `nil` if the response omits the value.
        package let value: String?
        /// The location in the newer document at which the two versions differ.
        package let location: SourceLocation
    }

    private static let most = 40

    package private(set) var all: [Answer] = []
    private let testCase: Case
    private let documented: DocumentedAnswer
    private let witnesses: [JSON]

    /// Returns `nil` if the case's last response isn't documented.
    ///
    /// - Parameter witnesses: Known bodies that the newer version allows and the older version doesn't.
    package init?(_ testCase: Case, newer: Operation, witnesses: [JSON] = []) {
        guard let documented = DocumentedAnswer(testCase) else { return nil }
        self.testCase = testCase
        self.documented = documented
        self.witnesses = witnesses
        guard let response = newer.response(for: documented.response.status) else {
            addStatus(newer)
            return
        }
        addBodies(response)
        addHeaders(response)
    }

    private mutating func add(
        _ response: HTTPResponse, at place: Finding.Place, _ value: String?, _ location: SourceLocation
    ) {
        guard all.count < Self.most else { return }
        var answered = testCase.answered(by: .prepared(response))
        if case .returns = testCase.outcome.result {
            // The newer response may change the returned value, but the call must still succeed.
            answered = answered.with { $0.outcome.result = .returns(nil) }
        }
        all.append(Answer(testCase: answered, place: place, value: value, location: location))
    }

    // MARK: Status codes

    /// Adds the first successful response of the newer version, if the newer version no longer documents the status
    /// code of the older response.
    private mutating func addStatus(_ newer: Operation) {
        guard documented.response.status / 100 == 2 else { return }
        for description in newer.responses {
            guard case .exact(let status) = description.status, status / 100 == 2 else { continue }
            var response = documented.response
            response.status = status
            let content = description.body?.content.first { $0.mediaType.isJSON }
            if let schema = content?.schema, documented.json.map(schema.isValid) != true {
                guard let example = try? schema.example() else { continue }
                response.body = JSONWriter.compactBytes(example)
            }
            return add(response, at: .init(.status), String(status), description.location)
        }
    }

    // MARK: Header fields

    private mutating func addHeaders(_ newer: ResponseDescription) {
        let headers = documented.operation.response(for: documented.response.status)?.headers ?? []
        for header in headers where !header.isForbidden && documented.response.headers.first(header.name) != nil {
            let later = newer.headers.first { $0.name.isFieldName(header.name) }
            guard later == nil || header.isRequired && later?.isRequired == false else { continue }
            var response = documented.response
            response.headers.removeAll { $0.isNamed(header.name) }
            add(response, at: .init(.header, header.name), nil, later?.location ?? newer.location)
        }
    }

    // MARK: Bodies

    private mutating func addBodies(_ newer: ResponseDescription) {
        guard let body = documented.json, let old = documented.schema,
            let content = newer.body?.content.first(where: { $0.mediaType.isJSON }), let new = content.schema
        else { return }
        let bodies = NewerBodies(body: body, old: old, new: new)
        for variant in bodies.removals + bodies.witnesses(among: content.examples, witnesses) {
            let value = variant.body.value(at: variant.place)?.compact
            add(
                documented.with(body: JSONWriter.compactBytes(variant.body)),
                at: .init(.body, variant.place.description), value, bodies.location(of: variant.place))
        }
    }
}

/// Creates variants of a documented body that a newer version of the schema allows.
private struct NewerBodies {
    typealias Variant = (body: JSON, place: JSONPointer)

    private static let mostSteps = 20
    private static let mostMembers = 200

    let body: JSON
    let old: Schema
    let new: Schema

    /// Returns the location of a value's schema in the newer version. If the newer version doesn't document the value,
    /// returns the location of the older schema.
    func location(of place: JSONPointer) -> SourceLocation {
        let places = [new, old].lazy.compactMap { $0.view.place(place)?.schemas.first }
        return SourceLocation(places.first ?? new.source)
    }

    private var members: [JSONPointer] {
        body.innerPlaces().filter { $0.parent.flatMap { body.value(at: $0) }?.object != nil }
    }

    /// Copies of the body, each without one of the properties that only the old schema declares.
    var removals: [Variant] {
        let (before, after) = (old.view, new.view)
        return members.compactMap { place in
            guard before.place(place) != nil, after.place(place) == nil, let parent = place.parent,
                after.place(parent)?.propertyNames.isEmpty == false,
                let reducedBody = body.removing(at: place), new.isValid(reducedBody)
            else { return nil }
            return (reducedBody, place)
        }
    }

    /// Returns copies of the body, each with one value that only the new schema allows. The values come from the known
    /// bodies, and from the examples and boundary values of the new schema.
    func witnesses(among examples: [NamedExample], _ known: [JSON]) -> [Variant] {
        var variants: [Variant] = []
        var distinct: Set<JSON> = []
        for value in candidates(examples, known) {
            for violation in old.validate(value) {
                var variant = body
                move(&variant, to: value, at: violation)
                for _ in 0..<Self.mostSteps {
                    guard let problem = new.validate(variant).first else { break }
                    move(&variant, to: value, at: problem)
                }
                guard new.isValid(variant), !old.isValid(variant), distinct.insert(variant).inserted else { continue }
                let place = violation.missingProperties.first.flatMap {
                    violation.isAboutMissing ? violation.instancePointer.appending($0) : nil
                }
                variants.append((variant, place ?? violation.instancePointer))
            }
        }
        return variants
    }

    /// Copies of the body, each with one changed member. The member is missing, has a value that the old schema doesn't
    /// allow, or has a different value of an `enum`.
    private var neighbors: [JSON] {
        let (before, after) = (old.view, new.view)
        return members.prefix(Self.mostMembers).flatMap { place -> [JSON] in
            let listed = after.place(place)?.keyword("enum")?.elements.map { JSON($0) } ?? []
            let others = body.value(at: place).map { AnswerProbes.variations(of: $0, before.place(place)) } ?? []
            return [body.removing(at: place)].compactMap(\.self)
                + (listed + others.map(\.value)).compactMap { body.setting($0, at: place) }
        }
    }

    private func candidates(_ examples: [NamedExample], _ known: [JSON]) -> [JSON] {
        var values = neighbors + known
        for example in examples { if case .value(let value) = example.content { values.append(JSON(value)) } }
        values += new.samples(limit: 200)
        return values.filter { new.isValid($0) && !old.isValid($0) }
    }

    /// At the location of a schema violation, replaces the value in `variant` by the value in `other`.
    private func move(_ variant: inout JSON, to other: JSON, at violation: SchemaViolation) {
        if violation.isAboutMissing {
            for name in violation.missingProperties {
                let place = violation.instancePointer.appending(name)
                if let value = other.value(at: place) {
                    variant.set(value, at: place)
                } else {
                    variant.remove(at: place)
                }
            }
            return
        }
        var place = violation.instancePointer
        // If the variant can't have a value at this JSON Pointer, replace the nearest enclosing value.
        while true {
            guard let value = other.value(at: place) else {
                variant.remove(at: place)
                return
            }
            if variant.set(value, at: place) { return }
            guard let parent = place.parent else { return }
            place = parent
        }
    }
}

extension SchemaViolation {
    /// Whether the violation is a missing required property.
    fileprivate var isAboutMissing: Bool { ["required", "dependentRequired"].contains(keyword) }
}
