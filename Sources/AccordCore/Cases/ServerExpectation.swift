import AccordContract
import AccordJSON

/// For servers: a fuzz-generated request, and what its answer has to be.
package struct GeneratedRequest: Sendable {
    package var id: FuzzID
    package var request: FuzzRequest
    /// What the base case states.
    package var stated: RequestDefinition
    /// Set where the request breaks the contract, and is to be refused; nil: it has to succeed.
    package var refusal: Refusal?
    /// The 4xx that a right request may be answered with.
    package var tolerated: Set<Int>

    package init(id: FuzzID, request: FuzzRequest, stated: RequestDefinition, refusal: Refusal?, tolerated: Set<Int>) {
        self.id = id
        self.request = request
        self.stated = stated
        self.refusal = refusal
        self.tolerated = tolerated
    }
}

/// A fuzz-generated request, in parts that can be made smaller one by one.
package struct FuzzRequest: Sendable {
    /// A parameter's value, or none.
    package enum Value: Sendable {
        case absent
        /// As the base case states it, templates included.
        case stated
        case made(JSON)
        /// What is wrong with the request: nil is that it is missing.
        case wrong(JSON?)
    }

    package enum Body: Sendable {
        case absent
        case stated
        case made(JSON, MediaTypeDescription)
        case wrong(BodyDefinition, contentType: String?)
    }

    /// For each of the parameters that are made up, in a fixed order.
    package var values: [Value]
    package var body: Body
    /// What is wrong with the request: the media type that its body is sent under.
    package var contentType: String?

    package init(values: [Value], body: Body, contentType: String? = nil) {
        self.values = values
        self.body = body
        self.contentType = contentType
    }

    /// True where nothing was put wrong into it.
    package var isRight: Bool {
        if contentType != nil { return false }
        if case .wrong = body { return false }
        return values.allSatisfy { if case .wrong = $0 { false } else { true } }
    }
}

/// The id of a fuzz-generated request: `list~fuzz.7-123` is the 123rd request of the operation “list” with seed 7.
///
/// The request is a function of its id and the contract, so that the id alone brings it back.
package struct FuzzID: Sendable, Hashable, CustomStringConvertible {
    /// The group of the ids.
    package static let group = "fuzz"

    package var operation: String
    package var seed: UInt64
    /// From 1.
    package var number: Int

    package init(operation: String, seed: UInt64, number: Int) {
        self.operation = operation
        self.seed = seed
        self.number = number
    }

    /// Reads an id, also with the file's name in front; nil for a case of another kind.
    package init?(_ id: String) {
        let name = id.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
        guard let mark = name.firstRange(of: "~\(Self.group).") else { return nil }
        let parts = name[mark.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let seed = UInt64(parts[0]), let number = Int(parts[1]), number > 0,
            mark.lowerBound > name.startIndex
        else { return nil }
        self.init(operation: String(name[..<mark.lowerBound]), seed: seed, number: number)
    }

    /// `7-123`
    package var entry: String { "\(seed)-\(number)" }

    package var description: String { "\(operation)~\(Self.group).\(entry)" }
}

/// What HTTP itself asks of an answer, whatever the contract says of the operation (RFC 9110).
package enum HTTPConvention: Sendable, Hashable {
    /// HEAD is answered as the GET before it is, without content (section 9.3.2).
    case head
    /// GET with the validator of the answer before it is answered 304 (section 13.2.2).
    case unchanged(Validator)
    /// The answer to OPTIONS names the path's methods (section 9.3.7).
    case allow(AllowedMethods)

    /// What an answer says of the version that it shows (RFC 9110 section 8.8).
    package enum Validator: String, Sendable, Hashable {
        case etag = "ETag"
        case lastModified = "Last-Modified"

        /// The request header field that sends it back.
        package var condition: String {
            switch self {
            case .etag: "If-None-Match"
            case .lastModified: "If-Modified-Since"
            }
        }
    }
}

/// The methods that `Allow` may name for a path.
package struct AllowedMethods: Sendable, Hashable {
    /// Those that the path is documented for.
    package var documented: [String]
    /// Those of other paths that the same URL matches, and what a server may answer by itself.
    package var others: Set<String>

    package init(documented: [String], others: Set<String>) {
        self.documented = documented
        self.others = others.union(documented.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"])
    }
}

extension Operation {
    /// True where 304 is documented as such, not only by “default”.
    package var documentsNotModified: Bool {
        response(for: 304).map { $0.status != .any } ?? false
    }
}

/// A request that a server must refuse, and how it may do so.
package struct Refusal: Sendable, Hashable {
    /// What a request has wrong, as far as that decides which statuses refuse it.
    package enum Subject: Sendable, Hashable {
        /// Any documented 4xx.
        case request
        /// Only what says that the credentials weren't accepted: another 4xx leaves open whether they are checked.
        case credentials
        /// Any documented 4xx that says that there is nothing any more.
        case deleted
        /// The same for a second deletion, which may also succeed as documented (RFC 9110 section 9.2.2).
        case deletedAgain
    }

    /// What is wrong with the request, in words: `“limit” is 101, one more than its maximum`.
    package var reason: String
    /// The contract location that the request violates.
    package var location: SourceLocation
    /// Statuses that refuse it even where they aren't documented.
    package var statuses: Set<Int>
    package var subject: Subject
    /// Sent in place of the body's own `Content-Type`: the right body under the wrong type.
    package var contentType: String?
    /// The methods that `Allow` of a 405 may name; nil: another thing than the method is wrong.
    package var allowed: AllowedMethods?
    /// True for TRACE, which what stands in front of a server often answers by itself.
    package var isTrace = false

    package init(
        reason: String, location: SourceLocation, statuses: Set<Int>, subject: Subject = .request,
        contentType: String? = nil
    ) {
        self.reason = reason
        self.location = location
        self.statuses = statuses
        self.subject = subject
        self.contentType = contentType
    }
}
