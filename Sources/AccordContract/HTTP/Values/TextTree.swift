import AccordJSON
import AccordSchema

/// What a parameter, header or form field says before its texts are read as values.
package indirect enum TextTree: Sendable, Hashable {
    case text(String)
    case list([TextTree])
    case map([Member])
    /// Read as a media type, and so a value already.
    case value(JSON)

    package struct Member: Sendable, Hashable {
        package var name: String
        package var tree: TextTree
    }

    /// True when the texts, read as the types that the schema allows, are `expected`.
    package func matches(_ expected: JSON, view: SchemaView?) -> Bool {
        switch (self, expected) {
        case (.value(let value), _): return value == expected
        case (.text(let text), .null), (.text(let text), .bool), (.text(let text), .number), (.text(let text), .string):
            return ScalarText.matches(text, expected, types: view?.impliedTypes ?? [])
        case (.list(let trees), .array(let elements)):
            return trees.count == elements.count
                && zip(trees, elements).allSatisfy { $0.matches($1, view: view?.items) }
        case (.map(let members), .object(let object)):
            let names = Set(members.map { ExactText($0.name) })
            let stated = object.filter { !$0.value.isNull }
            return names.count == members.count && members.count == stated.count
                && members.allSatisfy { member in
                    object[member.name].map { member.tree.matches($0, view: view?.property(member.name)) } ?? false
                }
        default: return false
        }
    }

    /// True when the texts, read as a parameter's schema has them, are `expected`.
    package func matches(_ expected: JSON, as shape: ParameterShape) -> Bool {
        guard case .text(let text) = self else { return matches(expected, view: shape.view) }
        return ScalarText.matches(text, expected, types: shape.types)
    }

    /// The values that the texts of a parameter may mean, the likeliest first; never empty.
    package func readings(as shape: ParameterShape) -> [JSON] {
        guard case .text(let text) = self else { return readings(view: shape.view) }
        return ScalarText.readings(text, types: shape.types)
    }

    /// The values that the texts may mean, the likeliest first; never empty.
    package func readings(view: SchemaView?) -> [JSON] {
        switch self {
        case .value(let value): return [value]
        case .text(let text): return ScalarText.readings(text, types: view?.impliedTypes ?? [])
        case .list(let trees):
            return Self.combined(trees.map { $0.readings(view: view?.items) }).map { .array($0) }
        case .map(let members):
            let readings = members.map { $0.tree.readings(view: view?.property($0.name)) }
            return Self.combined(readings).map { values in
                .object(JSONObject(zip(members, values).map { ($0.name, $1) }))
            }
        }
    }

    /// Not every combination: all first readings, all second ones, …
    private static func combined(_ readings: [[JSON]]) -> [[JSON]] {
        let most = readings.map(\.count).max() ?? 1
        return (0..<max(most, 1)).map { rank in readings.map { $0[min(rank, $0.count - 1)] } }
    }

    /// As people read it in a finding.
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

/// A text that equals another only if it has the same scalars.
package struct ExactText: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }
}

extension StringProtocol {
    /// True for the same scalars: `é` and `e` with an accent are two texts.
    package func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String {
    /// The same, at once for whole strings.
    package func isExactly(_ other: String) -> Bool { isSame(as: other) }
}
