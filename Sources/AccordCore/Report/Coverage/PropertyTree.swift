// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The properties that a schema documents, as a tree of coverage elements.
///
/// The tree contains the properties in all branches of `oneOf`, `anyOf` and `allOf`. It contains a recursive schema
/// only once, and at most a few hundred properties of a large schema.
struct PropertyTree: Sendable {
    private struct Node: Sendable {
        var properties: [String: Int] = [:]
        var items: Int?
        /// The index of the property's coverage element. It is `nil` if the element is already covered, or if the node
        /// isn't a property.
        var element: Int?
    }

    private static let limit = 300

    private var nodes: [Node] = [Node()]
    private var remaining = 0

    /// Whether every property is covered.
    var isComplete: Bool { remaining == 0 }

    /// Adds the properties of a schema.
    ///
    /// - Parameters:
    ///   - access: `readOnly` or `writeOnly`. The tree skips properties with this keyword.
    ///   - add: A closure that adds a coverage element for a property, and returns its index. The closure takes the
    ///     property's path, such as `/items/*/price`, and the property's schema.
    mutating func add(_ schema: JSONValue, omitting access: String, _ add: (String, JSONValue) -> Int) {
        self.add([schema], to: 0, path: "", above: [], omitting: access, add)
    }

    private mutating func add(
        _ schemas: [JSONValue], to node: Int, path: String, above: [JSONValue], omitting access: String,
        _ add: (String, JSONValue) -> Int
    ) {
        var parts: [JSONValue] = []
        for schema in schemas { Self.collect(schema, into: &parts, above: above) }
        let within = above + parts
        for part in parts {
            for member in part["properties"]?.members.map({ $0 }) ?? [] {
                guard remaining < Self.limit, member.value[access]?.bool != true else { continue }
                let propertyPath = "\(path)\(JSONPointer(tokens: [member.key]))"
                let place = child(\.properties[member.key], of: node)
                if nodes[place].element == nil {
                    nodes[place].element = add(propertyPath, member.value)
                    remaining += 1
                }
                self.add([member.value], to: place, path: propertyPath, above: within, omitting: access, add)
            }
            if let items = part["items"], items.kind == .object {
                let place = child(\.items, of: node)
                self.add([items], to: place, path: "\(path)/*", above: within, omitting: access, add)
            }
        }
    }

    /// Appends a schema, the targets of its references, and its branches to `parts`. Skips schemas that `parts` or
    /// `above` contains, because a schema can refer to itself.
    private static func collect(_ schema: JSONValue, into parts: inout [JSONValue], above: [JSONValue]) {
        for node in SchemaView(schema).nodes {
            let isKnown = (parts + above).contains { $0.node == node.node && $0.document === node.document }
            guard !isKnown else { continue }
            parts.append(node)
            for keyword in ["oneOf", "anyOf"] {
                for branch in node[keyword]?.elements.map({ $0 }) ?? [] { collect(branch, into: &parts, above: above) }
            }
        }
    }

    /// Returns the index of the node that a node refers to. Creates the node if it is missing.
    private mutating func child(_ reference: WritableKeyPath<Node, Int?>, of node: Int) -> Int {
        if let known = nodes[node][keyPath: reference] { return known }
        nodes.append(Node())
        nodes[node][keyPath: reference] = nodes.count - 1
        return nodes.count - 1
    }

    // MARK: What a body shows

    /// Returns the indices of the coverage elements that a body covers for the first time.
    mutating func show(_ body: JSONValue) -> [Int] {
        var shown: [Int] = []
        show(body, 0, &shown)
        return shown
    }

    /// Returns the indices of the coverage elements that the names of form fields or parts cover for the first time.
    mutating func show(names: [String]) -> [Int] {
        names.compactMap { name in nodes[0].properties[name].flatMap { take($0) } }
    }

    private mutating func show(_ value: JSONValue, _ node: Int, _ shown: inout [Int]) {
        switch value.kind {
        case .object:
            guard !nodes[node].properties.isEmpty else { return }
            for member in value.members {
                guard let place = nodes[node].properties[member.key] else { continue }
                if let element = take(place) { shown.append(element) }
                show(member.value, place, &shown)
            }
        case .array:
            guard let items = nodes[node].items else { return }
            for element in value.elements where remaining > 0 { show(element, items, &shown) }
        case .null, .bool, .number, .string: return
        }
    }

    private mutating func take(_ node: Int) -> Int? {
        guard let element = nodes[node].element else { return nil }
        nodes[node].element = nil
        remaining -= 1
        return element
    }
}
