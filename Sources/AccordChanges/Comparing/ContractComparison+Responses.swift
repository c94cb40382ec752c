// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema

extension ContractComparison {
    mutating func compareResponses(_ pair: (old: Operation, new: Operation)) {
        let (left, right) = (pair.old.responses, pair.new.responses)
        defer { status = nil }
        for response in left {
            status = response.status
            guard let other = right.first(where: { $0.status == response.status }) else {
                let isSuccess = Self.isSuccess(response.status)
                let kind = isSuccess ? "success" : "non-success"
                // The new document may cover the removed status code with a response for a range, such as `4XX`.
                let isCovered = Self.covering(response.status, right) != nil
                add(
                    "response-\(kind)-status-removed", isSuccess && !isCovered ? .breaking : .compatible,
                    "was removed", response.location, pair.new.location,
                    direction: .response, place: "\(response.status)")
                if isCovered, let cover = Self.covering(response.status, right) { compare(response, cover) }
                continue
            }
            compare(response, other)
        }
        for response in right where !left.contains(where: { $0.status == response.status }) {
            status = response.status
            let kind = Self.isSuccess(response.status) ? "success" : "non-success"
            add(
                "response-\(kind)-status-added", .compatible, "is new", pair.old.location,
                response.location, direction: .response, place: "\(response.status)")
        }
    }

    private static func covering(_ status: StatusPattern, _ responses: [ResponseDescription]) -> ResponseDescription? {
        guard case .exact(let code) = status else { return nil }
        return responses.first { $0.status != .any && $0.status.covers(code) }
    }

    private static func isSuccess(_ status: StatusPattern) -> Bool {
        switch status {
        case .exact(let code): code / 100 == 2
        case .range(let hundreds): hundreds == 2
        case .any: false
        }
    }

    private mutating func compare(_ left: ResponseDescription, _ right: ResponseDescription) {
        compareHeaders(left, right)
        let place = "\(left.status) body"
        switch (left.body, right.body) {
        case (nil, nil): return
        case (nil, let body?):
            for content in body.content { addNew(content, left.location, place) }
        case (let body?, nil):
            for content in body.content { addRemoved(content, right.location, place) }
        case (let before?, let after?): compare(before, after, place)
        }
    }

    private mutating func addNew(_ content: MediaTypeDescription, _ old: SourceLocation, _ place: String) {
        add(
            "response-media-type-added", .compatible, "the response can have the media type \(content.mediaType) now",
            old,
            content.location, direction: .response, place: place)
    }

    private mutating func addRemoved(_ content: MediaTypeDescription, _ new: SourceLocation, _ place: String) {
        add(
            "response-media-type-removed", .breaking,
            "the response can't have the media type \(content.mediaType) anymore",
            content.location, new, direction: .response, place: place)
    }

    private mutating func compare(_ left: BodyDescription, _ right: BodyDescription, _ place: String) {
        var unmatched = right.content
        for content in left.content {
            let exact = unmatched.firstIndex { $0.mediaType == content.mediaType }
            let near =
                exact
                ?? unmatched.firstIndex { other in
                    other.mediaType.essence == content.mediaType.essence
                        || Self.includes(other.mediaType, content.mediaType)
                        || Self.includes(content.mediaType, other.mediaType)
                }
            guard let near else {
                addRemoved(content, right.location, place)
                continue
            }
            let other = unmatched.remove(at: near)
            if exact == nil {
                let (before, after) = (content.mediaType, other.mediaType)
                let isWider = Self.includes(after, before) && !Self.includes(before, after)
                let isNarrower = Self.includes(before, after) && !Self.includes(after, before)
                let action = isWider ? "generalized" : isNarrower ? "specialized" : "changed"
                add(
                    "response-media-type-name-\(action)", isWider ? .strict : .compatible,
                    "the media type changed from \(before) to \(after)", content.location, other.location,
                    direction: .response, place: place)
            }
            compareContent(
                content, other, .response, place: Self.place(place, content, left.content.count), "response-body")
        }
        for content in unmatched { addNew(content, left.location, place) }
    }

    /// Returns whether a media type includes another one, as `application/json` includes `application/problem+json`.
    private static func includes(_ general: MediaType, _ special: MediaType) -> Bool {
        general.covers(special) || general.type == special.type && special.subtype.hasSuffix("+\(general.subtype)")
    }

