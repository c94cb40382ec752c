// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The text of a parameter, header field or form field as a tree of lists and maps, before its strings are converted to
/// JSON values.
package indirect enum TextTree: Sendable, Hashable {
    case text(String)
    case list([TextTree])
    case map([Member])
    /// A JSON value from a parameter whose media type is JSON, such as `application/json`.
    case value(JSON)

    package struct Member: Sendable, Hashable {
        package var name: String
        package var tree: TextTree

        package init(name: String, tree: TextTree) { (self.name, self.tree) = (name, tree) }
    }

    /// Returns whether the tree equals a JSON value. The strings in the tree are converted to the types that the schema
    /// allows.
    package func matches(_ expected: JSON, view: SchemaView?) -> Bool {
        switch (self, expected) {
        case (.value(let value), _): return value == expected
        case (.text(let text), .null), (.text(let text), .bool), (.text(let text), .number), (.text(let text), .string):
            if let expected = expected.string, view?.areSame(expected, text) == true { return true }
            return ScalarText.matches(text, expected, types: view?.textTypes ?? [])
        // A list of one element in a deepObject parameter, such as `filter[tags]=1`.
        case (.text, .array) where view?.types == [.array]: return TextTree.list([self]).matches(expected, view: view)
        case (.list(let trees), .array(let elements)):
            return trees.count == elements.count
                && zip(trees, elements).allSatisfy { $0.matches($1, view: view?.items) }
        case (.map(let members), .object(let object)):
            // Compare the bytes, because Swift's strings also equal canonically equivalent strings.
            let names = Set(members.map { Array($0.name.utf8) })
            let stated = object.filter { !$0.value.isNull }
            return names.count == members.count && members.count == stated.count
                && members.allSatisfy { member in
                    object[member.name].map { member.tree.matches($0, view: view?.property(member.name)) } ?? false
                }
        default: return false
        }
    }

    /// Returns whether the tree equals a JSON value. The strings in the tree are converted to the types that the
    /// parameter's schema allows.
    package func matches(_ expected: JSON, as shape: ParameterShape) -> Bool {
        guard case .text(let text) = self else { return matches(expected, view: shape.view) }
        if let expected = expected.string, shape.view?.areSame(expected, text) == true { return true }
        return ScalarText.matches(text, expected, types: shape.types)
    }

    /// Returns the JSON values that the text of a parameter may represent, the most likely first. The result isn't
    /// empty.
    package func readings(as shape: ParameterShape) -> [JSON] {
        guard case .text(let text) = self else { return readings(view: shape.view) }
        return ScalarText.readings(text, types: shape.types)
    }

    /// Returns the JSON values that the strings in the tree may represent, the most likely first. The result isn't
    /// empty.
    package func readings(view: SchemaView?) -> [JSON] {
        switch self {
        case .value(let value): return [value]
        case .text where view?.types == [.array]: return TextTree.list([self]).readings(view: view)
        case .text(let text): return ScalarText.readings(text, types: view?.textTypes ?? [])
        case .list(let trees):
            return Self.combined(trees.map { $0.readings(view: view?.items) }).map { .array($0) }
        case .map(let members):
            let readings = members.map { $0.tree.readings(view: view?.property($0.name)) }
            return Self.combined(readings).map { values in
                .object(JSONObject(zip(members, values).map { ($0.name, $1) }))
            }
        }
    }

    /// Combines the interpretations of several elements. The first combination contains the first interpretation of
    /// each element, and the second combination contains the second interpretations. Other combinations are left out,
    /// because their number grows exponentially.
    private static func combined(_ readings: [[JSON]]) -> [[JSON]] {
        let most = readings.map(\.count).max() ?? 1
        return (0..<max(most, 1)).map { rank in readings.map { $0[min(rank, $0.count - 1)] } }
    }

    /// The tree as text for the message of a finding.
    package var description: String {
        switch self {
        case .text(let text): JSON.string(text).compact
        case .value(let value): value.compact
        case .list(let trees): "[\(trees.map(\.description).joined(separator: ", "))]"
        case .map(let members):
            "{\(members.map { "\(JSON.string($0.name).compact): \($0.tree.description)" }.joined(separator: ", "))}"
        }
    }
}

