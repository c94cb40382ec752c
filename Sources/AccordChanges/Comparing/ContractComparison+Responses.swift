// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension ContractComparison {
    mutating func compareResponses(_ pair: Pair) {
        let (left, right) = (pair.old.responses, pair.new.responses)
        defer { status = nil }
        let responses = Pairing(left, right) { $0.status }
        for (response, other) in responses.pairs { compare(response, other) }
        for response in responses.removed {
            status = response.status
            let isSuccess = Self.isSuccess(response.status)
            let kind = isSuccess ? "success" : "non-success"
            // A range such as `4XX` may replace the removed status code, or status codes may replace a removed range.
            var others = right.filter { Self.overlap($0.status, response.status) }
            let covering = Self.covering(response, in: right)
            let isLost = isSuccess && others.isEmpty
            // A client's response is like a request: the server must read each status code.
            let isUnread = isReversed && (covering.map { !$0.status.includes(response.status) } ?? true)
            add(
                "response-\(kind)-status-removed", isLost || isUnread ? .breaking : .compatible, "was removed",
                response.location, pair.new.location, of: Element(.response, "\(response.status)"))
            if others.isEmpty, !isSuccess { others = covering.map { [$0] } ?? [] }
            for other in others { compare(response, other) }
        }
        for response in responses.added {
            status = response.status
            let kind = Self.isSuccess(response.status) ? "success" : "non-success"
            add(
                "response-\(kind)-status-added", .compatible, "is new", pair.old.location, response.location,
                of: Element(.response, "\(response.status)"))
            // A removed range was compared above.
            guard let covering = Self.covering(response, in: left),
                covering.status == .any || right.contains(where: { $0.status == covering.status })
            else { continue }
            compare(covering, response)
        }
    }

    /// Returns the response that covers a status code which the others don't document: a range, or `default`. A
    /// `default` beside a documented success is about failures.
    private static func covering(_ response: ResponseDescription, in others: [ResponseDescription])
        -> ResponseDescription?
    {
        if response.status == .any { return nil }
        if let range = others.first(where: { overlap($0.status, response.status) }) { return range }
        if isSuccess(response.status), others.contains(where: { isSuccess($0.status) }) { return nil }
        return others.first { $0.status == .any }
    }

    /// Returns whether one of two status codes is a range that contains the other one.
    private static func overlap(_ left: StatusPattern, _ right: StatusPattern) -> Bool {
        left != .any && right != .any && left != right && (left.includes(right) || right.includes(left))
    }

    private static func isSuccess(_ status: StatusPattern) -> Bool { StatusPattern.range(2).includes(status) }

    /// Compares two responses. Of a status code and a range that contains it, messages name the status code.
    private mutating func compare(_ left: ResponseDescription, _ right: ResponseDescription) {
        let status = left.status.includes(right.status) ? right.status : left.status
        self.status = status
        compareHeaders(
            left.headers, right.headers, (left.location, right.location), Element(.response, "\(status)"),
            ids: "response-header", schema: ("response-header", "response-header-property"))
        compareLinks(left, right, status)
        // RFC 9110, sections 9.3.2, 15.3.5 and 15.4.5: these responses have no content.
        if method == "HEAD" || status == .exact(204) || status == .exact(304) { return }
        let before = left.body?.content ?? []
        let after = right.body?.content ?? []
        let body = Element(.response, "\(status) body")
        let exact = Pairing(before, after) { $0.mediaType.withLowercaseCharset }
        var unmatched = exact.added
        func compareContents(_ content: MediaTypeDescription, _ other: MediaTypeDescription) {
            let element = Element(.response, Self.place(body.place, content, before.count), .init(.body, ""))
            compareContent(content, other, element, "response-body")
        }
        for (content, other) in exact.pairs { compareContents(content, other) }
        for content in exact.removed {
            let near = unmatched.firstIndex { other in
                other.mediaType.essence == content.mediaType.essence
                    || Self.includes(other.mediaType, content.mediaType)
                    || Self.includes(content.mediaType, other.mediaType)
            }
            guard let near else {
                add(
                    "response-media-type-removed", .breaking,
                    "the response can't have the media type \(content.mediaType) anymore", content.location,
                    right.body?.location ?? right.location, of: body)
                continue
            }
            let other = unmatched.remove(at: near)
            let (former, later) = (content.mediaType, other.mediaType)
            let (isCovering, isCovered) = (Self.includes(later, former), Self.includes(former, later))
            let (isWider, isNarrower) = (isCovering && !isCovered, isCovered && !isCovering)
            let action = isWider ? "generalized" : isNarrower ? "specialized" : "changed"
            // Whoever reads a text in one character encoding can't read it in a different one.
            let charsets = [former, later].map { $0.parameter("charset")?.lowercased() }
            let isRecoded = !isCovering && !isCovered && charsets[0] != charsets[1]
            // A client that accepts only the former type rejects a type that its suffix relates to the former type.
            let isRenamed = isNarrower && !former.covers(later)
            add(
                "response-media-type-name-\(action)",
                isRecoded ? .breaking : isWider ? .strict : isRenamed ? .warning : .compatible,
                "the media type changed from \(former) to \(later)", content.location, other.location, of: body)
            compareContents(content, other)
        }
        for content in unmatched {
            add(
                "response-media-type-added", .compatible,
                "the response can have the media type \(content.mediaType) now", left.body?.location ?? left.location,
                content.location, of: body)
            // Only the most specific media type applies to a message.
            if let covering = before.covering(content.mediaType) { compareContents(covering, content) }
        }
    }

    /// Returns whether a media type includes another one, as `application/json` includes `application/problem+json`.
    private static func includes(_ general: MediaType, _ special: MediaType) -> Bool {
        general.covers(special) || general.type == special.type && special.subtype.hasSuffix("+\(general.subtype)")
    }

    /// Compares the header fields of a response or of a part of a multipart body.
    ///
    /// - Parameters:
    ///   - places: the locations of the responses or bodies.
    ///   - owner: the response or the part.
    ///   - ids: the start of the ids, such as `response-header`.
    ///   - schema: the starts of the ids of changes in the schemas.
    mutating func compareHeaders(
        _ left: [Parameter], _ right: [Parameter], _ places: (SourceLocation, SourceLocation), _ owner: Element,
        ids: String, schema: (whole: String, property: String)
    ) {
        let isSentByServer = flow(owner.direction) == .response
        func element(_ header: Parameter) -> Element {
            Element(owner.direction, "\(owner.place) header field \(header.name)", owner.part ?? header.part)
        }
        let headers = Pairing(left, right) { $0.name.lowercased() }
        for header in headers.removed {
            let kind = owner.part == nil ? (header.isRequired ? "required-" : "optional-") : ""
            add(
                "\(kind)\(ids)-removed", header.isRequired && isSentByServer ? .breaking : .warning, "was removed",
                header.location, places.1, of: element(header), allows: [.missing])
        }
        for (header, other) in headers.pairs {
            compareRequired(
                header.isRequired, other.isRequired, ids, locations(header.location, other.location), element(header))
            compareEncoding(header, other, element(header), ids: ids)
            addSchemaChanges(
                header.schema, other.schema, element(header), whole: schema.whole, property: schema.property,
                textForm: header.textForm)
        }
        for header in headers.added {
            add(
                "\(ids)-added", header.isRequired && !isSentByServer ? .breaking : .compatible,
                "the header field is new", places.0, header.location, of: element(header))
        }
    }

    // MARK: Links

    private mutating func compareLinks(
        _ left: ResponseDescription, _ right: ResponseDescription, _ status: StatusPattern
    ) {
        let links = Pairing(left.links, right.links) { $0.name }
        func add(_ id: String, _ text: String, _ link: LinkDescription, _ old: SourceLocation, _ new: SourceLocation) {
            self.add(
                id, id == "link-added" ? .compatible : .warning, text, old, new,
                of: Element(.response, "\(status) link \(link.name)"))
        }
        for link in links.removed { add("link-removed", "was removed", link, link.location, right.location) }
        for link in links.added { add("link-added", "is new", link, left.location, link.location) }
        for (link, other) in links.pairs
        where target(of: link, old, isNamed: false) != target(of: other, new, isNamed: false) {
            let (before, after) = (target(of: link, old, isNamed: true), target(of: other, new, isNamed: true))
            add("link-changed", "changed from \(before) to \(after)", other, link.location, other.location)
        }
    }

    /// Returns the request to which a link leads, such as `GET /users/{id} with id=$response.body#/id`.
    ///
    /// - Parameter isNamed: whether path parameters have their names. Requests don't contain these names.
    private func target(of link: LinkDescription, _ document: ComparedDocument, isNamed: Bool) -> String {
        let operation = document.contract.operations.first { $0.id == link.operationID.value }
        let path = operation?.request.path
        let values = link.parameters.map { parameter in
            let position = isNamed ? nil : path?.parameterNames.firstIndex(of: parameter.name)
            return "\(position.map(String.init) ?? parameter.name)=\(parameter.value.string ?? parameter.value.compact)"
        }
        let name = operation.map {
            "\($0.request.method) \(isNamed ? $0.request.path.description : $0.request.path.shape)"
        }
        let parts = values.sorted() + (link.requestBody.map { ["the body \($0.string ?? $0.compact)"] } ?? [])
        return (name ?? link.operationID.value) + (parts.isEmpty ? "" : " with \(parts.joined(separator: ", "))")
    }

    // MARK: Security

    mutating func compareSecurity(_ pair: Pair) {
        guard !isReversed, let left = declared(pair.old.security, old)?.map(renamed),
            let right = declared(pair.new.security, new)?.map(renamed)
        else { return }
        // A requirement breaks clients if its credentials don't suffice anymore. An operation without security
        // requirements requires no credentials.
        func suffices(_ given: [SecurityRequirement.Use]) -> Bool {
            right.isEmpty
                || right.contains { requirement in
                    requirement.uses.allSatisfy { need in
                        given.contains { $0.scheme == need.scheme && Set($0.scopes).isSuperset(of: need.scopes) }
                            || pair.old.request.parameters.contains { $0.isRequired && need.isKey($0) }
                    }
                }
        }
        func proof(_ given: [SecurityRequirement.Use]) -> String? {
            suffices(given) ? nil : RequestWitness(pair.old).text(with: given)
        }
        func name(_ requirement: SecurityRequirement) -> [String] { requirement.uses.map(\.scheme).sorted() }
        func title(_ requirement: SecurityRequirement) -> String {
            requirement.uses.isEmpty
                ? "a request without credentials"
                : "authentication with “\(name(requirement).joined(separator: "” and “"))”"
        }
        let requirements = Pairing(left, right, by: { "\($0.sortedUses)" }, { "\(name($0))" })
        for requirement in requirements.removed {
            let isRelief = suffices(requirement.uses)
            add(
                "api-security-removed", isRelief ? .compatible : .breaking,
                "\(title(requirement)) \(isRelief ? "isn't required" : "doesn't suffice") anymore",
                requirement.location, pair.new.location, request: { proof(requirement.uses) })
        }
        for (requirement, other) in requirements.pairs {
            for use in requirement.uses {
                guard let match = other.uses.first(where: { $0.scheme == use.scheme }) else { continue }
                for scope in match.scopes where !use.scopes.contains(scope) {
                    add(
                        "api-security-scope-added", suffices(requirement.uses) ? .compatible : .breaking,
                        "the security scheme “\(use.scheme)” needs the scope “\(scope)” now", requirement.location,
                        other.location, request: { proof(requirement.uses) })
                }
                for scope in use.scopes where !match.scopes.contains(scope) {
                    add(
                        "api-security-scope-removed", .compatible,
                        "the security scheme “\(use.scheme)” doesn't need the scope “\(scope)” anymore",
                        requirement.location, other.location)
                }
            }
        }
        for requirement in requirements.added {
            let isNeeded = left.isEmpty && !suffices([])
            add(
                "api-security-added", isNeeded ? .breaking : .compatible,
                "\(title(requirement)) \(isNeeded ? "is needed" : "suffices") now", pair.old.location,
                requirement.location, request: { proof([]) })
        }
    }

    /// Returns a requirement with one name for all schemes that have the same credentials: the first name in the old
    /// document. Tokens of two different OAuth or OpenID schemes are different credentials.
    private func renamed(_ requirement: SecurityRequirement) -> SecurityRequirement {
        var requirement = requirement
        let (former, later) = (old.contract, new.contract)
        for (index, use) in requirement.uses.enumerated() {
            guard let scheme = former.securityScheme(use.scheme) ?? later.securityScheme(use.scheme) else { continue }
            let isNew = former.securityScheme(use.scheme) == nil
            let same = former.securitySchemes.first { other in
                other.credentialPlace == scheme.credentialPlace
                    && (issuers(of: other, in: old).mapValues { JSON($0) }
                        == issuers(of: scheme, in: isNew ? new : old).mapValues { JSON($0) }
                        || isNew && later.securityScheme(other.name) == nil)
            }
            requirement.uses[index].scheme = same?.name ?? use.scheme
        }
        return requirement
    }

    /// Returns the ways to get the tokens of a scheme: the OAuth flows by name, or OpenID Connect.
    private func issuers(of scheme: SecurityScheme, in document: ComparedDocument) -> [String: JSONValue] {
        guard let value = document.resolved(scheme.location) else { return [:] }
        if value["openIdConnectUrl"] != nil { return ["OpenID Connect": value] }
        // Swagger 2.0 has one flow per scheme, with names of its own.
        if let flow = value["flow"]?.string {
            return [["accessCode": "authorizationCode", "application": "clientCredentials"][flow] ?? flow: value]
        }
        return Dictionary(value["flows"]?.distinctMembers.map { ($0.key, $0.value) } ?? []) { first, _ in first }
    }

    /// Returns the changes of a scheme because of which clients may not get a token anymore.
    func issuerChanges(_ scheme: SecurityScheme, _ other: SecurityScheme) -> [String] {
        let (left, right) = (issuers(of: scheme, in: old), issuers(of: other, in: new))
        let uses = old.contract.operations.flatMap(\.security).flatMap(\.uses).filter { $0.scheme == scheme.name }
        let scopes = Set(uses.flatMap(\.scopes)).sorted()
        if left.isEmpty, old.contract.origin != .contract {
            return right.isEmpty ? [] : ["requires tokens by \(right.keys.sorted().joined(separator: " or ")) now"]
        }
        return left.sorted { $0.key < $1.key }.flatMap { name, flow -> [String] in
            guard let match = right[name] else {
                // A contract can't contain other ways to get tokens, not even one that was converted from OpenAPI.
                let isUnknown = new.contract.origin == .contract && name != "clientCredentials"
                return isUnknown ? [] : ["doesn't offer tokens by \(name) anymore"]
            }
            func isLost(_ scope: String) -> Bool { flow["scopes"]?[scope] != nil && match["scopes"]?[scope] == nil }
            let urls = ["openIdConnectUrl", "authorizationUrl", "tokenUrl"].filter { flow[$0] != match[$0] }
            return urls.map { KeywordChanges.changed($0, flow[$0], match[$0]) }
                + scopes.filter(isLost).map { "doesn't offer the scope “\($0)” by \(name) anymore" }
        }
    }

    /// Returns the different requirements without the schemes that the document doesn't declare, or `nil` if no scheme is
    /// left.
    private func declared(_ requirements: [SecurityRequirement], _ document: ComparedDocument) -> [SecurityRequirement]?
    {
        var names: Set<[String]> = []
        let known = requirements.compactMap { requirement in
            var known = requirement
            known.uses.removeAll { document.contract.securityScheme($0.scheme) == nil }
            return known.uses.isEmpty && !requirement.uses.isEmpty ? nil : known
        }.filter { names.insert($0.sortedUses).inserted }
        if known.isEmpty, !requirements.isEmpty { return nil }
        // A list with only an empty requirement means the same as no list.
        return known.allSatisfy(\.uses.isEmpty) ? [] : known
    }
}

extension StatusPattern {
    /// Returns whether a pattern matches all status codes of a different pattern.
    fileprivate func includes(_ other: StatusPattern) -> Bool {
        self == other || self == .any || other.code.map(covers) ?? false
    }
}

extension SecurityRequirement.Use {
    /// Returns whether a parameter contains the credentials.
    func isKey(_ parameter: Parameter) -> Bool {
        carrier.map { $0.place == parameter.place && $0.place.areSame($0.name, parameter.name) } ?? false
    }
}

extension SecurityRequirement {
    /// The schemes and scopes as text, independent of their order.
    fileprivate var sortedUses: [String] { uses.map { "\($0.scheme) \($0.scopes.sorted())" }.sorted() }
}
