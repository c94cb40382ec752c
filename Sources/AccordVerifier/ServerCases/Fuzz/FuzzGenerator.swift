// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Generates requests of one operation from its schemas. Every fourth request is invalid.
final class FuzzGenerator: Sendable {
    /// A generated request. If it is invalid, `refusal` describes its violation.
    struct Made: Sendable {
        var request: FuzzRequest
        var refusal: Refusal?
    }

    /// The reason why Accord can't generate requests of an operation.
    enum Obstacle: Error, CustomStringConvertible {
        case nothingVaries
        case switchesProtocols
        case unknownRequest(String)
        case brokenBase

        var description: String {
            switch self {
            case .unknownRequest(let reason): reason
            case .switchesProtocols: "the only success is 101, and Accord doesn't switch to a different protocol"
            case .nothingVaries: "the operation has no parameter or body that Accord can vary"
            case .brokenBase: "the documented request violates the schemas; add a successful case with a valid request"
            }
        }
    }

    /// The case that Accord varies: the first successful case of the operation. If the operation has none, Accord
    /// varies a case that specifies no values.
    let base: Case
    let stated: RequestDefinition
    /// The 4xx status codes that the server may send in response to a valid request.
    let tolerated: Set<Int>
    private let check: FuzzCheck
    private let router: Router
    private let parameters: [Parameter]
    private let values: [FuzzValues]
    private let bodies: [(media: MediaTypeDescription, values: FuzzValues)]
    private let wrongValues: Lazy<[(index: Int, wrong: WrongValue)]>
    /// The elements of `wrongValues` with a word, such as `x` for an integer. Accord can replace the word with a random
    /// word, which is invalid, too.
    private let wrongWords: Lazy<[(index: Int, wrong: WrongValue)]>
    private let wrongBodies: Lazy<[BodyRefusals.Change]>
    /// The documented request, which is sent if no request can be generated.
    private let plain: FuzzRequest

    /// - Throws: The reason why no valid request can be generated.
    init(_ operation: Operation, _ documented: DocumentedCases, router: Router) throws(Obstacle) {
        if let obstacle = Self.obstacle(operation, in: documented.contract) { throw obstacle }
        base =
            documented.success(of: operation)?.readingVersion(documented.contract) ?? documented.bare(operation)
        guard base.lastRequest != nil else { throw .unknownRequest(Omission.unknownRequest(base, documented.contract)) }
        stated = base.lastDefinition
        tolerated = FuzzCheck.tolerated(operation, documented.cases(of: operation))
        check = FuzzCheck(base, stated: stated)
        self.router = router
        parameters = FuzzRequest.parameters(of: base)
        plain = FuzzRequest(values: parameters.map { _ in .stated }, body: .stated)
        guard check.isAllowed(plain) else { throw .brokenBase }
        values = parameters.map { FuzzValues($0.schema, place: $0.place, isText: $0.mediaType == nil) }
        bodies = Self.content(of: operation).compactMap { media in
            guard let schema = media.schema else { return nil }
            let isText = media.mediaType.isForm || media.mediaType.isMultipart
            return (media, FuzzValues(schema, place: nil, isText: isText))
        }
        let (base, parameters) = (base, parameters)
        let wrongValues = Lazy {
            parameters.enumerated().flatMap { index, parameter in
                WrongValue.all(of: parameter).map { (index: index, wrong: $0) }
            }
        }
        self.wrongValues = wrongValues
        wrongWords = Lazy { wrongValues.value.filter(\.wrong.isAnyWord) }
        wrongBodies = Lazy { BodyRefusals(base).all }
    }

    /// Returns the reason why Accord generates no requests of an operation, if it is evident from the contract. To find
    /// other reasons, Accord must try to generate a request.
    static func obstacle(_ operation: Operation, in contract: Contract) -> Obstacle? {
        let successes = operation.responses.map(\.status).filter { (100..<400).contains(where: $0.covers) }
        if successes == [.exact(101)] { return .switchesProtocols }
        let varies =
            !FuzzRequest.parameters(of: operation.request, contract.securitySchemes).isEmpty
            || !content(of: operation).isEmpty
        return varies ? nil : .nothingVaries
    }

    /// Returns the number of parameters, plus the number of properties in the body of each media type. An operation
    /// with a higher number gets more requests.
    static func weight(of operation: Operation, in contract: Contract) -> Int {
        let members = content(of: operation).compactMap(\.schema)
            .map { max(1, $0.view.propertyNames.count) }
        return FuzzRequest.parameters(of: operation.request, contract.securitySchemes).count
            + members.reduce(0, +)
    }

