import AccordContract
import AccordCore
import AccordJSON

/// How a call ended, as far as two calls can be compared by it.
struct OutcomeForm: Sendable, Hashable {
    private enum Kind: String {
        case returned, threw, other
    }

    private let kind: Kind
    private let value: JSON

    init(_ outcome: CallOutcome) {
        switch outcome {
        case .returned(let value):
            kind = .returned
            // By what it stores: not every call’s value is encoded.
            self.value = value.properties.json
        case .threw(let error):
            kind = .threw
            value = .array([.string(error.type), .string(error.enumCase ?? ""), error.values.json])
        case .neither, .both, .dropped, .hung, .notBound, .misreadInput:
            kind = .other
            value = .null
        }
    }

    /// In words, for messages.
    var text: String { value.compact }

    /// True where the call returned.
    var isValue: Bool { kind == .returned }

    /// The places in which two values differ; nil where they aren't both values, or both errors.
    func places(unlike other: OutcomeForm) -> Set<JSONPointer>? {
        guard kind == other.kind else { return nil }
        return Set(JSONDifference.between(value, JSONDocument(other.value).root, limit: 1000).map(\.pointer))
    }
}
