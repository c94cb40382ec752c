import AccordJSON

/// How a client's call ended, as it is judged: what a Swift value is made of, its observer knows.
package enum ClientOutcome: Sendable {
    case returned(ClientValue)
    case threw(ClientError)
    /// A completion handler got neither a value nor an error.
    case neither
    /// A completion handler got both a value and an error.
    case both(ClientError)
    /// A completion handler was let go without having been called.
    case dropped
    /// Nothing came within the deadline, in seconds.
    case hung(Double)
    case notBound
    /// The binding reads something that the case doesn't give; what, in words.
    case misreadInput(String)

    var isHung: Bool {
        if case .hung = self { true } else { false }
    }
}

/// A value that a client returned.
package struct ClientValue: Sendable {
    /// For messages.
    package var json: JSON
    /// Where it isn't what the contract states.
    package var differences: @Sendable (JSON) -> [Difference]

    package init(json: JSON, differences: @escaping @Sendable (JSON) -> [Difference]) {
        self.json = json
        self.differences = differences
    }
}

/// An error that a client threw.
package struct ClientError: Sendable {
    /// `WebserviceError`
    package var type: String
    /// `responseFailed`, for an enum.
    package var enumCase: String?
    /// As a person would print it.
    package var text: String
    package var isCancellation: Bool
    /// Where its values aren't what the contract states.
    package var differences: @Sendable (JSON) -> [Difference]

    package init(
        type: String, enumCase: String?, text: String, isCancellation: Bool,
        differences: @escaping @Sendable (JSON) -> [Difference]
    ) {
        self.type = type
        self.enumCase = enumCase
        self.text = text
        self.isCancellation = isCancellation
        self.differences = differences
    }
}

/// Where a returned value differs from the contract's.
package struct Difference: Sendable, Hashable {
    package var pointer: JSONPointer
    package var expected: String
    package var actual: String

    package init(pointer: JSONPointer, expected: String, actual: String) {
        self.pointer = pointer
        self.expected = expected
        self.actual = actual
    }
}
