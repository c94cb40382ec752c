// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// A test's observations of a client's call: the requests that the stub received, and how the call ended.
struct ClientObservation: Sendable {
    var outcome: ClientOutcome
    var requests: [HTTPRequest] = []
    /// The time at which the stub received each request, according to the stub's clock.
    var times: [Duration] = []
    /// The number of calls of the completion handler after the first call. For a correct client, it is 0.
    var surplusCalls = 0
    /// Whether the client's call was cancelled and ended, but left a request running.
    var leavesTask = false
    var notifications: [String] = []
    /// The seconds between the last response and the end of the call, or `nil` if they don't exceed the deadline.
    var slowness: Double?
    /// Findings about mistakes that the stub noticed during the call.
    var findings: [Finding] = []
    /// Whether the fault prevents every request, for example a refused connection.
    var isUnseen = false
    /// The number of elements of the returned asynchronous sequence, or `nil` if the call returned no sequence.
    var elementCount: Int?
    /// The names of the input values that the closure of the bindings reads.
    var inputsRead: Set<String> = []
}

/// How a client's call ended: with a value, with an error, or not at all. It is thrown for a completion handler that the
/// client misuses.
enum ClientOutcome: Error {
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
    /// The value that the call returned, or `nil` if it returned none.
    var value: ClientValue? { if case .returned(let value) = self { value } else { nil } }
    /// The error that the call threw, or `nil` if it threw none.
    var error: ClientError? { if case .threw(let error) = self { error } else { nil } }

    /// Creates the outcome of a call that threw the given error.
    init(_ error: any Error) {
        switch error {
        case is NotBound: self = .notBound
        case let mismatch as CallInput.Mismatch: self = .misreadInput(mismatch.description)
        case let misuse as ClientOutcome: self = misuse
        default: self = .threw(ClientError(error))
        }
    }
}

/// The value that a client's call returned, in several forms for comparison.
struct ClientValue: Sendable {
    private let properties: Reflected
    /// The stored properties of the value, as JSON.
    let json: JSON
    /// The output of the value's `Encodable` conformance. It is `nil` if the type isn't `Encodable`, or if the encoding
    /// isn't compared.
    let coding: JSON?

    /// Creates the comparable form of a Swift value from its stored properties and, if `isCoded` is `true`, also from
    /// its `Encodable` form.
    init(_ value: Any?, isCoded: Bool = true) {
        properties = Reflected(value as Any)
        json = properties.json
        coding = isCoded ? Self.coding(of: value) : nil
    }

    /// Returns the differences between the value and the value in the contract.
    func differences(_ expected: JSON) -> [Difference] {
        Reflected.differences(of: [properties] + [coding.map { Reflected($0) }].compactMap(\.self), from: expected)
    }

    private static func coding(of value: Any?) -> JSON? {
        // The elements of an asynchronous sequence are encoded one by one, because the array that contains them isn't
        // `Encodable`.
        if let elements = value as? [Any], !elements.isEmpty, !(elements is any Encodable) {
            let forms = elements.compactMap { coding(of: $0) }
            return forms.count == elements.count ? .array(forms) : nil
        }
        guard let value = value.flatMap(Reflected.unwrapped) as? any Encodable else { return nil }
        let encoder = JSONEncoder()
        // Don't use `.iso8601`, which drops fractions of a second.
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Instant.text(date.timeIntervalSince1970))
        }
        encoder.dataEncodingStrategy = .base64
        return (try? encoder.encode(value)).flatMap { try? JSON(JSONDocument(parsing: [UInt8]($0)).root) }
    }
}

/// The error that a client's call threw, in a form for comparison.
struct ClientError: Sendable {
    /// The name of the error's type: `WebserviceError`.
    let type: String
    /// The name of the enum case: `responseFailed`. It is `nil` if the error isn't an enum.
    let enumCase: String?
    /// The values in the error. For an enum case, the associated values, keyed by label, or by `_0` if a value has no
    /// label, as in SE-0295. For a struct, the values of its properties, keyed by name.
    let values: Reflected
    /// The error's description.
    let text: String
    let isCancellation: Bool

    init(_ error: any Error) {
        type = String(describing: Swift.type(of: error))
        text = (error as? URLError).map { "URLError(\($0.code.rawValue))" } ?? String(reflecting: error)
        isCancellation = Self.isCancellation(error)
        switch Reflected(error) {
        case .enumeration(let name, let payload): (enumCase, values) = (name, .object(payload ?? []))
        case let properties: (enumCase, values) = (nil, properties)
        }
    }

    /// Whether an error means that the call was cancelled. A client with typed throws may use an enum case `cancelled`
    /// of its own error type.
    private static func isCancellation(_ error: any Error) -> Bool {
        if error is CancellationError || (error as? URLError)?.code == .cancelled { return true }
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return false }
        if let inner = mirror.children.first?.value as? any Error, isCancellation(inner) { return true }
        let name = mirror.children.first?.label ?? String(describing: error)
        return ["cancelled", "canceled", "cancellation"].contains(name.lowercased())
    }
}

/// A JSON Pointer at which a client's value or error differs from the contract.
struct Difference: Sendable, Hashable {
    var pointer: JSONPointer
    var expected: String
    var actual: String
}
