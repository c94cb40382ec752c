// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// A difference between two documents of an API, with its effect on clients.
package struct Change: Sendable {
    /// The effect of a change on clients.
    package enum Impact: Int, Sendable, Comparable {
        /// No client breaks.
        case compatible
        /// No client breaks, but the change deserves attention, or couldn't be decided.
        case warning
        /// A strict client breaks. A client that ignores unknown properties and values doesn't.
        case strict
        /// Every client that uses the part breaks.
        case breaking

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The id, such as `request-property-became-required`.
    package var id: String
    package var impact: Impact
    /// Whether neither a proof nor a counterexample was found.
    package var isUndecided = false
    package var method: String = ""
    package var path: String = ""
    package var direction: MessageDirection = .neither
    /// The place in the message, such as `body /items/*/name`, or empty for the operation.
    package var place: String = ""
    /// The changed part: a parameter, a header field, or a value in a body with `*` for elements. It is `nil` if the
    /// change concerns the whole message.
    package var part: Finding.Place?
    /// The values that a response may contain at the part now, and not before. It is empty if their kind is unknown.
    package var allows: Set<Dependence.Variation> = []
    /// The status of the changed response.
    package var status: StatusPattern?
    /// The ids of the operation in the old document and in the new one.
    package var operationIDs: (old: String?, new: String?) = (nil, nil)
    /// One sentence that describes the change.
    package var text: String
    package var old: SourceLocation?
    package var new: SourceLocation?
    /// A value that one document accepts and the other one rejects. The validators of both have confirmed it.
    package var witness: JSON?
    /// A request that the old document allows and the new one rejects, as text, if no single value proves the change.
    package var request: String?

    /// The effects on the known clients, in the order of the clients.
    package var effects: [(client: String, effect: ClientEffect)] = []

    /// The method and the path, such as `GET /users/{id}`.
    package var operation: String { method.isEmpty ? "" : "\(method) \(path)" }

    /// A sentence about the witness.
    package var proof: String? { proof { $0 } }

    /// Returns a sentence about the witness. The closure returns the witness as text.
    package func proof(quoting quote: (String) -> String) -> String? {
        if let request { return "the new document rejects a request that the old document allows: \(quote(request))" }
        guard let witness else { return nil }
        let text = witness.compact
        let shown = quote(text.utf8.count > 300 ? String(text.prefix(300)) + "…" : text)
        return direction == .response
            ? "the new document allows \(shown), which the old document rejects"
            : "the old document allows \(shown), which the new document rejects"
    }
}

/// The clients to protect from a change.
package enum Audience: String, Sendable, CaseIterable {
    /// Any client, also one that validates every response.
    case any
    /// A client that ignores unknown properties, enum values and alternatives.
    case tolerant
    /// The clients whose reports were passed to the command.
    case clients

    /// Returns whether a change breaks this kind of client.
    package func isBroken(by change: Change) -> Bool {
        switch self {
        case .any: change.impact >= .strict
        case .tolerant: change.impact >= .breaking
        case .clients: change.effects.contains { $0.effect.isBreaking }
        }
    }
}
