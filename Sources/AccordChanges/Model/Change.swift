// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A difference between two versions of an API's documentation, with its effect on clients.
package struct Change: Sendable {
    /// The impact of a change on clients: whether it breaks no client, only strict clients or every client.
    package enum Impact: Int, Sendable, Comparable {
        /// No client breaks.
        case compatible
        /// No client breaks, but users should know about the change. Or Accord couldn't decide whether the change
        /// breaks clients.
        case warning
        /// A strict client breaks. A client that ignores unknown properties and values doesn't break.
        case strict
        /// Every client that uses the changed operation, parameter, property or header field breaks.
        case breaking

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The id, such as `request-property-became-required`.
    package var id: String
    package var impact: Impact
    /// Whether Accord couldn't decide whether the change breaks clients.
    package var isUndecided = false
    package var method: String = ""
    package var path: String = ""
    package var direction: MessageDirection = .neither
    /// Whether the server sends the request, as in webhooks and callbacks.
    package var isReversed = false
    /// The changed element of the message, such as `body /items/*/name`. It is empty if the whole operation changed.
    package var place: String = ""
    /// The changed parameter, header field or value in a body, with `*` for array elements. It is `nil` if the whole
    /// message changed.
    package var part: Finding.Place?
    /// The kinds of response values, such as null, that the new document allows and the old document forbids. The set
    /// is empty if the kinds are unknown.
    package var allows: Set<Dependence.Variation> = []
    /// The status code of the changed response.
    package var status: StatusPattern?
    /// The id of the operation in the old document, and the id in the new document.
    package var operationIDs: (old: String?, new: String?) = (nil, nil)
    /// One sentence that describes the change.
    package var text: String
    /// The end of the text that names an alternative of a union, such as ` in “Card”`.
    package var scope = ""
    package var old: SourceLocation?
    package var new: SourceLocation?
    /// A value that proves the change: one document accepts the value, and the other document rejects it. Accord has
    /// validated the value against both documents.
    package var witness: JSON?
    /// The alternative of a union that contains the change, if a different, open alternative hides the change from the
    /// schemas of the whole message. The witness is then a value of the alternative.
    package var alternative: String?
    /// The place in the witness that shows the change.
    package var witnessPlace: JSONPointer = .root
    /// A request that proves the change, if no single value proves it. The old document allows the request, and the new
    /// document rejects it.
    package var request: String?

    /// Whether a baseline accepts the change.
    package var isAccepted = false

    /// The effects of the change on the clients whose reports were passed to the command, in the order of the clients.
    package var effects: [(client: String, effect: ClientEffect)] = []

    /// The method and the path, such as `GET /users/{id}`.
    package var operation: String { method.isEmpty ? "" : "\(method) \(path)" }

    /// Returns a sentence with the value or the request that proves the change. The closure `quote` adds quotation
    /// marks to the value or request.
    package func proof(quoting quote: (String) -> String = { $0 }) -> String? {
        let (allowing, rejecting) = (direction == .response) != isReversed ? ("new", "old") : ("old", "new")
        if let request {
            return
                "the \(rejecting) document rejects a request that the \(allowing) document allows: \(quote(Excerpt.cut(request, to: Self.longestProof)))"
        }
        guard let witness else { return nil }
        var (text, place) = (witness.compact, "")
        if text.utf8.count > Self.shortProof, !witnessPlace.tokens.isEmpty, let part = witness.value(at: witnessPlace) {
            (text, place) = (part.compact, " at \(witnessPlace)")
        }
        let subject = alternative.map { "\($0) of " } ?? ""
        return "\(subject)the \(allowing) document allows \(quote(Excerpt.cut(text, to: Self.longestProof)))\(place), "
            + "which \(subject)the \(rejecting) document rejects"
    }

    /// The length up to which the whole witness is shown, and not only the part that shows the change.
    private static let shortProof = 120
    private static let longestProof = 299
}

/// The clients that a change must not break (`--fail-on`).
package enum Audience: String, Sendable, CaseIterable {
    /// Any client, including a client that validates every response.
    case any
    /// A client that ignores unknown properties, enum values and alternatives.
    case tolerant
    /// The clients whose reports were passed to the command.
    case clients

    /// Returns whether a change breaks these clients.
    package func isBroken(by change: Change) -> Bool {
        switch self {
        case .any: change.impact >= .strict
        case .tolerant: change.impact >= .breaking
        case .clients: change.effects.contains { $0.effect.isBreaking }
        }
    }
}
