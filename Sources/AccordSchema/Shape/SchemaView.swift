import AccordJSON

/// A schema read for its shape: which types it allows, what its items and properties are.
///
/// `$ref` within the document and `allOf` are followed; what lies elsewhere is unknown, and unknown allows everything.
package struct SchemaView: Sendable {
    /// The schema, what it refers to and what it is composed of.
    package let nodes: [JSONValue]

    /// Reads a schema, and what it refers to within its document.
    package init(_ schema: JSONValue) {
        self.init(all: [schema])
    }

    private init(all schemas: [JSONValue]) {
        var nodes: [JSONValue] = []
        var pending = schemas
        while let node = pending.popLast(), nodes.count < 64 {
            guard !nodes.contains(where: { $0.byteRange == node.byteRange && $0.document === node.document }) else {
                continue
            }
            nodes.append(node)
            if let reference = node["$ref"]?.string, let target = Self.target(reference, from: node) {
                pending.append(target)
            }
            if let all = node["allOf"] { pending += all.elements }
        }
        self.nodes = nodes
    }

    private static func target(_ reference: String, from node: JSONValue) -> JSONValue? {
        guard reference.hasPrefix("#"), let pointer = try? JSONPointer(uriFragment: reference) else { return nil }
        return node.document.root.value(at: pointer)
    }

    /// The types that are allowed; empty where the schema doesn't say.
    package var types: Set<JSONType> {
        for node in nodes {
            if let type = node["type"] {
                let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
                return Set(names.compactMap { JSONType(rawValue: $0) })
            }
        }
        for node in nodes {
            if let constant = node["const"] { return [JSONType(of: constant)] }
            if let values = node["enum"] { return Set(values.elements.map { JSONType(of: $0) }) }
        }
        for node in nodes {
            for keyword in ["anyOf", "oneOf"] {
                guard let branches = node[keyword] else { continue }
                let types = branches.elements.map { SchemaView($0).types }
                return types.contains([]) ? [] : types.reduce(into: []) { $0.formUnion($1) }
            }
        }
        if nodes.contains(where: { $0["properties"] != nil }) { return [.object] }
        if nodes.contains(where: { $0["items"] != nil || $0["prefixItems"] != nil }) { return [.array] }
        return []
    }

    /// The schema of an array's elements.
    package var items: SchemaView? {
        let found = nodes.compactMap { $0["items"] }
        return found.isEmpty ? nil : SchemaView(all: found)
    }

    /// The names under `properties`, in the order of the document.
    package var propertyNames: [String] {
        var names: [String] = []
        for node in nodes.reversed() {
            for member in node["properties"]?.members.map(\.key) ?? [] where !names.contains(member) {
                names.append(member)
            }
        }
        return names
    }

    /// The schema of a property, or that of `additionalProperties`; nil where neither is said.
    package func property(_ name: String) -> SchemaView? {
        let named = nodes.compactMap { $0["properties"]?[name] }
        if !named.isEmpty { return SchemaView(all: named) }
        let others = nodes.compactMap { $0["additionalProperties"] }.filter { $0.kind == .object }
        return others.isEmpty ? nil : SchemaView(all: others)
    }

    /// The names under `required`, in the order of the document.
    package var required: [String] {
        nodes.flatMap { $0["required"]?.elements.compactMap(\.string) ?? [] }
    }

    /// True where a property that `properties` doesn't name is an instance, as far as that can be read.
    package var isOpen: Bool {
        !nodes.contains { $0["additionalProperties"]?.bool == false || $0["unevaluatedProperties"]?.bool == false }
    }

    /// The schema of the place that a pointer names in an instance; nil where nothing is said of it.
    package func place(_ pointer: JSONPointer) -> SchemaView? {
        var view = self
        for token in pointer.tokens {
            guard let next = view.property(token) ?? view.items else { return nil }
            view = next
        }
        return view
    }

    /// The value of a keyword, from the first node that has it.
    package func keyword(_ name: String) -> JSONValue? {
        for node in nodes { if let value = node[name] { return value } }
        return nil
    }
}
