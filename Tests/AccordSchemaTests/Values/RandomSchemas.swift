// SPDX-License-Identifier: Apache-2.0
/// Random schemas with every keyword, and instances, the same for the same seed.
struct RandomSchemas {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number below a limit.
    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

    private mutating func list(_ count: Int, _ item: (inout Self) -> String) -> String {
        var items: [String] = []
        for _ in 0..<count { items.append(item(&self)) }
        return "[\(items.joined(separator: ","))]"
    }

    private mutating func members(_ names: [String], _ item: (inout Self) -> String) -> String {
        var items: [String] = []
        for name in names where below(2) == 0 { items.append("\"\(name)\":\(item(&self))") }
        return "{\(items.joined(separator: ","))}"
    }

    mutating func instance(_ depth: Int) -> String {
        switch below(depth > 0 ? 7 : 5) {
        case 0: "null"
        case 1: pick(["true", "false"])
        case 2: String(below(20) - 5)
        case 3: pick(["1.5", "0.25", "-3.75", "10.0"])
        case 4: pick([#""""#, #""a""#, #""abc""#, #""2024-01-31""#, #""a1""#, #""hello world""#])
        case 5: list(below(4)) { $0.instance(depth - 1) }
        default: members(["a", "b", "c", "d"]) { $0.instance(depth - 1) }
        }
    }

    mutating func schema(_ depth: Int) -> String {
        if depth <= 0 {
            return pick([
                "true", #"{"type":"string"}"#, #"{"type":"integer"}"#, #"{"minimum":3}"#, #"{"maxLength":2}"#, "false",
                #"{"const":1}"#, #"{"type":["null","boolean"]}"#, #"{"pattern":"^a"}"#,
            ])
        }
        var parts: [String: String] = [:]
        for _ in 0...below(3) {
            let keyword = pick(Self.keywords)
            parts[keyword] = value(of: keyword, depth - 1)
            if keyword == "if" {
                parts["then"] = schema(depth - 1)
                parts["else"] = schema(depth - 1)
            }
        }
        return "{\(parts.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    private static let keywords: [String] = [
        "type", "minimum", "maximum", "exclusiveMinimum", "multipleOf", "minLength", "maxLength", "pattern", "format",
        "enum", "const", "items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems",
        "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "allOf", "anyOf", "oneOf",
        "not", "if",
    ]

    private mutating func value(of keyword: String, _ depth: Int) -> String {
        switch keyword {
        case "type":
            pick([#""string""#, #""integer""#, #""number""#, #""array""#, #""object""#, #"["array","object"]"#])
        case "minimum", "maximum", "exclusiveMinimum": String(below(20) - 5)
        case "multipleOf": pick(["2", "0.5", "3", "0.25"])
        case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties": String(below(4))
        case "pattern": pick([#""^a""#, #""[0-9]""#, #""b$""#, #""^[a-z]*$""#])
        case "format": pick([#""date""#, #""uuid""#, #""ipv4""#, #""email""#])
        case "enum": list(3) { $0.instance(1) }
        case "const": instance(1)
        case "uniqueItems": "true"
        case "required": pick([#"["a"]"#, #"["a","b"]"#, #"["c"]"#])
        case "propertyNames": pick([#"{"maxLength":1}"#, #"{"pattern":"^[a-c]"}"#, #"{"enum":["a","b","x"]}"#])
        case "dependentRequired": #"{"a":["b"],"c":["a"]}"#
        case "properties", "dependentSchemas": members(["a", "b", "c"]) { $0.schema(depth) }
        case "patternProperties": #"{"^[a-b]":\#(schema(depth))}"#
        case "prefixItems", "allOf", "anyOf", "oneOf": list(1 + below(3)) { $0.schema(depth) }
        default: schema(depth)
        }
    }
}
