import AccordContract
import AccordJSON

/// A judge of the values that must differ in two calls of a client, such as idempotency keys and nonces.
package struct FreshnessJudge: Sendable {
    private let first: ExpectedRequest
    private let second: ExpectedRequest

    package init(first: ExpectedRequest, second: ExpectedRequest) {
        self.first = first
        self.second = second
    }

    /// Judges the requests of the two calls. Missing values are findings of the requests themselves.
    package func judge(_ one: HTTPRequest, _ other: HTTPRequest) -> Judgement {
        var judgement = Judgement()
        for (before, place) in zip(first.freshPlaces, second.freshPlaces) {
            let sent = place.values(in: other)
            guard !sent.isEmpty, sent == before.values(in: one) else {
                judgement.assertions += 1
                continue
            }
            // The client may have passed on an input of the case.
            if before.given == place.given, isGiven(sent, place) { continue }
            judgement.check(false, otherwise: finding(place, sent))
        }
        return judgement
    }

    private func isGiven(_ sent: [String], _ place: FreshPlace) -> Bool {
        guard let given = place.given else { return false }
        if case .path = place.part { return true }
        return sent == [ScalarText.text(given) ?? given.compact]
    }

    private func finding(_ place: FreshPlace, _ sent: [String]) -> Finding {
        let (subject, spot) = Self.words(place.part)
        return Finding(
            rule: .requestFresh, blame: .client, "\(subject) is the same in two calls", contract: place.location,
            place: spot, expected: "a different value in each call, and the same value in its retries",
            actual: Excerpt.cut(sent.joined(separator: ", ")),
            advice: "Create the value when the call begins, such as UUID().uuidString, and keep it for its retries.")
    }

    private static func words(_ part: FreshPlace.Part) -> (String, Finding.Place) {
        switch part {
        case .path(let name): ("the path parameter “\(name)”", .init(.path, name))
        case .query(let name): ("the query item “\(name)”", .init(.query, name))
        case .header(let name): ("the header “\(name)”", .init(.header, name))
        case .cookie(let name): ("the cookie “\(name)”", .init(.cookie, name))
        case .body(let pointer): ("“\(pointer)”", .init(.body, pointer.description))
        }
    }
}
