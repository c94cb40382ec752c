import AccordContract
import AccordJSON
import AccordSchema

/// The properties that a schema documents, as a tree, each with the element of the coverage that it is.
///
/// `oneOf`, `anyOf` and `allOf` are all of their branches. A schema that comes back to itself isn't followed again, and
/// of a very large one the first few hundred properties count.
struct PropertyTree: Sendable {
    private struct Node: Sendable {
        var properties: [String: Int] = [:]
        var items: Int?
        /// nil once it was shown, and for what is no property.
        var element: Int?
    }

    private static let limit = 300

    private var nodes: [Node] = [Node()]
    private var remaining = 0

    /// True once every property was shown.
    var isComplete: Bool { remaining == 0 }

    /// Adds a schema's properties.
    ///
    /// - Parameters:
    ///   - access: `readOnly` or `writeOnly`: properties that say so are left out.
    ///   - add: is told each property's path, `/items/*/price`, and its schema; returns its element.
    mutating func add(
        _ schema: JSONValue, omitting access: String, _ add: (String, JSONValue) -> Int
    ) {
        self.add([schema], to: 0, path: "", above: [], omitting: access, add)
    }

    private mutating func add(
        _ schemas: [JSONValue], to node: Int, path: String, above: [JSONValue], omitting access: String,
        _ add: (String, JSONValue) -> Int
    ) {
        var found: [JSONValue] = []
        for schema in schemas { Self.collect(schema, into: &found, above: above) }
        let within = above + found
        for part in found {
            for member in part["properties"]?.members.map({ $0 }) ?? [] {
                guard remaining < Self.limit, member.value[access]?.bool != true else { continue }
                let own = "\(path)\(JSONPointer(tokens: [member.key]))"
                let place = child(of: node, member.key)
                if nodes[place].element == nil {
                    nodes[place].element = add(own, member.value)
                    remaining += 1
                }
                self.add([member.value], to: place, path: own, above: within, omitting: access, add)
            }
            if let items = part["items"], items.kind == .object {
                let place = self.items(of: node)
                self.add([items], to: place, path: "\(path)/*", above: within, omitting: access, add)
            }
        }
    }

    /// The schema, what it refers to, and the branches that it is made of; not those that stand above it.
    private static func collect(_ schema: JSONValue, into found: inout [JSONValue], above: [JSONValue]) {
        for node in SchemaView(schema).nodes {
            let isKnown = (found + above).contains { $0.node == node.node && $0.document === node.document }
            guard !isKnown else { continue }
            found.append(node)
            for keyword in ["oneOf", "anyOf"] {
                for branch in node[keyword]?.elements.map({ $0 }) ?? [] {
                    collect(branch, into: &found, above: above)
                }
            }
        }
    }

    private mutating func child(of node: Int, _ name: String) -> Int {
        if let known = nodes[node].properties[name] { return known }
        nodes.append(Node())
        nodes[node].properties[name] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func items(of node: Int) -> Int {
        if let known = nodes[node].items { return known }
        nodes.append(Node())
        nodes[node].items = nodes.count - 1
        return nodes.count - 1
    }

    // MARK: What a body shows

    /// The elements that a body shows and that none showed before.
    mutating func show(_ body: JSONValue) -> [Int] {
        var shown: [Int] = []
        show(body, 0, &shown)
        return shown
    }

    /// The same for the names of a form or of parts.
    mutating func show(names: [String]) -> [Int] {
        names.compactMap { name in
            nodes[0].properties[name].flatMap { take($0) }
        }
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