extension String {
    /// Returns whether two strings have the same Unicode scalars. `é` differs from `e` with a combining accent.
    package func isExactly(_ other: String) -> Bool { isSame(as: other) }
}

/// A node in the tree of a `deepObject` parameter. For example, `a[b][c]=1` sets the node `c` inside the node `b`.
struct DeepNode {
    private var texts: [String] = []
    private var children: [(key: String, node: DeepNode)] = []

    /// The maximum depth. A query of a client must not overflow the stack.
    private static let mostLevels = 100

    /// Returns `["b", "c"]` for `a[b][c]`, or `nil` if the name belongs to a different parameter.
    static func path(_ text: String, of name: String) -> [String]? {
        guard text.utf8.starts(with: name.utf8) else { return nil }
        var brackets = Substring(text).utf8.dropFirst(name.utf8.count)
        var path: [String] = []
        while brackets.first == UInt8(ascii: "[") {
            guard let end = brackets.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            path.append(String(decoding: brackets.dropFirst().prefix(upTo: end), as: UTF8.self))
            brackets = brackets[brackets.index(after: end)...]
        }
        return brackets.isEmpty && (1...mostLevels).contains(path.count) ? path : nil
    }

    mutating func insert(_ value: String, at path: ArraySlice<String>) {
        guard let key = path.first else { return texts.append(value) }
        let name = key.isEmpty ? String(children.count) : key
        if let index = children.firstIndex(where: { $0.key.isExactly(name) }) {
            children[index].node.insert(value, at: path.dropFirst())
        } else {
            var child = DeepNode()
            child.insert(value, at: path.dropFirst())
            children.append((name, child))
        }
    }

    /// The value as a list if its keys are the numbers 0, 1, 2 and so on. Otherwise, the value as a map.
    var tree: TextTree {
        if children.isEmpty { return texts.count > 1 ? .list(texts.map { .text($0) }) : .text(texts.first ?? "") }
        let sorted = children.sorted { (Int($0.key) ?? .max) < (Int($1.key) ?? .max) }
        if sorted.enumerated().allSatisfy({ $0.element.key == String($0.offset) }) {
            return .list(sorted.map(\.node.tree))
        }
        return .map(children.map { TextTree.Member(name: $0.key, tree: $0.node.tree) })
    }
}

/// Converts scalars to text and text to scalars, for parameters, header fields and form fields.
package enum ScalarText {
    /// Returns a scalar as a string, or `nil` for null, lists and objects.
    package static func text(_ value: JSON) -> String? {
        switch value {
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.lexeme
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }

    /// Returns the JSON values that a string may represent, the most specific first. If `types` is empty, all types are
    /// allowed.
    package static func readings(_ text: String, types: Set<JSONType>) -> [JSON] {
        var result: [JSON] = []
        func allows(_ type: JSONType) -> Bool { types.isEmpty || types.contains(type) }
        if allows(.null), text == "null" || text.isEmpty && !allows(.string) { result.append(.null) }
        if allows(.boolean), text == "true" || text == "false" { result.append(.bool(text == "true")) }
        if allows(.integer) || allows(.number), let number = JSONNumber(text) { result.append(.number(number)) }
        if allows(.string) || result.isEmpty { result.append(.string(text)) }
        return result
    }

    /// Returns whether a string represents the expected value, such as `7` for the number 7. If `types` excludes
    /// strings, `1.0` also represents the string `1`.
    package static func matches(_ text: String, _ expected: JSON, types: Set<JSONType>) -> Bool {
        switch expected {
        case .null: return text.isEmpty || text == "null"
        case .bool(let value): return text == (value ? "true" : "false")
        case .number(let number): return JSONNumber(text) == number
        case .string(let string):
            if text.isExactly(string) || Format.isSameUUID(text, string) { return true }
            guard !types.isEmpty, !types.contains(.string), let number = JSONNumber(string) else { return false }
            return JSONNumber(text) == number
        case .array, .object: return false
        }
    }
}

extension SchemaView {
    /// Whether two texts mean the same: UUIDs in different letter cases, or date-times with different offsets.
    package func areSame(_ text: String, _ other: String) -> Bool {
        guard keyword("format")?.string == "date-time", let seconds = DateAndTime.seconds(text) else {
            return Format.isSameUUID(text, other)
        }
        return seconds == DateAndTime.seconds(other)
    }
}
