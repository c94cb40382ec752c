// SPDX-License-Identifier: Apache-2.0
/// The facts about a kind of change. To add a kind, add an entry to `Catalogue/changes.json`, and run
/// `scripts/catalogue.py`.
extension ChangeKind {
    /// The clients that a change can break.
    package enum Affected: String, Sendable {
        /// The change has no effect on any message.
        case nobody
        case none, warning, undecided, strict, clients, sender, reader, both

        /// The clients in a sentence.
        package var sentence: String {
            switch self {
            case .nobody: "No message changes."
            case .none: "No client breaks."
            case .warning: "No client breaks, but users of the element should know about the change."
            case .undecided: "Accord can't decide whether clients break."
            case .strict: "Clients that validate responses can break."
            case .clients: "Clients that use the element can break."
            case .sender: "Clients that send the value can break. Clients that read it don't break."
            case .reader: "Clients that read the value can break. Clients that send it don't break."
            case .both: "Clients that send or read the value can break."
            }
        }
    }

    struct Facts {
        var title: String
        var explanation: String
        var affected: Affected
        var oasdiff: [String]
    }

    /// The name of the change in a few words.
    package var title: String { facts.title }
    package var explanation: String { facts.explanation }
    package var affected: Affected { facts.affected }

    /// The ids under which oasdiff reports the change. For a change of a schema, the list contains the starts of the
    /// ids, such as `request-property`.
    package var oasdiffNames: [String] { facts.oasdiff }

    /// The elements with a schema. Their names are the starts of the ids, as in `request-property-max-set`.
    private static let elements = [
        "request-parameter-property", "request-parameter", "request-property", "request-body",
        "response-header-property", "response-header", "response-property", "response-body",
    ]

    /// Creates the kind of a change from the change's id, such as `request-property-max-set`.
    package init?(id: String) {
        let ends = Self.elements.filter { id.hasPrefix("\($0)-") }.map {
            id.unicodeScalars.dropFirst($0.utf8.count + 1)
        }
        let kinds = ([id] + ends.map { String($0) }).lazy.compactMap(Self.init(rawValue:))
        guard let kind = kinds.first else { return nil }
        self = kind
    }
}
