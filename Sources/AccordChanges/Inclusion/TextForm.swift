// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The form of a value whose scalars are sent as text, as in parameters, header fields, forms, XML and plain text. The
/// number `1` and the string `"1"` are then the same value.
struct TextForm: Hashable {
    /// The number of nested objects whose members are sent as text. Objects below are JSON.
    var levels: Int
    /// The place of the parameter or header field. It is `nil` for a body.
    var place: Parameter.Place?

    /// Returns whether no message contains the value: null and an empty list have no text, a path with an empty segment
    /// doesn't match, and a header field is one line.
    func excludes(_ value: JSON) -> Bool {
        if value.isNull || value == [] { return true }
        switch place {
        case .path: return value == ""
        case .header, .cookie: return value.string?.unicodeScalars.contains { $0 == "\n" || $0 == "\r" } ?? false
        case .query, nil: return false
        }
    }

    /// Returns whether a schema accepts a value after the value was sent as text.
    func isAccepted(_ value: JSON, by schema: Schema) -> Bool {
        if excludes(value) || schema.isValid(value) { return true }
        let view = SchemaView(schema.source)
        return tree(of: value, view, levels).readings(view: view).contains(where: schema.isValid)
    }

    /// Returns the texts that a message contains instead of a value. The schema decides whether a text is a list.
    private func tree(of value: JSON, _ view: SchemaView?, _ levels: Int) -> TextTree {
        switch value {
        case .object(let object) where levels > 0:
            let members = object.filter { !$0.value.isNull && $0.value != [] }.map { name, value in
                TextTree.Member(name: name, tree: tree(of: value, view?.property(name), levels - 1))
            }
            return .map(members)
        case .array(let elements): return .list(elements.map { tree(of: $0, view?.items, levels) })
        case .null, .object: return .value(value)
        case .bool, .number, .string:
            let text = TextTree.text(value.string ?? value.compact)
            return view?.types.subtracting([.null]) == [.array] ? .list([text]) : text
        }
    }

    /// Searches for a value that `inner` accepts and `outer` rejects, if the values are sent as text. Tries only examples
    /// and boundary values.
    func counterexample(of inner: Schema, within outer: Schema, _ samples: some Sequence<JSON>) -> SearchResult {
        let view = SchemaView(inner.source)
        let listed = view.keyword("const").map { [JSON($0)] } ?? view.keyword("enum")?.elements.map { JSON($0) }
        let all = listed ?? (view.types == [.boolean] ? [true, false] : [])
        for value in samples + Self.texts + all where inner.isValid(value) && !isAccepted(value, by: outer) {
            return .some(value)
        }
        return !all.isEmpty || Self.texts.allSatisfy { isAccepted($0, by: outer) } ? .none : .unknown
    }

    /// A word, punctuation, a number, two words, and an empty string.
    private static let texts: [JSON] = ["a", "?", "-0.5", "x y", ""]
}

extension MediaType {
    /// The form of values that are sent as text, or `nil` if values have types, as in JSON.
    var textForm: TextForm? {
        if isXML { return TextForm(levels: .max) }
        if isForm || isMultipart { return TextForm(levels: 1) }
        return type == "text" && !isStream && !isJSON ? TextForm(levels: 0) : nil
    }
}
