// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// For servers: a request with generated values. The server must accept a valid request, and refuse an invalid one.
package struct GeneratedRequest: Sendable {
    package var request: FuzzRequest
    /// The request of the documented case on which the generated request is based.
    package var stated: RequestDefinition
    /// The reason why the request is invalid, and the status codes with which the server must refuse the request. It is
    /// `nil` if the request is valid and must succeed.
    package var refusal: Refusal?
    /// The 4xx status codes with which a server may respond to a valid request.
    package var tolerated: Set<Int>

    package init(request: FuzzRequest, stated: RequestDefinition, refusal: Refusal?, tolerated: Set<Int>) {
        (self.request, self.stated, self.refusal, self.tolerated) = (request, stated, refusal, tolerated)
    }
}

/// The generated values of a request. After a failure, Accord simplifies the values one by one, to find the smallest
/// request that fails.
package struct FuzzRequest: Sendable {
    package enum Value: Sendable, Hashable {
        case absent
        /// The value that the documented case specifies. It may contain `${…}`.
        case stated
        case made(JSON)
        /// An invalid value, or `nil` if a required value is missing.
        case wrong(JSON?)
    }

    package enum Body: Sendable {
        case absent
        case stated
        case made(JSON, MediaTypeDescription)
        case wrong(BodyDefinition, contentType: String?)
    }

    /// For each parameter that Accord varies, its value in this request, in a fixed order.
    package var values: [Value]
    package var body: Body
    /// The wrong media type that the request declares for its body, or `nil` if the declared media type is correct.
    package var contentType: String?

    package init(values: [Value], body: Body, contentType: String? = nil) {
        (self.values, self.body, self.contentType) = (values, body, contentType)
    }

    /// Whether the request is valid: its media type and all its values conform to the contract.
    package var isRight: Bool {
        if contentType != nil { return false }
        if case .wrong = body { return false }
        return values.allSatisfy { if case .wrong = $0 { false } else { true } }
    }
}