    /// Returns the request body's media types for which Accord can generate a body.
    private static func content(of operation: Operation) -> [MediaTypeDescription] {
        (operation.request.body.map { $0.isForbidden ? [] : $0.content } ?? [])
            .filter { $0.schema != nil && isWritten($0) }
    }

    /// Returns whether Accord can write the values of a media type's schema.
    static func isWritten(_ media: MediaTypeDescription) -> Bool {
        let type = media.mediaType
        return type.isJSON || type.isForm || type.isMultipart
            || type.type == "text" && !type.isEventStream && !media.hasUnreadSchema
    }

    /// Returns the request for an id. The same id always produces the same request.
    func made(_ id: FuzzID, statuses: Set<Int>) -> Made {
        var earlier = EarlierRequests()
        for number in EarlierRequests.first(before: id.number)..<id.number where !isWrong(number) {
            _ = made(FuzzID(operation: id.operation, seed: id.seed, number: number), statuses: statuses, &earlier)
        }
        return made(id, statuses: statuses, &earlier)
    }

    /// Returns the request for an id. If possible, the request differs from all earlier requests.
    func made(_ id: FuzzID, statuses: Set<Int>, _ earlier: inout EarlierRequests) -> Made {
        var random = SeededRandom(id)
        earlier.begin(id.number)
        return isWrong(id.number) ? wrong(&random, statuses) : right(id, &random, &earlier)
    }

    /// Whether the request with a number is invalid. An operation that only redirects needn't read its requests.
    private func isWrong(_ number: Int) -> Bool { number.isMultiple(of: 4) && !base.operation.onlyRedirects }

    private static let mostTries = 24

    private func wrong(_ random: inout SeededRandom, _ statuses: Set<Int>) -> Made {
        for _ in 0..<Self.mostTries {
            var request = allowed(&random)
            // Without this check, a different part of the request could violate the contract.
            guard check.isAllowed(request) else { continue }
            if let refusal = spoil(&request, &random, statuses), check.isRefused(request, by: router) {
                return Made(request: request, refusal: refusal)
            }
        }
        return unmade
    }

    private func right(_ id: FuzzID, _ random: inout SeededRandom, _ earlier: inout EarlierRequests) -> Made {
        var candidate = id.corner.map { corners($0, salt: id.salt, &random) }
        var again: FuzzRequest?
        for _ in 0...Self.mostTries {
            let request = candidate ?? allowed(&random)
            candidate = nil
            if earlier.contains(request) {
                if again != nil, earlier.isExhausted { break }
                again = again ?? request
            } else if check.isAllowed(request) {
                earlier.insert(request)
                return Made(request: request, refusal: nil)
            }
        }
        guard let again else { return unmade }
        earlier.repeated += 1
        return Made(request: again, refusal: nil)
    }

    /// The documented request, which is the result if no request can be generated.
    var unmade: Made { Made(request: plain, refusal: nil) }

    // MARK: Edge cases

    /// Returns an edge-case request. `turn` is the number of the request, and each next number selects the next edge
    /// case of every value.
    private func corners(_ turn: Int, salt: UInt64, _ random: inout SeededRandom) -> FuzzRequest {
        let isAlone = parameters.count == 1 && bodies.isEmpty
        let made = parameters.indices.map { index -> FuzzRequest.Value in
            let parameter = parameters[index]
            let isThere = OptionalMembers.isThere(index, of: parameters.count, row: UInt64(turn))
            if !parameter.isRequired, !isThere { return .absent }
            var valueTurn = turn
            if let value = stated.value(of: parameter)?.value, parameter.place == .path || value.text.contains("${") {
                // Uses the documented value in every second request, because the server probably knows a resource with
                // this value. A request with only one value would be the same each time.
                guard turn > 0, turn % 2 == 1 || isAlone else { return .stated }
                valueTurn = isAlone ? turn - 1 : turn / 2
            } else if !parameter.isRequired {
                valueTurn = (0..<turn).count { OptionalMembers.isThere(index, of: parameters.count, row: UInt64($0)) }
            }
            let corner = values[index].corner(valueTurn, salt: salt &+ UInt64(31 * index))
            return (corner ?? values[index].value(&random)).map { .made($0) } ?? .stated
        }
        guard !bodies.isEmpty else { return FuzzRequest(values: made, body: .stated) }
        let (media, bodyValues) = bodies[turn % bodies.count]
        let isSpare = base.operation.request.body?.isRequired == false
        if isSpare, turn % 32 == 7 { return FuzzRequest(values: made, body: .absent) }
        let body = bodyValues.corner(turn / bodies.count, salt: salt).map { FuzzRequest.Body.made($0, media) }
        return FuzzRequest(values: made, body: body ?? self.body(&random))
    }

