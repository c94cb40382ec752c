// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A test's observations of a client's call: the requests that the stub received, and how the call ended.
package struct ClientObservation: Sendable {
    package var outcome: ClientOutcome
    package var requests: [HTTPRequest] = []
    /// The time at which the stub received each request, according to the stub's clock.
    package var times: [Duration] = []
    /// The number of calls of the completion handler after the first call. For a correct client, it is 0.
    package var surplusCalls = 0
    /// Whether the client's call was cancelled and ended, but left a request running.
    package var leavesTask = false
    package var notifications: [String] = []
    /// The seconds between the last response and the end of the call, or `nil` if they don't exceed the deadline.
    package var slowness: Double?
    /// Findings about mistakes that the stub noticed during the call.
    package var findings: [Finding] = []
    /// Whether the fault prevents every request, for example a refused connection.
    package var isUnseen = false
    /// The number of elements of the returned asynchronous sequence, or `nil` if the call returned no sequence.
    package var elementCount: Int?
    /// The names of the input values that the closure of the bindings reads.
    package var inputsRead: Set<String> = []

    package init(outcome: ClientOutcome) { self.outcome = outcome }
}

/// How a client's call ended: with a value, with an error, or not at all. It is thrown for a completion handler that the
/// client misuses.
package enum ClientOutcome: Error {
    case returned(ClientValue)
    case threw(ClientError)
    /// A completion handler received neither a value nor an error.
    case neither
    /// A completion handler received both a value and an error.
    case both(ClientError)
    /// A completion handler was released and never called.
    case dropped
    /// The call didn't end before the deadline. The value is the deadline in seconds.
    case hung(Double)
    case notBound
    /// A closure in the bindings reads an input value that the case doesn't have. The string describes this value.
    case misreadInput(String)

    var isHung: Bool { if case .hung = self { true } else { false } }
}

/// The value that a client's call returned, in several forms for comparison.
package struct ClientValue: Sendable {
    /// The stored properties of the value, as JSON.
    package var json: JSON
    /// The output of the value's `Encodable` conformance. It is `nil` if the type isn't `Encodable`, or if the encoding
    /// isn't compared.
    package var coding: JSON?
    /// Compares the value with the value in the contract, and returns the differences.
    package var differences: @Sendable (JSON) -> [Difference]

    package init(json: JSON, coding: JSON?, differences: @escaping @Sendable (JSON) -> [Difference]) {
        (self.json, self.coding, self.differences) = (json, coding, differences)
    }
}

/// The error that a client's call threw, in a form for comparison.
package struct ClientError: Sendable {
    /// The name of the error's type: `WebserviceError`.
    package var type: String
    /// The name of the enum case: `responseFailed`. It is `nil` if the error isn't an enum.
    package var enumCase: String?
    /// The values in the error. For an enum case, the associated values, keyed by label, or by `_0` if a value has no
    /// label, as in SE-0295. For a struct, the values of its properties, keyed by name.
    package var values: JSON
    /// The error's description.
    package var text: String
    package var isCancellation: Bool
    /// Compares ``values`` with the values in the contract, and returns the differences.
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

/// A JSON Pointer at which a client's value or error differs from the contract.
package struct Difference: Sendable, Hashable {
    package var pointer: JSONPointer
    package var expected: String
    package var actual: String

    package init(pointer: JSONPointer, expected: String, actual: String) {
        (self.pointer, self.expected, self.actual) = (pointer, expected, actual)
    }
}