/// The id of a generated request: `list~fuzz.7-123` is request 123 of the operation “list” with seed 7.
/// `add~fuzz.7-sequence-2` is the second sequence of requests for resources that the operation “add” creates.
///
/// Together with the contract, the id is sufficient to generate the same request again.
package struct FuzzID: Sendable, Hashable, CustomStringConvertible {
    package static let group = "fuzz"

    package var operation: String
    package var seed: UInt64
    /// The number of the request or of the sequence, starting at 1.
    package var number: Int
    /// Whether the id is the id of a sequence of requests, not of a single request.
    package var isSequence: Bool

    package init(operation: String, seed: UInt64, number: Int, isSequence: Bool = false) {
        (self.operation, self.seed, self.number, self.isSequence) = (operation, seed, number, isSequence)
    }

    /// Parses an id, which may have the file's name as a prefix. Returns `nil` for ids of other cases.
    package init?(_ id: String) {
        let name = id.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
        guard let mark = name.firstRange(of: "~\(Self.group).") else { return nil }
        var parts = name[mark.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
        let isSequence = parts.count == 3 && parts[1] == Self.sequence
        if isSequence { parts.remove(at: 1) }
        guard parts.count == 2, let seed = UInt64(parts[0]), let number = Int(parts[1]), number > 0,
            mark.lowerBound > name.startIndex
        else { return nil }
        self.init(operation: String(name[..<mark.lowerBound]), seed: seed, number: number, isSequence: isSequence)
    }

    private static let sequence = "sequence"

    /// The text after the period in the id: `7-123` for `fuzz.7-123`.
    package var entry: String { "\(seed)-\(isSequence ? "\(Self.sequence)-" : "")\(number)" }

    package var description: String { "\(operation)~\(Self.group).\(entry)" }
}

/// For servers: describes which resource a request of a generated sequence reads, changes or deletes. An earlier
/// request of the sequence creates the resource.
package struct ResourceUse: Sendable, Hashable {
    package enum Action: Sendable, Hashable { case create, read, change, delete, list }

    package var action: Action
    /// Identifies the resource within the sequence: 0 for the resource that is created first.
    package var resource: Int
    /// Whether an earlier request of the sequence deletes the resource, so that this request must not find it.
    package var isDeleted: Bool
    /// The name of the property that contains the resource's id in responses, or `nil` if only `Location` contains the
    /// id.
    package var idName: String?
    /// Whether the query of a list selects only some of the resources.
    package var isSelection: Bool

    package init(
        _ action: Action, _ resource: Int, isDeleted: Bool = false, idName: String?, isSelection: Bool = false
    ) {
        self.action = action
        self.resource = resource
        self.isDeleted = isDeleted
        self.idName = idName
        self.isSelection = isSelection
    }

    /// An offset beyond the elements of the first page, even if other cases create resources at the same time.
    package static let farOffset = 1000

    /// Returns the name of the property by which a query parameter selects elements: `done` for `filter[done]`.
    package static func selected(_ name: String) -> String {
        name.hasPrefix("filter[") && name.hasSuffix("]") ? String(name.dropFirst("filter[".count).dropLast()) : name
    }

    /// Returns the property by which a value of a query parameter sorts a list, and the value for the opposite order,
    /// such as `-name` for `name`. Returns `nil` if the parameter doesn't list both values.
    package static func order(_ parameter: Parameter, _ value: String) -> (property: String, opposite: String)? {
        let property = value.hasPrefix("-") ? String(value.dropFirst()) : value
        let opposite = value == property ? "-\(property)" : property
        let values = parameter.schema.view.keyword("enum")?.elements.compactMap(\.string) ?? []
        return values.contains(value) && values.contains(opposite) ? (property, opposite) : nil
    }

    /// Returns the reason why Accord can't judge the rest of the sequence after this response: the request failed, or
    /// the server may still change or delete the resource (202). Returns `nil` if the sequence can continue.
    package func obstacle(_ response: HTTPResponse, to request: HTTPRequest) -> String? {
        let isUnfinished = response.status == 202 && action != .create
        guard !isDeleted || action == .list, !(200...299).contains(response.status) || isUnfinished else { return nil }
        let path = URLParts(request.url).path
        return "the server responded with \(response.status) to \(request.method) \(path)"
            + (isUnfinished ? ", and may not have finished the request" : "")
    }
}

/// What a query parameter of a list selects, according to its name.
package enum ListParameter: CaseIterable, Sendable {
    /// The number of elements.
    case limit
    /// The number of skipped elements.
    case offset
    /// The number of a page. It is no offset, because Django shows the last page for a page beyond the end.
    case page

    /// The names, in lower case and without other characters such as the brackets in `page[size]` of JSON:API.
    private var names: Set<String> {
        switch self {
        case .limit: ["limit", "perpage", "pagesize", "pagelimit", "maxresults"]
        case .offset: ["offset", "skip", "pageoffset"]
        case .page: ["page", "pagenumber"]
        }
    }

    package init?(_ name: String) {
        let letters = name.lowercased().filter(\.isLetter)
        guard let parameter = Self.allCases.first(where: { $0.names.contains(letters) }) else { return nil }
        self = parameter
    }
}

/// A request that a step of a case sent, and its response.
package struct StepExchange: Sendable {
    package var step: Int
    package var request: HTTPRequest
    package var response: HTTPResponse

    package init(step: Int, request: HTTPRequest, response: HTTPResponse) {
        (self.step, self.request, self.response) = (step, request, response)
    }
}

/// A rule of RFC 9110 for the response to a certain request, such as HEAD.
package enum HTTPConvention: Sendable, Hashable {
    /// The response to HEAD must equal the response to the previous GET, without content (section 9.3.2).
    case head
    /// The response to a GET with the ETag or date of the previous response must be a 304 (section 13.2.2).
    case unchanged(Validator)
    /// The response to OPTIONS must list the path's methods (section 9.3.7).
    case allow(AllowedMethods)

    /// A header field by which a server identifies a version of a resource, so that a client can ask for changes (RFC
    /// 9110, section 8.8).
    package enum Validator: String, Sendable, Hashable {
        case etag = "ETag"
        case lastModified = "Last-Modified"

        /// The request header field in which a client sends the ETag or the date back to the server.
        package var condition: String {
            switch self {
            case .etag: "If-None-Match"
            case .lastModified: "If-Modified-Since"
            }
        }
    }
}

/// The methods that the `Allow` header field of a path can contain.
package struct AllowedMethods: Sendable, Hashable {
    /// The documented methods of the path.
    package var documented: [String]
    /// Additional methods that `Allow` may contain: the methods of other path templates that match the same URL, and
    /// methods that servers handle automatically, such as OPTIONS.
    package var others: Set<String>

    package init(documented: [String], others: Set<String>) {
        self.documented = documented
        self.others = others.union(["OPTIONS"])
        if others.contains("GET") || documented.contains("GET") { self.others.insert("HEAD") }
    }
}

extension Operation {
    /// Whether the operation documents 304 explicitly. “default” isn't sufficient.
    package var documentsNotModified: Bool { response(for: 304).map { $0.status != .any } ?? false }
}

/// The requirement that a server refuses a request: the violation in the request, and the status codes that pass.
package struct Refusal: Sendable, Hashable {
    /// The kind of a request that a server must refuse. The kind determines which status codes pass.
    package enum Subject: Sendable, Hashable {
        /// The request is invalid. The server may respond with any documented 4xx.
        case request
        /// The credentials are missing or wrong. Only 401, 403 and documented status codes for missing credentials
        /// pass, and an undocumented 401 or 403 is a warning. Other status codes don't show whether the server checks
        /// credentials.
        case credentials
        /// The request is for a deleted resource. The server may respond with any documented 4xx for a missing
        /// resource.
        case deleted
        /// The request deletes a resource that is already deleted. The server may also respond with a documented
        /// success (RFC 9110, section 9.2.2).
        case deletedAgain
        /// The body has a duplicate key, which RFC 8259 doesn't forbid. The server may accept the request.
        case duplicateKey
        /// A second user requests a resource that the first user created. The server must refuse the access.
        case otherUser
    }

    /// The mistake in the request, such as `“limit” is 101, one more than its maximum`.
    package var reason: String
    package var location: SourceLocation
    /// The invalid part of the request, or `nil` if the whole request is invalid.
    package var place: Finding.Place?
    /// Status codes that count as refusals even if they aren't documented.
    package var statuses: Set<Int>
    package var subject: Subject
    /// The wrong media type that the request declares for a valid body.
    package var contentType: String?
    /// The methods that `Allow` can contain in a 405 response. It is `nil` if the request's method is documented.
    package var allowed: AllowedMethods?
    /// Whether many frameworks accept the request or fail with 5xx, although the contract forbids the request.
    package var isUsual: Bool
    /// Whether the method is TRACE. A proxy often responds to TRACE in place of the server.
    package var isTrace = false

    package init(
        reason: String, location: SourceLocation, at place: Finding.Place? = nil, statuses: Set<Int> = [],
        subject: Subject = .request, contentType: String? = nil, isUsual: Bool = false
    ) {
        self.reason = reason
        self.location = location
        self.place = place
        self.statuses = statuses
        self.subject = subject
        self.contentType = contentType
        self.isUsual = isUsual
    }

    /// Returns a copy for which more status codes count as refusals.
    package func accepting(_ others: Set<Int>) -> Refusal {
        var refusal = self
        refusal.statuses.formUnion(others)
        return refusal
    }
}