    private mutating func compareHeaders(_ left: ResponseDescription, _ right: ResponseDescription) {
        for header in left.headers {
            let place = "\(left.status) header field \(header.name)"
            guard let other = right.headers.first(where: { $0.name.lowercased() == header.name.lowercased() }) else {
                let kind = header.isRequired ? "required" : "optional"
                add(
                    "\(kind)-response-header-removed", header.isRequired ? .breaking : .warning, "was removed",
                    header.location, right.location, direction: .response, place: place, part: header.part,
                    allows: [.missing])
                continue
            }
            if header.isRequired != other.isRequired {
                let id = other.isRequired ? "response-header-became-required" : "response-header-became-optional"
                add(
                    id, other.isRequired ? .compatible : .breaking,
                    "became \(other.isRequired ? "required" : "optional")", header.location, other.location,
                    direction: .response, place: place, part: header.part, allows: other.isRequired ? [] : [.missing])
            }
            addSchemaChanges(
                header.schema, other.schema, .response, place: place, part: header.part, whole: "response-header",
                property: "response-header-property", isText: header.mediaType == nil)
        }
        for header in right.headers
        where !left.headers.contains(where: { $0.name.lowercased() == header.name.lowercased() }) {
            add(
                "response-header-added", .compatible, "the header field is new", left.location, header.location,
                direction: .response, place: "\(left.status) header field \(header.name)", part: header.part)
        }
    }

    // MARK: Security

    mutating func compareSecurity(_ pair: (old: Operation, new: Operation)) {
        let (left, right) = (pair.old.security, pair.new.security)
        // The change breaks clients if credentials that the old document accepts are insufficient for the new document.
        // An operation without security requirements requires no credentials.
        let former: [[SecurityRequirement.Use]] = left.isEmpty ? [[]] : left.map(\.uses)
        let later: [[SecurityRequirement.Use]] = right.isEmpty ? [[]] : right.map(\.uses)
        func suffices(_ given: [SecurityRequirement.Use], for needed: [SecurityRequirement.Use]) -> Bool {
            needed.allSatisfy { need in
                given.contains { $0.scheme == need.scheme && Set($0.scopes).isSuperset(of: need.scopes) }
            }
        }
        let broken = former.first { given in !later.contains { suffices(given, for: $0) } }
        let isBroken = broken != nil
        let request = broken.map { RequestWitness(pair.old).text(with: $0) }
        func name(_ requirement: SecurityRequirement) -> [String] { requirement.uses.map(\.scheme).sorted() }
        func title(_ requirement: SecurityRequirement) -> String {
            requirement.uses.isEmpty
                ? "a request without credentials"
                : "authentication with “\(name(requirement).joined(separator: "” and “"))”"
        }
        func isSame(_ left: SecurityRequirement, _ right: SecurityRequirement) -> Bool {
            suffices(left.uses, for: right.uses) && suffices(right.uses, for: left.uses)
        }
        let impact: Change.Impact = isBroken ? .breaking : .compatible
        for requirement in left {
            let same = right.first { isSame($0, requirement) } ?? right.first { name($0) == name(requirement) }
            guard let other = same else {
                add(
                    "api-security-removed", right.isEmpty ? .compatible : impact,
                    "\(title(requirement)) doesn't suffice anymore", requirement.location, pair.new.location,
                    request: right.isEmpty ? nil : request)
                continue
            }
            for use in requirement.uses {
                guard let match = other.uses.first(where: { $0.scheme == use.scheme }) else { continue }
                for scope in match.scopes where !use.scopes.contains(scope) {
                    add(
                        "api-security-scope-added", impact,
                        "the security scheme “\(use.scheme)” needs the scope “\(scope)” now",
                        requirement.location, other.location, request: request)
                }
                for scope in use.scopes where !match.scopes.contains(scope) {
                    add(
                        "api-security-scope-removed", .compatible,
                        "the security scheme “\(use.scheme)” doesn't need the scope “\(scope)” anymore",
                        requirement.location, other.location)
                }
            }
        }
        for requirement in right where !left.contains(where: { name($0) == name(requirement) }) {
            let isNew = left.isEmpty || isBroken && right.count == 1
            add(
                "api-security-added", isNew ? impact : .compatible,
                "\(title(requirement)) \(left.isEmpty ? "is needed" : "suffices") now",
                pair.old.location, requirement.location, request: isNew ? request : nil)
        }
    }
}
