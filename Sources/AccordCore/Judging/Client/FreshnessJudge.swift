import AccordContract
import AccordJSON

/// Holds two calls of one client to the values that are another in each call: idempotency keys, nonces.
package struct FreshnessJudge: Sendable {
    private let first: ExpectedRequest
    private let second: ExpectedRequest

    package init(first: ExpectedRequest, second: ExpectedRequest) {
        self.first = first
        self.second = second
    }

    /// Judges what the two calls sent. A value that is missing is what the request itself is judged by.
    package func judge(_ one: HTTPRequest, _ other: HTTPRequest) -> Judgement {
        var judgement = Judgement()
        for (before, place) in zip(first.freshPlaces, second.freshPlaces) {
            let sent = place.values(in: other)
            guard !sent.isEmpty, sent == before.values(in: one) else {
                judgement.assertions += 1
                continue
            }
            // A client that passes on what it is given can't be told from one that keeps its own.
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
            place: spot, expected: "another value in each call; the same where one is sent again",
            actual: Excerpt.cut(sent.joined(separator: ", ")),
            advice: "Make it where the call begins, such as UUID().uuidString, and keep it for that call’s retries.")
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
