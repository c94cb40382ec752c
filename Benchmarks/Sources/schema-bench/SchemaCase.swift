// SPDX-License-Identifier: Apache-2.0
/// A schema and an instance that satisfies it, written by the program: the same in every run.
struct SchemaCase {
    var name: String
    var schema: String
    var instance: String

    static let all: [SchemaCase] = [
        SchemaCase(name: "token", schema: tokenSchema, instance: token),
        SchemaCase(name: "order", schema: orderSchema, instance: order(lines: 3)),
        SchemaCase(name: "events", schema: eventsSchema, instance: events(200)),
        SchemaCase(name: "people", schema: peopleSchema(unused: 0), instance: people(1_000)),
        SchemaCase(name: "numbers", schema: numbersSchema, instance: numbers(10_000)),
        SchemaCase(name: "tree", schema: treeSchema, instance: tree(depth: 10)),
    ]

    /// The answer to a login: the smallest thing that contracts judge.
    static let tokenSchema: String = """
        {"type":"object","required":["token"],"properties":{"token":{"type":"string","minLength":1},
        "expires":{"type":"integer","minimum":0}},"additionalProperties":false}
        """
    static let token: String = #"{"token":"1234567890","expires":3600}"#

    static let orderSchema: String = """
        {"type":"object","required":["id","customer","lines","total"],"additionalProperties":false,"properties":{
        "id":{"type":"string","format":"uuid"},"created":{"type":"string","format":"date-time"},
        "customer":{"$ref":"#/$defs/customer"},"total":{"type":"number","minimum":0,"multipleOf":0.01},
        "state":{"enum":["open","paid","sent","cancelled"]},"note":{"type":["string","null"],"maxLength":200},
        "lines":{"type":"array","minItems":1,"maxItems":100,"items":{"$ref":"#/$defs/line"}}},
        "$defs":{"customer":{"type":"object","required":["name","email"],"properties":{
        "name":{"type":"string","minLength":1,"maxLength":100},"email":{"type":"string","format":"email"},
        "phone":{"type":"string","pattern":"^\\\\+[0-9]{6,15}$"},"country":{"type":"string","pattern":"^[A-Z]{2}$"}}},
        "line":{"type":"object","required":["sku","quantity","price"],"properties":{
        "sku":{"type":"string","pattern":"^[A-Z]{3}-[0-9]{4}$"},"quantity":{"type":"integer","minimum":1,"maximum":999},
        "price":{"type":"number","exclusiveMinimum":0},"tags":{"type":"array","uniqueItems":true,
        "items":{"type":"string"}}}}}}
        """

    static func order(lines: Int) -> String {
        let lines = (0..<lines).map { line in
            #"{"sku":"ABC-\#(1000 + line)","quantity":\#(line + 1),"price":\#(line).99,"tags":["a","b","c\#(line)"]}"#
        }
        return """
            {"id":"123e4567-e89b-12d3-a456-426614174000","created":"2026-01-31T08:30:00Z","state":"paid","note":null,
            "customer":{"name":"Ada Lovelace","email":"ada@example.com","phone":"+4930123456","country":"DE"},
            "total":123.45,"lines":[\(lines.joined(separator: ","))]}
            """
    }

    /// Alternatives told apart by a constant.
    static let eventsSchema: String = """
        {"type":"array","items":{"oneOf":[{"$ref":"#/$defs/created"},{"$ref":"#/$defs/changed"},
        {"$ref":"#/$defs/removed"}]},"$defs":{
        "created":{"type":"object","required":["type","id","value"],"properties":{"type":{"const":"created"},
        "id":{"type":"integer"},"value":{"type":"object"}}},
        "changed":{"type":"object","required":["type","id","field","value"],"properties":{"type":{"const":"changed"},
        "id":{"type":"integer"},"field":{"type":"string"}}},
        "removed":{"type":"object","required":["type","id"],"properties":{"type":{"const":"removed"},
        "id":{"type":"integer"},"reason":{"anyOf":[{"type":"null"},{"type":"string"}]}}}}}
        """

