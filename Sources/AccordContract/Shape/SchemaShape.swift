import AccordJSON
import AccordSchema

/// A schema read for what it says about the values' shape: types, constant, default, properties, items.
///
/// `$ref` within the document and `allOf` are followed. What can't be read that way is unknown, and unknown allows
/// everything.
package struct SchemaShape: Sendable {
    /// The schema, what it refers to and what it is composed of.
    package let nodes: [JSONValue]

    private static let limit = 64

    package init(_ schema: JSONValue) {
        self.init(all: [schema])
    }

    private init(all schemas: [JSONValue]) {
        var nodes: [JSONValue] = []
        var pending: [JSONValue] = schemas.reversed()
        while let node = pending.popLast(), nodes.count < Self.limit {
            let isKnown = nodes.contains { $0.node == node.node && $0.document === node.document }
            if isKnown { continue }
            nodes.append(node)
            if let all = node["allOf"] { pending += all.elements.reversed() }
            if let target = Self.target(of: node) { pending.append(target) }
        }
        self.nodes = nodes
    }

    private static func target(of node: JSONValue) -> JSONValue? {
        guard let reference = node["$ref"]?.string, reference.hasPrefix("#"),
            let pointer = try? JSONPointer(uriFragment: reference)
        else { return nil }
        return node.document.root.value(at: pointer)
    }

    /// The value of a keyword, from the first node that has it.
    package func keyword(_ name: String) -> JSONValue? {
        for node in nodes {
            if let value = node[name] { return value }
        }
        return nil
    }

    package var constant: JSONValue? { keyword("const") }
    package var defaultValue: JSONValue? { keyword("default") }

    /// The types that every part of the schema allows; empty where none says.
    package var types: Set<JSONType> {
        types(depth: 0)
    }

    private func types(depth: Int) -> Set<JSONType> {
        var known: Set<JSONType>?
        for node in nodes {
            let types = Self.types(of: node, depth: depth)
            guard !types.isEmpty else { continue }
            known = known.map { Self.intersection($0, types) } ?? types
        }
        return known ?? []
    }

    private static func types(of node: JSONValue, depth: Int) -> Set<JSONType> {
        if let type = node["type"] {
            if let name = type.string { return JSONType(rawValue: name).map { [$0] } ?? [] }
            return Set(type.elements.compactMap { $0.string.flatMap(JSONType.init(rawValue:)) })
        }
        if let constant = node["const"] { return [JSONType(of: constant)] }
        if let values = node["enum"] { return Set(values.elements.map(JSONType.init(of:))) }
        guard depth < 8 else { return [] }
        for keyword in ["anyOf", "oneOf"] {
            guard let branches = node[keyword] else { continue }
            var union: Set<JSONType> = []
            for branch in branches.elements {
                let types = SchemaShape(branch).types(depth: depth + 1)
                if types.isEmpty { return [] }
                union.formUnion(types)
            }
            return union
        }
        return []
    }

    private static func intersection(_ left: Set<JSONType>, _ right: Set<JSONType>) -> Set<JSONType> {
        var result = left.intersection(right)
        let integerIsMeant =
            left.contains(.integer) && right.contains(.number) || left.contains(.number) && right.contains(.integer)
        if integerIsMeant { result.insert(.integer) }
        return result.isEmpty ? left : result
    }

    /// The schema of a property; nil where nothing is said about it.
    package func property(_ name: String) -> JSONValue? {
        for node in nodes {
            if let schema = node["properties"]?[name] { return schema }
        }
        return nil
    }

    /// The names under `properties`, in the order of the text.
    package var propertyNames: [String] {
        var names: [String] = []
        for node in nodes {
            for member in node["properties"]?.members.map(\.key) ?? [] where !names.contains(member) {
                names.append(member)
            }
        }
        return names
    }

    package var required: [String] {
        nodes.flatMap { $0["required"]?.elements.compactMap(\.string) ?? [] }
    }

    /// True where a keyword is `true` in any node.
    package func says(_ keyword: String) -> Bool {
        nodes.contains { $0[keyword]?.bool == true }
    }
}

extension JSONType {
    /// The type of a value; a number without a fraction is an integer.
    package init(of value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .boolean
        case .number: self = value.number?.isInteger == true ? .integer : .number
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }
}