    // MARK: Valid values

    private func allowed(_ random: inout SeededRandom) -> FuzzRequest {
        let row = random.next()
        let values = parameters.indices.map { value($0, row, &random) }
        return FuzzRequest(values: values, body: body(&random))
    }

    private func value(_ index: Int, _ row: UInt64, _ random: inout SeededRandom) -> FuzzRequest.Value {
        let parameter = parameters[index]
        let isStated = stated.value(of: parameter) != nil
        if !parameter.isRequired, !OptionalMembers.isThere(index, of: parameters.count, row: row) { return .absent }
        // Uses the documented path in half of the requests, because a different path may only cause a 404.
        if isStated, random.chance(1, of: parameter.place == .path ? 2 : 6) { return .stated }
        return values[index].value(&random).map { .made($0) } ?? .stated
    }

    private func body(_ random: inout SeededRandom) -> FuzzRequest.Body {
        guard let (media, values) = random.pick(bodies) else { return .stated }
        if base.operation.request.body?.isRequired == false, random.chance(1, of: 16) { return .absent }
        if stated.body != nil, random.chance(1, of: 12) { return .stated }
        return values.value(&random).map { .made($0, media) } ?? .stated
    }

    // MARK: Violations

    /// Adds one violation to a request, or returns `nil` if no violation is possible.
    private func spoil(_ request: inout FuzzRequest, _ random: inout SeededRandom, _ statuses: Set<Int>) -> Refusal? {
        let (wrongValues, wrongWords, wrongBodies) = (wrongValues.value, wrongWords.value, wrongBodies.value)
        let isBody = wrongValues.isEmpty || (!wrongBodies.isEmpty && random.chance(1, of: 2))
        // Chooses an invalid word in a third of the requests, because a random word varies more than other values.
        let worded = random.chance(1, of: 3) ? random.pick(wrongWords) : nil
        if !isBody, let (index, kind) = worded ?? random.pick(wrongValues) {
            let wrong = kind.with(Self.word(&random))
            request.values[index] = .wrong(wrong.value)
            return wrong.refusal.accepting(statuses)
        }
        if case .made(let json, let media) = request.body, media.mediaType.isJSON, random.chance(1, of: 2),
            let refusal = mutate(&request, json, media, &random, statuses)
        {
            return refusal
        }
        guard let wrong = random.pick(wrongBodies) else { return nil }
        if let type = wrong.refusal.contentType {
            if case .absent = request.body { request.body = .stated }
            request.contentType = type
        } else if let body = wrong.request.body {
            let type = wrong.request.headers.first { $0.name.isFieldName("Content-Type") }
            request.body = .wrong(body, contentType: type?.value.string)
        }
        return wrong.refusal.accepting(statuses)
    }

    /// Returns a random word that no language reads as a number, a Boolean value or null: `x`, and up to nine more
    /// letters.
    private static func word(_ random: inout SeededRandom) -> String {
        var word = "x"
        for _ in 0..<random.below(10) { word.unicodeScalars.append(Unicode.Scalar(UInt8(97 + random.below(26)))) }
        return word
    }

