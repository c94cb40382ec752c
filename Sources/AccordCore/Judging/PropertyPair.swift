// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A part of a returned value, and the part of the response that it probably comes from.
package struct PropertyPair {
    /// The name of the property in the returned value. It is empty for an element and for the whole value.
    package var name = ""
    package var result: JSON
    package var response: JSON
    /// The JSON Pointer in the response.
    package var place = JSONPointer.root

    package init(name: String = "", result: JSON, response: JSON, place: JSONPointer = .root) {
        (self.name, self.result, self.response, self.place) = (name, result, response, place)
    }

    /// The pair, and the pairs of its properties with the same names.
    ///
    /// - Parameter entersLists: Whether to include the first elements of lists.
    package func withParts(entersLists: Bool) -> [PropertyPair] {
        var parts: [PropertyPair] = []
        if entersLists, let element = result.array?.first, let first = response[0] {
            parts = [PropertyPair(result: element, response: first, place: place.appending(0))]
        }
        for member in result.object ?? [:] {
            let name = Self.plain(member.key)
            guard let same = response.object?.first(where: { Self.plain($0.key) == name }) else { continue }
            parts.append(
                PropertyPair(
                    name: member.key, result: member.value, response: same.value, place: place.appending(same.key)))
        }
        return [self] + parts.flatMap { $0.withParts(entersLists: entersLists) }
    }

    /// The properties that are `nil` at all places of the same kind in the returned value, each with a response property
    /// that has a similar name.
    ///
    /// The client may have misspelled the name of this property.
    package var unread: [PropertyPair] {
        var empty: [(place: [String], object: JSONObject)] = []
        var filled: Set<[String]> = []
        for (object, place, value) in Self.members(of: result) {
            if value.isNull {
                if !empty.contains(where: { $0.place == place }) { empty.append((place, object)) }
            } else {
                filled.insert(place)
            }
        }
        let answered = response.innerPlaces().filter { response.value(at: $0)?.isNull == false }
        let keys = Dictionary(grouping: answered, by: \.parent).mapValues { places in
            Set(places.map { Self.plain($0.key) })
        }
        return empty.filter { !filled.contains($0.place) }.compactMap { path, object in
            let name = path.last ?? ""
            let taken = Set(filled.filter { $0.dropLast() == path.dropLast() }.map { Self.plain($0.last ?? "") })
            let free = answered.filter { place in
                let key = Self.plain(place.key)
                return key == Self.plain(name) || !taken.contains(key)
            }
            // A name means something only in the response object that shares the most property names with the returned
            // object. In octokit.swift, `organization` isn't `owner.organizations_url`, and the `created_at` of a
            // repository isn't that of its owner.
            let names = Set(object.filter { !$0.value.isNull }.map { Self.plain($0.key) })
            let shared = keys.mapValues { names.intersection($0).count }
            let most = shared.values.max() ?? 0
            guard most > 0 || names.isEmpty else { return nil }
            let near = free.filter { shared[$0.parent] == most }
            let parent = answered.first { shared[$0.parent] == most }?.parent
            let same = near.first { Self.plain($0.key) == Self.plain(name) }
            let similar = near.first { $0.parent == parent && Self.isSimilar(name, $0.key) }
            return (same ?? similar).flatMap { place in
                response.value(at: place).map { PropertyPair(name: name, result: .null, response: $0, place: place) }
            }
        }
    }

    /// The properties of the result that equal a different property of the same response object.
    package var exchanged: [(name: String, own: JSONPointer, read: JSONPointer)] {
        withParts(entersLists: true).compactMap { pair in
            let own = pair.response
            guard own.object == nil, own.array == nil, !own.isNull, own != pair.result,
                pair.result.string != nil || pair.result.number != nil, let parent = pair.place.parent,
                let other = response.value(at: parent)?.object?.first(where: { $0.value == pair.result })
            else { return nil }
            return (pair.name, pair.place, parent.appending(other.key))
        }
    }

    /// Returns the properties in a value, each with its object and its place, in which the elements of a list have no
    /// index.
    private static func members(
        of value: JSON, at place: [String] = []
    ) -> [(object: JSONObject, place: [String], value: JSON)] {
        let object = value.object ?? [:]
        return (value.array ?? []).prefix(10).flatMap { members(of: $0, at: place) }
            + object.flatMap { member in
                let inner = place + [member.key]
                return [(object, inner, member.value)] + members(of: member.value, at: inner)
            }
    }

    /// The letters and digits of a name in lower case: `avatarurl` for `avatar_url` and `avatarURL`.
    package static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// The words and numbers of a name in lower case: `is` and `starred` for `isStarred` and `is_starred`.
    private static func words(_ name: String) -> [String] {
        name.split { !$0.isLetter && !$0.isNumber }.flatMap { part in
            var words = [""]
            for (last, character) in zip(part.prefix(1) + part, part) {
                let isStart = last.isNumber != character.isNumber || character.isUppercase && !last.isUppercase
                if isStart { words.append("") }
                words[words.count - 1] += character.lowercased()
            }
            return words
        }
    }

    /// Returns whether two names differ only by a misspelled word, an abbreviation, or further words at one end.
    ///
    /// Words that both names have at the same place, such as `is`, are not evidence that the names mean the same.
    package static func isSimilar(_ name: String, _ other: String) -> Bool {
        var (short, long) = (words(name), words(other))
        if short.joined().count > long.joined().count { swap(&short, &long) }
        guard short.joined().count >= 4 else { return false }
        let first = zip(short, long).prefix { $0 == $1 }.count
        (short, long) = (Array(short.dropFirst(first)), Array(long.dropFirst(first)))
        let last = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
        let (rest, other) = (short.dropLast(last).joined(), long.dropLast(last).joined())
        if rest.count >= 4, other.hasPrefix(rest) || other.hasSuffix(rest) { return true }
        guard rest.count >= 3, !rest.contains(where: \.isNumber) else { return rest.isEmpty }
        return EditDistance.between(Array(rest.utf8), Array(other.utf8)) <= max(1, rest.utf8.count / 4)
    }
}

extension JSONPointer {
    /// The last token, or an empty string for the root.
    package var key: String { tokens.last ?? "" }
}
