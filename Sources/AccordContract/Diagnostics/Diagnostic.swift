/// Something wrong, or doubtful, in a contract; a value until the very edge, where it becomes text.
package struct Diagnostic: Sendable, Hashable, Codable, Error {
    package enum Severity: String, Sendable, Codable, Comparable {
        case note, warning, error

        package static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// A second place that belongs to the same diagnostic: where the duplicate was first, where a schema says so.
    package struct Note: Sendable, Hashable, Codable {
        package var message: String
        package var location: SourceLocation

        package init(_ message: String, at location: SourceLocation) {
            self.message = message
            self.location = location
        }
    }

    package var severity: Severity
    /// The rule's id, `contract.unknown-key`; `accord explain` tells more about it.
    package var rule: String
    package var message: String
    package var location: SourceLocation
    /// The line of the contract, as written, for the caret.
    package var sourceLine: String?
    /// How many scalars of `sourceLine` are in front of the place, where that isn't what its column says.
    package var caret: Int?
    package var notes: [Note]
    /// What to do next, in one sentence.
    package var advice: String?
    /// The one right text for the key or the value at the place; nil where there are several, or none.
    package var correction: String?

    package init(
        _ severity: Severity, rule: String, _ message: String, at location: SourceLocation,
        sourceLine: String? = nil, notes: [Note] = [], advice: String? = nil
    ) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.location = location
        self.sourceLine = sourceLine
        self.notes = notes
        self.advice = advice
    }
}