    private func mutate(
        _ request: inout FuzzRequest, _ json: JSON, _ media: MediaTypeDescription, _ random: inout SeededRandom,
        _ statuses: Set<Int>
    ) -> Refusal? {
        let mutations = media.schema?.mutations(of: json, limit: 64).filter { $0.isValid == false } ?? []
        guard let mutation = random.pick(mutations) else { return nil }
        let type = media.mediaType.sample.map(HeaderText.contentType)
        request.body = .wrong(
            BodyDefinition(location: media.location, content: .base64(mutation.bytes)), contentType: type)
        let place = mutation.place.map { $0.tokens.isEmpty ? "" : " at \($0)" } ?? ""
        let variant = mutation.variant.isEmpty ? "" : " (\(mutation.variant))"
        let reason = "the body violates its schema\(place): \(mutation.mutation.change)\(variant)"
        let changed = try? JSONDocument(parsing: mutation.bytes).root
        let violation = changed.flatMap { media.schema?.violation(at: mutation.place, in: $0) }
        // An unknown property is a mistake of the object, because the name of the property is arbitrary.
        let keyword = violation?.keywordLocation.tokens.last
        let isUnknown = ["additionalProperties", "unevaluatedProperties"].contains(keyword)
        let part = violation?.instancePointer.tokens ?? mutation.place?.tokens ?? []
        let isConverted =
            changed.map { media.schema?.isUsuallyConverted(JSON($0), at: mutation.place ?? .root) } == true
        // FastAPI 0.165 fails to write infinity, which Python reads from 1e400, into its 422.
        return Refusal(
            reason: reason, location: violation.map { SourceLocation($0.schemaValue) } ?? media.location,
            at: .init(.body, JSONPointer(tokens: isUnknown ? part.dropLast() : part).description), statuses: statuses,
            isUsual: isConverted || [.deepNestingExtra, .hugeExponent].contains(mutation.mutation))
    }
}

extension FuzzRequest {
    /// Returns the parameters whose values are generated, in a fixed order. Leaves out constants, forbidden parameters,
    /// credentials, and header fields that HTTP itself uses.
    static func parameters(of testCase: Case) -> [Parameter] {
        parameters(of: testCase.operation.request, testCase.securitySchemes)
    }

    static func parameters(of described: RequestDescription, _ schemes: [SecurityScheme]) -> [Parameter] {
        var taken: Set<String> = [
            "accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "cookie",
            "expect", "host", "if-match", "range", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
        ]
        for scheme in schemes {
            if case .apiKey(_, let name) = scheme.kind { taken.insert(name.lowercased()) }
        }
        // A calendar rejects each `X-Tenant` other than the example with 403, and a schema can't describe tenants.
        func isTenant(_ parameter: Parameter) -> Bool {
            parameter.place == .header && parameter.isRequired && !parameter.examples.isEmpty
                && parameter.types == [.string] && parameter.schema.view.keyword("enum") == nil
        }
        return described.parameters.filter { parameter in
            !parameter.isForbidden && parameter.constant == nil && !parameter.isFresh
                && !parameter.name.isIdempotencyKey && !isTenant(parameter)
                && !(parameter.place != .path && taken.contains(parameter.name.lowercased()))
        }
    }

    /// Returns whether an additional member of an exploded object has the name of a different parameter. A server
    /// can't distinguish them.
    func isAmbiguous(in testCase: Case) -> Bool {
        let all = testCase.operation.request.parameters
        return zip(Self.parameters(of: testCase), values).contains { parameter, value in
            guard case .made(let json) = value, let object = json.object, parameter.explode, parameter.style == .form
            else { return false }
            return object.keys.contains { key in
                all.contains { $0 !== parameter && $0.place == parameter.place && $0.name == key }
            }
        }
    }

    /// Converts the generated request to the format of a case's request.
    func definition(in testCase: Case, stated: RequestDefinition) -> RequestDefinition {
        var generated = stated
        for (parameter, value) in zip(Self.parameters(of: testCase), values) {
            let (name, place) = (parameter.name, parameter.place)
            switch value {
            case .stated: break
            // Only optional parameters are `.absent`. For a missing required parameter, Accord would generate a value.
            case .absent: generated.remove(name, in: place)
            case .made(let json): generated.set(NamedValue.made(name, json, at: parameter.location), in: place)
            case .wrong(let json):
                generated.set(NamedValue.made(name, json ?? .null, at: parameter.location), in: place)
            }
        }
        switch body {
        case .stated: break
        case .absent: generated.body = nil
        case .made(let json, let media):
            let location = testCase.operation.request.body?.location ?? stated.location
            generated.body = BodyDefinition(RequestVariations.escaped(json), at: location)
            generated.setContentType(media.mediaType.sample.map(HeaderText.contentType))
        case .wrong(let definition, let contentType):
            generated.body = definition
            if let contentType { generated.setContentType(contentType) }
        }
        return generated
    }
}

extension RequestDefinition {
    mutating func setContentType(_ text: String?) {
        remove("Content-Type", in: .header)
        if let text { headers.append(NamedValue.made("Content-Type", .string(text), at: location)) }
    }
}
