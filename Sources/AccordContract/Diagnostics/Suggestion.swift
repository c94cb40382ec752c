// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Suggestions for misspelled words.
package enum Suggestion {
    /// Returns the known word that is most similar to a misspelled word, or `nil` if no known word is similar.
    package static func nearest(to word: String, in known: some Sequence<String>) -> String? {
        let wordBytes = Array(word.lowercased().utf8.prefix(64))
        guard !wordBytes.isEmpty else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let limit = min(best?.distance ?? 4, max(2, wordBytes.count / 2 + 1))
            if limit > 1, isFirstWord(word, of: candidate) {
                best = (candidate, 1)
                continue
            }
            let distance = distance(wordBytes, Array(candidate.lowercased().utf8.prefix(64)), below: limit)
            if let distance { best = (candidate, distance) }
        }
        return best?.word
    }

    /// Returns the known word that is most similar to a misspelled word. Returns `nil` if the words differ in more than
    /// two letters, or if several known words are equally similar.
    static func certain(for word: String, in known: [String]) -> String? {
        let ranked = known.compactMap { candidate in
            distance(Array(word.lowercased().utf8.prefix(64)), Array(candidate.lowercased().utf8.prefix(64)), below: 3)
                .map { (word: candidate, distance: $0) }
        }.sorted { $0.distance < $1.distance }
        guard let best = ranked.first, best.distance * 3 <= word.utf8.count else { return nil }
        return ranked.count > 1 && ranked[1].distance == best.distance ? nil : best.word
    }

    /// Returns `Did you mean “…”?`, or `advice` if no known word is similar.
    package static func didYouMean(
        _ word: String, in known: some Sequence<String>, otherwise advice: String? = nil
    ) -> String? {
        nearest(to: word, in: known).map { "Did you mean “\($0)”?" } ?? advice
    }

    /// Returns the end of a message about an unknown word: `; did you mean “…”?`, or `ending` if no known word is similar.
    package static func hint(for word: String, in known: some Sequence<String>, otherwise ending: String = "") -> String
    {
        nearest(to: word, in: known).map { "; did you mean “\($0)”?" } ?? ending
    }

    /// Returns `Did you mean “…”?`, or the list of known words if no known word is similar.
    package static func advice(for word: String, in known: [String]) -> String? {
        if let nearest = nearest(to: word, in: known) { return "Did you mean “\(nearest)”?" }
        guard !known.isEmpty else { return nil }
        let shown = known.prefix(12).map { "“\($0)”" }.joined(separator: ", ")
        return "Known values: \(shown)\(known.count > 12 ? ", …" : ".")"
    }

    /// Returns the known words sorted by similarity. Equally similar words keep their order.
    package static func ranked(by word: String, _ known: [String]) -> [String] {
        let wordBytes = Array(word.lowercased().utf8.prefix(256))
        let ranked = known.enumerated().map { index, candidate in
            let letters = Array(candidate.lowercased().utf8.prefix(256))
            return (distance: distance(wordBytes, letters, below: .max) ?? .max, index: index, word: candidate)
        }
        return ranked.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.map(\.word)
    }

    /// Returns whether a word is the first word of a camel-case name, as `path` is in `pathParameters`.
    private static func isFirstWord(_ word: String, of candidate: String) -> Bool {
        word.utf8.count > 2 && candidate.hasPrefix(word) && candidate.dropFirst(word.count).first?.isUppercase == true
    }

    /// Returns the number of changed, added, removed or swapped letters between two words, or `nil` if the number
    /// reaches the limit.
    private static func distance(_ left: [UInt8], _ right: [UInt8], below limit: Int) -> Int? {
        guard abs(left.count - right.count) < limit else { return nil }
        let distance = EditDistance.between(left, right)
        return distance < limit ? distance : nil
    }
}

extension Set<String> {
    /// Inserts a name, and returns the name. If the set already contains the name, appends the separator and a number
    /// from 2.
    package mutating func insertUnused(_ name: String, separator: String = "") -> String {
        var unique = name
        var number = 2
        while !insert(unique).inserted {
            unique = "\(name)\(separator)\(number)"
            number += 1
        }
        return unique
    }
}
