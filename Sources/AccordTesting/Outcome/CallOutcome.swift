import AccordCore
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
    /// The binding reads something that the case doesn't give; what, in words.
    case misreadInput(String)

    init(_ error: any Error) {
        switch error {
        case is NotBound: self = .notBound
        case let mismatch as CallInput.Mismatch: self = .misreadInput(mismatch.description)
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

    /// `isCoded` where its coding may be compared.
    init(_ value: Any?, isCoded: Bool = true) {
        properties = Reflected(value as Any)
        coding = isCoded ? Self.coding(of: value) : nil
    }

    private static func coding(of value: Any?) -> Reflected? {
        guard let value = value.flatMap(Reflection.unwrapped) as? any Encodable else { return nil }
        let encoder = JSONEncoder()
        // `.iso8601` would drop the fractions of a second.
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Instant.text(date))
        }
        encoder.dataEncodingStrategy = .base64
        guard let data = try? encoder.encode(value), let json = try? Reflected(json: data) else { return nil }
        return json
    }
}

/// An error that a client threw; looked into where it is compared.
struct ThrownError: Sendable {
    let error: any Error

    init(_ error: any Error) {
        self.error = error
    }

    /// `WebserviceError`
    var type: String { String(describing: Swift.type(of: error)) }

    /// `responseFailed`, for an enum.
    var enumCase: String? {
        if case .enumeration(let name, _) = Reflected(error) { name } else { nil }
    }

    /// The associated values by label, `_0` where there is none, as SE-0295 codes them; a struct's properties.
    var values: Reflected {
        let reflected = Reflected(error)
        guard case .enumeration(_, let payload) = reflected else { return reflected }
        return .object(payload ?? [])
    }

    /// As a person would print it.
    var text: String {
        (error as? URLError).map { "URLError(\($0.code.rawValue))" } ?? String(reflecting: error)
    }

    var isCancellation: Bool { error is CancellationError || (error as? URLError)?.code == .cancelled }
}

extension ClientOutcome {
    /// As it is judged.
    init(_ outcome: CallOutcome) {
        switch outcome {
        case .returned(let value):
            self = .returned(ClientValue(json: value.properties.json) { value.differences(from: $0) })
        case .threw(let error): self = .threw(ClientError(error))
        case .neither: self = .neither
        case .both(let error): self = .both(ClientError(error))
        case .dropped: self = .dropped
        case .hung(let seconds): self = .hung(seconds)
        case .notBound: self = .notBound
        case .misreadInput(let text): self = .misreadInput(text)
        }
    }
}

extension ClientError {
    fileprivate init(_ error: ThrownError) {
        self.init(
            type: error.type, enumCase: error.enumCase, text: error.text, isCancellation: error.isCancellation
        ) { error.values.differences(from: $0) }
    }
}
