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
