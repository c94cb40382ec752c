import AccordContract
import AccordJSON
import AccordSchema

/// A value that a schema allows, for what a case leaves open.
enum SchemaExample {
    static func value(_ schema: Schema) -> JSON { value(SchemaView(schema.source), depth: 0) }

    private static func value(_ view: SchemaView, depth: Int) -> JSON {
        for keyword in ["const", "default", "example"] {
            if let value = view.keyword(keyword) { return JSON(value) }
        }
        for keyword in ["enum", "examples"] {
            if let value = view.keyword(keyword)?[0] { return JSON(value) }
        }
        for keyword in ["anyOf", "oneOf"] {
            if let branch = view.keyword(keyword)?[0], depth < 16 { return value(SchemaView(branch), depth: depth + 1) }
        }
        let order: [JSONType] = [.object, .array, .string, .integer, .number, .boolean, .null]
        switch order.first(where: { view.types.contains($0) }) {
        case .object: return object(view, depth)
        case .array:
            let count = view.keyword("minItems")?.int ?? 0
            let item = count > 0 && depth < 16 ? view.items.map { value($0, depth: depth + 1) } ?? .string("x") : .null
            return .array(Array(repeating: item, count: min(count, 100)))
        case .integer, .number: return number(view)
        case .boolean: return true
        case .null: return nil
        case .string, nil: return .string(text(view))
        }
    }

    private static func object(_ view: SchemaView, _ depth: Int) -> JSON {
        var object = JSONObject()
        for name in view.required where depth < 16 {
            object[name] = view.property(name).map { value($0, depth: depth + 1) } ?? .string("x")
        }
        return .object(object)
    }

    private static func number(_ view: SchemaView) -> JSON {
        if let minimum = view.keyword("minimum")?.number { return .number(minimum) }
        if let above = view.keyword("exclusiveMinimum")?.int { return .number(JSONNumber(above + 1)) }
        if let maximum = view.keyword("maximum")?.number, maximum < JSONNumber(1) { return .number(maximum) }
        return .number(JSONNumber(1))
    }

    private static func text(_ view: SchemaView) -> String {
        switch view.keyword("format")?.string {
        case "date-time": return "2026-01-02T03:04:05Z"
        case "date": return "2026-01-02"
        case "time": return "03:04:05Z"
        case "uuid": return "2f1f8f9e-6a4b-4c1d-9d53-0c8f0e8f7a11"
        case "email": return "ada@example.org"
        case "uri", "iri", "uri-reference": return "https://example.org/"
        case "ipv4": return "192.0.2.1"
        case "hostname": return "example.org"
        default:
            let least = view.keyword("minLength")?.int ?? 1
            return String(repeating: "x", count: max(1, min(least, 10_000)))
        }
    }
}
