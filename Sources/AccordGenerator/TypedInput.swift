// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Generates nested structs that decode a JSON object. The structs have the properties of the object's schema.
struct TypedInput {
    /// The name of the Swift type for the value, such as `Body` or `[Tags]`.
    private(set) var name = ""
    /// The lines of the struct declarations, without indentation. Each struct precedes the structs that it contains.
    private(set) var lines: [String] = []
    private var names: Set<String> = []

    /// Generates the structs. Returns `nil` if the schema describes neither an object with properties nor an array.
    init?(_ schema: JSONValue, named name: String) {
        guard let type = self.type(of: SchemaView(schema), named: name, above: []) else { return nil }
        self.name = type
        if lines.isEmpty, !type.hasPrefix("[") { return nil }
    }

    /// The start of a line that declares a property. The property records that a closure reads it.
    private static let declaration = "    @InputProperty var "

    /// The names of the properties of the outermost struct, and how to read those without a Swift type.
    var properties: [String] {
        lines.prefix { $0 != "}" }.compactMap { line in
            guard line.hasPrefix(Self.declaration) else { return nil }
            let name = String(line.dropFirst(Self.declaration.count).prefix { $0 != ":" })
            return line.contains(": JSONInput") ? name + Self.untyped : name
        }
    }

    /// The methods that read a value without a Swift type.
    static let untyped = " (a JSONInput: .string, [\"key\"], .elements, .decode())"

    /// Returns the Swift type for a schema's values, or `nil` if no type fits.
    private mutating func type(of shape: SchemaView, named name: String, above: [JSONValue]) -> String? {
        switch shape.types.subtracting([.null]) {
        case [.string]: return "String"
        case [.boolean]: return "Bool"
        case [.integer]: return "Int"
        case [.number], [.integer, .number]: return "Double"
        case [.array]:
            guard let items = shape.items, items.schemas.allSatisfy({ $0.kind == .object }),
                let element = type(of: items, named: name, above: above)
            else { return nil }
            return isNullable(items) ? "[\(element)?]" : "[\(element)]"
        case [.object]: return object(shape, named: name, above: above)
        default: return nil
        }
    }

    private mutating func object(_ shape: SchemaView, named name: String, above: [JSONValue]) -> String? {
        let isWithinItself = shape.nodes.contains { node in
            above.contains { $0.node == node.node && $0.document === node.document }
        }
        let properties = shape.propertyNames.filter { name in
            shape.namedProperty(name).map { !$0.says("readOnly") } ?? false
        }
        guard !isWithinItself, !properties.isEmpty else { return nil }
        let type = unused(SwiftName.capitalized(SwiftName.camelCased(name)))
        let place = lines.count
        var declarations: [String] = []
        var keys: [String] = []
        var inner: [String] = []
        var taken: Set<String> = []
        for property in properties {
            guard let schema = shape.namedProperty(property) else { continue }
            let outer = lines
            lines = []
            let swiftType = self.type(of: schema, named: property, above: above + shape.nodes) ?? "JSONInput"
            inner += lines.map { $0.isEmpty ? "" : "    \($0)" }
            lines = outer
            var swiftName = SwiftName.camelCased(property)
            while !taken.insert(swiftName).inserted { swiftName += "_" }
            let isOptional = !shape.required.contains(property) || isNullable(schema)
            if let text = schema.keyword("description")?.string {
                declarations.append("    /// \(SwiftLiteral.oneLine(text))")
            }
            declarations.append(
                "\(Self.declaration)\(SwiftName.identifier(swiftName)): \(swiftType)\(isOptional ? "?" : "")")
            keys.append("        case \(SwiftName.identifier(swiftName)) = \(SwiftLiteral.string(property))")
        }
        var all = ["struct \(type): Codable, Sendable {"] + declarations
        if !inner.isEmpty { all += [""] + inner }
        all += ["", "    enum CodingKeys: String, CodingKey {"] + keys + ["    }", "}"]
        lines.insert(contentsOf: all, at: place)
        return type
    }

    private func isNullable(_ shape: SchemaView) -> Bool { shape.types.contains(.null) || shape.says("nullable") }

    /// Returns an unused name for a struct. If a struct already has the name, or if the name is reserved, appends
    /// `Value` or a number.
    private mutating func unused(_ name: String) -> String {
        // Names of types that the generated source uses. A nested struct with one of these names would hide the type.
        let reserved: Set<String> = [
            "Any", "Bool", "Codable", "CodingKeys", "Double", "InputProperty", "Int", "JSONInput", "Protocol", "Self",
            "Sendable", "String", "Type",
        ]
        return names.insertUnused(reserved.contains(name) ? name + "Value" : name)
    }
}
