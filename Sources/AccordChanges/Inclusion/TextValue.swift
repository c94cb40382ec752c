// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Functions for values whose scalars are sent as text: parameters, header fields, forms, XML and plain text.
enum TextValue {
    /// Returns whether a schema accepts a value after the value was sent as text.
    ///
    /// - Parameter levels: the number of nested objects whose members are sent as text. Objects below are JSON.
    static func isAccepted(_ value: JSON, by schema: Schema, levels: Int) -> Bool {
        // An empty list and null have no text.
        if value.isNull || value == [] || schema.isValid(value) { return true }
        let view = SchemaView(schema.source)
        return [nil, .string, .number, .boolean].contains { schema.isValid(read(value, as: $0, view, levels)) }
    }

    /// Returns a value whose texts are read as a type. If the type is `nil`, the schema of each text decides.
    private static func read(_ value: JSON, as type: JSONType?, _ view: SchemaView?, _ levels: Int) -> JSON {
        switch value {
        case .null: return value
        case .object(let object):
            guard levels > 0 else { return value }
            let members = zip(object.keys, object.values).filter { !$1.isNull && $1 != [] }
            return .object(JSONObject(members.map { ($0, read($1, as: type, view?.property($0), levels - 1)) }))
        case .array(let elements): return .array(elements.map { read($0, as: type, view?.items, levels) })
        case .bool, .number, .string:
            let text = value.string ?? value.compact
            let types = view?.types ?? []
            // The text `5` may represent the list `[5]`.
            if types.contains(.array), types.isDisjoint(with: type.map { [$0, .integer] } ?? [.string]) {
                return [read(value, as: type, view?.items, levels)]
            }
            if type == .string || type == nil && types.contains(.string) { return .string(text) }
            if type != .boolean, let number = JSONNumber(text) { return .number(number) }
            return type != .number && ["true", "false"].contains(text) ? .bool(text == "true") : value
        }
    }

    /// Decides whether `outer` accepts every value that `inner` accepts, if the values are sent as text. Tries only
    /// examples and boundary values.
    static func decide(_ inner: Schema, within outer: Schema, levels: Int, _ samples: some Sequence<JSON>) -> Inclusion
    {
        let view = SchemaView(inner.source)
        let listed = view.constant.map { [JSON($0)] } ?? view.keyword("enum")?.elements.map { JSON($0) }
        let all = listed ?? (view.types == [.boolean] ? [true, false] : [])
        for value in samples + texts + all where inner.isValid(value) && !isAccepted(value, by: outer, levels: levels) {
            return .excluded(value)
        }
        return !all.isEmpty || texts.allSatisfy { isAccepted($0, by: outer, levels: levels) } ? .included : .undecided
    }

    /// A word, punctuation, a number, two words, and an empty string.
    private static let texts: [JSON] = ["a", "?", "-0.5", "x y", ""]
}

extension MediaType {
    /// The number of nested objects whose members are sent as text, or `nil` if values have types, as in JSON.
    var textLevels: Int? {
        if isXML { return .max }
        if isForm || isMultipart { return 1 }
        return type == "text" && !isStream && !isJSON ? 0 : nil
    }
}
