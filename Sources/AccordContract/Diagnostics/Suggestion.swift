import AccordSchema

/// "Did you mean": the known word that a mistyped one most resembles.
package enum Suggestion {
    /// The nearest of `known`, if it is near enough to be meant.
    package static func nearest(to word: String, in known: some Sequence<String>) -> String? {
        let wanted = Array(word.lowercased().utf8.prefix(64))
        guard !wanted.isEmpty else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let limit = min(best?.distance ?? 4, max(2, wanted.count / 2 + 1))
            if limit > 1, isFirstWord(word, of: candidate) {
                best = (candidate, 1)
                continue
            }
            let distance = distance(wanted, Array(candidate.lowercased().utf8.prefix(64)), below: limit)
            if let distance { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The one of `known` that is meant beyond doubt: a letter or two away, and no other is as near.
    package static func certain(for word: String, in known: [String]) -> String? {
        let ranked = known.compactMap { candidate in
            distance(Array(word.lowercased().utf8.prefix(64)), Array(candidate.lowercased().utf8.prefix(64)), below: 3)
                .map { (word: candidate, distance: $0) }
        }.sorted { $0.distance < $1.distance }
        guard let best = ranked.first, best.distance * 3 <= word.utf8.count else { return nil }
        return ranked.count > 1 && ranked[1].distance == best.distance ? nil : best.word
    }

    /// `Did you mean “…”?`, or what there is if nothing is near.
    package static func advice(for word: String, in known: [String]) -> String? {
        if let nearest = nearest(to: word, in: known) { return "Did you mean “\(nearest)”?" }
        guard !known.isEmpty else { return nil }
        let shown = known.prefix(12).map { "“\($0)”" }.joined(separator: ", ")
        return known.count > 12 ? "There are \(shown), …" : "There are \(shown)."
    }

    /// All of `known`, the nearest first; those that are equally near stay in order.
    package static func ranked(by word: String, _ known: [String]) -> [String] {
        let wanted = Array(word.lowercased().utf8.prefix(256))
        let ranked = known.enumerated().map { index, candidate in
            let letters = Array(candidate.lowercased().utf8.prefix(256))
            return (distance: distance(wanted, letters, below: .max) ?? .max, index: index, word: candidate)
        }
        return ranked.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.map(\.word)
    }

    /// True of `path` for `pathParameters`, which is likelier to be meant than `parts`.
    private static func isFirstWord(_ word: String, of candidate: String) -> Bool {
        word.utf8.count > 2 && candidate.hasPrefix(word) && candidate.dropFirst(word.count).first?.isUppercase == true
    }

    /// Letters changed, added, dropped or swapped between two words, if fewer than `limit`.
    private static func distance(_ left: [UInt8], _ right: [UInt8], below limit: Int) -> Int? {
        guard abs(left.count - right.count) < limit else { return nil }
        let distance = EditDistance.between(left, right)
        return distance < limit ? distance : nil
    }
}
