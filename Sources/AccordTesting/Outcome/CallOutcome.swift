import Foundation

/// How a call of the client ended.
enum CallOutcome: Sendable {
    case returned(ReturnedValue)
    case threw(ThrownError)
    /// A completion handler got neither a value nor an error.
    case neither
    /// A completion handler got both a value and an error.
    case both(ThrownError)
    /// A completion handler was let go without having been called.
    case dropped
    /// Nothing came within the deadline, in seconds.
    case hung(Double)
    case notBound

    init(_ error: any Error) {
        switch error {
        case is NotBound: self = .notBound
        case CompletionMisuse.neither: self = .neither
        case CompletionMisuse.dropped: self = .dropped
        case CompletionMisuse.both(let error): self = .both(ThrownError(error))
        default: self = .threw(ThrownError(error))
        }
    }
}

/// A value that a client returned, in the two forms in which it is compared.
struct ReturnedValue: Sendable {
    /// By its stored properties.
    var properties: Reflected
    /// By its `Encodable` coding, if it has one.
    var coding: Reflected?

    init(_ value: Any?) {
        properties = Reflected(value as Any)
        coding = Self.coding(of: value)
    }

    private static func coding(of value: Any?) -> Reflected? {
        guard let value = value.flatMap(Reflection.unwrapped) as? any Encodable else { return nil }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.dataEncodingStrategy = .base64
        guard let data = try? encoder.encode(value), let json = try? Reflected(json: data) else { return nil }
        return json
    }
}

/// An error that a client threw.
struct ThrownError: Sendable {
    /// `WebserviceError`
    var type: String
    /// `responseFailed`, for an enum.
    var enumCase: String?
    /// The associated values by label, `_0` where there is none, as SE-0295 codes them; a struct's properties.
    var values: Reflected
    /// As a person would print it.
    var text: String
    var isCancellation: Bool

    init(_ error: any Error) {
        type = String(describing: Swift.type(of: error))
        text = String(reflecting: error)
        isCancellation = error is CancellationError || (error as? URLError)?.code == .cancelled
        let reflected = Reflected(error)
        if case .enumeration(let name, let payload) = reflected {
            enumCase = name
            values = payload.map { .object($0) } ?? .object([])
        } else {
            values = reflected
        }
        if let error = error as? URLError {
            text = "URLError(\(error.code.rawValue))"
        }
    }
}
