import AccordContract
import AccordCore

/// A proof as the templates see it.
enum ProofModel {
    static func word(_ state: Proof.State) -> String {
        switch state {
        case .holds: "holds"
        case .breaks: "doesn't hold"
        case .untried: "not verified"
        }
    }

    /// - Parameter link: the address of a case's example on this page; nil: elsewhere.
    static func fields(_ proof: Proof, link: (String) -> String? = { _ in nil }) -> TemplateFields {
        [
            "state": proof.state.rawValue, "stateText": word(proof.state),
            "sides": proof.sides.map { side in
                [
                    "sideState": side.state.rawValue, "sentence": sentence(side),
                    "failures": side.failures.prefix(20).map { failure in
                        [
                            "more": failure.more, "failureID": failure.id,
                            "failureMessage": failure.message,
                            "failureLink": link(failure.id) ?? false as Any,
                        ] as TemplateFields
                    },
                ] as TemplateFields
            },
        ]
    }

    /// `The server held 4 of 4 cases on 2026-11-21 09:30 UTC, at https://api.example.com.`
    static func sentence(_ side: Proof.Side) -> String {
        let who = side.kind == .client ? "The client" : "The server"
        let total = side.passed + side.failed
        let cases = total == 1 ? "1 case" : "\(total) cases"
        let place = side.target.map { ", at \($0)" } ?? ""
        let when =
            Timestamp.secondsSince1970(side.when) == nil
            ? side.when : "\(side.when.prefix(10)) \(side.when.dropFirst(11).prefix(5)) UTC"
        guard total > 0 else { return "\(who) was not held to any case of it on \(when)\(place)." }
        return "\(who) held \(side.passed) of \(cases) on \(when)\(place)."
    }
}
