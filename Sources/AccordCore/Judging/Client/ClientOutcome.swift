// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON

/// A client's call as the stub and the binding observed it.
package struct ClientObservation: Sendable {
    package var outcome: ClientOutcome
    package var requests: [HTTPRequest] = []
    /// The time at which each request was sent, by the stub's clock.
    package var times: [Duration] = []
    /// The number of completion handler calls beyond the first.
    package var surplusCalls = 0
    /// Whether a request was still running after the cancelled call had ended.
    package var leavesTask = false
    package var notifications: [String] = []
    /// The seconds between the last response and the end of the call, if they exceed the deadline.
    package var slowness: Double?
    /// The findings of the stub.
    package var findings: [Finding] = []
    /// Whether the fault prevents requests, such as a refused connection.
    package var isUnseen = false

    package init(outcome: ClientOutcome) {
        self.outcome = outcome
    }
}

/// The outcome of a client's call.
package enum ClientOutcome: Sendable {
    case returned(ClientValue)
    case threw(ClientError)
    /// A completion handler received neither a value nor an error.
    case neither
    /// A completion handler received both a value and an error.
    case both(ClientError)
    /// A completion handler was released without a call.
    case dropped
    /// The call did nothing for the deadline, in seconds.
    case hung(Double)
    case notBound
    /// The binding reads an input that the case doesn't have; the description of it.
    case misreadInput(String)

    var isHung: Bool {
        if case .hung = self { true } else { false }
    }
}

/// A value that a client returned.
package struct ClientValue: Sendable {
    /// The stored properties, as JSON.
    package var json: JSON
    /// The value as its `Encodable` conformance encodes it; `nil` if it has none or isn't compared.
    package var coding: JSON?
    /// Returns the differences from the value in the contract.
    package var differences: @Sendable (JSON) -> [Difference]

    package init(json: JSON, coding: JSON?, differences: @escaping @Sendable (JSON) -> [Difference]) {
        self.json = json
        self.coding = coding
        self.differences = differences
    }
}

/// An error that a client threw.
package struct ClientError: Sendable {
    /// `WebserviceError`
    package var type: String
    /// `responseFailed`, for an enum.
    package var enumCase: String?
    /// The associated values by label, or `_0` without one, as SE-0295 encodes them; the properties of a struct.
    package var values: JSON
    /// The error as it is printed.
    package var text: String
    package var isCancellation: Bool
    /// Returns the differences of ``values`` from the values in the contract.
    package var differences: @Sendable (JSON) -> [Difference]

    package init(
        type: String, enumCase: String?, values: JSON, text: String, isCancellation: Bool,
        differences: @escaping @Sendable (JSON) -> [Difference]
    ) {
        self.type = type
        self.enumCase = enumCase
        self.values = values
        self.text = text
        self.isCancellation = isCancellation
        self.differences = differences
    }
}

/// A difference between a value and the contract.
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