    static func events(_ count: Int) -> String {
        let events = (0..<count).map { index in
            switch index % 3 {
            case 0: #"{"type":"created","id":\#(index),"value":{"a":1,"b":"x"}}"#
            case 1: #"{"type":"changed","id":\#(index),"field":"name","value":"y"}"#
            default: #"{"type":"removed","id":\#(index),"reason":null}"#
            }
        }
        return "[\(events.joined(separator: ","))]"
    }

    /// With properties and definitions that no instance uses, as many as wanted.
    static func peopleSchema(unused: Int) -> String {
        let properties = (0..<unused).map { #","unused\#($0)":{"type":"string"}"# }.joined()
        let definitions = (0..<unused).map { #","d\#($0)":{"type":"object"}"# }.joined()
        return """
            {"type":"array","items":{"$ref":"#/$defs/person"},"$defs":{"person":{"type":"object",
            "required":["id","name","email"],"additionalProperties":false,"properties":{"id":{"type":"integer","minimum":0},
            "name":{"type":"string","minLength":1,"maxLength":100},"email":{"type":"string","minLength":3},
            "active":{"type":"boolean"},"balance":{"type":"number","minimum":-1000000,"maximum":1000000},
            "address":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string","maxLength":10}}},
            "tags":{"type":"array","items":{"type":"string"}}\(properties)}}\(definitions)}}
            """
    }

    static func people(_ count: Int) -> String {
        let people = (0..<count).map { index in
            """
            {"id":\(index),"name":"Björn Núñez \(index)","email":"bjorn.\(index)@example.com",
            "active":\(index % 2 == 0),"balance":\(index % 9_999).25,"address":{"city":"Łódź","zip":"90-\(index % 1_000)"},
            "tags":["a","bb","ccc"]}
            """
        }
        return "[\(people.joined(separator: ","))]"
    }

    static let numbersSchema: String = #"{"type":"array","items":{"type":"number","minimum":-90,"maximum":90}}"#

    static func numbers(_ count: Int) -> String {
        "[\((0..<count).map { "\($0 % 180 - 90 < 0 ? "-" : "")\(abs($0 % 180 - 90) % 90).\(1000 + $0 % 9000)" }.joined(separator: ","))]"
    }

    /// A schema that refers to itself.
    static let treeSchema: String = """
        {"type":"object","required":["value"],"properties":{"value":{"type":"integer"},"left":{"$ref":"#"},
        "right":{"$ref":"#"}},"additionalProperties":false}
        """

    static func tree(depth: Int) -> String {
        if depth == 0 { return #"{"value":0}"# }
        let child = tree(depth: depth - 1)
        return #"{"value":\#(depth),"left":\#(child),"right":\#(child)}"#
    }

    /// A schema of about as many schemas as asked for, of all sorts, with references between them.
    static func wideSchema(nodes: Int) -> String {
        let groups = (0..<max(nodes / 10, 1)).map { index in
            """
            "g\(index)":{"type":"object","required":["a\(index)","b"],"additionalProperties":false,"properties":{
            "a\(index)":{"type":"string","minLength":1,"maxLength":\(index + 10)},
            "b":{"type":"integer","minimum":0,"maximum":\(index)},"c":{"enum":["x","y","z\(index)"]},
            "d":{"type":"array","items":{"$ref":"#/$defs/g\(index / 2)"},"maxItems":10},
            "e":{"anyOf":[{"type":"null"},{"type":"string","pattern":"^[a-z]{1,\(index % 50 + 2)}$"}]},
            "f":{"type":"string","format":"date-time"}}}
            """
        }
        let used = (0..<groups.count).map { ##""p\##($0)":{"$ref":"#/$defs/g\##($0)"}"## }
        return #"{"$defs":{\#(groups.joined(separator: ","))},"properties":{\#(used.joined(separator: ","))}}"#
    }
}
